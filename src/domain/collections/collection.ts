import * as z from 'zod'
import { collectionItems, collections } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { permits } from '../access/authorize'
import type { Credential } from '../access/principal'
import { maskIban, showsIbans } from '../persons/mask'
import { creditorReference } from '../shared/creditor-reference'
import { instant } from '../shared/text'
import { sepaText } from './sepa-text'

/** Direct debits that go to the bank in one file, as the API shows them. */
export const collection = z
  .object({
    id: z.string(),
    state: z
      .enum(collections.state.enumValues)
      .describe('`released` until the file is at the bank, then `submitted`; `settled` once the money came'),
    collection_date: z.iso.date(),
    message_id: z.string().describe('Names the file on bank statements; begins with `TEST` in a sandbox'),
    creditor: z.object({ name: z.string(), iban: z.string(), creditor_id: z.string() }),
    item_count: z.int().describe('Of the debits in the file'),
    amount: z.int().describe('Cents'),
    sha256: z.string().describe('Of the file'),
    created_at: instant,
    submitted_at: instant.nullable(),
    settled_on: z.iso.date().nullable().describe('The day on which the bank credited it'),
    discarded_at: instant.nullable(),
    discard_reason: z.string().nullable(),
  })
  .meta({ id: 'Collection' })
export type Collection = z.infer<typeof collection>

/** A debit: the fees of one account and mandate, with the names and numbers of its release. */
export const collectionItem = z
  .object({
    id: z.string(),
    reference: z.string().describe('ISO 11649 reference, by which bank statements name the debit'),
    person_id: z.string(),
    debtor_name: z.string(),
    iban: z.string(),
    mandate_reference: z.string(),
    signed_on: z.iso.date(),
    amount: z.int().describe('Cents'),
    text: z.string().describe('What the statement of the debtor says'),
    has_new_account: z
      .boolean()
      .describe(
        'The bank knows another IBAN of the mandate, from the debits that are due before; the file says so',
      ),
    state: z.enum(collectionItems.state.enumValues),
    returned_on: z.iso.date().nullable(),
    return_code: z.string().nullable().describe('Why the bank returned it (ISO 20022)'),
    charge: z.int().nullable().describe('What the bank took for the return, in cents'),
    unblocked_at: instant.nullable().describe('When debits were allowed again that the return had blocked'),
    removed_at: instant
      .nullable()
      .describe('When it was taken out of the collection, whose `item_count` and `amount` are without it'),
    fees: z.array(z.object({ fee_id: z.string(), amount: z.int() })),
  })
  .meta({ id: 'CollectionItem' })
export type CollectionItem = z.infer<typeof collectionItem>

/** A collection with its debits. */
export const collectionWithItems = collection
  .extend({ items: z.array(collectionItem) })
  .meta({ id: 'CollectionWithItems' })
export type CollectionWithItems = z.infer<typeof collectionWithItems>

/** A stored collection; `creditor` is JSON. */
export type CollectionRow = Omit<Collection, 'creditor'> & { creditor: string }

/** A stored debit; `fees` is JSON. */
export type ItemRow = Omit<CollectionItem, 'has_new_account' | 'fees'> & {
  has_new_account: number
  fees: string
}

/** The collections of a workspace that match a condition. */
export const selectCollections = (workspace: Sql, condition: Sql): Sql<CollectionRow> => sql<CollectionRow>`
  SELECT id, state, collection_date, message_id, creditor, item_count, amount, sha256, created_at, submitted_at,
    settled_on, discarded_at, discard_reason
  FROM collections WHERE workspace_id = ${workspace} AND ${condition}`

/** The debits of a workspace that match a condition, with their fees. `index` is a clause `INDEXED BY`. */
export const selectItems = (workspace: Sql, condition: Sql, index = sql``): Sql<ItemRow> => sql<ItemRow>`
  SELECT id, reference, person_id, debtor_name, iban, mandate_reference, signed_on, amount, text, has_new_account, state,
    returned_on, return_code, charge, unblocked_at, removed_at, (
      SELECT json_group_array(json_object('fee_id', link.fee_id, 'amount', link.amount) ORDER BY link.fee_id)
      FROM collection_fees AS link INDEXED BY collection_fees_of_item
      WHERE link.workspace_id = ${workspace} AND link.item_id = collection_items.id) AS fees
  FROM collection_items ${index} WHERE workspace_id = ${workspace} AND ${condition}`

/** What the message id, the texts and the file name of debits begin with that are a test, in a sandbox. */
const TEST = 'TEST'

/** The message id of a collection: its ISO 11649 reference, or in a sandbox the same with TEST for its check digits. */
export function messageIdOf(id: string, isTest: boolean): string {
  const reference = creditorReference(id)
  return isTest ? `${TEST}-${reference.slice('RF00'.length)}` : reference
}

/** The text of a debit, which says in a sandbox that it is a test. */
export const debitText = (text: string, isTest: boolean): string =>
  isTest ? sepaText(`${TEST} ${text}`) : text

/** Whether the debits of a collection are a test, which no bank may get. */
export const isTestRun = ({ message_id }: Pick<Collection, 'message_id'>): boolean =>
  message_id.startsWith(TEST)

/** The name of the file of a collection. */
export const fileNameOf = (named: Pick<Collection, 'collection_date' | 'message_id'>): string =>
  `${isTestRun(named) ? `${TEST}-` : ''}${named.collection_date}-${named.message_id}.xml`

/** A stored collection as the API shows it. */
export const toApi = (row: CollectionRow): Collection => ({ ...row, creditor: JSON.parse(row.creditor) })

/** A stored debit as the API shows it, with the IBAN masked unless `showsIban`. */
export const itemToApi = (row: ItemRow, showsIban: boolean): CollectionItem => ({
  ...row,
  iban: showsIban ? row.iban : maskIban(row.iban),
  has_new_account: row.has_new_account === 1,
  fees: JSON.parse(row.fees),
})

/**
 * Whether a credential may see whole IBANs of debtors: as {@link showsIbans}, but of API keys only those that may read the
 * accounts of members anyway, or that release debits and read their file.
 */
export const showsDebtorIbans = (credential: Credential): boolean =>
  showsIbans(credential) &&
  (!('key' in credential) || permits(credential, 'members:read') || permits(credential, 'collections:write'))
