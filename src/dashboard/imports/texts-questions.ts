import type { QuestionKind } from '../../domain/imports/plan'
import type { Locale } from '../../ui/i18n/locale'

/** What a question is about: how many cells, in which column, and which word. */
export type Asked = { count: number; n: string; column: string; word: string }

type Texts = {
  /** What a card asks. */
  titles: Record<QuestionKind, (asked: Asked) => string>
  /** What there is to know before an answer. */
  hints: Partial<Record<QuestionKind, string>>
  /** The answers that mean the same for every kind, and those of single kinds as `kind.answer`. */
  answers: Record<string, string>
  /** The answer that an unknown word is the same as a value. */
  sameAs: (value: string) => string
}

const de: Texts = {
  titles: {
    two_digit_year: ({ count, n }) =>
      count === 1 ? '1 Datum mit zweistelligem Jahr' : `${n} Daten mit zweistelligem Jahr`,
    year_only: ({ n, count, column }) =>
      `${count === 1 ? '1 Jahr' : `${n} Jahre`} ohne Tag und Monat in „${column}“`,
    unlikely_birthdate: ({ count, n }) =>
      count === 1 ? '1 unwahrscheinliches Geburtsdatum' : `${n} unwahrscheinliche Geburtsdaten`,
    postcode_zero: ({ count, n }) =>
      count === 1 ? '1 Postleitzahl mit vier Ziffern' : `${n} Postleitzahlen mit vier Ziffern`,
    several_emails: ({ count, n }) =>
      count === 1 ? '1 Zelle mit mehreren E-Mail-Adressen' : `${n} Zellen mit mehreren E-Mail-Adressen`,
    at_in_words: ({ count, n }) =>
      count === 1 ? '1 E-Mail-Adresse mit „(at)“' : `${n} E-Mail-Adressen mit „(at)“`,
    formula: ({ count, n }) =>
      count === 1 ? '1 Zelle, die wie eine Formel aussieht' : `${n} Zellen, die wie Formeln aussehen`,
    rounded_number: ({ count, n }) =>
      count === 1 ? '1 lange Zahl, die Excel gerundet hat' : `${n} lange Zahlen, die Excel gerundet hat`,
    amount_thousands: ({ count, n }) => (count === 1 ? '1 Zahl wie 1.234' : `${n} Zahlen wie 1.234`),
    name_of_three_words: ({ count, n }) =>
      count === 1 ? '1 Name aus drei Wörtern' : `${n} Namen aus drei Wörtern`,
    unknown_word: ({ n, column, word }) =>
      word ? `Was ist „${word}“ in „${column}“? (${n}-mal)` : `Weitere neue Wörter in „${column}“ (${n})`,
    payment_word: ({ n, column, word }) =>
      word ? `Welche Zahlungsart ist „${word}“? (${n}-mal)` : `Weitere Zahlungsarten in „${column}“ (${n})`,
    mandate_without_date: ({ count, n }) =>
      count === 1
        ? '1 SEPA-Mandat ohne Datum der Unterschrift'
        : `${n} SEPA-Mandate ohne Datum der Unterschrift`,
    last_used_on: () => 'Wann wurde zuletzt mit dem alten Programm eingezogen?',
    leave_before_join: ({ count, n }) =>
      count === 1 ? '1 Austritt vor dem Eintritt' : `${n} Austritte vor dem Eintritt`,
    doubles: ({ count, n }) =>
      count === 1
        ? '1 Person steht vielleicht doppelt in der Datei'
        : `${n} Personen stehen vielleicht doppelt in der Datei`,
  },
  hints: {
    mandate_without_date:
      'Ohne Datum lässt sich nicht einziehen. Wähle den Eintritt nur, wenn das Mandat auf dem Aufnahmeantrag steht. Das steht dann auch im Protokoll.',
    last_used_on:
      'Ein Mandat gilt 36 Monate nach dem letzten Einzug. Das Datum gilt für alle, die per Lastschrift zahlen, an dem Tag Mitglied waren und vorher unterschrieben haben. Lass es leer, wenn du es nicht weißt.',
    several_emails:
      'Hier hat jede Person nur eine E-Mail-Adresse. Die weiteren stehen danach unter „Nicht übernommen“.',
    rounded_number: 'Excel merkt sich nur 15 Ziffern. Die letzten sind deshalb meistens falsch.',
    doubles:
      'Namen und Geburtsdatum oder Adresse sind gleich, die Nummern nicht. Vorausgewählt ist, was wahrscheinlicher ist.',
    year_only: 'Die Datei nennt nur das Jahr. Soll der 1. Januar gelten?',
  },
  answers: {
    accept: 'So übernehmen',
    leave_out: 'Weglassen',
    first_day: '1. Januar des Jahres',
    add_zero: 'Vorn eine 0 ergänzen',
    as_it_is: 'So lassen',
    first: 'Die erste übernehmen',
    as_text: 'Als Text übernehmen',
    thousands: 'Punkt oder Komma trennt Tausender: 1.234 ist eintausendzweihundertvierunddreißig',
    decimals: 'Punkt oder Komma trennt Nachkommastellen: 1.234 ist 1,234',
    last_word: 'Das letzte Wort ist der Nachname',
    more_words: 'Das erste Wort ist der Vorname, der Rest der Nachname',
    new: 'Neuer Wert',
    yes: 'Ja',
    no: 'Nein',
    none: 'Leer lassen',
    'mandate_without_date.none': 'Leer lassen (kein Einzug möglich)',
    join_date: 'Datum des Eintritts nehmen',
    one: 'Eine Person',
    two: 'Zwei Personen',
  },
  sameAs: (value) => `Dasselbe wie „${value}“`,
}

