import type { Db } from '../../db/client'
import { DomainError } from '../shared/errors'

/**
 * Runs an act, and again in each other database that `db` may be led on to, while the act finds nothing: it returns undefined, or
 * throws `not_found` or `unauthenticated`. What it finds nowhere, it tells as the last database did.
 */
export async function wherever<T>(db: Db, act: () => Promise<T>): Promise<T> {
  try {
    const found = await act()
    if (found !== undefined || !(await db.relocate())) return found
  } catch (error) {
    if (!isMissing(error) || !(await db.relocate())) throw error
  }
  return wherever(db, act)
}

/** Whether an error says that a database does not have what is asked for. */
export const isMissing = (error: unknown): boolean =>
  error instanceof DomainError && (error.reason === 'not_found' || error.reason === 'unauthenticated')
