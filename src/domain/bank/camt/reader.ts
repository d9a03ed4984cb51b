import { type Detail, detailOf } from './details'
import { type Element, elementAt, textAt } from './elements'
import { readEntry } from './entry'
import { CamtIssue } from './issue'
import type { SkippedEntry, Statement, StatementLine } from './lines'
import { readStatement } from './statement'
import { ibanOf } from './values'

const STATEMENTS: Record<string, string> = { BkToCstmrStmt: 'Stmt', BkToCstmrAcctRpt: 'Rpt' }

/** Reads the elements of one XML file as they end, so that no more than one entry is kept as XML. */
export class StatementReader {
  readonly statements: Statement[] = []
  /** The entry or statement that is being read, for the path of an issue. */
  place: (readonly [kind: 'entries' | 'statements', index: number])[] = []

  private entry = 1
  private details: Detail[] = []
  private lines: StatementLine[] = []
  private skipped: SkippedEntry[] = []

  constructor(
    private readonly file: number,
    /** How many lines may still be read. */
    public room: number,
  ) {}

  /** Says whether an element was read and need not be kept. */
  take(element: Element, parents: readonly Element[]): boolean {
    const [root = element, message, statement] = parents
    if (root.name !== 'Document') throw notCamt()
    if (!message) return false
    const statementName = STATEMENTS[message.name]
    if (!statementName) throw notCamt(message.name)
    if (parents.length === 2 && element.name === statementName) this.endStatement(element, message)
    else if (!statement || statement.name !== statementName) return false
    else if (parents.length === 3 && element.name === 'Ntry') this.endEntry(element, statement)
    else if (element.name === 'TxDtls' && isDetails(parents)) this.endDetails(element)
    else return false
    this.place = []
    return true
  }

  /** Throws where the file has no statement. */
  requireStatement(): void {
    if (this.statements.length === 0) throw new CamtIssue('must contain a statement')
  }

  private endDetails(element: Element): void {
    this.place = [['entries', this.entry - 1]]
    this.useRoom()
    this.details.push(detailOf(element))
  }

  private endEntry(element: Element, statement: Element): void {
    this.place = [['entries', this.entry - 1]]
    this.useRoom()
    const iban = ibanOf(elementAt(statement, 'Acct'))
    const { lines, skipped } = readEntry(element, this.details, this.entry, iban)
    for (const line of lines) this.lines.push(line)
    if (skipped) this.skipped.push({ entry: this.entry, reason: skipped })
    this.details = []
    this.entry++
  }

  private endStatement(element: Element, message: Element): void {
    const index = this.statements.length
    this.place = [['statements', index]]
    const entries = { lines: this.lines, skipped: this.skipped }
    const page = pageOf(element) ?? pageOf(elementAt(message, 'GrpHdr'))
    this.statements.push(readStatement(element, entries, { file: this.file, statement: index + 1, page }))
    this.lines = []
    this.skipped = []
  }

  private useRoom(): void {
    if (--this.room < 0)
      throw new CamtIssue('has more entries than can be imported at once; send it in parts')
  }
}

/** Whether parents are those of a part of an entry: `Ntry/NtryDtls` below a statement. */
const isDetails = (parents: readonly Element[]): boolean =>
  parents.length === 5 && parents[3]?.name === 'Ntry' && parents[4]?.name === 'NtryDtls'

/** The page, where there are others to which a part of the entries or balances belongs. */
function pageOf(element: Element | undefined): number | null {
  const number = textAt(element, 'MsgPgntn/PgNb', 'StmtPgntn/PgNb', 'RptPgntn/PgNb') ?? '1'
  if (!/^\d{1,5}$/.test(number)) throw new CamtIssue('must be a whole number', 'page')
  const page = Number(number)
  const isLast = textAt(element, 'MsgPgntn/LastPgInd', 'StmtPgntn/LastPgInd', 'RptPgntn/LastPgInd')
  return page !== 1 || /^(?:false|0)$/.test(isLast ?? '') ? page : null
}

function notCamt(message?: string): CamtIssue {
  return new CamtIssue(
    message === 'BkToCstmrDbtCdtNtfctn'
      ? 'is a notification (camt.054); send the statement (camt.053) or the report (camt.052) of the account'
      : 'must be a bank statement (camt.053) or an account report (camt.052)',
  )
}
