import { type Db, trip } from '../../../db/client'
import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import { act, CHECKED_BY_READS } from '../../access/act'
import type { ActingRequest } from '../../access/actor'
import { insertEvents } from '../../events/record'
import { eraseAgain } from '../../persons/erase-again'
import { inUtc } from '../../shared/text'
import { operatorPrincipal } from '../operator-principal'
import type { AppliedErasures, ErasedPerson, ErasedWorkspace, Erasures } from './erasures'

/** How many persons are deleted in one trip. */
const CHUNK = 500

/** How many times one request deletes: an invocation has 1,000 queries of D1, and a chunk takes about a hundred. */
const MAX_CHUNKS = 8

type Applying = {
  request: ActingRequest
  list: Pick<Erasures, 'persons' | 'workspaces'>
  isTimeUp: () => boolean
}

/**
 * Applies erasures again after a restore: deletes the persons who have come back, 500 at a time until `isTimeUp`, and suspends the
 * workspaces that have, since when they were. These are not erased at once: an erasure that was a mistake is a reason to restore.
 * To be repeated while persons are left. A trip to find them, and two for each chunk and each workspace.
 */
export async function applyErasures(db: Db, { request, list, isTimeUp }: Applying): Promise<AppliedErasures> {
  const back = await selectBack(db, list)
  const suspended: string[] = []
  for (const one of back.workspaces) {
    await suspendAgain(db, request, one)
    suspended.push(one.workspace_id)
  }
  let applied = 0
  for (const { workspaceId, ids } of chunksOf(back.persons).slice(0, MAX_CHUNKS)) {
    if (isTimeUp()) break
    await eraseAgain(operatorPrincipal(db, { ...request, workspaceId }), ids)
    applied += ids.length
  }
  return {
    applied,
    unknown: new Set(list.persons.map(keyOf)).size - back.persons.length,
    left: back.persons.length - applied,
    suspended_workspace_ids: suspended,
  }
}

type Person = Pick<ErasedPerson, 'workspace_id' | 'person_id'>

const keyOf = ({ workspace_id, person_id }: Person): string => `${workspace_id} ${person_id}`

/** Those of a list whom the database has. */
async function selectBack(db: Db, { persons, workspaces }: Applying['list']) {
  const pairs = jsonArrays(persons.map(({ workspace_id, person_id }) => [workspace_id, person_id]))
  const { stored, found } = await trip(db, {
    stored: pairs.map(
      (array): Sql<Person> => sql<Person>`
        SELECT DISTINCT workspaces.id AS workspace_id, persons.id AS person_id
        FROM json_each(${array}) AS erased CROSS JOIN workspaces CROSS JOIN persons
        WHERE workspaces.id = erased.value ->> 0 AND copy_of IS NULL AND persons.workspace_id = workspaces.id
          AND list_id IN ('members', 'contacts') AND area IN ('regular', 'applications') AND persons.id = erased.value ->> 1`,
    ),
    found: sql<{ id: string }>`
      SELECT id FROM workspaces
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(workspaces.map(({ workspace_id }) => workspace_id))}))`,
  })
  const ids = new Set(found.map(({ id }) => id))
  return { persons: stored, workspaces: workspaces.filter(({ workspace_id }) => ids.has(workspace_id)) }
}

function chunksOf(persons: readonly Person[]): { workspaceId: string; ids: string[] }[] {
  const byWorkspace = Map.groupBy(persons, ({ workspace_id }) => workspace_id)
  return [...byWorkspace].flatMap(([workspaceId, own]) => {
    const chunks = []
    for (let from = 0; from < own.length; from += CHUNK)
      chunks.push({ workspaceId, ids: own.slice(from, from + CHUNK).map(({ person_id }) => person_id) })
    return chunks
  })
}

/** Suspends a workspace since an instant, unless it is suspended for longer. */
async function suspendAgain(
  db: Db,
  request: ActingRequest,
  { workspace_id, suspended_at }: ErasedWorkspace,
): Promise<void> {
  const since = inUtc(suspended_at)
  await act(
    operatorPrincipal(db, { ...request, workspaceId: workspace_id }),
    CHECKED_BY_READS,
    async (tx) => {
      const isOpenSql = sql`id = ${tx.writable()} AND (suspended_at IS NULL OR suspended_at > ${since})`
      await tx.write({
        recorded: insertEvents(
          tx.actor,
          tx.writable(),
          { action: 'workspace.suspended', subject: 'workspace' },
          sql`SELECT id, name, NULL FROM workspaces WHERE ${isOpenSql}`,
        ),
        suspended: sql`UPDATE workspaces SET suspended_at = ${since} WHERE ${isOpenSql}`,
      })
    },
  )
}
