import type { SentencesOf } from '../domain/shared/sentences'
import type { ForeignFormat, TableRefusal } from '../domain/shared/table-refusals'
import type { Formats } from './refusal-formats'

type Texts = SentencesOf<TableRefusal>

/** What is wrong with a file of persons or a draft of its import, and what to do. */
export const de = ({ number }: Formats): Texts => ({
  table_empty: 'Die Datei ist leer. Wähle eine andere.',
  table_too_large: 'Die Datei ist zu groß: höchstens 10 MB. Teile sie.',
  table_unpacks_too_large:
    'Die Datei ist zu groß: entpackt höchstens 32 MB. Lösche Bilder und andere Blätter.',
  table_damaged:
    'Die Datei ist beschädigt oder mit einem Passwort geschützt. Speichere sie noch einmal als XLSX oder CSV.',
  table_not_in_zip:
    'Das ist eine ZIP-Datei ohne Tabelle. Entpacke sie und wähle die XLSX- oder CSV-Datei darin.',
  table_quote_open:
    'Hier beginnt ein Anführungszeichen, das nicht endet. Lösche es und speichere die Datei noch einmal.',
  table_sheet_unknown: 'Dieses Blatt hat die Datei nicht. Wähle eines aus der Liste.',
  table_header_row_empty: 'Diese Zeile ist leer. Wähle die Zeile mit den Überschriften.',
  table_format: ({ format }) => `${FORMATS_DE[format]}. Speichere die Tabelle als XLSX oder CSV.`,
  table_too_many_rows: ({ max }) => `Die Datei ist zu groß: höchstens ${number(max)} Zeilen. Teile sie.`,
  table_too_many_columns: ({ max }) =>
    `Die Zeile hat mehr als ${number(max)} Zellen. Lösche Spalten, die ihr nicht braucht.`,
  table_cell_too_long: ({ max }) => `Eine Zelle hat mehr als ${number(max)} Zeichen. Kürze sie.`,
  table_only_csv: 'Das gibt es nur bei CSV-Dateien.',
  table_only_xlsx: 'Das gibt es nur bei XLSX-Dateien.',
  column_not_in_file: 'Diese Spalte hat die Datei nicht.',
  target_unknown: 'Dieses Feld hat die Liste nicht mehr. Wähle ein anderes.',
  target_twice:
    'Zu diesem Feld gehört schon eine andere Spalte. Mehrere gehen nur bei Telefon, Texten und Feldern mit mehreren Werten.',
  key_column: 'Daran erkennt der Import die Person. Berichtige den Wert in der Datei und lies sie neu ein.',
  account_column:
    'Konten und Mandate ändert, wer sie bearbeiten darf. Berichtige die Datei und lies sie neu ein.',
  mark_outdated: 'Der Import würde jetzt etwas anderes tun. Prüfe ihn noch einmal.',
  import_state: 'Das geht mit diesem Import nicht mehr.',
  too_many_drafts: ({ max }) => `Es gibt schon ${number(max)} Entwürfe. Verwirf einen davon.`,
  too_many_edits: ({ max }) =>
    `Hier lassen sich höchstens ${number(max)} Zellen ändern. Berichtige die Datei und lies sie neu ein.`,
  too_many_answers: ({ max }) =>
    `Hier lassen sich höchstens ${number(max)} Fragen beantworten. Berichtige die Datei und lies sie neu ein.`,
  decisions_too_long: ({ max }) =>
    `Alle Angaben zum Import haben zusammen mehr als ${number(max)} Zeichen. Berichtige die Datei und lies sie neu ein.`,
})

export const en = ({ number }: Formats): Texts => ({
  table_empty: 'The file is empty. Choose another one.',
  table_too_large: 'The file is too large: 10 MB at most. Split it.',
  table_unpacks_too_large:
    'The file is too large: 32 MB at most, unpacked. Delete pictures and other sheets.',
  table_damaged: 'The file is damaged or has a password. Save it again as XLSX or CSV.',
  table_not_in_zip: 'This is a ZIP file without a table. Unpack it and choose the XLSX or CSV file in it.',
  table_quote_open: 'A quotation mark opens here and is not closed. Delete it and save the file again.',
  table_sheet_unknown: 'The file does not have this sheet. Choose one from the list.',
  table_header_row_empty: 'This row is empty. Choose the row with the headers.',
  table_format: ({ format }) => `${FORMATS_EN[format]}. Save the table as XLSX or CSV.`,
  table_too_many_rows: ({ max }) => `The file is too large: ${number(max)} rows at most. Split it.`,
  table_too_many_columns: ({ max }) =>
    `The row has more than ${number(max)} cells. Delete columns that you do not need.`,
  table_cell_too_long: ({ max }) => `A cell has more than ${number(max)} characters. Shorten it.`,
  table_only_csv: 'Only CSV files have this.',
  table_only_xlsx: 'Only XLSX files have this.',
  column_not_in_file: 'The file does not have this column.',
  target_unknown: 'The list no longer has this field. Choose another one.',
  target_twice:
    'Another column belongs to this field already. Only phones, texts and fields with several values may have more than one.',
  key_column: 'The import knows the person by it. Correct the value in the file, and read that again.',
  account_column:
    'Accounts and mandates are changed by who may edit them. Correct the file, and read it again.',
  mark_outdated: 'The import would do something else now. Check it again.',
  import_state: 'That is no longer possible with this import.',
  too_many_drafts: ({ max }) => `There are ${number(max)} drafts already. Discard one of them.`,
  too_many_edits: ({ max }) =>
    `At most ${number(max)} cells can be changed here. Correct the file, and read it again.`,
  too_many_answers: ({ max }) =>
    `At most ${number(max)} questions can be answered here. Correct the file, and read it again.`,
  decisions_too_long: ({ max }) =>
    `The decisions about the import have more than ${number(max)} characters together. Correct the file, and read it again.`,
})

const FORMATS_DE: Record<ForeignFormat, string> = {
  xls: 'Das ist eine alte Excel-Datei (.xls) oder eine mit Passwort',
  ods: 'Das ist eine ODS-Datei',
  numbers: 'Das ist eine Datei von Apple Numbers',
  pdf: 'Das ist ein PDF',
  rtf: 'Das ist ein Textdokument',
  xml: 'Das ist XML',
  html: 'Das ist eine Webseite, auch wenn die Datei anders heißt',
  image: 'Das ist ein Bild',
}

const FORMATS_EN: Record<ForeignFormat, string> = {
  xls: 'This is an old Excel file (.xls), or one with a password',
  ods: 'This is an ODS file',
  numbers: 'This is a file of Apple Numbers',
  pdf: 'This is a PDF',
  rtf: 'This is a text document',
  xml: 'This is XML',
  html: 'This is a web page, whatever the name of the file says',
  image: 'This is a picture',
}
