import { type Sql, sql } from '../../../db/sql'
import { act, only } from '../../access/act'
import type { Need, SettingsPrincipal } from '../../access/principal'
import { insertEvents } from '../../events/record'
import { DomainError } from '../../shared/errors'
import type { OperatorPrincipal } from '../operator-principal'
import { toApi, type Workspace } from '../workspace'

const TO_SUSPEND: Need = { permission: 'settings:write' }

/**
 * Suspends a workspace: from then on it can be read and nothing in it changes, its portal is closed, and no mail is sent for it. A
 * suspended one keeps its date. Two trips. Throws `not_found`, and `has_subordinates` while workspaces below are in use.
 */
export const suspendWorkspace = (principal: OperatorPrincipal): Promise<Workspace> =>
  act(principal, TO_SUSPEND, async (tx) => {
    const { credential, below } = await tx.read({
      below: selectBelow(tx.workspace(), sql`suspended_at IS NULL`),
    })
    const { workspace } = credential
    if (workspace.suspendedAt !== null) return toApi(workspace)
    requireNoneBelow(below)
    const suspendedAt = tx.now.toISOString()
    const { suspended } = await tx.write({
      recorded: recordSuspension(tx, 'workspace.suspended', sql`suspended_at IS NULL`),
      suspended: sql<{ id: string }>`
        UPDATE workspaces SET suspended_at = ${suspendedAt}
        WHERE id = ${tx.writable()} AND suspended_at IS NULL
          AND NOT EXISTS (${selectBelow(sql`${workspace.id}`, sql`suspended_at IS NULL`)})
        RETURNING id`,
    })
    only(suspended)
    return toApi({ ...workspace, suspendedAt })
  })

/**
 * Lifts the suspension of a workspace, which is in use again as it was; one that is in use stays so. Two trips. Throws
 * `not_found`, and `workspace_suspended` for a copy.
 */
export const liftSuspension = (principal: OperatorPrincipal): Promise<Workspace> =>
  act(principal, TO_SUSPEND, async (tx) => {
    const { workspace } = (await tx.read({})).credential
    if (workspace.suspendedAt === null) return toApi(workspace)
    const { lifted } = await tx.write({
      recorded: recordSuspension(tx, 'workspace.suspension_lifted', sql`suspended_at IS NOT NULL`),
      lifted: sql<{ id: string }>`
        UPDATE workspaces SET suspended_at = NULL
        WHERE id = ${tx.writable()} AND suspended_at = ${workspace.suspendedAt} RETURNING id`,
    })
    only(lifted)
    return toApi({ ...workspace, suspendedAt: null })
  })

const recordSuspension = (
  { actor, writable }: { actor: SettingsPrincipal['actor']; writable: () => Sql },
  action: 'workspace.suspended' | 'workspace.suspension_lifted',
  condition: Sql,
): Sql =>
  insertEvents(
    actor,
    writable(),
    { action, subject: 'workspace' },
    sql`SELECT id, name, NULL FROM workspaces WHERE id = ${writable()} AND ${condition}`,
  )

/** A workspace directly below another one. */
export type Below = { id: string; name: string }

/** How many of the workspaces below an error names. */
const MAX_NAMED = 20

/** Selects workspaces directly below one that meet a condition, in the order of their ids. */
export const selectBelow = (workspace: Sql, condition: Sql): Sql<Below> => sql<Below>`
  SELECT id, name FROM workspaces WHERE superordinate_workspace_id = ${workspace} AND ${condition}
  ORDER BY id LIMIT ${MAX_NAMED}`

/** Throws `has_subordinates`, with their names, if there are any. */
export function requireNoneBelow(below: readonly Below[]): void {
  if (below.length === 0) return
  const named = below.map(({ id, name }) => `${name} (${id})`).join(', ')
  throw new DomainError('has_subordinates', `These workspaces are below this one: ${named}.`)
}
