/** The letter of a database: `a` is the first one. */
export type Place = string

/** All letters, from the first database on. */
export const PLACES: readonly Place[] = [...'abcdefghijklmnopqrstuvwxyz']

/** The first database: what the whole deployment has once is here, such as the accounts of staff. */
export const HOME: Place = 'a'

/** The binding of the database of a place, as wrangler.toml names it. */
export const bindingOf = (place: Place): 'DB' | `DB_${string}` =>
  place === HOME ? 'DB' : `DB_${place.toUpperCase()}`

/** The letter that ids and credentials of a place carry. Those of the first database have none. */
export const letterOf = (place: Place): string => (place === HOME ? '' : place)

/** Where a workspace was created, by its id: a hint, since it may have moved. */
export const placeOfWorkspace = (id: string): Place => /^wsp_([b-z])[0-9A-Za-z]{24}$/.exec(id)?.[1] ?? HOME

/** Where an API key was issued. */
export const placeOfKey = (token: string): Place => /^mas_([b-z])_/.exec(token)?.[1] ?? HOME

/** Where the token of a session or a link was issued. */
export const placeOfToken = (token: string): Place => /^([b-z])\./.exec(token)?.[1] ?? HOME
