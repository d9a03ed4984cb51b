import { type CustomColumn, columnKey } from '../custom-columns/column'
import type { ListColumns } from '../custom-columns/query-list'
import { valueSchema } from '../custom-columns/value-schema'
import { LEAVE_DETAILS, MANDATE, PAYER, RELATION_KEYS } from '../person-fields/fields'
import { fieldsOf, mergesByPart, READ_ONLY, takenKeys } from '../person-fields/list-fields'
import { isSame } from '../persons/diff'
import type { Person } from '../persons/person'
import type { PersonInput } from '../persons/schemas'
import type { Issue } from '../shared/error-list'
import { isObject } from '../shared/validation'

/** Two records of one person: `kept` stays, `gone` goes. */
export type Pair = { kept: Person; gone: Person }

/** Two records, and whether the one who stays pays for others. */
type PayingPair = Pair & { pays: boolean }

/**
 * What becomes of a value: `same` in both, `filled` from the person who goes, since the one who stays has none, `joined` from
 * both, or `differing`, so that one of the two must be kept.
 */
export type Difference = 'same' | 'filled' | 'joined' | 'differing'

/** The keys of the values that persons of a list have, in the order of the API: writable fields, then custom columns. */
export const mergeKeys = ({ list, columns }: ListColumns): string[] => [
  ...fieldsOf(list).map(([key]) => key),
  ...columns.map(columnKey),
]

/** What becomes of a value of two persons by default. */
export function differenceIn(key: string, { kept, gone }: Pair): Difference {
  const [own, other] = [kept[key], gone[key]]
  if (isSame(own, other) || (isEmpty(own) && isEmpty(other))) return 'same'
  if (key === 'leave_date') return 'differing'
  // The reason is that of a day.
  if (LEAVE_DETAILS.includes(key) && kept.leave_date !== gone.leave_date) return 'differing'
  if (isEmpty(other)) return 'same'
  if (mergesByPart(key)) return isFilledBy(own, other) ? 'filled' : 'differing'
  if (isMandateOfOtherAccount(key, { kept, gone })) return 'differing'
  if (isEmpty(own)) return 'filled'
  return Array.isArray(own) ? 'joined' : 'differing'
}

/**
 * What the person who stays is to have that it has not, as an input: of the fields of `take` what the person who goes has,
 * also none; of the others what {@link differenceIn} fills and joins. It keeps no payer or guardian who is one of the two, and gets
 * no payer if it pays for others.
 */
export function mergedValues(pair: PayingPair, take: readonly string[], context: ListColumns): PersonInput {
  const taken = new Set(take.map((key) => keyOf(key, context.columns)))
  const input: PersonInput = {}
  // The mandate goes by the account that it is of afterwards.
  const account = taken.has('bank_account') || isEmpty(pair.kept.bank_account) ? pair.gone : pair.kept
  for (const key of mergeKeys(context)) {
    const { [key]: own } = pair.kept
    const { [key]: other } = pair.gone
    const difference = differenceIn(key, pair)
    const isFilledMandate = key === MANDATE && isEmpty(own) && account === pair.gone
    const losesAccount = key === MANDATE && account === pair.gone && hasOtherAccount(pair)
    const goesWithDate = LEAVE_DETAILS.includes(key) && taken.has('leave_date')
    if (taken.has(key) || goesWithDate || isFilledMandate || losesAccount) input[key] = other ?? null
    else if (difference === 'filled') input[key] = filled(own, other)
    else if (difference === 'joined') input[key] = joined(key, own as unknown[], other as unknown[], context)
    if (RELATION_KEYS.some((relation) => relation === key) && !takenKeys(context).has(key)) {
      const named = key in input ? input[key] : (own ?? null)
      const isOfPair = named === pair.kept.id || named === pair.gone.id
      input[key] = isOfPair || (key === PAYER && pair.pays) ? null : named
    }
    if (key in input && isSame(input[key], own)) delete input[key]
  }
  return input
}

/** The issue of taking a payer for the person who stays, if it pays for others. */
export function* takePayerIssues(
  { kept, gone, pays }: PayingPair,
  take: readonly string[],
  context: ListColumns,
): Iterable<Issue> {
  const taken = gone[PAYER] ?? null
  if (!pays || taken === null || taken === kept.id || takenKeys(context).has(PAYER)) return
  if (take.includes(PAYER)) yield [['take', `${take.indexOf(PAYER)}`], { code: 'person_is_payer' }]
}

/** The issues of the names of fields to take. */
export function* takeIssues(take: readonly string[], context: ListColumns): Iterable<Issue> {
  const keys = new Set(mergeKeys(context))
  for (const [index, key] of take.entries())
    if (READ_ONLY[context.list].includes(key)) yield [['take', `${index}`], { code: 'read_only' }]
    else if (!keys.has(keyOf(key, context.columns))) yield [['take', `${index}`], { code: 'not_of_list' }]
}

// A custom column may be named by its id as well.
const keyOf = (key: string, columns: CustomColumn[]): string => {
  const column = columns.find(({ id }) => id === key)
  return column ? columnKey(column) : key
}

/** Whether parts of a value are empty that the other has, and no part differs. */
const isFilledBy = (own: unknown, other: unknown): boolean =>
  Object.entries(other as object).every(
    ([part, value]) => value === null || partOf(own, part) === null || partOf(own, part) === value,
  )

const filled = (own: unknown, other: unknown): unknown =>
  isObject(own) && isObject(other)
    ? Object.fromEntries(Object.entries(own).map(([part, value]) => [part, value ?? other[part] ?? null]))
    : other

/** The values of both without repetitions, the own ones first; those that there is no room for are left out. */
function joined(key: string, own: unknown[], other: unknown[], { list, columns }: ListColumns): unknown[] {
  const column = columns.find((one) => columnKey(one) === key)
  const schema = column ? valueSchema(column) : fieldsOf(list).find(([field]) => field === key)?.[1].schema
  let values = own
  for (const value of other) {
    if (values.some((one) => isSame(one, value))) continue
    if (schema?.safeParse([...values, value]).success) values = [...values, value]
  }
  return values
}

/** Whether both have accounts, and not the same one. */
const hasOtherAccount = ({ kept, gone }: Pair): boolean =>
  !isEmpty(kept.bank_account) && partOf(kept.bank_account, 'iban') !== partOf(gone.bank_account, 'iban')

/** Whether only the person who goes has a mandate, and it is for another account than the own one. */
const isMandateOfOtherAccount = (key: string, { kept, gone }: Pair): boolean =>
  key === MANDATE && isEmpty(kept[MANDATE]) && hasOtherAccount({ kept, gone })

const partOf = (value: unknown, part: string): unknown => (isObject(value) ? (value[part] ?? null) : null)

/** Whether a value says nothing. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.values(value).every(isEmpty))
