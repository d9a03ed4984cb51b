import { type Sql, sql } from '../../db/sql'
import type { Credential, Principal } from './principal'

/**
 * The statement that records on an API key, once a day, that it synchronizes a list with `delete_omitted`; none if today is
 * recorded. Imports warn about such keys.
 */
export function noteReplacing(
  { id: tokenHash, now }: Principal,
  credential: Credential & { key?: { replacedLists: Record<string, string> } },
  list: string,
): Sql | undefined {
  const today = now.toISOString().slice(0, 10)
  if (!credential.key || credential.key.replacedLists[list] === today) return undefined
  return sql`
    UPDATE api_keys SET replaced_lists = json_set(coalesce(replaced_lists, '{}'), ${`$.${list}`}, ${today})
    WHERE token_hash = ${tokenHash}`
}
