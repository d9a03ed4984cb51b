import { bisector, extent } from 'd3-array'
import { invalid } from '../shared/errors'
import type { Statement } from './camt/lines'

type Line = { fingerprint: string; booked_on: string; amount: number }
type Lines = Pick<Statement, 'iban' | 'currency' | 'id' | 'page' | 'opening' | 'closing'> & { lines: Line[] }
type Counts = Map<string, number>

/** How many statements one may continue: one for each minute of a day. */
const MAX_CONTINUED = 1440

/**
 * For each statement, how often each fingerprint is in the statements that it continues: earlier pages, and those of the
 * same day from whose closing balance it goes on. Other statements may overlap it. Throws `invalid` where one continues
 * more than 1,440.
 */
export function countCopies(statements: readonly Lines[]): Counts[] {
  const pages = Map.groupBy(statements, (statement) => key(statement, 'page', statement.page))
  const closings = Map.groupBy(statements, (statement) => key(statement, 'closing', statement.closing))
  const days = new Map(statements.map((statement) => [statement, daysOf(statement)]))
  const places = new Map(statements.map((statement, index) => [statement, index]))
  const byPlace = bisector((statement: Lines) => places.get(statement) ?? 0)
  return statements.map((statement) =>
    statement.page === null ? countContinued(statement) : countLines(pagesBefore(statement, statement.page)),
  )

  function pagesBefore(statement: Lines, page: number): Line[] {
    const lines: Line[] = []
    let current = statement
    for (let number = page - 1; ; number--) {
      const before = nearest(current, pages.get(key(current, 'page', number)) ?? [])
      if (!before) return lines
      requireFew(page - number)
      for (const line of before.lines) lines.push(line)
      current = before
    }
  }

  // Banks use the id of a statement again, so an upload may have several pages with one number.
  function nearest(statement: Lines, others: Lines[]): Lines | undefined {
    const place = byPlace.left(others, places.get(statement) ?? 0)
    const [before, after] = [others[place - 1], others[place]]
    return before && (!after || sharesDay(before, statement) || !sharesDay(after, statement)) ? before : after
  }

  function sharesDay(one: Lines, other: Lines): boolean {
    const [a, b] = [days.get(one), days.get(other)]
    return a !== undefined && b !== undefined && a.first <= b.last && b.first <= a.last
  }

  function countContinued(statement: Lines): Counts {
    const { first } = days.get(statement) ?? { first: '' }
    const next = new Map<Lines[], number>()
    const continued: Line[] = []
    let found = 0
    for (let before = predecessor(statement); before; before = predecessor(before)) {
      requireFew(++found)
      for (const line of before.lines.toReversed()) if (line.booked_on >= first) continued.push(line)
    }
    return mayOverlap(continued, statement.lines) ? new Map() : countLines(continued)

    function predecessor(current: Lines): Lines | undefined {
      const others = current.opening === null ? [] : closings.get(key(current, 'closing', current.opening))
      if (!others) return undefined
      // Each is taken once, so the search goes on where it has ended.
      for (let index = next.get(others) ?? 0; index < others.length; index++) {
        const other = others[index] as Lines
        const period = days.get(other)
        next.set(others, index + 1)
        if (other !== statement && period && period.first <= first && period.last >= first) return other
      }
      return undefined
    }
  }
}

function requireFew(continued: number): void {
  if (continued > MAX_CONTINUED)
    throw invalid({ statements: [`go on from one another more than ${MAX_CONTINUED} times`] })
}

/**
 * Whether a statement may begin among the lines before its opening balance, which come latest first. Where it does, the
 * balance there was the same, so these lines have the sum zero; and it has all of them, or they have all of its lines.
 */
function mayOverlap(earlier: readonly Line[], lines: readonly Line[]): boolean {
  if (earlier.length === 0) return false
  const missing = countLines(lines)
  let left = lines.length
  let others = 0
  let sum = 0
  return earlier.some(({ fingerprint, amount }) => {
    const count = missing.get(fingerprint) ?? 0
    if (count > 0) left--
    else others++
    missing.set(fingerprint, count - 1)
    sum += amount
    return sum === 0 && (others === 0 || left === 0)
  })
}

function countLines(lines: readonly Line[]): Counts {
  const counts: Counts = new Map()
  for (const { fingerprint } of lines) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1)
  return counts
}

function daysOf({ lines }: Lines): { first: string; last: string } | undefined {
  const [first, last] = extent(lines, ({ booked_on }) => booked_on)
  return first === undefined ? undefined : { first, last }
}

function key({ iban, currency, id }: Lines, kind: 'page' | 'closing', value: number | null): string {
  return JSON.stringify([kind, iban, currency, kind === 'page' ? id : null, value])
}
