import type { FileRefusal } from '../domain/shared/file-refusals'
import type { SentencesOf } from '../domain/shared/sentences'
import type { Formats } from './refusal-formats'

type Texts = SentencesOf<FileRefusal>

/** What is wrong with a file of the bank, and what to do. */
export const de = ({ number }: Formats): Texts => ({
  file_not_camt:
    'Das ist kein Kontoauszug im Format camt.053 oder camt.052. Wähle beim Herunterladen im Online-Banking „CAMT“.',
  file_notification:
    'Das ist eine Umsatzanzeige (camt.054), kein Kontoauszug im Format camt.053 oder camt.052. Lade den Auszug des Kontos herunter.',
  file_without_xml:
    'Die ZIP-Datei enthält keinen Kontoauszug im Format camt.053 oder camt.052. Wähle beim Herunterladen im Online-Banking „CAMT“.',
  file_without_statement:
    'Die Datei enthält keinen Kontoauszug im Format camt.053 oder camt.052. Wähle einen Zeitraum mit Umsätzen.',
  file_doctype:
    'Das ist kein Kontoauszug im Format camt.053 oder camt.052. Lade ihn unverändert aus dem Online-Banking herunter.',
  file_damaged: 'Die ZIP-Datei ist beschädigt oder verschlüsselt. Lade sie noch einmal herunter.',
  file_same_names: 'Die ZIP-Datei ist beschädigt: Zwei Dateien heißen gleich. Lade sie noch einmal herunter.',
  file_too_many_files: ({ max }) =>
    `Die ZIP-Datei ist zu groß: höchstens ${number(max)} Dateien. Teile den Zeitraum.`,
  file_too_many_entries: ({ max }) =>
    `Die Datei ist zu groß: höchstens ${number(max)} Buchungen. Jede Zahlung einer Sammelbuchung zählt. Teile den Zeitraum.`,
  file_unpacks_too_large: 'Die Datei ist zu groß: entpackt höchstens 32 MB. Teile den Zeitraum.',
  file_too_deep: 'Die Datei ist zu groß oder kein Kontoauszug. Lade sie noch einmal herunter.',
  file_too_detailed: 'Die Datei ist zu groß: Eine Buchung hat zu viele Angaben. Teile den Zeitraum.',
  file_too_much_text: 'Die Datei ist zu groß: höchstens 10 MB Text in den Buchungen. Teile den Zeitraum.',
  file_malformed: 'Die Datei ist kein gültiges XML. Lade sie bei der Bank noch einmal herunter.',
  file_bytes_wrong: 'Die Datei ist kein gültiges XML. Lade sie bei der Bank noch einmal herunter.',
  file_encoding_unknown: 'Die Zeichen der Datei sind nicht lesbar. Lade sie bei der Bank als UTF-8 herunter.',
  statement_without_iban: 'Der Auszug nennt keine IBAN. Lade ihn für ein Konto mit IBAN herunter.',
  statement_sum_wrong:
    'Die Buchungen ergeben nicht den Endsaldo. Die Datei ist unvollständig; lade sie noch einmal herunter.',
  statement_page_wrong:
    'Die Seitenzahl ist ungültig. Lade die Datei noch einmal herunter, oder frage deine Bank.',
  statement_value_missing: 'Eine Angabe fehlt. Lade die Datei noch einmal herunter, oder frage deine Bank.',
  statement_amount_missing: 'Der Betrag fehlt.',
  statement_amount_wrong: 'Der Betrag ist ungültig.',
  statement_decimals: 'Der Betrag hat mehr als zwei Nachkommastellen.',
  statement_currency_missing: 'Der Betrag nennt keine Währung.',
  statement_direction_wrong: 'Es fehlt, ob das Geld ein- oder ausging. Frage deine Bank.',
  statement_date_missing: 'Das Datum fehlt.',
  statement_date_wrong: 'Das Datum ist ungültig.',
  statement_account_unknown: ({ end }) =>
    `Der Auszug gehört zu einem Konto, das auf ${end} endet und noch fehlt. Lege es an und lies die Datei dann noch einmal ein.`,
  statement_account_archived: ({ end }) =>
    `Das Konto, das auf ${end} endet, ist archiviert. Hole es zuerst unter Konten zurück.`,
  statements_go_on: 'Die Datei hat zu viele Auszüge desselben Kontos. Lies sie in mehreren Dateien ein.',
  import_undone: 'Der Import ist schon rückgängig gemacht.',
  import_touched: 'Seit dem Import wurden Umsätze daraus zugeordnet oder ausgeblendet.',
  import_continued: 'Ein späterer Import zählt auf diesen Umsätzen weiter. Mach zuerst jenen rückgängig.',
})

