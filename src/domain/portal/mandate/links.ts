import { type Db, retryOnConflict, trip, WriteConflict } from '../../../db/client'
import { sql } from '../../../db/sql'
import { type ActingRequest, actorOf } from '../../access/actor'
import { REVERSAL_SECONDS } from '../../persons/old-addresses'
import { anywhereIn, regularIn } from '../../persons/payers/facts'
import { DISPLAY_NAME } from '../../persons/person'
import { sha256 } from '../../shared/hash'
import { newToken } from '../../shared/token'
import { portalOpenTo } from '../coverage'
import type { MandateNotice } from './grant'
import { type Grantor, grantorSince, hasReference, heldReference, reversalStatements } from './reversals'
import { withdrawalStatements } from './withdraw'

/** What KV stores of such a link, under the hash of its token. */
type MandateLink = {
  kind: 'mandate'
  workspace_id: string
  person_id: string | null
  reference: string
  /** When it was given; absent in links of an earlier version. */
  granted_at?: string
  door?: 'join'
  expires_at: string
}

/** Makes the link that takes a mandate back, and returns its token. One put. */
export async function storeMandateLink(
  links: KVNamespace,
  { person_workspace_id, person_id, reference, door, requested_at }: MandateNotice,
): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(Date.parse(requested_at) + REVERSAL_SECONDS * 1000).toISOString()
  const link: MandateLink = {
    kind: 'mandate',
    workspace_id: person_workspace_id,
    person_id,
    reference,
    granted_at: requested_at,
    ...(door && { door }),
    expires_at: expiresAt,
  }
  await links.put(sha256(token), JSON.stringify(link), { expirationTtl: REVERSAL_SECONDS })
  return token
}

/**
 * Takes a mandate back that was given online, by the link in its mail, with those that were given in the portal after it: the person
 * has account, method and mandate as before, or pays by bank transfer after the mandate of an application. That one is also taken
 * back while the application waits, from a contact who pays, and without a portal. `over` if the person has another mandate by
 * now, or none; `gone` for a token that is unknown or has expired. A read of KV, and two trips.
 */
export async function takeMandateBack(
  db: Db,
  links: KVNamespace,
  { token, ...request }: ActingRequest & { token: string },
): Promise<'back' | 'over' | 'gone'> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return 'gone'
  const link = await links.get<MandateLink>(sha256(token), 'json')
  if (link?.kind !== 'mandate' || link.expires_at <= request.now.toISOString()) return 'gone'
  const { workspace_id: workspaceId, reference, granted_at = null } = link
  const isOfForm = link.door === 'join'
  const idSql = sql`coalesce(${link.person_id}, (
    SELECT person_id FROM mandates WHERE workspace_id = ${workspaceId} AND reference_key = lower(${reference})))`
  const among = (isOfForm ? anywhereIn : regularIn)(sql`${workspaceId}`)
  const ofPersonSql = sql`${among} AND persons.id = ${idSql}`
  const openSql = isOfForm ? sql`TRUE` : sql`${portalOpenTo(sql`${workspaceId}`)} IS NOT NULL`
  return retryOnConflict(async () => {
    const { held } = await trip(db, {
      held: sql<Grantor>`
        SELECT ${grantorSince(sql`${granted_at}`)} FROM persons WHERE ${ofPersonSql} AND ${openSql}`,
    })
    const [person] = held
    if (!person) return 'gone'
    const isHeld = granted_at === null ? hasReference(person.mandate, reference) : heldReference(person)
    if (!isHeld) return 'over'
    const actor = actorOf(request, {
      kind: 'member',
      door: 'portal',
      id: sql`${person.id}`,
      name: sql`(SELECT ${DISPLAY_NAME} FROM persons WHERE ${ofPersonSql})`,
    })
    const workspace = sql`(SELECT workspace_id FROM persons WHERE ${ofPersonSql})`
    const { changed } = await trip(
      db,
      granted_at === null
        ? withdrawalStatements(actor, workspace, person, { references: [reference] })
        : reversalStatements(actor, workspace, person, {
            action: 'person.mandate_reversed',
            now: request.now,
          }),
    )
    if (changed.length === 0) throw new WriteConflict()
    return 'back'
  })
}
