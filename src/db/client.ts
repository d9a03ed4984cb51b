import type { BatchItem } from 'drizzle-orm/batch'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import type { PreparedQuery } from 'drizzle-orm/session'
import { FAIL_UNLESS_MIGRATED, NOT_MIGRATED } from './migration'
import { bindingOf, HOME, type Place } from './places'
import { Sql } from './sql'
import { counted, currentWork } from './work'

/** A database as one request uses it. It may be led on to another one, if what is asked for is not here. */
export type Db = DrizzleD1Database & {
  $client: D1Database
  place: Place
  /** Leads on to the next place that may have it; false if there is none. */
  relocate: () => Promise<boolean>
  /** The database of another place. The first one has the accounts of staff and the slugs of all workspaces. */
  at: (place: Place) => Db
  /** The places of all databases, in their order. */
  places: readonly Place[]
}

/** A statement that has not run yet: one of Drizzle's query builder, or SQL whose rows come as D1 gives them. */
export type Statement = BatchItem<'sqlite'> | Sql<unknown>

/** Statements by name; those of an array run one after the other, and their rows come joined. */
export type Statements = Record<string, Statement | readonly Statement[]>

type Preparable = BatchItem<'sqlite'> & { _prepare(): PreparedQuery }

type Flat<R> = R extends readonly (infer Row)[] ? Row[] : R[]

type Rows<S> = S extends readonly (infer One extends Statement)[]
  ? Flat<One['_']['result']>
  : S extends Statement
    ? S['_']['result']
    : never

/** The rows of {@link Statements}, by name. */
export type Answers<S> = { [Name in keyof S]: Rows<S[Name]> }

/** Another request wrote first: a condition that held when this one was checked no longer does. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict'
}

/**
 * The service was set up incompletely. The message says what to run or set; it may be logged, so it holds no values.
 */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}

/** A transient error of D1, of a read the second one: the database did not answer. A write may have been carried out or not. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** The workspace moves to another database: until it is there, it can only be read. Nothing was changed. */
export class WorkspaceMoving extends Error {
  override readonly name = 'WorkspaceMoving'
}

/** Opens a database for one request. Outside of tests, `databases.ts` alone does so. */
export function open(d1: D1Database, place: Place = HOME): Db {
  const db: Db = Object.assign(drizzle(d1), {
    place,
    places: [place],
    relocate: async () => false,
    at: () => db,
  })
  return db
}

/**
 * Runs named statements in one atomic trip, in their order, and gives their rows by name; once more after a transient error, if
 * all of them read. Throws {@link WriteConflict} where a constraint is violated, without its cause: D1's message holds bound
 * values, and {@link DatabaseUnavailable}.
 */
export const trip = <S extends Statements>(db: Db, statements: S): Promise<Answers<S>> =>
  namedTrip(db, statements, migrated.has(db.place) ? [] : [FAIL_UNLESS_MIGRATED])

/** As {@link trip}, for statements that know only what the database itself says of its tables: it may lack migrations. */
export const tripOfAnyMigration = <S extends Statements>(db: Db, statements: S): Promise<Answers<S>> =>
  namedTrip(db, statements, [])

async function namedTrip<S extends Statements>(db: Db, statements: S, checks: Sql[]): Promise<Answers<S>> {
  const results = await batch(db, Object.values(statements).flat(), checks)
  const answers = Object.entries(statements).map(([name, statement]) => [
    name,
    Array.isArray(statement) ? results.splice(0, statement.length).flat() : results.shift(),
  ])
  return Object.fromEntries(answers)
}

/** How many times an act runs when it keeps meeting conflicts. The pauses add up to about 8 seconds, 16 at most. */
const MAX_ATTEMPTS = 25

/**
 * Runs an act that reads, checks and writes. When it meets a conflict, waits and runs the act again on current data.
 * `attempt` counts from 1. Throws the {@link WriteConflict} of the last attempt.
 */
