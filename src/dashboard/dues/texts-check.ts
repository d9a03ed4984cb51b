import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'Was ändert sich?',
  from: (period: string) =>
    `Die Änderung gilt ab ${period}. Verglichen ist, was alle für ${period} bisher und danach zahlen.`,
  fromUntil: (period: string, until: string) =>
    `Die Änderung gilt ab ${period}, bis zur Fassung ab ${until}. Verglichen ist, was alle für ${period} bisher und danach zahlen.`,
  claimed: (period: string, count: string, amount: string) =>
    `Für ${period} ${count === '1' ? 'ist schon 1 Beitrag' : `sind schon ${count} Beiträge`} erhoben, zusammen ${amount}`,
  claimedLead:
    'Schon erhobene Beiträge bleiben, wie sie sind; der nächste Lauf dieses Zeitraums zeigt Unterschiede.',
  amount: 'Summe',
  before: (value: string) => `bisher ${value}`,
  more: 'Zahlen mehr',
  less: 'Zahlen weniger',
  same: 'Zahlen gleich viel',
  faults: 'Ohne Beitrag wegen Fehlern',
  nobody: 'Niemand zahlt etwas anderes.',
  changes: 'Größte Änderungen',
  columns: { person: 'Person', before: 'Bisher', after: 'Danach' },
  fault: 'Fehler',
  edit: 'Weiter bearbeiten',
  notSaved: 'Gespeichert ist noch nichts.',
}

const en: typeof de = {
  title: 'What changes?',
  from: (period) =>
    `The change is in force from ${period}. This compares what everyone pays for ${period} before and after it.`,
  fromUntil: (period, until) =>
    `The change is in force from ${period}, until the version from ${until}. This compares what everyone pays for ${period} before and after it.`,
  claimed: (period, count, amount) =>
    `${count === '1' ? '1 fee is' : `${count} fees are`} claimed for ${period} already, ${amount} in all`,
  claimedLead: 'Claimed fees stay as they are; the next run of this period shows differences.',
  amount: 'Sum',
  before: (value) => `${value} before`,
  more: 'Pay more',
  less: 'Pay less',
  same: 'Pay the same',
  faults: 'Without a fee because of faults',
  nobody: 'Nobody pays anything else.',
  changes: 'Largest changes',
  columns: { person: 'Person', before: 'Before', after: 'After' },
  fault: 'Fault',
  edit: 'Go on editing',
  notSaved: 'Nothing is saved yet.',
}

/** What the page says that shows what a change of a plan means. */
export const checkTexts = ({ language }: Locale): typeof de => ({ de, en })[language]
