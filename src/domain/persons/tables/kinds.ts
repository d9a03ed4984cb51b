import { type Sql, sql } from '../../../db/sql'
import type { Permission } from '../../access/permissions'
import type { Merge } from '../merge-rows'

/** What a column has of persons: the id of one, JSON with the ids of several, or something else that is known of one. */
type Kind = 'id' | 'ids' | 'data'

/** Why rows stay as they are. */
type Reason = { reason: string }

/** A table that names persons or has data of them, and what becomes of its rows. */
export type PersonTable = {
  table: string
  columns: Record<string, Kind>
  /** The statements that give what is of one person to another. They run in the order of the list. */
  merge: ((merge: Merge) => Sql[]) | Reason
  /** The statements that take a person out, who is deleted; a query gives the ids. */
  erase: ((workspace: Sql, ids: Sql) => Sql[]) | Reason
  /** What the file has that a person may ask for: under which key, with which permission of who makes it. */
  told: { key: string; needs?: Permission; select?: (workspace: Sql, id: string) => Sql } | Reason
}

export const WITH_PERSON = { reason: 'The row is the person.' }
export const BOOKS = { reason: 'Records of the books are kept for ten years.' }
export const OF_BANK = { reason: 'What the bank wrote is kept as it came.' }
export const NAMES_NO_ONE = { reason: 'It names no stored person.' }
export const OWN_TOOLS = { reason: 'It is a tool of staff, and says nothing more of the person.' }
export const ONLY_IDS = { reason: 'It has ids and times alone.' }
export const UNTIL_RUN = {
  reason: 'Persons whom a draft names are not merged, and an import that was run says what its file said.',
}
export const SHORT_LIVED = {
  reason: 'It is a copy of a file that staff have, for 14 days; texts of a file belong to no stored person.',
}
export const TRIGGER = { reason: 'A trigger deletes the rows with the person.' }

/** Gives the rows of a table to the person who stays, of those that a query finds by index. */
export function give(table: string, idsOf: (workspace: Sql, personId: string) => Sql) {
  return ({ workspace, kept, gone }: Merge): Sql[] => [
    sql`
      UPDATE ${sql.raw(table)} SET person_id = ${kept}
      WHERE workspace_id = ${workspace} AND person_id = ${gone} AND id IN (${idsOf(workspace, gone)})`,
  ]
}

/** Deletes the rows of a table that are of persons. */
export function deleteFrom(table: string) {
  return (workspace: Sql, ids: Sql): Sql[] => [
    sql`DELETE FROM ${sql.raw(table)} WHERE workspace_id = ${workspace} AND person_id IN (${ids})`,
  ]
}
