import { entryShape } from './entry'
import { CamtIssue } from './issue'
import type { Statement, StatementLine } from './lines'
import type { XmlRecord } from './record'
import { shapeOf } from './shape'
import { cleanText, dateIn, dateOf, ibanOf, isCredit, type Money, moneyOf } from './values'

const OPENING = ['OPBD', 'PRCD']
const CLOSING = ['CLBD']

const balanceShape = shapeOf({
  code: ['Tp/CdOrPrtry/Cd'],
  amount: ['Amt'],
  direction: ['CdtDbtInd'],
  date: ['Dt/Dt', 'Dt/DtTm'],
})
const BALANCE = balanceShape.fields

/** A `Stmt` or `Rpt`. */
export const statementShape = shapeOf(
  {
    id: ['Id'],
    iban: ['Acct/Id/IBAN', 'Acct/Id/Othr/Id'],
    currency: ['Acct/Ccy'],
    from: ['FrToDt/FrDtTm'],
    to: ['FrToDt/ToDtTm'],
    page: ['StmtPgntn/PgNb', 'RptPgntn/PgNb'],
    isLastPage: ['StmtPgntn/LastPgInd', 'RptPgntn/LastPgInd'],
  },
  { Bal: balanceShape, Ntry: entryShape },
)
const STATEMENT = statementShape.fields

/** What entries amount to in other currencies than their own, by the number of the entry; signed. */
export type Exchanged = Map<number, Money[]>

type Entries = Pick<Statement, 'lines' | 'skipped'> & { exchanged: Exchanged }

/** Where a statement is in the upload. */
type Place = Pick<Statement, 'file' | 'statement' | 'page'>
type Balance = { code: string; cents: number; currency: string; date: string }

/**
 * Reads a `Stmt` or `Rpt` whose entries were read before it. Throws if the entries of a complete statement do not add
 * up to its balances. A report of a day that goes on need not add up: its balances are left out then.
 */
export function readStatement(
  record: XmlRecord,
  { lines, skipped, exchanged }: Entries,
  { file, statement, page }: Place,
): Statement {
  const iban = accountOf(record)
  if (iban === null) throw new CamtIssue({ code: 'statement_without_iban' }, 'iban')
  const all = record.records(balanceShape).flatMap(readBalance)
  const currency = record.text(STATEMENT.currency) ?? all[0]?.currency ?? lines[0]?.currency ?? 'EUR'
  const balances = all.filter((balance) => balance.currency === currency).sort(byDate)
  const opening = balances.find(({ code }) => OPENING.includes(code))
  const closing = balances.findLast(({ code }) => CLOSING.includes(code))
  const sums = { opening: opening?.cents ?? null, closing: closing?.cents ?? null }
  const isStatement = record.name === 'Stmt'
  const isRight = page !== null || addsUp(sums, currency, { lines, exchanged })
  if (!isRight && isStatement) throw new CamtIssue({ code: 'statement_sum_wrong' }, 'closing')
  return {
    format: isStatement ? 'camt.053' : 'camt.052',
    file,
    statement,
    page,
    iban,
    currency,
    id: cleanText(record.text(STATEMENT.id), 140),
    ...periodOf(record, [opening?.date, ...lines.map(({ booked_on }) => booked_on), closing?.date]),
    ...(isRight ? sums : { opening: null, closing: null }),
    lines,
    skipped,
  }
}

/** The IBAN of the account of a statement. */
export const accountOf = (statement: XmlRecord): string | null => ibanOf(statement, STATEMENT.iban)

/** The booked balances; forward and available ones do not follow from the entries. */
function readBalance(record: XmlRecord): Balance[] {
  const code = record.text(BALANCE.code) ?? ''
  if (!OPENING.includes(code) && !CLOSING.includes(code)) return []
  const money = moneyOf(record, BALANCE.amount, 'balance')
  if (!money) throw new CamtIssue({ code: 'statement_value_missing' }, 'balance')
  const cents = isCredit(record, BALANCE.direction) ? money.cents : -money.cents
  return [{ code, cents, currency: money.currency, date: dateOf(record, BALANCE.date, 'balance') ?? '' }]
}

const byDate = (a: Balance, b: Balance): number => (`${a.date}${a.code}` < `${b.date}${b.code}` ? -1 : 1)

/**
 * Whether nothing contradicts the balances; a missing one contradicts nothing. Entries in another currency are not part of
 * the balances, or all of them are, with what the file says that they amount to in the currency of the account.
 */
function addsUp(
  { opening, closing }: Pick<Statement, 'opening' | 'closing'>,
  currency: string,
  { lines, exchanged }: { lines: StatementLine[]; exchanged: Exchanged },
): boolean {
  if (opening === null || closing === null) return true
  let sum = opening
  const foreign = new Set<number>()
  for (const line of lines) {
    if (line.currency === currency) sum += line.amount
    else foreign.add(line.entry)
  }
  const amounts = [...foreign].map((entry) => {
    const same = exchanged.get(entry)?.find((money) => money.currency === currency)
    return same?.cents ?? Number.NaN
  })
  return sum === closing || amounts.reduce((total, cents) => total + cents, sum) === closing
}

/** The period that the statement names, or else that of its balances and entries. */
function periodOf(record: XmlRecord, dates: (string | undefined)[]): Pick<Statement, 'from' | 'to'> {
  const known = dates.filter((date) => date !== undefined && date !== '').sort()
  const [from, to] = [record.text(STATEMENT.from), record.text(STATEMENT.to)]
  return {
    from: from === null ? (known[0] ?? null) : dateIn(from, 'from'),
    to: to === null ? (known.at(-1) ?? null) : dateIn(to, 'to'),
  }
}