const en: Texts = {
  titles: {
    two_digit_year: ({ count, n }) =>
      count === 1 ? '1 date with a year of two digits' : `${n} dates with years of two digits`,
    year_only: ({ n, count, column }) =>
      `${count === 1 ? '1 year' : `${n} years`} without day and month in “${column}”`,
    unlikely_birthdate: ({ count, n }) =>
      count === 1 ? '1 unlikely date of birth' : `${n} unlikely dates of birth`,
    postcode_zero: ({ count, n }) =>
      count === 1 ? '1 postcode of four digits' : `${n} postcodes of four digits`,
    several_emails: ({ count, n }) =>
      count === 1 ? '1 cell with several email addresses' : `${n} cells with several email addresses`,
    at_in_words: ({ count, n }) =>
      count === 1 ? '1 email address with “(at)”' : `${n} email addresses with “(at)”`,
    formula: ({ count, n }) =>
      count === 1 ? '1 cell that looks like a formula' : `${n} cells that look like formulas`,
    rounded_number: ({ count, n }) =>
      count === 1 ? '1 long number that Excel has rounded' : `${n} long numbers that Excel has rounded`,
    amount_thousands: ({ count, n }) => (count === 1 ? '1 number like 1.234' : `${n} numbers like 1.234`),
    name_of_three_words: ({ count, n }) =>
      count === 1 ? '1 name of three words' : `${n} names of three words`,
    unknown_word: ({ n, column, word }) =>
      word ? `What is “${word}” in “${column}”? (${n} times)` : `Other new words in “${column}” (${n})`,
    payment_word: ({ n, column, word }) =>
      word
        ? `Which payment method is “${word}”? (${n} times)`
        : `Other payment methods in “${column}” (${n})`,
    mandate_without_date: ({ count, n }) =>
      count === 1
        ? '1 SEPA mandate without a date of signature'
        : `${n} SEPA mandates without a date of signature`,
    last_used_on: () => 'When did the old program collect the last time?',
    leave_before_join: ({ count, n }) =>
      count === 1 ? '1 person who left before joining' : `${n} persons who left before joining`,
    doubles: ({ count, n }) =>
      count === 1 ? '1 person may be twice in the file' : `${n} persons may be twice in the file`,
  },
  hints: {
    mandate_without_date:
      'Nothing can be collected without a date. Choose the date of joining only if the mandate is part of the application form. The log then says so.',
    last_used_on:
      'A mandate is valid for 36 months after it was last used. The date is set for all who pay by direct debit, were members on that day, and signed before. Leave it empty if you do not know it.',
    several_emails: 'Each person has only one email address here. The others are under “Not imported” then.',
    rounded_number: 'Excel keeps 15 digits. The last ones are wrong in most cases.',
    doubles:
      'Names and date of birth or address are the same, the numbers are not. What is more likely is preselected.',
    year_only: 'The file has only the year. Is it to be 1 January?',
  },
  answers: {
    accept: 'Take it like this',
    leave_out: 'Leave out',
    first_day: '1 January of the year',
    add_zero: 'Put a 0 in front',
    as_it_is: 'Leave as it is',
    first: 'Take the first one',
    as_text: 'Take it as text',
    thousands: 'Point or comma separates thousands: 1.234 is one thousand two hundred and thirty-four',
    decimals: 'Point or comma separates decimals: 1.234 is a little more than one',
    last_word: 'The last word is the last name',
    more_words: 'The first word is the first name, the rest the last name',
    new: 'New value',
    yes: 'Yes',
    no: 'No',
    none: 'Leave empty',
    'mandate_without_date.none': 'Leave empty (nothing can be collected)',
    join_date: 'Take the date of joining',
    one: 'One person',
    two: 'Two persons',
  },
  sameAs: (value) => `Same as “${value}”`,
}

/** What the page of questions asks about doubtful cells. */
export const questionTexts = ({ language }: Locale): Texts => (language === 'de' ? de : en)
