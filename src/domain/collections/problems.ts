import { isValidIBAN } from 'ibantools'
import { restingSince, restsUntil } from '../persons/guards'
import type { ProblemCode } from '../shared/debit-refusals'
import type { CollectableFee } from './collectable-fee'
import { isTestCreditorId } from './creditor-id'
import { blockOf, type Debtor, isOfPayer } from './debtors'
import { isEeaIban } from './eea'
import { lastCollectionDate, mandateStateOn } from './mandate'
import { returnReason } from './return-reasons'
import { isSepaId } from './sepa-text'
import { isFarAhead } from './target-days'

/** What a treasurer may want to look at before the release. */
export const WARNINGS = [
  'applicant',
  'former_member',
  'no_email',
  'other_payment_method',
  'second_attempt',
  'mandate_expires_soon',
  'test_creditor_id',
  'collection_date_far_ahead',
] as const
export type WarningCode = (typeof WARNINGS)[number]

/** A code, and that in words for an answer of the API. */
export type Finding<Code extends string> = readonly [code: Code, message: string]

/** What was found of a fee (`fee_ids.3`) or of the whole collection. */
export type Found<Code extends string> = { path: string[]; feeId: string | null; code: Code; message: string }

/** What direct debits are checked against. */
export type Circumstances = {
  collectionDate: string
  today: string
  creditorId: string | undefined
  /** When the debits are released; absent if they may be later, when nothing rests any more. */
  now?: Date
}

/** The problem of a fee itself, if there is one. */
export function feeProblem(fee: CollectableFee | undefined, isNamedBefore: boolean) {
  const problem = (code: ProblemCode, message: string): Finding<ProblemCode> => [code, message]
  if (!fee) return problem('unknown_fee', 'does not match a fee of this workspace')
  if (isNamedBefore) return problem('named_twice', 'is named before')
  if (fee.status === 'cancelled') return problem('cancelled', 'is cancelled; reopen it first')
  if (fee.status === 'collecting') return problem('collecting', 'is being collected by direct debit')
  if (fee.open_amount <= 0) return problem('paid', 'has nothing open')
  return undefined
}

/** The problems of account and mandate of who is debited for a fee. */
export function* debtorProblems(
  debtor: Debtor | undefined,
  circumstances: Circumstances,
): Iterable<Finding<ProblemCode>> {
  if (!debtor) yield ['no_person', 'is of a person who was deleted']
  else if (debtor.person.stopped === 'deceased') yield ['deceased', 'is of a member who has died']
  else {
    if (debtor.person.stopped === 'payer_lost')
      yield ['payer_lost', 'is of a person whose payer was deleted or has died; say first who pays']
    if (debtor.isOfDeceased)
      yield ['account_of_deceased', `${whose(debtor)} with the account of a member who has died`]
    yield* accountProblems(debtor)
    yield* mandateProblems(debtor, circumstances)
    yield* restProblems(debtor, circumstances)
    const block = blockOf(debtor)
    if (!block) return
    const { item_id, returned_on, code } = block
    yield [
      'blocked',
      `is blocked since the debit ${item_id} was returned on ${returned_on} (${code}: ${returnReason(code).forTreasurer.en})`,
    ]
  }
}

/** Whose the account is, as `is of a person`; of a payer with its id. */
const whose = (debtor: Debtor): string =>
  isOfPayer(debtor) ? `is paid for by a person (${debtor.id})` : 'is of a person'

function* accountProblems(debtor: Debtor): Iterable<Finding<ProblemCode>> {
  const { iban } = debtor
  if (!iban)
    yield [isOfPayer(debtor) ? 'no_iban_of_payer' : 'no_iban', `${whose(debtor)} without a bank account`]
  else if (isEeaIban(iban)) return
  else if (!isValidIBAN(iban)) yield ['iban_invalid', `${whose(debtor)} with an invalid IBAN`]
  else
    yield [
      'iban_outside_eea',
      `${whose(debtor)} with an account outside of the European Economic Area, which direct debits do not reach`,
    ]
}

