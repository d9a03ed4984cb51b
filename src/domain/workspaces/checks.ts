import { failUnless } from '../../db/guard'
import type { WorkspaceRow } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { creditorOf } from '../collections/creditor'
import { selectMemberColumnKeys, selectPortalColumnKeys } from '../portal/coverage'
import { joinFormIssues } from '../portal/join/form'
import { portalIssues } from '../portal/settings'
import type { Issue } from '../shared/error-list'
import { uniqueStrings } from '../shared/text'
import { type BookSwitch, selectBookSwitch, switchesOn, switchIssues } from './book-switch'
import { type ChargeCostUnit, chargePlaceIssues, selectChargeCostUnits } from './charge-place'
import { hasFixedYearsSql } from './money-settings'
import { selectSlugHolders } from './slugs'

/** The rows that settings are checked against: those of the statements of {@link selectChecks}. */
type Checks = {
  above: { id: string }[]
  sandboxes: { id: string }[]
  slugHolders: { id: string }[]
  /** Whether the superordinate workspace is in another database. */
  isTreeSplit?: boolean
  columnKeys: { key: string }[]
  joinColumnKeys: { key: string }[]
  years: { areFixed: number }[]
  chargeCostUnits: ChargeCostUnit[]
  bookSwitch: BookSwitch[]
}

/**
 * Selects what the settings in a body refer to: the superordinate workspaces, the workspaces that have the portal's
 * slug, the keys of the custom columns, the cost units of the place for charges, and whether the fiscal years can
 * still move. The body may have any shape; `workspace` is the id of the one to update.
 */
export function selectChecks(body: Record<string, unknown>, now: Date, workspace = sql`''`) {
  const { slug, fields } = Object(body.member_portal)
  const [superordinateId = null] = uniqueStrings([body.superordinate_workspace_id])
  return {
    above: selectLineage(superordinateId),
    sandboxes:
      superordinateId === null
        ? []
        : [sql<{ id: string }>`SELECT id FROM workspaces WHERE id = ${superordinateId} AND is_sandbox`],
    slugHolders: selectSlugHolders(uniqueStrings([slug]).join(), now),
    columnKeys: selectPortalColumnKeys(workspace, Object.keys(Object(fields))),
    joinColumnKeys: selectMemberColumnKeys(workspace, Object.keys(Object(Object(body.join_form).fields))),
    years: sql<{ areFixed: number }>`SELECT ${hasFixedYearsSql(workspace)} AS areFixed`,
    chargeCostUnits: selectChargeCostUnits(workspace, body),
    bookSwitch: switchesOn(body) ? [selectBookSwitch(workspace, body)] : [],
  }
}

/** The ids of a workspace and of all above it; none if it does not exist, is suspended or moves to another database. */
export const selectLineage = (id: string | null): Sql<{ id: string }> => sql<{ id: string }>`
  WITH RECURSIVE line (id, above) AS (
    SELECT id, superordinate_workspace_id FROM workspaces
    WHERE id = ${id} AND suspended_at IS NULL AND moving_to IS NULL
    UNION
    SELECT workspaces.id, superordinate_workspace_id FROM workspaces JOIN line ON workspaces.id = line.above
  )
  SELECT id FROM line`

/** Fails as a conflict if the superordinate workspace, if one is given, has been suspended or has begun to move since it was read. */
export const requireAbove = (id: string | null | undefined): Sql[] =>
  typeof id === 'string' ? [failUnless(sql`EXISTS (${selectLineage(id)})`)] : []

/** The issues of settings of any shape, for a new workspace or for the one `stored`. */
export function* settingsIssues(
  input: Record<string, unknown>,
  stored: WorkspaceRow | undefined,
  {
    above,
    sandboxes,
    slugHolders,
    isTreeSplit = false,
    columnKeys,
    joinColumnKeys,
    years,
    chargeCostUnits,
    bookSwitch,
  }: Checks,
  now: Date,
): Iterable<Issue> {
  const isSlugTaken = slugHolders.some(({ id }) => id !== stored?.id)
  yield* portalIssues(input.member_portal, new Set(columnKeys.map(({ key }) => key)), isSlugTaken)
  if (input.join_form !== undefined)
    yield* joinFormIssues(input.join_form, stored?.joinForm ?? null, {
      columnKeys: new Set(joinColumnKeys.map(({ key }) => key)),
      collects: collectsThen(input, stored),
    })
  const id = input.superordinate_workspace_id
  if (typeof id === 'string' && above.length === 0)
    yield [['superordinate_workspace_id'], { code: isTreeSplit ? 'tree_split' : 'workspace_unknown' }]
  if (stored && above.some((workspace) => workspace.id === stored.id))
    yield [['superordinate_workspace_id'], { code: 'workspace_below' }]
  const isSandbox = stored ? stored.isSandbox : input.sandbox === true
  if (typeof id === 'string' && (isSandbox || sandboxes.length > 0))
    yield [['superordinate_workspace_id'], { code: 'sandbox_alone' }]
  if (stored && typeof input.sandbox === 'boolean' && input.sandbox !== stored.isSandbox)
    yield [['sandbox'], { code: 'sandbox_fixed' }]
  const superordinateId = id === undefined ? stored?.superordinateWorkspaceId : id
  const managedBy = Object(input.member_portal).managed_by ?? stored?.portalManagedBy
  if (managedBy === 'superordinate' && !superordinateId)
    yield [['member_portal', 'managed_by'], { code: 'no_superordinate' }]
  yield* chargePlaceIssues(input, stored, chargeCostUnits)
  const yearStart = Object(input.bookkeeping).year_start ?? stored?.yearStart
  if (stored && yearStart !== stored.yearStart && years.some(({ areFixed }) => areFixed))
    yield [['bookkeeping', 'year_start'], { code: 'year_start_fixed' }]
  yield* switchIssues(input, stored, bookSwitch, now)
}

/** Whether a workspace with these settings has a creditor, and fees in EUR. */
const collectsThen = ({ creditor, currency }: Record<string, unknown>, stored: WorkspaceRow | undefined) =>
  (creditor === undefined ? stored !== undefined && creditorOf(stored) !== null : creditor !== null) &&
  (currency ?? stored?.currency ?? 'EUR') === 'EUR'
