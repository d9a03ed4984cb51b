import { type Db, trip } from '../../../db/client'
import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import type { ListId } from '../../access/lists'
import { permissionsOf } from '../../staff/roles'
import type { Membership } from '../../staff/update'
import type { Ends, Lists } from './erasures'

/** What has come back in a workspace although it had ended. */
export type Back = {
  keys: string[]
  staff: { staffId: string; stored: Membership; to: Membership | null }[]
  mandates: { personId: string; list: ListId; reference: string; isWithdrawn: boolean }[]
  news: string[]
}

/** Whether a list names something that ended in workspaces, of which none has a restore that was recorded since. */
export type FoundBack = { back: Map<string, Back>; isRecorded: boolean }

type Ending = Exclude<keyof Ends, 'passkeys'>

/**
 * Finds what has come back of that which ended, by workspace: only what ended before the last restore of the workspace, which
 * brought it back. Whoever got more rights since the list was made keeps those that the restore gave. One trip.
 */
export async function selectBack(db: Db, lists: Pick<Lists, Ending>): Promise<FoundBack> {
  const { keys, staff, mandates, news, restored } = await trip(db, {
    keys: among(
      lists.keys,
      (given, workspaceSql) => sql<{ workspaceId: string; keyId: string }>`
        SELECT api_keys.workspace_id AS workspaceId, api_keys.id AS keyId FROM ${given} CROSS JOIN api_keys
        WHERE ${workspaceSql} AND api_keys.workspace_id = workspaces.id AND api_keys.id = given.value ->> 'key_id'
          AND revoked_at IS NULL`,
    ),
    staff: among(
      lists.staff,
      (given, workspaceSql) => sql<Membership & { workspaceId: string; staffId: string; given: string }>`
        SELECT member.workspace_id AS workspaceId, member.staff_id AS staffId, member.role, member.ends_on,
          given.value AS given
        FROM ${given} CROSS JOIN memberships AS member
        WHERE ${workspaceSql} AND member.workspace_id = workspaces.id AND member.staff_id = given.value ->> 'staff_id'`,
    ),
    mandates: among(
      lists.mandates,
      (given, workspaceSql) => sql<
        Omit<Back['mandates'][number], 'isWithdrawn'> & { workspaceId: string; reason: string }
      >`
        SELECT persons.workspace_id AS workspaceId, persons.id AS personId, list_id AS list, mandates.reference,
          given.value ->> 'end_reason' AS reason
        FROM ${given} CROSS JOIN mandates CROSS JOIN persons INDEXED BY persons_by_mandate
        WHERE ${workspaceSql} AND mandates.workspace_id = workspaces.id
          AND reference_key = lower(given.value ->> 'reference') AND ended_at IS NULL
          AND mandates.created_at < given.value ->> 'at' AND persons.workspace_id = workspaces.id
          AND sepa_mandate IS NOT NULL AND lower(sepa_mandate ->> 'reference') = reference_key
          AND area IN ('regular', 'applications')`,
    ),
    news: among(
      lists.news,
      (given, workspaceSql) => sql<{ workspaceId: string; personId: string }>`
        SELECT persons.workspace_id AS workspaceId, persons.id AS personId FROM ${given} CROSS JOIN persons
        WHERE ${workspaceSql} AND persons.workspace_id = workspaces.id AND list_id IN ('members', 'contacts')
          AND area IN ('regular', 'applications') AND persons.id = given.value ->> 'person_id'
          AND NOT EXISTS (
            SELECT 1 FROM news_refusals
            WHERE news_refusals.workspace_id = workspaces.id AND news_refusals.person_id = persons.id)`,
    ),
    restored: among(
      [...lists.keys, ...lists.staff, ...lists.mandates, ...lists.news],
      (given, workspaceSql) => sql<{ isRestored: number }>`
        SELECT max(${workspaceSql}) AS isRestored FROM ${given} WHERE workspaces.id = given.value ->> 'workspace_id' AND copy_of IS NULL`,
    ),
  })
  const back = new Map<string, Back>()
  const of = (workspaceId: string): Back => {
    const own = back.get(workspaceId) ?? { keys: [], staff: [], mandates: [], news: [] }
    back.set(workspaceId, own)
    return own
  }
  for (const { workspaceId, keyId } of keys) of(workspaceId).keys.push(keyId)
  for (const { workspaceId, staffId, role, ends_on, given } of staff) {
    const to = loweredTo({ role, ends_on }, JSON.parse(given))
    if (to !== undefined) of(workspaceId).staff.push({ staffId, stored: { role, ends_on }, to })
  }
  for (const { workspaceId, reason, ...mandate } of mandates)
    of(workspaceId).mandates.push({ ...mandate, isWithdrawn: reason === 'withdrawn' })
  for (const { workspaceId, personId } of news) of(workspaceId).news.push(personId)
  return { back, isRecorded: restored.every(({ isRestored }) => isRestored !== 0) }
}

/** A statement over the entries of a list, for each megabyte of them: `given` is one with its workspace. */
const among = <Row>(
  entries: readonly { workspace_id: string; at: string }[],
  select: (given: Sql, workspaceSql: Sql) => Sql<Row>,
): Sql<Row>[] =>
  jsonArrays([...entries]).map((array) =>
    select(
      sql`json_each(${array}) AS given CROSS JOIN workspaces`,
      sql`workspaces.id = given.value ->> 'workspace_id' AND copy_of IS NULL
        AND coalesce(restores ->> '$[#-1].at', '') >= given.value ->> 'at'`,
    ),
  )

/**
 * What a restored membership is to be: null if it had ended; undefined if it stays, since it had become one with more rights, or
 * is the same.
 */
function loweredTo(
  stored: Membership,
  { role, ends_on }: Ends['staff'][number],
): Membership | null | undefined {
  if (role === null) return null
  if (role === stored.role) {
    const isShorter = ends_on !== null && (stored.ends_on === null || ends_on < stored.ends_on)
    return isShorter ? { role, ends_on } : undefined
  }
  const rights = permissionsOf(role)
  const isRaised = permissionsOf(stored.role).every((permission) => rights.includes(permission))
  return isRaised ? undefined : { role, ends_on }
}
