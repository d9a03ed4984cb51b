import type { Statement } from './camt/lines'

type Line = { fingerprint: string; booked_on: string; amount: number }
type Lines = Pick<Statement, 'iban' | 'currency' | 'id' | 'page' | 'opening' | 'closing'> & { lines: Line[] }

/**
 * For each statement, how often each of its fingerprints is in the statements that it continues on the same day: earlier
 * pages, and those whose closing balance is its opening one. Statements of which nothing proves that, may overlap.
 */
export function countCopies(statements: readonly Lines[]): Map<string, number>[] {
  const all = statements.map(describe)
  const byClosing = Map.groupBy(all, ({ statement }) => accountKey(statement, statement.closing))
  const byPage = Map.groupBy(all, ({ statement }) => pageKey(statement, statement.page))
  return all.map((described) => {
    const counts = new Map<string, number>()
    const seen = new Set([described])
    let current: Described | undefined = described
    while (current) {
      current = predecessor(current, described)
      if (!current || seen.has(current)) break
      seen.add(current)
      for (const fingerprint of described.counts.keys())
        counts.set(
          fingerprint,
          (counts.get(fingerprint) ?? 0) + (current.counts.get(fingerprint)?.count ?? 0),
        )
    }
    return counts
  })

  function predecessor(current: Described, described: Described): Described | undefined {
    const { page, opening } = current.statement
    const [before] = page === null ? [] : (byPage.get(pageKey(current.statement, page - 1)) ?? [])
    if (before) return before
    if (opening === null) return undefined
    return byClosing
      .get(accountKey(current.statement, opening))
      ?.find((other) => other !== current && touches(other, current) && !mayOverlap(other, described))
  }
}

type Described = ReturnType<typeof describe>

function describe(statement: Lines) {
  const dates = statement.lines.map(({ booked_on }) => booked_on).sort()
  const counts = new Map<string, { count: number; amount: number }>()
  for (const { fingerprint, amount } of statement.lines)
    counts.set(fingerprint, { amount, count: (counts.get(fingerprint)?.count ?? 0) + 1 })
  return { statement, counts, first: dates[0] ?? '', last: dates.at(-1) ?? '' }
}

/** Whether a statement ends on the day on which another begins, or later. */
const touches = (earlier: Described, later: Described): boolean =>
  earlier.first !== '' && earlier.first <= later.first && earlier.last >= later.first

/**
 * Whether lines that two statements have in common may be the same bookings although one begins with the balance with
 * which the other ends. If they were the same, these balances would differ by their sum.
 */
function mayOverlap(earlier: Described, later: Described): boolean {
  let common = 0
  let sum = 0
  for (const [fingerprint, { count, amount }] of later.counts) {
    const copies = Math.min(count, earlier.counts.get(fingerprint)?.count ?? 0)
    common += copies
    sum += copies * amount
  }
  return common > 0 && sum === 0
}

const accountKey = ({ iban, currency }: Lines, balance: number | null): string =>
  `${iban} ${currency} ${balance}`

const pageKey = ({ iban, currency, id }: Lines, page: number | null): string =>
  `${iban} ${currency} ${id} ${page}`
