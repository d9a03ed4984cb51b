import { type Sql, sql } from '../../db/sql'
import type { Merge } from './merge-rows'
import type { PersonTable } from './tables/kinds'
import { OF_MAILS } from './tables/mails'
import { OF_MONEY } from './tables/money'
import { OF_PEOPLE } from './tables/people'
import { OF_PORTAL } from './tables/portal'

/**
 * Every table with a column that names a person or has data of one. Merging persons, deleting one and the file with all that
 * is stored of one follow from it.
 */
export const PERSON_TABLES: readonly PersonTable[] = [...OF_PEOPLE, ...OF_MONEY, ...OF_MAILS, ...OF_PORTAL]

/** The statements that take deleted persons out of all tables but their own; a query gives the ids. */
export const erasePersons = (workspace: Sql, ids: Sql): Sql[] =>
  PERSON_TABLES.flatMap(({ erase }) => ('reason' in erase ? [] : erase(workspace, ids)))

/** The statements that give all that is of one person to another, before the one is deleted. */
export const mergeRows = (merge: Merge): Sql[] =>
  PERSON_TABLES.flatMap((table) => ('reason' in table.merge ? [] : table.merge(merge)))

/** The ids that a query gives, and those of the persons who were merged into them: their events stay under their own ids. */
export const withMerged = (workspace: Sql, ids: Sql): Sql => sql`
  ${ids} UNION ALL
  SELECT merged.id FROM deleted_persons AS merged INDEXED BY deleted_persons_by_survivor
  WHERE merged.workspace_id = ${workspace} AND merged.merged_into IN (${ids})`
