import { bindingOf, HOME, PLACES } from '../db/places.ts'

/** The letter of the database that a binding is of; undefined if it is none of this service. */
export const placeOf = (binding: string): string | undefined =>
  PLACES.find((place) => bindingOf(place) === binding)

/** The id that wrangler.toml has for a database until one is made. Each has its own, since local databases go by it. */
export const placeholderOf = (place: string): string =>
  `00000000-0000-0000-0000-00000000000${place === HOME ? '0' : place}`

/** What the name and the binding of a database end with: nothing for the first one. */
export const suffixOf = (place: string): string => (place === HOME ? '' : `-${place}`)
