import { type Sql, sql } from '../../db/sql'

/**
 * What tells a person from others of the same name: JSON of the membership number and the year of birth, each or null. It is
 * for those who may read the person.
 */
export type Namesake = string | null

/** The {@link Namesake} of a row of `persons`, whatever others there are. */
export const DISTINCTION = sql.raw("json_array(membership_number, substr(birthdate, 1, 4)) || ''")

/**
 * The {@link Namesake} of a person by id, as SQL for one value: NULL unless another person of the workspace has the same
 * name. Reads a few rows, by index.
 */
export const namesakeOf = (workspace: Sql, personId: Sql): Sql => sql`(
  SELECT json_array(own.membership_number, substr(own.birthdate, 1, 4)) || '' FROM persons AS own
  WHERE own.workspace_id = ${workspace} AND own.list_id IN ('members', 'contacts')
    AND own.area IN ('regular', 'applications') AND own.id = ${personId}
    AND coalesce(own.membership_number, own.birthdate) IS NOT NULL AND EXISTS (
      SELECT 1 FROM persons AS other INDEXED BY persons_by_name
      WHERE other.workspace_id = ${workspace} AND other.list_id IN ('members', 'contacts')
        AND other.area IN ('regular', 'applications')
        AND other.last_name_key = own.last_name_key AND other.first_name_key IS own.first_name_key
        AND other.id <> own.id))`

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
