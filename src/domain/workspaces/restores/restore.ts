import * as z from 'zod'
import { restores } from '../../../db/schema'
import { allColumns, type Sql, sql } from '../../../db/sql'
import { givenInstant, instant } from '../../shared/text'

/** A restore as the operator sees it. */
export const restore = z
  .object({
    epoch: z
      .int()
      .describe(
        'Names the time since the restore, in the ids of events and in cursors: the seconds of `restored_at`',
      ),
    restored_at: instant,
    bookmark: instant.describe('The instant whose state the data went back to'),
    workspace_id: z
      .string()
      .nullable()
      .describe('The workspace that was restored by itself; `null` if all were'),
  })
  .meta({
    id: 'Restore',
    examples: [
      {
        epoch: 1769860800,
        restored_at: '2026-01-31T12:00:00.000Z',
        bookmark: '2026-01-31T09:30:00.000Z',
        workspace_id: null,
      },
    ],
  })
export type ApiRestore = z.infer<typeof restore>

/** The body that records a restore. */
export const newRestore = z
  .strictObject({
    bookmark: givenInstant.describe(
      'The instant whose state the data went back to: that of the Time Travel bookmark, or when the backup began',
    ),
    workspace_id: z
      .string()
      .optional()
      .describe('The workspace that was restored by itself; absent if the whole database was'),
  })
  .meta({ examples: [{ bookmark: '2026-01-31T09:30:00Z' }] })

type RestoreRow = typeof restores.$inferSelect

/** The stored restores that meet a condition, the latest first. */
export const selectRestores = (condition: Sql): Sql<RestoreRow> =>
  sql<RestoreRow>`SELECT ${allColumns(restores)} FROM restores WHERE ${condition} ORDER BY epoch DESC`

/** A stored restore as the operator sees it. */
export const toApi = ({ epoch, at, bookmark, workspaceId }: RestoreRow): ApiRestore => ({
  epoch,
  restored_at: at,
  bookmark,
  workspace_id: workspaceId,
})
