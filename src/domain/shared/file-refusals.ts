import type { SentencesOf } from './sentences'

/** Why a file with statements of the bank is not imported, or an import is not undone. */
export type FileRefusal =
  | { code: Plain }
  | { code: 'file_too_many_files' | 'file_too_many_entries'; max: number }
  | { code: 'file_malformed'; line: number }
  | { code: 'statement_account_unknown'; end: string; hasIban: boolean }
  | { code: 'statement_account_archived'; end: string }

type Plain =
  | 'file_not_camt'
  | 'file_notification'
  | 'file_without_xml'
  | 'file_without_statement'
  | 'file_doctype'
  | 'file_damaged'
  | 'file_same_names'
  | 'file_unpacks_too_large'
  | 'file_too_deep'
  | 'file_too_detailed'
  | 'file_too_much_text'
  | 'file_bytes_wrong'
  | 'file_encoding_unknown'
  | 'statement_without_iban'
  | 'statement_sum_wrong'
  | 'statement_page_wrong'
  | 'statement_value_missing'
  | 'statement_amount_missing'
  | 'statement_amount_wrong'
  | 'statement_decimals'
  | 'statement_currency_missing'
  | 'statement_direction_wrong'
  | 'statement_date_missing'
  | 'statement_date_wrong'
  | 'statements_go_on'
  | 'import_undone'
  | 'import_touched'
  | 'import_continued'

const MISSING = 'must be given'

/** What callers of the API read about a refusal. */
export const fileMessages: SentencesOf<FileRefusal> = {
  file_not_camt: 'must be a bank statement (camt.053) or an account report (camt.052)',
  file_notification:
    'is a notification (camt.054); send the statement (camt.053) or the report (camt.052) of the account',
  file_without_xml: 'must contain an XML file',
  file_without_statement: 'must contain a statement',
  file_doctype: 'has a document type definition (DOCTYPE), which bank statements do not have',
  file_damaged: 'is a ZIP file that is damaged or encrypted',
  file_same_names: 'must not contain two files of one name',
  file_too_many_files: ({ max }) => `must contain at most ${max} files`,
  file_too_many_entries: ({ max }) =>
    `must have at most ${max} entries and payments of batches; send it in parts`,
  file_unpacks_too_large: 'must unpack to at most 32 MiB',
  file_too_deep: 'has elements nested deeper than a statement has',
  file_too_detailed: 'has more details in one entry than a statement has',
  file_too_much_text: 'must have at most 10 MiB of texts in its entries; send it in parts',
  file_malformed: ({ line }) => `is not well-formed XML (line ${line})`,
  file_bytes_wrong: 'has bytes that are not of the encoding it declares',
  file_encoding_unknown: 'is in an encoding that is not supported; use UTF-8',
  statement_without_iban: 'must be for an account with an IBAN',
  statement_sum_wrong: 'must be the opening balance plus the booked entries',
  statement_page_wrong: 'must be a whole number',
  statement_value_missing: MISSING,
  statement_amount_missing: MISSING,
  statement_amount_wrong: 'must be an amount without a sign, like 12.50',
  statement_decimals: 'must have at most two decimals',
  statement_currency_missing: 'must name its currency',
  statement_direction_wrong: 'must be CRDT or DBIT',
  statement_date_missing: MISSING,
  statement_date_wrong: 'must be a date that exists, as YYYY-MM-DD',
  statement_account_unknown: ({ end, hasIban }) =>
    `is of the account that ends in ${end}, which the workspace does not have; ${hasIban ? 'add this account first' : 'set the IBAN of the account, or add this one'}`,
  statement_account_archived: ({ end }) =>
    `is of the account that ends in ${end}, which is archived; restore it first`,
  statements_go_on: 'are too many that go on from one another; import them in several files',
  import_undone: 'was undone before',
  import_touched: 'has lines that were confirmed or ignored since',
  import_continued: 'has lines that a later import knows; undo that import first',
}
