import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Permission } from '../access/permissions'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { type Event, type EventRow, toApi } from '../events/event'
import { selectHistory } from '../events/history'
import { OPEN_AMOUNT, OPEN_SUM } from '../fees/open-amount'
import type { FeeStatus } from '../fees/readable-fee'
import { todayIn } from '../shared/dates'
import { type PlanProgress, selectProgress } from './progress'
import { type DuesRun, requireRun, selectFeesOfRun, selectRuns } from './runs'

/** How many runs a page shows at most, the newest first. */
const MAX_RUNS = 100

export type RunsPage = { plans: PlanProgress[]; runs: DuesRun[]; today: string }

/** Reads the newest runs, and how far each plan is. One trip. Throws `permission_missing`. */
export async function viewDuesRuns(
  principal: Principal,
  permission: Permission = 'fees:read',
): Promise<RunsPage> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      plans: selectProgress(workspace),
      runs: sql<DuesRun>`${selectRuns(workspace, sql`TRUE`)} ORDER BY dues_runs.id DESC LIMIT ${MAX_RUNS}`,
    },
    (credential) => requirePermission(credential, permission),
  )
  const today = todayIn(credential.workspace.timezone, principal.now)
  return { plans: rows.plans, runs: rows.runs, today }
}

/** A fee of a run as its page lists it. */
export type RunFee = {
  id: string
  person_id: string
  person_name: string
  amount: number
  open_amount: number
  due_on: string | null
  status: FeeStatus
}

/** The sum of the fees in a state, and when the first of them is due. */
type StateSum = { status: FeeStatus; count: number; amount: number; open: number; due_on: string | null }

/** A run with its sums by the state of its fees, and a page of these. */
export type OpenedRun = {
  run: DuesRun
  list: PlanProgress['list']
  interval: PlanProgress['interval']
  sums: StateSum[]
  fees: RunFee[]
  /** The fee after which the next page begins. */
  next: string | null
  /** Who took it back, and what of it: the `count` and the `amount` of its fees before and after. */
  discarded: Event | undefined
}

/** How many fees a page of a run has. */
export const RUN_PAGE = 100

/** A run has the event that claimed it, and those that took some of it back. */
const MAX_EVENTS = 5

type Request = { id: string; after?: string | undefined; permission?: Permission }

/** Opens a run with a page of its fees, in the order of their creation. One trip. Throws `permission_missing`, `not_found`. */
export async function viewDuesRun(
  principal: Principal,
  { id, after = '', permission = 'fees:read' }: Request,
): Promise<OpenedRun> {
  const workspace = principal.workspace()
  const ofRun = sql`fees.workspace_id = ${workspace} AND fees.id IN (${selectFeesOfRun(workspace, id)})`
  const { rows } = await query(
    principal,
    {
      runs: selectRuns(workspace, sql`dues_runs.id = ${id}`),
      plans: sql<Pick<OpenedRun, 'list' | 'interval'>>`
        SELECT list_id AS list, interval FROM dues_plans WHERE workspace_id = ${workspace}
          AND id = (SELECT plan_id FROM dues_runs WHERE workspace_id = ${workspace} AND id = ${id})`,
      sums: sql<StateSum>`
        SELECT status, count(*) AS count, sum(amount) AS amount, ${OPEN_SUM} AS open, min(due_on) AS due_on
        FROM fees WHERE ${ofRun} GROUP BY status`,
      fees: sql<RunFee>`
        SELECT id, person_id, person_name, amount, ${OPEN_AMOUNT} AS open_amount, due_on, status FROM fees
        WHERE ${ofRun} AND id > ${after} ORDER BY id LIMIT ${RUN_PAGE + 1}`,
      events: selectHistory<EventRow>(workspace, id, MAX_EVENTS),
    },
    (credential) => requirePermission(credential, permission),
  )
  const fees = rows.fees.slice(0, RUN_PAGE)
  const [plan = { list: 'members', interval: 'year' } as const] = rows.plans
  return {
    run: requireRun(rows.runs),
    ...plan,
    sums: rows.sums,
    fees,
    next: rows.fees.length > RUN_PAGE ? (fees.at(-1)?.id ?? null) : null,
    discarded: rows.events.map(toApi).find(({ action }) => action === 'dues.discarded'),
  }
}
