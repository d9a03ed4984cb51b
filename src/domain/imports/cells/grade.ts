import type { CustomColumn } from '../../custom-columns/column'

/** How sure a reader is: it takes the text as it is, tidied, needs a decision for all of its kind, or leaves it out. */
export const GRADES = ['as_is', 'tidied', 'doubtful', 'wrong'] as const
export type Grade = (typeof GRADES)[number]

/** The doubts about cells that one answer settles for all of their kind. */
export const DOUBT_KINDS = [
  'two_digit_year',
  'year_only',
  'unlikely_birthdate',
  'postcode_zero',
  'several_emails',
  'at_in_words',
  'formula',
  'rounded_number',
  'amount_thousands',
  'name_of_three_words',
  'unknown_word',
  'payment_word',
] as const
export type DoubtKind = (typeof DOUBT_KINDS)[number]

/** Why a cell, or a part of one, is left out. */
export const WRONG_CODES = [
  'left_out',
  'no_value',
  'too_long',
  'error_value',
  'date_wrong',
  'date_impossible',
  'date_in_future',
  'date_too_far',
  'email_wrong',
  'email_second',
  'iban_wrong',
  'bic_wrong',
  'phone_wrong',
  'phones_too_many',
  'postcode_wrong',
  'country_unknown',
  'sex_unknown',
  'leave_reason_unknown',
  'number_wrong',
  'link_wrong',
  'values_too_many',
  'reference_wrong',
  'name_wrong',
  'account_without_iban',
  'mandate_without_reference',
  'mandate_of_another',
  'leave_before_join',
  'leave_reason_without_date',
  'number_held_twice',
  'key_wrong',
  'contradicts',
  'nobody_named',
  'id_unknown',
  'known_several',
  'known_twice',
  'number_of_another',
  'value_refused',
  'payer_unknown',
  'payer_several',
  'payer_is_applicant',
  'payer_is_deceased',
  'payer_is_person',
  'payer_has_payer',
  'person_is_payer',
  'guardian_unknown',
  'guardian_several',
  'guardian_is_applicant',
  'guardian_is_deceased',
  'guardian_is_person',
  'guardian_is_minor',
  'person_is_adult',
] as const
export type WrongCode = (typeof WRONG_CODES)[number]

/** A part of a cell that its reader leaves out, as a second e-mail address. */
export type LeftOver = { text: string; code: WrongCode }

/**
 * What a reader makes of a cell; `null` is a text that says that there is nothing. A doubtful cell becomes `value` unless it is
 * left out, or `other` by another answer. A word is asked for itself, and has no value before the answer.
 */
export type Reading<V = unknown> =
  | { grade: 'as_is' | 'tidied'; value: V | null }
  | { grade: 'doubtful'; kind: DoubtKind; value: V | null; other?: V; word?: string; leftOver?: LeftOver }
  | Wrong

export type Wrong = { grade: 'wrong'; code: WrongCode; params?: Record<string, string | number> }

/** What readers know beside the text. */
export type ReaderContext = {
  /** The date (YYYY-MM-DD) in the time zone of the workspace. */
  today: string
  locale: 'de' | 'en'
  /** The order of day and month in dates of the column that are written with slashes. */
  order: 'dmy' | 'mdy'
  /** Whether a full stop is a decimal point in any case, as in the numbers of XLSX. */
  isDecimalPoint?: boolean
  /** The words of the header of the column. */
  header?: string
  /** The custom column that the cells are for. */
  column?: CustomColumn
  /** The country of the row (ISO 3166-1), if it names one. */
  country?: string | null
}

/** Reads a cell that is not empty. Never throws, and returns its own output unchanged. */
export type Reader<V = unknown> = (text: string, context: ReaderContext) => Reading<V>

/** A reading of a text that a reader took as `value`: tidied, unless it is what the cell has. */
export const taken = <V>(text: string, value: V): Reading<V> => ({
  grade: value === text ? 'as_is' : 'tidied',
  value,
})

/** A text that says that there is nothing. */
export const NOTHING = { grade: 'tidied', value: null } as const

export const wrong = (code: WrongCode, params?: Record<string, string | number>): Wrong => ({
  grade: 'wrong',
  code,
  ...(params && { params }),
})
