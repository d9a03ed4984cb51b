import type { Namesake } from '../../persons/namesake'
import { bookedKey } from './by-booking'
import { toFacts } from './by-rule'
import {
  type CandidateRow,
  type CollectionRow,
  type ItemRow,
  type NamedFee,
  type Owed,
  type PayerRow,
  type Relative,
  rowsOf,
} from './candidate-rows'
import type { BookedVoucher, Candidates, DebitItem, SubmittedCollection } from './candidates'

/** A direct debit as a page names it. `text` is what the payer's bank was told. */
export type NamedDebit = Pick<DebitItem, 'id' | 'amount' | 'collection_date'> & {
  debtor_name: string
  namesake: Namesake
  text: string
}

/** What suggestions name by ids, in words; amounts in cents. */
export type Named = {
  fees: ReadonlyMap<string, NamedFee>
  debits: ReadonlyMap<string, NamedDebit>
  vouchers: ReadonlyMap<string, BookedVoucher>
  collections: ReadonlyMap<string, Pick<SubmittedCollection, 'id' | 'collection_date'> & { amount: number }>
}

/** The candidates that `selectCandidates` read, and on demand the words for them. */
export function candidatesOf(read: CandidateRow[]): { candidates: Candidates; named: () => Named } {
  const { namedFees, openCollections: collections, ...rows } = rowsOf(read)
  const namedItems = rows.namedItems.map(toItem)
  const mandatedItems = rows.mandatedItems.map(toItem)
  // Two lines may have looked one of them up.
  const debitedItems = new Map(rows.debitedItems.map((row) => [row.id, toItem(row)]))
  const payersByIban = rows.payersByIban.map(toPayer)
  const payersByName = rows.payersByName.map(toPayer)
  return {
    candidates: {
      feesByReference: new Map(namedFees.map((fee) => [fee.reference, fee])),
      itemsByReference: new Map(namedItems.map((item) => [item.reference, item])),
      itemsByMandate: Map.groupBy(mandatedItems, ({ mandate_reference }) => mandate_reference),
      itemsByIban: Map.groupBy(debitedItems.values(), ({ iban }) => iban),
      collections: collections.flatMap(toCollections),
      vouchers: rows.vouchers,
      bookedBefore: new Map(rows.bookedBefore.map((row) => [bookedKey(row.party_key, row.sign), row])),
      rules: rows.rules.map(toFacts),
      payersByIban: Map.groupBy(payersByIban, ({ found }) => found),
      payersByNameKey: new Map(
        [...Map.groupBy(payersByName, ({ found }) => found)].map(([key, found]) => [
          key,
          found.map(({ payer }) => payer),
        ]),
      ),
    },
    named: () => {
      const owed = [...payersByIban, ...payersByName].flatMap(({ payer }) =>
        [payer, ...payer.relatives].flatMap(({ fees }) => fees),
      )
      const items = [...namedItems, ...mandatedItems, ...debitedItems.values()]
      return {
        fees: new Map([...namedFees, ...owed].map((fee) => [fee.id, fee])),
        debits: new Map(items.map((item) => [item.id, item])),
        vouchers: new Map(rows.vouchers.map((voucher) => [voucher.id, voucher])),
        collections: new Map(collections.map((collection) => [collection.id, collection])),
      }
    },
  }
}

const toItem = ({ fees, ...item }: ItemRow) => ({ ...item, fees: JSON.parse(fees) as DebitItem['fees'] })

/** A collection is credited as a whole, or without the debits that came back before. */
function toCollections({ message_id, amount, live_amount, ...collection }: CollectionRow) {
  const references = [message_id, `${message_id}.0`]
  return [...new Set([amount, live_amount])].map((sum) => ({ ...collection, references, sum }))
}

/** A payer with what led to it. Those who owe nothing tell that others of their name may be meant. */
function toPayer({ found, learned, namesake, fees, relatives, ...person }: PayerRow) {
  const family: Relative[] = JSON.parse(relatives)
  const payer = {
    ...person,
    fees: toFees(JSON.parse(fees), namesake),
    relatives: family.flatMap(([id, first_name, last_name, namesake, owed]) =>
      owed.length > 0 ? [{ id, first_name, last_name, fees: toFees(owed, namesake) }] : [],
    ),
  }
  return { found, learned: learned === 1, payer }
}

const toFees = (owed: Owed[], namesake: Namesake): NamedFee[] =>
  owed.map(([id, open_amount, status, description, person_name]) => ({
    id,
    open_amount,
    status,
    description,
    person_name,
    namesake,
  }))
