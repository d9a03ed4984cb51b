import { failUnless } from '../../../db/guard'
import { NOW } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import { act, only } from '../../access/act'
import type { Actor } from '../../access/actor'
import { MANDATE, PAYMENT_METHOD } from '../../person-fields/fields'
import { writePatch } from '../../persons/store/write'
import { DomainError } from '../../shared/errors'
import type { PortalPrincipal } from '../principal'
import { hasRevisionSql, recordOfMember } from '../record-of-member'
import { mayWithdrawMandate, type RunningDebit, viewMyMandate } from './view'

/**
 * The statements that withdraw the mandate of a member as it was read: the person pays by bank transfer, and nothing more is
 * collected under its reference, which nobody gets again.
 */
export function withdrawalStatements(
  actor: Actor,
  workspace: Sql,
  person: { id: string; revision: number },
  reference: string,
) {
  const patch = { [MANDATE]: null, [PAYMENT_METHOD]: 'bank_transfer' }
  const { recorded, changed } = writePatch(actor, workspace, 'members', person.id, patch, person.revision)
  return {
    withdrawn: recordOfMember(actor, workspace, 'person.mandate_withdrawn', {
      personId: person.id,
      changes: { [MANDATE]: [{ reference }, null] },
      condition: hasRevisionSql(person.revision),
    }),
    recorded,
    changed,
    ended: sql`
      UPDATE mandates SET ended_at = ${NOW}, end_reason = 'withdrawn'
      WHERE workspace_id = ${workspace} AND reference_key = lower(${reference}) AND person_id = ${person.id}
        AND ended_at IS NOT NULL`,
  }
}

/**
 * Withdraws the mandate of the principal's person. Returns the debits under it that are still under way. Two trips. Throws
 * `not_found` for a person without one, and `permission_missing`.
 */
export async function withdrawMandate(principal: PortalPrincipal): Promise<RunningDebit[]> {
  return act(principal, { portalRights: ['change_account'] }, async (tx) => {
    const mine = await viewMyMandate(tx)
    const { session, debtor, running } = mine
    if (!debtor?.mandateReference || !mayWithdrawMandate(session))
      throw new DomainError('not_found', 'There is no mandate to withdraw.')
    const workspace = tx.writableWorkspace({ portalRights: ['change_account'] })
    const { changed } = await tx.write({
      unchanged: failUnless(sql`${workspace} IS NOT NULL`),
      ...withdrawalStatements(tx.actor, workspace, session.person, debtor.mandateReference),
    })
    only(changed)
    return running
  })
}
