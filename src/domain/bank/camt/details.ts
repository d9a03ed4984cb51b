import type { XmlRecord } from './record'
import { type Field, shapeOf } from './shape'
import { cleanText, ibanOf, informationOf, isCredit, type Money, moneyOf } from './values'

const MAX_TEXT = 2000
const MAX_NAME = 140
const MAX_REFERENCE = 140

const CHARGE_PATHS = {
  amount: ['Amt', 'TtlChrgsAndTaxAmt'],
  direction: ['CdtDbtInd'],
  isIncluded: ['ChrgInclInd'],
}
const chargeShape = shapeOf(CHARGE_PATHS)
const CHARGE = chargeShape.fields

/** The charges of an entry or of its details: one sum, or records with the same fields. */
export const chargesShape = shapeOf(CHARGE_PATHS, { Rcrd: chargeShape })

/** Since version 4 the name of a `Dbtr` or `Cdtr` is one level deeper. The ultimate one names who has none. */
const namesOf = (role: 'Dbtr' | 'Cdtr'): string[] => [
  `RltdPties/${role}/Nm`,
  `RltdPties/${role}/Pty/Nm`,
  `RltdPties/${role}/Agt/FinInstnId/Nm`,
  `RltdPties/Ultmt${role}/Nm`,
  `RltdPties/Ultmt${role}/Pty/Nm`,
]

const ibansOf = (role: 'Dbtr' | 'Cdtr'): string[] => [
  `RltdPties/${role}Acct/Id/IBAN`,
  `RltdPties/${role}Acct/Id/Othr/Id`,
]

/** The codes of an entry or of its details. */
export const CODES = {
  code: ['BkTxCd/Prtry/Cd'],
  issuer: ['BkTxCd/Prtry/Issr'],
  family: ['BkTxCd/Domn/Fmly/Cd'],
  subfamily: ['BkTxCd/Domn/Fmly/SubFmlyCd'],
} as const

/** A `TxDtls`. The purpose of a payment is its unstructured lines, then the references of creditors. */
export const detailShape = shapeOf(
  {
    ...CODES,
    amount: ['Amt', 'AmtDtls/TxAmt/Amt'],
    instructed: ['AmtDtls/InstdAmt/Amt'],
    counterValue: ['AmtDtls/CntrValAmt/Amt'],
    direction: ['CdtDbtInd'],
    debtor: namesOf('Dbtr'),
    debtorIban: ibansOf('Dbtr'),
    creditor: namesOf('Cdtr'),
    creditorIban: ibansOf('Cdtr'),
    purpose: ['RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref'],
    info: ['AddtlTxInf'],
    endToEnd: ['Refs/EndToEndId'],
    mandate: ['Refs/MndtId'],
    batch: ['Refs/PmtInfId', 'Refs/MsgId'],
    returnCode: ['RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry'],
    returnText: ['RtrInf/AddtlInf'],
  },
  { Chrgs: chargesShape },
)
const DETAIL = detailShape.fields

/** An account with its holder. */
export type Party = { name: string | null; iban: string | null }

/** What a `TxDtls` says of its entry or of a part of it. */
export type Detail = ReturnType<typeof detailOf>

/** Reads a `TxDtls`. `credit` is null if it has no sign of its own, as before version 3. */
export function detailOf(details: XmlRecord) {
  const instructed = informationOf(details, DETAIL.instructed)
  return {
    money: moneyOf(details, DETAIL.amount, 'details.amount') ?? instructed,
    credit: details.has(DETAIL.direction) ? isCredit(details, DETAIL.direction) : null,
    debtor: partyOf(details, DETAIL.debtor, DETAIL.debtorIban),
    creditor: partyOf(details, DETAIL.creditor, DETAIL.creditorIban),
    text: remittance(details),
    info: cleanText(details.text(DETAIL.info), MAX_TEXT),
    end_to_end: reference(details, DETAIL.endToEnd),
    mandate_reference: reference(details, DETAIL.mandate),
    batch_reference: reference(details, DETAIL.batch),
    ...codesOf(details, DETAIL),
    return_code: cleanText(details.text(DETAIL.returnCode), 35),
    return_text: cleanText(details.texts(DETAIL.returnText).join(' '), MAX_REFERENCE),
    original: instructed,
    counterValue: informationOf(details, DETAIL.counterValue),
    charge: chargeOf(details),
  }
}

const partyOf = (details: XmlRecord, name: Field, iban: Field): Party => ({
  name: cleanText(details.text(name), MAX_NAME),
  iban: ibanOf(details, iban),
})

function remittance(details: XmlRecord): string | null {
  const parts = details.texts(DETAIL.purpose)
  return cleanText(parts.filter((part) => cleanText(part, MAX_TEXT)).join(' '), MAX_TEXT)
}

/** The first reference of a field that is not a placeholder. */
export function reference(record: XmlRecord, field: Field): string | null {
  for (const text of record.texts(field)) {
    const clean = cleanText(text, MAX_REFERENCE)
    if (clean !== null) return clean
  }
  return null
}

/** The German code (`NTRF+166+…`) and the ISO family (`IDDT`) of an entry or of its details. */
export function codesOf(record: XmlRecord, fields: Record<keyof typeof CODES, Field>) {
  const code = record.text(fields.code) ?? ''
  const isGerman = /^(?:DK|ZKA)$/.test(record.text(fields.issuer) ?? '')
  const [, gvc = null] =
    /^[A-Z\d]{4}\+(\d{3})(?!\d)/.exec(code) ?? ((isGerman && /^(\d{3})(?!\d)/.exec(code)) || [])
  return { gvc, family: record.text(fields.family), subfamily: record.text(fields.subfamily) }
}

/** The sum of the charges that an amount includes; undefined if there are none, or in several currencies. */
export function chargeOf(record: XmlRecord): Money | undefined {
  const charges = record.records(chargesShape).flatMap((all) => {
    const detailed = all.records(chargeShape)
    return detailed.length > 0 ? detailed : [all]
  })
  let sum: Money | undefined
  for (const charge of charges) {
    if (/^(?:false|0)$/.test(charge.text(CHARGE.isIncluded) ?? '')) continue
    const money = informationOf(charge, CHARGE.amount)
    if (!money) continue
    if (sum && sum.currency !== money.currency) return undefined
    const isRefund = charge.text(CHARGE.direction) === 'CRDT'
    sum = { ...money, cents: (sum?.cents ?? 0) + (isRefund ? -money.cents : money.cents) }
  }
  return sum
}
