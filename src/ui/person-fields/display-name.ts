import { fullName } from '../../domain/persons/full-name'

/** The name of a person on a page: the full name, else the email address, membership number or external id. */
export const displayName = (person: Record<string, unknown>): string =>
  fullName(person.name) || String(person.email ?? person.membership_number ?? person.external_id)
