import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { Db } from '../../src/db/client'
import { openAll, withDatabases } from '../../src/db/databases'
import { goOn } from '../../src/domain/workspaces/move/go-on'
import { type Move, viewMove } from '../../src/domain/workspaces/move/move'
import { scheduleMove } from '../../src/domain/workspaces/move/schedule'
import { threeDatabases } from './databases'

export const D1 = { a: env.DB, b: env.SECOND, c: env.THIRD }
export type Letter = keyof typeof D1
/** A deployment with all of them. */
export const DATABASES = { DB_B: D1.b, DB_C: D1.c }
export const PLACES: Db[] = openAll({ DB: D1.a, ...DATABASES })

/** Lets the tests of a file have three databases, empty after each. */
export function useDatabases(): void {
  beforeAll(threeDatabases)
  beforeEach(() => {
    // No move begins while the nightly run does its work.
    const now = new Date()
    const isNight = /T(03:[2-5]|04:[0-3])/.test(now.toISOString())
    if (isNight) vi.useFakeTimers({ toFake: ['Date'], now: now.setUTCHours(5, 0) })
  })
  afterEach(async () => {
    for (const letter of ['a', 'b', 'c'] as const) {
      const locks = await inPlace<{ name: string }>(letter, LOCKS)
      const tables = letter === 'a' ? [] : Object.keys(await tenantsIn(letter))
      const statements = [
        ...locks.map(({ name }) => `DROP TRIGGER "${name}"`),
        ...tables.map((name) => `DELETE FROM ${name}`),
      ]
      if (statements.length > 0) await D1[letter].batch(statements.map((text) => D1[letter].prepare(text)))
    }
  })
}

const LOCKS = "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'moving_%'"

/** The rows of a query in one of the databases. */
export async function inPlace<Row = Record<string, unknown>>(
  letter: Letter,
  query: string,
  ...values: unknown[]
): Promise<Row[]> {
  return (
    await D1[letter]
      .prepare(query)
      .bind(...values)
      .all<Row>()
  ).results
}

/** All tables, each with the column of the workspace, if it has one. */
async function tenantsIn(letter: Letter): Promise<Record<string, string | null>> {
  const found = await inPlace<{ name: string; tenant: string | null }>(
    letter,
    `SELECT t.name, CASE WHEN t.name = 'workspaces' THEN 'id' ELSE (
       SELECT c.name FROM pragma_table_xinfo(t.name) c WHERE c.name = 'workspace_id') END AS tenant
     FROM sqlite_schema t WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE '_cf_%'
       AND t.name NOT LIKE 'd1_%'`,
  )
  return Object.fromEntries(found.map(({ name, tenant }) => [name, tenant]))
}

/** The rows of a workspace in a database by table, without those that stay with their database. */
export async function rowsIn(letter: Letter, id: string): Promise<Record<string, unknown[]>> {
  const own = Object.entries(await tenantsIn(letter)).filter(
    ([name, tenant]) => tenant !== null && !['dead_messages', 'restores'].includes(name),
  )
  const results = await D1[letter].batch(
    own.map(([name, tenant]) => D1[letter].prepare(`SELECT * FROM ${name} WHERE ${tenant} = ?`).bind(id)),
  )
  return Object.fromEntries(
    own.flatMap(([name], index) => {
      const rows = results[index]?.results ?? []
      return rows.length > 0 ? [[name, rows]] : []
    }),
  )
}

/** How many triggers lock a workspace in a database. */
export const locksIn = async (letter: Letter): Promise<number> => (await inPlace(letter, LOCKS)).length

export const schedule = (club: { id: string }, to: string, at?: string): Promise<Move> =>
  scheduleMove({ workspaceId: club.id, body: { to, ...(at && { at }) }, now: new Date() }, { places: PLACES })

type More = Partial<Parameters<typeof goOn>[1]>

/** Goes on with a move as far as one run gets. What was sent as it began has ended: it began half a minute ago. */
export async function goOnOnce({ id }: { id: string }, more: More = {}) {
  await begunBefore(id, 31)
  return goOnNow({ id }, more)
}

