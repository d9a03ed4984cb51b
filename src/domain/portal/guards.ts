import { type Sql, sql } from '../../db/sql'
import { inList } from '../access/principal'

/** How long a new address or account that was given in the portal rests: nothing is collected, and no account changed. */
export const REST_SECONDS = 86_400

/** No link holds longer, so that guards from before it keep nothing. */
const KEPT_SECONDS = 15 * 86_400

/** The instant after which what was given rests. */
export const restingSince = (now: Date): string => new Date(now.getTime() - REST_SECONDS * 1000).toISOString()

/** The generation of a person of `persons`, which sessions and links keep. */
export const GENERATION = sql`coalesce((
  SELECT generation FROM portal_guards AS guard
  WHERE guard.workspace_id = persons.workspace_id AND guard.person_id = persons.id), 0)`

/** The condition that a person has kept its address, and nobody has ended its sessions, since a session's link was made. */
export const IS_OF_GENERATION = sql`
  ${GENERATION} <= coalesce(session.generations ->> persons.id, 0)`

/** The statement that ends all sessions and links of members of a workspace, which a condition on `persons` names. */
export const endAccess = (workspace: Sql, condition: Sql, now: Date): Sql => sql`
  INSERT INTO portal_guards (workspace_id, person_id, generation, changed_at)
  SELECT workspace_id, persons.id, ${now.getTime()}, ${now.toISOString()} FROM persons
  WHERE ${inList(workspace, 'members')} AND area = 'regular' AND ${condition}
  ON CONFLICT DO UPDATE SET generation = max(generation + 1, excluded.generation), changed_at = excluded.changed_at`

/** What rests after it was given in the portal. */
export type Given = 'address_given_at' | 'account_given_at'

/** The statement that keeps when members, whom a condition on `persons` names, gave something in the portal. */
export const keepGiven = (workspace: Sql, given: Given, condition: Sql, now: Date): Sql => {
  const column = sql.raw(given)
  return sql`
    INSERT INTO portal_guards (workspace_id, person_id, ${column}, changed_at)
    SELECT workspace_id, persons.id, ${now.toISOString()}, ${now.toISOString()} FROM persons
    WHERE ${inList(workspace, 'members')} AND area = 'regular' AND ${condition}
    ON CONFLICT DO UPDATE SET ${column} = excluded.${column}, changed_at = excluded.changed_at`
}

/** When the address of a person of `persons` was given in the portal; NULL if it was not, or the old address agreed. */
export const ADDRESS_GIVEN_AT = sql`(
  SELECT address_given_at FROM portal_guards AS guard
  WHERE guard.workspace_id = persons.workspace_id AND guard.person_id = persons.id)`

/** The condition that the address of a person of `persons` does not rest. */
export const isAddressSettled = (now: Date): Sql =>
  sql`coalesce(${ADDRESS_GIVEN_AT}, '') <= ${restingSince(now)}`

/** The statement that ends the rest of a person's address. */
export const endAddressRest = (workspace: Sql, personId: string): Sql => sql`
  UPDATE portal_guards SET address_given_at = NULL WHERE workspace_id = ${workspace} AND person_id = ${personId}`

/** When the account or the address of a person of `persons` was given in the portal, the later of both; NULL for neither. */
export const GIVEN_AT = sql`(
  SELECT nullif(max(coalesce(address_given_at, ''), coalesce(account_given_at, '')), '') FROM portal_guards AS guard
  WHERE guard.workspace_id = persons.workspace_id AND guard.person_id = persons.id)`

/** Deletes the guards that keep nothing any more. */
export const sweepGuards = (now: Date): Sql =>
  sql`DELETE FROM portal_guards WHERE changed_at <= ${new Date(now.getTime() - KEPT_SECONDS * 1000).toISOString()}`
