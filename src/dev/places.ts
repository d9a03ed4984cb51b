/** The letters of databases. The first one is home. */
export const PLACES = [...'abcdefghijklmnopqrstuvwxyz']

/** The binding of a database: `DB` is that of `a`, `DB_B` that of `b`. */
export const bindingOf = (place: string): string => (place === 'a' ? 'DB' : `DB_${place.toUpperCase()}`)

/** The letter of the database that a binding is of; undefined if it is none of this service. */
export const placeOf = (binding: string): string | undefined =>
  PLACES.find((place) => bindingOf(place) === binding)

/** The id that wrangler.toml has for a database until one is made. Each has its own, since local databases go by it. */
export const placeholderOf = (place: string): string =>
  `00000000-0000-0000-0000-00000000000${place === 'a' ? '0' : place}`

/** What the name and the binding of a database end with: nothing for the first one. */
export const suffixOf = (place: string): string => (place === 'a' ? '' : `-${place}`)
