import { byteLength, type Packed } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { inList, TENANT, workspaceCte } from '../access/principal'
import { AGE } from '../persons/filter-fields'
import { DISPLAY_NAME } from '../persons/person'
import { meets } from '../persons/store/conditions'
import { jsonPath } from '../persons/store/filter'
import { isObject } from '../shared/validation'
import type { Claimed } from './claimed'
import type { Rule } from './rule'
import type { DuesPerson } from './terms'

/**
 * Which persons of which list are read, which of them are asked about, and the day (YYYY-MM-DD) on which ages count. The
 * conditions may name the tenant as {@link TENANT}.
 */
export type Asked = {
  workspace: Sql
  list: ListId
  keyDay: string
  among: Sql
  selected: Sql
  limit: number
  /** A further CTE that stands for the table of persons. */
  persons?: Sql | undefined
}

/** Which persons a request names. */
export type Named = { ids: string[] } | { externalId: string }

/** The condition that a person is a named one. */
export const namedSql = (named: Named): Sql =>
  'ids' in named
    ? sql`persons.id IN (SELECT value FROM json_each(${JSON.stringify(named.ids)}))`
    : sql`persons.external_id = ${named.externalId}`

/** The conditions that read named persons with their families: who pays for them, and all whom that person pays for. */
export const familiesOf = (list: ListId, named: Named): Pick<Asked, 'among' | 'selected'> => ({
  selected: namedSql(named),
  among: sql`persons.id IN (${selectFamilies(TENANT, list, named)})`,
})

/** The ids of named persons of an area and of their families. A CTE may stand for the table, which is named with its schema. */
export const selectFamilies = (
  workspace: Sql,
  list: ListId,
  named: Named,
  area: 'regular' | 'applications' = 'regular',
): Sql => sql`
  WITH payers (id) AS MATERIALIZED (
    SELECT DISTINCT coalesce(payer_id, persons.id) FROM main.persons
    WHERE ${inList(workspace, list)} AND area = ${area} AND ${namedSql(named)})
  SELECT id FROM payers
  UNION ALL
  SELECT paid.id FROM payers CROSS JOIN main.persons AS paid INDEXED BY persons_by_payer
  WHERE paid.workspace_id = ${workspace} AND paid.payer_id = payers.id`

/** What D1 takes in one statement. */
export const MAX_PARAMETERS = 100
const MAX_BYTES = 100_000

type PersonCells = [
  id: string,
  name: string,
  birthdate: string | null,
  joinDate: string | null,
  leaveDate: string | null,
  payerId: string | null,
  isSelected: number,
]
const EMPTY = sql`''`
const PERSON = sql`persons.id, ${DISPLAY_NAME}, birthdate, join_date, leave_date, payer_id`

/** What is asked about a person: whether it meets a rule, or what it has in a column. */
type Question = { about: 'rule' | 'column'; value: Sql }

/**
 * The statements that read persons, and about each which rules it meets and what it has in columns. All have the persons in one
 * order, so that {@link personsFrom} puts them together. The first has all that D1 lets it take, the others the rest.
 */
export function selectWho(asked: Asked, rules: readonly Rule[], columns: readonly string[]): Sql<Packed>[] {
  const questions: Question[] = [
    ...rules.filter(hasConditions).map((rule) => ({ about: 'rule' as const, value: fitSql(asked, rule) })),
    ...columns.map((column) => ({ about: 'column' as const, value: valuesSql(asked, column) })),
  ]
  const statements: Sql<Packed>[] = []
  let open: Question[] = []
  const statementOf = (some: Question[]) => packedSql(asked, some, statements.length === 0)
  for (const question of questions) {
    const more = [...open, question]
    const isFull = open.length > 0 && !fitsD1(statementOf(more))
    if (isFull) statements.push(statementOf(open))
    open = isFull ? [question] : more
  }
  return [...statements, statementOf(open)]
}

/** Which persons meet a rule without conditions needs no question. */
const hasConditions = ({ conditions }: Rule): boolean => conditions.length > 0

/** The rows of a statement: a digit for each rule as one text, the values of each column, and in the first one the person. */
function packedSql(asked: Asked, questions: Question[], withPerson: boolean): Sql<Packed> {
  const { workspace, list, among, selected, limit, persons } = asked
  const of = (about: Question['about']) => questions.flatMap((one) => (one.about === about ? one.value : []))
  const person = withPerson ? sql`, ${PERSON}, (${selected})` : sql``
  return sql<Packed>`
    WITH ${workspaceCte(workspace)} ${persons ?? sql``}
    SELECT json_array(concat(${sql.join([EMPTY, ...of('rule')])}), json_array(${sql.join(of('column'))}) ${person}) AS packed
    FROM persons WHERE ${inList(TENANT, list)} AND area = 'regular' AND ${among}
    ORDER BY persons.id LIMIT ${limit}`
}

