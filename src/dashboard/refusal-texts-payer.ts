import type { PayerRefusal } from '../domain/shared/payer-refusals'
import type { SentencesOf } from '../domain/shared/sentences'

type Texts = SentencesOf<PayerRefusal>

/** Why somebody does not pay for a person, and what to do. */
export const de: Texts = {
  payer_unknown: 'Diese Person gibt es nicht mehr. Wähle eine andere.',
  payer_named_twice: 'Der Zahler ist zweimal genannt. Nenne ihn nur einmal.',
  payer_is_deceased: 'Diese Person ist verstorben. Wähle jemand anderen.',
  payer_is_applicant: 'Das ist erst ein Antrag. Bestätige ihn zuerst, oder wähle jemand anderen.',
  payer_is_person: 'Niemand ist Zahler für sich selbst. Wähle jemand anderen.',
  payer_has_payer: 'Für diese Person zahlt schon jemand. Wähle den, der für sie zahlt.',
  person_is_payer: 'Diese Person zahlt selbst für andere und kann deshalb keinen Zahler haben.',
}

export const en: Texts = {
  payer_unknown: 'This person does not exist any more. Choose another one.',
  payer_named_twice: 'The payer is named twice. Name them once.',
  payer_is_deceased: 'This person is deceased. Choose someone else.',
  payer_is_applicant: 'This is an application. Confirm it first, or choose someone else.',
  payer_is_person: 'Nobody is the payer of themselves. Choose someone else.',
  payer_has_payer: 'Somebody pays for this person already. Choose that payer.',
  person_is_payer: 'This person pays for others, so nobody can pay for them.',
}
