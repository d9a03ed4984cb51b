import { Document, enableValidations } from 'sepa'
import { date } from '../shared/text'
import { isCreditorId } from './creditor-id'
import { isEeaIban } from './eea'
import { isSepaId, sepaName, sepaText } from './sepa-text'

/** One direct debit. `amount` is in cents. `hasNewAccount`: the bank knows another IBAN of the mandate. */
export type DirectDebit = {
  reference: string
  debtorName: string
  iban: string
  mandateReference: string
  signedOn: string
  amount: number
  text: string
  hasNewAccount: boolean
}

/** Direct debits of one creditor and date. `batchBooking` asks the bank for one credit of the sum. */
export type DirectDebits = {
  messageId: string
  createdAt: Date
  collectionDate: string
  creditor: { name: string; iban: string; creditorId: string }
  batchBooking: boolean
  items: readonly DirectDebit[]
}

const FORMAT = 'pain.008.001.08'
const DEBIT = '<DrctDbtTxInf>'

/** The ids of debits are this one, `.0.` and a number, and have 35 characters as well. */
const MAX_MESSAGE_ID = 27

// The tree of the library for 10,000 debits takes 40 to 60 MB, of the 128 MB of a Worker. Small ones are freed sooner.
const PIECE = 100

const SAME_MANDATE = '<AmdmntInd>false</AmdmntInd>'
const NEW_ACCOUNT =
  '<AmdmntInd>true</AmdmntInd><AmdmntInfDtls><OrgnlDbtrAcct><Id><Othr><Id>SMNDA</Id></Othr></Id></OrgnlDbtrAcct></AmdmntInfDtls>'

/**
 * The file (pain.008.001.08, ASCII) with which a bank collects SEPA direct debits (CORE), the same for the same input.
 * Names and texts are transliterated and cut. Throws a RangeError for ids, accounts, dates and amounts that no bank
 * accepts, and for no debits at all.
 */
export function pain008(debits: DirectDebits): string {
  requireAcceptable(debits)
  const { items } = debits
  const pieces: string[] = []
  for (let from = 0; from < items.length; from += PIECE) pieces.push(piece(debits, from))
  const [first = ''] = pieces
  const head = first.slice(0, first.indexOf(DEBIT)).replaceAll(/<NbOfTxs>.*?<\/CtrlSum>/g, totals(items))
  const tail = first.slice(first.lastIndexOf('</PmtInf>'))
  const transactions = pieces.map((xml) => xml.slice(xml.indexOf(DEBIT), -tail.length))
  return [head, ...transactions, tail].join('')
}

/** A file of its own with some of the debits, which are numbered as in the whole. */
function piece(debits: DirectDebits, from: number): string {
  const items = debits.items.slice(from, from + PIECE)
  const { document, payment } = emptyDocument(debits)
  for (const [index, item] of items.entries()) {
    const transaction = payment.createTransaction()
    transaction.id = String(from + index)
    transaction.end2endId = item.reference
    transaction.amount = item.amount / 100
    transaction.mandateId = item.mandateReference
    transaction.mandateSignatureDate = new UtcDate(item.signedOn)
    transaction.debtorName = sepaName(item.debtorName, item.mandateReference)
    transaction.debtorIBAN = item.iban
    // `structuredRemittanceInfo` is one object for all documents. Whatever is set there goes into each later one.
    transaction.remittanceInfo = sepaText(item.text) || item.reference
    payment.addTransaction(transaction)
  }
  let number = 0
  return document
    .toString()
    .replaceAll(SAME_MANDATE, () => (items[number++]?.hasNewAccount ? NEW_ACCOUNT : SAME_MANDATE))
}

function emptyDocument({ messageId, createdAt, collectionDate, creditor, batchBooking }: DirectDebits) {
  const document = new Document(FORMAT)
  document.grpHdr.id = messageId
  document.grpHdr.created = new UtcDate(createdAt)
  document.grpHdr.initiatorName = sepaName(creditor.name, creditor.creditorId)
  const payment = document.createPaymentInfo()
  payment.batchBooking = batchBooking
  // Since 2016 the first debit of a mandate needs no sequence type of its own.
  payment.sequenceType = 'RCUR'
  payment.collectionDate = new UtcDate(collectionDate)
  payment.creditorName = document.grpHdr.initiatorName
  payment.creditorIBAN = creditor.iban
  payment.creditorId = creditor.creditorId
  document.addPaymentInfo(payment)
  return { document, payment }
}

// The checks below are stricter, and their messages hold no names and accounts. The library's take a third of its time.
enableValidations(false)

function totals(items: readonly DirectDebit[]): string {
  const sum = items.reduce((sum, { amount }) => sum + amount, 0)
  return `<NbOfTxs>${items.length}</NbOfTxs><CtrlSum>${(sum / 100).toFixed(2)}</CtrlSum>`
}

function requireAcceptable({ messageId, collectionDate, creditor, items }: DirectDebits): void {
  const isAcceptable =
    isSepaId(messageId) &&
    messageId.length <= MAX_MESSAGE_ID &&
    isDate(collectionDate) &&
    isEeaIban(creditor.iban) &&
    isCreditorId(creditor.creditorId) &&
    items.length > 0
  if (!isAcceptable) throw new RangeError('No bank accepts these direct debits.')
  const wrong = items.findIndex((item) => !isAcceptableDebit(item))
  if (wrong >= 0) throw new RangeError(`No bank accepts the direct debit with index ${wrong}.`)
}

const isAcceptableDebit = ({ reference, mandateReference, iban, signedOn, amount }: DirectDebit): boolean =>
  isSepaId(reference) &&
  isSepaId(mandateReference) &&
  isEeaIban(iban) &&
  isDate(signedOn) &&
  Number.isInteger(amount) &&
  amount >= 1 &&
  amount <= 99_999_999_999

const isDate = (text: string): boolean => date.safeParse(text).success && text >= '1000'

/** A date that the library writes in UTC, wherever it runs: it asks for local time. */
class UtcDate extends Date {
  override getFullYear = this.getUTCFullYear
  override getMonth = this.getUTCMonth
  override getDate = this.getUTCDate
  override getHours = this.getUTCHours
  override getMinutes = this.getUTCMinutes
  override getSeconds = this.getUTCSeconds
}
