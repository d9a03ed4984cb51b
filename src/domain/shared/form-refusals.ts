import type { SentencesOf } from './sentences'

/**
 * Why a form of a member or an applicant is refused although the contract allows what it gives. Callers of the API
 * never read it.
 */
export type FormRefusal = { code: FormRule | Plain }

/** The refusals for which the texts of forms have a sentence each. */
export type FormRule =
  | 'iban_missing'
  | 'iban_needed'
  | 'iban_for_direct_debit'
  | 'account_for_direct_debit'
  | 'year'
  | 'phone_digits'
  | 'phone_missing'
  | 'holder_needs_mandate'

type Plain = 'missing' | 'changed_meanwhile' | 'mandate_unconfirmed' | 'email_empty' | 'email_invalid'

export const formMessages: SentencesOf<FormRefusal> = {
  iban_missing: 'is missing: an account needs its IBAN',
  iban_needed: 'is missing: a direct debit needs an IBAN',
  iban_for_direct_debit: 'is missing: a direct debit needs an IBAN',
  account_for_direct_debit: 'needs an IBAN, which is missing',
  year: 'is in the future or before 1900',
  phone_digits: 'must have at least three digits',
  phone_missing: 'is missing',
  holder_needs_mandate: 'is another holder, who needs a mandate of its own',
  missing: 'is missing',
  changed_meanwhile: 'has changed meanwhile',
  mandate_unconfirmed: 'is not confirmed',
  email_empty: 'must not be empty',
  email_invalid: 'is no address',
}
