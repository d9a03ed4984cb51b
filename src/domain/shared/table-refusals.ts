import type { SentencesOf } from './sentences'

/** The formats that are told from tables, so that the refusal can name them. */
export type ForeignFormat = 'xls' | 'ods' | 'numbers' | 'pdf' | 'rtf' | 'xml' | 'html' | 'image'

/** Why a file with a table of persons cannot be read, or a draft of its import not be changed. */
export type TableRefusal =
  | { code: Plain }
  | { code: 'table_format'; format: ForeignFormat }
  | { code: 'too_many_drafts' | 'too_many_edits' | 'too_many_answers' | 'decisions_too_long'; max: number }
  | { code: 'table_too_many_rows' | 'table_too_many_columns' | 'table_cell_too_long'; max: number }

type Plain =
  | 'table_empty'
  | 'table_too_large'
  | 'table_unpacks_too_large'
  | 'table_damaged'
  | 'table_not_in_zip'
  | 'table_quote_open'
  | 'table_sheet_unknown'
  | 'table_header_row_empty'
  | 'table_only_csv'
  | 'table_only_xlsx'
  | 'column_not_in_file'
  | 'target_unknown'
  | 'target_twice'
  | 'key_column'
  | 'account_column'
  | 'mark_outdated'
  | 'import_state'

/** What callers of the API read about a refusal. */
export const tableMessages: SentencesOf<TableRefusal> = {
  table_empty: 'is empty',
  table_too_large: 'must have at most 10 MiB',
  table_unpacks_too_large: 'must unpack to at most 32 MiB',
  table_damaged: 'is an XLSX file that is damaged, cut off or encrypted',
  table_not_in_zip: 'is a ZIP file without a workbook; send the XLSX or CSV itself',
  table_quote_open: 'has a quotation mark that opens a cell and is not closed',
  table_sheet_unknown: 'is not a sheet of the file',
  table_header_row_empty: 'is not a row that has cells',
  table_only_csv: 'is only for CSV; leave it out',
  table_only_xlsx: 'is only for XLSX; leave it out',
  column_not_in_file: 'is not the number of a column of the file',
  target_unknown: 'is not what a column of the list can become',
  target_twice: 'is what another column becomes',
  key_column: 'is of a column by which persons are known, and is not edited; correct the file',
  account_column: 'is of a column with accounts or mandates, and is edited by who may write them',
  mark_outdated:
    'stands for something else than would be done now; read the import again, and send its new mark',
  import_state:
    'is in a state that does not allow this: a draft is run or deleted, a run of the last 24 hours is undone',
  too_many_drafts: ({ max }) => `is one draft too many: a workspace has at most ${max}; delete one`,
  too_many_edits: ({ max }) => `may have at most ${max} cells; correct the file`,
  too_many_answers: ({ max }) => `may have at most ${max} entries; correct the file`,
  decisions_too_long: ({ max }) =>
    `makes the decisions about the draft longer than ${max} characters together; correct the file`,
  // The page that explains the codes names no format.
  table_format: ({ format }) => `is ${FORMATS[format] ?? 'no table'}; save it as XLSX or CSV`,
  table_too_many_rows: ({ max }) => `is one row too many: a file has at most ${max}`,
  table_too_many_columns: ({ max }) => `has more cells than ${max}`,
  table_cell_too_long: ({ max }) => `has a cell with more than ${max} characters`,
}

const FORMATS: Record<ForeignFormat, string> = {
  xls: 'an XLS file of an old Excel, or one with a password',
  ods: 'an ODS file',
  numbers: 'a file of Apple Numbers',
  pdf: 'a PDF',
  rtf: 'a text document',
  xml: 'XML',
  html: 'a web page, whatever its name ends with',
  image: 'a picture',
}