export async function goOnNow({ id }: { id: string }, more: More = {}) {
  const means = { places: PLACES, isTimeUp: () => false, version: null, now: NOON, ...more }
  const { move, left } = await goOn(id, means)
  if (!move) throw new Error('The workspace has no move.')
  return { move, left }
}

/** A time at which moves begin. */
export const NOON = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`)

/** Lets a move that drains have begun so many seconds ago: the clock of the database is not ours. */
export async function begunBefore(id: string, seconds: number): Promise<void> {
  for (const letter of ['a', 'b', 'c'] as const)
    await inPlace(
      letter,
      `UPDATE moves SET started_at = min(started_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${seconds} seconds'))
        WHERE moved_id = ? AND step = 'draining'`,
      id,
    )
}

export const view = ({ id }: { id: string }): Promise<Move> =>
  viewMove(PLACES, { workspaceId: id, now: NOON })

/** The steps that ask for the time themselves, before each of their slices. That of verifying ends a run by itself. */
const SLICED = ['clearing', 'copying', 'comparing', 'deleting', 'cancelling']

/** Goes on, a step or a slice a run, until the next step is this one. */
export async function goOnTo(club: { id: string }, step: Move['step'], more: More = {}): Promise<Move> {
  for (let run = 0; run < 100; run++) {
    const found = await view(club)
    if (found.step === step) return found
    let asked = 0
    const most = found.step === 'verifying' ? 1_000 : SLICED.includes(found.step) ? 2 : 1
    await goOnOnce(club, { isTimeUp: () => ++asked > most, ...more })
  }
  throw new Error(`The move has not come to ${step}: ${JSON.stringify(await view(club))}`)
}

/** Moves a workspace, and goes on until nothing is left. */
export async function moved(club: { id: string }, to: Letter, more: More = {}): Promise<Move> {
  await schedule(club, to)
  for (let run = 0; run < 200; run++) {
    const { left } = await goOnOnce(club, more)
    if (left === 'nothing') return view(club)
    if (left === 'later') await scheduler.wait(50)
  }
  throw new Error(`The move has not ended: ${JSON.stringify(await view(club))}`)
}

/** The same databases, which call this before each of their trips, with the place and the statements. */
export const watchedBy = (before: (place: Letter, texts: string[]) => Promise<void>): Db[] =>
  openAll(
    withDatabases({ DB: D1.a, ...DATABASES }, (d1) => {
      const place = (['a', 'b', 'c'] as const).find((letter) => D1[letter] === d1) ?? 'a'
      const texts = new WeakMap<object, string>()
      const named = (statement: D1PreparedStatement, text: string): D1PreparedStatement => {
        texts.set(statement, text)
        return statement
      }
      return {
        prepare: (text: string) => ({
          bind: (...values: unknown[]) => named(d1.prepare(text).bind(...values), text),
        }),
        async batch(statements: D1PreparedStatement[]) {
          await before(
            place,
            statements.map((one) => texts.get(one) ?? ''),
          )
          return d1.batch(statements)
        },
      } as unknown as D1Database
    }),
  )

/** The same databases, which fail at a trip with this number, counted over all of them: before it, or after it was carried out. */
export function failingAt(trip: number, when: 'before' | 'after'): { places: Db[]; hasFailed(): boolean } {
  let trips = 0
  const failing = (d1: D1Database): D1Database =>
    ({
      prepare: (text: string) => d1.prepare(text),
      async batch(statements: D1PreparedStatement[]) {
        trips += 1
        if (trips === trip && when === 'before') throw new Error('D1_ERROR: the isolate is gone')
        const results = await d1.batch(statements)
        if (trips === trip) throw new Error('D1_ERROR: the isolate is gone')
        return results
      },
    }) as unknown as D1Database
  return {
    places: openAll(withDatabases({ DB: D1.a, ...DATABASES }, failing)),
    hasFailed: () => trips >= trip,
  }
}
