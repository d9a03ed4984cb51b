import { asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, retrying, trip } from '../db/client'
import { failUnless } from '../db/guard'
import { workspaces } from '../db/schema'
import { type CustomColumn, columnsOf as customColumnsOf } from './custom-columns/column'
import { newId } from './ids'
import { VARIANTS } from './lists'
import { type Cursors, cutPage, MOST_PER_PAGE, pagingQuery, readCursor, requireIssued } from './paging'
import {
  faultsOfPortal,
  PORTAL_DEFAULTS,
  portalColumns,
  portalSettings,
  portalShown,
  shownPortal,
} from './portal/settings'
import { Refusal } from './refusal'
import { line, textsIn } from './text'
import { type Judge, judged, validate } from './validation'

/** A workspace as the operator sees it. */
export const workspace = z
  .object({
    id: z.string(),
    name: z.string(),
    locale: z.string(),
    timezone: z.string(),
    currency: z.string(),
    subscription_variant: z.enum(VARIANTS),
    superordinate_workspace_id: z.string().nullable(),
    member_portal: z.object({
      enabled: z.boolean(),
      managed_by: z.enum(['workspace', 'superordinate']),
      ...portalShown,
    }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Workspace' })
export type Workspace = z.infer<typeof workspace>

const settings = z.strictObject({
  name: line(255),
  locale: line(35).refine(isLocale, { error: 'must be a BCP 47 language tag, as de-DE' }).optional(),
  timezone: line(64)
    .refine(isTimezone, { error: 'must be the IANA time zone of a place, as Europe/Berlin, or UTC' })
    .optional(),
  subscription_variant: z.enum(VARIANTS).optional(),
  superordinate_workspace_id: z.string().max(64).nullable().optional(),
  member_portal: z
    .strictObject({
      enabled: z.boolean().optional(),
      managed_by: z.enum(['workspace', 'superordinate']).optional(),
      ...portalSettings,
    })
    .optional(),
})

/** The body that creates a workspace. */
export const newWorkspace = settings.meta({
  examples: [{ name: 'TSV Aufbau 04', subscription_variant: 'complete' }],
})
/** The body that changes a workspace: absent keys stay. */
export const workspaceChange = settings.partial().meta({ examples: [{ member_portal: { enabled: false } }] })

/** The query of a page of workspaces. */
export const workspacesQuery = z.strictObject(pagingQuery)

/** Creates a workspace: `complete`, in German of Germany, with its own portal, where the body says nothing else. */
export const createWorkspace = (db: Db, now: Date, body: Record<string, unknown>): Promise<Workspace> =>
  retrying(async () => {
    const standing = await trip(db, standingFor(db, body))
    const input = validate(judged(newWorkspace, judgeOf(undefined, standing)), body)
    const row: Row = {
      ...DEFAULTS,
      ...columnsOf(input),
      id: newId('wsp', now),
      name: input.name,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    }
    await trip(db, { created: db.insert(workspaces).values(row) })
    return shown(row)
  })

/** Changes the settings of a workspace. */
export const changeWorkspace = (
  db: Db,
  now: Date,
  id: string,
  body: Record<string, unknown>,
): Promise<Workspace> =>
  retrying(async () => {
    const { found, ...standing } = await trip(db, { found: withId(db, id), ...standingFor(db, body, id) })
    const stored = requireFound(found)
    const input = validate(judged(workspaceChange, judgeOf(stored, standing)), body)
    const changed = { ...columnsOf(input, stored), updatedAt: now.toISOString() }
    const superordinate = input.superordinate_workspace_id ?? null
    const rows = await trip(db, {
      standing: failUnless(db, sql`${id} NOT IN (${lineageOf(superordinate)})`),
      changed: db.update(workspaces).set(changed).where(eq(workspaces.id, id)),
      found: withId(db, id),
    })
    return shown(requireFound(rows.found))
  })

/** Reads a workspace. */
export async function readWorkspace(db: Db, id: string): Promise<Workspace> {
  const { found } = await trip(db, { found: withId(db, id) })
  return shown(requireFound(found))
}

/** Reads a page of workspaces in the order of their creation. */
export async function readWorkspaces(
  db: Db,
  { cursor, per_page }: z.infer<typeof workspacesQuery>,
): Promise<{ workspaces: Workspace[]; perPage: number; cursors: Cursors }> {
  await requireIssued(cursor, SCOPE)
  const position = readCursor(cursor)?.position
  const perPage = Number(per_page ?? MOST_PER_PAGE)
  const [ahead, order] = position?.direction === 'prev' ? [lt, desc] : [gt, asc]
  const id = position?.key ?? ''
  const rows = await trip(db, {
    page: db
      .select()
      .from(workspaces)
      .where(ahead(workspaces.id, id))
      .orderBy(order(workspaces.id))
      .limit(perPage + 1),
  })
  const page = await cutPage(rows.page, { perPage, position, scope: SCOPE, keyOf: ({ id }) => id })
  return { workspaces: page.rows.map(shown), perPage, cursors: page.cursors }
}

/** Refuses an unknown workspace; used where something hangs off one. */
export function requireFound<Found>([workspace]: Found[]): Found {
  if (workspace) return workspace
  throw new Refusal('not_found', 'There is no such workspace.')
}

/** The statement that finds a workspace by id. */
export const withId = (db: Db, id: string) => db.select().from(workspaces).where(eq(workspaces.id, id))

type Row = typeof workspaces.$inferSelect

const SCOPE = 'workspaces'

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

const columnsOf = (input: z.infer<typeof workspaceChange>, stored?: Row): Partial<Row> =>
  withoutAbsent({
    name: input.name,
    locale: input.locale,
    timezone: input.timezone && canonicalZone(input.timezone),
    subscriptionVariant: input.subscription_variant,
    superordinateWorkspaceId: input.superordinate_workspace_id,
    portalEnabled: input.member_portal?.enabled,
    portalManagedBy: input.member_portal?.managed_by,
    ...portalColumns(input.member_portal, stored),
  })

const withoutAbsent = (columns: Partial<Row>): Partial<Row> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))

const shown = (row: Row): Workspace => ({
  id: row.id,
  name: row.name,
  locale: row.locale,
  timezone: row.timezone,
  currency: row.currency,
  subscription_variant: row.subscriptionVariant,
  superordinate_workspace_id: row.superordinateWorkspaceId,
  member_portal: { enabled: row.portalEnabled, managed_by: row.portalManagedBy, ...shownPortal(row) },
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})

type Standing = { above: { id: string }[]; namesakes: { id: string }[]; customColumns: CustomColumn[] }

/** What settings are judged by: the workspaces above, who has the slug, and the columns of the members. */
const standingFor = (db: Db, body: Record<string, unknown>, id = '') => ({
  above: lineage(db, body.superordinate_workspace_id),
  namesakes: db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(eq(workspaces.portalSlug, textsIn([Object(body.member_portal).slug]).join())),
  customColumns: customColumnsOf({ db, workspace: sql`${id}` }, 'members'),
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

function judgeOf(stored: Row | undefined, { above, namesakes, customColumns }: Standing): Judge {
  return function* (input) {
    const isTaken = namesakes.some(({ id }) => id !== stored?.id)
    yield* faultsOfPortal(input.member_portal, customColumns, isTaken)
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

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

function isTimezone(text: string): boolean {
  return canonicalZone(text) !== undefined
}

/** The name by which the platform knows a time zone of a place, or UTC; undefined for anything else. */
function canonicalZone(text: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    return [...Intl.supportedValuesOf('timeZone'), 'UTC'].find((zone) => zone === timeZone)
  } catch {
    return undefined
  }
}
