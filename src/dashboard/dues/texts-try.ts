import type { Quote } from '../../domain/dues/quote'
import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'Ausprobieren',
  lead: 'Was zahlt wer, und wie kommt es zustande? Erhoben wird dabei nichts.',
  search: 'Name oder Mitgliedsnummer',
  period: 'Zeitraum',
  found: 'Gefunden',
  none: 'Niemand gefunden',
  noneLead: 'Gesucht wird in der Liste, für die die Beitragsordnung gilt.',
  owes: (name: string, amount: string) => `${name} zahlt ${amount}`,
  free: (name: string, why: string) => `${name} ist beitragsfrei: ${why}`,
  owesNothing: (name: string) => `${name} zahlt nichts`,
  age: (age: string) => `${age} Jahre am Stichtag`,
  open: 'Person öffnen',
  reasons: {
    owes: '',
    exempt: 'Frei',
    no_member: 'Kein Mitglied in diesem Zeitraum',
    no_rule: 'Kein Grundbeitrag passt',
    no_birthdate: 'Das Geburtsdatum fehlt, und das Alter entscheidet',
    no_price: 'Ohne Preis',
  } satisfies Record<Quote['outcome'], string>,
  due: (day: string, amount: string) => `${amount} fällig am ${day}`,
  claim: 'Für diese Person erheben',
  claimed: (amount: string) => `Davon sind ${amount} schon erhoben.`,
}

const en: typeof de = {
  title: 'Try it',
  lead: 'Who pays what, and how does it come about? This claims nothing.',
  search: 'Name or membership number',
  period: 'Period',
  found: 'Found',
  none: 'Nobody found',
  noneLead: 'This looks in the list that the fee rules are for.',
  owes: (name, amount) => `${name} pays ${amount}`,
  free: (name, why) => `${name} pays no fee: ${why}`,
  owesNothing: (name) => `${name} pays nothing`,
  age: (age) => `${age} years old on the key day`,
  open: 'Open the person',
  reasons: {
    owes: '',
    exempt: 'Free',
    no_member: 'Not a member in this period',
    no_rule: 'No base fee fits',
    no_birthdate: 'The date of birth is missing, and age decides',
    no_price: 'Without a price',
  },
  due: (day, amount) => `${amount} due on ${day}`,
  claim: 'Claim for this person',
  claimed: (amount) => `${amount} of it is claimed already.`,
}

/** What the page says that tries a plan with a person. */
export const tryTexts = ({ language }: Locale): typeof de => ({ de, en })[language]
