import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'Bank',
  accounts: 'Konten',
  import: 'Kontoauszug einlesen',
  openLines: 'Offene Umsätze',
  addAccount: 'Neues Konto',
  edit: 'Bearbeiten',
  archived: 'archiviert',
  noIban: 'Ohne IBAN',
  balance: 'Saldo im Kassenbuch',
  byBank: (amount: string, date: string) => `Laut Bank am ${date}: ${amount}`,
  difference: (amount: string) =>
    `(Unterschied ${amount}: offene oder ausgeblendete Umsätze, Buchungen von Hand, oder bezahlte Beiträge, die noch nicht gebucht sind)`,
  until: (date: string) => `Eingelesen bis ${date}`,
  never: 'Noch kein Auszug eingelesen',
  open: (count: number) => (count === 1 ? '1 Umsatz offen' : `${count} Umsätze offen`),
  noneOpen: 'Alles zugeordnet',
  statements: 'Auszüge ansehen',
  empty: {
    title: 'Noch kein Bankkonto',
    lead: 'Lies einen Kontoauszug ein; das Konto kannst du dabei anlegen. Oder lege es von Hand an.',
  },
  importPage: {
    lead: 'Lade den Auszug im Online-Banking im Format CAMT (camt.053 oder camt.052) herunter, als XML oder ZIP. Das Konto wird an der IBAN erkannt. Was schon da ist, kommt nicht doppelt.',
    file: 'Datei',
    fileHint: 'XML oder ZIP, höchstens 10 MB. Auch mehrere Tage oder Konten in einer Datei.',
    submit: 'Einlesen',
    noFile: 'Bitte wähle eine Datei.',
    refused: 'Die Datei wurde nicht eingelesen',
    nothingStored: 'Es wurde nichts gespeichert. Behebe den Fehler und lies die Datei noch einmal ein.',
    addTitle: 'Dieses Konto anlegen',
    place: { file: 'Datei', entry: 'Buchung', statement: 'Auszug' },
  },
  accountPage: {
    new: 'Neues Bankkonto',
    edit: 'Konto bearbeiten',
    fields: {
      name: { label: 'Name', issue: 'Bitte gib einen Namen mit höchstens 100 Zeichen ein.' },
      iban: {
        label: 'IBAN',
        issue: 'Bitte gib eine gültige IBAN ein.',
        hint: 'Daran werden Auszüge erkannt.',
      },
      opening_on: {
        label: 'Kassenbuch beginnt am',
        issue: 'Bitte gib ein Datum ein, das es gibt.',
        hint: 'Ältere Buchungen werden beim Einlesen übersprungen.',
      },
      opening_amount: {
        label: 'Saldo an diesem Tag',
        issue: 'Bitte gib einen Betrag wie 1.250,00 ein.',
        hint: 'Vor der ersten Buchung des Tages.',
      },
    },
    archive: 'Archiviert',
    archiveHint: 'Das Konto bleibt im Kassenbuch, nimmt aber keine Belege und Auszüge mehr an.',
    archiveBalance: (amount: string) =>
      `Nach dem Kassenbuch sind noch ${amount} darauf. Ist das Konto leer, buche sie vorher um: Archiviert bleiben sie im Bericht jedes Jahres stehen.`,
    saved: 'Gespeichert.',
    added: 'Das Konto ist angelegt.',
  },
  statementPage: {
    title: (name: string) => `Auszüge: ${name}`,
    period: 'Zeitraum',
    noPeriod: 'Ohne Zeitraum',
    imported: 'Eingelesen am',
    lines: 'Umsätze',
    counts: (fresh: number, known: number) => (known > 0 ? `${fresh} neu, ${known} bekannt` : `${fresh} neu`),
    closing: 'Endsaldo',
    file: 'Datei',
    undo: 'Rückgängig machen',
    empty: { title: 'Noch keine Auszüge', lead: 'Hier stehen die eingelesenen Auszüge dieses Kontos.' },
  },
  undoPage: {
    title: 'Einlesen rückgängig machen?',
    lead: 'Die Auszüge dieser Datei und ihre Umsätze werden gelöscht. Das geht, solange kein Umsatz zugeordnet oder ausgeblendet wurde. Du kannst die Datei danach wieder einlesen.',
    submit: 'Einlesen rückgängig machen',
    done: (lines: number) =>
      lines === 1
        ? 'Rückgängig gemacht: 1 Umsatz gelöscht.'
        : `Rückgängig gemacht: ${lines} Umsätze gelöscht.`,
    touched:
      'Das geht nicht mehr: Mit Umsätzen dieser Datei wurde schon gearbeitet. Blende unnötige Umsätze stattdessen aus.',
    continued: 'Ein späterer Auszug enthält dieselben Umsätze. Mach zuerst das spätere Einlesen rückgängig.',
    undone: 'Das Einlesen ist schon rückgängig gemacht',
    undoneBy: (who: string, when: string) => `${who} hat es am ${when} rückgängig gemacht.`,
    undoneBySelf: (when: string) => `Du hast es am ${when} rückgängig gemacht.`,
  },
}

