import { failUnless } from '../../db/guard'
import { type Sql, sql } from '../../db/sql'
import type { Issue } from '../shared/error-list'

/** The plans of a workspace as one JSON text: id, name, and whether the plan is in use. */
export type PlanNames = { plans: string }

/** Selects the names of the plans of a workspace, the archived ones too. At most 20 rows. */
export const selectPlanNames = (workspace: Sql): Sql<PlanNames> => sql<PlanNames>`
  SELECT json_group_array(json_array(id, name, archived_at IS NULL)) AS plans FROM (
    SELECT id, name, archived_at FROM dues_plans WHERE workspace_id = ${workspace} ORDER BY id)`

/** Makes a batch fail as a conflict if a plan was added, renamed, archived or restored since the names were read. */
export const requireSameNames = (workspace: Sql, [read]: readonly PlanNames[]): Sql =>
  failUnless(sql`(${selectPlanNames(workspace)}) = ${read?.plans ?? ''}`)

/** How many plans a workspace has. */
export const countOf = ([read]: readonly PlanNames[]): number => namesIn(read).length

/** Whether a plan in use, other than `id`, has a name. Capitals and blanks make no difference. */
export const isTaken = ([read]: readonly PlanNames[], name: string, id?: string): boolean =>
  namesIn(read).some(
    ([otherId, other, isUsed]) => isUsed === 1 && otherId !== id && folded(other) === folded(name),
  )

/** The refusal of a name that another plan in use has. */
export const NAME_TAKEN: Issue = [['name'], { code: 'taken', noun: 'plan' }]

const namesIn = (read: PlanNames | undefined): [id: string, name: string, isUsed: 0 | 1][] =>
  JSON.parse(read?.plans ?? '[]')

const folded = (name: string): string => name.toLowerCase().replaceAll(/\s+/g, ' ').trim()
