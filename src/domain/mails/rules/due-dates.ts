import { type Sql, sql } from '../../../db/sql'
import { inList, TENANT } from '../../access/principal'
import { addDays, todayIn } from '../../shared/dates'
import type { DateOccasion } from './occasions'
import type { RuleRow } from './rule'

/** How many days a run catches up. */
const MAX_DAYS = 7

/** When a rule runs: the date (YYYY-MM-DD) in the time zone of the workspace. */
export type RunDay = { today: string; timeZone: string }

/**
 * The members who have a date that a rule is about, as a query of `(person_id, subject)`, the date. Reads all members. A
 * birthday on 29 February is on the 28th in other years.
 */
export function dueByDate(rule: RuleRow, { today, timeZone }: RunDay): Sql {
  const { occasion, offsetDays, doneUntil, enabledAt } = rule
  const earliest = addDays(today, 1 - MAX_DAYS)
  // A join date is often entered after the day. Nobody is welcomed twice within a year, whatever date is corrected.
  if (occasion === 'joined')
    return sql`
      SELECT persons.id AS person_id, join_date AS subject FROM persons
      WHERE ${isCurrentMember(today)} AND join_date >= ${todayIn(timeZone, new Date(enabledAt ?? today))}
        AND join_date BETWEEN ${addDays(earliest, -offsetDays)} AND ${addDays(today, -offsetDays)}
        AND NOT EXISTS (
          SELECT 1 FROM mail_occasions WHERE mail_occasions.workspace_id = ${TENANT} AND person_id = persons.id
            AND occasion = 'joined' AND subject > date(join_date, '-1 year'))`
  const next = addDays(doneUntil ?? today, 1)
  const first = next > earliest ? next : earliest
  return anniversaries(occasion as DateOccasion, datesBetween(first, today), offsetDays, today)
}

function anniversaries(occasion: DateOccasion, dates: string[], offsetDays: number, today: string): Sql {
  const days = dates.map((date) => addDays(date, -offsetDays)).flatMap(anniversaryKeys)
  const column = sql.raw(occasion === 'birthday' ? 'birthdate' : 'join_date')
  const years = sql`substr(days.date, 1, 4) - substr(${column}, 1, 4)`
  return sql`
    WITH days (key, date) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(days)}))
    SELECT persons.id AS person_id, days.date AS subject
    FROM persons CROSS JOIN days ON days.key = substr(${column}, 6)
    WHERE ${isCurrentMember(today)} AND ${years} > 0
      ${occasion === 'birthday' ? sql`` : sql`AND (${years} = 1 OR (${years}) % 5 = 0)`}`
}

/** The month and day of dates whose anniversary a date is, each with the date. */
function anniversaryKeys(date: string): [key: string, date: string][] {
  const isLastOfFebruary = date.endsWith('-02-28') && !addDays(date, 1).endsWith('-02-29')
  return [date.slice(5), ...(isLastOfFebruary ? ['02-29'] : [])].map((key) => [key, date])
}

const isCurrentMember = (today: string): Sql => sql`
  ${inList(TENANT, 'members')} AND area = 'regular' AND coalesce(leave_date, ${today}) >= ${today}`

function datesBetween(first: string, last: string): string[] {
  const dates: string[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date)
  return dates
}
