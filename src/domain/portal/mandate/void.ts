import { type Db, retryOnConflict, trip, WriteConflict } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import { type Actor, serviceActor } from '../../access/actor'
import { REST_SECONDS } from '../../persons/guards'
import { REVERSAL_SECONDS } from '../../persons/old-addresses'
import { anywhereIn } from '../../persons/payers/facts'
import { newId } from '../../shared/ids'
import { uniqueStrings } from '../../shared/text'
import { type Grantor, grantorSince, heldReference, reversalStatements } from './reversals'

/** A mail that tells an address that a mandate is void. */
export type VoidNotice = {
  /** The workspace of the person. */
  workspace_id: string
  to: string
  reference: string
  requested_at: string
}

/** How many persons a slice looks at. */
const SLICE = 40

type Voidable = Grantor & {
  confirmedBy: string
  email: string | null
  /** When the first of its mandates was given. */
  givenAt: string
}

type Voiding = {
  workspaceId: string
  now: Date
  tell: (notices: VoidNotice[]) => Promise<void>
}

/** Returns the ids of the workspaces with mandates that {@link voidMandates} voids. One trip; the mandates of two days. */
export async function listWorkspacesToVoid(db: Db, now: Date): Promise<string[]> {
  const { found } = await trip(db, {
    found: sql<{ id: string }>`
      SELECT DISTINCT given.workspace_id AS id
      FROM mandate_reversals AS given INDEXED BY mandate_reversals_by_expiry ${WITH_PERSON} WHERE ${voidableSql(now)}`,
  })
  return found.map(({ id }) => id)
}

/**
 * Voids mandates of a workspace that were given online, whose confirming address was changed before they could be collected, and to
 * which it has not agreed: whoever gave one may have taken the address over. Both addresses are told first. 40 persons at a time;
 * returns whether these were all. A trip, and two for each person.
 */
export async function voidMandates(db: Db, { workspaceId, now, tell }: Voiding): Promise<{ isAll: boolean }> {
  const { voidable } = await trip(db, { voidable: selectVoidable(workspaceId, now) })
  for (const person of voidable) {
    const { id, confirmedBy, email, givenAt } = person
    const reference = heldReference(person)
    if (reference === undefined) continue
    const addresses = uniqueStrings([confirmedBy, email])
    await tell(
      addresses.map((to) => ({ workspace_id: workspaceId, to, reference, requested_at: now.toISOString() })),
    )
    const actor = serviceActor({ requestId: newId('bat', now), now })
    // A person who has just changed is read again, so that the others do not wait for the next hour.
    await retryOnConflict(() =>
      voidMandatesSince(db, actor, sql`${workspaceId}`, { id, requestedAt: givenAt, now }),
    )
  }
  return { isAll: voidable.length < SLICE }
}

/**
 * Voids the mandates of a person that were given in the portal since an instant, by somebody who had taken its address over. Two
 * trips. Throws `WriteConflict`.
 */
export async function voidMandatesSince(
  db: Db,
  actor: Actor,
  workspace: Sql,
  { id, requestedAt, now }: { id: string; requestedAt: string; now: Date },
): Promise<void> {
  const { held } = await trip(db, {
    held: sql<Grantor>`
      SELECT ${grantorSince(sql`${requestedAt}`)} FROM persons WHERE ${anywhereIn(workspace)} AND persons.id = ${id}`,
  })
  const [person] = held
  if (!person || heldReference(person) === undefined) return
  const { changed } = await trip(
    db,
    reversalStatements(actor, workspace, person, { action: 'person.mandate_voided', now }),
  )
  if (changed.length === 0) throw new WriteConflict()
}

/** The persons of {@link voidMandates}, each with the first such mandate and those after it. */
const selectVoidable = (workspaceId: string, now: Date): Sql<Voidable> => sql<Voidable>`
  SELECT given.confirmed_by AS confirmedBy, persons.email, min(given.granted_at) AS givenAt,
    ${grantorSince(sql`given.granted_at`)}
  FROM mandate_reversals AS given ${WITH_PERSON} WHERE given.workspace_id = ${workspaceId} AND ${voidableSql(now)}
  GROUP BY given.person_id LIMIT ${SLICE}`

const WITH_PERSON = sql`CROSS JOIN persons
  LEFT JOIN portal_guards AS guard ON guard.workspace_id = given.workspace_id AND guard.person_id = given.person_id`

/**
 * The condition that a mandate `given` is to be voided, whose person has the last one that it was given. Nothing dates the changes of
 * contacts.
 */
const voidableSql = (now: Date): Sql => sql`
  given.expires_at > ${expiryOf(now, 2 * REST_SECONDS)} AND given.taken_back_at IS NULL
    AND ${anywhereIn(sql`given.workspace_id`)} AND persons.id = given.person_id
    AND lower(given.confirmed_by) <> coalesce(lower(persons.email), '')
    AND iif(persons.list_id = 'contacts', ${now.toISOString()}, guard.address_changed_at) BETWEEN given.granted_at
      AND strftime('%Y-%m-%dT%H:%M:%fZ', given.granted_at, ${`+${REST_SECONDS} seconds`})
    AND lower(persons.sepa_mandate ->> 'reference') = (
      SELECT lower(reference) FROM mandate_reversals AS last
      WHERE last.workspace_id = given.workspace_id AND last.person_id = given.person_id AND taken_back_at IS NULL
      ORDER BY granted_at DESC LIMIT 1)`

/** When the links expire of mandates that were given some seconds ago. */
const expiryOf = (now: Date, ago: number): string =>
  new Date(now.getTime() + (REVERSAL_SECONDS - ago) * 1000).toISOString()
