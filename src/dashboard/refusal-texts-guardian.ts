import type { GuardianRefusal } from '../domain/shared/guardian-refusals'
import type { SentencesOf } from '../domain/shared/sentences'

type Texts = SentencesOf<GuardianRefusal>

/** Why somebody does not act for a person, and what to do. */
export const de: Texts = {
  guardian_unknown: 'Diese Person gibt es nicht mehr. Wähle eine andere.',
  guardian_named_twice: 'Die gesetzliche Vertretung ist zweimal genannt. Nenne sie nur einmal.',
  guardian_is_applicant: 'Das ist erst ein Antrag. Bestätige ihn zuerst, oder wähle jemand anderen.',
  guardian_is_deceased: 'Diese Person ist verstorben. Wähle jemand anderen.',
  guardian_is_person: 'Niemand vertritt sich selbst. Wähle jemand anderen.',
  guardian_is_minor: 'Diese Person ist selbst noch nicht 18. Wähle eine volljährige.',
  person_is_adult: 'Diese Person ist volljährig und handelt selbst. Prüfe das Geburtsdatum.',
}

export const en: Texts = {
  guardian_unknown: 'This person does not exist any more. Choose another one.',
  guardian_named_twice: 'The guardian is named twice. Name them once.',
  guardian_is_applicant: 'This is an application. Confirm it first, or choose someone else.',
  guardian_is_deceased: 'This person is deceased. Choose someone else.',
  guardian_is_person: 'Nobody is the guardian of themselves. Choose someone else.',
  guardian_is_minor: 'This person is not 18 yet. Choose an adult.',
  person_is_adult: 'This person is an adult and acts alone. Check the date of birth.',
}
