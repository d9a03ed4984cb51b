import { and, eq } from 'drizzle-orm'
import { type Db, retryOnConflict, trip } from '../../../db/client'
import { type WorkspaceRow, workspaces } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { type ActingRequest, actorOf } from '../../access/actor'
import { LEAVE_REASON } from '../../person-fields/fields'
import { DISPLAY_NAME } from '../../persons/person'
import { failUnlessAsRead } from '../../persons/store/undo'
import { writePatch } from '../../persons/store/write'
import { sha256 } from '../../shared/hash'
import { newToken } from '../../shared/token'
import { recordOfPerson } from '../record-of-person'
import { OPEN_PORTAL } from '../settings'
import { failUnlessSame, type ResignationRow, writeResignation } from './resignation'
import type { ResignationMail } from './send'

/** A mail that has a resignation confirmed: to whom, about whom, with which token, until when. */
export type ResignationToConfirm = {
  workspace: WorkspaceRow
  to: string
  name: string
  leaveDate: string
  token: string
  expiresAt: string
}

/** Makes the token by which a resignation is confirmed; an earlier one ends. Undefined if it waits no more. One trip. */
export async function createResignationToken(
  db: Db,
  { now, mail }: { now: Date; mail: ResignationMail },
): Promise<ResignationToConfirm | undefined> {
  const token = newToken()
  const waitingSql = sql`workspace_id = ${mail.workspace_id} AND id = ${mail.resignation_id} AND state = 'sent'
    AND expires_at > ${now.toISOString()}`
  const rows = await trip(db, {
    portals: db
      .select()
      .from(workspaces)
      .where(and(eq(workspaces.id, mail.portal_id), OPEN_PORTAL)),
    made: sql<{ leaveDate: string; expiresAt: string }>`
      UPDATE resignations SET token_hash = ${sha256(token)} WHERE ${waitingSql}
      RETURNING leave_date AS leaveDate, expires_at AS expiresAt`,
    readers: selectReader(mail),
  })
  const [[workspace], [made], [reader]] = [rows.portals, rows.made, rows.readers]
  if (!workspace || !made || !reader?.to) return undefined
  return { workspace, token, ...made, to: reader.to, name: reader.name }
}

/** To whom mails about a resignation go, who sent it, and the name of the member. Nobody who has died gets one. */
export const selectReader = ({
  workspace_id,
  resignation_id,
}: Pick<ResignationMail, 'workspace_id' | 'resignation_id'>): Sql<{
  to: string | null
  name: string
}> => sql<{
  to: string | null
  name: string
}>`
  SELECT sender.email AS "to", (
      SELECT ${DISPLAY_NAME} FROM persons WHERE persons.workspace_id = resignations.workspace_id
        AND persons.list_id = 'members' AND persons.area = 'regular' AND persons.id = person_id) AS name
  FROM resignations CROSS JOIN persons AS sender ON sender.workspace_id = resignations.workspace_id
    AND sender.list_id IN ('members', 'contacts') AND sender.area = 'regular' AND sender.id = sent_by
  WHERE resignations.workspace_id = ${workspace_id} AND resignations.id = ${resignation_id}
    AND sender.leave_reason IS NOT 'deceased'`

/** A resignation behind a link, with what its page says. */
export type LinkedResignation = ResignationRow & {
  workspaceId: string
  name: string
  storedLeaveDate: string | null
  personRevision: number
  takesEffect: 'by_staff' | 'at_once'
  /** 1 if a custom column has the key of the reason. */
  isTaken: 0 | 1
}

