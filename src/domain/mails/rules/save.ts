import * as z from 'zod'
import { failUnless } from '../../../db/guard'
import { NOW, strictlyAfter } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import { act } from '../../access/act'
import type { Principal } from '../../access/principal'
import { columnsFromRows } from '../../custom-columns/column'
import { selectColumns } from '../../custom-columns/query-list'
import { lastNumber } from '../../events/batch'
import { changesBetween } from '../../events/changes'
import { recordEvents } from '../../events/record'
import { portalOpenTo } from '../../portal/coverage'
import { todayIn } from '../../shared/dates'
import type { Issue } from '../../shared/error-list'
import { DomainError } from '../../shared/errors'
import { sha256 } from '../../shared/hash'
import { validate } from '../../shared/validation'
import { mailContent, TO_SEND } from '../mail'
import { mailIssues } from '../mail-issues'
import { placeholdersIn } from '../placeholders'
import { isDateOccasion, isReminder, type Occasion } from './occasions'
import { type MailRule, type RuleRow, ruleOf, selectRuleSetting, selectRules } from './rule'
import { requireOccasion } from './view'

const MAX_OFFSET_DAYS = 366

const ruleBody = z.strictObject({
  ...mailContent,
  offset_days: z.int().min(-MAX_OFFSET_DAYS).max(MAX_OFFSET_DAYS),
  enabled: z.boolean(),
})
type RuleBody = z.infer<typeof ruleBody>

/**
 * Saves the rule of an occasion. Switching it on begins now: nothing that happened before gets a mail. A reminder is never
 * on. Two trips. Throws `permission_missing`, `not_found` for an unknown occasion, `invalid`, and `changed_meanwhile` if
 * the rule no longer has the `mark` that {@link markOfRule} gave.
 */
export async function saveRule(
  principal: Principal,
  { occasion: named, body, mark }: { occasion: string; body: Record<string, unknown>; mark?: string },
): Promise<MailRule> {
  return act(principal, TO_SEND, async (tx) => {
    const occasion = requireOccasion(named)
    const { credential, ...rows } = await tx.read({
      rules: selectRules(tx.workspace(), occasion),
      setting: selectRuleSetting(tx.workspace()),
      columns: selectColumns(tx.workspace(), 'members'),
      portal: sql<{ id: string | null }>`SELECT ${portalOpenTo(tx.workspace())} AS id`,
    })
    const columns = columnsFromRows('members', rows.columns)
    const input = validate(ruleBody, body, function* (given) {
      yield* mailIssues(given, { list: 'members', columns }, occasion)
      yield* occasionIssues(given, occasion, rows.portal[0]?.id != null)
    })
    const [row] = rows.rules
    const stored = ruleOf(occasion, rows.rules, rows.setting)
    if (mark !== undefined && mark !== markOfRule(stored))
      throw new DomainError('changed_meanwhile', 'The rule has been changed meanwhile.')
    const saved: MailRule = {
      occasion,
      ...input,
      enabled: input.enabled && !isReminder(occasion),
      is_default: false,
    }
    const workspace = tx.writable()
    await tx.write({
      asRead: failUnless(sql`${row?.updatedAt ?? null} IS (
        SELECT updated_at FROM mail_rules WHERE workspace_id = ${workspace} AND occasion = ${occasion})`),
      saved: writeRule(workspace, saved, {
        isSwitchedOn: saved.enabled && !stored.enabled,
        now: tx.now,
        today: todayIn(credential.workspace.timezone, tx.now),
        row,
      }),
      recorded: recordEvents(tx.actor, workspace, { action: 'mail_rule.updated', subject: 'mail_rule' }, [
        { id: occasion, name: saved.subject, changes: changesBetween(contentOf(stored), contentOf(saved)) },
      ]),
    })
    return saved
  })
}

/** What a form carries of the rule that it shows, so that no change of someone else is lost. */
export const markOfRule = (rule: MailRule): string =>
  sha256(JSON.stringify(contentOf(rule))).slice(0, MARK_LENGTH)

const MARK_LENGTH = 16

const contentOf = ({ occasion: _, is_default: __, ...content }: MailRule) => content

function* occasionIssues(
  { subject, body, offset_days }: Record<string, unknown>,
  occasion: Occasion,
  hasPortal: boolean,
): Iterable<Issue> {
  if (typeof offset_days === 'number' && offset_days < 0 && !isDateOccasion(occasion))
    yield [['offset_days'], { code: 'offset_negative' }]
  if (!placeholdersIn(`${subject}\n${body}`).includes('portal_link')) return
  if (occasion === 'application_rejected') yield [['body'], { code: 'portal_link_to_rejected' }]
  else if (!hasPortal) yield [['body'], { code: 'portal_off' }]
}

type Writing = { isSwitchedOn: boolean; now: Date; today: string; row: RuleRow | undefined }

function writeRule(
  workspace: Sql,
  { occasion, subject, body, kind, offset_days, enabled }: RuleBody & { occasion: Occasion },
  { isSwitchedOn, now, today, row }: Writing,
): Sql {
  const enabledAt = isSwitchedOn ? now.toISOString() : enabled ? (row?.enabledAt ?? null) : null
  const begun = isSwitchedOn
    ? sql`, last_event = excluded.last_event, done_until = excluded.done_until`
    : sql``
  return sql`
    INSERT INTO mail_rules (workspace_id, occasion, subject, body, kind, offset_days, enabled_at, last_event, done_until,
      updated_at)
    VALUES (${workspace}, ${occasion}, ${subject}, ${body}, ${kind}, ${offset_days}, ${enabledAt}, ${lastNumber(workspace)}, ${today},
      ${NOW})
    ON CONFLICT DO UPDATE SET subject = excluded.subject, body = excluded.body, kind = excluded.kind,
      offset_days = excluded.offset_days, enabled_at = excluded.enabled_at,
      updated_at = ${strictlyAfter(sql`mail_rules.updated_at`)} ${begun}`
}
