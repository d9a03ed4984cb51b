import type { WrongCode } from '../../domain/imports/cells/grade'
import type { Locale } from '../../ui/i18n/locale'

/** A text that is left out: what the file has, what would be allowed, and the values of its reason. */
export type GapFacts = { cell: string; allowed: string[]; params: Record<string, string | number> }

type Sentence = (facts: GapFacts) => string

type Texts = {
  /** What is wrong, for a list of all that have it. */
  kinds: Record<WrongCode, string>
  /** The same about one cell: what is there, and what may be there. */
  sentences: Record<WrongCode, Sentence>
  /** What else of an account or a mandate is left out with it. */
  also: (parts: string) => string
}

const de: Texts = {
  also: (parts) => `Auch weggelassen: ${parts}.`,
  kinds: {
    left_out: 'So entschieden: weggelassen',
    no_value: 'Kein Wert',
    too_long: 'Zu lang',
    error_value: 'Fehlerwert aus der Tabelle',
    date_wrong: 'Kein Datum',
    date_impossible: 'Datum, das es nicht gibt',
    date_in_future: 'Datum in der Zukunft',
    date_too_far: 'Datum zu weit weg',
    email_wrong: 'Keine E-Mail-Adresse',
    email_second: 'Zweite E-Mail-Adresse',
    iban_wrong: 'IBAN falsch',
    bic_wrong: 'BIC falsch',
    phone_wrong: 'Keine Telefonnummer',
    phones_too_many: 'Zu viele Telefonnummern',
    postcode_wrong: 'Keine Postleitzahl',
    country_unknown: 'Unbekanntes Land',
    sex_unknown: 'Unbekanntes Geschlecht',
    leave_reason_unknown: 'Unbekannter Grund des Austritts',
    number_wrong: 'Keine Zahl',
    link_wrong: 'Keine Internetadresse',
    values_too_many: 'Zu viele Werte',
    reference_wrong: 'Mandatsreferenz falsch',
    name_wrong: 'Kein Name',
    account_without_iban: 'Kontoangabe ohne IBAN',
    mandate_without_reference: 'Mandat ohne Referenz',
    mandate_of_another: 'Mandatsreferenz gehört zu einem anderen Mandat',
    leave_before_join: 'Austritt vor Eintritt',
    leave_reason_without_date: 'Grund ohne Austritt',
    number_held_twice: 'Mitgliedsnummer doppelt in der Datei',
    key_wrong: 'Kennung falsch',
    contradicts: 'Zeilen einer Person widersprechen sich',
    nobody_named: 'Zeile nennt niemanden',
    known_several: 'Passt auf mehrere Personen der Liste',
    number_of_another: 'Mitgliedsnummer gehört jemand anderem',
    id_unknown: 'ID gibt es in der Liste nicht',
    known_twice: 'Person steht zweimal in der Datei',
    value_refused: 'Passt nicht in das Feld',
    payer_unknown: 'Zahler gibt es nicht',
    payer_several: 'Zahler ist nicht eindeutig',
    payer_is_applicant: 'Zahler ist erst Antragsteller',
    payer_is_deceased: 'Zahler ist verstorben',
    payer_is_person: 'Zahler ist die Person selbst',
    payer_has_payer: 'Zahler hat selbst einen Zahler',
    person_is_payer: 'Person zahlt selbst für andere',
    guardian_unknown: 'Gesetzliche Vertretung gibt es nicht',
    guardian_several: 'Gesetzliche Vertretung ist nicht eindeutig',
    guardian_is_applicant: 'Gesetzliche Vertretung ist erst Antragsteller',
    guardian_is_deceased: 'Gesetzliche Vertretung ist verstorben',
    guardian_is_person: 'Gesetzliche Vertretung ist die Person selbst',
    guardian_is_minor: 'Gesetzliche Vertretung ist minderjährig',
    person_is_adult: 'Person ist volljährig und hat eine gesetzliche Vertretung',
  },
  sentences: {
    left_out: ({ cell }) => `„${cell}“ wird weggelassen, wie bei den Fragen entschieden.`,
    no_value: ({ cell }) => `„${cell}“ ist kein Wert.`,
    too_long: ({ cell, params }) => `„${cell}“ ist zu lang. Erlaubt: ${params.max ?? 255} Zeichen.`,
    error_value: ({ cell }) => `„${cell}“ ist ein Fehler aus der Tabelle, kein Wert.`,
    date_wrong: ({ cell }) =>
      `„${cell}“ ist kein Datum. Schreib Tag, Monat und Jahr, zum Beispiel 31.12.1967.`,
    date_impossible: ({ cell }) => `Den Tag „${cell}“ gibt es nicht.`,
    date_in_future: ({ cell }) => `„${cell}“ liegt in der Zukunft.`,
    date_too_far: ({ cell }) => `„${cell}“ liegt zu weit zurück oder zu weit in der Zukunft.`,
    email_wrong: ({ cell }) => `„${cell}“ ist keine E-Mail-Adresse wie name@example.org.`,
    email_second: ({ cell }) => `„${cell}“ ist eine zweite Adresse. Eine Person hat hier nur eine.`,
    iban_wrong: ({ cell }) => `„${cell}“ ist keine gültige IBAN: Ziffern fehlen oder sind vertauscht.`,
    bic_wrong: ({ cell }) => `„${cell}“ ist kein gültiger BIC aus 8 oder 11 Zeichen.`,
    phone_wrong: ({ cell }) => `„${cell}“ ist keine Telefonnummer.`,
    phones_too_many: ({ cell, params }) =>
      `„${cell}“ passt nicht mehr: höchstens ${params.max ?? 20} Nummern.`,
    postcode_wrong: ({ cell }) => `„${cell}“ ist keine gültige Postleitzahl.`,
    country_unknown: ({ cell }) =>
      `„${cell}“: Dieses Land kennen wir nicht. Schreib zum Beispiel Deutschland oder DE.`,
    sex_unknown: ({ cell, allowed }) => `„${cell}“ ist keine Angabe zum Geschlecht${listed(allowed)}.`,
    number_wrong: ({ cell }) => `„${cell}“ ist keine Zahl.`,
    link_wrong: ({ cell }) => `„${cell}“ ist keine Internetadresse mit https://.`,
    values_too_many: ({ cell, params }) =>
      `„${cell}“ passt nicht mehr: höchstens ${params.max ?? 200} Werte.`,
    reference_wrong: ({ cell }) =>
      `„${cell}“ ist keine Mandatsreferenz: höchstens 35 Zeichen, wie auf dem Mandat.`,
    name_wrong: ({ cell }) => `„${cell}“ ist kein Name.`,
    account_without_iban: ({ cell }) => `„${cell}“ gehört zu einem Konto, dessen IBAN fehlt.`,
    mandate_without_reference: ({ cell }) => `„${cell}“ gehört zu einem Mandat, dessen Referenz fehlt.`,
    mandate_of_another: ({ cell }) =>
      `Die Referenz „${cell}“ hat schon ein anderes Mandat. Wer gemeinsam zahlt, hat dieselbe IBAN und dasselbe Datum.`,
    leave_before_join: ({ cell }) => `„${cell}“: Der Austritt liegt vor dem Eintritt.`,
    leave_reason_unknown: ({ cell, allowed }) =>
      `„${cell}“ ist kein Grund für einen Austritt${listed(allowed)}.`,
    leave_reason_without_date: ({ cell }) =>
      `„${cell}“ gehört zu einem Austritt, dessen Datum fehlt oder in der Zukunft liegt.`,
    number_held_twice: ({ cell, params }) =>
      `Die Nummer „${cell}“ hat schon eine andere Person, in Zeile ${params.row ?? '?'}.`,
    key_wrong: ({ cell }) => `„${cell}“ ist als Kennung nicht möglich.`,
    contradicts: ({ cell }) => `„${cell}“ steht neben einem anderen Wert derselben Person. Der erste gilt.`,
    nobody_named: ({ cell }) => `„${cell}“: In der Zeile stehen weder Name noch Nummer noch E-Mail-Adresse.`,
    known_several: ({ cell }) => `„${cell}“ passt auf mehrere Personen der Liste.`,
    number_of_another: ({ cell }) => `„${cell}“: Die Nummer hat in der Liste jemand mit anderem Namen.`,
    id_unknown: ({ cell }) => `„${cell}“: Die ID gibt es in der Liste nicht.`,
    known_twice: ({ cell }) => `„${cell}“ steht schon in einer früheren Zeile.`,
    value_refused: ({ cell, params }) => `„${cell}“ passt nicht in das Feld „${params.field}“.`,
    payer_unknown: ({ cell }) =>
      `„${cell}“ ist als Zahler weder eine Mitgliedsnummer noch eine externe ID, in der Datei wie in der Liste.`,
    payer_several: ({ cell }) => `„${cell}“ kann als Zahler mehrere Personen meinen.`,
    payer_is_deceased: ({ cell }) => `„${cell}“ ist verstorben und zahlt für niemanden.`,
    payer_is_applicant: ({ cell }) =>
      `„${cell}“ hat erst einen Antrag gestellt und zahlt noch nicht für Mitglieder.`,
    payer_is_person: ({ cell }) =>
      `„${cell}“ ist die Person selbst. Wer selbst zahlt, braucht keinen Zahler.`,
    payer_has_payer: ({ cell }) => `Für „${cell}“ zahlt schon jemand. Nenn den, der für diese Person zahlt.`,
    person_is_payer: ({ cell }) => `„${cell}“ zahlt nicht: Die Person zahlt selbst für andere.`,
    guardian_unknown: ({ cell }) =>
      `„${cell}“ ist als gesetzliche Vertretung weder eine Mitgliedsnummer noch eine externe ID, in der Datei wie in der Liste.`,
    guardian_several: ({ cell }) => `„${cell}“ kann als gesetzliche Vertretung mehrere Personen meinen.`,
    guardian_is_deceased: ({ cell }) => `„${cell}“ ist verstorben und vertritt niemanden.`,
    guardian_is_applicant: ({ cell }) =>
      `„${cell}“ hat erst einen Antrag gestellt und vertritt noch keine Mitglieder.`,
    guardian_is_person: ({ cell }) => `„${cell}“ ist die Person selbst. Niemand vertritt sich selbst.`,
    guardian_is_minor: ({ cell }) => `„${cell}“ ist selbst noch nicht 18. Nenn eine volljährige Person.`,
    person_is_adult: ({ cell }) =>
      `„${cell}“ vertritt die Person nicht: Nach dem Geburtsdatum ist sie volljährig.`,
  },
}

