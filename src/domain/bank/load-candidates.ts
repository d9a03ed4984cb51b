import { type Sql, sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import { OPEN_AMOUNT } from '../fees/open-amount'
import type { FeeFacts } from '../payments/fee-facts'
import { firstIdAt } from '../shared/ids'
import type {
  Candidates,
  DebitItem,
  Lookups,
  OpenFee,
  Payer,
  SubmittedCollection,
} from './suggest/candidates'

type ItemRow = Omit<DebitItem, 'fees'> & {
  reference: string
  mandate_reference: string
  iban: string
  debtor_name: string
  text: string
  fees: string
}

/** A fee that a person has to pay, with what led to the person: `found` is an IBAN or the key of a name. */
type PayerRow = NamedFee & {
  found: string
  learned: number
  person_id: string
  first_name: string | null
  last_name: string | null
}

type CollectionRow = Omit<SubmittedCollection, 'references' | 'sum'> & {
  message_id: string
  amount: number
  live_amount: number
}

/** A fee as a page names it. */
export type NamedFee = OpenFee & Pick<FeeFacts, 'description' | 'person_name'>

type ReferencedFee = NamedFee & Pick<FeeFacts, 'reference'>

/** A direct debit as a page names it. `text` is what the payer's bank was told. */
export type NamedDebit = Pick<DebitItem, 'id' | 'amount' | 'collection_date'> & {
  debtor_name: string
  text: string
}

/** What suggestions name by ids, in words; amounts in cents. */
export type Named = {
  fees: ReadonlyMap<string, NamedFee>
  debits: ReadonlyMap<string, NamedDebit>
  collections: ReadonlyMap<string, Pick<SubmittedCollection, 'id' | 'collection_date'> & { amount: number }>
}

/**
 * The statements that read {@link Candidates}. They read what can be paid or returned, and no more of what is settled.
 * `lines` is a query with the column `lookups`: that of each line, as JSON.
 */
export const selectCandidates = (principal: Principal, lines: Sql) => {
  const workspace = principal.workspace()
  return {
    namedFees: sql<ReferencedFee>`
      SELECT ${OWED}, fees.reference FROM ${lookedUp(lines, 'references')} CROSS JOIN fees
      WHERE fees.workspace_id = ${workspace} AND fees.id >= named.value ->> 1
        AND fees.id < (named.value ->> 1) || '~' AND fees.reference = named.value ->> 0`,
    namedItems: selectItems(
      workspace,
      sql`${lookedUp(lines, 'references')} CROSS JOIN collection_items AS item`,
      sql`item.id >= named.value ->> 2 AND item.id < (named.value ->> 2) || '~'
        AND item.reference = named.value ->> 0`,
    ),
    mandatedItems: selectItems(
      workspace,
      sql`${lookedUp(lines, 'mandate')} CROSS JOIN collection_items AS item INDEXED BY collection_items_by_mandate`,
      sql`item.mandate_reference = named.value AND item.id >= ${firstReturnable(principal.now)}`,
    ),
    debitedItems: selectItems(
      workspace,
      sql`${lookedUp(lines, 'debited')} CROSS JOIN collection_items AS item INDEXED BY collection_items_by_account`,
      sql`item.iban = named.value ->> 0 AND item.amount = named.value ->> 1
        AND item.id >= ${firstReturnable(principal.now)} AND item.state IN ('live', 'settled')
        AND collections.state IN ('submitted', 'settled')`,
    ),
    openCollections: sql<CollectionRow>`
    SELECT id, message_id, collection_date, amount, (
      SELECT coalesce(sum(item.amount), 0) FROM collection_items AS item
      WHERE item.workspace_id = ${workspace} AND item.collection_id = collections.id AND item.state = 'live'
    ) AS live_amount
    FROM collections INDEXED BY collections_in_progress
    WHERE workspace_id = ${workspace} AND state IN ('released', 'submitted')`,
    payersByIban: [
      selectByIban(workspace, lookedUp(lines, 'payer')),
      selectLearned(workspace, lookedUp(lines, 'payer')),
    ],
    payersByName: selectByName(workspace, lookedUp(lines, 'names')),
  }
}

/** What lines look up under a key, each once, as `named.value`: the elements of an array, or the value. */
const lookedUp = (lines: Sql, key: keyof Lookups): Sql => sql`(
  SELECT DISTINCT one.value FROM (${lines}) AS line CROSS JOIN json_each(line.lookups, ${`$.${key}`}) AS one) AS named`

/** The least id of a debit that can still come back: 13 months after its date, and released some time before that. */
const firstReturnable = (now: Date): string => firstIdAt('dbt', new Date(now.getTime() - 500 * DAY))

const DAY = 86_400_000

/** The rows of {@link selectCandidates}. */
export type CandidateRows = {
  namedFees: ReferencedFee[]
  namedItems: ItemRow[]
  mandatedItems: ItemRow[]
  debitedItems: ItemRow[]
  openCollections: CollectionRow[]
  payersByIban: PayerRow[]
  payersByName: PayerRow[]
}

/** The candidates that the statements of {@link selectCandidates} gave. */
export function candidatesOf(rows: CandidateRows): Candidates {
  const mandated = rows.mandatedItems.map(toItem)
  // Two lines may have looked one of them up.
  const debited = new Map(rows.debitedItems.map((row) => [row.id, toItem(row)]))
  return {
    feesByReference: new Map(rows.namedFees.map((fee) => [fee.reference, fee])),
    itemsByReference: new Map(rows.namedItems.map(toItem).map((item) => [item.reference, item])),
    itemsByMandate: Map.groupBy(mandated, ({ mandate_reference }) => mandate_reference),
    itemsByIban: Map.groupBy(debited.values(), ({ iban }) => iban),
    collections: rows.openCollections.flatMap(toCollections),
    payersByIban: payersBy(rows.payersByIban),
    payersByNameKey: new Map(
      [...payersBy(rows.payersByName)].map(([key, found]) => [key, found.map(({ payer }) => payer)]),
    ),
  }
}

/** The words for what the same statements gave. */
export const namesOf = (rows: CandidateRows): Named => ({
  fees: new Map([...rows.namedFees, ...rows.payersByIban, ...rows.payersByName].map((fee) => [fee.id, fee])),
  debits: new Map(
    [...rows.namedItems, ...rows.mandatedItems, ...rows.debitedItems].map((item) => [item.id, item]),
  ),
  collections: new Map(rows.openCollections.map((collection) => [collection.id, collection])),
})

const selectItems = (workspace: Sql, from: Sql, condition: Sql): Sql<ItemRow> => sql<ItemRow>`
  SELECT item.id, item.collection_id, collections.collection_date, item.amount, item.state, item.reference,
    item.mandate_reference, item.iban, item.debtor_name, item.text, (
      SELECT json_group_array(json_object('fee_id', fee_id, 'amount', link.amount)) FROM collection_fees AS link
      WHERE link.workspace_id = ${workspace} AND link.item_id = item.id) AS fees
  FROM ${from} CROSS JOIN collections
  WHERE item.workspace_id = ${workspace} AND ${condition} AND item.state <> 'discarded'
    AND collections.workspace_id = ${workspace} AND collections.id = item.collection_id`

const toItem = ({ fees, debtor_name: _, text: __, ...item }: ItemRow) => ({
  ...item,
  fees: JSON.parse(fees) as DebitItem['fees'],
})

/** A collection is credited as a whole, or without the debits that came back before. */
function toCollections({ message_id, amount, live_amount, ...collection }: CollectionRow) {
  const references = [message_id, `${message_id}.0`]
  return [...new Set([amount, live_amount])].map((sum) => ({ ...collection, references, sum }))
}

const PERSON = sql.raw('persons.id AS person_id, first_name, last_name')

const OWED = sql`fees.id, ${OPEN_AMOUNT} AS open_amount, fees.status, fees.description, fees.person_name`

/** The fees of `persons` that can be paid. */
const isOwed = (workspace: Sql): Sql => sql`
  fees.workspace_id = ${workspace} AND fees.person_id = persons.id AND fees.status IN ('open', 'returned')`

const selectByIban = (workspace: Sql, ibans: Sql): Sql<PayerRow> => sql<PayerRow>`
  SELECT named.value AS found, 0 AS learned, ${PERSON}, ${OWED}
  FROM ${ibans} CROSS JOIN persons INDEXED BY persons_by_iban
  CROSS JOIN fees INDEXED BY fees_to_pay
  WHERE persons.workspace_id = ${workspace} AND bank_account IS NOT NULL
    AND bank_account ->> 'iban' = named.value AND ${isOwed(workspace)}`

// Steps from person to person in the index, however many lines each of them has paid.
const selectLearned = (workspace: Sql, ibans: Sql): Sql<PayerRow> => sql<PayerRow>`
  WITH RECURSIVE learned (iban, person_id) AS (
    SELECT value, ${nextPayer(workspace, sql`value`, sql`''`)} FROM ${ibans}
    UNION ALL
    SELECT iban, ${nextPayer(workspace, sql`iban`, sql`learned.person_id`)} FROM learned
    WHERE learned.person_id IS NOT NULL
  )
  SELECT learned.iban AS found, 1 AS learned, ${PERSON}, ${OWED}
  FROM learned CROSS JOIN persons CROSS JOIN fees INDEXED BY fees_to_pay
  WHERE persons.workspace_id = ${workspace} AND list_id IN ('members', 'contacts')
    AND area IN ('regular', 'applications') AND persons.id = learned.person_id AND ${isOwed(workspace)}`

const nextPayer = (workspace: Sql, iban: Sql, after: Sql): Sql => sql`(
  SELECT min(bank_lines.person_id) FROM bank_lines INDEXED BY bank_lines_by_party
  WHERE bank_lines.workspace_id = ${workspace} AND party_iban = ${iban} AND bank_lines.person_id > ${after})`

const selectByName = (workspace: Sql, keys: Sql): Sql<PayerRow> => sql<PayerRow>`
  SELECT named.value AS found, 0 AS learned, ${PERSON}, ${OWED}
  FROM ${keys} CROSS JOIN persons INDEXED BY persons_by_name
  CROSS JOIN fees INDEXED BY fees_to_pay
  WHERE persons.workspace_id = ${workspace} AND list_id IN ('members', 'contacts')
    AND area IN ('regular', 'applications') AND last_name_key = named.value AND ${isOwed(workspace)}`

/** The payers that each IBAN or key of a name leads to, with the fees that they owe. */
function payersBy(rows: readonly PayerRow[]): Map<string, { payer: Payer; learned: boolean }[]> {
  const groups = Map.groupBy(rows, ({ found }) => found)
  return new Map([...groups].map(([found, owed]) => [found, payersOf(owed)]))
}

function payersOf(rows: readonly PayerRow[]): { payer: Payer; learned: boolean }[] {
  const people = Map.groupBy(rows, ({ person_id, learned }) => `${learned} ${person_id}`)
  return [...people.values()].flatMap((owed) => {
    const [first] = owed
    if (!first) return []
    const { person_id: id, first_name, last_name, learned } = first
    const fees = owed.map(({ id, open_amount, status }) => ({ id, open_amount, status }))
    return [{ payer: { id, first_name, last_name, fees }, learned: learned === 1 }]
  })
}