export const en = ({ number }: Formats): Texts => ({
  file_not_camt:
    'This is no bank statement in the format camt.053 or camt.052. Choose “CAMT” when you download it from your online banking.',
  file_notification:
    'This is a notification (camt.054), no bank statement in the format camt.053 or camt.052. Download the statement of the account.',
  file_without_xml:
    'The ZIP file has no bank statement in the format camt.053 or camt.052. Choose “CAMT” when you download it from your online banking.',
  file_without_statement:
    'The file has no bank statement in the format camt.053 or camt.052. Choose a period with entries.',
  file_doctype:
    'This is no bank statement in the format camt.053 or camt.052. Download it from your online banking and leave it as it is.',
  file_damaged: 'The ZIP file is damaged or encrypted. Download it again.',
  file_same_names: 'The ZIP file is damaged: two files have one name. Download it again.',
  file_too_many_files: ({ max }) =>
    `The ZIP file is too large: at most ${number(max)} files. Divide the period.`,
  file_too_many_entries: ({ max }) =>
    `The file is too large: at most ${number(max)} entries. Each payment of a batch counts. Divide the period.`,
  file_unpacks_too_large: 'The file is too large: at most 32 MB unpacked. Divide the period.',
  file_too_deep: 'The file is too large or no bank statement. Download it again.',
  file_too_detailed: 'The file is too large: one entry has too many details. Divide the period.',
  file_too_much_text: 'The file is too large: at most 10 MB of text in the entries. Divide the period.',
  file_malformed: 'The file is no valid XML. Download it from your bank again.',
  file_bytes_wrong: 'The file is no valid XML. Download it from your bank again.',
  file_encoding_unknown: 'The characters of the file cannot be read. Download it from your bank as UTF-8.',
  statement_without_iban: 'The statement names no IBAN. Download it for an account with an IBAN.',
  statement_sum_wrong:
    'The entries do not add up to the closing balance. The file is incomplete; download it again.',
  statement_page_wrong: 'The page number is not valid. Download the file again, or ask your bank.',
  statement_value_missing: 'A value is missing. Download the file again, or ask your bank.',
  statement_amount_missing: 'The amount is missing.',
  statement_amount_wrong: 'The amount is not valid.',
  statement_decimals: 'The amount has more than two decimals.',
  statement_currency_missing: 'The amount names no currency.',
  statement_direction_wrong: 'Whether the money came in or went out is missing. Ask your bank.',
  statement_date_missing: 'The date is missing.',
  statement_date_wrong: 'The date is not valid.',
  statement_account_unknown: ({ end }) =>
    `The statement is of an account that ends in ${end}, which is missing. Add it, then import the file again.`,
  statement_account_archived: ({ end }) =>
    `The account that ends in ${end} is archived. Restore it under Accounts first.`,
  statements_go_on: 'The file has too many statements of one account. Import them in several files.',
  import_undone: 'The import is undone already.',
  import_touched: 'Lines of the import were confirmed or ignored since.',
  import_continued: 'A later import counts on from these lines. Undo that one first.',
})
