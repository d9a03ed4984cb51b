import type { ImportOptions } from '../../domain/imports/planned'
import type { Counted } from './counted'

const de = {
  title: 'Stimmt das so?',
  lead: 'Noch ist nichts in der Liste. Sieh dir an, was der Import tut.',
  accountsTitle: 'Konten übernehmen',
  accountsLead: 'Die Personen sind schon in der Liste. Es fehlen noch Konten und Mandate.',
  changeColumns: 'Zuordnung ansehen',
  created: 'Neu',
  updated: 'Geändert',
  unchanged: 'Unverändert',
  ended: 'Treten aus',
  leftOut: 'Personen ausgelassen',
  gaps: 'Angaben nicht übernommen',
  waiting: 'Konten warten',
  search: 'Name',
  changes: 'Was sich ändert',
  person: 'Person',
  changesColumn: 'Angaben',
  origin: 'Herkunft',
  isNew: 'neu',
  shown: (n: string) => `Hier stehen die ersten ${n}. Suche nach einem Namen, um andere zu sehen.`,
  nobody: 'Niemand mit diesem Namen ändert sich.',
  gapsTitle: 'Nicht übernommen',
  gapsLead:
    'Diese Angaben lassen sich nicht lesen. Die Personen kommen trotzdem in die Liste, nur ohne sie. Du kannst sie hier berichtigen oder später nachtragen.',
  gapsLeadRows:
    'Diese Angaben lassen sich nicht lesen. Personen mit einer solchen Angabe kommen nicht in die Liste. Du kannst sie hier berichtigen oder später importieren.',
  seeGaps: 'Alle ansehen und berichtigen',
  leaveOut: {
    rows: 'Diese Personen ganz auslassen',
    cells: 'Diese Personen doch übernehmen',
  } satisfies Record<ImportOptions['leaveOut'], string>,
  fields: 'Neue Felder',
  fieldsLead: 'Der Import legt diese eigenen Felder an:',
  valuesLead: 'Diese Felder bekommen neue Werte:',
  questionsOpen: ((n) =>
    n === '1'
      ? '1 Frage ist noch offen. Für sie gilt der Vorschlag.'
      : `${n} Fragen sind noch offen. Für sie gilt der Vorschlag.`) as Counted,
  answer: 'Fragen ansehen',
  united: ((n) =>
    n === '1'
      ? '1 Zeile gehört zu einer Person, die schon in einer anderen Zeile steht. Beide werden zusammengeführt.'
      : `${n} Zeilen gehören zu Personen, die schon in anderen Zeilen stehen. Sie werden zusammengeführt.`) as Counted,
  totals: ((n) =>
    n === '1'
      ? '1 Summenzeile am Ende wird weggelassen.'
      : `${n} Summenzeilen am Ende werden weggelassen.`) as Counted,
  joinDates:
    'Für Mandate ohne Datum gilt der Eintritt als Tag der Unterschrift. Das steht auch im Protokoll.',
  ends: (n: string, day: string) =>
    n === '1'
      ? `1 Mitglied, das in der Datei fehlt, tritt zum ${day} aus.`
      : `${n} Mitglieder, die in der Datei fehlen, treten zum ${day} aus.`,
  accountsWait: ((n) =>
    n === '1'
      ? '1 Konto oder Mandat darf nur die Kassenführung eintragen. Es wartet nach dem Import höchstens 14 Tage.'
      : `${n} Konten oder Mandate darf nur die Kassenführung eintragen. Sie warten nach dem Import höchstens 14 Tage.`) as Counted,
  keyReplaces: (name: string) =>
    `Ein anderes Programm gleicht diese Liste über den API-Schlüssel „${name}“ ab und löscht dabei, wer in seinen Daten fehlt. Trag die neuen Personen vorher auch dort ein oder schalte das Löschen ab.`,
  run: ((n) => `${n} übernehmen`) as Counted,
  runAccounts: ((n) => (n === '1' ? '1 Konto übernehmen' : `${n} Konten übernehmen`)) as Counted,
  nothing: 'Die Datei ändert nichts',
  nothingLead: 'Alle Personen darin stehen schon so in der Liste.',
  nothingLeft: 'Was darin anders ist, lässt der Import aus.',
  accountsNothing: 'Hier ist nichts mehr zu tun',
  accountsNothingLead: 'Von dieser Datei ist kein Konto und kein Mandat mehr einzutragen.',
  close: 'Erledigt',
  otherFile: 'Andere Datei wählen',
  changed: 'Die Liste oder der Import hat sich inzwischen geändert',
  changedLead: 'Es wurde nichts übernommen. Das würde der Import jetzt tun:',
  notAllowed: 'Diesen Entwurf kann nur übernehmen, wer die Liste ändern darf.',
}

