import * as z from 'zod'
import { type Sql, sql } from '../../../db/sql'
import type { ListId } from '../../access/lists'
import type { PersonField } from '../../person-fields/fields'
import { fieldsOf, isColumn } from '../../person-fields/list-fields'
import { AGE, type Condition, MEMBERSHIP_YEARS, type Operator, readYears } from '../filter-fields'
import { nameKey } from '../name-key'
import { customValueIs, jsonPath, type ScalarField, scalarsOf, unlessTaken } from './filter'

/** What conditions are about: the tenant filter, the list, and the date (YYYY-MM-DD) in its workspace. */
type Scope = { workspace: Sql; list: ListId; today: string }

/** The condition that a person has the status on a date; undefined for any. Contacts have none. */
export function hasStatusSql(status: 'active' | 'former' | 'all', { list, today }: Omit<Scope, 'workspace'>) {
  if (list === 'contacts' || status === 'all') return undefined
  return status === 'active'
    ? sql`(leave_date IS NULL OR leave_date >= ${today})`
    : sql`leave_date < ${today}`
}

/**
 * The condition that a person matches each word of a search, in any order: part of a name, whatever its case and accents,
 * of the email address or of the membership number. "ue" also finds "ü", as it is often typed.
 */
export function matchesSearch(search: string): Sql | undefined {
  const words = searchedWords(search)
  if (words.length === 0) return undefined
  const conditions = words.map((spellings) => {
    const found = spellings.map((word) => sql`instr(${SEARCHED}, ${word}) > 0`)
    return sql`(${sql.join(found, ' OR ')})`
  })
  return sql.join(conditions, ' AND ')
}

/** The words of a search as keys of names, each as it was typed and, where that differs, with "u" for "ue". */
export const searchedWords = (search: string): string[][] =>
  [...new Set(nameKey(search).split(/[\s,;]+/))]
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => [...new Set([word, word.replaceAll(/([aou])e/g, '$1')])])

/** How many words of a search are looked for. */
const MAX_WORDS = 8

const SEARCHED = sql.raw(
  "concat_ws(' ', last_name_key, first_name_key, lower(email), lower(membership_number))",
)

/** The condition that a person meets a {@link Condition}. One on an unknown field is about a custom column without values. */
export function meets(scope: Scope, { field, operator, value }: Condition): Sql {
  if (field === AGE) return yearsAre(operator, value, scope.today, { since: BORN })
  if (field === MEMBERSHIP_YEARS)
    return yearsAre(operator, value, scope.today, { since: JOINED, until: LEFT })
  const scalar = SCALARS[scope.list].get(field)
  const custom = () => customMeets(scope, field, operator, value)
  if (!scalar) return custom()
  return unlessTaken(scope.workspace, scope.list, field, fixedMeets(scalar, operator, value), custom)
}

type Value = Omit<ScalarField, 'schema'>

const SCALARS: Record<ListId, Map<string, Value>> = {
  members: scalars('members'),
  contacts: scalars('contacts'),
}

function scalars(list: ListId): Map<string, Value> {
  const dateOf = (column: string): Value => {
    const value = sql.raw(`substr(${column}, 1, 10)`)
    return { value, is: (text) => sql`${value} = ${text}` }
  }
  return new Map<string, Value>([
    ...fieldsOf(list).flatMap(scalarsOf),
    ...fieldsOf(list).flatMap(arraysOf),
    ['created_at', dateOf('created_at')],
    ['updated_at', dateOf('updated_at')],
  ])
}

// A field of several values can only be asked whether it is empty.
function arraysOf([key, { column, schema }]: [string, PersonField]): [string, Value][] {
  if (!(schema instanceof z.ZodArray) || !isColumn(column)) return []
  return [[key, { value: sql.raw(column.name), is: () => sql`FALSE` }]]
}