const en: Texts = {
  also: (parts) => `Left out with it: ${parts}.`,
  kinds: {
    left_out: 'Left out, as decided',
    no_value: 'No value',
    too_long: 'Too long',
    error_value: 'Error of the spreadsheet',
    date_wrong: 'Not a date',
    date_impossible: 'Date that does not exist',
    date_in_future: 'Date in the future',
    date_too_far: 'Date too far away',
    email_wrong: 'Not an email address',
    email_second: 'Second email address',
    iban_wrong: 'Wrong IBAN',
    bic_wrong: 'Wrong BIC',
    phone_wrong: 'Not a phone number',
    phones_too_many: 'Too many phone numbers',
    postcode_wrong: 'Not a postcode',
    country_unknown: 'Unknown country',
    sex_unknown: 'Unknown sex',
    leave_reason_unknown: 'Unknown reason for leaving',
    number_wrong: 'Not a number',
    link_wrong: 'Not a web address',
    values_too_many: 'Too many values',
    reference_wrong: 'Wrong mandate reference',
    name_wrong: 'Not a name',
    account_without_iban: 'Account details without an IBAN',
    mandate_of_another: 'Reference belongs to another mandate',
    mandate_without_reference: 'Mandate without a reference',
    leave_before_join: 'Left before joining',
    leave_reason_without_date: 'Reason without leaving',
    number_held_twice: 'Membership number twice in the file',
    key_wrong: 'Wrong ID',
    contradicts: 'Rows of one person contradict each other',
    nobody_named: 'Row names nobody',
    known_several: 'Fits several persons of the list',
    number_of_another: 'Membership number of somebody else',
    id_unknown: 'ID that the list does not have',
    known_twice: 'Person twice in the file',
    value_refused: 'Does not fit the field',
    payer_unknown: 'Payer that does not exist',
    payer_several: 'Payer who could be several persons',
    payer_is_applicant: 'Payer who is an applicant',
    payer_is_deceased: 'Payer who is deceased',
    payer_is_person: 'Payer who is the person itself',
    payer_has_payer: 'Payer for whom somebody pays',
    person_is_payer: 'Person who pays for others',
    guardian_unknown: 'Guardian who does not exist',
    guardian_several: 'Guardian who could be several persons',
    guardian_is_applicant: 'Guardian who is an applicant',
    guardian_is_deceased: 'Guardian who is deceased',
    guardian_is_person: 'Guardian who is the person itself',
    guardian_is_minor: 'Guardian who is under 18',
    person_is_adult: 'Adult with a guardian',
  },
  sentences: {
    left_out: ({ cell }) => `“${cell}” is left out, as you decided in the questions.`,
    no_value: ({ cell }) => `“${cell}” is not a value.`,
    too_long: ({ cell, params }) => `“${cell}” is too long. ${params.max ?? 255} characters are allowed.`,
    error_value: ({ cell }) => `“${cell}” is an error of the spreadsheet, not a value.`,
    date_wrong: ({ cell }) => `“${cell}” is not a date. Write day, month and year, such as 31/12/1967.`,
    date_impossible: ({ cell }) => `The day “${cell}” does not exist.`,
    date_in_future: ({ cell }) => `“${cell}” is in the future.`,
    date_too_far: ({ cell }) => `“${cell}” is too far in the past or in the future.`,
    email_wrong: ({ cell }) => `“${cell}” is not an email address such as name@example.org.`,
    email_second: ({ cell }) => `“${cell}” is a second address. A person has one here.`,
    iban_wrong: ({ cell }) => `“${cell}” is not a valid IBAN: digits are missing or swapped.`,
    bic_wrong: ({ cell }) => `“${cell}” is not a valid BIC of 8 or 11 characters.`,
    phone_wrong: ({ cell }) => `“${cell}” is not a phone number.`,
    phones_too_many: ({ cell, params }) =>
      `There is no room for “${cell}”: ${params.max ?? 20} numbers at most.`,
    postcode_wrong: ({ cell }) => `“${cell}” is not a valid postcode.`,
    country_unknown: ({ cell }) =>
      `“${cell}”: we do not know this country. Write, for example, Germany or DE.`,
    sex_unknown: ({ cell, allowed }) => `“${cell}” is not a sex${listed(allowed)}.`,
    number_wrong: ({ cell }) => `“${cell}” is not a number.`,
    link_wrong: ({ cell }) => `“${cell}” is not a web address with https://.`,
    values_too_many: ({ cell, params }) =>
      `There is no room for “${cell}”: ${params.max ?? 200} values at most.`,
    reference_wrong: ({ cell }) =>
      `“${cell}” is not a mandate reference: 35 characters at most, as on the mandate.`,
    name_wrong: ({ cell }) => `“${cell}” is not a name.`,
    account_without_iban: ({ cell }) => `“${cell}” belongs to an account whose IBAN is missing.`,
    mandate_without_reference: ({ cell }) => `“${cell}” belongs to a mandate whose reference is missing.`,
    mandate_of_another: ({ cell }) =>
      `Another mandate already has the reference “${cell}”. Those who pay together have the same IBAN and date.`,
    leave_before_join: ({ cell }) => `“${cell}”: the person left before joining.`,
    leave_reason_unknown: ({ cell, allowed }) => `“${cell}” is not a reason for leaving${listed(allowed)}.`,
    leave_reason_without_date: ({ cell }) =>
      `“${cell}” belongs to an end of membership whose date is missing or in the future.`,
    number_held_twice: ({ cell, params }) =>
      `Another person has the number “${cell}” already, in row ${params.row ?? '?'}.`,
    key_wrong: ({ cell }) => `“${cell}” cannot be an ID.`,
    contradicts: ({ cell }) => `“${cell}” is beside another value of the same person. The first one counts.`,
    nobody_named: ({ cell }) => `“${cell}”: the row has neither a name nor a number nor an email address.`,
    known_several: ({ cell }) => `“${cell}” fits several persons of the list.`,
    number_of_another: ({ cell }) => `“${cell}”: somebody with another name has the number in the list.`,
    id_unknown: ({ cell }) => `“${cell}”: the list has no such ID.`,
    known_twice: ({ cell }) => `“${cell}” is in an earlier row already.`,
    value_refused: ({ cell, params }) => `“${cell}” does not fit the field “${params.field}”.`,
    payer_unknown: ({ cell }) =>
      `“${cell}” is no payer: neither the file nor the list has it as a membership number or an external ID.`,
    payer_several: ({ cell }) => `“${cell}” could be several persons.`,
    payer_is_deceased: ({ cell }) => `“${cell}” is deceased, and pays for nobody.`,
    payer_is_applicant: ({ cell }) => `“${cell}” is an applicant, who does not pay for members yet.`,
    payer_is_person: ({ cell }) => `“${cell}” is the person itself. Who pays for themselves needs no payer.`,
    payer_has_payer: ({ cell }) => `Somebody pays for “${cell}” already. Name that payer.`,
    person_is_payer: ({ cell }) => `“${cell}” does not pay: the person pays for others.`,
    guardian_unknown: ({ cell }) =>
      `“${cell}” is no guardian: neither the file nor the list has it as a membership number or an external ID.`,
    guardian_several: ({ cell }) => `“${cell}” could be several persons.`,
    guardian_is_deceased: ({ cell }) => `“${cell}” is deceased, and acts for nobody.`,
    guardian_is_applicant: ({ cell }) => `“${cell}” is an applicant, who does not act for members yet.`,
    guardian_is_person: ({ cell }) => `“${cell}” is the person itself. Nobody is their own guardian.`,
    guardian_is_minor: ({ cell }) => `“${cell}” is under 18. Name an adult.`,
    person_is_adult: ({ cell }) => `“${cell}” is not needed: by the date of birth, the person is an adult.`,
  },
}

/** How many allowed values a sentence names. */
const MAX_ALLOWED = 12

const listed = (allowed: string[]): string =>
  allowed.length === 0
    ? ''
    : `: ${allowed.slice(0, MAX_ALLOWED).join(', ')}${allowed.length > MAX_ALLOWED ? ', …' : ''}`

/** Why a text of a file is left out. */
export const gapTexts = ({ language }: Locale): Texts => (language === 'de' ? de : en)
