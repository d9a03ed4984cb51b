import * as z from 'zod'
import { strictlyAfter } from '../../db/now'
import { sql } from '../../db/sql'
import { act, only } from '../access/act'
import type { Principal } from '../access/principal'
import { recordEvents } from '../events/record'
import { TO_CHARGE } from '../fees/create'
import { namedSql } from '../fees/named-fee'
import { type ReadableFee, selectFees, toApi } from '../fees/readable-fee'
import { DomainError } from '../shared/errors'
import { validate } from '../shared/validation'
import { requireUnchanged } from './fee-facts'
import { requireRevision } from './load-fee'

/** The body that changes a fee. */
export const feeChange = z
  .strictObject({
    due_on: z.iso.date().nullish().describe('By when the fee is to be paid; `null` for no day'),
  })
  .meta({ examples: [{ due_on: '2027-03-31' }] })

/**
 * Sets by when a fee is to be paid; `null` for no day. Two trips. Throws `permission_missing`, `not_found`, `invalid` for a
 * fee with nothing open, and `changed_meanwhile` if it no longer has the `revision`.
 */
export async function setDueDate(
  principal: Principal,
  {
    id: idOrExternalId,
    body,
    revision,
  }: { id: string; body: Record<string, unknown>; revision?: number | undefined },
): Promise<ReadableFee> {
  return act(principal, TO_CHARGE, async (tx) => {
    const rows = await tx.read({
      fees: selectFees(tx.workspace(), namedSql(idOrExternalId)),
      revisions: sql<{ revision: number }>`
          SELECT revision FROM fees WHERE workspace_id = ${tx.workspace()} AND ${namedSql(idOrExternalId)}`,
    })
    const [fee, stored] = [rows.fees[0], rows.revisions[0]]
    if (!fee || !stored) throw new DomainError('not_found', 'There is no such fee.')
    requireRevision(stored, revision)
    const { id } = fee
    const { due_on } = validate(feeChange, body, function* () {
      if (fee.status === 'paid' || fee.status === 'cancelled')
        yield [['fee_id'], { code: 'nothing_open' }] as const
    })
    if (due_on === undefined || due_on === fee.due_on) return toApi(fee)
    const workspace = tx.writable()
    const { changed } = await tx.write({
      guard: requireUnchanged(workspace, [{ id, ...stored }]),
      updated: sql`
        UPDATE fees SET due_on = ${due_on}, revision = revision + 1, updated_at = ${strictlyAfter(sql`updated_at`)}
        WHERE workspace_id = ${workspace} AND id = ${id}`,
      recorded: recordEvents(tx.actor, workspace, { action: 'fee.updated', subject: 'fee' }, [
        { id, name: fee.description, changes: { due_on: [fee.due_on, due_on] } },
      ]),
      changed: selectFees(workspace, sql`fees.id = ${id}`),
    })
    return toApi(only(changed))
  })
}
