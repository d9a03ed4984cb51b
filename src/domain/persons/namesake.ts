import { type Sql, sql } from '../../db/sql'

/**
 * What pages tell of a person beside the name: JSON of the membership number and the year of birth, each or null, by which others of
 * the same name differ, and 1 if the person has died. It is for those who may read the person.
 */
export type Namesake = string | null

/** Whether a {@link Namesake} is of somebody who has died. */
export const isOfDeceased = (namesake: Namesake | undefined): boolean =>
  typeof namesake === 'string' && JSON.parse(namesake)[2] === 1

/** The {@link Namesake} of a row of `persons`, whatever others there are. */
export const DISTINCTION = sql.raw(told('persons'))

/** What tells a row of `persons`, under its alias, from others, as SQL; see {@link Namesake}. */
export function told(own: string): string {
  return `json_array(${own}.membership_number, substr(${own}.birthdate, 1, 4), ${own}.leave_reason IS 'deceased') || ''`
}

/**
 * The {@link Namesake} of a row of `persons`, of which `own` is the name or the alias, as SQL for one value: NULL unless it has
 * died, or another person of the workspace has the same name. Reads a few entries of an index.
 */
export const namesakeIn = (workspace: Sql, own: string): Sql =>
  toldWhere(
    own,
    sql`coalesce(${sql.raw(own)}.membership_number, ${sql.raw(own)}.birthdate) IS NOT NULL AND ${sharesName(workspace, own)}`,
  )

/** As {@link namesakeIn}, and also of those of whom nothing is known that tells them from others of their name. */
export const anyNamesakeIn = (workspace: Sql, own: string): Sql => toldWhere(own, sharesName(workspace, own))

const toldWhere = (own: string, condition: Sql): Sql =>
  sql`CASE WHEN ${sql.raw(own)}.leave_reason = 'deceased' OR ${condition} THEN ${sql.raw(told(own))} END`

const sharesName = (workspace: Sql, own: string): Sql => sql`EXISTS (
  SELECT 1 FROM persons AS other INDEXED BY persons_by_name
  WHERE other.workspace_id = ${workspace} AND other.list_id IN ('members', 'contacts')
    AND other.area IN ('regular', 'applications') AND other.last_name_key = ${sql.raw(own)}.last_name_key
    AND other.first_name_key IS ${sql.raw(own)}.first_name_key AND other.id <> ${sql.raw(own)}.id)`

/** The {@link namesakeIn} of whose name a debit has: NULL if the account belongs to someone else. */
export const debtorNamesakeIn = (workspace: Sql, own: string): Sql =>
  sql`iif(${sql.raw(own)}.bank_account ->> 'signatory' IS NULL, ${namesakeIn(workspace, own)}, NULL)`

/** The {@link namesakeIn} of the person with an id. Reads the person as well. */
export const namesakeOf = (workspace: Sql, personId: Sql, namesake = namesakeIn): Sql => sql`(
  SELECT ${namesake(workspace, 'own')} FROM persons AS own
  WHERE own.workspace_id = ${workspace} AND own.list_id IN ('members', 'contacts')
    AND own.area IN ('regular', 'applications') AND own.id = ${personId})`

/** The ids of those whose name others among them have, by the name that `nameOf` gives. */
export function namesakesAmong<T extends { id: string }>(
  persons: Iterable<T>,
  nameOf: (one: T) => string,
): Set<string> {
  const ids = new Map<string, Set<string>>()
  for (const one of persons) {
    const name = nameOf(one)
    ids.set(name, (ids.get(name) ?? new Set()).add(one.id))
  }
  return new Set([...ids.values()].filter(({ size }) => size > 1).flatMap((same) => [...same]))
}
