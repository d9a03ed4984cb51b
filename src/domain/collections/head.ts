import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { query } from '../access/query'
import { todayIn } from '../shared/dates'
import type { StaffPrincipal } from '../staff/principal'
import { type Collection, selectCollections, toApi } from './collection'
import { requireCollection } from './get'
import { TO_COLLECT } from './propose'

/** A collection without its debits: how many are live, and their sum in cents. `today` is the date in the workspace. */
export type Heading = {
  collection: Collection & { live: { count: number; amount: number } }
  today: string
}

/** Gets a collection for a form that acts on it. One trip. Throws `permission_missing` and `not_found`. */
export async function headCollection(principal: StaffPrincipal, { id }: { id: string }): Promise<Heading> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    { collections: selectCollections(workspace, sql`id = ${id}`), live: selectLive(workspace, id) },
    (credential) => requirePermission(credential, TO_COLLECT.permission),
  )
  const collection = toApi(requireCollection(rows.collections))
  const [live = { count: 0, amount: 0 }] = rows.live
  return {
    collection: { ...collection, live },
    today: todayIn(credential.workspace.timezone, principal.now),
  }
}

type Live = { count: number; amount: number }

const selectLive = (workspace: Sql, id: string): Sql<Live> => sql<Live>`
  SELECT count(*) AS count, coalesce(sum(amount), 0) AS amount FROM collection_items
  WHERE workspace_id = ${workspace} AND collection_id = ${id} AND state = 'live'`
