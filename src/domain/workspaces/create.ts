import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Db, retryOnConflict, trip } from '../../db/client'
import { failUnless } from '../../db/guard'
import { workspaces } from '../../db/schema'
import { BY_ID } from '../access/admission'
import { columnKeysOfPortal } from '../portal/coverage'
import { PORTAL_DEFAULTS, portalColumns, portalIssues } from '../portal/settings'
import { newId } from '../shared/ids'
import { uniqueStrings } from '../shared/text'
import { type Rule, validate } from '../shared/validation'
import { canonicalZone, newWorkspace, workspaceChange } from './settings'
import { type Row, requireFound, toApi, type Workspace, withId } from './workspace'

/** Creates a workspace: `complete`, in German of Germany, with its own portal, where the body says nothing else. */
export const createWorkspace = (db: Db, now: Date, body: Record<string, unknown>): Promise<Workspace> =>
  retryOnConflict(async () => {
    const standing = await trip({ db, values: { workspace: '' } }, standingFor(db, body))
    const input = validate(newWorkspace, body, judgeOf(undefined, standing))
    const row: Row = {
      ...DEFAULTS,
      ...columnsOf(input),
      portalFields: JSON.stringify(input.member_portal?.fields ?? {}),
      id: newId('wsp', now),
      name: input.name,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    }
    await trip({ db }, { created: db.insert(workspaces).values(row) })
    return toApi(row)
  })

/** Changes the settings of a workspace. */
export const updateWorkspace = (
  db: Db,
  now: Date,
  id: string,
  body: Record<string, unknown>,
): Promise<Workspace> =>
  retryOnConflict(async () => {
    const { found, ...standing } = await trip(
      { db, values: { workspace: id } },
      { found: withId(db, id), ...standingFor(db, body) },
    )
    const stored = requireFound(found)
    const input = validate(workspaceChange, body, judgeOf(stored, standing))
    const changed = { ...columnsOf(input), ...fieldAccess(input), updatedAt: now.toISOString() }
    const superordinate = input.superordinate_workspace_id ?? null
    const rows = await trip(
      { db },
      {
        standing: failUnless(sql`${id} NOT IN (${lineageOf(superordinate)})`),
        changed: db.update(workspaces).set(changed).where(eq(workspaces.id, id)),
        found: withId(db, id),
      },
    )
    return toApi(requireFound(rows.found))
  })

const DEFAULTS = {
  locale: 'de-DE',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  subscriptionVariant: 'complete',
  superordinateWorkspaceId: null,
  portalEnabled: true,
  portalManagedBy: 'workspace',
  ...PORTAL_DEFAULTS,
} as const

type Input = z.infer<typeof workspaceChange>

const columnsOf = (input: Input): Partial<Row> =>
  withoutAbsent({
    name: input.name ?? undefined,
    locale: input.locale ?? undefined,
    timezone: input.timezone ? canonicalZone(input.timezone) : undefined,
    subscriptionVariant: input.subscription_variant ?? undefined,
    superordinateWorkspaceId: input.superordinate_workspace_id,
    portalEnabled: input.member_portal?.enabled ?? undefined,
    portalManagedBy: input.member_portal?.managed_by ?? undefined,
    ...portalColumns(input.member_portal ?? {}),
  })

// Merged where it is stored, so that two changes of different fields at the same moment both stay.
const fieldAccess = ({ member_portal }: Input) =>
  member_portal?.fields && {
    portalFields: sql`json_patch(portal_fields, ${JSON.stringify(member_portal.fields)})`,
  }

const withoutAbsent = (columns: Partial<Row>): Partial<Row> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))

type Standing = { above: { id: string }[]; namesakes: { id: string }[]; customKeys: { key: string }[] }

/** What settings are checked against: the workspaces above, who has the slug, and which keys name custom columns. */
const standingFor = (db: Db, body: Record<string, unknown>) => ({
  above: lineage(db, body.superordinate_workspace_id),
  namesakes: db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(eq(workspaces.portalSlug, uniqueStrings([Object(body.member_portal).slug]).join())),
  customKeys: columnKeysOfPortal(
    { workspace: BY_ID },
    { keys: JSON.stringify(Object.keys(Object(Object(body.member_portal).fields))) },
  ),
})

/** The ids of a workspace and of all above it; none where it does not exist. */
const lineage = (db: Db, id: unknown) => db.all<{ id: string }>(lineageOf(typeof id === 'string' ? id : null))

const lineageOf = (id: string | null) => sql`
  WITH RECURSIVE line (id, above) AS (
    SELECT id, superordinate_workspace_id FROM workspaces WHERE id = ${id}
    UNION
    SELECT w.id, w.superordinate_workspace_id FROM workspaces AS w JOIN line ON w.id = line.above
  )
  SELECT id FROM line`

function judgeOf(stored: Row | undefined, { above, namesakes, customKeys }: Standing): Rule {
  return function* (input) {
    const isTaken = namesakes.some(({ id }) => id !== stored?.id)
    yield* portalIssues(input.member_portal, new Set(customKeys.map(({ key }) => key)), isTaken)
    const id = input.superordinate_workspace_id
    if (typeof id === 'string' && above.length === 0)
      yield [['superordinate_workspace_id'], 'is not the id of a workspace']
    if (stored && above.some((workspace) => workspace.id === stored.id))
      yield [['superordinate_workspace_id'], 'is this workspace or one below it']
    const superordinate = id === undefined ? stored?.superordinateWorkspaceId : id
    const managedBy = Object(input.member_portal).managed_by ?? stored?.portalManagedBy
    if (managedBy === 'superordinate' && !superordinate)
      yield [['member_portal', 'managed_by'], 'can be superordinate only under a superordinate workspace']
  }
}
