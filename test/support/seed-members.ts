import { env } from 'cloudflare:workers'

/** Inserts many members: person n has the id `memberId(n)`, the `external_id` en, and an email address shared by two. */
export async function seedMembers(workspaceId: string, count: number, first = 1): Promise<void> {
  await env.DB.prepare(`
    INSERT INTO persons (workspace_id, list_id, area, id, external_id, first_name, first_name_key,
      last_name, last_name_key, email,      membership_number, custom_values, created_at, updated_at)
    WITH RECURSIVE numbers (n) AS (SELECT CAST(?3 AS INTEGER) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2 + ?3 - 1)
    SELECT ?1, 'members', 'regular', printf('per_%024d', n), 'e' || n, 'First' || n, 'first' || n, 'Last' || n,
      'last' || n, 'family' || (n / 2) || '@example.org', 'm' || n, '{}', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
    FROM numbers`)
    .bind(workspaceId, count, first)
    .run()
}

/** The id of the seeded member n. */
export const memberId = (n: number): string => `per_${String(n).padStart(24, '0')}`
