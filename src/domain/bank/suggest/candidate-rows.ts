import { type Packed, pack, rowOf, valuesOf } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import type { FeeFacts } from '../../payments/fee-facts'
import type { Namesake } from '../../persons/namesake'
import type {
  BookedBefore,
  BookedVoucher,
  BookingRuleFacts,
  DebitItem,
  OpenFee,
  Payer,
  SubmittedCollection,
} from './candidates'

export type ItemRow = Omit<DebitItem, 'fees'> & {
  reference: string
  mandate_reference: string
  iban: string
  debtor_name: string
  namesake: Namesake
  text: string
  fees: string
}

/** A person with what led to them: `found` is an IBAN or the key of a name. `fees` and `relatives` are JSON. */
export type PayerRow = Omit<Payer, 'fees' | 'relatives'> & {
  found: string
  learned: number
  namesake: Namesake
  /** {@link Owed} */
  fees: string
  /** {@link Relative} */
  relatives: string
}

/** A person of the family of another one. */
export type Relative = [
  id: string,
  firstName: string | null,
  lastName: string | null,
  namesake: Namesake,
  fees: Owed[],
]

/** A fee that a person has to pay. */
export type Owed = [
  id: string,
  openAmount: number,
  status: OpenFee['status'],
  description: string,
  personName: string,
]

export type CollectionRow = Omit<SubmittedCollection, 'references' | 'sum'> & {
  message_id: string
  amount: number
  live_amount: number
}

/** A fee as a page names it. */
export type NamedFee = OpenFee & Pick<FeeFacts, 'description' | 'person_name'> & { namesake: Namesake }

export type ReferencedFee = NamedFee & Pick<FeeFacts, 'reference'>

/** The rows that candidates are made of, by what they are found by. */
type Rows = {
  namedFees: ReferencedFee[]
  namedItems: ItemRow[]
  mandatedItems: ItemRow[]
  debitedItems: ItemRow[]
  openCollections: CollectionRow[]
  payersByIban: PayerRow[]
  payersByName: PayerRow[]
  vouchers: BookedVoucher[]
  bookedBefore: BookedBefore[]
  rules: RuleFactsRow[]
}

/** A stored rule, whose text is not folded yet. */
export type RuleFactsRow = Omit<BookingRuleFacts, 'letters'>

type Columns<Row> = readonly (keyof Row & string)[]

const ITEM: Columns<ItemRow> = [
  'id',
  'collection_id',
  'collection_date',
  'amount',
  'state',
  'reference',
  'mandate_reference',
  'iban',
  'debtor_name',
  'namesake',
  'text',
  'fees',
]
const PAYER: Columns<PayerRow> = [
  'found',
  'learned',
  'id',
  'first_name',
  'last_name',
  'namesake',
  'fees',
  'relatives',
]

const COLUMNS: { [Kind in keyof Rows]: Columns<Rows[Kind][number]> } = {
  namedFees: ['id', 'open_amount', 'status', 'description', 'person_name', 'namesake', 'reference'],
  namedItems: ITEM,
  mandatedItems: ITEM,
  debitedItems: ITEM,
  openCollections: ['id', 'message_id', 'collection_date', 'amount', 'live_amount'],
  payersByIban: PAYER,
  payersByName: PAYER,
  vouchers: [
    'id',
    'number',
    'account_id',
    'account',
    'booked_on',
    'amount',
    'reference',
    'collection_date',
    'message_id',
  ],
  bookedBefore: [
    'party_key',
    'sign',
    'times',
    'last_on',
    'party_name',
    'line_text',
    'text',
    'costunit_name',
    'category_name',
    'sphere',
    'side',
  ],
  rules: [
    'id',
    'party_key',
    'party_name',
    'text_contains',
    'sign',
    'text',
    'costunit_name',
    'category_name',
    'sphere',
    'side',
  ],
}

/** A row of `selectCandidates`: its kind and its columns. */
export type CandidateRow = Packed

/** Packs rows of a kind into rows that can be in one union with those of other kinds. */
export const ofKind = <Kind extends keyof Rows>(kind: Kind, rows: Sql<Rows[Kind][number]>): Sql =>
  pack<Record<string, unknown>>(
    ['kind', ...COLUMNS[kind]],
    sql`SELECT ${sql.raw(`'${kind}'`)} AS kind, * FROM (${rows})`,
  )

/** The rows that `selectCandidates` read. */
export function rowsOf(read: CandidateRow[]): Rows {
  const kinds = Map.groupBy(valuesOf(read), ([kind]) => kind)
  const rows = <Kind extends keyof Rows>(kind: Kind): Rows[Kind] =>
    (kinds.get(kind) ?? []).map((values) => rowOf<Rows[Kind][number]>(COLUMNS[kind], values, 1)) as Rows[Kind]
  return {
    namedFees: rows('namedFees'),
    namedItems: rows('namedItems'),
    mandatedItems: rows('mandatedItems'),
    debitedItems: rows('debitedItems'),
    openCollections: rows('openCollections'),
    payersByIban: rows('payersByIban'),
    payersByName: rows('payersByName'),
    vouchers: rows('vouchers'),
    bookedBefore: rows('bookedBefore'),
    rules: rows('rules'),
  }
}
