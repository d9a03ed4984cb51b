import * as z from 'zod'
import type { Permission } from '../access/permissions'
import type { CustomColumn } from '../custom-columns/column'
import type { ListColumns } from '../custom-columns/query-list'
import { addressQuery, optional } from '../shared/address-query'
import { ErrorList } from '../shared/error-list'
import { type Issues, invalid } from '../shared/errors'
import type { Refusal } from '../shared/refusals'
import { shapeOf } from '../shared/shape-refusals'
import { date, exactLine } from '../shared/text'
import {
  type Condition,
  type FilterField,
  filterFields,
  isOperator,
  OPERATORS_OF_KIND,
  type Operator,
  readYears,
} from './filter-fields'
import { MAX_FILTERS } from './store/filter'

const FILTER_KEY = /^filter\[([\w.-]+)\](?:\[(\w+)\])?$/

const STATUSES = ['active', 'former', 'all'] as const

/** How many persons a page of the table has. */
const PER_PAGE = 100
const MAX_PER_PAGE = 500
const MAX_FROM = 10_000_000

const ADDRESS = addressQuery(
  {
    status: z.enum(STATUSES).catch('active'),
    search: exactLine(255).catch(''),
    sort: z
      .string()
      .regex(/^-?[\w-]{1,64}$/)
      .catch('name'),
    per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).catch(PER_PAGE),
    cursor: optional(z.string().min(1).max(500)),
    letter: optional(z.string().regex(/^[a-z]$/)),
    from: optional(z.coerce.number().int().min(1).max(MAX_FROM)),
  },
  { start: ['cursor', 'letter', 'from'] },
)

/**
 * Which persons of a list a member of staff looks at, in which order, and the columns of the table, where they are given.
 * `letter` begins the page at the names with that letter, where {@link isAlphabetical}; `from` is the number of the row at
 * which the cursor begins, for display.
 */
export type BrowseQuery = ReturnType<typeof ADDRESS.read> & {
  conditions: Condition[]
  columns?: string[] | undefined
}

/**
 * Reads the query of an address: `search`, `status`, `sort`, `per_page`, `columns`, `cursor`, `letter`, `from`, and
 * conditions as `filter[join_date][after]=2026-01-31`, where `filter[shirt]=M` means `is`. It ignores what it does not know.
 */
export function readBrowseQuery(given: Record<string, string | undefined>): BrowseQuery {
  const conditions = Object.entries(given).flatMap(([key, value = '']): Condition[] => {
    const [, field, operator = 'is'] = FILTER_KEY.exec(key) ?? []
    return field === undefined || !isOperator(operator) ? [] : [{ field, operator, value }]
  })
  const columns = given.columns === undefined ? {} : { columns: given.columns.split(',').filter(Boolean) }
  return { ...ADDRESS.read(given), ...columns, conditions: conditions.slice(0, MAX_FILTERS) }
}

/** The key of a condition in the query of an address. */
export const conditionKey = ({ field, operator }: Pick<Condition, 'field' | 'operator'>): string =>
  `filter[${field}][${operator}]`

/** Whether a list is in the order of names and not narrowed but by status, so that its pages can begin at a letter. */
export const isAlphabetical = ({ sort, search, conditions }: BrowseQuery): boolean =>
  sort === 'name' && search === '' && conditions.length === 0

/**
 * The query of an address that {@link readBrowseQuery} reads as this, without where a page begins (`cursor`, `letter`,
 * `from`) and without what is as by default.
 */
export function writeBrowseQuery({ columns, conditions, ...known }: BrowseQuery): URLSearchParams {
  // Saved views are found by this text, so its order stays: what narrows, then conditions, then how it is shown.
  const written = Map.groupBy(ADDRESS.write(known), ([name]) => name === 'status' || name === 'search')
  const query = new URLSearchParams(written.get(true))
  for (const condition of conditions) query.set(conditionKey(condition), condition.value)
  for (const [name, value] of written.get(false) ?? []) query.set(name, value)
  if (columns) query.set('columns', columns.join())
  return query
}

