import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { type Sql, sql } from '../../db/sql'
import { LISTS, type ListId } from '../access/lists'
import { DomainError } from '../shared/errors'
import { instant } from '../shared/text'
import { INTERVALS, type Interval } from './period'
import { type PlaceNames, placeToApi, selectPlaceNames } from './places'
import type { Rule } from './rule'
import { type ReadVersion, readVersion, type StoredVersion } from './version'

const EXAMPLE = {
  id: 'pln_0VMtKcPBq7XJ3mZ1sWv9LdTe',
  name: 'Yearly dues',
  list: 'members',
  interval: 'year',
  description: 'Dues {{period}}',
  archived: false,
  versions: ['2027'],
  created_at: '2026-11-25T12:00:00.000Z',
  updated_at: '2026-11-25T12:00:00.000Z',
}

/** A plan of dues without its rules. `versions` has the periods from which they are in force, in their order. */
export const duesPlanHead = z
  .object({
    id: z.string(),
    name: z.string(),
    list: z.enum(LISTS),
    interval: z.enum(INTERVALS),
    description: z.string().describe('What fees are called; `{{period}}` is the period'),
    archived: z.boolean(),
    versions: z.array(z.string()).describe('The period from which each version is in force'),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'DuesPlanHead', examples: [EXAMPLE] })
export type DuesPlanHead = z.infer<typeof duesPlanHead>

/** A plan with one of its versions. */
export const duesPlan = duesPlanHead.extend({ version: readVersion }).meta({
  id: 'DuesPlan',
  examples: [
    {
      ...EXAMPLE,
      version: {
        from_period: '2027',
        key_day: '01-01',
        due_day: 59,
        pro_rata: 'months',
        rounding: 10,
        instalments: null,
        rules: [
          {
            id: 'rul_0VMtKcPBq7XJ3mZ1sWv9LdTe',
            kind: 'base',
            name: 'Adult',
            conditions: [],
            amount: 12_000,
            attached_expense: null,
          },
        ],
      },
    },
  ],
})
export type DuesPlan = DuesPlanHead & { version: ReadVersion }

export const MAX_PLANS = 20
export const MAX_VERSIONS = 20

/** How many characters the rules of a version have as JSON. */
export const MAX_RULES_CHARACTERS = 65_536

type HeadRow = Omit<DuesPlanHead, 'archived' | 'versions'> & {
  archived_at: string | null
  versions: string
  revision: number
}

/** Selects the plans of a workspace, or one, with the periods of their versions. */
export const selectPlans = (workspace: Sql, id?: string): Sql<HeadRow> => sql<HeadRow>`
  SELECT id, name, list_id AS list, interval, description, archived_at, revision, created_at, updated_at, (
    SELECT json_group_array(from_period) FROM (
      SELECT from_period FROM dues_versions
      WHERE dues_versions.workspace_id = dues_plans.workspace_id AND plan_id = dues_plans.id ORDER BY from_period)
  ) AS versions
  FROM dues_plans WHERE workspace_id = ${workspace} ${id === undefined ? sql`` : sql`AND id = ${id}`} ORDER BY id`

type VersionRow = Omit<StoredVersion, 'rules' | 'instalments'> & { rules: string; instalments: string | null }

const selectVersions = (
  workspace: Sql,
  planId: string,
  known?: StoredPlan,
): Sql<VersionRow> => sql<VersionRow>`
  SELECT from_period, key_day, due_day, pro_rata, rounding, instalments, rules, revision
  FROM dues_versions WHERE workspace_id = ${workspace} AND plan_id = ${planId}
    ${known ? sql`AND NOT EXISTS (${selectRevision(workspace, planId, known.revision)})` : sql``}
  ORDER BY from_period`

/** The statements that read a plan with all that belongs to it, without the versions of one that is known as it is. */
export const selectPlan = (workspace: Sql, id: string, known?: StoredPlan) => ({
  plans: selectPlans(workspace, id),
  versions: selectVersions(workspace, id, known),
  places: selectPlaceNames(workspace, id),
})

