import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import type { ListId } from '../../access/lists'
import { inList, TENANT, workspaceCte } from '../../access/principal'
import { insertEvents } from '../../events/record'
import { DISPLAY_NAME } from '../person'
import { valuesOf } from '../store/lookups'
import { SUBJECT } from '../subject'

/** The rows of `persons` whose payer was deleted or died, and of whom nobody has decided since who pays; without former members. */
export const withoutPayerSql = (workspace: Sql, today: string): Sql => sql`
  persons INDEXED BY persons_by_lost_payer
  WHERE persons.workspace_id = ${workspace} AND payer_lost_on IS NOT NULL
    AND (leave_date IS NULL OR leave_date >= ${today})`

/** Counts the persons who have lost their payer, by list. A statement for the trip of the caller. */
export const countWithoutPayer = (
  workspace: Sql,
  today: string,
): Sql<{ list: ListId; count: number }> => sql<{ list: ListId; count: number }>`
  SELECT list_id AS list, count(*) AS count FROM ${withoutPayerSql(workspace, today)} GROUP BY list_id`

/** How many persons of some lists have lost their payer. */
export const countIn = (counts: { list: ListId; count: number }[], lists: ListId[]): number =>
  counts.reduce((sum, { list, count }) => sum + (lists.includes(list) ? count : 0), 0)

/** The statements that record that persons who have lost their payer pay for themselves. */
export const settleWithoutPayer = (
  actor: Actor,
  workspace: Sql,
  list: ListId,
  persons: { id: string }[],
): Sql[] => {
  if (persons.length === 0) return []
  const ids = valuesOf(JSON.stringify(persons.map(({ id }) => id)))
  const settledSql = sql`${inList(TENANT, list)} AND area IN ('regular', 'applications')
    AND persons.id IN ${ids} AND payer_lost_on IS NOT NULL`
  return [
    insertEvents(
      actor,
      workspace,
      { action: 'person.updated', subject: SUBJECT[list] },
      sql`
        SELECT persons.id, ${DISPLAY_NAME}, json_object('payer_lost_on', json_array(payer_lost_on, NULL))
        FROM persons WHERE ${settledSql}`,
    ),
    sql`WITH ${workspaceCte(workspace)} UPDATE persons SET payer_lost_on = NULL WHERE ${settledSql}`,
  ]
}
