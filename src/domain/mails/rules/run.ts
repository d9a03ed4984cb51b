import { type Db, trip, WriteConflict } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import { todayIn, wallClock } from '../../shared/dates'
import type { Sending } from '../recipients'
import type { RunDay } from './due-dates'
import { type EventsDue, selectEventsDue } from './due-events'
import { isEventOccasion, isSentHourly, URGENT_OCCASION } from './occasions'
import { ON_SQL, type RuleRow, selectRuleSetting, selectRules } from './rule'
import { runRule, type SentRule } from './run-rule'

/** When a run of rules begins, by the clocks of the workspace. */
const FIRST_HOUR = '08'

/** A workspace with rules that have not run on its day, or with one that does not wait for it. */
export type DueWorkspace = { id: string; timezone: string; doneUntil: string; isUrgent: number }

// Whether something has happened since the urgent rule ran, by the primary key of events.
const URGENT_SQL = sql`(rule.occasion = ${URGENT_OCCASION} AND EXISTS (
  SELECT 1 FROM events WHERE events.workspace_id = rule.workspace_id AND events.number > rule.last_event))`

/**
 * Returns the workspaces where it is 8 o'clock or later and a rule that is on has not run today, and those where debits may have
 * to be announced; these come first, then those that have waited longest. One trip. Reads all rules that are on.
 */
export async function listDueWorkspaces(db: Db, now: Date): Promise<DueWorkspace[]> {
  const latestDate = todayIn('Etc/GMT-14', now)
  const { found } = await trip(db, {
    found: sql<DueWorkspace>`
      SELECT rule.workspace_id AS id, timezone, min(done_until) AS doneUntil, max(${URGENT_SQL}) AS isUrgent
      FROM mail_rules AS rule INDEXED BY mail_rules_enabled
      CROSS JOIN workspaces ON workspaces.id = rule.workspace_id
      WHERE ${ON_SQL} AND (done_until < ${latestDate} OR ${URGENT_SQL})
      GROUP BY rule.workspace_id ORDER BY isUrgent DESC, doneUntil, id`,
  })
  return found.filter(
    ({ timezone, doneUntil, isUrgent }) => isUrgent || isTimeToRun(timezone, now, doneUntil),
  )
}

/** Whether it is 8 o'clock or later on a day after the last run. */
function isTimeToRun(timeZone: string, now: Date, doneUntil: string | null): boolean {
  const [date = '', time = ''] = wallClock(timeZone, now).split(' ')
  return time >= FIRST_HOUR && (doneUntil ?? '') < date
}

type Run = { workspaceId: string; now: Date; actor: Actor }

/**
 * Sends the automatic mails of a workspace that are due, once a day from 8 o'clock by its clocks, those that announce
 * debits at any hour, and returns what the queue is to be told. A rule that another run has taken, or that would
 * exceed the quota of the day, is in `left`. Two trips, and one for each rule.
 */
export async function runRules(
  db: Db,
  { workspaceId, now, actor }: Run,
): Promise<{ sendings: Sending[]; left: string[] }> {
  const { rules, timeZone } = await loadRules(db, workspaceId)
  const due = rules.filter(
    ({ occasion, doneUntil }) => occasion === URGENT_OCCASION || isTimeToRun(timeZone, now, doneUntil),
  )
  const day = { today: todayIn(timeZone, now), timeZone }
  const events = await loadEventsDue(db, workspaceId, due, day)
  const sendings: Sending[] = []
  const left: string[] = []
  for (const rule of due)
    try {
      const run = { workspaceId, rule, day, now, actor, events: events.get(rule.occasion) }
      sendings.push(...(await runRule(db, run)))
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error
      left.push(rule.occasion)
    }
  return { sendings, left }
}

async function loadRules(db: Db, workspaceId: string) {
  const workspace: Sql = sql`${workspaceId}`
  const { rules, settings } = await trip(db, {
    rules: sql<RuleRow>`SELECT * FROM (${selectRules(workspace)}) WHERE enabledAt IS NOT NULL`,
    settings: selectRuleSetting(workspace),
  })
  return {
    rules: rules.filter((rule): rule is SentRule => isSentHourly(rule.occasion)),
    timeZone: settings[0]?.timezone ?? 'UTC',
  }
}

async function loadEventsDue(
  db: Db,
  workspaceId: string,
  rules: SentRule[],
  day: RunDay,
): Promise<Map<string, EventsDue>> {
  const statements = rules.flatMap((rule) => {
    const { occasion } = rule
    return isEventOccasion(occasion) ? [[occasion, selectEventsDue(workspaceId, occasion, rule, day)]] : []
  })
  const rows: Record<string, EventsDue[]> = await trip(db, Object.fromEntries(statements))
  return new Map(Object.entries(rows).flatMap(([occasion, [due]]) => (due ? [[occasion, due] as const] : [])))
}