/** A plan as it is stored, with its versions in the order of their periods. */
export type StoredPlan = {
  head: DuesPlanHead
  revision: number
  versions: StoredVersion[]
  places: PlaceNames[]
}

type PlanRows = { plans: HeadRow[]; versions: VersionRow[]; places: PlaceNames[] }

/** The plan that {@link selectPlan} found, with the versions that are known if they still hold. Throws `not_found`. */
export function requirePlan(rows: PlanRows, known?: StoredPlan): StoredPlan {
  const [row] = rows.plans
  if (!row) throw new DomainError('not_found', 'There is no such plan of dues.')
  if (known?.revision === row.revision) return { ...known, head: headFromRow(row), places: rows.places }
  const versions = rows.versions.map(({ rules, instalments, ...version }) => ({
    ...version,
    instalments: instalments === null ? null : JSON.parse(instalments),
    rules: JSON.parse(rules) as Rule[],
  }))
  return { head: headFromRow(row), revision: row.revision, versions, places: rows.places }
}

export const headFromRow = ({ archived_at, versions, revision, ...row }: HeadRow): DuesPlanHead => ({
  ...row,
  list: row.list as ListId,
  interval: row.interval as Interval,
  archived: archived_at !== null,
  versions: JSON.parse(versions),
})

/** Whether members owe by a plan in a period: it is theirs, is not archived, and has a version by then. */
export const isOwedByMembers = ({ list, archived, versions }: DuesPlanHead, period: string): boolean =>
  list === 'members' && !archived && versions.some((from) => from <= period)

/** The version that is in force in a period; undefined before the first one. */
export const versionFor = ({ versions }: StoredPlan, period: string): StoredVersion | undefined =>
  versions.findLast(({ from_period }) => from_period <= period)

/** The version of a plan, which `If-Match` names. */
export const planVersion = ({ head, revision }: StoredPlan): string => `${head.id}.${revision}`

/** A plan with a version as the API shows it. */
export const planToApi = ({ head, places }: StoredPlan, version: StoredVersion): DuesPlan => ({
  ...head,
  version: versionToApi(version, places),
})

/** A version as the API shows it. */
export const versionToApi = (version: StoredVersion, places: PlaceNames[]): ReadVersion => ({
  from_period: version.from_period,
  key_day: version.key_day,
  due_day: version.due_day,
  pro_rata: version.pro_rata,
  rounding: version.rounding,
  instalments: version.instalments ?? null,
  rules: version.rules.map((rule) => ruleToApi(rule, places)),
})

function ruleToApi(rule: Rule, names: PlaceNames[]): ReadVersion['rules'][number] {
  if (rule.kind !== 'base' && rule.kind !== 'surcharge' && rule.kind !== 'once') {
    const { conditions, ...others } = rule
    return rule.kind === 'family' ? (others as typeof rule) : rule
  }
  const { place, ...others } = rule
  const attached_expense = placeToApi(place, names)
  if (others.kind !== 'surcharge' || !others.per_value) return { ...others, attached_expense }
  const prices = Object.entries(others.per_value.prices).map(([value, price]) => [
    value,
    { amount: price.amount, attached_expense: placeToApi(price.place, names) },
  ])
  return {
    ...others,
    attached_expense,
    per_value: { column: others.per_value.column, prices: Object.fromEntries(prices) },
  }
}

/** Makes a batch fail as a conflict if a plan has changed since it was read. */
export const requireRevision = (workspace: Sql, id: string, revision: number): Sql =>
  failUnless(sql`EXISTS (${selectRevision(workspace, id, revision)})`)

const selectRevision = (workspace: Sql, id: string, revision: number): Sql => sql`
  SELECT 1 FROM dues_plans WHERE workspace_id = ${workspace} AND id = ${id} AND revision = ${revision}`
