/** The first and last name of the `name` of a person; empty if both are missing. */
export function fullName(name: unknown): string {
  const { first_name, last_name } = Object(name)
  return [first_name, last_name].filter(Boolean).join(' ')
}
