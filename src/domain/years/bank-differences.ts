import { type Sql, sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { TENANT } from '../access/principal'
import { type Compared, selectCompared } from '../book/reconciliation/compare'
import type { FiscalYear } from '../book/years/year'
import type { ExplainedRefusal } from '../shared/refusals'

/** The bank accounts of a fiscal year at its end, by bank and book. */
export const selectBanksOf = (workspace: Sql, year: number): Sql<Compared> => {
  const next = sql`(SELECT printf('%04d-%02d-01', ${year + 1}, year_start) FROM workspaces WHERE id = ${TENANT})`
  return selectCompared(workspace, sql`date(${next}, '-1 day')`, sql`kind = 'bank' AND opening_on < ${next}`)
}

/** An account whose balance of the bank is another than that of the book, or missing. */
export type BankDifference = { id: string; refusal: ExplainedRefusal }

/**
 * The accounts that do not agree at the end of a year. An account of which the bank told nothing is one for staff, who are
 * asked for its balance, if the year moved it; keys know of no such question.
 */
export function bankDifferences(
  { last_on: date, accounts }: FiscalYear,
  banks: readonly Compared[],
  { kind }: Pick<Actor, 'kind'>,
): BankDifference[] {
  return banks.flatMap(({ id, name: account, book, bank }): BankDifference[] => {
    if (bank !== null)
      return bank === book ? [] : [{ id, refusal: { code: 'bank_differs', account, date, bank, book } }]
    const moved = accounts.find((one) => one.id === id)
    const isIdle =
      !moved || [moved.opening, moved.in, moved.out, moved.transferred].every((cents) => cents === 0)
    return kind === 'staff' && !isIdle
      ? [{ id, refusal: { code: 'bank_balance_missing', account, date } }]
      : []
  })
}

/** A report with what the bank says of its accounts, and why they were closed with a difference. */
export const withBanks = <R extends FiscalYear>(
  report: R,
  banks: readonly Compared[],
  reason: string | null,
): R => ({
  ...report,
  accounts: report.accounts.map((account) => ({
    ...account,
    bank: banks.find(({ id }) => id === account.id)?.bank ?? null,
  })),
  difference_reason: reason,
})
