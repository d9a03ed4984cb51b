import { env } from 'cloudflare:workers'
import { memberId } from './seed-members'
import type { Workspace } from './workspace'

/** The columns of seeded fees that a test gives; the others are those of an open fee of 45.00. */
type Seed = { status?: string; paid?: number; dueOn?: string | null; description?: string }

/** Inserts `count` fees of the seeded members from number `first` on. A paid fee has a payment of all of it by transfer. */
export async function seedFees(
  { id }: Workspace,
  count: number,
  first = 1,
  { status = 'open', paid = 0, dueOn = null, description = 'Annual fee' }: Seed = {},
): Promise<void> {
  const numbers =
    'WITH RECURSIVE numbers (n) AS (SELECT CAST(?2 AS INTEGER) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2 + ?3 - 1)'
  await env.DB.batch([
    env.DB.prepare(`
      INSERT INTO fees (workspace_id, id, reference, amount, description, person_id, person_name, due_on, status,
        paid_amount, paid_on, created_at, updated_at)
      ${numbers}
      SELECT ?1, printf('fee_%024d', n), 'RF' || n, 4500, ?4, printf('per_%024d', n), 'First' || n || ' Last' || n, ?5, ?6,
        ?7, CASE WHEN ?7 = 4500 THEN '2026-01-31' END, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
      FROM numbers`).bind(id, first, count, description, dueOn, status, paid),
    env.DB.prepare(`
      INSERT INTO payments (workspace_id, fee_id, number, id, kind, amount, method, paid_on, created_at)
      ${numbers}
      SELECT ?1, printf('fee_%024d', n), 1, printf('pay_%024d', n), 'payment', ?4, 'bank_transfer', '2026-01-31',
        '2026-01-31T00:00:00.000Z'
      FROM numbers WHERE ?4 > 0`).bind(id, first, count, paid),
  ])
}

/** The id of the seeded fee n, and that of its person. */
export const feeId = (n: number): string => `fee_${String(n).padStart(24, '0')}`
export const personOf = memberId
