import type { SentencesOf } from './sentences'

/** Why somebody does not act for a person. */
export type GuardianRefusal = {
  code:
    | 'guardian_unknown'
    | 'guardian_named_twice'
    | 'guardian_is_applicant'
    | 'guardian_is_deceased'
    | 'guardian_is_person'
    | 'guardian_is_minor'
    | 'person_is_adult'
}

/** What callers of the API read about a refusal. */
export const guardianMessages: SentencesOf<GuardianRefusal> = {
  guardian_unknown: 'names no person in a list of this workspace that the caller may read',
  guardian_named_twice: 'must be left out where guardian_id is given',
  guardian_is_applicant: 'names an applicant, who acts only for applicants',
  guardian_is_deceased: 'names a person who is deceased',
  guardian_is_person: 'names the person itself',
  guardian_is_minor: 'names a person who is under 18',
  person_is_adult: 'must be null: the person is 18 or older',
}
