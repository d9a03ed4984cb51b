import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look } from './look.ts'
import { visitOffice } from './office.ts'
import { assertTexts } from './page-checks.ts'
import { concurrency, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    import: 'Importieren',
    read: 'Datei lesen',
    noFile: 'Wähle eine Datei aus.',
    badFile: 'Das ist ein PDF.',
    columns: 'Was bedeuten die Spalten?',
    next: 'Weiter',
    questions: 'Kurze Fragen',
    year: '1 Datum mit zweistelligem Jahr',
    double: '1 Person steht vielleicht doppelt in der Datei',
    check: 'Stimmt das so?',
    missing: 'Alle ansehen und berichtigen',
    wrongIban: 'ist keine gültige IBAN',
    back: 'Zurück zum Import',
    run: '5 übernehmen',
    done: 'Import fertig',
    imported: 'Übernommen: 4 neu, 1 geändert.',
    undo: 'Rückgängig machen …',
    undoTitle: 'Import rückgängig machen?',
    confirm: 'Rückgängig machen',
    undone: 'Import rückgängig gemacht',
    earlier: 'Frühere Importe',
  },
  'en-GB': {
    import: 'Import',
    read: 'Read the file',
    noFile: 'Choose a file.',
    badFile: 'This is a PDF.',
    columns: 'What do the columns mean?',
    next: 'Continue',
    questions: 'Short questions',
    year: '1 date with a year of two digits',
    double: '1 person may be twice in the file',
    check: 'Is this right?',
    missing: 'See and correct all',
    wrongIban: 'is not a valid IBAN',
    back: 'Back to the import',
    run: 'Import 5',
    done: 'The import is done',
    imported: 'Imported: 4 new, 1 changed.',
    undo: 'Undo …',
    undoTitle: 'Undo the import?',
    confirm: 'Undo',
    undone: 'The import is undone',
    earlier: 'Earlier imports',
  },
}

/** What an old program of a club writes, in the letters of Windows. */
const FILE = [
  'Mitgliederliste TSV Lindental',
  'Nr;Nachname;Vorname;Geb.-Datum;Straße;PLZ;Ort;E-Mail;Mobil;Eintritt;Zahlungsart;IBAN;Mandat;Abteilung;Spind',
  '9001;Österreicher;Jürgen;1.8.56;Am Bach 3;1067;Dresden;juergen(at)example.org;0171 9618681;01.03.1990;Bankeinzug;DE89370400440532013000;M-9001;Fußball;17',
  '9002;Kühn;Jördis;23.04.1963;Weg 1;20095;Hamburg;joerdis@example.org;;15.06.2001;Überweisung;;;Turnen;',
  '9003;Vogelsang;Ada;31.02.1990;Lange Reihe 5;20099;Hamburg;keine;040 123456;01.01.2019;Tauschgeschäft;DE00123;M-9003;Turnen;4',
  '9005;Özdemir;Can;12.12.2001;Weg 9;20095;Hamburg;can@example.org;;01.01.2020;Überweisung;;;Fußball;',
  '9004;Kühn;Jördis;23.04.1963;Weg 1;20095;Hamburg;joerdis@example.org;;15.06.2001;Überweisung;;;Fußball;',
  '1001;Vogt-Maier;Ingrid;;;;;;;;;;;;',
].join('\r\n')

const chosen = (text: string) => ({
  name: 'mitglieder.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text, 'latin1'),
})

async function importFile(page: Page, words: (typeof WORDS)['de-DE'], home: string): Promise<void> {
  await page.goto(`${home}/members`)
  await page.getByRole('link', { name: words.import, exact: true }).click()
  await page.getByRole('button', { name: words.read }).click()
  await look(page, 'import-no-file', words.noFile)
  await page.setInputFiles('[type=file]', chosen('%PDF-1.7'))
  await page.getByRole('button', { name: words.read }).click()
  await look(page, 'import-refused', words.badFile)
  await page.setInputFiles('[type=file]', chosen(FILE))
  await page.getByRole('button', { name: words.read }).click()
  await look(page, 'import-columns', words.columns, 'Österreicher', 'mitglieder.csv')
  await page.getByRole('button', { name: words.next, exact: true }).click()
  await look(page, 'import-questions', words.questions, words.year, words.double)
  // With the keyboard alone.
  await page.getByRole('button', { name: words.next, exact: true }).focus()
  await page.keyboard.press('Enter')
  await look(page, 'import-check', words.check, 'Özdemir, Can', 'Kühn, Jördis')
  await page.getByRole('link', { name: words.missing }).click()
  await look(page, 'import-missing', words.wrongIban)
  await page.getByRole('link', { name: words.back }).first().click()
  await page.getByRole('button', { name: words.run }).click()
  await look(page, 'import-done', words.done, words.imported)
  await page.getByRole('link', { name: words.undo }).click()
  await look(page, 'import-undo', words.undoTitle)
  await page.getByRole('button', { name: words.confirm }).click()
  await assertTexts(page, words.undone)
  await page.goto(`${home}/members/import`)
  await look(page, 'import-file', words.earlier, 'mitglieder.csv')
}

describe('a file of an old program', { concurrency }, () => {
  for (const [name, visitor] of visitors())
    it(`becomes members ${name}`, () =>
      visitOffice(visitor, (page, { home }) => importFile(page, WORDS[visitor.locale], home)))
})
