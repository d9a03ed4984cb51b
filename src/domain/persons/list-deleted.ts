import { and, gte } from 'drizzle-orm'
import * as z from 'zod'
import { type Db, trip } from '../../db/client'
import { before } from '../../db/now'
import { deletedPersons } from '../../db/schema'
import { sql } from '../../db/sql'
import { requireList } from '../access/authorize'
import { LISTS } from '../access/lists'
import { inList, type Principal } from '../access/principal'
import { query } from '../access/query'
import { keyset } from '../shared/keyset'
import { requireKnownSince } from '../shared/known-since'
import { answerPage, type Cursors, pageRequest, pagingQuery, timestampKey } from '../shared/paging'
import { givenInstant, instant, inUtc } from '../shared/text'

/** What is kept of a deleted person, so that mirrors of the list can follow. */
export const deletedPerson = z
  .object({
    id: z.string(),
    external_id: z.string().nullable(),
    deleted_at: instant,
    merged_into: z.string().nullable().describe('The person who stayed, if the two were merged'),
  })
  .meta({ id: 'DeletedPerson' })
export type DeletedPerson = z.infer<typeof deletedPerson>

/** The query of a page of deleted persons. */
export const deletedQuery = z.strictObject({
  ...pagingQuery,
  since: givenInstant.optional().describe('Only persons deleted at this instant or later'),
})

/**
 * Deletes the tombstones that are older than two years. Those of merged persons stay a month longer than the events that are
 * found by them. Reads two more rows for each workspace. One trip.
 */
export async function deleteOldTombstones(db: Db): Promise<void> {
  const deleted = sql`
    DELETE FROM deleted_persons WHERE deleted_at < ${before('-2 years')} AND (merged_into IS NULL OR deleted_at < ${before('-25 months')})
      AND (workspace_id, list_id) IN (
        SELECT workspaces.id, list.value FROM workspaces CROSS JOIN json_each(${JSON.stringify(LISTS)}) AS list)`
  await trip(db, { deleted })
}

const BY_DELETION = keyset([deletedPersons.deletedAt, deletedPersons.id])

/** Lists a page of the deleted persons of a list, in the order of their deletion. One trip; the rows of the page. */
export async function listDeletedPersons(
  principal: Principal,
  { list, query: { cursor, per_page, since } }: { list: string; query: z.infer<typeof deletedQuery> },
): Promise<{ persons: DeletedPerson[]; perPage: number; cursors: Cursors }> {
  const request = pageRequest({ cursor, per_page })
  const { position, limit } = request
  const { id, externalId, deletedAt, mergedInto } = deletedPersons
  const { credential, rows } = await query(
    principal,
    {
      page: principal.db
        .select({ id, external_id: externalId, deleted_at: deletedAt, merged_into: mergedInto })
        .from(deletedPersons)
        .where(
          and(
            inList(principal.workspace(), list),
            since === undefined ? undefined : gte(deletedAt, inUtc(since)),
            BY_DELETION.beyondSql(position),
          ),
        )
        .orderBy(BY_DELETION.by(position).getSQL())
        .limit(limit),
    },
    (credential) => requireList(credential, list, 'read'),
  )
  requireKnownSince('since', since, credential.workspace)
  const paged = { workspace: credential.workspace, scope: [list, 'deleted', since] }
  const keyOf = (row: DeletedPerson) => timestampKey(row.deleted_at, row.id)
  const { rows: page, ...paging } = answerPage(request, rows.page, { ...paged, keyOf })
  return { persons: page, ...paging }
}
