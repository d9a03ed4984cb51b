import type { XmlRecord } from './records'
import { cleanText, ibanOf, isCredit, type Money, moneyOf } from './values'

const MAX_TEXT = 2000
const MAX_NAME = 140
const MAX_REFERENCE = 140

/** An account with its holder. */
export type Party = { name: string | null; iban: string | null }

/** What a `TxDtls` says of its entry or of a part of it. */
export type Detail = ReturnType<typeof detailOf>

/** Reads a `TxDtls`. `credit` is null where it has no sign of its own, as before version 3. */
export function detailOf(details: XmlRecord) {
  return {
    money: moneyOf(details, 'details.amount', 'Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'),
    credit: details.textsAt('CdtDbtInd').length > 0 ? isCredit(details) : null,
    debtor: partyOf(details, DEBTOR),
    creditor: partyOf(details, CREDITOR),
    text: remittance(details),
    info: cleanText(details.text('AddtlTxInf'), MAX_TEXT),
    end_to_end: reference(details, 'Refs/EndToEndId'),
    mandate_reference: reference(details, 'Refs/MndtId'),
    batch_reference: reference(details, 'Refs/PmtInfId', 'Refs/MsgId'),
    bank_reference: reference(details, 'Refs/AcctSvcrRef'),
    ...codesOf(details),
    ...returnOf(details),
    original: moneyOf(details, 'original_amount', 'AmtDtls/InstdAmt/Amt'),
    charge: chargeOf(details),
  }
}

/** Since version 4 the name of a `Dbtr` or `Cdtr` is one level deeper. The ultimate one names who has none. */
const pathsOf = (role: 'Dbtr' | 'Cdtr') => ({
  names: [
    `RltdPties/${role}/Nm`,
    `RltdPties/${role}/Pty/Nm`,
    `RltdPties/${role}/Agt/FinInstnId/Nm`,
    `RltdPties/Ultmt${role}/Nm`,
    `RltdPties/Ultmt${role}/Pty/Nm`,
  ],
  ibans: [`RltdPties/${role}Acct/Id/IBAN`, `RltdPties/${role}Acct/Id/Othr/Id`],
})

const DEBTOR = pathsOf('Dbtr')
const CREDITOR = pathsOf('Cdtr')

const partyOf = (details: XmlRecord, { names, ibans }: ReturnType<typeof pathsOf>): Party => ({
  name: cleanText(details.text(...names), MAX_NAME),
  iban: ibanOf(details, ...ibans),
})

/** The purpose of a payment: its unstructured lines, then the references of creditors. */
function remittance(details: XmlRecord): string | null {
  const parts = [...details.textsAt('RmtInf/Ustrd'), ...details.textsAt('RmtInf/Strd/CdtrRefInf/Ref')]
  return cleanText(parts.filter((part) => cleanText(part, 10)).join(' '), MAX_TEXT)
}

/** The first reference on some paths that is not a placeholder. */
export function reference(record: XmlRecord, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const text = cleanText(record.text(path), MAX_REFERENCE)
    if (text !== null) return text
  }
  return null
}

/** The German code (`NTRF+166+…`) and the ISO family (`IDDT`) of an entry or of its details. */
export function codesOf(record: XmlRecord) {
  const proprietary = record.text('BkTxCd/Prtry/Cd') ?? ''
  const isGerman = /^(?:DK|ZKA)$/.test(record.text('BkTxCd/Prtry/Issr') ?? '')
  const [, gvc = null] =
    /^[A-Z\d]{4}\+(\d{3})(?!\d)/.exec(proprietary) ?? ((isGerman && /^(\d{3})(?!\d)/.exec(proprietary)) || [])
  return {
    gvc,
    family: record.text('BkTxCd/Domn/Fmly/Cd'),
    subfamily: record.text('BkTxCd/Domn/Fmly/SubFmlyCd'),
  }
}

/** Why a payment came back. */
function returnOf(details: XmlRecord) {
  return {
    return_code: cleanText(details.text('RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry'), 35),
    return_text: cleanText(details.textsAt('RtrInf/AddtlInf').join(' '), MAX_REFERENCE),
  }
}

/** The sum of the charges of an entry or of its details; undefined where there are none, or in several currencies. */
export function chargeOf(record: XmlRecord): Money | undefined {
  const charges = record.records('Chrgs').flatMap((all) => {
    const detailed = all.records('Rcrd')
    return detailed.length > 0 ? detailed : [all]
  })
  let sum: Money | undefined
  for (const charge of charges) {
    const money = moneyOf(charge, 'charge', 'Amt', 'TtlChrgsAndTaxAmt')
    if (!money) continue
    if (sum && sum.currency !== money.currency) return undefined
    const isRefund = charge.text('CdtDbtInd') === 'CRDT'
    sum = { ...money, cents: (sum?.cents ?? 0) + (isRefund ? -money.cents : money.cents) }
  }
  return sum
}
