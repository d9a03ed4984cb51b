import * as z from 'zod'
import type { BankStatement } from './statement'

/** A period of an account of which no statement tells, although the balance changed in it. */
export const gap = z
  .object({
    account_id: z.string(),
    after: z.iso.date().describe('The last day before the gap'),
    before: z.iso.date().describe('The first day after it'),
    difference: z.int().describe('By how many cents the balance changed between'),
  })
  .meta({ id: 'StatementGap' })
export type Gap = z.infer<typeof gap>

type Period = Pick<BankStatement, 'account_id' | 'from_on' | 'to_on' | 'opening' | 'closing'>
type Known = { account_id: string; from_on: string; to_on: string; opening: number; closing: number }

/**
 * The gaps in the chain of balances of an account: a statement that begins after all before it have ended, with another
 * balance. Statements without balances tell nothing, and those that touch or overlap leave no gap.
 */
export function gapsIn(statements: readonly Period[]): Gap[] {
  const known = statements.filter(isKnown).sort((a, b) => (a.from_on < b.from_on ? -1 : 1))
  let last: Known[] = []
  return known.flatMap((statement) => {
    const [before] = last
    const isContinued = !before || last.some(({ closing }) => closing === statement.opening)
    const gap =
      before && !isContinued && before.to_on < statement.from_on
        ? [
            {
              account_id: statement.account_id,
              after: before.to_on,
              before: statement.from_on,
              difference: statement.opening - before.closing,
            },
          ]
        : []
    if (!before || statement.to_on > before.to_on) last = [statement]
    else if (statement.to_on === before.to_on) last = [...last, statement]
    return gap
  })
}

const isKnown = (statement: Period): statement is Known =>
  statement.from_on !== null &&
  statement.to_on !== null &&
  statement.opening !== null &&
  statement.closing !== null
