import { fullName } from '../domain/persons/full-name'
import type { Locale } from '../ui/i18n/locale'

type Name = { first_name?: string | null; last_name?: string | null }

/** How many names a mail lists before it counts the rest. */
const MAX_NAMES = 10

const OTHERS = { de: (count: number) => `${count} weitere`, en: (count: number) => `${count} others` }

/** The placeholders of names, for one person or for all who share a mail: one last name that all have is said once. */
export function nameValues(names: Name[], locale: Locale) {
  const lastNames = distinct(names.map(({ last_name }) => last_name ?? ''))
  const firstNames = listed(
    names.map(({ first_name }) => first_name ?? ''),
    locale,
  )
  const isFamily = lastNames.length === 1 && names.every((name) => name.first_name && name.last_name)
  return {
    first_name: firstNames,
    last_name: listed(lastNames, locale),
    name: isFamily ? `${firstNames} ${lastNames[0]}` : listed(names.map(fullName), locale),
  }
}

function listed(texts: string[], { tag, language }: Locale): string {
  const known = texts.filter(Boolean)
  const shown = known.length > MAX_NAMES ? known.slice(0, MAX_NAMES - 1) : known
  const others = known.length - shown.length
  return new Intl.ListFormat(tag).format([...shown, ...(others ? [OTHERS[language](others)] : [])])
}

const distinct = (texts: string[]): string[] => [...new Set(texts.filter(Boolean))]