const fitsD1 = ({ texts, values }: Sql): boolean =>
  values.length <= MAX_PARAMETERS && byteLength(texts.join('?')) <= MAX_BYTES

/** Whether a person meets the conditions of a rule: 1 or 0, and 2 if an age decides and there is no birthdate. */
function fitSql({ list, keyDay }: Asked, { conditions }: Rule): Sql {
  const isOfAge = ({ field, operator }: (typeof conditions)[number]) => field === AGE && operator !== 'empty'
  const all = (some: typeof conditions) =>
    some.length > 0
      ? sql.join(
          some.map((one) => sql`(${meets({ workspace: TENANT, list, today: keyDay }, one)})`),
          ' AND ',
        )
      : sql`TRUE`
  const ages = conditions.filter(isOfAge)
  const unknown = ages.length > 0 ? sql`WHEN birthdate IS NULL THEN 2` : sql``
  return sql`CASE WHEN (${all(conditions.filter((one) => !isOfAge(one)))}) IS NOT TRUE THEN 0
    ${unknown} WHEN ${all(ages)} THEN 1 ELSE 0 END`
}

/** What a person has in a custom column, as a JSON array. */
const valuesSql = ({ list }: Asked, column: string): Sql => sql`(
  SELECT json(CASE json_type(custom_values, path)
    WHEN 'array' THEN custom_values -> path ELSE json_array(custom_values ->> path) END)
  FROM (SELECT persons.custom_values, ${jsonPath(TENANT, list, column)} AS path))`

/** A person as {@link DuesPerson}, with its name, whether it was asked about, and all that was claimed from it. */
export type ClaimedPerson = Omit<DuesPerson, 'claimed'> & {
  name: string
  isSelected: boolean
  claimed: readonly Claimed[]
}

type Cells = [digits: string, values: unknown[], ...PersonCells]

/** The persons that the statements of {@link selectWho} read, with their claims. The rows of several statements follow each other. */
export function personsFrom(
  rows: readonly Packed[],
  { rules, columns }: { rules: readonly Rule[]; columns: readonly string[] },
  claims: ReadonlyMap<string, Claimed[]>,
): ClaimedPerson[] {
  const all: Cells[] = JSON.parse(`[${rows.map(({ packed }) => packed).join()}]`)
  const persons = all.filter(({ length }) => length > OF_QUESTIONS)
  for (const [place, [digits, values]] of all.slice(persons.length).entries()) {
    const own = persons[place % persons.length] as Cells
    own[0] += digits
    own[1].push(...values)
  }
  const fitsOf = fitsReader(rules)
  return persons.map(([digits, values, id, name, birthdate, joinDate, leaveDate, payerId, isSelected]) => ({
    ...{ id, name, birthdate, joinDate, leaveDate, payerId, isSelected: isSelected === 1 },
    ...{ fits: fitsOf(digits), values: valuesOf(columns, values), claimed: claims.get(id) ?? NOTHING },
  }))
}

/** How many cells each statement has of a person; the first one has more. */
const OF_QUESTIONS = 2

const NOTHING: readonly Claimed[] = []

/** Returns a function that reads what rules are met. Persons who meet the same ones share an array. */
function fitsReader(rules: readonly Rule[]): (digits: string) => DuesPerson['fits'] {
  const known = new Map<string, DuesPerson['fits']>()
  const read = (digits: string) => {
    const [...left] = digits
    return rules.map((rule) => {
      const digit = hasConditions(rule) ? left.shift() : '1'
      return digit === '2' ? null : digit === '1'
    })
  }
  return (digits) => {
    const fits = known.get(digits) ?? read(digits)
    known.set(digits, fits)
    return fits
  }
}

function valuesOf(columns: readonly string[], values: readonly unknown[]): DuesPerson['values'] {
  const of: Record<string, string[]> = {}
  for (const [place, column] of columns.entries()) of[column] = textsIn(values[place])
  return of
}

const textsIn = (values: unknown): string[] =>
  Array.isArray(values) ? values.filter((value) => value !== null && !isObject(value)).map(String) : []
