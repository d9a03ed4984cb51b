import { type Db, trip } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { LISTS } from '../access/lists'
import { nameKey } from './name-key'

/** How many persons a slice repairs, and how many slices a night has. */
const SLICE = 1000
const MAX_SLICES = 60

type Nameless = {
  workspaceId: string
  listId: string
  area: string
  id: string
  firstName: string | null
  lastName: string | null
}

/**
 * Keeps the keys of names that a version before the keys has written, during a rollback, for example: no search finds such a
 * person, and it goes first in every list. Revisions stay, since callers see no key. One trip if there are none, else two a
 * slice.
 */
export async function repairNameKeys(db: Db): Promise<void> {
  for (let count = 0; count < MAX_SLICES; count++) {
    const { persons } = await trip(db, { persons: SELECT_WITHOUT_KEY })
    // A name of marks alone has no key.
    const keys = persons
      .map(({ workspaceId, listId, area, id, firstName, lastName }) => [
        ...[workspaceId, listId, area, id],
        nameKey(firstName ?? ''),
        nameKey(lastName ?? ''),
      ])
      .filter(([, , , , first, last]) => first !== '' || last !== '')
    if (keys.length === 0) return
    await trip(db, { kept: keepKeys(JSON.stringify(keys)) })
  }
}

const PLACES = JSON.stringify(
  LISTS.flatMap((list) => ['regular', 'applications'].map((area) => [list, area])),
)

// The cross joins make SQLite look up the empty key of each list in the index, in place of reading every person.
const SELECT_WITHOUT_KEY: Sql<Nameless> = sql<Nameless>`
  SELECT persons.workspace_id AS workspaceId, persons.list_id AS listId, persons.area AS area, persons.id AS id,
    first_name AS firstName, last_name AS lastName
  FROM workspaces CROSS JOIN json_each(${PLACES}) AS place CROSS JOIN persons INDEXED BY persons_by_name
  WHERE persons.workspace_id = workspaces.id AND persons.list_id = place.value ->> 0
    AND persons.area = place.value ->> 1 AND last_name_key = '' AND first_name_key = ''
    AND coalesce(last_name, first_name, '') <> ''
  LIMIT ${SLICE}`

const keepKeys = (json: string): Sql => sql`
  UPDATE persons SET first_name_key = named.value ->> 4, last_name_key = named.value ->> 5
  FROM json_each(${json}) AS named
  WHERE persons.workspace_id = named.value ->> 0 AND persons.list_id = named.value ->> 1
    AND persons.area = named.value ->> 2 AND persons.id = named.value ->> 3
    AND first_name_key = '' AND last_name_key = ''`
