import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'Suchen',
  label: 'Person, Beitrag, Seite',
  lead: 'Suche nach Name, E-Mail-Adresse, Mitgliedsnummer oder Referenz eines Beitrags, oder nach einer Seite der Verwaltung.',
  fees: 'Beiträge',
  pages: 'Seiten',
  number: (number: string) => `Nr. ${number}`,
  hint: 'Name, E-Mail-Adresse, Nummer, Referenz oder Seite',
  inList: (list: string) => `Alle Treffer in der Liste „${list}“`,
  count: (n: number) => (n === 1 ? '1 Treffer' : `${n} Treffer`),
  nothing: 'Nichts gefunden',
  nothingLead: 'Prüfe die Schreibweise oder suche mit weniger Wörtern.',
  actions: {
    newMember: 'Neues Mitglied',
    newContact: 'Neuer Kontakt',
    newMail: 'E-Mail schreiben',
    importMembers: 'Mitglieder importieren',
    importContacts: 'Kontakte importieren',
    importStatement: 'Kontoauszug einlesen',
    newMemberColumn: 'Neues Feld für Mitglieder',
    newContactColumn: 'Neues Feld für Kontakte',
    newCostUnit: 'Neue Kostenstelle',
    invite: 'Ins Team einladen',
    newApiKey: 'Neuer API-Schlüssel',
  },
}

const en: typeof de = {
  title: 'Search',
  label: 'People, fees, pages',
  lead: 'Search by name, email address, membership number or fee reference, or for a page of the dashboard.',
  fees: 'Fees',
  pages: 'Pages',
  number: (number) => `No. ${number}`,
  hint: 'Name, email address, number, reference or page',
  inList: (list) => `All matches in the list “${list}”`,
  count: (n) => (n === 1 ? '1 result' : `${n} results`),
  nothing: 'Nothing found',
  nothingLead: 'Check the spelling or use fewer words.',
  actions: {
    newMember: 'New member',
    newContact: 'New contact',
    newMail: 'Write an email',
    importMembers: 'Import members',
    importContacts: 'Import contacts',
    importStatement: 'Import a bank statement',
    newMemberColumn: 'New field for members',
    newContactColumn: 'New field for contacts',
    newCostUnit: 'New cost unit',
    invite: 'Invite to the team',
    newApiKey: 'New API key',
  },
}

/** What the search of all pages says. */
export const searchTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
