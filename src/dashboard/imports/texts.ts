import type { Locale } from '../../ui/i18n/locale'
import type { Counted } from './counted'
import { checkTexts } from './texts-check'
import { columnsTexts } from './texts-columns'
import { doneTexts } from './texts-done'
import { fileTexts } from './texts-file'

const de = {
  title: 'Importieren',
  steps: { file: 'Datei', columns: 'Spalten', questions: 'Fragen', check: 'Prüfen', done: 'Fertig' },
  refused: 'Das geht so nicht',
  refusedOtherwise:
    'Eine Angabe hat eine Form, die wir nicht annehmen. Lade die Seite neu und versuche es noch einmal.',
  changedMeanwhile:
    'Diesen Import hat inzwischen jemand geändert. Du siehst jetzt, wie er ist. Deine Eingaben wurden nicht gespeichert.',
  next: 'Weiter',
  discard: 'Import verwerfen',
  discarded: 'Der Import ist verworfen, die Datei gelöscht. An der Liste hat sich nichts geändert.',
  mayTakeLong: 'Bei großen Dateien dauert das einige Sekunden.',
  row: 'Zeile',
  rows: (first: number, others: number[]) =>
    `Zeile ${first}${others.length > 0 ? ` (+ ${others.join(', ')})` : ''}`,
  file: fileTexts.de,
  columns: columnsTexts.de,
  questions: {
    title: 'Kurze Fragen',
    lead: (questions: string, cells: string) => {
      const about = cells === '1' ? '1 Zelle' : `${cells} Zellen`
      return questions === '1'
        ? `1 Frage zu ${about}. Die Antwort gilt für alle ihrer Art.`
        : `${questions} Fragen zu ${about}. Jede Antwort gilt für alle ihrer Art.`
    },
    samples: 'Beispiele',
    leftOut: 'weggelassen',
    withoutDate: 'ohne Datum',
    inFuture: 'Wähle einen Tag, der nicht in der Zukunft liegt.',
    date: 'Datum',
    pair: (one: string, other: string) => `${one} und ${other}`,
    pairRow: (row: number) => `Zeile ${row}`,
  },
  check: checkTexts.de,
  gaps: {
    title: 'Nicht übernommen',
    lead: 'Diese Texte der Datei kommen nicht in die Liste.',
    leadEdit:
      'Schreib den richtigen Text in das Feld oder lass es, wie es ist. Ein leeres Feld heißt: keine Angabe.',
    all: 'Alle',
    kinds: 'Arten',
    place: 'Stelle',
    reason: 'Warum',
    edit: 'Richtiger Wert',
    editLater: 'Trag es nach dem Import ein.',
    editOf: (row: number, header: string) => `Richtiger Wert in Zeile ${row}, ${header}`,
    save: 'Änderungen speichern',
    saved: ((n) => (n === '1' ? '1 Zelle ist geändert.' : `${n} Zellen sind geändert.`)) as Counted,
    download: 'Als CSV laden',
    none: 'Alles wird übernommen',
    noneLead: 'Alle Texte der Datei sind gelesen.',
    gone: 'Diese Angaben sind gelöscht',
    goneLead: 'Sie werden 14 Tage nach dem Import gelöscht und sofort, wenn du ihn rückgängig machst.',
    back: 'Zurück zum Import',
    csv: { row: 'Zeile', person: 'Person', column: 'Spalte', cell: 'Inhalt', reason: 'Warum nicht' },
    fileName: 'nicht-uebernommen.csv',
  },
  ...doneTexts.de,
}

const en: typeof de = {
  title: 'Import',
  steps: { file: 'File', columns: 'Columns', questions: 'Questions', check: 'Check', done: 'Done' },
  refused: 'This is not possible',
  refusedOtherwise: 'One of the values has a form that we do not accept. Reload the page and try again.',
  changedMeanwhile:
    'Someone has changed this import meanwhile. You see its state now. Your entries were not saved.',
  next: 'Continue',
  discard: 'Discard the import',
  discarded: 'The import is discarded, and its file deleted. Nothing in the list has changed.',
  mayTakeLong: 'With large files this takes a few seconds.',
  row: 'Row',
  rows: (first, others) => `Row ${first}${others.length > 0 ? ` (+ ${others.join(', ')})` : ''}`,
  file: fileTexts.en,
  columns: columnsTexts.en,
  questions: {
    title: 'Short questions',
    lead: (questions, cells) => {
      const about = cells === '1' ? '1 cell' : `${cells} cells`
      return questions === '1'
        ? `1 question about ${about}. The answer is for all of its kind.`
        : `${questions} questions about ${about}. Each answer is for all of its kind.`
    },
    samples: 'Examples',
    leftOut: 'left out',
    withoutDate: 'without a date',
    inFuture: 'Choose a day that is not in the future.',
    date: 'Date',
    pair: (one, other) => `${one} and ${other}`,
    pairRow: (row) => `Row ${row}`,
  },
  check: checkTexts.en,
  gaps: {
    title: 'Not imported',
    lead: 'These texts of the file do not get into the list.',
    leadEdit: 'Write the right text into the field, or leave it as it is. An empty field means: no value.',
    all: 'All',
    kinds: 'Kinds',
    place: 'Place',
    reason: 'Why',
    edit: 'Correct value',
    editLater: 'Enter it after the import.',
    editOf: (row, header) => `Correct value in row ${row}, ${header}`,
    save: 'Save changes',
    saved: (n) => (n === '1' ? '1 cell is changed.' : `${n} cells are changed.`),
    download: 'Download as CSV',
    none: 'Everything is imported',
    noneLead: 'All texts of the file are read.',
    gone: 'These values are deleted',
    goneLead: 'They are deleted 14 days after the import, and at once if you undo it.',
    back: 'Back to the import',
    csv: { row: 'Row', person: 'Person', column: 'Column', cell: 'Text', reason: 'Why not' },
    fileName: 'not-imported.csv',
  },
  ...doneTexts.en,
}

/** What the pages say that import persons from a file. */
export const importTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
