import { type Db, trip } from '../../../db/client'
import { jsonArrays } from '../../../db/json'
import { sql } from '../../../db/sql'
import { inPassSql, keepSlice, type Pass, repairedUntil, runRepair } from '../../shared/repairs'
import { partyKeyOf } from '../suggest/party-key'

/** The name of the repair, and how many lines a slice looks at. */
const REPAIR = 'party_keys'
const SLICE = 2000

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
export const repairPartyKeys = (db: Db): Promise<void> =>
  runRepair(db, REPAIR, { slice: (pass) => repairSlice(db, pass) })

/** Keeps those of the lines after the position that is stored, and stores the next one. Returns whether it was the last slice. */
async function repairSlice(db: Db, pass: Pass): Promise<boolean> {
  const { lines } = await trip(db, {
    lines: sql<Stored>`
      WITH ${repairedUntil(pass)}
      SELECT workspace_id, id, party_name, party_iban, party_key FROM bank_lines
      WHERE ${inPassSql(pass)} AND (workspace_id, id) > (
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
    position: keepSlice(pass, { position, changed: missing.length, isLast }),
  })
  return isLast
}
