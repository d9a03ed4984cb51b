import { env } from 'cloudflare:workers'

/** The real database, where something else happens before the second trip of a request. */
export function interruptedBy(act: () => Promise<unknown>): { env: { DB: D1Database } } {
  let trips = 0
  const database = fakeD1(async (statements) => {
    trips += 1
    if (trips === 2) await act()
    return env.DB.batch(statements)
  })
  return { env: { DB: database } }
}

/** A database that fails with these words. */
export const failingD1 = (words: string): D1Database =>
  fakeD1(async () => {
    throw new Error(words, { cause: new Error(words) })
  })

/** The real database, sessions included, whose batches run as `batch` says. */
export function fakeD1(batch: (statements: D1PreparedStatement[]) => Promise<D1Result[]>): D1Database {
  const session = { prepare: (sql: string) => env.DB.prepare(sql), batch, getBookmark: () => null }
  return { ...session, withSession: () => session } as unknown as D1Database
}
