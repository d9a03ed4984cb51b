import { nameKey } from '../../../src/domain/persons/name-key'
import { changesBetween, KNOWN, recordEvents } from './events'
import { newIds } from './ids'
import {
  allValues,
  type Body,
  columnsOf,
  finished,
  givenValues,
  STORED,
  type StoredPerson,
  todayIn,
} from './person'
import {
  type Call,
  json,
  type Key,
  members,
  NOW,
  query,
  rowsOf,
  type Statement,
  workspaceOfKey,
} from './query'

const CREATE = `
  INSERT INTO limit_persons (workspace_id, list_id, area, id, external_id, first_name, last_name, email, birthdate,
    phone_numbers, address, membership_number, join_date, custom_values, first_name_key, last_name_key, created_at, updated_at)
  SELECT id, 'members', 'regular', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ${NOW}, ${NOW}
  FROM (SELECT ${workspaceOfKey('members:write')} AS id) WHERE id IS NOT NULL
  RETURNING ${STORED}`

/** Creates a member. */
export async function create(call: Call): Promise<Response> {
  const body = await call.request.json<Body>()
  const [id] = newIds('per', 1)
  const insert: Statement = [
    CREATE,
    id,
    body.external_id,
    body.name?.first_name,
    body.name?.last_name,
    body.email,
    body.birthdate,
    JSON.stringify(body.phone_numbers),
    JSON.stringify(body.address),
    body.membership_number,
    body.join_date,
    allValues(body, await columnsOf(call)),
    nameKey(body.name?.first_name ?? ''),
    nameKey(body.name?.last_name ?? ''),
  ]
  const name = `${body.name?.first_name} ${body.name?.last_name}`
  const changes = { area: [null, 'regular'], ...changesBetween({}, body) }
  const created = { permission: 'members:write', action: 'person.created', subject: 'member' }
  const recorded = recordEvents(created, KNOWN, JSON.stringify([{ id, name, changes }]))
  const { key, results } = await query(call, 'members:write', insert, recorded)
  return answerPerson(key, results[0], 201)
}

const UPDATE = `
  UPDATE limit_persons SET last_name = ?3, last_name_key = ?6, birthdate = ?4, custom_values = json_patch(custom_values, ?5),
    revision = revision + 1, updated_at = ${NOW}
  WHERE ${members('members:write')} AND external_id = ?2
    AND (last_name IS NOT ?3 OR birthdate IS NOT ?4 OR custom_values IS NOT json_patch(custom_values, ?5))`

const UPDATES = `
  SELECT id, concat_ws(' ', first_name, last_name), '{' || substr(
    CASE WHEN last_name IS NOT ?5 THEN ',"name.last_name":' || json_array(last_name, ?5) ELSE '' END
    || CASE WHEN birthdate IS NOT ?6 THEN ',"birthdate":' || json_array(birthdate, ?6) ELSE '' END
    || coalesce((
      SELECT group_concat(',"' || key || '":[' || coalesce(custom_values -> key, 'null') || ',' || (?7 -> key) || ']', '')
      FROM json_each(?7) WHERE custom_values -> key IS NOT ?7 -> key), ''), 2) || '}'
  FROM limit_persons
  WHERE ${members('members:write')} AND external_id = ?4
    AND (last_name IS NOT ?5 OR birthdate IS NOT ?6 OR custom_values IS NOT json_patch(custom_values, ?7))`

const UPDATED = `SELECT ${STORED} FROM limit_persons WHERE ${members('members:write')} AND external_id = ?2`

/** Updates a member by its external id. */
export async function update(call: Call, externalId: string): Promise<Response> {
  const body = await call.request.json<Body>()
  const custom = givenValues(body, await columnsOf(call))
  const { last_name = '' } = body.name ?? {}
  const patch: Statement = [UPDATE, externalId, last_name, body.birthdate, custom, nameKey(last_name)]
  const kind = { permission: 'members:write', action: 'person.updated', subject: 'member' }
  const recorded = recordEvents(kind, UPDATES, externalId, last_name, body.birthdate, custom)
  const { key, results } = await query(call, 'members:write', recorded, patch, [UPDATED, externalId])
  return answerPerson(key, results[2], 200)
}

function answerPerson(key: Key, result: D1Result | undefined, status: number): Response {
  const [row] = rowsOf<StoredPerson>(result)
  if (!row) return new Response(null, { status: 404 })
  return json(`{"data":${finished(row, todayIn(key))}}`, status)
}
