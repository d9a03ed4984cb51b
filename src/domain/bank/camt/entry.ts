import {
  CODES,
  chargeOf,
  chargesShape,
  codesOf,
  type Detail,
  detailOf,
  detailShape,
  type Party,
  reference,
} from './details'
import { CamtIssue } from './issue'
import type { SkippedEntry, StatementLine, WholeEntry } from './lines'
import { XmlRecord } from './record'
import { shapeOf } from './shape'
import { cleanText, dateOf, informationOf, isCredit, type Money, moneyOf } from './values'

/** Direct debits returned unpaid (108: business, 109: consumers). */
const RETURN_CODES = ['108', '109']
/** Direct debits that the club collected, one by one or as a batch. */
const COLLECTION_CODES = ['171', '174', '192', '196']
const RETURN_SUBFAMILIES = ['UPDD', 'PRDD', 'RRTN', 'RPCR', 'ARET', 'AREV']

/** An `Ntry`. */
export const entryShape = shapeOf(
  {
    ...CODES,
    status: ['Sts/Cd', 'Sts/Prtry', 'Sts'],
    amount: ['Amt'],
    instructed: ['AmtDtls/InstdAmt/Amt'],
    transaction: ['AmtDtls/TxAmt/Amt'],
    counterValue: ['AmtDtls/CntrValAmt/Amt'],
    direction: ['CdtDbtInd'],
    reversal: ['RvslInd'],
    bookedOn: ['BookgDt/Dt', 'BookgDt/DtTm'],
    valuedOn: ['ValDt/Dt', 'ValDt/DtTm'],
    batch: ['NtryDtls/Btch/PmtInfId', 'NtryDtls/Btch/MsgId'],
    count: ['NtryDtls/Btch/NbOfTxs'],
    bankReference: ['AcctSvcrRef'],
    info: ['AddtlNtryInf'],
  },
  { 'NtryDtls/TxDtls': detailShape, Chrgs: chargesShape },
)
const ENTRY = entryShape.fields

type Entry = { lines: StatementLine[]; skipped?: SkippedEntry['reason']; exchanged?: Money[] }
type Common = Pick<StatementLine, 'booked_on' | 'valued_on' | 'currency' | 'entry' | 'whole'>

/** An entry that is booked, what all its lines have, its codes, and the account of the statement. */
type Booked = {
  record: XmlRecord
  common: Common
  codes: ReturnType<typeof codesOf>
  accountIban: string | null
}

/** Reads an `Ntry` whose details were read before it: one line, or one for each part where the parts add up. */
export function readEntry(
  record: XmlRecord,
  details: Detail[],
  entry: number,
  accountIban: string | null,
): Entry {
  const status = record.text(ENTRY.status)
  if (status === null) throw new CamtIssue({ code: 'statement_value_missing' }, 'status')
  if (status !== 'BOOK') return { lines: [], skipped: 'not_booked' }
  const money = moneyOf(record, ENTRY.amount, 'amount')
  if (!money) throw new CamtIssue({ code: 'statement_amount_missing' }, 'amount')
  const credit = isCredit(record, ENTRY.direction)
  if (money.cents === 0) return { lines: [], skipped: 'zero_amount' }
  const valued_on = dateOf(record, ENTRY.valuedOn, 'valued_on')
  const booked_on = dateOf(record, ENTRY.bookedOn, 'booked_on') ?? valued_on
  if (booked_on === null) throw new CamtIssue({ code: 'statement_date_missing' }, 'booked_on')
  const amount = credit ? money.cents : -money.cents
  const codes = codesOf(record, ENTRY)
  const parts = partsOf(codes, details, money, credit)
  const whole = wholeOf(record, details, amount, parts !== undefined)
  const common = { booked_on, valued_on, currency: money.currency, entry, whole }
  const booked = { record, common, codes, accountIban }
  const lines = parts
    ? parts.map(({ detail, amount }) => lineOf(booked, detail, amount)).filter(({ amount }) => amount !== 0)
    : [wholeLine(booked, details, amount)]
  const exchanged = exchangedOf(record, details, money.currency, credit)
  return exchanged.length > 0 ? { lines, exchanged } : { lines }
}

/** What an entry amounts to in other currencies than its own, as it says itself, or as its one payment says. */
function exchangedOf(record: XmlRecord, details: Detail[], own: string, credit: boolean): Money[] {
  const [only, ...others] = details
  const found = [ENTRY.counterValue, ENTRY.instructed, ENTRY.transaction].map((field) =>
    informationOf(record, field),
  )
  if (only && others.length === 0) found.push(only.counterValue, only.original, only.money)
  return found.flatMap((money) =>
    money && money.currency !== own ? [{ ...money, cents: credit ? money.cents : -money.cents }] : [],
  )
}

/** The parts of a batch with their signed amounts; undefined if they are not given or do not add up to the entry. */
function partsOf(codes: Booked['codes'], details: Detail[], { cents, currency }: Money, credit: boolean) {
  if (details.length < 2 || isCollection(codes, details, credit)) return undefined
  const parts = details.map((detail) => ({
    detail,
    amount: (detail.money?.cents ?? Number.NaN) * ((detail.credit ?? credit) ? 1 : -1),
  }))
  const sum = parts.reduce((total, { amount }) => total + amount, 0)
  const isSplit =
    sum === (credit ? cents : -cents) && details.every(({ money }) => money?.currency === currency)
  return isSplit ? parts : undefined
}

