import type { Locale } from '../../ui/i18n/locale'

const de = {
  lead: 'Größen vom letzten Zählen, einmal in der Nacht. Personen und Beiträge dieser Vereine siehst du nicht.',
  association: 'Verein',
  members: 'Mitglieder',
  contacts: 'Kontakte',
  openFees: 'Offene Beiträge',
  openAmount: 'Offen',
  counted: 'Stand',
  portal: 'Portal',
  ownPortal: 'eigenes',
  yourPortal: 'von euch',
  empty: 'Keine untergeordneten Vereine',
  emptyLead: 'Der Betreiber ordnet Vereine einander zu.',
}

const en: typeof de = {
  lead: 'Sizes as last counted, once a night. You do not see the persons and fees of these associations.',
  association: 'Association',
  members: 'Members',
  contacts: 'Contacts',
  openFees: 'Open fees',
  openAmount: 'Open',
  counted: 'As of',
  portal: 'Portal',
  ownPortal: 'own',
  yourPortal: 'yours',
  empty: 'No subordinate associations',
  emptyLead: 'The operator of the service links associations to each other.',
}

export const subordinatesTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
