import { tripOfAnyMigration } from '../../../db/client'
import { sql } from '../../../db/sql'
import type { Hold } from './hold'

/** Which of the unique values of a workspace the target has for another one, in words; undefined if it has none. Two trips. */
export async function whatIsTaken({ source, target, id }: Hold): Promise<string | undefined> {
  const { own } = await tripOfAnyMigration(source, {
    own: sql<{ slug: string | null; keys: string; accounts: string }>`
      SELECT portal_slug AS slug,
        (SELECT json_group_array(token_hash) FROM api_keys WHERE workspace_id = ${id}) AS keys,
        (SELECT json_group_array(json_array(staff.id, staff.email))
          FROM memberships CROSS JOIN staff ON staff.id = memberships.staff_id WHERE memberships.workspace_id = ${id}) AS accounts
      FROM workspaces WHERE id = ${id}`,
  })
  const [{ slug, keys, accounts } = { slug: null, keys: '[]', accounts: '[]' }] = own
  const { taken } = await tripOfAnyMigration(target, {
    taken: sql<{ what: string }>`
      SELECT 'the slug ' || portal_slug || ' of ' || id AS what FROM workspaces WHERE portal_slug = ${slug} AND id <> ${id}
      UNION ALL
      SELECT 'the key ' || id || ' of ' || workspace_id FROM api_keys
      WHERE token_hash IN (SELECT value FROM json_each(${keys})) AND workspace_id <> ${id}
      UNION ALL
      SELECT 'the address of the account ' || value ->> 0 || ' for ' || staff.id
      FROM json_each(${accounts}) CROSS JOIN staff ON staff.email = value ->> 1 AND staff.id <> value ->> 0
      LIMIT 5`,
  })
  return taken.map(({ what }) => what).join(', ') || undefined
}
