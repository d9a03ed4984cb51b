import type { SentencesOf } from './sentences'

/** Why somebody does not pay for a person. */
export type PayerRefusal = {
  code: 'payer_unknown' | 'payer_is_applicant' | 'payer_is_person' | 'payer_has_payer' | 'person_is_payer'
}

/** What callers of the API read about a refusal. */
export const payerMessages: SentencesOf<PayerRefusal> = {
  payer_unknown: 'is not the id of a person in a list of this workspace that the caller may read',
  payer_is_applicant: 'is the id of an applicant, who pays only for applicants',
  payer_is_person: 'is the id of the person itself; send null for who pays for itself',
  payer_has_payer: 'is the id of a person for whom somebody else pays; name that one',
  person_is_payer: 'must be null: the person pays for others',
}
