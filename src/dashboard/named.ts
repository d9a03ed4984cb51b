import { permits } from '../domain/access/authorize'
import type { OpenedFee } from '../domain/pages/fee'
import { isOfDeceased, type Namesake } from '../domain/persons/namesake'
import type { Locale } from '../ui/i18n/locale'
import { formTexts } from '../ui/i18n/texts'
import type { Viewer } from './layout'

const de = {
  number: (number: string) => `Nr. ${number}`,
  born: (year: string) => `geboren ${year}`,
}

const en: typeof de = {
  number: (number) => `no. ${number}`,
  born: (year) => `born ${year}`,
}

/** The name of a person; of one of several with this name, with the membership number and the year of birth, and of the dead with that. */
export function named(name: string, namesake: Namesake | undefined, locale: Locale): string {
  if (!namesake) return name
  const t = { de, en }[locale.language]
  const [number, year]: [string | null, string | null] = JSON.parse(namesake)
  const parts = [
    ...(number ? [t.number(number)] : []),
    ...(year ? [t.born(year)] : []),
    ...(isOfDeceased(namesake) ? [formTexts(locale).leaveReasons.deceased] : []),
  ]
  return parts.length > 0 ? `${name} (${parts.join(', ')})` : name
}

/** The name of the person of a fee; see {@link named}. What tells namesakes apart is for those who read persons. */
export const personOf = (
  { person_name, namesake }: { person_name: string; namesake?: Namesake },
  { staff, locale }: Viewer,
): string => named(person_name, permits(staff, 'members:read') ? namesake : null, locale)

/** The name of the person of an opened fee; see {@link personOf}. */
export const payerOf = ({ fee: { person_name }, person }: OpenedFee, viewer: Viewer): string =>
  personOf({ person_name, namesake: person?.namesake }, viewer)

/** The name of whose account a debit takes from; see {@link personOf}. */
export const debtorOf = (
  { debtor_name: person_name, namesake }: { debtor_name: string; namesake: Namesake },
  viewer: Viewer,
): string => personOf({ person_name, namesake }, viewer)