const en: typeof de = {
  title: 'Is this right?',
  lead: 'Nothing is in the list yet. See what the import does.',
  accountsTitle: 'Import accounts',
  accountsLead: 'The persons are in the list already. Accounts and mandates are still missing.',
  changeColumns: 'See the mapping',
  created: 'New',
  updated: 'Changed',
  unchanged: 'Unchanged',
  ended: 'Leave',
  leftOut: 'Persons left out',
  gaps: 'Values not imported',
  waiting: 'Accounts wait',
  search: 'Name',
  changes: 'What changes',
  person: 'Person',
  changesColumn: 'Values',
  origin: 'Origin',
  isNew: 'new',
  shown: (n) => `These are the first ${n}. Search for a name to see others.`,
  nobody: 'Nobody of this name changes.',
  gapsTitle: 'Not imported',
  gapsLead:
    'These values cannot be read. The persons get into the list all the same, without them. You can correct them here or add them later.',
  gapsLeadRows:
    'These values cannot be read. Persons with such a value do not get into the list. You can correct them here, or import them later.',
  seeGaps: 'See and correct all',
  leaveOut: { rows: 'Leave these persons out', cells: 'Import these persons after all' },
  fields: 'New fields',
  fieldsLead: 'The import adds these custom fields:',
  valuesLead: 'These fields get new values:',
  questionsOpen: (n) =>
    n === '1'
      ? '1 question is still open. The proposal counts for it.'
      : `${n} questions are still open. The proposals count for them.`,
  answer: 'See the questions',
  united: (n) =>
    n === '1'
      ? '1 row belongs to a person who is in another row already. They are merged.'
      : `${n} rows belong to persons who are in other rows already. They are merged.`,
  totals: (n) =>
    n === '1' ? '1 row of sums at the end is left out.' : `${n} rows of sums at the end are left out.`,
  joinDates:
    'For mandates without a date, the date of joining counts as that of the signature. The log says so, too.',
  ends: (n, day) =>
    n === '1'
      ? `1 member who is not in the file leaves on ${day}.`
      : `${n} members who are not in the file leave on ${day}.`,
  accountsWait: (n) =>
    n === '1'
      ? 'Only the treasurer may enter 1 account or mandate. After the import it waits for 14 days at most.'
      : `Only the treasurer may enter ${n} accounts or mandates. After the import they wait for 14 days at most.`,
  keyReplaces: (name) =>
    `Another program synchronizes this list with the API key “${name}” and deletes persons missing from its data. Add the new persons there first, or turn deleting off.`,
  run: (n) => `Import ${n}`,
  runAccounts: (n) => (n === '1' ? 'Import 1 account' : `Import ${n} accounts`),
  nothing: 'The file changes nothing',
  nothingLead: 'The list has all of its persons like this already.',
  nothingLeft: 'The import leaves out what is different in it.',
  accountsNothing: 'There is nothing left to do here',
  accountsNothingLead: 'No account and no mandate of this file is left to enter.',
  close: 'Done',
  otherFile: 'Choose another file',
  changed: 'The list or the import has changed meanwhile',
  changedLead: 'Nothing was imported. This is what the import would do now:',
  notAllowed: 'Only those who may change the list can import this draft.',
}

/** What the page says that shows what an import would do. */
export const checkTexts = { de, en }
