import type { SentencesOf } from './sentences'

/**
 * Why a form of a member or an applicant is refused although the contract allows what it gives. Callers of the API
 * never read it.
 */
export type FormRefusal =
  | { code: FormRule | Plain }
  | { code: ResignRule }
  | { code: 'before_notice' | 'not_an_end'; day: string }

/** Why a member does not resign. */
export type ResignRule =
  | 'minor_resigns'
  | 'address_missing'
  | 'already_ending'
  | 'already_resigned'
  | 'last_day_past'

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

type Plain =
  | 'missing'
  | 'changed_meanwhile'
  | 'mandate_unconfirmed'
  | 'email_empty'
  | 'email_invalid'
  | 'guardian_must_join'
  | 'nobody_joins'
  | 'payer_is_minor'
  | 'payer_without_mandate'
  | 'mandate_not_offered'
  | 'iban_not_eea'
  | 'too_many_mandates'

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
  too_many_mandates: 'is refused: the account was changed too often within an hour',
  minor_resigns: 'is of a minor, for whom somebody else acts',
  address_missing: 'needs an email address, which confirms it',
  already_ending: 'is of a membership that ends already',
  already_resigned: 'was sent before',
  last_day_past: 'is in the past',
  before_notice: ({ day }) => `is before ${day}, the next day that the notice allows`,
  not_an_end: ({ day }) => `is no day on which memberships end, as ${day} is`,
  changed_meanwhile: 'has changed meanwhile',
  mandate_unconfirmed: 'is not confirmed',
  email_empty: 'must not be empty',
  email_invalid: 'is no address',
  guardian_must_join: 'must be true: the workspace has no contacts, so that a guardian is a member',
  nobody_joins: 'must be true, or somebody else must become a member',
  payer_is_minor: 'must be an adult who becomes a member',
  payer_without_mandate: 'must be one person for all, who gives the mandate',
  mandate_not_offered: 'is not taken by the form',
  iban_not_eea: 'must be the IBAN of an account in the European Economic Area',
}
