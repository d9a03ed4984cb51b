import { requirePermission } from '../../access/authorize'
import type { Permission } from '../../access/permissions'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { addDays, todayIn } from '../../shared/dates'
import { selectSentToday } from '../quota'
import { REMINDERS } from '../rules/occasions'
import { type MailRule, ruleOf, selectRuleSetting, selectRules } from '../rules/rule'
import { type Reminders, remindersOf } from './proposal'
import { countUndated, type Level, MAX_FEES, selectDueFees } from './select'

/**
 * Proposes whom to remind of which fees: those to be paid, with a due date, that are neither collected nor held. One trip; reads
 * up to 10,000 open fees by index. Throws `permission_missing`.
 */
export const proposeReminders = async (principal: Principal): Promise<Reminders> =>
  (await loadReminders(principal, 'mails:read')).reminders

export type LoadedReminders = {
  reminders: Reminders
  rules: Record<Level, MailRule>
  sentToday: number
  workspaceId: string
  today: string
}

/** Loads what {@link proposeReminders} gives, with the texts and how many mails were sent today. One trip. */
export async function loadReminders(principal: Principal, permission: Permission): Promise<LoadedReminders> {
  const { now } = principal
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      fees: selectDueFees(workspace, addDays(todayIn('Etc/GMT-14', now), 1)),
      undated: countUndated(workspace),
      rules: selectRules(workspace),
      setting: selectRuleSetting(workspace),
      sentToday: selectSentToday(workspace, now),
    },
    (credential) => {
      requirePermission(credential, permission)
      requirePermission(credential, 'fees:read')
    },
  )
  const [first, second, third] = REMINDERS
  const rule = (occasion: (typeof REMINDERS)[number]) => ruleOf(occasion, rows.rules, rows.setting)
  const rules = { 1: rule(first), 2: rule(second), 3: rule(third) }
  const timeZone = credential.workspace.timezone
  const offsets = { 1: rules[1].offset_days, 2: rules[2].offset_days, 3: rules[3].offset_days }
  const reminders = remindersOf(
    { fees: rows.fees.slice(0, MAX_FEES), offsets, now, timeZone },
    { without_due_date: rows.undated[0]?.count ?? 0, is_truncated: rows.fees.length > MAX_FEES },
  )
  return {
    reminders,
    rules,
    sentToday: rows.sentToday[0]?.count ?? 0,
    workspaceId: credential.workspace.id,
    today: todayIn(timeZone, now),
  }
}
