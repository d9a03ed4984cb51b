import { and, asc, desc, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, trip } from '../../db/client'
import { deletedPersons } from '../../db/schema'
import { admitToList, ask, type Caller, ofList } from '../access/admission'
import { LISTS } from '../access/lists'
import {
  type Cursors,
  cutPage,
  isBeyond,
  MOST_PER_PAGE,
  pagingQuery,
  parseTimestampKey,
  readCursor,
  requireOwnCursor,
  timestampKey,
} from '../shared/paging'
import { instant } from '../shared/text'

/** What is kept of a deleted person, so that mirrors of the list can follow. */
export const deletedPerson = z
  .object({ id: z.string(), external_id: z.string().nullable(), deleted_at: instant })
  .meta({ id: 'DeletedPerson' })
export type DeletedPerson = z.infer<typeof deletedPerson>

/** The query of a page of deleted persons. */
export const deletedQuery = z.strictObject({
  ...pagingQuery,
  since: z.iso.datetime().optional().describe('Only persons deleted at this instant or later'),
})

/** Forgets which persons were deleted more than two years ago. Reads two rows a workspace beside those it forgets. */
export async function forgetOldDeletions(db: Db): Promise<void> {
  const forgotten = db.run(sql`
    DELETE FROM deleted_persons WHERE deleted_at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-2 years')
      AND (workspace_id, list_id) IN (
        SELECT workspaces.id, list.value FROM workspaces CROSS JOIN json_each(${JSON.stringify(LISTS)}) AS list)`)
  await trip({ db }, { forgotten })
}

/** Reads a page of the deleted persons of a list, in the order of their deletion. One trip; the rows of the page. */
export async function listDeletedPersons(
  caller: Caller,
  listId: string,
  { cursor, per_page, since }: z.infer<typeof deletedQuery>,
): Promise<{ persons: DeletedPerson[]; perPage: number; cursors: Cursors }> {
  const position = readCursor(cursor)?.position
  const backwards = position?.direction === 'prev'
  const perPage = Number(per_page ?? MOST_PER_PAGE)
  const order = backwards ? desc : asc
  const { credential, rows } = await ask(caller, {
    page: caller.db
      .select({
        id: deletedPersons.id,
        external_id: deletedPersons.externalId,
        deleted_at: deletedPersons.deletedAt,
      })
      .from(deletedPersons)
      .where(
        and(
          ofList(caller.workspace, listId),
          since === undefined ? undefined : sql`deleted_at >= ${new Date(since).toISOString()}`,
          position &&
            isBeyond(
              position.direction,
              [deletedPersons.deletedAt, deletedPersons.id],
              parseTimestampKey(position.key),
            ),
        ),
      )
      .orderBy(order(deletedPersons.deletedAt), order(deletedPersons.id))
      .limit(perPage + 1),
  })
  admitToList(credential, listId, 'read')
  const scope = JSON.stringify([credential.workspace.id, listId, 'deleted', since])
  await requireOwnCursor(cursor, scope)
  const keyOf = (row: DeletedPerson) => timestampKey(row.deleted_at, row.id)
  const page = await cutPage(rows.page, { perPage, position, scope, keyOf })
  return { persons: page.rows, perPage, cursors: page.cursors }
}
