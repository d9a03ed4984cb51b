import * as z from 'zod'
import { duesRuns } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { DomainError } from '../shared/errors'
import { instant } from '../shared/text'
import { type ReadVersion, readVersion } from './version'

const EXAMPLE = {
  id: 'drn_0VMtKcPBq7XJ3mZ1sWv9LdTe',
  plan_id: 'pln_0VMtKcPBq7XJ3mZ1sWv9LdTe',
  plan_name: 'Yearly dues',
  period: '2027',
  from_period: '2027',
  count: 1050,
  amount: 14_058_900,
  state: 'claimed',
  discard_reason: null,
  created_at: '2026-11-25T12:00:00.000Z',
}

/** What was claimed by a plan for a period at one time. */
export const duesRun = z
  .object({
    id: z.string(),
    plan_id: z.string(),
    plan_name: z.string(),
    period: z.string(),
    from_period: z.string().describe('The first period of the version that it was computed by'),
    count: z.int().describe('Its fees'),
    amount: z.int().describe('What they come to, in cents'),
    state: z.enum(duesRuns.state.enumValues).describe('`discarded` once all of it was taken back'),
    discard_reason: z.string().nullable(),
    created_at: instant,
  })
  .meta({ id: 'DuesRun', examples: [EXAMPLE] })
export type DuesRun = z.infer<typeof duesRun>

/** A run with the version of the plan as it was. */
export const duesRunWithVersion = duesRun.extend({ version: readVersion }).meta({ id: 'DuesRunWithVersion' })
export type DuesRunWithVersion = DuesRun & { version: ReadVersion }

/** What a run is called in the log. */
export const runName = ({ plan_name, period }: Pick<DuesRun, 'plan_name' | 'period'>): string =>
  `${plan_name} ${period}`

/** The runs of a workspace that match a condition. */
export const selectRuns = (workspace: Sql, condition: Sql, index = sql``): Sql<DuesRun> => sql<DuesRun>`
  SELECT dues_runs.id, plan_id, dues_plans.name AS plan_name, period, from_period, count, amount, state, discard_reason,
    dues_runs.created_at
  FROM dues_runs ${index} CROSS JOIN dues_plans
    ON dues_plans.workspace_id = dues_runs.workspace_id AND dues_plans.id = dues_runs.plan_id
  WHERE dues_runs.workspace_id = ${workspace} AND ${condition}`

/** The ids of the fees of a run; those of one that was taken back are none. */
export const selectFeesOfRun = (workspace: Sql, runId: string): Sql => sql`
  SELECT fee_id FROM dues_parts INDEXED BY dues_parts_by_run
  WHERE dues_parts.workspace_id = ${workspace} AND run_id = ${runId} AND fee_id IS NOT NULL`

/** The run that a statement found. Throws `not_found`. */
export function requireRun<Row>([run]: readonly Row[]): Row {
  if (run) return run
  throw new DomainError('not_found', 'There is no such run of dues.')
}
