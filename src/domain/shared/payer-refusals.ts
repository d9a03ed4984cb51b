import type { SentencesOf } from './sentences'

/** Why somebody does not pay for a person. */
export type PayerRefusal = {
  code:
    | 'payer_unknown'
    | 'payer_named_twice'
    | 'payer_is_applicant'
    | 'payer_is_deceased'
    | 'payer_is_person'
    | 'payer_has_payer'
    | 'person_is_payer'
}

/** What callers of the API read about a refusal. */
export const payerMessages: SentencesOf<PayerRefusal> = {
  payer_unknown: 'names no person in a list of this workspace that the caller may read',
  payer_named_twice: 'must be left out where payer_id is given',
  payer_is_applicant: 'names an applicant, who pays only for applicants',
  payer_is_deceased: 'names a person who is deceased',
  payer_is_person: 'names the person itself; send null for who pays for itself',
  payer_has_payer: 'names a person for whom somebody else pays; name that one',
  person_is_payer: 'must be null: the person pays for others',
}
