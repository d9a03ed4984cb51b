import { failUnless } from '../../db/guard'
import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { act, only } from '../access/act'
import type { Principal } from '../access/principal'
import { recordEvents } from '../events/record'
import { requireNoErrors } from '../shared/validation'
import { type Collection, type CollectionRow, selectCollections, toApi } from './collection'
import { requireCollection } from './get'
import { TO_COLLECT } from './propose'
import { selectWithdrawnDebits } from './withdrawn'

/**
 * Records that the file of a collection is at the bank. Two trips. Throws `permission_missing`, `not_found`, and `invalid`
 * for one that was submitted or discarded, or has a debit under a mandate that was withdrawn since its release.
 */
export async function submitCollection(principal: Principal, { id }: { id: string }): Promise<Collection> {
  return act(principal, TO_COLLECT, async (tx) => {
    const ofCollectionSql = sql`collections.id = ${id}`
    const rows = await tx.read({
      collections: selectCollections(tx.workspace(), sql`id = ${id}`),
      withdrawn: selectWithdrawnDebits(tx.workspace(), ofCollectionSql),
    })
    const stored = requireCollection(rows.collections)
    requireNoErrors(stateIssues(stored, ['released']))
    if (rows.withdrawn.length > 0)
      requireNoErrors([[['collection_id'], { code: 'mandate_withdrawn', count: rows.withdrawn.length }]])
    const workspace = tx.writable()
    const { changed } = await tx.write({
      guard: requireState(workspace, id, ['released']),
      living: failUnless(sql`NOT EXISTS (${selectWithdrawnDebits(workspace, ofCollectionSql)})`),
      updated: sql`
        UPDATE collections SET state = 'submitted', submitted_at = ${NOW}
        WHERE workspace_id = ${workspace} AND id = ${id}`,
      recorded: recordCollection(tx, workspace, stored, 'submitted'),
      changed: selectCollections(workspace, sql`id = ${id}`),
    })
    return toApi(only(changed))
  })
}

type State = Collection['state']

/** The issue of a collection that is in none of these states. */
export function* stateIssues({ state }: Pick<CollectionRow, 'state'>, states: State[]) {
  if (!states.includes(state)) yield [['collection_id'], { code: `collection_${state}` }] as const
}

/** Makes a batch fail as a conflict if a collection is in none of these states. */
export const requireState = (workspace: Sql, id: string, states: State[]): Sql =>
  failUnless(sql`EXISTS (
    SELECT 1 FROM collections
    WHERE workspace_id = ${workspace} AND id = ${id} AND state IN (${sql.join(states)}))`)

/** Records that a collection is in another state, and what else an act changed. */
export const recordCollection = (
  { actor }: Pick<Principal, 'actor'>,
  workspace: Sql,
  { id, message_id, state }: Pick<CollectionRow, 'id' | 'message_id' | 'state'>,
  after: Exclude<State, 'released'>,
  changes: Record<string, [before: unknown, after: unknown]> = {},
): Sql[] =>
  recordEvents(actor, workspace, { action: `collection.${after}`, subject: 'collection' }, [
    { id, name: message_id, changes: { state: [state, after], ...changes } },
  ])
