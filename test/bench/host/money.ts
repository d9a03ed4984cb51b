import { statementOf } from './bodies.ts'
import type { Scenario, Sent } from './scenarios.ts'
import type { Club } from './seed.ts'
import { ACCOUNT, COUNTS, feeId, type Money } from './seed-money.ts'

// The event of a write, and its entry in the index by subject.
const EVENT = 2

/** The scenarios of money. Payments and releases use rows up, each request its own. */
export const moneyScenarios = ({ own, twin, archive }: Money): Scenario[] => [
  {
    name: 'open fees among 100,000',
    request: () => get(archive, '/fees?status=open'),
    target: { rate: 0.7, trips: 1, reads: 520, writes: 0 },
  },
  {
    name: 'report of a year of 100,000 vouchers',
    request: () => get(archive, '/years/2025'),
    target: { rate: 0.7, trips: 1, reads: 500_100, writes: 0 },
  },
  {
    name: '500 bank lines with suggestions',
    request: () => get(own, '/bank_lines?state=open'),
    target: { rate: 0.7, trips: 1, reads: 13_000, writes: 0 },
  },
  {
    name: '10,000 payments',
    request: (n) => send(own, '/payments', payments(range(n, COUNTS.open, COUNTS.toPay, 10_000))),
    status: 201,
    target: { rate: 0.7, trips: 2, reads: 200_100, writes: 10_000 * (4 + EVENT) },
    writes: true,
    twin: twin.key,
    perRound: 1,
    usesRowsUp: true,
  },
  {
    name: 'release of 1,000 fees',
    request: (n) =>
      send(own, '/collections', {
        fee_ids: range(n, COUNTS.open + COUNTS.toPay, COUNTS.toCollect, 1000),
        collection_date: collectionDate(),
      }),
    status: 201,
    target: { rate: 0.7, trips: 2, reads: 35_300, writes: 1000 * (9 + EVENT) + 5 },
    writes: true,
    twin: twin.key,
    perRound: 2,
    usesRowsUp: true,
  },
  {
    name: 'statement of 5,000 lines',
    request: (n) => ({
      ...send(own, `/accounts/${ACCOUNT.id}/statements`, ''),
      headers: { ...keyed(own), 'Content-Type': 'application/xml' },
      body: statementOf(ACCOUNT.iban, 5000, n),
    }),
    status: 201,
    target: { rate: 0.7, trips: 2, reads: 16_000, writes: 5000 * 4 + 20 },
    writes: true,
    twin: twin.key,
    perRound: 2,
    undo: [
      'DELETE FROM bank_lines WHERE statement_id IN (SELECT id FROM statements)',
      'DELETE FROM statements',
      'DELETE FROM statement_files',
    ],
  },
]

const keyed = ({ key }: Club) => ({ Authorization: `Bearer ${key}` })

const get = (club: Club, path: string): Sent => ({ method: 'GET', path, headers: keyed(club) })

const send = (club: Club, path: string, body: unknown): Sent => ({
  method: 'POST',
  path,
  headers: { ...keyed(club), 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/** The ids of the fees that the nth request uses up, out of so many behind the first ones. */
function range(n: number, from: number, count: number, each: number): string[] {
  const first = from + (n % (count / each)) * each + 1
  return Array.from({ length: each }, (_, index) => feeId(first + index))
}

const payments = (ids: string[]) => ({
  data: ids.map((fee_id) => ({ fee_id, amount: 3000, paid_on: '2026-01-31', method: 'bank_transfer' })),
})

/** A Wednesday in a few weeks that is no holiday of the banks. */
function collectionDate(): string {
  const date = new Date(Date.now() + 21 * 86_400_000)
  const text = () => date.toISOString().slice(0, 10)
  while (date.getUTCDay() !== 3 || /-(?:12-2[56]|01-01|05-01)$/.test(text()))
    date.setUTCDate(date.getUTCDate() + 1)
  return text()
}
