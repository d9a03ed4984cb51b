import type { PersonInput } from '../../domain/persons/schemas'
import type { OpenedForm } from '../../domain/portal/join/request'
import { isObject } from '../../domain/shared/validation'
import type { Locale } from '../../ui/i18n/locale'
import { CONSENT } from '../../ui/join/join-fields'
import { ownOf } from '../../ui/join/own'
import { parseChanges } from '../../ui/person-fields/parse'

/** What an empty form shows: the country of the workspace. */
export function emptyValues({ workspace }: OpenedForm): Record<string, unknown> {
  const { country } = ownOf(workspace)
  return country ? { address: { country_code: country } } : {}
}

/** What was typed into a form: the person by the keys of the API, without empty fields, and whether they agree. */
export function readApplication(
  sent: URLSearchParams,
  { fields }: OpenedForm,
  locale: Locale,
): { person: PersonInput; agrees: boolean } {
  const { address, ...person } = parseChanges(sent, { fields, person: {} }, locale)
  return {
    // The form suggests a country, which alone is no address.
    person: hasMoreThanCountry(address) ? { ...person, address } : person,
    agrees: sent.has(CONSENT),
  }
}

const hasMoreThanCountry = (address: unknown): boolean =>
  isObject(address) &&
  Object.entries(address).some(([part, text]) => part !== 'country_code' && text !== null)
