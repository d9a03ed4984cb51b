/** The name of a person on a page: the full name, else the email address, membership number or external id. */
export const displayName = (person: Record<string, unknown>): string =>
  fullName(person.name) || String(person.email ?? person.membership_number ?? person.external_id)

/** The first and last name; empty when both are missing. */
export function fullName(name: unknown): string {
  const { first_name, last_name } = Object(name)
  return [first_name, last_name].filter(Boolean).join(' ')
}
