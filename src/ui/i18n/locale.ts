import type { HonoRequest } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { parse } from 'hono/utils/cookie'

const LANGUAGES = ['de', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * The language of a page's texts, and the tag (BCP 47, such as `de-AT`) that formats its dates and numbers. German
 * texts say Sie where `isFormal`, else du.
 */
export type Locale = { language: Language; tag: string; isFormal?: boolean }

/** How a workspace speaks to its members. */
export type MemberLanguage = { locale: string; portalAddressForm: 'sie' | 'du' }

const SERVICE: MemberLanguage = { locale: 'de-DE', portalAddressForm: 'sie' }

/** The locale of the first language of the browser that has texts, else that of the workspace. For staff. */
export const localeFor = (request: HonoRequest, workspace: { locale: string } = SERVICE): Locale =>
  supportedLocale([...acceptedTags(request.header('Accept-Language')), workspace.locale])

/** As {@link localeFor}, for members, in the language that they have chosen on a page. */
export function memberLocaleFor(request: HonoRequest, workspace: MemberLanguage = SERVICE): Locale {
  const tags = [...acceptedTags(request.header('Accept-Language')), workspace.locale]
  return {
    ...inLanguage(chosenLanguage(request), tags),
    isFormal: workspace.portalAddressForm === 'sie',
  }
}

/** The first tag of a language, or its standard one. Without a language, the first tag that has texts. */
function inLanguage(language: Language | undefined, tags: string[]): Locale {
  const isOfLanguage = (tag: string) => supportedLocale([tag]).language === language
  return supportedLocale(language ? [...tags.filter(isOfLanguage), STANDARD[language]] : tags)
}

/** The cookie that keeps the language that a member has chosen. */
export const LANGUAGE_COOKIE = '__Host-language'

/** The language that a link of the page, or one of an earlier page, asks for. */
export function chosenLanguage(request: HonoRequest): Language | undefined {
  const named =
    request.query('lang') ?? parse(request.header('Cookie') ?? '', LANGUAGE_COOKIE)[LANGUAGE_COOKIE]
  return LANGUAGES.find((language) => language === named)
}

const STANDARD: Record<Language, string> = { de: 'de-DE', en: 'en-GB' }

/** The locale of a workspace, as mails to its members have it, or another language that a member has asked for. */
export const memberLocaleOf = (workspace: MemberLanguage, language?: Language): Locale => ({
  ...inLanguage(language, [workspace.locale]),
  isFormal: workspace.portalAddressForm === 'sie',
})

/** Makes the function that gives texts in the language of a locale. `du` has those that differ from `sie`. */
export const textsIn =
  <Texts extends object>({ sie, du, en }: { sie: Texts; du?: Partial<NoInfer<Texts>>; en: NoInfer<Texts> }) =>
  ({ language, isFormal }: Locale): Texts =>
    language === 'en' ? en : isFormal ? sie : { ...sie, ...du }

/** The first tag whose language has texts, else British English. `tags` are in the order of preference. */
export function supportedLocale(tags: string[]): Locale {
  for (const tag of tags) {
    const language = LANGUAGES.find((supported) => supported === tag.toLowerCase().split('-')[0])
    if (language && isWellFormed(tag)) return { language, tag }
  }
  return { language: 'en', tag: 'en-GB' }
}

/** The tags of an `Accept-Language` header, in the order of preference. */
const acceptedTags = (header = ''): string[] =>
  parseAccept(header)
    .filter(({ q }) => q > 0)
    .map(({ type }) => type)

function isWellFormed(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
