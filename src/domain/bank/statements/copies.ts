import { bisector, extent } from 'd3-array'
import { refusedAt } from '../../shared/error-list'
import type { Statement } from '../camt/lines'

type Line = { fingerprint: string; booked_on: string; amount: number }
type Lines = Pick<Statement, 'iban' | 'currency' | 'id' | 'page' | 'opening' | 'closing'> & { lines: Line[] }
type Counts = Map<string, number>

/** How many statements and lines are looked at, some seconds of work. Six years of daily statements fit with one balance. */
const MAX_LOOKED_AT = 5_000_000

/**
 * For each statement, how often each fingerprint is in the statements that it continues: earlier pages, and those of the
 * same day from whose closing balance it goes on. Other statements may overlap it. Throws `invalid` for statements of
 * which so many go on from one another that it would take too long.
 */
export function countCopies(statements: readonly Lines[]): Counts[] {
  const pages = Map.groupBy(statements, (statement) => key(statement, 'page', statement.page))
  const closings = Map.groupBy(statements, (statement) => key(statement, 'closing', statement.closing))
  /** The statements that one may follow: those with the page before its own, and those that close with its opening balance. */
  const byPage = mapOf((one) => one.page !== null && pages.get(key(one, 'page', one.page - 1)))
  const byBalance = mapOf((one) => one.opening !== null && closings.get(key(one, 'closing', one.opening)))
  const days = new Map(statements.map((statement) => [statement, daysOf(statement)]))
  const places = new Map(statements.map((statement, index) => [statement, index]))
  const byPlace = bisector((statement: Lines) => places.get(statement) ?? 0)
  let lookedAt = 0
  return statements.map((statement) =>
    statement.page === null ? countContinued(statement) : countLines(pagesBefore(statement)),
  )

  function mapOf(othersOf: (one: Lines) => Lines[] | undefined | false): Map<Lines, Lines[]> {
    return new Map(statements.map((statement) => [statement, othersOf(statement) || []]))
  }

  function lookAt(count: number): void {
    lookedAt += count
    if (lookedAt > MAX_LOOKED_AT) throw refusedAt('statements', { code: 'statements_go_on' })
  }

  function pagesBefore(statement: Lines): Line[] {
    const lines: Line[] = []
    for (let before = pageBefore(statement); before; before = pageBefore(before)) {
      lookAt(before.lines.length + 1)
      for (const line of before.lines) lines.push(line)
    }
    return lines
  }

  // Banks use the id of a statement again, so an upload may have several pages with one number.
  function pageBefore(statement: Lines): Lines | undefined {
    const others = byPage.get(statement) ?? []
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
    for (let before = predecessor(statement); before; before = predecessor(before)) {
      lookAt(before.lines.length)
      for (const line of before.lines.toReversed()) if (line.booked_on >= first) continued.push(line)
    }
    return mayOverlap(continued, statement.lines) ? new Map() : countLines(continued)

    function predecessor(current: Lines): Lines | undefined {
      const others = byBalance.get(current) ?? []
      // Each is taken once, so the search goes on where it has ended.
      for (let index = next.get(others) ?? 0; index < others.length; index++) {
        lookAt(1)
        const other = others[index] as Lines
        const period = days.get(other)
        next.set(others, index + 1)
        if (other !== statement && period && period.first <= first && period.last >= first) return other
      }
      return undefined
    }
  }
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
