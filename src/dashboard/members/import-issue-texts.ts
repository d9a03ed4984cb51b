import type { PersonRefusal } from '../../domain/shared/person-refusals'
import type { SentencesOf } from '../../domain/shared/sentences'
import type { SHAPES } from '../../domain/shared/shape-refusals'
import type { Locale } from '../../ui/i18n/locale'

/** A cell that is refused: its text, what is said of values of its field, and the values that the file may have. */
type Cell = { text: string; noun: string; allowed: string[] }

/** A sentence about a cell, or about a row if the cell is empty. */
type Sentence = (cell: Cell, limit: number) => string

type CellCode = keyof typeof SHAPES | 'required' | 'taken' | 'in_future' | 'before_signature'

type Texts = {
  /** What the values of fields are called, with the article of "is no …". */
  nouns: Record<string, string>
  cells: Partial<Record<CellCode, Sentence>>
  rows: Partial<SentencesOf<PersonRefusal>>
  tooMany: string
}

const de: Texts = {
  nouns: {
    date: 'kein Datum',
    email: 'keine E-Mail-Adresse',
    url: 'keine Internetadresse',
    payment: 'keine Zahlungsart',
    sex: 'kein Geschlecht',
    integer: 'keine ganze Zahl',
    number: 'keine Zahl',
    boolean: 'weder wahr noch falsch',
    'bank_account.iban': 'keine gültige IBAN',
    'bank_account.bic': 'kein gültiger BIC',
    'address.country_code': 'kein Länderkürzel aus zwei Buchstaben wie DE',
    phone_numbers: 'keine Liste von Telefonnummern wie im Export',
    choices: 'keine Liste von Werten wie im Export',
    lines: 'keine Liste von Werten wie im Export',
    text: 'kein möglicher Wert',
  },
  cells: {
    not_allowed: ({ text, noun, allowed }) => `„${text}“ ist ${noun}${listed(allowed, 'Möglich')}.`,
    invalid_format: ({ text, noun }) => `„${text}“ ist ${noun}.`,
    wrong_type: ({ text, noun, allowed }) => `„${text}“ ist ${noun}${listed(allowed, 'Möglich')}.`,
    too_long: ({ text }, max) => `„${text}“ ist länger als ${max} Zeichen.`,
    too_many_entries: (_, max) => `Hier stehen mehr als ${max} Einträge.`,
    too_large: ({ text }) => `„${text}“ ist zu groß.`,
    too_small: ({ text }) => `„${text}“ ist zu klein.`,
    blank: () => 'Hier stehen nur Leerzeichen.',
    empty: () => 'Hier fehlt ein Wert.',
    required: () => 'Hier fehlt ein Wert.',
    control_characters: ({ text }) => `„${text}“ enthält Zeichen, die wir nicht speichern können.`,
    reserved: ({ text }) => `„${text}“ ist als Kennung nicht erlaubt.`,
    in_future: ({ text }) => `„${text}“ liegt in der Zukunft.`,
    before_signature: ({ text }) => `„${text}“ liegt vor der Unterschrift des Mandats.`,
  },
  rows: {
    nothing_identifies: () =>
      'In der Zeile fehlt ein Name. Auch E-Mail-Adresse, Mitgliedsnummer oder externe ID genügen.',
    assigned: 'Diesen Wert vergibt der Dienst. Lass die Zelle leer.',
    same_column: 'Diese Spalte steht zweimal in der Datei, unter ihrem Namen und unter ihrer Kennung.',
    custom_values_too_large: 'Die eigenen Felder dieser Person sind zusammen zu lang.',
    external_id_taken: 'Diese externe ID hat schon eine andere Person.',
    membership_number_taken: 'Diese Mitgliedsnummer hat schon ein anderes Mitglied.',
    person_id_unknown: 'Diese ID gibt es in der Liste nicht. Für eine neue Person lass die Zelle leer.',
    person_twice: 'Diese Person steht zweimal in der Datei.',
    persons_too_large: 'Diese Personen sind zusammen zu groß. Teile die Datei.',
    csv_column_unknown: 'Diese Spalte hat die Liste nicht. Nenne sie wie im Export, oder lösche sie.',
    csv_column_twice: 'Diese Spalte steht zweimal in der Datei.',
    csv_parts_missing: ({ parts }) => `Zu dieser Spalte gehören auch: ${parts.join(', ')}.`,
    csv_without_header: 'Die erste Zeile muss die Spalten nennen.',
    csv_cells_differ: ({ cells, columns }) => `Die Zeile hat ${cells} Zellen, die erste Zeile ${columns}.`,
    csv_malformed: 'Die Zeile ist kein gültiges CSV. Prüfe ihre Anführungszeichen.',
    csv_too_many_columns: ({ max }) => `Die Datei hat mehr als ${max} Spalten.`,
    csv_too_many_rows: ({ max }) => `Die Datei hat mehr als ${max} Zeilen. Lösche die leeren.`,
    csv_too_many_persons: ({ max }) => `Die Datei hat mehr als ${max} Personen. Teile sie.`,
  },
  tooMany: 'Es gibt noch mehr solcher Stellen.',
}

