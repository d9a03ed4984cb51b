/** Why a fee, or a whole collection, can not be collected. */
export const PROBLEMS = [
  'unknown_fee',
  'named_twice',
  'cancelled',
  'collecting',
  'paid',
  'no_person',
  'deceased',
  'payer_lost',
  'account_of_deceased',
  'no_iban',
  'no_iban_of_payer',
  'iban_invalid',
  'iban_outside_eea',
  'no_mandate',
  'no_mandate_of_payer',
  'mandate_reference_invalid',
  'mandate_unsigned',
  'mandate_signed_in_future',
  'mandate_expired',
  'mandate_of_another_person',
  'mandate_of_another_creditor',
  'blocked',
  'given_recently',
  'amount_too_large',
  'creditor_incomplete',
  'currency_not_eur',
  'collection_date',
] as const
export type ProblemCode = (typeof PROBLEMS)[number]

/** A problem of a collection, in the words of its check. */
export type DebitRefusal = { code: ProblemCode; message: string }
