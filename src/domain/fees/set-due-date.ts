import { z } from 'zod'
import { retryOnConflict, trip } from '../../db/client'
import { strictlyAfter } from '../../db/now'
import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { recordEvents } from '../events/record'
import { requireUnchanged } from '../payments/fee-facts'
import { requireRevision } from '../payments/load-fee'
import { DomainError } from '../shared/errors'
import { validate } from '../shared/validation'

const dueDate = z.strictObject({ due_on: z.iso.date().nullable() })

const TO_CLAIM = { permission: 'fees:write' } as const

type Stored = { id: string; description: string; due_on: string | null; status: string; revision: number }

/**
 * Sets by when a fee is to be paid; `null` for no day. Two trips. Throws `permission_missing`, `not_found`, `invalid` for a
 * fee with nothing open, and `changed_meanwhile` where it no longer has the `revision`.
 */
export async function setDueDate(
  principal: Principal,
  { id, body, revision }: { id: string; body: Record<string, unknown>; revision?: number | undefined },
): Promise<void> {
  return retryOnConflict(async () => {
    const { rows } = await query(
      principal,
      {
        fees: sql<Stored>`
          SELECT id, description, due_on, status, revision FROM fees
          WHERE workspace_id = ${principal.workspace()} AND id = ${id}`,
      },
      (credential) => requirePermission(credential, TO_CLAIM.permission),
    )
    const [fee] = rows.fees
    if (!fee) throw new DomainError('not_found', 'There is no such fee.')
    requireRevision(fee, revision)
    const { due_on } = validate(dueDate, body, function* () {
      if (fee.status === 'paid' || fee.status === 'cancelled') yield [['fee_id'], 'has nothing open'] as const
    })
    if (due_on === fee.due_on) return
    const workspace = principal.writableWorkspace(TO_CLAIM)
    await trip(principal.db, {
      guard: requireUnchanged(workspace, [fee]),
      updated: sql`
        UPDATE fees SET due_on = ${due_on}, revision = revision + 1, updated_at = ${strictlyAfter(sql`updated_at`)}
        WHERE workspace_id = ${workspace} AND id = ${id}`,
      recorded: recordEvents(principal.actor, workspace, { action: 'fee.updated', subject: 'fee' }, [
        { id, name: fee.description, changes: { due_on: [fee.due_on, due_on] } },
      ]),
    })
  })
}
