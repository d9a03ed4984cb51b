import { type Db, type Statement, trip } from '../../../db/client'
import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import type { ListId } from '../../access/lists'
import { newId } from '../../shared/ids'
import type { Range, Sending } from '../recipients'
import { type AutomaticMail, insertOccasions, sendAutomatically } from './automatic-mail'
import { dueByDate, type RunDay } from './due-dates'
import { dueByEvent, type EventsDue } from './due-events'
import type { Holding } from './held-run'
import { aboutOf, type DateOccasion, type EventOccasion, isEventOccasion } from './occasions'
import type { RuleRow } from './rule'
import { textFor } from './texts'

/** A rule that the hourly run sends. */
export type SentRule = RuleRow & { occasion: DateOccasion | EventOccasion }

/** A run of a rule; `events` if it is about those of the log. */
export type RuleRun = {
  workspaceId: string
  rule: SentRule
  day: RunDay
  now: Date
  actor: Actor
  events: EventsDue | undefined
  /** What it holds, if that was due before a restore. */
  holding: Holding | undefined
}

/**
 * Sends what is due of a rule, or holds what was due before a restore, and records how far it came, in one trip, and returns what the queue is to be told. Throws
 * `WriteConflict` if another run was faster, the rule has changed, or the quota of the day would be exceeded.
 */
export async function runRule(db: Db, run: RuleRun): Promise<Sending[]> {
  const { workspaceId, rule, now, holding } = run
  const mails = listsOf(rule).map((list): AutomaticMail => {
    const { kind, occasion } = rule
    return {
      id: newId('mai', now),
      list,
      kind,
      occasion,
      heldFor: holding?.epoch ?? null,
      ...textFor(list, rule),
    }
  })
  const { occasion } = rule
  const due = isEventOccasion(occasion)
    ? dueByEvent(occasion, rule, run.events?.upTo ?? 0, run.day)
    : dueByDate(occasion, rule, run.day)
  const workspace = sql`${workspaceId}`
  const statements: Record<string, Statement | Statement[]> = {
    asRead: asReadSql(workspace, rule),
    advanced: advance(workspace, run),
  }
  for (const mail of mails)
    Object.assign(statements, {
      [`occasions ${mail.id}`]: insertOccasions(workspace, mail, due),
      ...sendAutomatically(workspace, run, mail),
    })
  const rows = await trip(db, statements)
  if (holding) return []
  return mails
    .map(({ id }) => ({ workspaceId, mailId: id, ranges: (rows[`ranges ${id}`] ?? []) as Range[] }))
    .filter(({ ranges }) => ranges.length > 0)
}

/** Members and contacts pay fees; everything else is about members. A mail is to one list. */
const listsOf = ({ occasion }: RuleRow): ListId[] =>
  aboutOf(occasion) === 'member' ? ['members'] : ['members', 'contacts']

const asReadSql = (workspace: Sql, { occasion, updatedAt, lastEvent, doneUntil, heldFor }: RuleRow): Sql =>
  failUnless(sql`EXISTS (
    SELECT 1 FROM mail_rules WHERE workspace_id = ${workspace} AND occasion = ${occasion} AND updated_at = ${updatedAt}
      AND last_event = ${lastEvent} AND done_until IS ${doneUntil} AND held_for IS ${heldFor})`)

const advance = (workspace: Sql, { rule, day, events }: RuleRun): Sql => sql`
  UPDATE mail_rules SET last_event = max(last_event, ${events?.upTo ?? 0})
    ${events && !events.isAll ? sql`` : sql`, held_for = NULL, done_until = max(coalesce(done_until, ''), ${day.today})`}
  WHERE workspace_id = ${workspace} AND occasion = ${rule.occasion}`
