import { type Db, retryOnConflict, trip, WriteConflict } from '../../../db/client'
import { sql } from '../../../db/sql'
import { type ActingRequest, actorOf } from '../../access/actor'
import { DISPLAY_NAME } from '../../persons/person'
import { sha256 } from '../../shared/hash'
import { newToken } from '../../shared/token'
import { portalOpenTo } from '../coverage'
import type { MandateNotice } from './grant'
import { withdrawalStatements } from './withdraw'

/** How long a mandate can be taken back by the link in its mail. */
const LINK_SECONDS = 14 * 86_400

/** What KV stores of such a link, under the hash of its token. */
type MandateLink = {
  kind: 'mandate'
  workspace_id: string
  person_id: string
  reference: string
  expires_at: string
}

/** Makes the link that takes a mandate back, and returns its token. One put. */
export async function storeMandateLink(
  links: KVNamespace,
  { person_workspace_id, person_id, reference, requested_at }: MandateNotice,
): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(Date.parse(requested_at) + LINK_SECONDS * 1000).toISOString()
  const link: MandateLink = {
    kind: 'mandate',
    workspace_id: person_workspace_id,
    person_id,
    reference,
    expires_at: expiresAt,
  }
  await links.put(sha256(token), JSON.stringify(link), { expirationTtl: LINK_SECONDS })
  return token
}

/**
 * Takes a mandate back that was given in the portal, by the link in its mail, as its withdrawal does. `over` if the person
 * has another mandate by now, or none; `gone` for a token that is unknown or has expired. A read of KV, and two trips.
 */
export async function takeMandateBack(
  db: Db,
  links: KVNamespace,
  { token, ...request }: ActingRequest & { token: string },
): Promise<'back' | 'over' | 'gone'> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return 'gone'
  const link = await links.get<MandateLink>(sha256(token), 'json')
  if (link?.kind !== 'mandate' || link.expires_at <= request.now.toISOString()) return 'gone'
  const { workspace_id: workspaceId, person_id: id, reference } = link
  const ofPersonSql = sql`
    persons.workspace_id = ${workspaceId} AND list_id = 'members' AND area = 'regular' AND persons.id = ${id}`
  return retryOnConflict(async () => {
    const { held } = await trip(db, {
      held: sql<{ revision: number; isHeld: 0 | 1 }>`
        SELECT revision, coalesce(lower(sepa_mandate ->> 'reference') = lower(${reference}), FALSE) AS isHeld
        FROM persons WHERE ${ofPersonSql} AND ${portalOpenTo(sql`${workspaceId}`)} IS NOT NULL`,
    })
    const [person] = held
    if (!person) return 'gone'
    if (!person.isHeld) return 'over'
    const actor = actorOf(request, {
      kind: 'member',
      door: 'portal',
      id: sql`${id}`,
      name: sql`(SELECT ${DISPLAY_NAME} FROM persons WHERE ${ofPersonSql})`,
    })
    const workspace = sql`(SELECT workspace_id FROM persons WHERE ${ofPersonSql})`
    const { changed } = await trip(
      db,
      withdrawalStatements(actor, workspace, { id, revision: person.revision }, reference),
    )
    if (changed.length === 0) throw new WriteConflict()
    return 'back'
  })
}