const en: typeof de = {
  title: 'Bank',
  accounts: 'Accounts',
  import: 'Import a statement',
  openLines: 'Open lines',
  addAccount: 'New account',
  edit: 'Edit',
  archived: 'archived',
  noIban: 'No IBAN',
  balance: 'Balance in the cash book',
  byBank: (amount, date) => `By the bank on ${date}: ${amount}`,
  difference: (amount) =>
    `(${amount} apart: open or ignored lines, entries made by hand, or paid fees that are not booked yet)`,
  until: (date) => `Imported until ${date}`,
  never: 'No statement imported yet',
  open: (count) => (count === 1 ? '1 open line' : `${count} open lines`),
  noneOpen: 'All done',
  statements: 'Show statements',
  empty: {
    title: 'No bank account yet',
    lead: 'Import a statement; you can add its account on the way. Or add the account by hand.',
  },
  importPage: {
    lead: 'Download the statement from your online banking as CAMT (camt.053 or camt.052), in XML or ZIP. Its IBAN tells the account. Lines that are here already are not added again.',
    file: 'File',
    fileHint: 'XML or ZIP, 10 MB at most. One file may hold several days and accounts.',
    submit: 'Import',
    noFile: 'Choose a file.',
    refused: 'The file was not imported',
    nothingStored: 'Nothing was stored. Correct the error and import the file again.',
    addTitle: 'Add this account',
    place: { file: 'File', entry: 'Entry', statement: 'Statement' },
  },
  accountPage: {
    new: 'New bank account',
    edit: 'Edit the account',
    fields: {
      name: { label: 'Name', issue: 'Enter a name of at most 100 characters.' },
      iban: {
        label: 'IBAN',
        issue: 'Enter a valid IBAN.',
        hint: 'Statements are recognized by it.',
      },
      opening_on: {
        label: 'Cash book begins on',
        issue: 'Enter a date that exists.',
        hint: 'Older entries are skipped on import.',
      },
      opening_amount: {
        label: 'Balance on this day',
        issue: 'Enter an amount such as 1,250.00.',
        hint: 'Before the first entry of the day.',
      },
    },
    archive: 'Archived',
    archiveHint: 'The account stays in the cash book, but takes no more vouchers and statements.',
    archiveBalance: (amount) =>
      `By the book, ${amount} are still there. If the account is empty, transfer them before: once it is archived, they stay in the report of every year.`,
    saved: 'Saved.',
    added: 'The account was added.',
  },
  statementPage: {
    title: (name) => `Statements: ${name}`,
    period: 'Period',
    noPeriod: 'No period',
    imported: 'Imported on',
    lines: 'Lines',
    counts: (fresh, known) => (known > 0 ? `${fresh} new, ${known} known` : `${fresh} new`),
    closing: 'Closing balance',
    file: 'File',
    undo: 'Undo',
    empty: { title: 'No statements yet', lead: 'The imported statements of this account are listed here.' },
  },
  undoPage: {
    title: 'Undo the import?',
    lead: 'The statements of this file and their lines are deleted. This works while no line was confirmed or ignored. You can import the file again afterwards.',
    submit: 'Undo the import',
    done: (lines) => (lines === 1 ? 'Undone: 1 line was deleted.' : `Undone: ${lines} lines were deleted.`),
    touched:
      'This no longer works: lines of this file were confirmed or ignored. Ignore the lines that you do not need instead.',
    continued: 'A later statement has the same lines. Undo the later import first.',
    undone: 'The import is undone already',
    undoneBy: (who, when) => `${who} undid it on ${when}.`,
    undoneBySelf: (when) => `You undid it on ${when}.`,
  },
}

/** What the pages of accounts and statements say. */
export const bankTexts = ({ language }: Locale) => (language === 'de' ? de : en)
