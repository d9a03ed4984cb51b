import { extent } from 'd3-array'
import type { Statement } from './camt/lines'

type Line = { fingerprint: string; booked_on: string; amount: number }
type Lines = Pick<Statement, 'iban' | 'currency' | 'id' | 'page' | 'opening' | 'closing'> & { lines: Line[] }
type Counts = Map<string, number>

/**
 * For each statement, how often each fingerprint is in the statements that it continues: earlier pages, and those of the
 * same day from whose closing balance it goes on. Other statements may overlap it.
 */
export function countCopies(statements: readonly Lines[]): Counts[] {
  const pages = Map.groupBy(statements, (statement) => key(statement, 'page', statement.page))
  const closings = Map.groupBy(statements, (statement) => key(statement, 'closing', statement.closing))
  const days = new Map(statements.map((statement) => [statement, daysOf(statement)]))
  return statements.map((statement) =>
    statement.page === null ? countContinued(statement) : countLines(pagesBefore(statement, statement.page)),
  )

  function pagesBefore(statement: Lines, page: number): Line[] {
    const [before] = pages.get(key(statement, 'page', page - 1)) ?? []
    return before ? [...pagesBefore(before, page - 1), ...before.lines] : []
  }

  function countContinued(statement: Lines): Counts {
    const { first } = days.get(statement) ?? { first: '' }
    const seen = new Set([statement])
    const continued: Line[] = []
    for (let before = predecessor(statement); before; before = predecessor(before)) {
      seen.add(before)
      for (const line of before.lines.toReversed()) if (line.booked_on >= first) continued.push(line)
    }
    return mayOverlap(continued, statement.lines) ? new Map() : countLines(continued)

    function predecessor(current: Lines): Lines | undefined {
      if (current.opening === null) return undefined
      return closings.get(key(current, 'closing', current.opening))?.find((other) => {
        const period = days.get(other)
        return !seen.has(other) && period && period.first <= first && period.last >= first
      })
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
