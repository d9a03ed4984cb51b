import { askEach } from '../../db/ask-each'
import type { Db } from '../../db/client'
import { alignPlaces } from '../staff/places'
import { alignSlugs } from './slugs'

/**
 * Writes into the first database what it has lost of the others by a restore: their slugs, and the accounts of who works there. One that
 * does not answer is aligned by the nightly run. Four trips for each other database.
 */
export async function alignHome(databases: readonly Db[], now: Date): Promise<void> {
  await askEach(databases, async (db) => {
    await alignSlugs(db, now)
    await alignPlaces(db, now)
  })
}
