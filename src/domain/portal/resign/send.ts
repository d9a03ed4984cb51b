import * as z from 'zod'
import { failUnless } from '../../../db/guard'
import { sql } from '../../../db/sql'
import { act } from '../../access/act'
import type { Need } from '../../access/principal'
import type { Issue } from '../../shared/error-list'
import { newId } from '../../shared/ids'
import { lastDayAfter } from '../../shared/last-day'
import { date, singleLine } from '../../shared/text'
import { validate } from '../../shared/validation'
import type { PortalPrincipal } from '../principal'
import { recordOfPerson } from '../record-of-person'
import type { PortalSession } from '../sessions'
import { CONFIRM_SECONDS } from './resignation'
import { type MyResignation, staysSql, viewMyResignation } from './view'

/** What a member sends; `acts_for_all` is needed for a minor. */
export const resignationInput = z.object({
  leave_date: date,
  cause: singleLine(500).nullable(),
  note: singleLine(500).nullable(),
  acts_for_all: z.boolean(),
})

/** A mail with the link that confirms a resignation; the consumer of the queue makes it, so that only the mail has it. */
export type ResignationMail = {
  /** The workspace whose portal it is, and that of the member. */
  portal_id: string
  workspace_id: string
  resignation_id: string
  requested_at: string
}

export const TO_RESIGN: Need = { portalRights: ['resign'] }

/**
 * Takes a resignation in, which counts from now once the mail to the stored address of the sender has confirmed it. Two trips.
 * Throws what `viewMyResignation` throws, and `invalid`: a day before the notice ends needs a cause, and a member whose
 * membership ends already, who has resigned, who is a minor or has no address is refused under `resignation`.
 */
export async function sendResignation(
  principal: PortalPrincipal,
  { body, forId }: { body: Record<string, unknown>; forId?: string | undefined },
): Promise<ResignationMail> {
  return act(principal, TO_RESIGN, async (tx) => {
    const mine = await viewMyResignation(tx, { forId })
    const { session, member } = mine
    const input = validate(resignationInput, body, (given) => issuesOf(mine, given))
    const workspace = tx.writable()
    const id = newId('rsg', tx.now)
    const sentAt = tx.now.toISOString()
    const expiresAt = new Date(tx.now.getTime() + CONFIRM_SECONDS * 1000).toISOString()
    const mineSql = sql`workspace_id = ${workspace} AND person_id = ${member.id}`
    await tx.write({
      asRead: failUnless(staysSql(workspace, member)),
      // Two that are sent at the same moment are one.
      forgotten: sql`DELETE FROM resignations WHERE ${mineSql} AND state = 'sent' AND expires_at <= ${sentAt}`,
      only: failUnless(
        sql`NOT EXISTS (SELECT 1 FROM resignations WHERE ${mineSql} AND state IN ('sent', 'confirmed'))`,
      ),
      recorded: recordOfPerson(
        tx.actor,
        workspace,
        { action: 'person.resignation_sent', subject: 'member' },
        {
          personId: member.id,
          changes: { resignation_for: [null, input.leave_date] },
        },
      ),
      sent: sql`
        INSERT INTO resignations (workspace_id, id, person_id, leave_date, cause, note, sent_at, sent_by, state, expires_at)
        SELECT ${workspace}, ${id}, ${member.id}, ${input.leave_date}, ${input.cause}, ${input.note}, ${sentAt},
          ${senderOf(session)}, 'sent', ${expiresAt}`,
    })
    return {
      portal_id: session.workspace.id,
      workspace_id: session.person.workspaceId,
      resignation_id: id,
      requested_at: sentAt,
    }
  })
}

/** Who sends a resignation: the person of a session, or the guardian by whom it is opened. */
const senderOf = ({ person: { id, isWard, guardian } }: PortalSession): string =>
  isWard && guardian ? guardian.id : id

function* issuesOf(mine: MyResignation, given: Record<string, unknown>): Iterable<Issue> {
  const { isMinor, isForMinor, session, email, leaveDate, resignation, notice, proposed } = mine
  const refused = (
    code: 'minor_resigns' | 'address_missing' | 'already_ending' | 'already_resigned',
  ): Issue => [['resignation'], { code }]
  if (isMinor || (session.isPayer && !isForMinor)) yield refused('minor_resigns')
  else if (resignation) yield refused('already_resigned')
  else if (leaveDate !== null) yield refused('already_ending')
  else if (!email) yield refused('address_missing')
  if (isForMinor && given.acts_for_all !== true) yield [['acts_for_all'], { code: 'required' }]
  const { leave_date: day, cause } = given
  if (typeof day !== 'string') return
  if (day < session.context.today) yield [['leave_date'], { code: 'last_day_past' }]
  else if (cause) return
  else if (day < proposed) yield [['leave_date'], { code: 'before_notice', day: proposed }]
  else if (lastDayAfter(day, { ...notice, notice_weeks: 0 }) !== day)
    yield [['leave_date'], { code: 'not_an_end', day: lastDayAfter(day, { ...notice, notice_weeks: 0 }) }]
}
