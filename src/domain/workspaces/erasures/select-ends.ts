import { type Sql, sql } from '../../../db/sql'
import type { Ends } from './erasures'

type Row<Kind extends keyof Ends> = Ends[Kind][number]

/**
 * The statements that list what ended since an instant: keys that were revoked, passkeys that were removed, mandates that ended,
 * but those of deleted persons, and who unsubscribed from news. Staff are listed as they are now, also those who were added, so
 * that a later list tells that a membership that ended has begun again. `cut` says which rows are given.
 */
export const selectEnds = (from: string, cut: <Given>(rows: Sql) => Sql<Given>) => ({
  keys: cut<Row<'keys'>>(sql`
    SELECT workspace_id, id AS key_id, revoked_at AS at FROM api_keys INDEXED BY api_keys_revoked
    WHERE revoked_at >= ${from}`),
  staff: cut<Row<'staff'>>(sql`
    SELECT changed.workspace_id, changed.staff_id, role, ends_on, at
    FROM (
      SELECT events.workspace_id, subject_id AS staff_id, max(at) AS at
      FROM workspaces CROSS JOIN events INDEXED BY events_of_subject
      WHERE copy_of IS NULL AND events.workspace_id = workspaces.id AND subject_id BETWEEN 'stf_' AND 'stf_~'
        AND at >= ${from}
      GROUP BY 1, 2) AS changed
    LEFT JOIN memberships
      ON memberships.workspace_id = changed.workspace_id AND memberships.staff_id = changed.staff_id`),
  passkeys: cut<Row<'passkeys'>>(sql`
    SELECT credential_id, removed_at AS at FROM removed_passkeys WHERE removed_at >= ${from}`),
  mandates: cut<Row<'mandates'>>(sql`
    SELECT workspace_id, reference, end_reason, ended_at AS at FROM mandates INDEXED BY mandates_ended
    WHERE ended_at >= ${from} AND end_reason <> 'deleted'`),
  news: cut<Row<'news'>>(sql`
    SELECT workspace_id, person_id, refused_at AS at FROM news_refusals INDEXED BY news_refusals_by_time
    WHERE refused_at >= ${from}`),
})
