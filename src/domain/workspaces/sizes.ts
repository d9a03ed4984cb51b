import { type Sql, sql } from '../../db/sql'
import { TENANT, workspaceCte } from '../access/principal'

/** How many persons of each list are counted on a page; beyond this the count of the night is shown. */
export const MAX_SIZED = 10_000

/** How many current members and contacts a workspace has; null for a list of more than {@link MAX_SIZED} persons. */
export type Sizes = { members: number | null; contacts: number | null }

/**
 * Counts the current members on a date (YYYY-MM-DD) and the contacts, as their lists do. Reads up to {@link MAX_SIZED}
 * persons of each list. A statement for the trip of the caller.
 */
export const selectSizes = (workspace: Sql, today: string): Sql<Sizes> => sql<Sizes>`
  WITH ${workspaceCte(workspace)}
  SELECT ${sizeOf('members', sql`leave_date IS NULL OR leave_date >= ${today}`)} AS members,
    ${sizeOf('contacts', sql`TRUE`)} AS contacts`

const sizeOf = (list: string, countedSql: Sql): Sql => sql`(
  SELECT CASE WHEN count(*) <= ${MAX_SIZED} THEN count(*) FILTER (WHERE ${countedSql}) END FROM (
    SELECT leave_date FROM persons
    WHERE workspace_id = ${TENANT} AND list_id = ${list} AND area = 'regular' LIMIT ${MAX_SIZED + 1}))`
