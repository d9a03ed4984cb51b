import type { HonoRequest } from 'hono'
import { parseAccept } from 'hono/utils/accept'

const LANGUAGES = ['de', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** The language of a page's texts, and the tag (BCP 47, such as `de-AT`) that formats its dates and numbers. */
export type Locale = { language: Language; tag: string }

const SERVICE_TAG = 'de-DE'

/** The locale of the first language of the browser that has texts, else that of the workspace. */
export const localeFor = (request: HonoRequest, workspace?: { locale: string }): Locale =>
  supportedLocale([...acceptedTags(request.header('Accept-Language')), workspace?.locale ?? SERVICE_TAG])

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
