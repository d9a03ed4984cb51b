import { type Sql, sql } from '../../../db/sql'
import { inList, TENANT } from '../../access/principal'
import { addDays, todayIn } from '../../shared/dates'
import type { DateOccasion } from './occasions'
import type { RuleRow } from './rule'

/** How many days a run catches up. */
const MAX_DAYS = 7

/** When a rule runs: the date (YYYY-MM-DD) in the time zone of the workspace. */
export type RunDay = { today: string; timeZone: string }

type DueRule = (rule: RuleRow, day: RunDay) => Sql

/** The members who have a date, as a query of `(person_id, subject)`, the date. */
const DUE: Record<DateOccasion, DueRule> = {
  // A join date is often entered after the day. Nobody is welcomed twice within a year, whatever date is corrected.
  joined: ({ offsetDays, enabledAt }, { today, timeZone }) => sql`
    SELECT persons.id AS person_id, join_date AS subject FROM persons
    WHERE ${currentMemberSql(today)} AND join_date >= ${todayIn(timeZone, new Date(enabledAt ?? today))}
      AND join_date BETWEEN ${addDays(earliestDay(today), -offsetDays)} AND ${addDays(today, -offsetDays)}
      AND NOT EXISTS (
        SELECT 1 FROM mail_occasions WHERE mail_occasions.workspace_id = ${TENANT} AND person_id = persons.id
          AND occasion = 'joined' AND subject > date(join_date, '-1 year'))`,
  birthday: (rule, day) => anniversaries(sql`birthdate`, rule, day),
  membership_years: (rule, day) =>
    // Of 1, 5, 10, 15 and so on years.
    anniversaries(sql`join_date`, rule, day, (years) => sql`AND (${years} = 1 OR (${years}) % 5 = 0)`),
}

/** The members who have a date that a rule is about, as a query of `(person_id, subject)`, the date. Reads all members. */
export const dueByDate = (occasion: DateOccasion, rule: RuleRow, day: RunDay): Sql => DUE[occasion](rule, day)

const earliestDay = (today: string): string => addDays(today, 1 - MAX_DAYS)

/** The members who have an anniversary of a date. One of 29 February is on the 28th in other years. */
function anniversaries(
  column: Sql,
  { offsetDays, doneUntil }: RuleRow,
  { today }: RunDay,
  markedSql: (years: Sql) => Sql = () => sql``,
): Sql {
  const [next, earliest] = [addDays(doneUntil ?? today, 1), earliestDay(today)]
  const dates = datesBetween(next > earliest ? next : earliest, today)
  const days = dates.map((date) => addDays(date, -offsetDays)).flatMap(anniversaryKeys)
  const years = sql`substr(days.date, 1, 4) - substr(${column}, 1, 4)`
  return sql`
    WITH days (key, date) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(days)}))
    SELECT persons.id AS person_id, days.date AS subject
    FROM persons CROSS JOIN days ON days.key = substr(${column}, 6)
    WHERE ${currentMemberSql(today)} AND ${years} > 0 ${markedSql(years)}`
}

/** The month and day of dates whose anniversary a date is, each with the date. */
function anniversaryKeys(date: string): [key: string, date: string][] {
  const isLastOfFebruary = date.endsWith('-02-28') && !addDays(date, 1).endsWith('-02-29')
  return [date.slice(5), ...(isLastOfFebruary ? ['02-29'] : [])].map((key) => [key, date])
}

const currentMemberSql = (today: string): Sql => sql`
  ${inList(TENANT, 'members')} AND area = 'regular' AND coalesce(leave_date, ${today}) >= ${today}`

function datesBetween(first: string, last: string): string[] {
  const dates: string[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date)
  return dates
}
