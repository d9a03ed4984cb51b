import type { Statement } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import type { Principal } from '../../access/principal'
import type { CollectionRow } from '../../collections/collection'
import { moveItems, unsettle } from '../../collections/unsettle'
import { STATUS_BEFORE } from '../../payments/events'
import { type FeeFacts, selectFeesOf } from '../../payments/fee-facts'
import type { LivePayment } from '../../payments/live-payments'
import { writeCancellation } from '../../payments/refresh'
import type { FeeAct } from '../../payments/write'
import type { Issue } from '../../shared/error-list'
import type { LineDebits, LineRow } from '../lines/bank-line'

type Item = { id: string; state: string; collection_state: string }
type Collection = Pick<CollectionRow, 'id' | 'state' | 'message_id' | 'settled_on'>

/** The direct debits that a line credited or returned, as they are now. */
export type Debits = { items: Item[]; fees: FeeFacts[]; chargeFees: FeeFacts[]; collections: Collection[] }

/** The statements that read {@link Debits} of a line. */
export const selectDebits = (workspace: Sql, lineId: string) => {
  const named = (path: string) => sql`
    bank_lines CROSS JOIN json_each(bank_lines.debits, ${path}) AS named
    WHERE bank_lines.workspace_id = ${workspace} AND bank_lines.id = ${lineId}`
  return {
    debitItems: sql<Item>`
      SELECT item.id, item.state, collections.state AS collection_state
      FROM (
        SELECT named.value AS id FROM ${named('$.returned')}
        UNION
        SELECT named.value FROM ${named('$.credited')}
        UNION
        SELECT item_id FROM payments INDEXED BY payments_of_bank_line
        WHERE workspace_id = ${workspace} AND bank_line_id = ${lineId} AND item_id IS NOT NULL
          AND kind = 'payment' AND EXISTS (SELECT 1 FROM ${named('$.settled')})
      ) AS wanted CROSS JOIN collection_items AS item CROSS JOIN collections
      WHERE item.workspace_id = ${workspace} AND item.id = wanted.id
        AND collections.workspace_id = ${workspace} AND collections.id = item.collection_id`,
    debitFees: selectFeesOf(
      workspace,
      sql`
        SELECT DISTINCT link.fee_id AS id
        FROM (SELECT named.value AS item_id FROM ${named('$.returned')}) AS wanted
        CROSS JOIN collection_fees AS link INDEXED BY collection_fees_of_item
        WHERE link.workspace_id = ${workspace} AND link.item_id = wanted.item_id`,
    ),
    chargeFees: selectFeesOf(workspace, sql`SELECT named.value AS id FROM ${named('$.charge_fees')}`),
    debitCollections: sql<Collection>`
      SELECT collections.id, collections.state, message_id, settled_on
      FROM (
        SELECT named.value AS id FROM ${named('$.settled')}
        UNION
        SELECT collection_id FROM (SELECT named.value AS item_id FROM ${named('$.credited')}) AS wanted
        CROSS JOIN collection_items AS item
        WHERE item.workspace_id = ${workspace} AND item.id = wanted.item_id
      ) AS wanted CROSS JOIN collections
      WHERE collections.workspace_id = ${workspace} AND collections.id = wanted.id`,
  }
}

const PATH = ['bank_line_id']

/** Why what a line did to direct debits cannot be undone, if it cannot. */
export function* debitIssues(
  { debits }: LineRow,
  { items, fees, chargeFees }: Debits,
  payments: readonly LivePayment[],
): Iterable<Issue> {
  const { settled, credited, returned }: LineDebits = JSON.parse(debits ?? '{}')
  const isUntouched = items.every(({ state }) => state === 'settled')
  if (settled && !isUntouched) yield [PATH, { code: 'settled_came_back' }]
  if (credited && !isUntouched) yield [PATH, { code: 'credited_came_back' }]
  if (!returned) return
  const { live } = statesBefore(items, payments)
  if (live.some(({ collection_state }) => collection_state !== 'submitted'))
    yield [PATH, { code: 'returned_credited' }]
  for (const { id: fee, status } of fees)
    if (status !== 'returned') yield [PATH, { code: 'return_fee_changed', fee }]
  for (const { id: fee, status, paid_amount } of chargeFees)
    if (paid_amount > 0 || status === 'collecting') yield [PATH, { code: 'charge_paid', fee }]
}

/** The returned debits that had been credited, and those that waited for their credit. */
function statesBefore(items: readonly Item[], payments: readonly LivePayment[]) {
  const paid = new Set(payments.map(({ itemId }) => itemId))
  return {
    settled: items.filter(({ id }) => paid.has(id)),
    live: items.filter(({ id }) => !paid.has(id)),
  }
}

/** Puts direct debits and their collection back as they were before the line. */
export function undoDebits(
  principal: Principal,
  workspace: Sql,
  { line, payments, debits }: { line: LineRow; payments: readonly LivePayment[]; debits: Debits },
): Statement[] {
  const { settled, credited, returned }: LineDebits = JSON.parse(line.debits ?? '{}')
  if (settled || credited)
    return [
      ...moveItems(workspace, debits.items, 'settled', 'live'),
      ...debits.collections.flatMap((collection) => unsettle(principal, workspace, collection)),
    ]
  if (!returned) return []
  const before = statesBefore(debits.items, payments)
  const charged = debits.chargeFees.filter(({ status }) => status !== 'cancelled').map(({ id }) => id)
  return [
    ...moveItems(workspace, before.settled, 'returned', 'settled'),
    ...moveItems(workspace, before.live, 'returned', 'live'),
    ...writeCancellation(workspace, charged, { kind: 'mistake', reason: 'The return was undone' }),
  ]
}

/** The events of the fees of a line that is undone. */
export function undoneEvents({ debits }: LineRow): FeeAct['events'] {
  if (debits === null) return [{ action: 'fee.payment_reversed' }]
  return [
    {
      action: 'fee.payment_reversed',
      condition: sql`fees.status <> 'cancelled' AND ${STATUS_BEFORE} <> 'returned'`,
    },
    {
      action: 'fee.return_undone',
      condition: sql`fees.status <> 'cancelled' AND ${STATUS_BEFORE} = 'returned'`,
    },
    { action: 'fee.cancelled', condition: sql`fees.status = 'cancelled'` },
  ]
}
