import type { Locale } from '../../../ui/i18n/locale'

const de = {
  /** How many lines have a suggestion, by how it is known who paid. */
  byName: (count: number) => `${count} nach Namen`,
  byAccount: (count: number) => `${count} nach Konto`,
  lead: 'Wer bezahlt hat, ergibt sich aus Namen oder Konto, und der Betrag ist genau offen.',
  review: 'Durchsehen',
  title: 'Vorschläge durchsehen',
  pageLead:
    'Nimm das Häkchen weg, wo etwas nicht stimmt. Nicht dabei sind Zahlungen von Personen, die gleich heißen, und mehrere Umsätze für denselben Beitrag.',
  /** What the button says before and after the number of lines. */
  confirm: ['', ' bestätigen'],
  pays: 'Bezahlt',
  fits: { name: 'Name und Betrag stimmen.', account: 'Konto und Betrag stimmen.' },
  line: (party: string, date: string) => `${party}, ${date}`,
  sum: (count: number) => (count === 1 ? '1 Vorschlag' : `${count} Vorschläge`),
  nothingConfirmed: 'Es wurde nichts bestätigt',
  nothingTicked: 'Kreuze mindestens einen Umsatz an.',
  changed: (count: number) =>
    count === 1
      ? 'Ein Umsatz hat sich geändert. Sieh die übrigen durch und bestätige sie noch einmal.'
      : `${count} Umsätze haben sich geändert. Sieh die übrigen durch und bestätige sie noch einmal.`,
  reasons: {
    line_changed: 'Der Umsatz hat sich inzwischen geändert.',
    line_confirmed: 'Der Umsatz ist inzwischen zugeordnet.',
    line_ignored: 'Der Umsatz ist inzwischen ausgeblendet.',
  },
  empty: {
    title: 'Keine Vorschläge zum Durchsehen',
    lead: 'Hier stehen Umsätze, bei denen sich aus Namen oder Konto ergibt, wer bezahlt hat.',
  },
  back: 'Zu den Umsätzen',
}

const en: typeof de = {
  byName: (count) => `${count} by name`,
  byAccount: (count) => `${count} by account`,
  lead: 'The name or the account tells who has paid, and exactly the amount is open.',
  review: 'Review',
  title: 'Review suggestions',
  pageLead:
    'Untick what is wrong. Payments by persons of one name are not among them, nor several lines for one fee.',
  confirm: ['Confirm ', ''],
  pays: 'Pays',
  fits: { name: 'Name and amount match.', account: 'Account and amount match.' },
  line: (party, date) => `${party}, ${date}`,
  sum: (count) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
  nothingConfirmed: 'Nothing was confirmed',
  nothingTicked: 'Tick at least one line.',
  changed: (count) =>
    count === 1
      ? 'A line has changed. Review the others and confirm them again.'
      : `${count} lines have changed. Review the others and confirm them again.`,
  reasons: {
    line_changed: 'The line has changed in the meantime.',
    line_confirmed: 'The line is confirmed in the meantime.',
    line_ignored: 'The line is ignored in the meantime.',
  },
  empty: {
    title: 'No suggestions to review',
    lead: 'Lines of which the name or the account tells who has paid are listed here.',
  },
  back: 'Back to the lines',
}

/** What the page says that confirms suggestions together. */
export const suggestedTexts = ({ language }: Locale) => (language === 'de' ? de : en)
