import { type Db, tripOfAnyMigration } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import type { Table } from '../copy/tables'
import { movedTables } from './tables'

const ACTS = { INSERT: ['NEW'], UPDATE: ['NEW', 'OLD'], DELETE: ['OLD'] } as const

/**
 * The statements after which nothing of a workspace changes: a trigger for each act on each of its tables, which fails with
 * `workspace_moving`. A sweep of the whole database that meets one of its rows fails as well, and runs again the next night.
 */
// The filters of some writes leave it to these alone: those of keys without a list would read a row more, and members, and staff
// who also open suspended workspaces, would be told of a conflict after many tries.
export const lockRows = (tables: readonly Table[], workspaceId: string): Sql[] =>
  movedTables(tables).flatMap(({ name, tenant }) =>
    Object.entries(ACTS).map(([act, rows]) =>
      trigger(`${name}_${act.toLowerCase()}`, workspaceId, {
        on: `${act} ON "${name}"`,
        when: rows.map((row) => `${row}."${tenant}" = ${quoted(workspaceId)}`).join(' OR '),
        does: "RAISE(ABORT, 'workspace_moving')",
      }),
    ),
  )

/**
 * The statements after which nothing of a workspace is sent any more: who claims a mail or an endpoint finds nothing to claim. What
 * was claimed before can still be finished.
 */
export const lockClaims = (workspaceId: string): Sql[] => [
  trigger('claims_mail', workspaceId, {
    on: 'UPDATE OF claim ON mail_recipients',
    when: `NEW.workspace_id = ${quoted(workspaceId)} AND NEW.state = 'claimed'`,
    does: 'RAISE(IGNORE)',
  }),
  trigger('claims_endpoint', workspaceId, {
    on: 'UPDATE OF claim ON webhook_endpoints',
    when: `NEW.workspace_id = ${quoted(workspaceId)} AND NEW.claim IS NOT NULL AND NEW.claim IS NOT OLD.claim`,
    does: 'RAISE(IGNORE)',
  }),
]

/** The statements that take back what {@link lockRows} and {@link lockClaims} have made. One trip. */
export async function unlockRows(db: Db, workspaceId: string): Promise<Sql[]> {
  const { found } = await tripOfAnyMigration(db, {
    found: sql<{ name: string }>`
      SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB ${`${prefixOf(workspaceId)}*`}`,
  })
  return found.map(({ name }) => sql.raw(`DROP TRIGGER IF EXISTS "${name}"`))
}

/** The statement after which a workspace that was moving is written to again. */
export const openSql = (workspaceId: string): Sql =>
  sql`UPDATE workspaces SET moving_to = NULL WHERE id = ${workspaceId} AND moving_to IS NOT NULL`

type Trigger = { on: string; when: string; does: string }

// A trigger takes no parameters.
const trigger = (name: string, workspaceId: string, { on, when, does }: Trigger): Sql =>
  sql.raw(
    `CREATE TRIGGER IF NOT EXISTS "${prefixOf(workspaceId)}${name}" BEFORE ${on} WHEN ${when} BEGIN SELECT ${does}; END`,
  )

const prefixOf = (workspaceId: string): string => `moving_${plain(workspaceId)}_`

const quoted = (workspaceId: string): string => `'${plain(workspaceId)}'`

function plain(workspaceId: string): string {
  if (!/^wsp_[0-9A-Za-z]{1,40}$/.test(workspaceId)) throw new Error('This is no id of a workspace.')
  return workspaceId
}
