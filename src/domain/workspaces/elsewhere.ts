import { type Db, trip } from '../../db/client'
import { type Place, placeOfWorkspace } from '../../db/places'
import { sql } from '../../db/sql'

/** Whether a workspace is in another database than this one, given its id. A trip to each other database, side by side. */
export async function isElsewhere(db: Db, id: unknown): Promise<boolean> {
  if (typeof id !== 'string') return false
  return (await whereIs(db, id)).some((place) => place !== db.place)
}

/**
 * Opens the database that has a workspace, given its id, for what comes from a file and not through a door; that in which it was made,
 * if none has it. A trip to each database, side by side; none if there is one.
 */
export async function databaseWith(db: Db, id: string): Promise<Db> {
  if (db.places.length === 1) return db
  const [place = placeOfWorkspace(id)] = await whereIs(db, id)
  return db.at(place)
}

/** The places of the databases that have the row of a workspace: two while it moves. */
async function whereIs(db: Db, id: string): Promise<Place[]> {
  if (db.places.length === 1) return []
  const found = await Promise.all(
    db.places.map(async (place) => {
      const { named } = await trip(db.at(place), { named: sql`SELECT 1 FROM workspaces WHERE id = ${id}` })
      return named.length > 0 ? [place] : []
    }),
  )
  return found.flat()
}
