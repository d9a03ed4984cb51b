import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { requireList } from '../access/authorize'
import type { ListId } from '../access/lists'
import { inList, type Principal, TENANT } from '../access/principal'
import { query } from '../access/query'
import { insertEvents } from '../events/record'
import { DomainError } from '../shared/errors'
import { DISPLAY_NAME } from './person'

/**
 * Records whether a person of a list wants news of the workspace by mail. One trip. Throws what `requireList` throws, and
 * `not_found`.
 */
export async function setNews(
  principal: Principal,
  { list, id, isRefused }: { list: ListId; id: string; isRefused: boolean },
): Promise<void> {
  const workspace = principal.writableWorkspace({ permission: `${list}:write` })
  const { rows } = await query(
    principal,
    {
      found: sql`SELECT 1 FROM persons WHERE ${personSql(principal.workspace(), list, sql`SELECT ${id}`)}`,
      ...changeNews(principal.actor, workspace, { list, ids: sql`SELECT ${id}`, isRefused }),
    },
    (credential) => requireList(credential, list, 'write'),
  )
  if (rows.found.length === 0) throw new DomainError('not_found', 'There is no such person.')
}

/** The statements by which persons of a list, whose ids a query gives, refuse news or want them again, with an event each. */
export const changeNews = (
  actor: Actor,
  workspace: Sql,
  { list, ids, isRefused }: { list: ListId; ids: Sql; isRefused: boolean },
) => ({
  recorded: insertEvents(
    actor,
    workspace,
    {
      action: isRefused ? 'person.news_refused' : 'person.news_wanted',
      subject: list === 'members' ? 'member' : 'contact',
    },
    sql`
      SELECT persons.id, ${DISPLAY_NAME}, ${JSON.stringify({ news: [isRefused, !isRefused] })} FROM persons
      WHERE ${personSql(TENANT, list, ids)} AND ${isRefused ? sql`NOT` : sql``} EXISTS (
        SELECT 1 FROM news_refusals
        WHERE news_refusals.workspace_id = ${TENANT} AND news_refusals.person_id = persons.id)`,
  ),
  changed: isRefused
    ? sql`
        INSERT INTO news_refusals (workspace_id, person_id, refused_at)
        SELECT workspace_id, id, ${NOW} FROM persons WHERE ${personSql(workspace, list, ids)} ON CONFLICT DO NOTHING`
    : sql`DELETE FROM news_refusals WHERE workspace_id = ${workspace} AND person_id IN (
        SELECT id FROM persons WHERE ${personSql(workspace, list, ids)})`,
})

const personSql = (workspace: Sql, list: ListId, ids: Sql): Sql =>
  sql`${inList(workspace, list)} AND area IN ('regular', 'applications') AND persons.id IN (${ids})`
