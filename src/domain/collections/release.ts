import type { Statement } from '../../db/client'
import { elementsOf, jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { act, type Tx } from '../access/act'
import type { Principal } from '../access/principal'
import { recordEvents } from '../events/record'
import { recordFeeChanges } from '../payments/events'
import { refreshFees } from '../payments/refresh'
import { creditorReference } from '../shared/creditor-reference'
import { newId, newIds } from '../shared/ids'
import { requireNoErrors } from '../shared/validation'
import { type CollectionItem, type CollectionWithItems, messageIdOf } from './collection'
import { insertFile, type StoredFile, writeFile } from './file'
import type { DebitGroup } from './groups'
import { type Proposal, propose, TO_COLLECT } from './propose'
import { checkedStatements, requireChecked } from './restored'

/**
 * Releases fees for direct debit, all or none: writes the file for the bank, one debit for each account and mandate, and
 * gives the collection with its debits as JSON. Two trips. Throws `permission_missing`, `restore_unconfirmed`, and `invalid`
 * with the problems of each fee.
 */
export async function releaseCollection(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<string> {
  return act(principal, TO_COLLECT, (tx) => release(tx, body))
}

async function release(tx: Tx, body: Record<string, unknown>): Promise<string> {
  const proposal = await propose(tx, body)
  requireChecked(proposal.unchecked, body.confirms_restore)
  requireNoErrors(proposal.problems.map(({ path, code, message }) => [path, { code, message }]))
  return writeRelease(tx, proposal, JSON.stringify)
}

/**
 * Writes the collection and the file of a proposal, the debits without problems, and returns what `resultOf` makes of it,
 * which is stored for the idempotency key. One trip. Throws `WriteConflict`.
 */
export async function writeRelease(
  tx: Tx,
  proposal: Proposal,
  resultOf: (released: CollectionWithItems) => string,
): Promise<string> {
  const { creditor, collectionDate, groups, isTest } = proposal
  if (!creditor) throw new Error('A proposal without problems has a creditor.')
  const { now } = tx
  const id = newId('run', now)
  const ids = newIds('dbt', now, groups.length)
  const items = groups.map((group, index) => itemOf(String(ids[index]), group))
  const file = await writeFile(messageIdOf(id, isTest), now, { creditor, collectionDate, items })
  const released: CollectionWithItems = {
    id,
    state: 'released',
    collection_date: collectionDate,
    message_id: file.messageId,
    creditor,
    item_count: items.length,
    amount: items.reduce((sum, { amount }) => sum + amount, 0),
    sha256: file.sha256,
    created_at: now.toISOString(),
    submitted_at: null,
    settled_on: null,
    discarded_at: null,
    discard_reason: null,
    items,
  }
  return tx.finish(resultOf(released), { written: releaseStatements(tx, proposal, released, file) })
}

function itemOf(id: string, group: DebitGroup): CollectionItem {
  const { debtor, fees } = group
  const reference = creditorReference(id)
  return {
    id,
    reference,
    person_id: debtor.id,
    debtor_name: debtor.holder,
    iban: group.iban,
    mandate_reference: group.mandateReference,
    signed_on: group.signedOn,
    amount: group.amount,
    text: group.text || reference,
    has_new_account: group.hasNewAccount,
    state: 'live',
    returned_on: null,
    return_code: null,
    charge: null,
    unblocked_at: null,
    removed_at: null,
    fees: fees
      .map(({ fee }) => ({ fee_id: fee.id, amount: fee.open_amount }))
      .sort((one, other) => (one.fee_id < other.fee_id ? -1 : 1)),
  }
}

function releaseStatements(
  tx: Tx,
  { fees, unchecked }: Proposal,
  { items, ...run }: CollectionWithItems,
  file: StoredFile,
): Statement[] {
  const workspace = tx.writable()
  const links = items.flatMap(({ id, fees }) => fees.map(({ fee_id, amount }) => [fee_id, id, amount]))
  return [
    ...(unchecked ? checkedStatements(tx, unchecked, 'none_submitted') : []),
    sql`
      INSERT INTO collections (workspace_id, id, state, collection_date, message_id, creditor, item_count, amount, sha256,
        created_at)
      VALUES (${workspace}, ${run.id}, 'released', ${run.collection_date}, ${run.message_id},
        ${JSON.stringify(run.creditor)}, ${run.item_count}, ${run.amount}, ${run.sha256}, ${run.created_at})`,
    ...insertFile(workspace, run.id, file),
    ...jsonArrays(items.map((item) => ITEM_COLUMNS.map((column) => item[column]))).map((array) =>
      insertItems(workspace, run.id, array),
    ),
    ...jsonArrays(links).map(
      (array) => sql`
        INSERT INTO collection_fees (workspace_id, fee_id, item_id, amount, state)
        SELECT ${workspace}, value ->> 0, value ->> 1, value ->> 2, 'live' FROM ${elementsOf(array)} WHERE TRUE`,
    ),
    ...refreshFees(workspace, fees),
    ...recordFeeChanges(tx.actor, workspace, { action: 'fee.collecting' }, fees),
    ...recordEvents(tx.actor, workspace, { action: 'collection.released', subject: 'collection' }, [
      {
        id: run.id,
        name: run.message_id,
        changes: {
          state: [null, 'released'],
          collection_date: [null, run.collection_date],
          items: [null, run.item_count],
          amount: [null, run.amount],
          sha256: [null, run.sha256],
        },
      },
    ]),
  ]
}

const ITEM_COLUMNS = [
  'id',
  'reference',
  'person_id',
  'debtor_name',
  'iban',
  'mandate_reference',
  'signed_on',
  'amount',
  'text',
  'has_new_account',
] as const

// SQLite finds a value by its place in half the time that it takes by its name.
const insertItems = (workspace: Sql, runId: string, array: string): Sql => sql`
  INSERT INTO collection_items (workspace_id, collection_id, state, ${sql.raw(ITEM_COLUMNS.join(', '))})
  SELECT ${workspace}, ${runId}, 'live', ${sql.raw(ITEM_COLUMNS.map((_, place) => `value ->> ${place}`).join(', '))}
  FROM ${elementsOf(array)} WHERE TRUE`
