import type { ProblemCode } from '../shared/debit-refusals'
import type { CollectableFee } from './collectable-fee'
import type { Debtor } from './debtors'
import { itemText } from './item-text'
import type { Found } from './problems'

/** A fee that can be collected, its place in the request, and who is debited. */
export type ReadyFee = { fee: CollectableFee; index: number; debtor: Debtor }

/** The fees of one account and mandate, which are collected with one debit. */
export type DebitGroup = {
  debtor: Debtor
  iban: string
  mandateReference: string
  signedOn: string
  amount: number
  text: string
  hasNewAccount: boolean
  fees: ReadyFee[]
}

/** What a debit has at most, in cents. */
const MAX_AMOUNT = 99_999_999_999

/** Groups fees by account and mandate, in their order. The debtor of a group is that of its first fee. */
export function groupsOf(ready: ReadyFee[], locale: string): DebitGroup[] {
  const groups = Map.groupBy(ready, ({ debtor }) => `${debtor.iban} ${debtor.mandateReference}`)
  return [...groups.values()].map((fees): DebitGroup => {
    const debtor = (fees[0] as ReadyFee).debtor
    return {
      debtor,
      iban: String(debtor.iban),
      mandateReference: String(debtor.mandateReference),
      signedOn: String(debtor.signedOn),
      amount: fees.reduce((sum, { fee }) => sum + fee.open_amount, 0),
      text: itemText(
        fees.map(({ fee, debtor: { person } }) => ({ ...fee, ...person })),
        locale,
      ),
      hasNewAccount: debtor.lastIban !== null && debtor.lastIban !== debtor.iban,
      fees,
    }
  })
}

/** The problems that groups have with each other, and with debits before. */
export function* groupProblems(groups: DebitGroup[]): Iterable<Found<ProblemCode>> {
  const ofReference = Map.groupBy(groups, ({ mandateReference }) => mandateReference)
  for (const group of groups) {
    const isShared = (ofReference.get(group.mandateReference) ?? []).length > 1
    if (isShared || isOfAnotherPerson(group))
      yield* problemsOf(
        group,
        'mandate_of_another_person',
        'is under a mandate of another person with another account',
      )
    if (group.amount > MAX_AMOUNT)
      yield* problemsOf(group, 'amount_too_large', 'makes a debit that is larger than banks accept')
  }
}

/** Whether the mandate was last used for another account, and neither for the persons nor for others of their family. */
function isOfAnotherPerson({ debtor, iban, fees }: DebitGroup): boolean {
  const { lastDebit, id, dependants } = debtor
  if (lastDebit === null || lastDebit.iban === iban) return false
  const family = new Set([id, ...dependants, ...fees.map(({ fee }) => fee.person_id)])
  return ![lastDebit.person_id, ...lastDebit.person_ids].some((person) => family.has(person))
}

const problemsOf = ({ fees }: DebitGroup, code: ProblemCode, message: string): Found<ProblemCode>[] =>
  fees.map(({ fee, index }) => ({ path: ['fee_ids', `${index}`], feeId: fee.id, code, message }))
