import { type Sql, sql } from '../../db/sql'

/** Whether a person is 18 on a date (YYYY-MM-DD). One without a birthdate counts as an adult: nothing shows that it is a minor. */
export const isAdult = (birthdate: string | null, today: string): boolean =>
  birthdate === null || `${Number(birthdate.slice(0, 4)) + 18}${birthdate.slice(4)}` <= today

/** {@link isAdult} of a row of `persons`, as a condition. */
export const isAdultSql = (today: string): Sql => sql`(
  persons.birthdate IS NULL OR (substr(persons.birthdate, 1, 4) + 18) || substr(persons.birthdate, 5) <= ${today})`
