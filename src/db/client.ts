import { fillPlaceholders } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import type { PreparedQuery } from 'drizzle-orm/session'
import { Query } from './query'

export type Db = DrizzleD1Database & { $client: D1Database }

/** The database, and what fills the placeholders of the statements that run on it. */
export type Connection = { db: Db; values?: Record<string, unknown> }

/** A statement that has not run yet. */
export type Statement = BatchItem<'sqlite'> | Query<unknown>

type Preparable = BatchItem<'sqlite'> & { _prepare(): PreparedQuery }

type Flat<R> = R extends readonly (infer Row)[] ? Row[] : R[]

type Rows<S> = S extends readonly (infer One extends Statement)[]
  ? Flat<One['_']['result']>
  : S extends Statement
    ? S['_']['result']
    : never

export type Answers<S> = { [Name in keyof S]: Rows<S[Name]> }

/** The batch lost a race: a constraint that held when the request was checked no longer does. */
export class WriteConflict extends Error {
  override readonly name = 'LostRace'
}

/** The service was set up incompletely. The message says what to run or set; it may be logged, so it holds no values. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}

/** Opens the database, or a session with it, of one request. */
export const open = (d1: D1Database | D1DatabaseSession): Db => drizzle(d1 as D1Database)

/**
 * Runs named statements in one atomic trip, in their order, and gives the rows by name; the rows of an array of
 * statements come joined. A violated constraint is thrown as {@link WriteConflict} without its cause: D1's message holds
 * bound values.
 */
export async function trip<S extends Record<string, Statement | readonly Statement[]>>(
  connection: Connection,
  statements: S,
): Promise<Answers<S>> {
  const results = await batch(connection, Object.values(statements).flat())
  const answers = Object.entries(statements).map(([name, of]) => [
    name,
    Array.isArray(of) ? results.splice(0, of.length).flat() : results.shift(),
  ])
  return Object.fromEntries(answers)
}

/** How many times an act runs when its write keeps losing races. The pauses add up to about 8 seconds, 16 at most. */
const MOST_ATTEMPTS = 25

/**
 * Runs an act that reads, checks and writes. When its write loses a race, waits and runs the act again on current data.
 * `attempt` counts from 1. Throws the {@link WriteConflict} of the last attempt.
 */
export async function retryOnConflict<T>(act: (attempt: number) => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await act(attempt)
  } catch (error) {
    if (!(error instanceof WriteConflict) || attempt === MOST_ATTEMPTS) throw error
  }
  await scheduler.wait(pauseAfter(attempt))
  return retryOnConflict(act, attempt + 1)
}

// Grows with each loss, and differs between callers, so that they do not meet again. In milliseconds.
const pauseAfter = (attempt: number): number => Math.random() * Math.min(800, 5 * 2 ** attempt)

// Drizzle's own batch can not bind the parameters of raw statements; this one does what it does for all.
async function batch({ db, values = {} }: Connection, statements: Statement[]): Promise<unknown[]> {
  if (statements.length === 0) return []
  const prepared = statements.map((statement) =>
    statement instanceof Query ? statement : (statement as Preparable)._prepare(),
  )
  const bound = prepared.map((query) => {
    const { sql, params } = query.getQuery()
    const filling = query instanceof Query ? { ...values, ...query.values } : values
    return db.$client.prepare(sql).bind(...fillPlaceholders(params, filling))
  })
  try {
    const results = await db.$client.batch(bound)
    return results.map((result, at) => prepared[at]?.mapResult(result, true))
  } catch (fault) {
    if (hasMessage(fault, RACES)) throw new WriteConflict()
    if (hasMessage(fault, /no such table: |no such column: /)) throw new SetupError(NOT_MIGRATED)
    throw fault
  }
}

// A key that was taken, a rule over several columns, a workspace that a credential does not open, values that are too long
// together, or a guard.
const RACES =
  /(UNIQUE|CHECK) constraint failed|NOT NULL constraint failed: (\w+\.workspace_id|workspaces\.id|persons\.custom_values)/

const NOT_MIGRATED =
  'The database lacks tables or columns. Run: npx wrangler d1 migrations apply DB --local (deployed: --remote), with the --persist-to of the server if it has one'

function hasMessage(error: unknown, pattern: RegExp): boolean {
  if (!(error instanceof Error)) return false
  return pattern.test(error.message) || hasMessage(error.cause, pattern)
}
