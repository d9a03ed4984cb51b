import { type Db, trip } from '../../../db/client'
import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import { act, CHECKED_BY_READS } from '../../access/act'
import type { ActingRequest } from '../../access/actor'
import { insertEvents } from '../../events/record'
import { eraseAgain } from '../../persons/erase-again'
import { valuesOf } from '../../persons/store/lookups'
import { refusedAt } from '../../shared/error-list'
import { inUtc } from '../../shared/text'
import { deletePasskeys } from '../../staff/passkeys/removed'
import { operatorPrincipal } from '../operator-principal'
import { endAgain } from './end-again'
import type { AppliedErasures, EndedAgain, ErasedPerson, ErasedWorkspace, Lists } from './erasures'
import { latest, mapLists } from './list'
import { type Back, selectBack } from './select-back'

/** How many persons are deleted in one trip. */
const CHUNK = 500

/** How many queries one request makes at about: an invocation has 1,000. */
const MAX_QUERIES = 800

/** How many queries a chunk of persons takes at about, the ends of a workspace, and each of its staff. */
const QUERIES = { chunk: 100, ends: 40, staff: 4 }

type Applying = {
  request: ActingRequest
  list: Lists
  isTimeUp: () => boolean
}

/**
 * Applies a list again after a restore: ends what has come back of what had ended, deletes the persons who have, 500 at a time, and
 * suspends the workspaces that have, since when they were. These are not erased at once: an erasure that was a mistake is a
 * reason to restore. Until `isTimeUp`, and to be repeated while something is left. Three trips to find all of it, and two for each
 * chunk and each workspace. Throws `invalid` if something had ended, and no restore was recorded since.
 */
export async function applyErasures(
  db: Db,
  { request, list: given, isTimeUp }: Applying,
): Promise<AppliedErasures> {
  const list = mapLists(given, latest)
  const { back, isRecorded } = await selectBack(db, list)
  if (!isRecorded) throw refusedAt('data', { code: 'restore_not_recorded' })
  const erased = await selectErased(db, list)
  const { passkeys } = await trip(db, { passkeys: removeAgain(list, request.now) })
  const suspended: string[] = []
  for (const one of erased.workspaces) {
    await suspendAgain(db, request, one)
    suspended.push(one.workspace_id)
  }
  let queries = 0
  const hasTime = (more: number) => !isTimeUp() && (queries === 0 || queries + more <= MAX_QUERIES)
  const ended: EndedAgain = { keys: 0, staff: 0, passkeys: passkeys.length, mandates: 0, news: 0 }
  const ownerless: string[] = []
  let left = 0
  for (const [workspaceId, own] of back) {
    const cost = QUERIES.ends + QUERIES.staff * own.staff.length
    if (!hasTime(cost)) {
      left += countOf(own)
      continue
    }
    const { isOwnerless } = await endAgain(operatorPrincipal(db, { ...request, workspaceId }), own)
    if (isOwnerless) ownerless.push(workspaceId)
    for (const kind of ['keys', 'staff', 'mandates', 'news'] as const) ended[kind] += own[kind].length
    queries += cost
  }
  let applied = 0
  for (const { workspaceId, ids } of chunksOf(erased.persons)) {
    if (!hasTime(QUERIES.chunk)) break
    await eraseAgain(operatorPrincipal(db, { ...request, workspaceId }), ids)
    applied += ids.length
    queries += QUERIES.chunk
  }
  return {
    applied,
    unknown: list.persons.length - erased.persons.length,
    ended,
    left: left + erased.persons.length - applied,
    suspended_workspace_ids: suspended,
    ownerless_workspace_ids: ownerless,
  }
}

const countOf = ({ keys, staff, mandates, news }: Back): number =>
  keys.length + staff.length + mandates.length + news.length

/** The statements that remove the passkeys of a list that have come back, with a row for each. */
const removeAgain = ({ passkeys }: Lists, now: Date) =>
  jsonArrays(passkeys.map(({ credential_id }) => credential_id)).flatMap((array) =>
    Object.values(deletePasskeys(sql`credential_id IN ${valuesOf(array)}`, now)),
  )

type Person = Pick<ErasedPerson, 'workspace_id' | 'person_id'>

/** Those of a list whom the database has. */
async function selectErased(db: Db, { persons, workspaces }: Lists) {
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
