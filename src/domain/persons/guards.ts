import { type Sql, sql } from '../../db/sql'
import { inList } from '../access/principal'

/**
 * How long a new address rests, which opens no account meanwhile, and what was given in the portal, so that nothing is
 * collected.
 */
export const REST_SECONDS = 86_400

/** No link holds longer, so that guards from before it keep nothing. */
const KEPT_SECONDS = 15 * 86_400

/** The instant after which what was given rests. */
export const restingSince = (now: Date): string => new Date(now.getTime() - REST_SECONDS * 1000).toISOString()

/** Until when what was given at an instant rests (ISO 8601). */
export const restsUntil = (givenAt: string): string =>
  new Date(Date.parse(givenAt) + REST_SECONDS * 1000).toISOString()

/** The generation of a person of `persons`, which sessions and links keep. */
export const GENERATION = sql`coalesce((
  SELECT generation FROM portal_guards AS guard
  WHERE guard.workspace_id = persons.workspace_id AND guard.person_id = persons.id), 0)`

/** The condition that a person has kept its address, and nobody has ended its sessions, since a session's link was made. */
export const OF_GENERATION_SQL = sql`
  ${GENERATION} <= CAST(coalesce(session.generations ->> persons.id, 0) AS INTEGER)`

/** The statement that ends all sessions and links of members of a workspace, which a condition on `persons` names. */
export const endAccess = (workspace: Sql, condition: Sql, now: Date): Sql => sql`
  INSERT INTO portal_guards (workspace_id, person_id, generation, changed_at)
  SELECT workspace_id, persons.id, ${now.getTime()}, ${now.toISOString()} FROM persons
  WHERE ${inList(workspace, 'members')} AND area = 'regular' AND ${condition}
  ON CONFLICT DO UPDATE SET generation = max(generation + 1, excluded.generation), changed_at = excluded.changed_at`

/** What rests after it was given in the portal. */
export type Given = 'address_given_at' | 'account_given_at'

/**
 * The statement that keeps when persons, whom a condition on `persons` names, gave something online. They are members unless
 * `among` says whom.
 */
export const keepGiven = (
  workspace: Sql,
  given: Given,
  condition: Sql,
  now: Date,
  among = sql`${inList(workspace, 'members')} AND area = 'regular'`,
): Sql => {
  const column = sql.raw(given)
  return sql`
    INSERT INTO portal_guards (workspace_id, person_id, ${column}, changed_at)
    SELECT workspace_id, persons.id, ${now.toISOString()}, ${now.toISOString()} FROM persons
    WHERE ${among} AND ${condition}
    ON CONFLICT DO UPDATE SET ${column} = excluded.${column}, changed_at = excluded.changed_at`
}

/** When the address of a person of `persons` with an account was changed; NULL if it was not, or the old address agreed. */
export const ADDRESS_CHANGED_AT = sql`(
  SELECT address_changed_at FROM portal_guards AS guard
  WHERE guard.workspace_id = persons.workspace_id AND guard.person_id = persons.id)`

/** The condition that the address of a person of `persons` does not rest. */
export const addressSettledSql = (now: Date): Sql =>
  sql`coalesce(${ADDRESS_CHANGED_AT}, '') <= ${restingSince(now)}`

/** The statement that ends the rest of a person's address, unless another one before it can still take that back. */
export const endAddressRest = (workspace: Sql, personId: string, condition = sql`TRUE`): Sql => sql`
  UPDATE portal_guards SET address_given_at = NULL, address_changed_at = NULL
  WHERE workspace_id = ${workspace} AND person_id = ${personId} AND ${condition} AND NOT EXISTS (
    SELECT 1 FROM email_reversals AS old CROSS JOIN persons
    WHERE old.workspace_id = portal_guards.workspace_id AND old.person_id = portal_guards.person_id
      AND old.agreed_at IS NULL AND persons.workspace_id = old.workspace_id AND persons.list_id = 'members'
      AND persons.area = 'regular' AND persons.id = old.person_id AND persons.email = old.current_email AND old.restores <> persons.email)`

/** The statement by which accounts that were given in the portal of late rest for another day. */
export const restAccounts = (workspace: Sql, condition: Sql, now: Date): Sql => sql`
  UPDATE portal_guards SET account_given_at = ${now.toISOString()}, changed_at = ${now.toISOString()}
  WHERE workspace_id = ${workspace} AND account_given_at IS NOT NULL AND person_id IN (
    SELECT persons.id FROM persons WHERE ${inList(workspace, 'members')} AND area = 'regular' AND ${condition})`

/** When the account or the address of a person of `persons` was given in the portal, the later of both; NULL for neither. */
export const GIVEN_AT = sql`(
  SELECT nullif(max(coalesce(address_given_at, ''), coalesce(account_given_at, '')), '') FROM portal_guards AS guard
  WHERE guard.workspace_id = persons.workspace_id AND guard.person_id = persons.id)`

/** Deletes the guards that keep nothing any more, and accounts that were kept for a day. */
export const sweepGuards = (now: Date): Sql[] => [
  sql`
    UPDATE portal_guards SET account_before = NULL, account_given = NULL, account_changed_at = NULL
    WHERE account_changed_at <= ${restingSince(now)}`,
  sql`DELETE FROM portal_guards WHERE changed_at <= ${new Date(now.getTime() - KEPT_SECONDS * 1000).toISOString()}`,
]
