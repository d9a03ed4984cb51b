import { askEach } from '../../db/ask-each'
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

/** The places of the databases that have a workspace. One that has not arrived is still where it was. */
async function whereIs(db: Db, id: string): Promise<Place[]> {
  if (db.places.length === 1) return []
  const { answers, failed } = await askEach(
    db.places.map((place) => db.at(place)),
    async (one) => {
      const { named } = await trip(one, {
        named: sql`SELECT 1 FROM workspaces WHERE id = ${id} AND moving_to IS NOT ${one.place}`,
      })
      return named.length > 0 ? [one.place] : []
    },
  )
  const found = answers.flat()
  if (failed[0] && found.length === 0) throw failed[0].error
  return found
}
