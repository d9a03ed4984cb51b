import type { ImportState } from '../../domain/imports/import'
import type { ImportOptions } from '../../domain/imports/planned'
import type { Encoding, TableDelimiter, TableNote } from '../../domain/imports/read/table'
import type { NewType } from '../../domain/imports/targets'
import type { Locale } from '../../ui/i18n/locale'

type Counted = (n: string) => string

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
  file: {
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
  },
  columns: {
    title: 'Was bedeuten die Spalten?',
    lead: 'Prüfe, was aus jeder Spalte wird. Was du nicht brauchst, lass weg.',
    facts: 'Die Datei',
    rows: ((n) => (n === '1' ? '1 Zeile' : `${n} Zeilen`)) as Counted,
    headerRow: (row: number) => (row === 0 ? 'ohne Überschriften' : `Überschriften in Zeile ${row}`),
    totals: ((n) => (n === '1' ? '1 Summenzeile am Ende' : `${n} Summenzeilen am Ende`)) as Counted,
    change: 'Anders einlesen',
    changeHint: 'Danach werden die Spalten neu erkannt. Was du bisher gewählt hast, geht verloren.',
    encoding: 'Zeichensatz',
    encodings: {
      'utf-8': 'UTF-8 (Standard)',
      'windows-1252': 'Windows (Westeuropa)',
      macintosh: 'Älterer Mac',
      'iso-8859-15': 'ISO-8859-15',
      'utf-16le': 'UTF-16',
      'utf-16be': 'UTF-16 (Big Endian)',
    } satisfies Record<Encoding, string>,
    delimiter: 'Spalten getrennt durch',
    delimiters: { ';': 'Semikolon', ',': 'Komma', '\t': 'Tabulator', '|': 'Strich |' } satisfies Record<
      TableDelimiter,
      string
    >,
    sheet: 'Blatt',
    headerRowLabel: 'Zeile mit den Überschriften',
    headerRowHint: '0, wenn die Datei keine hat.',
    repair: 'Falsch gelesene Umlaute reparieren (MÃ¼ller → Müller)',
    readAgain: 'Neu einlesen',
    reread: 'Die Datei ist neu eingelesen.',
    notes: {
      double_encoded:
        'Manche Umlaute sind falsch gelesen, wie „MÃ¼ller“. Unter „Anders einlesen“ lässt sich das reparieren.',
      lost_letters:
        'In Namen stehen Fragezeichen, wie „Gül?en“. Diese Buchstaben hat das alte Programm verloren. Kann es die Datei auch als UTF-8 oder XLSX speichern, nimm diese. Sonst berichtige die Namen nach dem Import.',
      hidden_rows: 'Die Datei hat ausgeblendete Zeilen. Sie werden mitgelesen.',
      rounded_numbers: 'Excel hat lange Zahlen gerundet. Die letzten Ziffern stimmen meistens nicht.',
      other_sheets: 'Die Datei hat mehrere Blätter. Gelesen wird das längste.',
    } satisfies Record<TableNote['kind'], string>,
    noteRows: (rows: string) => `Zeilen ${rows}`,
    list: 'Spalten der Datei',
    becomes: 'wird zu',
    becomesOf: (header: string) => `„${header}“ wird zu`,
    filled: (n: string, all: string) => `${n} von ${all} gefüllt`,
    emptyColumn: 'leer',
    badges: { known: 'erkannt', new: 'neu', chosen: 'gewählt', ignored: 'wird weggelassen' },
    proposal: (target: string) => `Vielleicht: ${target}`,
    ignore: 'Weglassen',
    groups: {
      fields: 'Felder der Liste',
      own: 'Eigene Felder',
      new: 'Neues eigenes Feld',
      values: 'Bei „Ja“ diesen Wert ergänzen',
    },
    id: 'ID (aus unserem Export)',
    composed: {
      name: 'Ganzer Name',
      'address.house_number': 'Hausnummer (kommt zur Straße)',
      'address.postcode_and_city': 'Postleitzahl und Ort in einer Zelle',
    } as Record<string, string>,
    newField: (type: string) => `Neues Feld: ${type}`,
    newTypes: {
      string: 'Text',
      choice: 'Auswahl',
      array: 'mehrere Werte',
      boolean: 'ja oder nein',
      date: 'Datum',
      number: 'Zahl',
    } satisfies Record<NewType, string>,
    addsValue: (column: string, value: string) => `${column}: ${value}`,
    clears: 'Bei leerer Zelle den Wert in der Liste löschen',
    options: 'Was soll passieren?',
    emptyHint: 'Leere Zellen ändern nichts, außer du wählst es bei der Spalte anders.',
    new: 'Neue Personen anlegen',
    known: 'Bekannte Personen ändern',
    knownHint: 'Erkannt an ID, externer ID, Mitgliedsnummer oder Name und Geburtsdatum.',
    skipTotals: 'Summenzeilen am Ende weglassen',
    missing: 'Mitglieder, die in der Datei fehlen',
    missingHint: 'Wer so heißt wie jemand in der Datei, bleibt auf jeden Fall Mitglied.',
    leave: 'bleiben, wie sie sind',
    end: 'treten aus',
    leaveDate: 'Austritt am',
    leaveDateMissing: 'Wähle ein Datum.',
    refused: 'So lassen sich die Spalten nicht lesen',
    summary: (known: string, fresh: string, ignored: string) =>
      `${known} erkannt, ${fresh} neu, ${ignored} weggelassen`,
  },
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
  check: {
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
  },
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
  done: {
    title: 'Import fertig',
    undoneTitle: 'Import rückgängig gemacht',
    imported: (created: string, updated: string) => `Übernommen: ${created} neu, ${updated} geändert.`,
    accounts: 'Die Konten sind übernommen.',
    already: 'Die Datei war schon übernommen. Es ist nichts doppelt.',
    undone: ((n) =>
      n === '1'
        ? 'Rückgängig gemacht: 1 neue Person ist wieder gelöscht.'
        : `Rückgängig gemacht: ${n} neue Personen sind wieder gelöscht.`) as Counted,
    kept: ((n) =>
      n === '1'
        ? '1 neue Person bleibt, weil sie inzwischen geändert, abgerechnet oder angeschrieben wurde.'
        : `${n} neue Personen bleiben, weil sie inzwischen geändert, abgerechnet oder angeschrieben wurden.`) as Counted,
    restored: ((n) =>
      n === '1'
        ? 'Angaben von 1 Person sind wieder wie vorher.'
        : `Angaben von ${n} Personen sind wieder wie vorher.`) as Counted,
    leftAlone: ((n) =>
      n === '1'
        ? 'Bei 1 Person bleibt etwas, wie der Import es geschrieben hat.'
        : `Bei ${n} Personen bleibt etwas, wie der Import es geschrieben hat.`) as Counted,
    undoneLead:
      'Die neuen Personen sind gelöscht, soweit mit ihnen nichts passiert war. Eigene Felder bleiben.',
    when: (file: string, day: string) => `${file}, ${day}`,
    seeList: 'Zur Liste',
    seeGaps: 'Nicht übernommene Angaben ansehen',
    gapsLead: ((n) =>
      n === '1'
        ? '1 Angabe der Datei ist nicht in der Liste.'
        : `${n} Angaben der Datei sind nicht in der Liste.`) as Counted,
    waiting: ((n) => (n === '1' ? '1 Konto wartet' : `${n} Konten warten`)) as Counted,
    waitingLead:
      'Konten und Mandate trägt die Kassenführung ein. Sie sieht das auf ihrer Übersicht; du kannst ihr auch diese Adresse schicken. Die Angaben der Datei bleiben höchstens 14 Tage hier.',
    waitingExpired:
      'Diese Konten kamen nicht in die Liste, weil sie niemand innerhalb von 14 Tagen übernommen hat. Importiere die Datei noch einmal.',
    waitingYours: 'Die Personen sind in der Liste. Ihre Konten und Mandate warten noch auf dich.',
    seeAccounts: 'Konten prüfen',
    undo: 'Rückgängig machen …',
    undoTitle: 'Stimmt etwas nicht?',
    undoLead: 'Bis 24 Stunden nach dem Import kannst du ihn rückgängig machen.',
    next: 'Wie weiter?',
    nextDues: 'Beiträge erheben',
    nextMail: 'E-Mail an alle schreiben',
    nextDoubles: 'Nach Doppelten suchen',
    another: 'Noch eine Datei importieren',
  },
  undo: {
    title: 'Import rückgängig machen?',
    lead: (deleted: string) =>
      deleted === '1'
        ? '1 neue Person wird wieder gelöscht.'
        : `${deleted} neue Personen werden wieder gelöscht.`,
    kept: ((n) =>
      n === '1'
        ? '1 neue Person bleibt, weil sie inzwischen geändert, abgerechnet oder angeschrieben wurde.'
        : `${n} neue Personen bleiben, weil sie inzwischen geändert, abgerechnet oder angeschrieben wurden.`) as Counted,
    rest: 'Was der Import an anderen Personen geändert hat, wird wieder wie vorher, außer jemand hat es seitdem geändert. Geänderte Konten und neue eigene Felder bleiben.',
    submit: 'Rückgängig machen',
    changed: 'Inzwischen hat sich etwas geändert. Das würde jetzt passieren:',
    lateTitle: 'Das lässt sich nicht mehr rückgängig machen',
    late: 'Einen Import kannst du 24 Stunden lang rückgängig machen, und nur einmal.',
  },
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
  file: {
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
  },
  columns: {
    title: 'What do the columns mean?',
    lead: 'Check what becomes of each column. Leave out what you do not need.',
    facts: 'The file',
    rows: (n) => (n === '1' ? '1 row' : `${n} rows`),
    headerRow: (row) => (row === 0 ? 'without headers' : `headers in row ${row}`),
    totals: (n) => (n === '1' ? '1 row of sums at the end' : `${n} rows of sums at the end`),
    change: 'Read it differently',
    changeHint: 'The columns are then recognised anew. What you have chosen so far is lost.',
    encoding: 'Character set',
    encodings: {
      'utf-8': 'UTF-8 (standard)',
      'windows-1252': 'Windows (Western Europe)',
      macintosh: 'Older Mac',
      'iso-8859-15': 'ISO-8859-15',
      'utf-16le': 'UTF-16',
      'utf-16be': 'UTF-16 (big endian)',
    },
    delimiter: 'Columns are separated by',
    delimiters: { ';': 'Semicolon', ',': 'Comma', '\t': 'Tab', '|': 'Bar |' },
    sheet: 'Sheet',
    headerRowLabel: 'Row with the headers',
    headerRowHint: '0 if the file has none.',
    repair: 'Repair umlauts that were read wrongly (MÃ¼ller → Müller)',
    readAgain: 'Read again',
    reread: 'The file was read again.',
    notes: {
      double_encoded: 'Some umlauts were read wrongly, as “MÃ¼ller”. “Read it differently” can repair that.',
      lost_letters:
        'Names have question marks, as “Gül?en”. The old program has lost these letters. If it can also save the file as UTF-8 or XLSX, use that one. Otherwise correct the names after the import.',
      hidden_rows: 'The file has hidden rows. They are read as well.',
      rounded_numbers: 'Excel has rounded long numbers. In most cases the last digits are wrong.',
      other_sheets: 'The file has several sheets. The longest one is read.',
    },
    noteRows: (rows) => `Rows ${rows}`,
    list: 'Columns of the file',
    becomes: 'becomes',
    becomesOf: (header) => `“${header}” becomes`,
    filled: (n, all) => `${n} of ${all} filled`,
    emptyColumn: 'empty',
    badges: { known: 'recognised', new: 'new', chosen: 'chosen', ignored: 'left out' },
    proposal: (target) => `Perhaps: ${target}`,
    ignore: 'Leave out',
    groups: {
      fields: 'Fields of the list',
      own: 'Custom fields',
      new: 'New custom field',
      values: 'If “Yes”, add this value',
    },
    id: 'ID (of our export)',
    composed: {
      name: 'Whole name',
      'address.house_number': 'House number (joins the street)',
      'address.postcode_and_city': 'Postcode and town in one cell',
    },
    newField: (type) => `New field: ${type}`,
    newTypes: {
      string: 'text',
      choice: 'choice',
      array: 'several values',
      boolean: 'yes or no',
      date: 'date',
      number: 'number',
    },
    addsValue: (column, value) => `${column}: ${value}`,
    clears: 'If the cell is empty, delete the value in the list',
    options: 'What should happen?',
    emptyHint: 'Empty cells change nothing, unless you choose otherwise at the column.',
    new: 'Add new persons',
    known: 'Change known persons',
    knownHint: 'Known by ID, external ID, membership number, or name and date of birth.',
    skipTotals: 'Leave out rows of sums at the end',
    missing: 'Members who are not in the file',
    missingHint: 'Members who have the same name as somebody in the file always stay.',
    leave: 'stay as they are',
    end: 'leave the association',
    leaveDate: 'Leave on',
    leaveDateMissing: 'Choose a date.',
    refused: 'The columns cannot be read like this',
    summary: (known, fresh, ignored) => `${known} recognised, ${fresh} new, ${ignored} left out`,
  },
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
  check: {
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
  },
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
  done: {
    title: 'The import is done',
    undoneTitle: 'The import is undone',
    imported: (created, updated) => `Imported: ${created} new, ${updated} changed.`,
    accounts: 'The accounts are imported.',
    already: 'The file was imported already. Nothing is there twice.',
    undone: (n) =>
      n === '1' ? 'Undone: 1 new person is deleted again.' : `Undone: ${n} new persons are deleted again.`,
    kept: (n) =>
      n === '1'
        ? '1 new person stays, having been changed, charged or mailed meanwhile.'
        : `${n} new persons stay, having been changed, charged or mailed meanwhile.`,
    restored: (n) =>
      n === '1' ? 'Values of 1 person are as before.' : `Values of ${n} persons are as before.`,
    leftAlone: (n) =>
      n === '1'
        ? 'Something of 1 person stays as the import wrote it.'
        : `Something of ${n} persons stays as the import wrote it.`,
    undoneLead: 'The new persons are deleted, unless something had happened with them. Custom fields stay.',
    when: (file, day) => `${file}, ${day}`,
    seeList: 'To the list',
    seeGaps: 'See what was not imported',
    gapsLead: (n) =>
      n === '1' ? '1 value of the file is not in the list.' : `${n} values of the file are not in the list.`,
    waiting: (n) => (n === '1' ? '1 account waits' : `${n} accounts wait`),
    waitingLead:
      'The treasurer enters accounts and mandates. They see it on their home page; you can also send them this address. The file stays here for 14 days at most.',
    waitingExpired:
      'These accounts did not get into the list, since nobody imported them within 14 days. Import the file again.',
    waitingYours: 'The persons are in the list. Their accounts and mandates still wait for you.',
    seeAccounts: 'Check the accounts',
    undo: 'Undo …',
    undoTitle: 'Is something wrong?',
    undoLead: 'You can undo the import for 24 hours.',
    next: 'What is next?',
    nextDues: 'Charge fees',
    nextMail: 'Write an email to all',
    nextDoubles: 'Look for doubles',
    another: 'Import another file',
  },
  undo: {
    title: 'Undo the import?',
    lead: (deleted) =>
      deleted === '1' ? '1 new person is deleted again.' : `${deleted} new persons are deleted again.`,
    kept: (n) =>
      n === '1'
        ? '1 new person stays, having been changed, charged or mailed meanwhile.'
        : `${n} new persons stay, having been changed, charged or mailed meanwhile.`,
    rest: 'What the import changed of other persons becomes as it was, unless someone has changed it since. Changed accounts and new custom fields stay.',
    submit: 'Undo',
    changed: 'Something has changed meanwhile. This is what would happen now:',
    lateTitle: 'This can no longer be undone',
    late: 'You can undo an import for 24 hours, and only once.',
  },
}

/** What the pages say that import persons from a file. */
export const importTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
