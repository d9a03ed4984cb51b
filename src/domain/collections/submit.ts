import { failUnless } from '../../db/guard'
import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { act, only } from '../access/act'
import type { Principal } from '../access/principal'
import { recordEvents } from '../events/record'
import type { Issue } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { requireNoErrors } from '../shared/validation'
import { type Collection, type CollectionRow, selectCollections, toApi } from './collection'
import { requireCollection } from './get'
import { TO_COLLECT } from './propose'
import { STOPS, type Stop, type StoppedDebit, selectStoppedDebits } from './stopped'

/**
 * Records that the file of a collection is at the bank. Two trips. Throws `permission_missing`, `not_found`, and `invalid`
 * for one that was submitted or discarded, or has debits that must leave it: under a mandate that was withdrawn since its
 * release, or of a member who has died. Throws `changed_meanwhile` if the file is another one than that of a digest.
 */
export async function submitCollection(
  principal: Principal,
  { id, sha256 }: { id: string; sha256?: string | undefined },
): Promise<Collection> {
  return act(principal, TO_COLLECT, async (tx) => {
    const rows = await tx.read({
      collections: selectCollections(tx.workspace(), sql`id = ${id}`),
      stopped: selectStoppedDebits(tx.workspace(), id),
    })
    const stored = requireCollection(rows.collections)
    requireNoErrors(stateIssues(stored, ['released']))
    if (sha256 !== undefined && sha256 !== stored.sha256)
      throw new DomainError('changed_meanwhile', 'The file is another one by now. Download it again.')
    requireNoErrors(stopIssues(rows.stopped))
    const workspace = tx.writable()
    const { changed } = await tx.write({
      guard: requireFile(workspace, stored),
      living: failUnless(sql`NOT EXISTS (${selectStoppedDebits(workspace, id)})`),
      updated: sql`
        UPDATE collections SET state = 'submitted', submitted_at = ${NOW}
        WHERE workspace_id = ${workspace} AND id = ${id}`,
      recorded: recordCollection(tx, workspace, stored, 'submitted'),
      changed: selectCollections(workspace, sql`id = ${id}`),
    })
    return toApi(only(changed))
  })
}

const CODES = { withdrawn: 'mandate_withdrawn', deceased: 'debits_of_deceased' } as const satisfies Record<
  Stop,
  string
>

function* stopIssues(stopped: readonly StoppedDebit[]): Iterable<Issue> {
  for (const stop of STOPS) {
    const count = stopped.filter((debit) => debit.stop === stop).length
    if (count > 0) yield [['collection_id'], { code: CODES[stop], count }]
  }
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

/** Makes a batch fail as a conflict unless a collection is released and its file is as it was read. */
export const requireFile = (workspace: Sql, { id, sha256 }: Pick<CollectionRow, 'id' | 'sha256'>): Sql =>
  failUnless(sql`EXISTS (
    SELECT 1 FROM collections
    WHERE workspace_id = ${workspace} AND id = ${id} AND state = 'released' AND sha256 = ${sha256})`)

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