/** Gets the resignation of a link; undefined for a token that is unknown or has expired unused. One trip. */
export async function viewLinkedResignation(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<LinkedResignation | undefined> {
  const { found } = await trip(db, { found: selectLinked(token, now) })
  return found[0]
}

const selectLinked = (token: string, now: Date): Sql<LinkedResignation> => sql<LinkedResignation>`
  SELECT resignations.*, resignations.workspace_id AS workspaceId, ${DISPLAY_NAME} AS name, persons.leave_date AS storedLeaveDate,
    persons.revision AS personRevision, own.resignations_take_effect AS takesEffect, EXISTS (
      SELECT 1 FROM custom_columns WHERE custom_columns.workspace_id = resignations.workspace_id
        AND custom_columns.list_id = 'members' AND custom_columns.external_id = ${LEAVE_REASON}) AS isTaken
  FROM resignations CROSS JOIN persons CROSS JOIN workspaces AS own
  WHERE token_hash = ${sha256(token)} AND (state <> 'sent' OR expires_at > ${now.toISOString()})
    AND persons.workspace_id = resignations.workspace_id AND persons.list_id = 'members' AND persons.area = 'regular'
    AND persons.id = resignations.person_id AND own.id = resignations.workspace_id`

/** What became of a resignation by its link, and the mail that says so; none for one that was confirmed before. */
export type ConfirmedResignation = {
  outcome: 'confirmed' | 'accepted' | 'withdrawn' | 'gone'
  leaveDate?: string
  notice?: ResignationNotice
}

/** A mail that says in text form what became of a resignation. */
export type ResignationNotice = {
  workspace_id: string
  resignation_id: string
  what: 'received' | 'accepted' | 'withdrawn' | 'kept'
  requested_at: string
}

/**
 * Confirms the resignation of a link. It counts from when it was sent. Unless staff decide or it is for a cause, the membership
 * ends by it; one that ends earlier already stays as it is. The same link may come twice. Two trips.
 */
export async function confirmResignation(
  db: Db,
  { token, ...request }: ActingRequest & { token: string },
): Promise<ConfirmedResignation> {
  const { now } = request
  return retryOnConflict(async () => {
    const found = await viewLinkedResignation(db, { token, now })
    if (!found) return { outcome: 'gone' }
    const { id, person_id: personId, workspaceId, leave_date: leaveDate, note, storedLeaveDate } = found
    if (found.state !== 'sent') return { outcome: found.state, leaveDate: storedLeaveDate ?? leaveDate }
    const at = now.toISOString()
    const ends = found.takesEffect === 'at_once' && found.cause === null
    const workspace = sql`${workspaceId}`
    const actor = actorOf(request, {
      kind: 'member',
      door: 'portal',
      id: sql`${found.sent_by}`,
      name: sql`(SELECT ${DISPLAY_NAME} FROM persons WHERE persons.workspace_id = ${workspaceId}
        AND persons.list_id IN ('members', 'contacts') AND persons.area = 'regular' AND persons.id = ${found.sent_by})`,
    })
    const isLater = storedLeaveDate === null || storedLeaveDate > leaveDate
    const patch = { leave_date: leaveDate, ...(!found.isTaken && { leave_reason: 'left', leave_note: note }) }
    await trip(db, {
      same: failUnlessSame(workspace, found),
      asRead: failUnlessAsRead(
        workspace,
        'members',
        JSON.stringify([[personId, 'regular', found.personRevision]]),
      ),
      resigned: recordOfPerson(
        actor,
        workspace,
        { action: 'person.resigned', subject: 'member' },
        {
          personId,
          changes: { resignation_for: [null, leaveDate] },
        },
      ),
      ...(ends && isLater && writePatch(actor, workspace, 'members', personId, patch, found.personRevision)),
      written: writeResignation(workspace, found, {
        state: ends ? 'accepted' : 'confirmed',
        confirmed_at: at,
        ...(ends && { accepted_at: at }),
      }),
    })
    const notice: ResignationNotice = {
      workspace_id: workspaceId,
      resignation_id: id,
      what: ends ? 'accepted' : 'received',
      requested_at: at,
    }
    return { outcome: ends ? 'accepted' : 'confirmed', leaveDate, notice }
  })
}
