import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import type { ListId } from '../../access/lists'
import { inList, TENANT, workspaceCte } from '../../access/principal'
import { insertEvents } from '../../events/record'
import { GUARDIAN, PAYER, type Relation } from '../../person-fields/fields'
import { lostColumnOf } from '../../person-fields/list-fields'
import { isAdultSql } from '../adult'
import { DISPLAY_NAME } from '../person'
import { valuesOf } from '../store/lookups'
import { SUBJECT } from '../subject'

const INDEX: Record<Relation, Sql> = {
  [PAYER]: sql.raw('persons_by_lost_payer'),
  [GUARDIAN]: sql.raw('persons_by_lost_guardian'),
}

/**
 * The rows of `persons` whose payer or guardian was deleted or died, and of whom nobody has decided since; without former members,
 * and of those without a guardian also without adults.
 */
export const lostSql = (relation: Relation, workspace: Sql, today: string): Sql => sql`
  persons INDEXED BY ${INDEX[relation]}
  WHERE persons.workspace_id = ${workspace} AND ${sql.raw(lostColumnOf(relation))} IS NOT NULL
    AND (leave_date IS NULL OR leave_date >= ${today})
    ${relation === GUARDIAN ? sql`AND (birthdate IS NULL OR NOT ${isAdultSql(today)})` : sql``}`

/** Counts the persons who have lost their payer or guardian, by list. A statement for the trip of the caller. */
export const countLost = (
  relation: Relation,
  workspace: Sql,
  today: string,
): Sql<{ list: ListId; count: number }> => sql<{ list: ListId; count: number }>`
  SELECT list_id AS list, count(*) AS count FROM ${lostSql(relation, workspace, today)} GROUP BY list_id`

/** How many persons of some lists have lost theirs. */
export const countIn = (counts: { list: ListId; count: number }[], lists: ListId[]): number =>
  counts.reduce((sum, { list, count }) => sum + (lists.includes(list) ? count : 0), 0)

/** The statements that record that persons who have lost their payer or guardian need none. */
export const settleLost = (
  actor: Actor,
  workspace: Sql,
  { relation, list }: { relation: Relation; list: ListId },
  persons: { id: string }[],
): Sql[] => {
  if (persons.length === 0) return []
  const lostOn = lostColumnOf(relation)
  const ids = valuesOf(JSON.stringify(persons.map(({ id }) => id)))
  const settledSql = sql`${inList(TENANT, list)} AND area IN ('regular', 'applications')
    AND persons.id IN ${ids} AND ${sql.raw(lostOn)} IS NOT NULL`
  return [
    insertEvents(
      actor,
      workspace,
      { action: 'person.updated', subject: SUBJECT[list] },
      sql`
        SELECT persons.id, ${DISPLAY_NAME}, json_object(${lostOn}, json_array(${sql.raw(lostOn)}, NULL))
        FROM persons WHERE ${settledSql}`,
    ),
    sql`WITH ${workspaceCte(workspace)} UPDATE persons SET ${sql.raw(lostOn)} = NULL WHERE ${settledSql}`,
  ]
}
