import { type Sql, sql } from '../../db/sql'

/** Whether a person is 18 on a date (YYYY-MM-DD). One without a birthdate counts as an adult: nothing shows that it is a minor. */
export const isAdult = (birthdate: string | null, today: string): boolean =>
  birthdate === null || `${Number(birthdate.slice(0, 4)) + 18}${birthdate.slice(4)}` <= today

/** {@link isAdult} of a row of `persons`, or of another alias of it, as a condition. */
export const isAdultSql = (today: string, alias = 'persons'): Sql => {
  const birthdate = sql.raw(`${alias}.birthdate`)
  return sql`(
    ${birthdate} IS NULL OR (substr(${birthdate}, 1, 4) + 18) || substr(${birthdate}, 5) <= ${today})`
}