/** The one rule of rest: nothing is collected within a day of an account, mandate or address that was given in the portal. */
function* restProblems(debtor: Debtor, { now }: Circumstances): Iterable<Finding<ProblemCode>> {
  const { givenAt } = debtor
  if (!now || !givenAt || givenAt <= restingSince(now)) return
  yield [
    'given_recently',
    `${whose(debtor)} whose account or email address was given in the portal within a day; collect it from ${restsUntil(givenAt)}`,
  ]
}

function* mandateProblems(
  debtor: Debtor,
  { collectionDate, today, creditorId }: Circumstances,
): Iterable<Finding<ProblemCode>> {
  const { mandateReference: reference, signedOn, lastUsedOn, lastDueOn, lastDebit } = debtor
  if (!reference) {
    yield [isOfPayer(debtor) ? 'no_mandate_of_payer' : 'no_mandate', `${whose(debtor)} without a mandate`]
    return
  }
  if (!isSepaId(reference))
    yield [
      'mandate_reference_invalid',
      "is under a mandate reference that banks do not accept: letters, digits and /-?:().,'+ without blanks",
    ]
  if (!signedOn) yield ['mandate_unsigned', 'is under a mandate without a date of signature']
  else if (signedOn > today)
    yield ['mandate_signed_in_future', `is under a mandate that is signed on ${signedOn}, in the future`]
  else {
    const last = lastCollectionDate({ signedOn, lastUsedOn, lastDueOn })
    if (collectionDate > last)
      yield ['mandate_expired', `is under a mandate that was not used for 36 months, until ${last}`]
  }
  if (lastDebit && creditorId && lastDebit.creditor_id !== creditorId)
    yield [
      'mandate_of_another_creditor',
      `is under a mandate for the creditor identifier ${lastDebit.creditor_id}`,
    ]
}

/** What a treasurer may want to look at of a fee that can be collected. */
export function* warningsOf(
  fee: CollectableFee,
  debtor: Debtor,
  { collectionDate, today }: Circumstances,
): Iterable<Finding<WarningCode>> {
  const { person, signedOn, lastUsedOn, lastDueOn, paymentMethod } = debtor
  const { leaveDate } = person
  if (person.isApplicant) yield ['applicant', 'is of an applicant']
  if (leaveDate && leaveDate < today)
    yield ['former_member', `is of a former member, who left on ${leaveDate}`]
  if (!debtor.hasEmail)
    yield ['no_email', `${whose(debtor)} without an email address to announce the debit to`]
  if (paymentMethod && paymentMethod !== 'direct_debit')
    yield ['other_payment_method', `${whose(debtor)} whose payment method is ${paymentMethod}`]
  if (fee.status === 'returned') yield ['second_attempt', 'was returned before']
  if (signedOn && mandateStateOn(collectionDate, { signedOn, lastUsedOn, lastDueOn }) === 'expiring')
    yield [
      'mandate_expires_soon',
      `is under a mandate that expires after ${lastCollectionDate({ signedOn, lastUsedOn, lastDueOn })}`,
    ]
}

/** What a treasurer may want to look at of the creditor. */
export function* creditorWarnings(creditorId: string | undefined): Iterable<Finding<WarningCode>> {
  if (creditorId && isTestCreditorId(creditorId))
    yield ['test_creditor_id', 'is the creditor identifier for tests, which banks do not accept']
}

/** What a treasurer may want to look at of the collection date. */
export function* dateWarnings({
  collectionDate,
  today,
}: Pick<Circumstances, 'collectionDate' | 'today'>): Iterable<Finding<WarningCode>> {
  if (isFarAhead(collectionDate, today))
    yield [
      'collection_date_far_ahead',
      'is more than 30 days ahead; many banks do not take the file before, so submit it later',
    ]
}
