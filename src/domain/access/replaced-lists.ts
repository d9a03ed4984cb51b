import { type Sql, sql } from '../../db/sql'
import type { Credential, Principal } from './principal'

/**
 * The statement that notes on an API key that it deletes whom it omits from a list, once a day; none if today is noted.
 * Imports warn of such keys.
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