export async function retryOnConflict<T>(act: (attempt: number) => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await act(attempt)
  } catch (error) {
    if (!(error instanceof WriteConflict) || attempt === MAX_ATTEMPTS) throw error
  }
  const work = currentWork()
  if (work) work.conflicts += 1
  await scheduler.wait(pauseAfter(attempt))
  return retryOnConflict(act, attempt + 1)
}

// Grows with each conflict, and differs between callers, so that they do not meet again. In milliseconds.
const pauseAfter = (attempt: number): number => Math.random() * Math.min(800, 5 * 2 ** attempt)

/** The databases in which a trip of this isolate has found the tables that the code needs. */
const migrated = new Set<Place>()

// Drizzle's own batch cannot bind the parameters of raw statements; this one does what it does for all.
async function batch(db: Db, statements: Statement[], checks: Sql[]): Promise<unknown[]> {
  if (statements.length === 0) return []
  const prepared = statements.map((statement) => prepare(db, statement))
  const { place } = db
  const all = [...checks.map((check) => prepare(db, check)), ...prepared].map(({ bound }) => bound)
  const onlyReads = prepared.every(({ text }) => !WRITES.test(text))
  try {
    const results = await counted(() => runBatch(db, all, onlyReads ? 2 : 1))
    if (checks.length > 0) migrated.add(place)
    return results.slice(checks.length).map((result, index) => prepared[index]?.rowsOf(result))
  } catch (error) {
    if (hasMessage(error, MOVING)) throw new WorkspaceMoving()
    if (hasMessage(error, CONFLICTS)) throw new WriteConflict()
    if (hasMessage(error, NOT_MIGRATED)) throw new SetupError(howToMigrate(place))
    if (hasMessage(error, TRANSIENT)) throw new DatabaseUnavailable()
    throw error
  }
}

/** Runs a batch, again after a pause where the error is transient and tries are left. */
async function runBatch(db: Db, statements: D1PreparedStatement[], tries: number): Promise<D1Result[]> {
  try {
    return await db.$client.batch(statements)
  } catch (error) {
    if (tries === 1 || !hasMessage(error, TRANSIENT)) throw error
  }
  await scheduler.wait(50 + Math.random() * 150)
  return runBatch(db, statements, tries - 1)
}

// A read that has such a word in a name or text counts as a write, and is not run again.
const WRITES = /\b(INSERT|UPDATE|DELETE|REPLACE)\b/i

function prepare({ $client }: Db, statement: Statement) {
  if (statement instanceof Sql) {
    const text = statement.texts.join('?')
    const bound = $client.prepare(text).bind(...statement.values)
    return { text, bound, rowsOf: (result: D1Result): unknown => result.results }
  }
  const query = (statement as Preparable)._prepare()
  const { sql, params } = query.getQuery()
  return {
    text: sql,
    bound: $client.prepare(sql).bind(...params),
    rowsOf: (result: D1Result): unknown => query.mapResult(result, true),
  }
}

// A key or a mandate reference that was taken, a rule over several columns, a workspace that a credential does not open, a
// guard, or custom values that are too long together.
const CONFLICTS =
  /(UNIQUE|CHECK) constraint failed|mandate_reference_taken|NOT NULL constraint failed: (\w+\.workspace_id|workspaces\.id|persons\.custom_values)/

// What the triggers of a workspace that moves say: see domain/workspaces/move/lock.ts.
const MOVING = /workspace_moving/

const howToMigrate = (place: Place): string =>
  `The database lacks tables or columns. Run: npx wrangler d1 migrations apply ${bindingOf(place)} --local (deployed: --remote), with the --persist-to of the server if it has one`

// The errors that D1 documents as transient. D1 itself repeats single reads only; a write may have been carried out.
const TRANSIENT =
  /Network connection lost|caused object to be reset|reset because its code was updated|is overloaded|transient issue on remote node/

function hasMessage(error: unknown, pattern: RegExp): boolean {
  if (!(error instanceof Error)) return false
  return pattern.test(error.message) || hasMessage(error.cause, pattern)
}
