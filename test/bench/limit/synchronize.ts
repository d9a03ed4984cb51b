import { nameKey } from '../../../src/domain/persons/name-key'
import { changesBetween, KNOWN, recordEvents } from './events'
import {
  type Body,
  type Column,
  columnsOf,
  finished,
  givenValues,
  STORED,
  type StoredPerson,
  todayIn,
} from './person'
import { type Call, json, members, NOW, query, rowsOf, type Statement } from './query'

// The cross join makes SQLite look up the persons that are named, in their order.
const FIND = `
  SELECT ${STORED} FROM json_each(?2) AS named CROSS JOIN limit_persons
  WHERE ${members('members:write')} AND external_id = named.value`

/**
 * Synchronizes members that are all stored under their external ids, and have the same fields in the body. Two trips;
 * one if nothing changes.
 */
export async function synchronize(call: Call): Promise<Response> {
  const { data } = await call.request.json<{ data: Body[] }>()
  const columns = await columnsOf(call)
  const names = data.map(({ external_id }) => external_id)
  const { key, results } = await query(call, 'members:write', [FIND, JSON.stringify(names)])
  const storedPersons = rowsOf<StoredPerson>(results[0])
  if (storedPersons.length < data.length) return new Response(null, { status: 422 })
  const written = await write(call, changesOf(data, storedPersons, columns))
  const today = todayIn(key)
  const persons = storedPersons.map((row, index) => finished(written.get(names[index]) ?? row, today))
  const meta = { created: 0, updated: written.size, unchanged: data.length - written.size, deleted: 0 }
  return json(`{"data":[${persons.join(',')}],"meta":${JSON.stringify(meta)}}`)
}

type Change = {
  subject: object
  body: Body
  keys: { first: string; last: string }
  custom: string
  isIndexed: boolean
}

/** The bodies that differ from what is stored. */
function changesOf(data: Body[], storedPersons: StoredPerson[], columns: Column[]): Change[] {
  return data.flatMap((body, index) => {
    const stored: Body = JSON.parse(storedPersons[index]?.document ?? '{}')
    const isNew = (key: string) => JSON.stringify(body[key]) !== JSON.stringify(stored[key])
    if (!Object.keys(body).some(isNew)) return []
    const isIndexed = isNew('email') || isNew('membership_number')
    const keys = { first: nameKey(body.name?.first_name ?? ''), last: nameKey(body.name?.last_name ?? '') }
    const subject = {
      id: stored.id,
      name: Object.values(stored.name ?? {}).join(' '),
      changes: changesBetween(stored, body),
    }
    return [{ subject, body, keys, custom: givenValues(body, columns), isIndexed }]
  })
}

const CHANGES = `
  WITH changes AS MATERIALIZED (
    SELECT value ->> '$.body.external_id' AS named, value -> 'body' AS body, value -> 'keys' AS keys,
      value ->> 'custom' AS custom FROM json_each(?2)
  )`

const WRITE = `${CHANGES}
  UPDATE limit_persons SET first_name = body ->> '$.name.first_name', last_name = body ->> '$.name.last_name',
    first_name_key = keys ->> 'first', last_name_key = keys ->> 'last', birthdate = body ->> 'birthdate', address = body -> 'address', custom_values = json_patch(custom_values, custom),
    revision = revision + 1, updated_at = ${NOW}
  FROM changes WHERE ${members('members:write')} AND external_id = named
  RETURNING ${STORED}, external_id`

// Apart, since SQLite rewrites the index of a column that is set, even to the same value.
const WRITE_INDEXED = `${CHANGES}
  UPDATE limit_persons SET email = body ->> 'email', membership_number = body ->> 'membership_number'
  FROM changes WHERE ${members('members:write')} AND external_id = named`

// Undoes the batch where a person was deleted meanwhile: the column takes no NULL.
const ALL_OR_NOTHING = `INSERT INTO workspaces (id) SELECT NULL WHERE changes() < ?2 OR ?1 IS NULL`

type Written = StoredPerson & { external_id: string }

async function write(call: Call, changes: Change[]): Promise<Map<unknown, Written>> {
  if (changes.length === 0) return new Map()
  const indexed = changes.filter(({ isIndexed }) => isIndexed)
  const first: Statement[] = indexed.length > 0 ? [[WRITE_INDEXED, JSON.stringify(indexed)]] : []
  const kind = { permission: 'members:write', action: 'person.updated', subject: 'member' }
  const patches = JSON.stringify(changes.map(({ subject, ...patch }) => patch))
  const statements: Statement[] = [
    recordEvents(kind, KNOWN, JSON.stringify(changes.map(({ subject }) => subject))),
    ...first,
    [WRITE, patches],
    [ALL_OR_NOTHING, changes.length],
  ]
  const { results } = await query(call, 'members:write', ...statements)
  return new Map(rowsOf<Written>(results.at(-2)).map((row) => [row.external_id, row]))
}
