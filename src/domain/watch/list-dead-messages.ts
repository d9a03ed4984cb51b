import * as z from 'zod'
import { type Db, trip } from '../../db/client'
import { deadMessages as table } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { keyset } from '../shared/keyset'
import {
  type Cursors,
  cutPage,
  MAX_PER_PAGE,
  NO_EPOCH,
  pagingQuery,
  readCursor,
  requireOwnCursor,
} from '../shared/paging'

/** A dead message as the operator sees it, without what it says. */
export const deadMessage = z
  .object({
    id: z.string(),
    kind: z.string().describe('What it asks for: `mailing` for mails to many, `job` for work of a run'),
    workspace_id: z.string().nullable(),
    error: z.string().nullable().describe('The name of its last error, if it is known'),
    died_at: z.string(),
    state: z.enum(['waiting', 'replaying', 'replayed']),
    replayed_at: z.string().nullable(),
  })
  .meta({
    id: 'DeadMessage',
    examples: [
      {
        id: 'ded_00000000DemoDead00000000',
        kind: 'invitation',
        workspace_id: 'wsp_00000000DemoWorkspace000',
        error: 'E_DAILY_LIMIT_EXCEEDED',
        died_at: '2026-11-28T09:15:00.000Z',
        state: 'waiting',
        replayed_at: null,
      },
    ],
  })
export type DeadMessage = z.infer<typeof deadMessage>

/** The query of a page of dead messages. */
export const deadMessagesQuery = z.strictObject({
  ...pagingQuery,
  kind: z.string().max(40).optional().describe('Only those of this kind'),
})

const BY_ID = keyset([table.id])

/** How long a replay takes at most, after which its claim is given up. */
const CLAIM_SECONDS = 600

/** A dead message as {@link deadMessage}. */
export const selectDeadMessages = (condition: Sql, now: Date): Sql<DeadMessage> => sql<DeadMessage>`
  SELECT id, kind, workspace_id, error, died_at, replayed_at, ${stateSql(now)} AS state
  FROM dead_messages WHERE ${condition}`

const stateSql = (now: Date): Sql => sql`CASE WHEN body IS NULL THEN 'replayed'
  WHEN claimed_at > ${claimedBefore(now)} THEN 'replaying' ELSE 'waiting' END`

/** The instant before which a claim is given up. */
export const claimedBefore = (now: Date): string =>
  new Date(now.getTime() - CLAIM_SECONDS * 1000).toISOString()

/** Lists a page of dead messages in the order in which they died, without their bodies. One trip; the rows of the page. */
export async function listDeadMessages(
  db: Db,
  { query: { cursor, per_page, kind }, now }: { query: z.infer<typeof deadMessagesQuery>; now: Date },
): Promise<{ deadMessages: DeadMessage[]; perPage: number; cursors: Cursors }> {
  const scope = JSON.stringify(['dead_messages', kind])
  requireOwnCursor(cursor, scope, NO_EPOCH)
  const position = readCursor(cursor)?.position
  const perPage = Number(per_page ?? MAX_PER_PAGE)
  const ofKind = kind === undefined ? sql`TRUE` : sql`kind = ${kind}`
  const { rows } = await trip(db, {
    rows: sql<DeadMessage>`${selectDeadMessages(sql`${ofKind} AND ${BY_ID.beyondSql(position)}`, now)}
      ORDER BY ${BY_ID.by(position)} LIMIT ${perPage + 1}`,
  })
  const page = cutPage(rows, { perPage, position, scope, epoch: NO_EPOCH, keyOf: ({ id }) => id })
  return { deadMessages: page.rows, perPage, cursors: page.cursors }
}
