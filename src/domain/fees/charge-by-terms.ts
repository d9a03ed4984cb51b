import * as z from 'zod'
import { act, type Tx } from '../access/act'
import { withoutKey } from '../access/idempotency'
import { LISTS, listNamed } from '../access/lists'
import type { Principal } from '../access/principal'
import {
  type NamedSelection,
  namedSelection,
  readSelection,
  selectionIssues,
} from '../segments/named-selection'
import { creditorReference } from '../shared/creditor-reference'
import { newIds } from '../shared/ids'
import { singleLine } from '../shared/text'
import { validate } from '../shared/validation'
import { writeCharge } from './charge'
import {
  type ChargePreview,
  type ChargeRead,
  chargeIssues,
  MAX_CHARGED,
  previewOf,
  readCharge,
} from './charge-preview'
import { type ChargeTerms, chargedAmount, LEFT_OUT } from './charge-terms'
import { TO_CHARGE } from './create'
import { attachedExpense, fee } from './fee'

const forAll = {
  list: z.enum(LISTS),
  ...namedSelection(MAX_CHARGED),
  description: singleLine(500).describe(
    'Used in the dashboard and in mails. `{{year}}` is that of the due date, or of today; `{{first_name}}` and `{{last_name}}` are of the person.',
  ),
  due_on: z.iso.date().nullish().describe('By when the fees are to be paid'),
  attached_expense: attachedExpense.nullish(),
}
const amount = chargedAmount.describe('Cents')
const columnId = singleLine(64).describe('The `id` or the key of a custom column of numbers')

/** The body that charges persons of a list by terms. */
export const newCharge = z
  .discriminatedUnion('calculation', [
    z.strictObject({ ...forAll, calculation: z.literal('fixed'), amount }),
    z.strictObject({
      ...forAll,
      calculation: z.literal('column').describe('The amount is the euros in a column'),
      column_id: columnId,
    }),
    z.strictObject({
      ...forAll,
      calculation: z.literal('reduced').describe('The amount less the percent in a column'),
      amount,
      column_id: columnId,
    }),
  ])
  .meta({
    id: 'NewCharge',
    examples: [
      {
        list: 'members',
        filter: { join_date: { before: '2026-01-01' } },
        calculation: 'fixed',
        amount: 4500,
        description: 'Annual fee {{year}}',
        due_on: '2026-03-31',
      },
    ],
  })

/** What a charge did, or would do. Amounts are in cents. */
export const charge = z
  .object({
    count: z.int().describe('How many fees'),
    sum: z.int().describe('Cents'),
    fees: z.array(
      fee.extend({
        id: z.string().nullable().describe('null with `dry_run`'),
        reference: z.string().nullable().describe('null with `dry_run`'),
      }),
    ),
    left_out: z
      .array(
        z.object({
          reason: z
            .enum(LEFT_OUT)
            .describe(
              '`claimed`: has a fee of this description that is not cancelled. `free`: the amount is 0. `no_value`: the column is empty. `not_possible`: the amount or the description cannot be one.',
            ),
          person_ids: z.array(z.string()),
        }),
      )
      .describe('Who gets no fee, by reason'),
  })
  .meta({ id: 'Charge' })
export type Charge = z.infer<typeof charge>

type Body = Record<string, unknown>

/** Says what {@link chargeByTerms} would do, and writes nothing. One trip, one more with a segment. Throws what it throws. */
export async function previewChargeByTerms(principal: Principal, { body }: { body: Body }): Promise<Charge> {
  const { preview } = await prepare(withoutKey(principal), body)
  return toApi(preview, [])
}

/**
 * Charges persons of a list by terms, all or none, and returns the {@link Charge} as JSON. Who has a fee of the description gets
 * no second one. Two trips, one more with a segment. Throws what `requireList` throws, `permission_missing` and `invalid`.
 */
export async function chargeByTerms(principal: Principal, { body }: { body: Body }): Promise<string> {
  return act(principal, TO_CHARGE, async (tx: Tx) => {
    const { preview, costUnits } = await prepare(tx, body)
    const ids = newIds('fee', tx.now, preview.fees.length)
    return writeCharge(tx, { preview, costUnits, ids }, toApi(preview, ids))
  })
}

async function prepare(principal: Principal, body: Body) {
  const list = listNamed(String(body.list))
  const named = await readSelection(principal, list, body)
  const read = await readCharge(principal, { list, selection: named.selection, body })
  const input = validate(newCharge, body, function* (given) {
    yield* selectionIssues(named, {
      ...read,
      unknown: unknownIn(named, read),
      unknownRefusal: { code: 'person_unknown' },
    })
    yield* chargeIssues(given, read, named.key)
  })
  const terms: ChargeTerms = {
    calculation: input.calculation,
    amount: 'amount' in input ? input.amount : null,
    column_id: 'column_id' in input ? input.column_id : null,
    description: input.description,
    due_on: input.due_on ?? null,
    attached_expense: {
      costunit_name: input.attached_expense?.costunit_name ?? null,
      category_name: input.attached_expense?.category_name ?? null,
      sphere: input.attached_expense?.sphere ?? null,
    },
  }
  return { preview: previewOf(terms, read), costUnits: read.costUnits }
}

/** Where the body names persons who are not in the list, the first ten. */
function unknownIn({ selection }: NamedSelection, { charged }: ChargeRead): { index: number }[] {
  if (!('ids' in selection)) return []
  const found = new Set(charged.map(({ id }) => id))
  return selection.ids.flatMap((id, index) => (found.has(id) ? [] : [{ index }])).slice(0, 10)
}

const toApi = ({ fees, sum, leftOut }: ChargePreview, ids: string[]): Charge => ({
  count: fees.length,
  sum,
  fees: fees.map(({ id: person_id, name: person_name, amount, description }, index) => ({
    id: ids[index] ?? null,
    reference: ids[index] ? creditorReference(ids[index]) : null,
    ...{ amount, description, person_name, person_id },
  })),
  left_out: leftOut.map(({ reason, persons }) => ({ reason, person_ids: persons.map(({ id }) => id) })),
})