function fixedMeets({ value, folded, is }: Value, operator: Operator, text: string): Sql {
  switch (operator) {
    case 'is':
      return folded ? sql`${folded} = ${nameKey(text)}` : is(text)
    case 'is_not':
      return folded ? sql`${folded} <> ${nameKey(text)}` : sql`NOT coalesce(${is(text)}, FALSE)`
    case 'contains':
      return sql`instr(${folded ?? fold(value)}, ${nameKey(text)}) > 0`
    case 'empty':
      return emptySql(value, text)
    default:
      return sql`${value} ${ordering(operator)} ${text}`
  }
}

/** Compares a custom value by the type in which it is stored: only the database knows the columns at this point. */
function customMeets({ workspace, list }: Scope, field: string, operator: Operator, text: string): Sql {
  const path = jsonPath(workspace, list, field)
  const value = sql`custom_values ->> ${path}`
  switch (operator) {
    case 'is':
      return customValueIs(workspace, list, field, text)
    case 'is_not':
      return sql`NOT coalesce(${customValueIs(workspace, list, field, text)}, FALSE)`
    case 'contains':
      return sql`EXISTS (SELECT 1 FROM json_each(custom_values, ${path}) AS item
        WHERE instr(${fold(sql`item.value`)}, ${nameKey(text)}) > 0)`
    case 'empty':
      return emptySql(value, text)
    case 'more':
    case 'less':
      return sql`CAST(${value} AS REAL) ${ordering(operator)} CAST(${text} AS REAL)`
    default:
      return sql`${value} ${ordering(operator)} ${text}`
  }
}

const ORDERINGS: Partial<Record<Operator, Sql>> = {
  before: sql.raw('<'),
  less: sql.raw('<'),
  after: sql.raw('>'),
  more: sql.raw('>'),
}

const ordering = (operator: Operator): Sql => ORDERINGS[operator] ?? sql.raw('=')

const emptySql = (value: Sql, text: string): Sql =>
  sql`coalesce(${value}, '') ${sql.raw(text === 'true' ? 'IN' : 'NOT IN')} ('', '[]')`

const BORN = sql.raw('birthdate')
const JOINED = sql.raw('join_date')
const LEFT = sql.raw('leave_date')

/**
 * Years since a date, as bounds of it: who is n was born after the day n + 1 years ago, up to that n years ago. They count
 * today, or on the day of the value, but no longer than `until`.
 */
function yearsAre(
  operator: Operator,
  value: string,
  today: string,
  { since, until = sql`NULL` }: { since: Sql; until?: Sql },
): Sql {
  const { years, day = today } = readYears(value)
  const yearsAgo = (count: number) => sql`date(min(${day}, coalesce(${until}, ${day})), ${`-${count} years`})`
  const count = Math.trunc(Number(years))
  const comparisonSql = sql`${since} > ${yearsAgo(count + 1)} AND ${since} <= ${yearsAgo(count)}`
  switch (operator) {
    case 'more':
      return sql`${since} <= ${yearsAgo(count + 1)}`
    case 'less':
      return sql`${since} > ${yearsAgo(count)}`
    case 'is':
      return comparisonSql
    case 'is_not':
      return sql`NOT coalesce(${comparisonSql}, FALSE)`
    default:
      return emptySql(since, value)
  }
}

/** A text in lower case without the accents of the languages around, as `nameKey` folds them. */
export const fold = (text: Sql): Sql =>
  FOLDED.reduce(
    (folded, [from, to]) => sql`replace(${folded}, ${sql.raw(`'${from}', '${to}'`)})`,
    sql`lower(${text})`,
  )

// Few, since each is a level of the expression, of which D1 allows 100.
const FOLDED = Object.entries({
  a: 'äÄáà',
  o: 'öÖóø',
  u: 'üÜ',
  e: 'éÉèê',
  c: 'ç',
  l: 'ł',
  n: 'ñ',
  s: 'š',
  ss: 'ß',
}).flatMap(([to, letters]) => [...letters].map((from) => [from, to] as const))
