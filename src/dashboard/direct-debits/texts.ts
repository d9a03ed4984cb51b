import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'Lastschriften',
  lead: 'Beiträge gesammelt von den Konten der Mitglieder einziehen.',
  add: 'Neuer Einzug',
  none: 'Noch kein Einzug',
  noneLead:
    'Ein Einzug fasst offene Beiträge zu einer Datei zusammen, die du bei deiner Bank hochlädst. Die Bank bucht am gewählten Tag ab.',
  columns: {
    date: 'Einzug am',
    count: 'Lastschriften',
    amount: 'Summe',
    state: 'Status',
    returned: 'Rücklastschriften',
  },
  debits: (count: number, number: string) => (count === 1 ? '1 Lastschrift' : `${number} Lastschriften`),
  fees: (count: number, number: string) => (count === 1 ? '1 Beitrag' : `${number} Beiträge`),
  returned: (count: number) => (count === 1 ? '1 Rücklastschrift' : `${count} Rücklastschriften`),
  states: {
    released: 'Noch nicht bei der Bank',
    submitted: 'Bei der Bank eingereicht',
    settled: 'Gutgeschrieben',
    discarded: 'Verworfen',
  },
  older: 'Ältere Einzüge',
  newest: 'Zu den neuesten',
  creditorMissing: {
    title: 'Für Lastschriften fehlen noch Angaben des Vereins',
    lead: 'Gebraucht werden der Name des Kontos, die IBAN und die Gläubiger-Identifikationsnummer.',
    action: 'Angaben eintragen',
    askOwners: (names: string) => `Eintragen können sie Personen mit Vollzugriff: ${names}.`,
  },
  running: 'Die Freigabe läuft noch. Lade die Seite gleich neu, dann steht der Einzug in der Liste.',
}

const en: typeof de = {
  title: 'Direct debits',
  lead: 'Collect fees together from the accounts of your members.',
  add: 'New collection',
  none: 'No collection yet',
  noneLead:
    'A collection puts open fees into one file, which you upload at your bank. The bank debits the accounts on the day that you choose.',
  columns: { date: 'Collected on', count: 'Debits', amount: 'Sum', state: 'Status', returned: 'Returns' },
  debits: (count, number) => (count === 1 ? '1 debit' : `${number} debits`),
  fees: (count, number) => (count === 1 ? '1 fee' : `${number} fees`),
  returned: (count) => (count === 1 ? '1 return' : `${count} returns`),
  states: {
    released: 'Not at the bank yet',
    submitted: 'Submitted to the bank',
    settled: 'Credited',
    discarded: 'Discarded',
  },
  older: 'Older collections',
  newest: 'To the newest',
  creditorMissing: {
    title: 'Direct debits still need details of your association',
    lead: 'Needed are the name of the account, the IBAN and the creditor identifier.',
    action: 'Enter the details',
    askOwners: (names) => `An owner can enter them: ${names}.`,
  },
  running: 'The release is still running. Reload the page in a moment, and the collection is in the list.',
}

/** What the list of collections says. */
export const listTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
