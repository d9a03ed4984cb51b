import { type Sql, sql } from '../../db/sql'

/** How long a new address waits for its confirmation. */
export const CHANGE_SECONDS = 86_400

/**
 * The new address of a person that waits until a link in a mail to it is opened; NULL for none. It no longer waits where
 * another address was stored than the one that the member saw.
 */
export const pendingEmail = (now: Date): Sql => sql`(
  SELECT waiting.email FROM email_changes AS waiting
  WHERE waiting.workspace_id = persons.workspace_id AND waiting.person_id = persons.id
    AND waiting.expires_at > ${now.toISOString()}
    AND waiting.replaces IS persons.email AND waiting.email IS NOT persons.email)`

/** Deletes the changes that have expired, and the links that take one back. */
export const sweepEmailChanges = (now: Date): Sql[] =>
  ['email_changes', 'email_reversals'].map(
    (table) => sql`DELETE FROM ${sql.raw(table)} WHERE expires_at <= ${now.toISOString()}`,
  )
