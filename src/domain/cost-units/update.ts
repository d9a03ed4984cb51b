import { and } from 'drizzle-orm'
import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { costUnits } from '../../db/schema'
import { sql } from '../../db/sql'
import { act } from '../access/act'
import type { Principal } from '../access/principal'
import { DomainError } from '../shared/errors'
import { nameLine } from '../shared/text'
import { validate } from '../shared/validation'
import { costUnitIssues, loadForWrite } from './checks'
import type { CostUnit } from './cost-unit'
import { categories, categoriesAfter, costUnitChanges, givenSphere, TO_WRITE, writeCostUnit } from './write'

const READ_ONLY = 'Read-only: left out, or sent as it was read'
const readOnly = z.unknown().optional()

/** The body that updates a cost unit: renames, archives or restores it, sets spheres, and adds categories. */
export const costUnitChange = z
  .strictObject({
    id: readOnly.meta({ type: 'string', description: READ_ONLY }),
    name: nameLine(255).nullish(),
    sphere: givenSphere,
    archived: z.boolean().nullish().describe('An archived cost unit takes no new expenses'),
    categories: categories.nullish(),
    created_at: readOnly.meta({ type: 'string', format: 'date-time', description: READ_ONLY }),
    updated_at: readOnly.meta({ type: 'string', format: 'date-time', description: READ_ONLY }),
  })
  .meta({
    examples: [
      { archived: true },
      { categories: ['Referees'] },
      { sphere: 'ideal', categories: [{ name: 'Drinks', sphere: 'business' }] },
    ],
  })

/**
 * Renames, archives or restores a cost unit, gives it or its categories a sphere, and adds categories. Two trips; one
 * when nothing changes. Throws `permission_missing`, `not_found` and `invalid`.
 */
export async function updateCostUnit(
  principal: Principal,
  { id, body }: { id: string; body: Record<string, unknown> },
): Promise<CostUnit> {
  return act(principal, TO_WRITE, async (tx) => {
    const checks = await loadForWrite(tx, { id, name: body.name })
    const stored = requireCostUnit(checks.costUnit)
    const input = validate(costUnitChange, body, (given) => costUnitIssues(given, checks))
    const name = input.name ?? stored.name
    const archived = input.archived ?? stored.archived
    const sphere = input.sphere === undefined ? stored.sphere : input.sphere
    const categories = categoriesAfter(stored.categories, input.categories)
    const after = { name, archived, sphere, categories }
    if (Object.keys(costUnitChanges(stored, after)).length === 0) return stored
    const now = tx.now.toISOString()
    // Only changed columns are written, since setting the name rewrites its entry in the index.
    const changes = {
      ...(name !== stored.name && { name }),
      ...(archived !== stored.archived && { archivedAt: archived ? now : null }),
      ...(sphere !== stored.sphere && { sphere }),
      updatedAt: now,
    }
    const namedSql = sql`
      ${costUnits.workspaceId} = ${tx.writable()} AND ${costUnits.id} = ${id}`
    return writeCostUnit(tx, { id, before: stored, after }, [
      // The event says what changed, so that it has to be what was read.
      failUnless(
        sql`EXISTS (SELECT 1 FROM ${costUnits} WHERE ${namedSql} AND updated_at = ${stored.updated_at})`,
      ),
      tx.db.update(costUnits).set(changes).where(and(namedSql)),
    ])
  })
}

/** Throws `permission_missing`, and `not_found` for an unknown cost unit. One trip. */
export async function authorizeCostUnitUpdate(principal: Principal, { id }: { id: string }): Promise<void> {
  const { costUnit } = await loadForWrite(principal, { id })
  requireCostUnit(costUnit)
}

function requireCostUnit(costUnit: CostUnit | undefined): CostUnit {
  if (costUnit) return costUnit
  throw new DomainError('not_found', 'There is no such cost unit.')
}
