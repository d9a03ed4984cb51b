import { mailProblems } from '../../domain/mails/mail-issues'
import { isDateOccasion, isReminder, type Occasion, offsetOf } from '../../domain/mails/rules/occasions'
import type { MailRule } from '../../domain/mails/rules/rule'
import type { OpenedRule } from '../../domain/mails/rules/view'
import type { Issues } from '../../domain/shared/errors'
import type { Locale } from '../../ui/i18n/locale'
import { hasKind } from './automatic-occasions'
import type { RefusedRule } from './automatic-props'
import { contentIn, textsIn } from './form'
import { problemTexts } from './problems'
import { automaticTexts } from './texts-automatic'

/** A form that shows a rule as it is stored. */
export const formOfRule = ({ subject, body, kind, offset_days, enabled }: MailRule): URLSearchParams =>
  new URLSearchParams({
    subject,
    body,
    kind,
    offset_days: String(offset_days),
    ...(enabled && { enabled: '1' }),
  })

/** What a form says of a rule, as its verb takes it. Phones type a minus of their own. */
export function ruleIn(form: URLSearchParams, occasion: Occasion) {
  const { subject, body, kind } = contentIn(form)
  const days = (offsetOf(occasion) !== undefined ? (form.get('offset_days') ?? '') : '0')
    .trim()
    .replace(/^[−–]/, '-')
  return {
    subject,
    body,
    kind: hasKind(occasion) ? kind : 'official',
    offset_days: /^-?\d{1,4}$/.test(days) ? Number(days) : Number.NaN,
    enabled: !isReminder(occasion) && form.has('enabled'),
  }
}

/** What is wrong with the form of a rule, in sentences. */
export function refusedRule(
  form: URLSearchParams,
  issues: Issues,
  { rule: { occasion }, columns }: OpenedRule,
  locale: Locale,
): RefusedRule {
  const { issues: t } = automaticTexts(locale)
  const texts = textsIn(form)
  const problems = mailProblems(texts, { list: 'members', columns }, occasion)
  const refused: RefusedRule = problemTexts(texts, problems, locale)
  if (issues.body && !refused.body) refused.body = t.portal
  if (issues.offset_days) refused.offset_days = isDateOccasion(occasion) ? t.offset : t.offsetAfter
  return refused
}