/** The issues of conditions on what the list does not have, or with a value that the field or the operator cannot take. */
export function conditionIssues(
  { conditions }: Pick<BrowseQuery, 'conditions'>,
  context: ListColumns,
  permissions: readonly Permission[],
): Issues {
  const errors = new ErrorList()
  const refusals = conditionRefusals(context, permissions)
  for (const condition of conditions)
    for (const { refusal } of refusals(condition)) errors.add([conditionKey(condition)], refusal)
  return errors.toIssues()
}

/** Persons who are named, or who match a query. */
type Chosen = { ids: string[] } | { query: Pick<BrowseQuery, 'conditions'> }

const issuesOfChosen = (chosen: Chosen, context: ListColumns, permissions: readonly Permission[]): Issues =>
  'query' in chosen ? conditionIssues(chosen.query, context, permissions) : {}

/** Whether some condition is one of {@link conditionIssues}. */
export const hasUnmetCondition = (...asked: Parameters<typeof issuesOfChosen>): boolean =>
  Object.keys(issuesOfChosen(...asked)).length > 0

/** Throws `invalid` with the {@link conditionIssues}. */
export function requireConditions(...asked: Parameters<typeof issuesOfChosen>): void {
  const issues = issuesOfChosen(...asked)
  if (Object.keys(issues).length > 0) throw invalid(issues)
}

/** Why a condition is refused, and for which part of it: those of {@link conditionIssues}, of one condition. */
export function conditionRefusals(context: ListColumns, permissions: readonly Permission[]) {
  const fields = new Map(filterFields(context).map((field) => [field.key, field]))
  return (condition: Condition): Iterable<ConditionRefusal> => {
    const field = fields.get(condition.field) ?? fieldOfColumn(condition.field, context, fields)
    return refusalsOf(condition, field, permissions)
  }
}

type ConditionRefusal = { part: keyof Condition; refusal: Refusal }

// A saved query may name a column by its id, from before it had a key.
const fieldOfColumn = (id: string, { columns }: ListColumns, fields: Map<string, FilterField>) =>
  [...fields.values()].find(({ column }) => column?.id === id && columns.includes(column as CustomColumn))

function* refusalsOf(
  condition: Condition,
  field: FilterField | undefined,
  permissions: readonly Permission[],
): Generator<ConditionRefusal> {
  const { operator, value } = condition
  if (!field) yield { part: 'field', refusal: { code: 'not_of_list' } }
  else if (!OPERATORS_OF_KIND[field.kind].includes(operator))
    yield { part: 'operator', refusal: { code: 'operator_not_of_field' } }
  else if (isSecret(condition) && !permissions.includes('bank_accounts:read'))
    yield { part: 'field', refusal: { code: 'bank_accounts_hidden' } }
  else
    for (const issue of conditionValue(field, operator).safeParse(value).error?.issues ?? [])
      yield { part: 'value', refusal: shapeOf(issue) }
}

// What is shown masked must not be found by trying.
const isSecret = ({ field, operator }: Condition): boolean =>
  field.startsWith('bank_account.') && operator !== 'empty'

const number = z.string().regex(/^-?\d{1,15}(\.\d{1,10})?$/, { error: 'must be a number, as 12 or 0.5' })

const yearsValue = z.preprocess(
  (value) => readYears(String(value)),
  z.object({ years: number, day: date.optional() }),
)

/** What the value of a condition must be. */
function conditionValue({ kind, values }: FilterField, operator: Operator): z.ZodType {
  if (operator === 'empty') return z.enum(['true', 'false'])
  if (operator === 'contains') return exactLine(255)
  if (values && values.length > 0) return z.enum(values)
  switch (kind) {
    case 'date':
      return date
    case 'number':
      return number
    case 'years':
      return yearsValue
    case 'boolean':
      return z.enum(['true', 'false'])
    default:
      return exactLine(255)
  }
}
