import type { Db } from './client'

/** What databases answered that were asked side by side, in their order, and the errors of those that failed. */
export type Asked<T> = { answers: T[]; failed: { place: string; error: unknown }[] }

/** Asks several databases the same, side by side, so that one that fails hides no other. */
export async function askEach<T>(databases: readonly Db[], ask: (db: Db) => Promise<T>): Promise<Asked<T>> {
  const settled = await Promise.allSettled(databases.map(ask))
  return {
    answers: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    failed: databases.flatMap(({ place }, index) => {
      const one = settled[index]
      return one?.status === 'rejected' ? [{ place, error: one.reason }] : []
    }),
  }
}
