import type { ImportState } from '../../domain/imports/import'
import type { Counted } from './counted'

const de = {
  title: 'Mitglieder aus einer Datei importieren',
  contactsTitle: 'Kontakte aus einer Datei importieren',
  lead: 'Nimm die Datei so, wie euer altes Programm oder eure Tabelle sie schreibt. Du siehst jeden Schritt, bevor etwas in die Liste kommt.',
  label: 'Datei',
  hint: 'CSV, TSV oder Excel (XLSX), höchstens 10 MB.',
  submit: 'Datei lesen',
  none: 'Wähle eine Datei aus.',
  refused: 'Die Datei lässt sich nicht lesen',
  nothingStored: 'Es wurde nichts gespeichert.',
  howTo:
    'Oder ändere viele auf einmal: Lade den Export herunter, ändere ihn in der Tabelle und lies ihn hier wieder ein.',
  download: 'Export herunterladen',
  earlier: 'Frühere Importe',
  noEarlier: 'Noch keine',
  open: 'Weitermachen',
  view: 'Ansehen',
  readOnly: 'Dateien importiert die Geschäftsstelle. Du kannst Konten übernehmen, die auf dich warten.',
  states: { draft: 'Entwurf', imported: 'Übernommen', undone: 'Rückgängig gemacht' } satisfies Record<
    ImportState,
    string
  >,
  counts: (created: string, updated: string) => `${created} neu, ${updated} geändert`,
  accountsWait: ((n) => (n === '1' ? '1 Konto wartet' : `${n} Konten warten`)) as Counted,
}

const en: typeof de = {
  title: 'Import members from a file',
  contactsTitle: 'Import contacts from a file',
  lead: 'Take the file as your old program or your spreadsheet writes it. You see every step before anything gets into the list.',
  label: 'File',
  hint: 'CSV, TSV or Excel (XLSX), 10 MB at most.',
  submit: 'Read the file',
  none: 'Choose a file.',
  refused: 'The file cannot be read',
  nothingStored: 'Nothing was stored.',
  howTo: 'Or change many at once: download the export, change it in a spreadsheet, and import it here.',
  download: 'Download the export',
  earlier: 'Earlier imports',
  noEarlier: 'None yet',
  open: 'Continue',
  view: 'View',
  readOnly: 'The office imports files. You can take over the accounts that wait for you.',
  states: { draft: 'Draft', imported: 'Imported', undone: 'Undone' },
  counts: (created, updated) => `${created} new, ${updated} changed`,
  accountsWait: (n) => (n === '1' ? '1 account waits' : `${n} accounts wait`),
}

/** What the page says that asks for a file. */
export const fileTexts = { de, en }
