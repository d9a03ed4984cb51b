import { env } from 'cloudflare:workers'

type Act = () => Promise<unknown>

/** Options of a request that is interrupted by another between its first trip, which reads, and its second. */
export const interruptedBy = (act: Act) => interruptedAt({ 2: act })

/** Options of a request that is interrupted before the trips with these numbers. */
export function interruptedAt(acts: Record<number, Act>): { env: { DB: D1Database } } {
  let trips = 0
  const DB = fakeD1(async (statements) => {
    trips += 1
    await acts[trips]?.()
    return env.DB.batch(statements)
  })
  return { env: { DB } }
}

/** A database whose batches fail with this message. */
export const failingD1 = (message: string): D1Database =>
  fakeD1(async () => {
    throw new Error(message, { cause: new Error(message) })
  })

/** Options of a request whose database records the length of each value that a statement is given. */
export function recordingValues(): { env: { DB: D1Database }; lengths: number[] } {
  const lengths: number[] = []
  const prepare = (sql: string) => ({
    bind: (...values: unknown[]) => {
      lengths.push(...values.map((value) => String(value).length))
      return env.DB.prepare(sql).bind(...values)
    },
  })
  return { env: { DB: fakeD1((statements) => env.DB.batch(statements), { prepare }) }, lengths }
}

/** The real database, sessions included, with another implementation of `batch`, and of other methods. */
export function fakeD1(
  batch: (statements: D1PreparedStatement[]) => Promise<D1Result[]>,
  others: object = {},
): D1Database {
  const prepare = (sql: string) => env.DB.prepare(sql)
  const session = { prepare, batch, getBookmark: () => null, ...others }
  return { ...session, withSession: () => session } as unknown as D1Database
}
