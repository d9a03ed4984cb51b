import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { type ColumnRow, type CustomColumn, columnsFromRows } from '../../custom-columns/column'
import { selectColumns } from '../../custom-columns/query-list'
import { type Event, type EventRow, toApi } from '../../events/event'
import { selectHistory } from '../../events/history'
import { DomainError } from '../../shared/errors'
import { ALL_OCCASIONS, isOccasion, type Occasion } from './occasions'
import { type MailRule, ruleOf, selectRuleSetting, selectRules } from './rule'

/** Lists the rules of all occasions, those never saved with their defaults. One trip. Throws `permission_missing`. */
export async function viewRules(principal: Principal): Promise<MailRule[]> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    { rules: selectRules(workspace), setting: selectRuleSetting(workspace) },
    (credential) => requirePermission(credential, 'mails:read'),
  )
  return ALL_OCCASIONS.map((occasion) => ruleOf(occasion, rows.rules, rows.setting))
}

/** A rule as its page shows it: with the custom columns of members that its text can name, and who changed it last. */
export type OpenedRule = { rule: MailRule; columns: CustomColumn[]; lastEvent: Event | undefined }

/** Gets the rule of an occasion. One trip. Throws `permission_missing`, and `not_found` for an unknown occasion. */
export async function viewRule(
  principal: Principal,
  { occasion: named }: { occasion: string },
): Promise<OpenedRule> {
  const workspace = principal.workspace()
  const occasion = isOccasion(named) ? named : undefined
  const { rows } = await query(
    principal,
    {
      rules: occasion ? [selectRules(workspace, occasion)] : [],
      setting: selectRuleSetting(workspace),
      columns: selectColumns(workspace, 'members'),
      events: selectHistory<EventRow>(workspace, named, 1),
    },
    (credential) => requirePermission(credential, 'mails:read'),
  )
  const rule = ruleOf(requireOccasion(named), rows.rules, rows.setting)
  const [lastEvent] = (rows.events as EventRow[]).map(toApi)
  return { rule, columns: columnsFromRows('members', rows.columns as ColumnRow[]), lastEvent }
}

/** The occasion that was named. Throws `not_found`. */
export function requireOccasion(named: string): Occasion {
  if (!isOccasion(named)) throw new DomainError('not_found', 'There are no mails of this kind.')
  return named
}
