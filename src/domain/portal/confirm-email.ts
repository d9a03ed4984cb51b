import { and, eq } from 'drizzle-orm'
import { type Db, retryOnConflict, trip, WriteConflict } from '../../db/client'
import { type WorkspaceRow, workspaces } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { type ActingRequest, actorOf } from '../access/actor'
import { inList } from '../access/principal'
import { endAddressRest, keepGiven } from '../persons/guards'
import { followAddress } from '../persons/old-addresses'
import { DISPLAY_NAME } from '../persons/person'
import { setValues } from '../persons/set-values'
import { sha256 } from '../shared/hash'
import { newToken } from '../shared/token'
import type { EmailConfirmation } from './change-email'
import { portalOpenTo } from './coverage'
import { canChangeEmail, OPEN_PORTAL, portalFields } from './settings'

/** A mail that asks an address to confirm itself: for which workspace, with which token, until when. */
export type EmailToConfirm = { workspace: WorkspaceRow; token: string; expiresAt: string }

/**
 * Makes the token by which a new address is confirmed; an earlier one ends. Undefined where the change was withdrawn, was
 * replaced, or has expired. One trip.
 */
export async function createConfirmation(
  db: Db,
  { now, confirmation }: { now: Date; confirmation: EmailConfirmation },
): Promise<EmailToConfirm | undefined> {
  const { workspace_id, email, persons, requested_at } = confirmation
  const token = newToken()
  const named = sql`
    SELECT value ->> 'workspace_id', value ->> 'person_id' FROM json_each(${JSON.stringify(persons)})`
  const rows = await trip(db, {
    workspaces: db
      .select()
      .from(workspaces)
      .where(and(eq(workspaces.id, workspace_id), OPEN_PORTAL)),
    changes: sql<{ expiresAt: string }>`
      UPDATE email_changes SET token_hash = ${sha256(token)}
      WHERE (workspace_id, person_id) IN (${named}) AND email = ${email} AND requested_at = ${requested_at}
        AND expires_at > ${now.toISOString()}
      RETURNING expires_at AS expiresAt`,
  })
  const [[workspace], [change]] = [rows.workspaces, rows.changes]
  return workspace && change && { workspace, token, expiresAt: change.expiresAt }
}

/**
 * Writes the new address that a token confirms to the persons who still have the address that they saw, with an event
 * for each. `overtaken` if all of them have another one by now; `gone` for a token that is unknown or has expired, and
 * if members cannot change their address any more. From then on the address rests, unless the old one has agreed. The
 * same token may come twice. Two trips.
 */
export async function confirmEmail(
  db: Db,
  { token, ...request }: ActingRequest & { token: string },
): Promise<'confirmed' | 'overtaken' | 'gone'> {
  const hash = sha256(token)
  return retryOnConflict(async () => {
    const { requested } = await trip(db, { requested: selectChanges(hash, request.now) })
    const changes = requested.filter((portal) => canChangeEmail(portalFields(portal, [])))
    if (changes.length === 0) return 'gone'
    const waiting = changes.filter(({ stored, replaces, email }) => stored === replaces && stored !== email)
    if (waiting.length > 0) {
      const { written } = await trip(db, {
        written: waiting.flatMap((change) => applyChange(request, hash, change)),
      })
      if (written.length < waiting.length) throw new WriteConflict()
    }
    const isDone = waiting.length > 0 || changes.some(({ stored, email }) => stored === email)
    return isDone ? 'confirmed' : 'overtaken'
  })
}

type Change = {
  workspaceId: string
  id: string
  revision: number
  email: string
  replaces: string | null
  stored: string | null
  /** What the portal of the person offers now. */
  portalFunctions: string
  portalFields: string
}

const selectChanges = (hash: string, now: Date): Sql<Change> => sql<Change>`
  SELECT persons.workspace_id AS workspaceId, persons.id, persons.revision, change.email, change.replaces,
    persons.email AS stored, portal_functions AS portalFunctions, portal_fields AS portalFields
  FROM email_changes AS change CROSS JOIN persons CROSS JOIN workspaces AS portal
  WHERE change.token_hash = ${hash} AND change.expires_at > ${now.toISOString()}
    AND persons.workspace_id = change.workspace_id AND persons.list_id = 'members' AND persons.area = 'regular'
    AND persons.id = change.person_id AND portal.id = ${portalOpenTo(sql`change.workspace_id`)}`

function applyChange(request: ActingRequest, hash: string, change: Change): Sql[] {
  const { workspaceId, id, email } = change
  const changeSql = sql`token_hash = ${hash} AND workspace_id = ${workspaceId} AND person_id = ${id}`
  const workspace = sql`(SELECT workspace_id FROM email_changes WHERE ${changeSql})`
  const actor = actorOf(request, {
    kind: 'member',
    door: 'portal',
    id: sql`${id}`,
    name: sql`(
      SELECT ${DISPLAY_NAME} FROM persons
      WHERE workspace_id = ${workspaceId} AND list_id = 'members' AND area = 'regular' AND persons.id = ${id})`,
  })
  const { recorded, changed } = setValues(actor, workspace, change, { email })
  // From now on a third address is not replaced, not even if the first one comes back.
  const settled = sql`
    UPDATE email_changes SET replaces = email WHERE ${changeSql} AND EXISTS (
      SELECT 1 FROM persons WHERE ${inList(sql`email_changes.workspace_id`, 'members')} AND area = 'regular'
        AND persons.id = email_changes.person_id AND persons.email = email_changes.email)`
  const writtenSql = sql`persons.id = ${id} AND persons.email = ${email}`
  const rest = keepGiven(workspace, 'address_given_at', writtenSql, request.now)
  const followed = followAddress(workspace, { id, from: change.replaces, to: email })
  const agreedSql = sql`EXISTS (
    SELECT 1 FROM email_reversals AS old CROSS JOIN email_changes AS change
    WHERE change.token_hash = ${hash} AND change.workspace_id = portal_guards.workspace_id
      AND change.person_id = portal_guards.person_id
      AND old.workspace_id = change.workspace_id AND old.person_id = change.person_id
      AND old.requested_at = change.requested_at AND old.agreed_at IS NOT NULL)`
  return [...recorded, changed, settled, followed, rest, endAddressRest(workspace, id, agreedSql)]
}
