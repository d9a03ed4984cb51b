import { vi } from 'vitest'
import { createEverything, type Everything } from '../support/everything'
import { rows, type Workspace, workspace } from '../support/workspace'

const START = Date.UTC(2026, 5, 15, 12)

/** A workspace with one of everything, created at the same instants in each run. */
export async function createApproved(settings: object): Promise<Everything> {
  stopClock()
  const everything = await createEverything(await tickingWorkspace(settings))
  await moveInstants()
  return everything
}

/** A workspace whose clock goes on by a millisecond a request, so that ids have an order. */
export const tickingWorkspace = async (settings: object): Promise<Workspace> =>
  ticking(await workspace(settings))

/** Moves what the clock of the database has stored to an instant: that at which everything is created. */
export async function moveInstants(instant = START): Promise<void> {
  const [clock] = await rows<{ seconds: number }>("SELECT unixepoch('now') AS seconds")
  const shift = `${instant / 1000 - Number(clock?.seconds)} seconds`
  const columns = await rows<{ name: string; column: string }>(`
    SELECT tables.name, columns.name AS "column" FROM sqlite_schema AS tables CROSS JOIN pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND columns.type = 'TEXT' AND tables.name NOT LIKE '\\_%' ESCAPE '\\'`)
  const day = new Date(instant).toISOString().slice(0, 10)
  for (const { name, column } of columns)
    await rows(
      `UPDATE ${name} SET ${column} = iif(length(${column}) = 10, ?1, strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, ?2))
       WHERE ${column} BETWEEN date('now', '-1 day') AND date('now', '+1 day')`,
      day,
      shift,
    )
  await rows(
    `UPDATE fees SET cancellation = json_set(cancellation, '$.cancelled_at',
       strftime('%Y-%m-%dT%H:%M:%fZ', cancellation ->> 'cancelled_at', ?)) WHERE cancellation IS NOT NULL`,
    shift,
  )
}

/** The workspace with a clock that goes on by a millisecond a request, so that ids have an order. */
export function ticking(club: Workspace): Workspace {
  const tick = <Sent extends unknown[], Answered>(send: (...sent: Sent) => Answered) => {
    return (...sent: Sent): Answered => {
      tickOnce()
      return send(...sent)
    }
  }
  const { post, put, patch } = club
  return { ...club, post: tick(post), put: tick(put), patch: tick(patch), delete: tick(club.delete) }
}

/** Moves the clock on by a millisecond. */
export const tickOnce = (): void => void vi.setSystemTime(Date.now() + 1)

/** Stops the clock: on the day of the approved pages, or at another instant. */
export function stopClock(instant: string | number = START): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) })
}

const ID =
  /(?<![a-z])(per|fee|pay|run|dbt|acc|vch|cnt|stf|stm|lin|mai|wsp|evt|col|cst|cat|key|ses|seg|cur|bat|imp|pln|drn|rul|rsg|bkg|brl|whk|wha)_[\w-]{8,}/g
const REFERENCE = /\bRF\d\d( ?[0-9A-Z]){17,21}\b/g
/** How the id of a fee or debit starts, as lines keep it beside a reference. */
const START_OF_ID = /(?<=RF…\\",\\")\w{12,}/g
/** The checksum at the end of a cursor. */
const CHECKSUM = /-[0-9a-f]{16}(?![\w-])/g
const TIME = /\b\d\d:\d\d(:\d\d)?\b/g
export const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g
const DIGEST =
  /(?<![\w-])([0-9a-f]{64}|[0-9a-f]{32}|[\w-]{43}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w-])/g

/** A text without what is random in it, or of the clock of the database. */
export const withoutChance = (text: string): string =>
  withoutIds(text.replace(INSTANT, '…T…Z').replace(TIME, '…:…'))

/** A text without what is random in it. */
export const withoutIds = (text: string): string =>
  text
    .replace(ID, '$1_…')
    .replace(CHECKSUM, '-…')
    .replace(REFERENCE, 'RF…')
    .replace(START_OF_ID, '…')
    .replace(DIGEST, '…')

/** A column as stored, but for packed files and the salt of an event. */
export const withoutBytes = (column: string, value: unknown): unknown =>
  column === 'content' || column === 'salt' ? '…' : value

/** {@link withoutBytes}, and without what is not set. */
export const setColumns = (column: string, value: unknown): unknown =>
  value === null ? undefined : withoutBytes(column, value)
