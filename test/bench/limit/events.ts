import { newIds } from './ids'
import { NOW, type Statement, VALID_KEY, workspaceOfKey } from './query'

/** Which writes a statement records, and the permission that they need. */
type Kind = { permission: string; action: string; subject: string }

/**
 * Records an event for each row `(id, name, changes)` of a query, in the table of the service. The values of the query
 * are its parameters from `?4` on.
 */
export const recordEvents = (kind: Kind, subjects: string, ...values: unknown[]): Statement => [
  insertOf(kind, subjects),
  crypto.randomUUID(),
  ...newIds('bat', 1),
  ...values,
]

const insertOf = ({ permission, action, subject }: Kind, subjects: string): string => `
  WITH tenant (id) AS MATERIALIZED (SELECT ${workspaceOfKey(permission)}), subjects (id, name, changes) AS (${subjects})
  INSERT INTO events (workspace_id, number, at, request_id, batch_id, action, actor_kind, actor_id, actor_name, door,
    subject_kind, subject_id, subject_name, changes, salt)
  SELECT (SELECT id FROM tenant),
    (SELECT coalesce(max(number), 0) FROM events WHERE workspace_id = (SELECT id FROM tenant)) + row_number() OVER (),
    ${NOW}, ?2, ?3, '${action}', 'key', (SELECT id FROM api_keys WHERE ${VALID_KEY}),
    (SELECT name FROM api_keys WHERE ${VALID_KEY}), 'api', '${subject}', id, name, changes, hex(randomblob(8))
  FROM subjects`

/** Subjects that are known before the statement runs: a JSON array of them is `?4`. */
export const KNOWN = `SELECT value ->> 'id', value ->> 'name', value -> 'changes' FROM (SELECT value FROM json_each(?4) LIMIT -1) WHERE TRUE`

/** The values before and after of what two bodies of a person differ in, parts of the name by dots. */
export function changesBetween(before: object, after: object): Record<string, [unknown, unknown]> {
  const stored = new Map(leavesOf(before))
  const changes: Record<string, [unknown, unknown]> = {}
  for (const [key, value] of leavesOf(after)) {
    const from = stored.get(key) ?? null
    if (JSON.stringify(from) !== JSON.stringify(value)) changes[key] = [from, value]
  }
  return changes
}

const leavesOf = (person: object): [string, unknown][] =>
  Object.entries(person).flatMap(([key, value]): [string, unknown][] =>
    key === 'name' ? Object.entries(value).map(([part, text]) => [`name.${part}`, text]) : [[key, value]],
  )
