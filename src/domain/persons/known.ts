import { type Sql, sql } from '../../db/sql'
import { TENANT, workspaceCte } from '../access/principal'
import type { ListContext } from '../custom-columns/query-list'
import { fullName } from './full-name'
import { nameKey } from './name-key'
import { PERSON_ROW, type Person, type PersonRow } from './person'
import { limitBytes, MAX_STORED_BYTES, type SizedRow } from './store/lookups'
import { indexPersons } from './synchronize-index'

/**
 * Selects the persons of a list, applicants too, that keys name: each row of `keys` has a JSON array `value` of id, external
 * id, membership number, the keys of the last and the first name, and the birthdate. A name finds persons with its birthdate
 * alone. `list` may be a query. As many as `requireWithinMemory` allows and one more.
 */
export const selectKnown = (workspace: Sql, list: Sql, keys: Sql): Sql<SizedRow> =>
  limitBytes(
    sql<PersonRow>`
      SELECT ${PERSON_ROW} FROM (
        WITH ${workspaceCte(workspace)}, place (list_id) AS MATERIALIZED (SELECT (${list})),
        keys (id, external_id, number, last_name, first_name, birthdate) AS MATERIALIZED (
          SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM (${keys}))
        SELECT ${TENANT} AS workspace_id, (SELECT list_id FROM place) AS list_id, id FROM keys WHERE id IS NOT NULL
        UNION SELECT persons.workspace_id, persons.list_id, persons.id FROM keys
          CROSS JOIN persons INDEXED BY persons_by_external_id
          WHERE ${IN_PLACE} AND persons.external_id IS NOT NULL AND persons.external_id = keys.external_id
        UNION SELECT persons.workspace_id, persons.list_id, persons.id FROM keys
          CROSS JOIN persons INDEXED BY persons_by_membership_number
          WHERE ${IN_PLACE} AND persons.membership_number IS NOT NULL AND persons.membership_number = keys.number
        UNION SELECT persons.workspace_id, persons.list_id, persons.id FROM keys
          CROSS JOIN persons INDEXED BY persons_by_name
          WHERE ${IN_PLACE} AND persons.area IN ('regular', 'applications') AND persons.last_name_key = keys.last_name
            AND persons.first_name_key = keys.first_name AND persons.birthdate = keys.birthdate
            AND keys.first_name || keys.last_name <> ''
      ) AS found CROSS JOIN persons
      WHERE persons.workspace_id = found.workspace_id AND persons.list_id = found.list_id
        AND persons.area IN ('regular', 'applications') AND persons.id = found.id`,
    MAX_STORED_BYTES,
  )

const IN_PLACE = sql`persons.workspace_id = ${TENANT} AND persons.list_id = (SELECT list_id FROM place)`

/** What a person of a file is known by; `name` is the folded first and last name with a blank between them. */
export type KnownBy = {
  id: string | null
  externalId: string | null
  number: string | null
  name: string | null
  birthdate: string | null
}

/** The stored person that keys name; why none can be told, and who may be meant; or undefined for a new one. */
export type Known =
  | { person: Person }
  | { refused: 'known_several' | 'number_of_another' | 'id_unknown'; candidates: Person[] }

/**
 * Finds stored persons by the first key that names one: the id, the external id, the membership number, the name with the
 * birthdate. A number whose holder is somebody else names nobody, so that it never has two holders.
 */
export function knownPersons(rows: PersonRow[], context: ListContext): KnownPersons {
  const index = indexPersons(rows, context)
  const persons = rows.map(({ id }) => index.targetOf({ id }) as Person)
  const byNumber = Map.groupBy(persons, ({ membership_number }) => membership_number)
  const byName = Map.groupBy(persons, ({ name, birthdate }) => `${foldedName(name)} ${birthdate}`)
  const find: KnownPersons['find'] = ({ id, externalId, number, name, birthdate }) => {
    const holders = number === null ? [] : (byNumber.get(number) ?? [])
    const withNumber = (person: Person): Known =>
      holders.length === 0 || holders.includes(person)
        ? { person }
        : { refused: 'number_of_another', candidates: [person, ...holders] }
    if (id !== null) {
      const person = index.targetOf({ id })
      return person ? withNumber(person) : { refused: 'id_unknown', candidates: [] }
    }
    const named = externalId === null ? undefined : index.holderOf(externalId)
    if (named) return withNumber(named)
    if (holders.length > 0) {
      const same = holders.filter((holder) => mayShareNumber(namedIn(holder), { name, birthdate }))
      return same.length > 0 ? theOnly(same) : { refused: 'number_of_another', candidates: holders }
    }
    const namesakes = name !== null && birthdate !== null ? (byName.get(`${name} ${birthdate}`) ?? []) : []
    return namesakes.length === 0 ? undefined : theOnly(namesakes)
  }
  return { find, holderOf: index.holderOf }
}

/** Finds the person that keys name, and the one with an external id. */
type KnownPersons = {
  find: (keys: KnownBy) => Known | undefined
  holderOf: (externalId: unknown) => Person | undefined
}

const theOnly = (persons: Person[]): Known =>
  persons.length > 1 ? { refused: 'known_several', candidates: persons } : { person: persons[0] as Person }

type Named = Pick<KnownBy, 'name' | 'birthdate'>

const namedIn = ({ name, birthdate }: Person): Named => ({
  name: foldedName(name) || null,
  birthdate: typeof birthdate === 'string' ? birthdate : null,
})

/**
 * Whether two with one membership number are one person: of one name, or of one birthdate with another name, or of one first name
 * if no birthdate tells.
 */
export function mayShareNumber(one: Named, other: Named): boolean {
  if (one.name === null || other.name === null || one.name === other.name) return true
  if (one.birthdate !== null && other.birthdate !== null) return one.birthdate === other.birthdate
  return one.name.split(' ')[0] === other.name.split(' ')[0]
}

/** The folded first and last name of a person, with a blank between them. */
export const foldedName = (name: unknown): string => nameKey(fullName(name))
