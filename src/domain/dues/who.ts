import { byteLength, type Packed, pack, unpack } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { inList, TENANT, workspaceCte } from '../access/principal'
import { AGE } from '../persons/filter-fields'
import { DISPLAY_NAME } from '../persons/person'
import { meets } from '../persons/store/conditions'
import { jsonPath } from '../persons/store/filter'
import { isObject } from '../shared/validation'
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

/** How many values one statement computes for a person: they are joined, and a function takes 32 arguments. */
const MAX_VALUES = 16

type PersonRow = {
  id: string
  name: string
  birthdate: string | null
  joinDate: string | null
  leaveDate: string | null
  payerId: string | null
  isSelected: number
}
const PERSON = ['id', 'name', 'birthdate', 'joinDate', 'leaveDate', 'payerId', 'isSelected'] as const

/**
 * The statements that read persons, and about each which rules it meets and what it has in columns. All have the persons in one
 * order, so that {@link personsFrom} puts them together. Each takes as many rules as D1 lets it. What rules are met is one text,
 * a digit for each rule of each person, since D1 takes longer for many rows.
 */
export const selectWho = (asked: Asked, rules: readonly Rule[], columns: readonly string[]) => ({
  persons: pack(
    PERSON,
    from<PersonRow>(
      asked,
      sql`persons.id, ${DISPLAY_NAME} AS name, birthdate, join_date AS joinDate, leave_date AS leaveDate,
        payer_id AS payerId, (${asked.selected}) AS isSelected`,
    ),
  ),
  fits: inStatements(
    rules.map((rule) => fitSql(asked, rule)),
    (values) => sql<{ fits: string | null }>`
      SELECT group_concat(fits, '' ORDER BY id) AS fits
      FROM (${from(asked, sql`persons.id, ${sql.join(values, ' || ')} AS fits`)})`,
  ),
  values: inStatements(
    columns.map((column) => valuesSql(asked, column)),
    (values) => from<{ texts: string }>(asked, sql`json_array(${sql.join(values)}) AS texts`),
  ),
})

const from = <Row>({ workspace, list, among, limit, persons }: Asked, columns: Sql): Sql<Row> => sql<Row>`
  WITH ${workspaceCte(workspace)} ${persons ?? sql``}
  SELECT ${columns} FROM persons WHERE ${inList(TENANT, list)} AND area = 'regular' AND ${among}
  ORDER BY persons.id LIMIT ${limit}`

/** Values in as few statements as D1 takes. */
function inStatements<Row>(values: Sql[], statementOf: (values: Sql[]) => Sql<Row>): Sql<Row>[] {
  const statements: Sql<Row>[] = []
  let open: Sql[] = []
  for (const value of values) {
    const more = [...open, value]
    const isFull = open.length > 0 && (more.length > MAX_VALUES || !fitsD1(statementOf(more)))
    if (isFull) statements.push(statementOf(open))
    open = isFull ? [value] : more
  }
  return open.length > 0 ? [...statements, statementOf(open)] : statements
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

/** A person as {@link DuesPerson}, with its name, and whether it was asked about. */
export type NamedPerson = DuesPerson & { name: string; isSelected: boolean }

type Rows = { persons: Packed[]; fits: { fits: string | null }[]; values: { texts: string }[] }

/** The persons that the statements of {@link selectWho} read. The rows of several statements follow each other. */
export function personsFrom(rows: Rows, columns: readonly string[]): NamedPerson[] {
  const persons = unpack<PersonRow>(PERSON, rows.persons)
  const fits = rows.fits.map((row) => row.fits ?? '')
  const ofValues = Map.groupBy(rows.values.keys(), (place) => place % persons.length)
  return persons.map(({ isSelected, ...person }, index) => {
    const digits = fits.map((text) => ofPlace(text, index, persons.length)).join('')
    const texts = (ofValues.get(index) ?? []).flatMap((place) =>
      JSON.parse(rows.values[place]?.texts ?? '[]'),
    )
    return {
      ...person,
      isSelected: isSelected === 1,
      fits: [...digits].map((digit) => (digit === '2' ? null : digit === '1')),
      values: Object.fromEntries(columns.map((column, place) => [column, textsIn(texts[place])])),
    }
  })
}

/** The digits of one of so many persons. */
function ofPlace(text: string, index: number, count: number): string {
  const rules = text.length / count
  return text.slice(index * rules, (index + 1) * rules)
}

const textsIn = (values: unknown): string[] =>
  Array.isArray(values) ? values.filter((value) => value !== null && !isObject(value)).map(String) : []
