import { type Db, tripOfAnyMigration } from '../../../db/client'
import { sql } from '../../../db/sql'
import { INVARIANTS } from '../../book/invariants'
import { verifySeals } from '../verify-events'
import { Differs } from './copy-rows'
import type { Hold } from './hold'

/**
 * Verifies the books and the seals of a workspace that has arrived. Throws {@link Differs} for what does not hold there and did where
 * it was. A trip for each rule and each seal, at both places.
 */
export async function verifyTarget({ source, target, id }: Hold, now: Date): Promise<void> {
  for (const [rule, query] of Object.entries(INVARIANTS)) {
    if ((await breaches(target, id, query)) === (await breaches(source, id, query))) continue
    throw new Differs(`At its new place it did not hold: ${rule}.`)
  }
  const [there, here] = [await sealsOf(target, id, now), await sealsOf(source, id, now)]
  if (there !== here) throw new Differs('The seals of its events did not hold at its new place.')
}

async function breaches(db: Db, id: string, query: string): Promise<string> {
  const { rows } = await tripOfAnyMigration(db, {
    rows: sql`SELECT * FROM (${sql.raw(query)}) WHERE workspace_id = ${id} LIMIT 100`,
  })
  return rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join()
}

/** What a verification of all seals ends with. */
async function sealsOf(db: Db, workspaceId: string, now: Date): Promise<string> {
  let after: string | undefined
  for (;;) {
    const found = await verifySeals(db, { workspaceId, now, query: { after } })
    if (found.is_complete || found.first_invalid !== null) return JSON.stringify(found)
    after = found.verified_through ?? undefined
  }
}
