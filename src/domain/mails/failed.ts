import { type Sql, sql } from '../../db/sql'
import { daysFrom } from '../shared/dates'
import { firstIdAt } from '../shared/ids'

/** How many mails failed, of how many that were written, and the id of the latest of these. */
export type FailedMails = { count: number; mails: number; latest: string | null }

const DAYS = 30

/** How many mails are looked at, which bounds the rows read. */
const MAX_MAILS = 200

/** Selects what failed of the mails of the last thirty days, the newest 200. A statement for the trip of the caller. */
export const selectFailedMails = (workspace: Sql, now: Date): Sql<FailedMails> => sql<FailedMails>`
  SELECT coalesce(sum(failed), 0) AS count, count(*) FILTER (WHERE failed > 0) AS mails,
    max(id) FILTER (WHERE failed > 0) AS latest
  FROM (
    SELECT id, failed FROM mails
    WHERE workspace_id = ${workspace}
      AND id >= ${firstIdAt('mai', daysFrom(now, -DAYS))}
    ORDER BY id DESC LIMIT ${MAX_MAILS})`
