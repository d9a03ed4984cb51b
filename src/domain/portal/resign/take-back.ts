import { sql } from '../../../db/sql'
import { act } from '../../access/act'
import { failUnlessAsRead } from '../../persons/store/undo'
import { writePatch } from '../../persons/store/write'
import type { PortalPrincipal } from '../principal'
import { recordOfPerson } from '../record-of-person'
import type { ResignationNotice } from './confirm'
import { failUnlessSame, writeResignation } from './resignation'
import { TO_RESIGN } from './send'
import { requireResignation, viewMyResignation } from './view'

/** Whether a resignation is taken back, or the association is asked to agree, and the mail that says so. */
export type TakenBack = { outcome: 'withdrawn' | 'asked'; notice?: ResignationNotice }

/**
 * Takes back the resignation of the principal's person, or of a minor for whom it acts: within a day of its confirmation at once,
 * also if the membership ends by it already, later with the yes of the association. Two trips. Throws what `viewMyResignation` throws.
 */
export async function takeBackResignation(
  principal: PortalPrincipal,
  { forId }: { forId?: string | undefined },
): Promise<TakenBack> {
  return act(principal, TO_RESIGN, async (tx) => {
    const mine = await viewMyResignation(tx, { forId })
    const resignation = requireResignation(mine)
    const { member, session } = mine
    const workspace = tx.writable()
    const at = tx.now.toISOString()
    if (!mine.isTakenBackAlone) {
      if (resignation.withdrawal_asked_at !== null) return { outcome: 'asked' }
      await tx.write({
        same: failUnlessSame(workspace, resignation),
        recorded: recordOfPerson(
          tx.actor,
          workspace,
          { action: 'person.resignation_withdrawal_asked', subject: 'member' },
          {
            personId: member.id,
            changes: { resignation_for: [resignation.leave_date, null] },
          },
        ),
        asked: writeResignation(workspace, resignation, { withdrawal_asked_at: at }),
      })
      return { outcome: 'asked' }
    }
    const ended = resignation.state === 'accepted'
    await tx.write({
      same: failUnlessSame(workspace, resignation),
      asRead: failUnlessAsRead(
        workspace,
        'members',
        JSON.stringify([[member.id, member.area, member.revision]]),
      ),
      recorded: recordOfPerson(
        tx.actor,
        workspace,
        { action: 'person.resignation_withdrawn', subject: 'member' },
        {
          personId: member.id,
          changes: { resignation_for: [resignation.leave_date, null] },
        },
      ),
      ...(ended && writePatch(tx.actor, workspace, 'members', member.id, STAYS, member.revision)),
      withdrawn: writeResignation(workspace, resignation, {
        state: 'withdrawn',
        withdrawn_at: at,
        withdrawal_asked_at: null,
      }),
    })
    if (resignation.state === 'sent') return { outcome: 'withdrawn' }
    const notice: ResignationNotice = {
      workspace_id: session.person.workspaceId,
      resignation_id: resignation.id,
      what: 'withdrawn',
      requested_at: at,
    }
    return { outcome: 'withdrawn', notice }
  })
}

/** What a member is again who stays. */
export const STAYS = { leave_date: null, leave_reason: null, leave_note: null }

/** The resignations that staff decide on: those that are confirmed, and those that are to be taken back. */
export const TO_DECIDE_SQL = sql.raw("(state = 'confirmed' OR withdrawal_asked_at IS NOT NULL)")