const en: Texts = {
  nouns: {
    date: 'no date',
    email: 'no email address',
    url: 'no web address',
    payment: 'no payment method',
    sex: 'no sex',
    integer: 'no whole number',
    number: 'no number',
    boolean: 'neither true nor false',
    'bank_account.iban': 'no valid IBAN',
    'bank_account.bic': 'no valid BIC',
    'address.country_code': 'no country code of two letters, as DE',
    phone_numbers: 'no list of phone numbers as in the export',
    choices: 'no list of values as in the export',
    lines: 'no list of values as in the export',
    text: 'no possible value',
  },
  cells: {
    not_allowed: ({ text, noun, allowed }) => `“${text}” is ${noun}${listed(allowed, 'Possible')}.`,
    invalid_format: ({ text, noun }) => `“${text}” is ${noun}.`,
    wrong_type: ({ text, noun, allowed }) => `“${text}” is ${noun}${listed(allowed, 'Possible')}.`,
    too_long: ({ text }, max) => `“${text}” is longer than ${max} characters.`,
    too_many_entries: (_, max) => `There are more than ${max} entries here.`,
    too_large: ({ text }) => `“${text}” is too large.`,
    too_small: ({ text }) => `“${text}” is too small.`,
    blank: () => 'There are only spaces here.',
    empty: () => 'A value is missing here.',
    required: () => 'A value is missing here.',
    control_characters: ({ text }) => `“${text}” has characters that we cannot store.`,
    reserved: ({ text }) => `“${text}” is not allowed as an ID.`,
    in_future: ({ text }) => `“${text}” is in the future.`,
    before_signature: ({ text }) => `“${text}” is before the mandate was signed.`,
  },
  rows: {
    nothing_identifies: () =>
      'The row has no name. An email address, a membership number or an external ID is enough, too.',
    assigned: 'The service assigns this value. Leave the cell empty.',
    same_column: 'This column is in the file twice, under its name and under its ID.',
    custom_values_too_large: 'The custom fields of this person are too long together.',
    external_id_taken: 'Another person has this external ID.',
    membership_number_taken: 'Another member has this membership number.',
    person_id_unknown: 'The list has no such ID. For a new person, leave the cell empty.',
    person_twice: 'This person is in the file twice.',
    persons_too_large: 'These persons are too large together. Split the file.',
    csv_column_unknown: 'The list has no such column. Name it as in the export, or delete it.',
    csv_column_twice: 'This column is in the file twice.',
    csv_parts_missing: ({ parts }) => `This column needs others beside it: ${parts.join(', ')}.`,
    csv_without_header: 'The first row must name the columns.',
    csv_cells_differ: ({ cells, columns }) => `The row has ${cells} cells, the first row ${columns}.`,
    csv_malformed: 'The row is not well-formed CSV. Check its quotes.',
    csv_too_many_columns: ({ max }) => `The file has more than ${max} columns.`,
    csv_too_many_rows: ({ max }) => `The file has more than ${max} rows. Delete the empty ones.`,
    csv_too_many_persons: ({ max }) => `The file has more than ${max} persons. Split it.`,
  },
  tooMany: 'There are more such places.',
}

const listed = (allowed: string[], word: string): string =>
  allowed.length > 0 ? `. ${word}: ${allowed.join(', ')}` : ''

export const importIssueTexts = ({ language }: Locale): Texts => (language === 'de' ? de : en)
