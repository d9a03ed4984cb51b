import type { FamilySign } from '../../domain/persons/families/find'
import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'Familie',
  payer: 'Zahler',
  open: 'Zusammen offen',
  alone: 'Zahlt selbst und für niemanden sonst.',
  setPayer: 'Zahler festlegen',
  changePayer: 'Zahler ändern',
  removePayer: 'Zahler entfernen',
  addDependant: 'Weitere Person hinzufügen',
  find: 'Familien finden',
  choosePayer: {
    title: (name: string) => `Wer zahlt für ${name}?`,
    lead: 'Der Zahler bekommt Lastschriften, Mitteilungen und Erinnerungen für alle, für die er zahlt.',
  },
  chooseDependant: {
    title: (name: string) => `Für wen zahlt ${name} noch?`,
    lead: 'Lastschriften, Mitteilungen und Erinnerungen gehen dann an den Zahler.',
  },
  search: 'Name, E-Mail-Adresse oder Mitgliedsnummer',
  likely: 'Gleiches Konto oder gleicher Nachname',
  found: 'Gefunden',
  nobody: 'Niemand gefunden. Suche nach dem Namen.',
  choose: 'Wählen',
  number: (number: string) => `Nr. ${number}`,
  contact: 'Kontakt',
  applicant: 'Antrag',
  confirm: {
    title: (payer: string, name: string) => `${payer} zahlt für ${name}`,
    lead: (payer: string) =>
      `Eingezogen wird vom Konto von ${payer}. Schuldner der Beiträge bleibt, wer Mitglied ist.`,
    submit: 'Zahler festlegen',
    other: 'Andere Person wählen',
    account: (name: string) => `Konto und Mandat von ${name}`,
    give_up: 'Eigenes Konto und Mandat löschen',
    passes: (reference: string, payer: string) =>
      `${payer} ist derselbe Kontoinhaber: Das Mandat ${reference} geht mit Datum und letzter Nutzung über.`,
    same: 'Es ist dasselbe Konto.',
    keep: 'Eigenes Konto und Mandat behalten',
    keepHint: 'Eingezogen wird dann weiter vom eigenen Konto.',
    undecided: 'Eigenes Konto und Mandat bleiben. Ändern kann sie, wer Konten bearbeiten darf.',
    noMandate: (payer: string) => `${payer} hat noch kein Mandat`,
    newMandate:
      'Ein anderer Kontoinhaber braucht ein neues Mandat mit neuer Referenz und eigener Unterschrift. Das alte lässt sich nicht umschreiben.',
    editPayment: 'Zahlungsangaben bearbeiten',
  },
  changed: 'Die Person wurde inzwischen geändert. Sieh sie dir noch einmal an.',
  refused: 'Das geht so nicht',
  deletion: {
    label: (names: string) => `Wer zahlt dann für ${names}?`,
    themselves: 'Jeder zahlt selbst',
    instead: (name: string) => `${name} zahlt für alle`,
  },
  families: {
    title: 'Familien finden',
    lead: 'Diese Personen könnten zusammen zahlen. Hake an, was stimmt, und wähle den Zahler. Niemand wird ungesehen zugeordnet.',
    none: 'Keine Vorschläge',
    noneLead:
      'Gesucht wird nach gleicher IBAN, sonst nach gleichem Nachnamen und gleicher Straße. Wer schon einen Zahler hat, fehlt hier.',
    signs: { iban: 'gleiche IBAN', address: 'gleicher Nachname und gleiche Adresse' } satisfies Record<
      FamilySign,
      string
    >,
    take: 'Das ist eine Familie',
    payer: 'Zahler',
    others: 'Für wen',
    accounts: 'Ein gemeinsames Konto steht danach nur noch beim Zahler, mit dem Mandat.',
    save: 'Angehakte Familien speichern',
    more: 'Weitere Vorschläge',
    saved: (count: number): string =>
      count === 1 ? '1 Person hat jetzt einen Zahler.' : `${count} Personen haben jetzt einen Zahler.`,
    nothing: 'Es war nichts angehakt.',
    changed:
      'Inzwischen hat sich etwas geändert, und es ist nichts gespeichert. Sieh die Vorschläge noch einmal durch.',
    born: (date: string) => `geb.\u00a0${date}`,
  },
}

const en: typeof de = {
  title: 'Family',
  payer: 'Payer',
  open: 'Open in total',
  alone: 'Pays for themselves and nobody else.',
  setPayer: 'Set payer',
  changePayer: 'Change payer',
  removePayer: 'Remove payer',
  addDependant: 'Add another person',
  find: 'Find families',
  choosePayer: {
    title: (name) => `Who pays for ${name}?`,
    lead: 'The payer gets direct debits, notices and reminders for everyone they pay for.',
  },
  chooseDependant: {
    title: (name) => `Who else does ${name} pay for?`,
    lead: 'Direct debits, notices and reminders then go to the payer.',
  },
  search: 'Name, email address or membership number',
  likely: 'Same account or same last name',
  found: 'Found',
  nobody: 'Nobody found. Search for the name.',
  choose: 'Choose',
  number: (number) => `No. ${number}`,
  contact: 'Contact',
  applicant: 'Application',
  confirm: {
    title: (payer, name) => `${payer} pays for ${name}`,
    lead: (payer) => `Fees are collected from the account of ${payer}. The member still owes them.`,
    submit: 'Set payer',
    other: 'Choose another person',
    account: (name) => `Account and mandate of ${name}`,
    give_up: 'Delete their own account and mandate',
    passes: (reference, payer) =>
      `${payer} is the same account holder: the mandate ${reference} moves with its date and last use.`,
    same: 'It is the same account.',
    keep: 'Keep their own account and mandate',
    keepHint: 'Fees are then still collected from their own account.',
    undecided: 'Their own account and mandate stay. Staff who may edit accounts can change them.',
    noMandate: (payer) => `${payer} has no mandate yet`,
    newMandate:
      'Another account holder needs a new mandate with a new reference and a signature. The old one cannot be amended.',
    editPayment: 'Edit payment details',
  },
  changed: 'The person has been changed meanwhile. Have another look.',
  refused: 'This is not possible',
  deletion: {
    label: (names) => `Who pays for ${names} then?`,
    themselves: 'Each pays for themselves',
    instead: (name) => `${name} pays for all`,
  },
  families: {
    title: 'Find families',
    lead: 'These persons may pay together. Tick what is right, and choose the payer. Nobody is assigned unseen.',
    none: 'No proposals',
    noneLead:
      'The search is for the same IBAN, else the same last name and street. Who has a payer is left out.',
    signs: { iban: 'same IBAN', address: 'same last name and address' },
    take: 'This is a family',
    payer: 'Payer',
    others: 'For whom',
    accounts: 'A shared account then stays only with the payer, with the mandate.',
    save: 'Save ticked families',
    more: 'More proposals',
    saved: (count) => (count === 1 ? '1 person has a payer now.' : `${count} persons have a payer now.`),
    nothing: 'Nothing was ticked.',
    changed: 'Something has changed meanwhile, and nothing is saved. Go through the proposals again.',
    born: (date) => `born ${date}`,
  },
}

/** The words about families. */
export const familyTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
