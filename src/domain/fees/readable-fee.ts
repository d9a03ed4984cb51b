import * as z from 'zod'
import { costUnitCategories, costUnits, fees } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { instant } from '../shared/text'
import { fee } from './fee'
import { OPEN_AMOUNT } from './open-amount'
import { ofPayer } from './payer'

/** Why a fee is cancelled. */
export const CANCELLATION_KINDS = ['mistake', 'waived'] as const

/** A fee as it is read: with its status, and what it is booked to. */
export const readableFee = fee
  .extend({
    status: z.enum(fees.status.enumValues),
    external_id: z.string().nullable(),
    payer_id: z
      .string()
      .nullable()
      .describe('The person who pays for the one of the fee; `null` without one'),
    due_on: z.iso.date().nullable(),
    paid_amount: z.int().describe('Cents that have arrived'),
    open_amount: z.int().describe('Cents that are left to pay; 0 for a cancelled fee'),
    paid_on: z.iso.date().nullable().describe('The day of the payment after which nothing was open'),
    collection: z
      .object({ id: z.string(), collection_date: z.iso.date() })
      .nullable()
      .describe('The direct debit that collects the fee at present'),
    last_return: z
      .object({ returned_on: z.iso.date(), reason_code: z.string().nullable() })
      .nullable()
      .describe('The last direct debit that came back'),
    cancellation: z
      .object({ kind: z.enum(CANCELLATION_KINDS), reason: z.string(), cancelled_at: instant })
      .nullable()
      .describe('A `mistake` should never have been claimed; `waived` was right, and is not asked for'),
    attached_expense: z
      .object({
        costunit_name: z.string().nullable(),
        category_name: z.string().nullable(),
        sphere: z.enum(fees.sphere.enumValues).nullable(),
      })
      .nullable(),
    dues: z
      .object({
        run_id: z.string(),
        plan_id: z.string(),
        period: z.string(),
        parts: z.array(z.object({ name: z.string(), amount: z.int().describe('Cents') })),
      })
      .nullable()
      .describe(
        'The run of dues that claimed the fee, and its parts in the order in which payments fill them',
      ),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'ReadableFee' })
export type ReadableFee = z.infer<typeof readableFee>

export type FeeStatus = ReadableFee['status']

/** A stored fee, with the names of its cost unit and category. */
export type FeeRow = Omit<
  ReadableFee,
  'attached_expense' | 'collection' | 'last_return' | 'cancellation' | 'dues'
> &
  NonNullable<ReadableFee['attached_expense']> & {
    dues: string | null
    collection_id: string | null
    collection_date: string | null
    last_return: string | null
    cancellation: string | null
  }

/** The columns of a {@link FeeRow}. */
export const FEE_COLUMNS = [
  'id',
  'reference',
  'amount',
  'description',
  'person_name',
  'person_id',
  'status',
  'external_id',
  'payer_id',
  'due_on',
  'paid_amount',
  'open_amount',
  'paid_on',
  'collection_id',
  'collection_date',
  'last_return',
  'cancellation',
  'costunit_name',
  'category_name',
  'sphere',
  'dues',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof FeeRow)[]

/** The run and the parts of the row of `fees` around it, as JSON; NULL if no run claimed it. */
export const DUES = sql.raw(`(
  SELECT CASE WHEN count(*) > 0 THEN json_object(
    'run_id', min(parts.run_id), 'plan_id', min(parts.plan_id), 'period', coalesce(min(parts.basis ->> 'period'), min(parts.period)),
    'parts', json_group_array(json_object('name', parts.name, 'amount', parts.amount) ORDER BY parts.position)) END
  FROM dues_parts AS parts INDEXED BY dues_parts_by_fee
  WHERE parts.workspace_id = fees.workspace_id AND parts.fee_id = fees.id)`)

/**
 * What a query selects of who pays for the person of a row of `fees`. Reads the person only in workspaces where somebody has
 * a payer.
 */
export const ofPayerOfFee = (workspace: Sql, selection: Sql): Sql => sql`iif(
  EXISTS (SELECT 1 FROM persons INDEXED BY persons_by_payer WHERE workspace_id = ${workspace} AND payer_id IS NOT NULL), (
    SELECT ${ofPayer(selection)} FROM persons
    WHERE persons.workspace_id = ${workspace} AND list_id IN ('members', 'contacts') AND area IN ('regular', 'applications')
      AND persons.id = fees.person_id), NULL)`

/** The fees of a workspace that match a condition. `index` is an `INDEXED BY` for the table of fees. */
export const selectFees = (workspace: Sql, condition: Sql, index = sql``): Sql<FeeRow> => sql<FeeRow>`
  SELECT ${fees.id}, reference, amount, description, person_name, person_id, status,
    ${fees.externalId}, ${ofPayerOfFee(workspace, sql`persons.id`)} AS payer_id, due_on, paid_amount,
    ${OPEN_AMOUNT} AS open_amount, paid_on, collection_id, collection_date, last_return, cancellation,
    ${costUnits.name} AS costunit_name, ${costUnitCategories.name} AS category_name, fees.sphere,
    ${DUES} AS dues,
    ${fees.createdAt}, ${fees.updatedAt}
  FROM fees ${index}
  LEFT JOIN cost_units ON ${costUnits.workspaceId} = ${fees.workspaceId} AND ${costUnits.id} = ${fees.costUnitId}
  LEFT JOIN cost_unit_categories ON ${costUnitCategories.workspaceId} = ${fees.workspaceId}
    AND ${costUnitCategories.costUnitId} = ${fees.costUnitId} AND ${costUnitCategories.id} = ${fees.categoryId}
  WHERE ${fees.workspaceId} = ${workspace} AND ${condition}`

/** A stored fee as the API shows it. */
export function toApi(row: FeeRow): ReadableFee {
  const {
    costunit_name,
    category_name,
    sphere,
    collection_id,
    collection_date,
    last_return,
    cancellation,
    dues,
    created_at,
    updated_at,
    ...fee
  } = row
  const isBooked = costunit_name !== null || sphere !== null
  return {
    ...fee,
    collection: collection_id && collection_date ? { id: collection_id, collection_date } : null,
    last_return: last_return ? lastReturnOf(last_return) : null,
    cancellation: cancellation ? JSON.parse(cancellation) : null,
    attached_expense: isBooked ? { costunit_name, category_name, sphere } : null,
    dues: dues ? JSON.parse(dues) : null,
    created_at,
    updated_at,
  }
}

/** The last return of a debit as the API shows it, without the number of payments before it. */
function lastReturnOf(json: string): ReadableFee['last_return'] {
  const { returned_on, reason_code } = JSON.parse(json)
  return { returned_on, reason_code }
}

/** The parts of a fee in a line of text, as in `Adult 120.00; Tennis 80.00`: in every language the same. */
export const partsText = ({ parts }: Pick<NonNullable<ReadableFee['dues']>, 'parts'>): string =>
  parts.map(({ name, amount }) => `${name} ${(amount / 100).toFixed(2)}`).join('; ')
