import { failUnless } from '../../../db/guard'
import { NOW } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import { act, only } from '../../access/act'
import type { Actor } from '../../access/actor'
import type { ListId } from '../../access/lists'
import type { RunningDebit } from '../../collections/running'
import { MANDATE, PAYMENT_METHOD } from '../../person-fields/fields'
import type { PersonRow } from '../../persons/person'
import type { Patch } from '../../persons/store/patches'
import { writePatch } from '../../persons/store/write'
import { SUBJECT } from '../../persons/subject'
import { DomainError } from '../../shared/errors'
import type { PortalPrincipal } from '../principal'
import { recordOfPerson } from '../record-of-person'
import type { PortalSession } from '../sessions'
import { mayWithdrawMandate, viewMyMandate } from './view'

/** By which act a mandate ends. */
export type WithdrawalAction =
  | 'person.mandate_withdrawn'
  | 'person.mandate_reversed'
  | 'person.mandate_voided'

type Withdrawal = {
  action?: WithdrawalAction
  /** The references that were given, the one that the person has last. */
  references: string[]
  /** What the person has from now on, by stored column. */
  restored?: Patch
}

/**
 * The statements that withdraw the mandate of a member, an applicant or a contact as it was read: the person pays by bank
 * transfer unless something else is restored, and nothing more is collected under its references, which no other mandate gets.
 */
export function withdrawalStatements(
  actor: Actor,
  workspace: Sql,
  person: { id: string; revision: number; list?: ListId; area?: PersonRow['area'] },
  { action = 'person.mandate_withdrawn', references, restored }: Withdrawal,
) {
  const { list = 'members', area = 'regular' } = person
  const patch = { [MANDATE]: null, [PAYMENT_METHOD]: 'bank_transfer', ...restored }
  const before = restored?.[MANDATE] as string | null | undefined
  const { recorded, changed } = writePatch(actor, workspace, list, person.id, patch, person.revision)
  return {
    withdrawn: recordOfPerson(
      actor,
      workspace,
      { action, subject: SUBJECT[list] },
      {
        personId: person.id,
        changes: {
          [MANDATE]: [
            { reference: references.at(-1) },
            before ? { reference: JSON.parse(before).reference } : null,
          ],
        },
        condition: sql`area = ${area} AND revision = ${person.revision}`,
      },
    ),
    recorded,
    changed,
    ended: sql`
      UPDATE mandates SET ended_at = ${NOW}, end_reason = 'withdrawn'
      WHERE workspace_id = ${workspace} AND person_id = ${person.id} AND ended_at IS NOT NULL
        AND reference_key IN (SELECT lower(value) FROM json_each(${JSON.stringify(references)}))`,
  }
}

/**
 * Withdraws the mandate of the principal's person. Returns the debits under it that are still under way. Two trips. Throws
 * `not_found` for a person without one, and `permission_missing`.
 */
export async function withdrawMandate(
  principal: PortalPrincipal,
): Promise<{ running: RunningDebit[]; session: PortalSession }> {
  return act(principal, { portalRights: ['change_account'] }, async (tx) => {
    const mine = await viewMyMandate(tx)
    const { session, debtor, running } = mine
    if (!debtor?.mandateReference || !mayWithdrawMandate(session))
      throw new DomainError('not_found', 'There is no mandate to withdraw.')
    const workspace = tx.writableWorkspace({ portalRights: ['change_account'] })
    const { changed } = await tx.write({
      unchanged: failUnless(sql`${workspace} IS NOT NULL`),
      ...withdrawalStatements(tx.actor, workspace, session.person, {
        references: [debtor.mandateReference],
      }),
    })
    only(changed)
    return { running, session }
  })
}
