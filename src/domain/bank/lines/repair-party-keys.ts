import { type Db, trip } from '../../../db/client'
import { jsonArrays } from '../../../db/json'
import { NOW } from '../../../db/now'
import { sql } from '../../../db/sql'
import { partyKeyOf } from '../suggest/party-key'

/** How many lines a slice looks at, and how many slices a night has. */
const SLICE = 2000
const MAX_SLICES = 60

type Stored = {
  workspace_id: string
  id: string
  party_name: string | null
  party_iban: string | null
  party_key: string | null
}

/**
 * Keeps who is on the other side of the lines that were stored before doors did so, as far as a night gets, from where the last
 * one ended; the row `party_keys` of `repairs` counts what changed. Accounts are kept since a migration; names cannot be folded
 * in SQL. One trip once all are kept, else two a slice.
 */
export async function repairPartyKeys(db: Db): Promise<void> {
  const { repairs } = await trip(db, {
    repairs: sql`SELECT 1 FROM repairs WHERE name = 'party_keys' AND finished_at IS NOT NULL`,
  })
  if (repairs.length > 0) return
  for (let slice = 0; slice < MAX_SLICES; slice++) if (await repairSlice(db)) return
}

/** Keeps those of the lines after the position that is stored, and stores the next one. Returns whether it was the last slice. */
async function repairSlice(db: Db): Promise<boolean> {
  const { lines } = await trip(db, {
    lines: sql<Stored>`
      WITH at AS MATERIALIZED (SELECT position FROM repairs WHERE name = 'party_keys')
      SELECT workspace_id, id, party_name, party_iban, party_key FROM bank_lines
      WHERE (workspace_id, id) > (
        coalesce((SELECT position ->> 0 FROM at), ''), coalesce((SELECT position ->> 1 FROM at), ''))
      ORDER BY workspace_id, id LIMIT ${SLICE}`,
  })
  const isLast = lines.length < SLICE
  const last = lines.at(-1)
  const missing = lines.flatMap((line) => {
    const key = partyKeyOf(line)
    return line.party_key === null && key !== null ? [[line.workspace_id, line.id, key]] : []
  })
  const position = last ? JSON.stringify([last.workspace_id, last.id]) : null
  await trip(db, {
    // What is kept follows from what never changes of a line, so that its revision stays.
    keys: jsonArrays(missing).map(
      (array) => sql`
        UPDATE bank_lines SET party_key = named.value ->> 2 FROM json_each(${array}) AS named
        WHERE bank_lines.workspace_id = named.value ->> 0 AND bank_lines.id = named.value ->> 1`,
    ),
    position: sql`
      INSERT INTO repairs (name, position, changed, finished_at)
      VALUES ('party_keys', ${position}, ${missing.length}, ${isLast ? NOW : sql`NULL`})
      ON CONFLICT DO UPDATE SET position = coalesce(excluded.position, position),
        changed = changed + excluded.changed, finished_at = excluded.finished_at`,
  })
  return isLast
}
