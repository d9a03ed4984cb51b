import type { Answers, Statements } from '../../../db/client'
import type { WorkspaceRow } from '../../../db/schema'
import { requirePermission } from '../../access/authorize'
import type { Permission } from '../../access/permissions'
import { query } from '../../access/query'
import { addDays, todayIn } from '../../shared/dates'
import type { StaffPrincipal } from '../../staff/principal'
import { selectSentToday } from '../quota'
import type { Reminder } from '../rules/occasions'
import { type MailRule, ruleOf, selectRuleSetting, selectRules } from '../rules/rule'
import { type Reminders, remindersOf } from './proposal'
import { countUndated, type Level, MAX_FEES, selectDueFees } from './select'

/**
 * Proposes whom to remind of which fees: those to be paid, with a due date, that are neither collected nor held. One trip; reads
 * up to 10,000 open fees by index. Throws `permission_missing`.
 */
export const proposeReminders = async (principal: StaffPrincipal): Promise<Reminders> =>
  (await viewReminders(principal, 'mails:read')).reminders

/** The reminders that are due, and what decides how they are sent. */
export type LoadedReminders = {
  reminders: Reminders
  rules: Record<Level, MailRule>
  sentToday: number
  workspace: WorkspaceRow
  today: string
}

/**
 * Loads what {@link proposeReminders} gives, with the texts and how many mails were sent today, and the rows of `more`
 * statements. One trip. Throws `permission_missing`.
 */
export async function viewReminders<S extends Statements = Record<never, never>>(
  principal: StaffPrincipal,
  permission: Permission,
  more: S = {} as S,
): Promise<LoadedReminders & { more: Answers<S> }> {
  const { now } = principal
  const workspace = principal.workspace()
  const statements = {
    fees: selectDueFees(workspace, addDays(todayIn('Etc/GMT-14', now), 1)),
    undated: countUndated(workspace),
    rules: selectRules(workspace),
    setting: selectRuleSetting(workspace),
    sentToday: selectSentToday(workspace, now),
  }
  const { credential, rows } = await query(principal, { ...more, ...statements }, (credential) => {
    requirePermission(credential, permission)
    requirePermission(credential, 'fees:read')
  })
  const answers: Answers<typeof statements> = rows
  const rule = (occasion: Reminder) => ruleOf(occasion, answers.rules, answers.setting)
  const rules = { 1: rule('reminder_1'), 2: rule('reminder_2'), 3: rule('reminder_3') }
  const timeZone = credential.workspace.timezone
  const offsets = { 1: rules[1].offset_days, 2: rules[2].offset_days, 3: rules[3].offset_days }
  const reminders = remindersOf(
    { fees: answers.fees.slice(0, MAX_FEES), offsets, now, timeZone },
    { without_due_date: answers.undated[0]?.count ?? 0, is_truncated: answers.fees.length > MAX_FEES },
  )
  return {
    reminders,
    rules,
    sentToday: answers.sentToday[0]?.count ?? 0,
    workspace: credential.workspace,
    today: todayIn(timeZone, now),
    more: rows,
  }
}
