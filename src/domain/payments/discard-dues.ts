import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { type Sql, sql } from '../../db/sql'
import { act } from '../access/act'
import type { Principal } from '../access/principal'
import { bookFacts, selectBook } from '../book/book-facts'
import { type DuesRun, requireRun, runName, selectRuns } from '../dues/runs'
import { recordEvents } from '../events/record'
import { refusedAt } from '../shared/error-list'
import { singleLine } from '../shared/text'
import { validate } from '../shared/validation'
import { type FeeFacts, selectFeesOf } from './fee-facts'
import { writeCancellation } from './refresh'
import { feeActStatements } from './write'

/** The body that takes a run of dues back. */
export const duesDiscard = z
  .strictObject({
    reason: singleLine(500),
    keep: z
      .boolean()
      .nullish()
      .describe(
        '`true` leaves fees that are paid or in a direct debit as they are, and takes the others back',
      ),
  })
  .meta({ examples: [{ reason: 'The prices of last year' }] })

const TO_DISCARD = { permission: 'fees:write' } as const

/**
 * Takes a run of dues back: cancels its fees as a mistake and forgets its parts, so that the period can be claimed again. A run of
 * which fees were kept stays with these. Returns the run as JSON. Two trips. Throws `permission_missing`, `not_found`, and
 * `invalid` for a run that is discarded or, unless they are kept, has fees with money or in a direct debit.
 */
export async function discardDues(
  principal: Principal,
  { id, body }: { id: string; body: Record<string, unknown> },
): Promise<string> {
  return act(principal, TO_DISCARD, async (tx) => {
    const workspace = tx.workspace()
    const rows = await tx.read({
      runs: selectRuns(workspace, sql`dues_runs.id = ${id}`),
      fees: selectFeesOf(
        workspace,
        sql`
          SELECT DISTINCT fee_id AS id FROM dues_parts INDEXED BY dues_parts_by_run
          WHERE workspace_id = ${workspace} AND run_id = ${id} AND fee_id IS NOT NULL`,
      ),
      ...selectBook(workspace),
    })
    const run = requireRun(rows.runs)
    const { reason, keep } = validate(duesDiscard, body)
    if (run.state === 'discarded') throw refusedAt('run_id', { code: 'run_discarded' })
    const kept = rows.fees.filter(hasMoney)
    if (kept.length > 0 && keep !== true)
      throw refusedAt('keep', { code: 'fees_with_money', count: kept.length })
    if (kept.length === rows.fees.length)
      throw refusedAt('keep', { code: 'fees_with_money', count: kept.length })
    const fees = rows.fees.filter((fee) => !hasMoney(fee) && fee.status !== 'cancelled')
    const after = discarded(run, kept, reason)
    return tx.finish(JSON.stringify(after), {
      same: failUnless(sql`EXISTS (
        SELECT 1 FROM dues_runs WHERE workspace_id = ${tx.writable()} AND id = ${id} AND state = 'claimed'
          AND count = ${run.count})`),
      written: feeActStatements(tx, {
        fees,
        book: bookFacts(rows),
        extra: (writable) => [
          ...writeCancellation(
            writable,
            fees.map(({ id }) => id),
            { kind: 'mistake', reason },
          ),
          ...forgetParts(writable, id, kept),
          sql`
            UPDATE dues_runs SET state = ${after.state}, count = ${after.count}, amount = ${after.amount},
              discard_reason = ${reason}
            WHERE workspace_id = ${writable} AND id = ${id}`,
        ],
        events: [{ action: 'fee.cancelled', reason }],
      }),
      recorded: recordEvents(tx.actor, tx.writable(), { action: 'dues.discarded', subject: 'dues_run' }, [
        {
          ...{ id, name: runName(run) },
          changes: {
            count: [run.count, kept.length],
            amount: [run.amount, sumOf(kept)],
            reason: [null, reason],
          },
        },
      ]),
    })
  })
}

const hasMoney = ({ status, paid_amount }: FeeFacts): boolean => status === 'collecting' || paid_amount > 0

const sumOf = (fees: readonly FeeFacts[]): number => fees.reduce((sum, { amount }) => sum + amount, 0)

/** The run afterwards: discarded with the sums that it had, or claimed still with what was kept of it. */
const discarded = (run: DuesRun, kept: readonly FeeFacts[], reason: string): DuesRun => ({
  ...run,
  discard_reason: reason,
  ...(kept.length > 0 ? { count: kept.length, amount: sumOf(kept) } : { state: 'discarded' }),
})

/** Deletes the parts of a run but for those of kept fees. A part of 0 stays if its person keeps another one. */
function forgetParts(workspace: Sql, runId: string, kept: readonly FeeFacts[]): Sql[] {
  const fees = JSON.stringify(kept.map(({ id }) => id))
  const persons = JSON.stringify([...new Set(kept.map(({ person_id }) => person_id))])
  return [
    sql`
      DELETE FROM dues_parts INDEXED BY dues_parts_by_run WHERE workspace_id = ${workspace} AND run_id = ${runId}
        AND NOT iif(fee_id IS NULL, person_id IN (SELECT value FROM json_each(${persons})),
          fee_id IN (SELECT value FROM json_each(${fees})))`,
  ]
}
