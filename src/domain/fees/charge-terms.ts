import * as z from 'zod'
import { fees } from '../../db/schema'
import { type CustomColumn, columnKey } from '../custom-columns/column'
import { singleLine } from '../shared/text'
import { isGiven } from '../shared/validation'

const MAX_AMOUNT = 99_999_999_999

/**
 * How the amount of a fee follows: `fixed` is the same for all, `column` is the euros in a custom column, and `reduced` is
 * the amount less the percent in a custom column.
 */
export const CALCULATIONS = ['fixed', 'column', 'reduced'] as const
export type Calculation = (typeof CALCULATIONS)[number]

/** The amount of a fee, in cents. */
export const chargedAmount = z.int().min(1).max(MAX_AMOUNT)

/** What each person is charged. */
export const chargeTerms = z.strictObject({
  calculation: z.enum(CALCULATIONS),
  amount: chargedAmount.nullable(),
  column_id: z.string().nullable(),
  description: singleLine(500),
  due_on: z.iso.date().nullable(),
  attached_expense: z.strictObject({
    costunit_name: z.string().nullable(),
    category_name: z.string().nullable(),
    sphere: z.enum(fees.sphere.enumValues).nullable(),
  }),
})
export type ChargeTerms = z.infer<typeof chargeTerms>

/** The issues of terms that depend on the columns of the list. */
export function* termIssues(
  { calculation, amount, column_id }: Record<string, unknown>,
  columns: CustomColumn[],
) {
  if (calculation !== 'column' && amount === null) yield [['amount'], { code: 'required' }] as const
  const column = columnNamed(numberColumns(columns), column_id)
  if (calculation !== 'fixed' && isGiven(column_id) && !column)
    yield [['column_id'], { code: 'column_not_numeric' }] as const
}

/** The column that terms name by its id or its key. */
export const columnNamed = (columns: CustomColumn[], named: unknown): CustomColumn | undefined =>
  columns.find((column) => column.id === named || columnKey(column) === named)

/** The custom columns that an amount can follow from. */
export const numberColumns = (columns: CustomColumn[]): CustomColumn[] =>
  columns.filter(({ type }) => type === 'number' || type === 'integer')

/** Why a person is not charged. */
export const LEFT_OUT = ['claimed', 'free', 'no_value', 'not_possible'] as const
export type LeftOut = (typeof LEFT_OUT)[number]

/**
 * A person who may be charged. `value` is that of the column; `isCharged`, that a fee of this description is not
 * cancelled.
 */
export type ChargedPerson = {
  id: string
  name: string
  value: number | null
  description: string
  isCharged: number
  /** What tells the person from others of the same name; see `persons/namesake`. */
  distinction: string
}

/** The amount in cents that terms mean for a person, or why there is none. */
export function amountFor(
  terms: ChargeTerms,
  { value, description, isCharged }: ChargedPerson,
): number | LeftOut {
  if (isCharged) return 'claimed'
  if (description === '' || [...description].length > 500) return 'not_possible'
  const amount = calculated(terms, value)
  if (typeof amount !== 'number') return amount
  if (amount === 0) return 'free'
  return amount > 0 && amount <= MAX_AMOUNT ? amount : 'not_possible'
}

/** Without a value, `column` charges nothing and `reduced` all of it: clubs note exceptions, not the rule. */
function calculated({ calculation, amount }: ChargeTerms, value: number | null): number | LeftOut {
  if (calculation === 'fixed') return amount ?? 0
  if (calculation === 'column') return value === null ? 'no_value' : Math.round(value * 100)
  const percent = value ?? 0
  return percent < 0 || percent > 100 ? 'not_possible' : Math.round(((amount ?? 0) * (100 - percent)) / 100)
}
