import { byteLength } from '../../../db/json'
import { type Detail, detailOf, detailShape } from './details'
import { entryShape, readEntry } from './entry'
import { CamtIssue } from './issue'
import type { SkippedEntry, Statement, StatementLine } from './lines'
import type { RecordReader } from './read-records'
import type { XmlRecord } from './record'
import { type Field, shapeOf } from './shape'
import { accountOf, type Exchanged, readStatement, statementShape } from './statement'

const headerShape = shapeOf({ page: ['MsgPgntn/PgNb'], isLastPage: ['MsgPgntn/LastPgInd'] })

/** The messages camt.053 and camt.052. */
const documentShape = shapeOf(
  {},
  {
    BkToCstmrStmt: shapeOf({}, { GrpHdr: headerShape, Stmt: statementShape }),
    BkToCstmrAcctRpt: shapeOf({}, { GrpHdr: headerShape, Rpt: statementShape }),
  },
)

const fileShape = shapeOf({}, { Document: documentShape })

/** How many entries an upload has at most, each payment of a batch counted as one: what fits into one batch and 128 MB. */
const MAX_ENTRIES = 15_000
const MAX_TEXT_BYTES = 10 * 1024 * 1024

/** How much the files of an upload may still have together. */
export type Room = { entries: number; textBytes: number }

/** All the room that an upload has. */
export const newRoom = (): Room => ({ entries: MAX_ENTRIES, textBytes: MAX_TEXT_BYTES })

/** Reads the records of one XML file as they end, so that no more than one entry or part of one is kept as XML. */
export class StatementReader implements RecordReader {
  readonly shape = fileShape
  readonly statements: Statement[] = []
  /** The entry or statement that is being read, for the path of an issue. */
  place: (readonly [kind: 'entries' | 'statements', index: number])[] = []

  private entry = 1
  private details: Detail[] = []
  private lines: StatementLine[] = []
  private skipped: SkippedEntry[] = []
  private exchanged: Exchanged = new Map()

  constructor(
    private readonly file: number,
    private readonly room: Room,
  ) {}

  /** Throws if the file is no statement. */
  onIgnored(name: string, around: XmlRecord): void {
    if (around.shape === fileShape) throw notCamt()
    if (around.shape === documentShape) throw notCamt(name)
  }

  /** Reads an entry, a part of one, or a statement; says whether the record was one of these. */
  take(record: XmlRecord): boolean {
    if (record.shape === detailShape) this.endDetails(record)
    else if (record.shape === entryShape) this.endEntry(record)
    else if (record.shape === statementShape) this.endStatement(record)
    else return false
    this.place = []
    return true
  }

  /** Throws if the file has no statement. */
  requireStatement(): void {
    if (this.statements.length === 0) throw new CamtIssue({ code: 'file_without_statement' })
  }

  private endDetails(record: XmlRecord): void {
    this.place = [['entries', this.entry - 1]]
    this.useRoom()
    this.details.push(detailOf(record))
  }

  private endEntry(record: XmlRecord): void {
    this.place = [['entries', this.entry - 1]]
    if (this.details.length === 0) this.useRoom()
    const iban = record.parent ? accountOf(record.parent) : null
    const { lines, skipped, exchanged } = readEntry(record, this.details, this.entry, iban)
    for (const line of lines) this.keep(line)
    if (exchanged) this.exchanged.set(this.entry, exchanged)
    if (skipped) this.skipped.push({ entry: this.entry, reason: skipped })
    this.details = []
    this.entry++
  }

  private endStatement(record: XmlRecord): void {
    const index = this.statements.length
    this.place = [['statements', index]]
    const entries = { lines: this.lines, skipped: this.skipped, exchanged: this.exchanged }
    const [header] = record.parent?.records(headerShape) ?? []
    const page = pageOf(record, statementShape.fields) ?? (header ? pageOf(header, headerShape.fields) : null)
    this.statements.push(readStatement(record, entries, { file: this.file, statement: index + 1, page }))
    this.lines = []
    this.skipped = []
    this.exchanged = new Map()
  }

  private useRoom(): void {
    if (--this.room.entries >= 0) return
    this.place = []
    throw new CamtIssue({ code: 'file_too_many_entries', max: MAX_ENTRIES })
  }

  private keep(line: StatementLine): void {
    this.lines.push(line)
    for (const value of Object.values(line))
      if (typeof value === 'string') this.room.textBytes -= byteLength(value)
    if (this.room.textBytes >= 0) return
    this.place = []
    throw new CamtIssue({ code: 'file_too_much_text' })
  }
}

/** The page, where there are others to which a part of the entries or balances belongs. */
function pageOf(record: XmlRecord, fields: Record<'page' | 'isLastPage', Field>): number | null {
  const number = record.text(fields.page) ?? '1'
  if (!/^\d{1,5}$/.test(number)) throw new CamtIssue({ code: 'statement_page_wrong' }, 'page')
  const page = Number(number)
  const isLast = record.text(fields.isLastPage)
  return page !== 1 || /^(?:false|0)$/.test(isLast ?? '') ? page : null
}

function notCamt(message?: string): CamtIssue {
  const isNotification = message === 'BkToCstmrDbtCdtNtfctn'
  return new CamtIssue({ code: isNotification ? 'file_notification' : 'file_not_camt' })
}
