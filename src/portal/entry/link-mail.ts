import type { FormerMember, LinkToMail } from '../../domain/portal/mail-link'
import { todayIn } from '../../domain/shared/dates'
import { lookOf } from '../../mail/look'
import { formatDate, formatInstant, formatTime } from '../../ui/i18n/format'
import { type Language, type Locale, memberLocaleOf } from '../../ui/i18n/locale'
import { shortMail } from '../../ui/mail/short-mail'
import { mailTexts } from '../../ui/mail/texts'
import { linkMailTexts } from '../texts/link-mail'

type Props = {
  link: Pick<LinkToMail, 'workspace' | 'names' | 'expiresAt'>
  path: string
  origin: string
  /** The language of the page that asked for the link. */
  language?: Language | undefined
  now: Date
  /** Whether staff have it sent, rather than the member. */
  isOfStaff?: boolean
}

/**
 * The mail with a login link: its subject, and its body as text and as HTML. In the language of who asked for it, else in
 * that of the workspace.
 */
export function linkMail({ link, path, origin, language, now, isOfStaff = false }: Props) {
  const { workspace, names, expiresAt } = link
  const locale = memberLocaleOf(workspace, language)
  const t = linkMailTexts(locale)
  const lead = names.length > 1 ? t.leadFor(listNames(names, locale, t.andOthers)) : t.lead
  const until = `${t.until(untilText(expiresAt, workspace.timezone, now, locale))} ${t.personal}`
  return shortMail(lookOf(workspace, origin), locale, {
    subject: t.subject,
    preheader: t.preheader,
    paragraphs: [t.greeting, lead],
    button: { url: `${origin}${path}`, label: t.button, hint: mailTexts(locale).copyAddress },
    after: [until],
    hints: [isOfStaff ? t.ofStaff : t.unasked],
  })
}

/** The mail to an address of former members alone, which asked for a link: when the membership ended, and whom to ask. */
export function membershipEndedMail(
  { workspace, endedOn }: FormerMember,
  { origin, language }: Pick<Props, 'origin' | 'language'>,
) {
  const locale = memberLocaleOf(workspace, language)
  const t = linkMailTexts(locale)
  return shortMail(lookOf(workspace, origin), locale, {
    subject: t.ended.subject,
    preheader: t.ended.preheader,
    paragraphs: [t.greeting, t.ended.lead(formatDate(endedOn, locale))],
    hints: [t.unasked],
  })
}

const MAX_NAMES = 5

/** The names of a family; of a larger group the first ones. */
function listNames(names: string[], { tag }: Locale, andOthers: (number: number) => string): string {
  const shown = names.length > MAX_NAMES ? names.slice(0, MAX_NAMES - 1) : names
  const others = names.length - shown.length
  return new Intl.ListFormat(tag).format([...shown, ...(others ? [andOthers(others)] : [])])
}

/** When a link expires: today or tomorrow at a time, or a date and a time. */
function untilText(expiresAt: string, timezone: string, now: Date, locale: Locale): string {
  const t = linkMailTexts(locale)
  const time = formatTime(expiresAt, timezone, locale)
  const days = dayIn(timezone, new Date(expiresAt)) - dayIn(timezone, now)
  if (days === 0) return t.today(time)
  if (days === 1) return t.tomorrow(time)
  return t.onDay(formatInstant(expiresAt, timezone, locale))
}

/** The number of the day of an instant in a time zone. */
const dayIn = (timezone: string, instant: Date): number => Date.parse(todayIn(timezone, instant)) / 86_400_000
