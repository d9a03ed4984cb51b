import { mailRules, type WorkspaceRow } from '../../../db/schema'
import { allColumns, type Sql, sql } from '../../../db/sql'
import { portalOpenTo } from '../../portal/coverage'
import { germanTexts } from './default-texts-de'
import { englishTexts } from './default-texts-en'
import { ALL_OCCASIONS, isSentHourly, OCCASIONS, type Occasion, offsetOf } from './occasions'
import type { Texting } from './texting'

/**
 * The text of what is sent on an occasion, with its kind. `offset_days` are days after the occasion, before it where negative;
 * of a reminder, days after the fee is due or after the reminder before. Reminders are sent by hand and never `enabled`.
 * `is_default` tells that it has never been saved.
 */
export type MailRule = {
  occasion: Occasion
  subject: string
  body: string
  kind: 'official' | 'news'
  offset_days: number
  enabled: boolean
  is_default: boolean
}

/** A stored rule as {@link selectRules} gives it. */
export type RuleRow = typeof mailRules.$inferSelect

const RULE_ROW = allColumns(mailRules)

/** The stored rules of a workspace, or one of them. */
export const selectRules = (workspace: Sql, occasion?: Occasion): Sql<RuleRow> => sql<RuleRow>`
  SELECT ${RULE_ROW} FROM mail_rules
  WHERE workspace_id = ${workspace} ${occasion ? sql`AND occasion = ${occasion}` : sql``}`

const RUN_OCCASIONS = JSON.stringify(ALL_OCCASIONS.filter(isSentHourly))

/** The condition that a rule is on which the hourly run sends, as SQL over `mail_rules`. */
export const ON_SQL: Sql = sql`
  enabled_at IS NOT NULL AND occasion IN (SELECT value FROM json_each(${RUN_OCCASIONS}))`

/** Counts the rules that are on and that the hourly run sends. A statement for the trip of the caller. */
export const countRulesOn = (workspace: Sql): Sql<{ count: number }> => sql<{ count: number }>`
  SELECT count(*) AS count FROM mail_rules WHERE workspace_id = ${workspace} AND ${ON_SQL}`

/** What rules depend on of a workspace: its time zone, and what default texts say. */
export type RuleSetting = Pick<WorkspaceRow, 'locale' | 'timezone' | 'creditorId' | 'restores'> &
  Pick<Texting, 'hasPortal' | 'isFormal'>

/** Selects {@link RuleSetting} of a workspace. */
export const selectRuleSetting = (workspace: Sql): Sql<RuleSetting> => sql<RuleSetting>`
  SELECT locale, timezone, creditor_id AS creditorId, restores,
    ${portalOpenTo(workspace)} IS NOT NULL AS hasPortal, portal_address_form = 'sie' AS isFormal
  FROM workspaces WHERE id = ${workspace}`

/**
 * The rule of an occasion: the stored one, else that which a form begins with, in the language and form of address of
 * the workspace. What the workspace has saved stays as it is.
 */
export function ruleOf(occasion: Occasion, stored: RuleRow[], [setting]: RuleSetting[]): MailRule {
  const row = stored.find((rule) => rule.occasion === occasion)
  return row ? toApi(row) : defaultRule(occasion, setting)
}

const toApi = (row: RuleRow): MailRule => ({
  occasion: row.occasion as Occasion,
  subject: row.subject,
  body: row.body,
  kind: row.kind,
  offset_days: row.offsetDays,
  enabled: row.enabledAt !== null,
  is_default: false,
})

function defaultRule(occasion: Occasion, setting: RuleSetting | undefined): MailRule {
  if (!setting) throw new Error('A workspace that was looked up has no row.')
  const texts = /^de\b/i.test(setting.locale) ? germanTexts(setting) : englishTexts(setting)
  return {
    occasion,
    ...texts[occasion],
    kind: OCCASIONS[occasion].kind,
    offset_days: offsetOf(occasion) ?? 0,
    enabled: false,
    is_default: true,
  }
}