/** Whether an entry is the credit of a batch of direct debits, which is settled as a whole. */
function isCollection(codes: Booked['codes'], details: Detail[], credit: boolean): boolean {
  return [codes, ...details].some(
    ({ gvc, family }) => credit && (family === 'IDDT' || (gvc !== null && COLLECTION_CODES.includes(gvc))),
  )
}

/** How the file tells an entry that other files may tell in another way; null for one payment with its details. */
function wholeOf(record: XmlRecord, details: Detail[], amount: number, isSplit: boolean): WholeEntry | null {
  const count = Math.max(countOf(record), details.length)
  const reference = bankReference(record) ?? batchReference(record) ?? (count > 1 ? `${count}` : null)
  if (reference === null || (details.length === 1 && count === 1)) return null
  const kind = isSplit ? 'split' : details.length > 1 ? 'detailed' : 'plain'
  return { kind, amount, reference }
}

function wholeLine(booked: Booked, details: Detail[], amount: number): StatementLine {
  const { record, common, codes } = booked
  const [detail = NO_DETAIL] = details
  if (details.length < 2 && countOf(record) < 2) {
    const line = lineOf(booked, detail, amount)
    line.original_amount ??= originalAmount(record, common.currency)
    line.charge ??= centsIn(chargeOf(record), common.currency)
    return line
  }
  const texts = [...new Set(details.map(({ text }) => text ?? ''))].filter((text) => text !== '')
  return {
    ...common,
    amount,
    party_name: null,
    party_iban: null,
    text: cleanText(texts.join(' '), 2000) ?? entryText(record),
    end_to_end: null,
    mandate_reference: null,
    batch_reference: batchReference(record) ?? shared(details, 'batch_reference'),
    gvc: codes.gvc ?? shared(details, 'gvc'),
    return_code: shared(details, 'return_code'),
    return_text: shared(details, 'return_text'),
    original_amount: originalAmount(record, common.currency),
    charge: centsIn(chargeOf(record), common.currency),
  }
}

/** What an entry without a `TxDtls` says of its one payment. */
const NO_DETAIL = detailOf(new XmlRecord('TxDtls', detailShape))

/** How many payments an entry says that it has. */
const countOf = (record: XmlRecord): number => Number(record.text(ENTRY.count) ?? 1) || 1

const originalAmount = (record: XmlRecord, currency: string): number | null =>
  centsIn(informationOf(record, ENTRY.instructed), currency)

function lineOf(
  { record, common, codes, accountIban }: Booked,
  detail: Detail,
  amount: number,
): StatementLine {
  const { currency } = common
  const returned = isReturn(record, detail, codes)
  const party = counterparty(detail, amount > 0, returned, accountIban)
  const text = detail.text ?? detail.info ?? entryText(record)
  return {
    ...common,
    amount,
    party_name: party.name,
    party_iban: party.iban,
    text,
    end_to_end: detail.end_to_end,
    mandate_reference: detail.mandate_reference,
    batch_reference: batchReference(record) ?? detail.batch_reference,
    gvc: detail.gvc ?? codes.gvc,
    return_code: detail.return_code,
    return_text: detail.return_text ?? (returned && detail.return_code === null ? (text ?? 'return') : null),
    original_amount: centsIn(
      detail.original ?? (returned ? returnedMoney(detail, amount) : undefined),
      currency,
    ),
    charge: centsIn(detail.charge, currency),
  }
}

/** What a debit had that comes back, where the bank tells it apart from the amount with its charge. */
const returnedMoney = ({ money }: Detail, amount: number): Money | undefined =>
  money && money.cents < Math.abs(amount) ? money : undefined

function isReturn(record: XmlRecord, detail: Detail, ofEntry: Booked['codes']): boolean {
  const codes = [detail, ofEntry]
  return (
    detail.return_code !== null ||
    detail.return_text !== null ||
    /^(?:true|1)$/.test(record.text(ENTRY.reversal) ?? '') ||
    codes.some(({ gvc }) => gvc !== null && RETURN_CODES.includes(gvc)) ||
    codes.some(({ subfamily }) => subfamily !== null && RETURN_SUBFAMILIES.includes(subfamily))
  )
}

/**
 * Who paid or was paid. A return keeps the roles of the payment that it returns. The account of the statement is never the
 * counterparty, for banks that turn the roles round.
 */
function counterparty(
  { debtor, creditor }: Detail,
  credit: boolean,
  returned: boolean,
  accountIban: string | null,
): Party {
  const [party, other] = credit !== returned ? [debtor, creditor] : [creditor, debtor]
  const isOwn = party.iban !== null && party.iban === accountIban && other.iban !== accountIban
  return isOwn && (other.name !== null || other.iban !== null) ? other : party
}

const bankReference = (record: XmlRecord): string | null => reference(record, ENTRY.bankReference)

const batchReference = (record: XmlRecord): string | null => reference(record, ENTRY.batch)

const entryText = (record: XmlRecord): string | null => cleanText(record.text(ENTRY.info), 2000)

const centsIn = (money: Money | undefined, currency: string): number | null =>
  money && money.currency === currency && money.cents !== 0 ? money.cents : null

/** What all details of an entry agree in. */
function shared<Key extends 'batch_reference' | 'gvc' | 'return_code' | 'return_text'>(
  details: Detail[],
  key: Key,
) {
  const [first, ...others] = details
  return first && others.every((detail) => detail[key] === first[key]) ? first[key] : null
}
