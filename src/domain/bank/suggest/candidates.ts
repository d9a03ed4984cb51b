import { referencesOf } from '../references'
import { debitedAmount, isReturn, type MatchLine } from './line'
import { nameKeysIn } from './names'

/** A fee with what is open of it, in cents. */
export type OpenFee = {
  id: string
  open_amount: number
  status: 'open' | 'returned' | 'collecting' | 'paid' | 'cancelled'
}

/** A person who owes fees. `fees` are those that are open or returned. */
export type Payer = { id: string; first_name: string | null; last_name: string | null; fees: OpenFee[] }

/** A direct debit of a collection that was submitted or settled. */
export type DebitItem = {
  id: string
  collection_id: string
  collection_date: string
  amount: number
  state: 'live' | 'settled' | 'returned'
  fees: { fee_id: string; amount: number }[]
}

/** A submitted collection whose credit has not been seen, with the ids that its file has for the bank. */
export type SubmittedCollection = { id: string; references: string[]; sum: number; collection_date: string }

/** What is stored about the lookups of some lines; see {@link lookupsFor}. Keys are those that it gives. */
export type Candidates = {
  /** Whatever their status, so that a suggestion can say that one is paid. */
  feesByReference: ReadonlyMap<string, OpenFee>
  itemsByReference: ReadonlyMap<string, DebitItem>
  itemsByMandate: ReadonlyMap<string, DebitItem[]>
  itemsByIban: ReadonlyMap<string, DebitItem[]>
  collections: readonly SubmittedCollection[]
  /** By their own account, or (`learned`) by one from which a confirmed line paid for them. */
  payersByIban: ReadonlyMap<string, { payer: Payer; learned: boolean }[]>
  /** By the whole key of the last name (`last_name_key`). */
  payersByNameKey: ReadonlyMap<string, Payer[]>
}

export type Lookups = {
  /** RF references: of fees by `idPrefixOf`, and of debit items. */
  references: string[]
  /** Of debit items, for lines that are returns. */
  mandates: string[]
  /** Of lines without a reference, which are known by the account and the amount of the debit. */
  returnAccounts: { iban: string; amount: number }[]
  /** Of persons and of earlier confirmed lines. */
  payerIbans: string[]
  /** Of last names, for lines without a reference. */
  nameKeys: string[]
}

/** What to look up for some lines, each once. Beside it, matching needs the submitted collections. */
export function lookupsFor(lines: readonly MatchLine[]): Lookups {
  const euros = lines.filter(({ currency }) => currency === 'EUR')
  const returns = euros.filter(isReturn)
  const credits = euros.filter(({ amount }) => amount > 0)
  return {
    references: unique([...returns, ...credits].flatMap(referencesOf)),
    mandates: unique(returns.map((line) => line.mandate_reference)),
    returnAccounts: returns.flatMap((line) =>
      line.party_iban === null || referencesOf(line).length > 0
        ? []
        : [{ iban: line.party_iban, amount: debitedAmount(line) }],
    ),
    payerIbans: unique(credits.map((line) => line.party_iban)),
    nameKeys: nameKeysIn(credits.filter((line) => referencesOf(line).length === 0)),
  }
}

const unique = (texts: (string | null)[]): string[] => [...new Set(texts.filter((text) => text !== null))]
