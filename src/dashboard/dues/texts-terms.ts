import type { Locale } from '../../ui/i18n/locale'
import type { FieldTexts } from '../refused-fields'

const de = {
  title: 'Eckdaten ändern',
  card: 'Wann und wie',
  intervals: {
    year: 'Jahr',
    half_year: 'Halbjahr',
    quarter: 'Quartal',
    month: 'Monat',
  },
  proRatas: {
    months: 'Anteilig ab dem Monat des Eintritts',
    none: 'Den vollen Beitrag',
  },
  roundings: {
    '1': 'Auf den Cent',
    '10': 'Auf 10 Cent',
    '50': 'Auf 50 Cent',
    '100': 'Auf ganze Euro',
  } as Record<string, string>,
  noInstalments: 'Keine Raten: alles auf einmal',
  parts: { '1': 'einmal', '2': 'halbjährlich', '4': 'vierteljährlich', '12': 'monatlich' } as Record<
    string,
    string
  >,
  partsTitle: (column: string) => `Raten nach ${column}`,
  fields: {
    form: { label: 'Eckdaten', issue: 'So geht das nicht.' },
    name: { label: 'Name', issue: 'Bitte gib einen Namen mit höchstens 100 Zeichen ein.' },
    description: {
      label: 'Text des Beitrags',
      hint: 'Steht im Portal, auf Schreiben und im Lastschrifttext. {{period}} wird zum Zeitraum.',
      issue: 'Bitte gib einen Text mit höchstens 200 Zeichen ein.',
    },
    interval: { label: 'Beitrag je', issue: 'Bitte wähle aus.' },
    from_period: { label: 'Gilt ab', issue: 'Bitte wähle einen Zeitraum.' },
    due_day: {
      label: 'Fällig am',
      hint: 'Im ersten Zeitraum; danach immer gleich weit nach dessen Beginn.',
      issue: 'Bitte nimm einen Tag im ersten Zeitraum oder kurz danach.',
    },
    key_day: {
      label: 'Stichtag für Alter und Gruppe',
      hint: 'Zählt jedes Jahr an diesem Tag.',
      issue: 'Bitte gib ein Datum ein.',
    },
    pro_rata: { label: 'Wer im Zeitraum eintritt, zahlt', issue: 'Bitte wähle aus.' },
    rounding: { label: 'Gerundet wird', issue: 'Bitte wähle aus.' },
    instalments: { label: 'Raten nach einem Feld', issue: 'Bitte wähle ein Feld mit festen Werten.' },
  },
}

const en: typeof de = {
  title: 'Change terms',
  card: 'When and how',
  intervals: { year: 'Year', half_year: 'Half-year', quarter: 'Quarter', month: 'Month' },
  proRatas: { months: 'In part, from the month of joining', none: 'The full fee' },
  roundings: { '1': 'To the cent', '10': 'To 10 cents', '50': 'To 50 cents', '100': 'To whole euros' },
  noInstalments: 'No instalments: all at once',
  parts: { '1': 'once', '2': 'half-yearly', '4': 'quarterly', '12': 'monthly' },
  partsTitle: (column) => `Instalments by ${column}`,
  fields: {
    form: { label: 'Terms', issue: 'This is not possible.' },
    name: { label: 'Name', issue: 'Enter a name of at most 100 characters.' },
    description: {
      label: 'Text of the fee',
      hint: 'Shown in the portal, on letters and in the text of debits. {{period}} becomes the period.',
      issue: 'Enter a text of at most 200 characters.',
    },
    interval: { label: 'Fee per', issue: 'Choose one.' },
    from_period: { label: 'In force from', issue: 'Choose a period.' },
    due_day: {
      label: 'Due on',
      hint: 'In the first period; later as many days after it begins.',
      issue: 'Take a day in the first period or shortly after.',
    },
    key_day: {
      label: 'Day on which age and group count',
      hint: 'Counts on this day each year.',
      issue: 'Enter a date.',
    },
    pro_rata: { label: 'Who joins within the period pays', issue: 'Choose one.' },
    rounding: { label: 'Amounts are rounded', issue: 'Choose one.' },
    instalments: { label: 'Instalments by a field', issue: 'Choose a field with fixed values.' },
  },
}

export type TermsFields = Record<keyof (typeof de)['fields'], FieldTexts>

/** What the fields of the terms of a plan say. */
export const termsTexts = ({ language }: Locale): typeof de => ({ de, en })[language]
