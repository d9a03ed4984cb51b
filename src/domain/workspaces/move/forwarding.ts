import { PLACES } from '../../../db/places'
import { type Sql, sql } from '../../../db/sql'

/** Selects the letter of the database that a workspace has moved to from here. One row by its key. */
export const selectForwarding = (workspaceId: string): Sql<{ place: string }> => sql<{ place: string }>`
  SELECT place FROM moves WHERE moved_id = ${workspaceId} AND moved_at IS NOT NULL`

/**
 * Selects the letters of all databases that workspaces have moved to from here: a token that is unknown here may be in one of them.
 * At most one row for each letter.
 */
export const selectPlacesMovedTo = (): Sql<{ place: string }> => sql<{ place: string }>`
  SELECT value AS place FROM json_each(${LETTERS})
  WHERE EXISTS (SELECT 1 FROM moves INDEXED BY moves_to WHERE place = value AND moved_at IS NOT NULL)`

const LETTERS = JSON.stringify(PLACES)
