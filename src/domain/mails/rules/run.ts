import { type Db, trip, WriteConflict } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import { todayIn, wallClock } from '../../shared/dates'
import type { Sending } from '../recipients'
import type { RunDay } from './due-dates'
import { type EventsDue, selectEventsDue } from './due-events'
import { FIRST_HOUR } from './first-hour'
import { eventsBefore, type Holding, holdingOf } from './held-run'
import { isEventOccasion, isSentHourly, URGENT_OCCASION } from './occasions'
import { ON_SQL, type RuleRow, selectRuleSetting, selectRules } from './rule'
import { runRule, type SentRule } from './run-rule'

/** A workspace with rules that have not run on its day, or with one that does not wait for it. */
export type DueWorkspace = { id: string; timezone: string; doneUntil: string; isUrgent: number }

// Whether something has happened since the urgent rule ran, by the primary key of events, or mails are to be held.
const URGENT_SQL = sql`(rule.held_for IS NOT NULL OR rule.occasion = ${URGENT_OCCASION} AND EXISTS (
  SELECT 1 FROM events WHERE events.workspace_id = rule.workspace_id AND events.number > rule.last_event))`

/**
 * Returns the workspaces where it is 8 o'clock or later and a rule that is on has not run today, and those where debits may have
 * to be announced or a restore is to be followed; these come first, then those that have waited longest. One trip. Reads all rules that are on.
 */
export async function listDueWorkspaces(db: Db, now: Date): Promise<DueWorkspace[]> {
  const latestDate = todayIn('Etc/GMT-14', now)
  const { found } = await trip(db, {
    found: sql<DueWorkspace>`
      SELECT rule.workspace_id AS id, timezone, min(done_until) AS doneUntil, max(${URGENT_SQL}) AS isUrgent
      FROM mail_rules AS rule INDEXED BY mail_rules_enabled
      CROSS JOIN workspaces ON workspaces.id = rule.workspace_id
      WHERE ${ON_SQL} AND suspended_at IS NULL AND moving_to IS NULL AND (done_until < ${latestDate} OR ${URGENT_SQL})
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
 * debits at any hour, and returns what the queue is to be told. The first run after a restore holds what was due before it. A rule that another run has taken, or that would
 * exceed the quota of the day, is in `left`. Two trips, and one for each rule.
 */
export async function runRules(
  db: Db,
  { workspaceId, now, actor }: Run,
): Promise<{ sendings: Sending[]; left: string[] }> {
  const { rules, timeZone, restores } = await loadRules(db, workspaceId)
  const today = { today: todayIn(timeZone, now), timeZone }
  const due = rules.flatMap((rule): DueRule[] => {
    const holding = holdingOf(rule.heldFor, { restores }, timeZone)
    const isDue =
      holding !== undefined || rule.occasion === URGENT_OCCASION || isTimeToRun(timeZone, now, rule.doneUntil)
    return isDue ? [{ rule, holding, day: holding?.day ?? today }] : []
  })
  const events = await loadEventsDue(db, workspaceId, due)
  const sendings: Sending[] = []
  const left: string[] = []
  for (const { rule, holding, day } of due)
    try {
      const run = { workspaceId, rule, day, now, actor, events: events.get(rule.occasion), holding }
      sendings.push(...(await runRule(db, run)))
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error
      left.push(rule.occasion)
    }
  return { sendings, left }
}

/** A rule that runs now: on which day, and what it holds. */
type DueRule = { rule: SentRule; holding: Holding | undefined; day: RunDay }

async function loadRules(db: Db, workspaceId: string) {
  const workspace: Sql = sql`${workspaceId}`
  const { rules, settings } = await trip(db, {
    rules: sql<RuleRow>`SELECT * FROM (${selectRules(workspace)}) WHERE enabledAt IS NOT NULL`,
    settings: selectRuleSetting(workspace),
  })
  return {
    rules: rules.filter((rule): rule is SentRule => isSentHourly(rule.occasion)),
    timeZone: settings[0]?.timezone ?? 'UTC',
    restores: settings[0]?.restores ?? '[]',
  }
}

async function loadEventsDue(db: Db, workspaceId: string, due: DueRule[]): Promise<Map<string, EventsDue>> {
  const statements = due.flatMap(({ rule, day }) => {
    const { occasion } = rule
    return isEventOccasion(occasion) ? [[occasion, selectEventsDue(workspaceId, occasion, rule, day)]] : []
  })
  const rows: Record<string, EventsDue[]> = await trip(db, Object.fromEntries(statements))
  return new Map(
    due.flatMap(({ rule: { occasion }, holding }) => {
      const [read] = rows[occasion] ?? []
      return read ? [[occasion, holding ? eventsBefore(read, holding) : read] as const] : []
    }),
  )
}
