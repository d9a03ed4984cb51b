import type { Subordinate } from '../../domain/workspaces/subordinates'
import type { Locale } from '../../ui/i18n/locale'

const de = {
  lead: 'Größen vom letzten Zählen, einmal in der Nacht. Personen und Beiträge dieser Vereine siehst du nicht.',
  association: 'Verein',
  asOf: (day: string) => `Stand ${day}. Personen und Beiträge dieses Vereins siehst du nicht.`,
  notCounted: 'Die Zahlen kommen über Nacht.',
  members: 'Mitglieder',
  contacts: 'Kontakte',
  openFees: 'Offene Beiträge',
  openAmount: 'Offen',
  feeCount: (number: string) => `Anzahl: ${number}`,
  counted: 'Gezählt am',
  portal: 'Portal',
  portalManagers: { itself: 'eigenes', us: 'von euch', above: 'übergeordnet' } as Record<
    Subordinate['portalManager'],
    string
  >,
  memberPortal: 'Mitgliederportal',
  managedByItself: (name: string) =>
    `${name} verwaltet das Portal selbst und kann es in den eigenen Einstellungen abgeben.`,
  managedAbove: 'Ein Verein über euch verwaltet das Portal.',
  managedByYou: (name: string) =>
    `Ihr verwaltet das Portal für ${name}. Was Mitglieder dort sehen und ändern, bestimmen die`,
  portalSettings: 'Einstellungen eures Portals',
  enabled: (name: string) => `Mitglieder von ${name} können das Portal nutzen`,
  handBack: 'Portal zurückgeben',
  handBackTitle: (name: string) => `Portal an ${name} zurückgeben?`,
  handBackLead: (name: string) =>
    `${name} verwaltet das Portal dann wieder selbst, mit eigener Adresse. Offene Login-Links der Mitglieder zu eurem Portal gelten nicht mehr. Nur ${name} kann es wieder abgeben.`,
  done: { saved: 'Gespeichert.', handedBack: 'Das Portal ist zurückgegeben.' },
  empty: 'Keine untergeordneten Vereine',
  emptyLead: 'Der Betreiber ordnet Vereine einander zu.',
}

const en: typeof de = {
  lead: 'Sizes as last counted, once a night. You do not see the persons and fees of these associations.',
  association: 'Association',
  asOf: (day) => `As of ${day}. You do not see the persons and fees of this association.`,
  notCounted: 'The numbers will arrive overnight.',
  members: 'Members',
  contacts: 'Contacts',
  openFees: 'Open fees',
  openAmount: 'Open',
  feeCount: (number) => `Number: ${number}`,
  counted: 'As of',
  portal: 'Portal',
  portalManagers: { itself: 'own', us: 'yours', above: 'superordinate' },
  memberPortal: 'Member portal',
  managedByItself: (name) => `${name} manages its own portal and can hand it over in its settings.`,
  managedAbove: 'An association above yours manages the portal.',
  managedByYou: (name) =>
    `You manage the portal for ${name}. What its members see and change there is set in the`,
  portalSettings: 'settings of your portal',
  enabled: (name) => `Members of ${name} can use the portal`,
  handBack: 'Hand back the portal',
  handBackTitle: (name) => `Hand the portal back to ${name}?`,
  handBackLead: (name) =>
    `${name} then manages its portal itself again, at an address of its own. Open login links of its members to your portal are no longer valid. Only ${name} can hand it over again.`,
  done: { saved: 'Saved.', handedBack: 'The portal was handed back.' },
  empty: 'No subordinate associations',
  emptyLead: 'The operator of the service links associations to each other.',
}

export const subordinatesTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
