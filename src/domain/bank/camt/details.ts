import { childrenOf, type Element, elementAt, textAt } from './elements'
import { cleanText, ibanOf, isCredit, type Money, moneyOf } from './values'

const MAX_TEXT = 2000
const MAX_NAME = 140
const MAX_REFERENCE = 140

/** An account with its holder. */
export type Party = { name: string | null; iban: string | null }

/** What a `TxDtls` says of its entry or of a part of it. */
export type Detail = ReturnType<typeof detailOf>

/** Reads a `TxDtls`. `credit` is null where it has no sign of its own, as before version 3. */
export function detailOf(details: Element) {
  const refs = elementAt(details, 'Refs')
  const parties = elementAt(details, 'RltdPties')
  return {
    money: detailMoney(details),
    credit: elementAt(details, 'CdtDbtInd') ? isCredit(details) : null,
    debtor: partyOf(parties, 'Dbtr'),
    creditor: partyOf(parties, 'Cdtr'),
    text: remittance(details),
    info: cleanText(textAt(details, 'AddtlTxInf'), MAX_TEXT),
    end_to_end: reference(refs, 'EndToEndId'),
    mandate_reference: reference(refs, 'MndtId'),
    batch_reference: reference(refs, 'PmtInfId', 'MsgId'),
    bank_reference: reference(refs, 'AcctSvcrRef'),
    ...codesOf(details),
    ...returnOf(details),
    original: moneyOf(elementAt(details, 'AmtDtls', 'InstdAmt', 'Amt'), 'original_amount'),
    charge: chargeOf(details),
  }
}

function detailMoney(details: Element): Money | undefined {
  const amount =
    elementAt(details, 'Amt') ??
    elementAt(details, 'AmtDtls', 'TxAmt', 'Amt') ??
    elementAt(details, 'AmtDtls', 'InstdAmt', 'Amt')
  return moneyOf(amount, 'details.amount')
}

/** The `Dbtr` or `Cdtr`: since version 4 its name is one level deeper. The ultimate one names who has none. */
function partyOf(parties: Element | undefined, role: 'Dbtr' | 'Cdtr'): Party {
  const name = textAt(
    parties,
    `${role}/Nm`,
    `${role}/Pty/Nm`,
    `${role}/Agt/FinInstnId/Nm`,
    `Ultmt${role}/Nm`,
    `Ultmt${role}/Pty/Nm`,
  )
  return { name: cleanText(name, MAX_NAME), iban: ibanOf(elementAt(parties, `${role}Acct`)) }
}

/** The purpose of a payment: its unstructured lines, then the references of creditors. */
function remittance(details: Element): string | null {
  const parts = childrenOf(details, 'RmtInf').flatMap((info) => [
    ...childrenOf(info, 'Ustrd').map(({ text }) => text),
    ...childrenOf(info, 'Strd').map((structured) => textAt(structured, 'CdtrRefInf/Ref') ?? ''),
  ])
  return cleanText(parts.filter((part) => cleanText(part, 10)).join(' '), MAX_TEXT)
}

/** The first reference on some paths that is not a placeholder. */
export function reference(refs: Element | undefined, ...paths: string[]): string | null {
  for (const path of paths) {
    const text = cleanText(textAt(refs, path), MAX_REFERENCE)
    if (text !== null) return text
  }
  return null
}

/** The German code (`NTRF+166+…`) and the ISO family (`IDDT`) of an entry or of its details. */
export function codesOf(element: Element) {
  const code = elementAt(element, 'BkTxCd')
  const proprietary = textAt(code, 'Prtry/Cd') ?? ''
  const isGerman = /^(?:DK|ZKA)$/.test(textAt(code, 'Prtry/Issr') ?? '')
  const [, gvc = null] =
    /^[A-Z\d]{4}\+(\d{3})(?!\d)/.exec(proprietary) ?? ((isGerman && /^(\d{3})(?!\d)/.exec(proprietary)) || [])
  return { gvc, family: textAt(code, 'Domn/Fmly/Cd'), subfamily: textAt(code, 'Domn/Fmly/SubFmlyCd') }
}

/** Why a payment came back. */
function returnOf(details: Element) {
  const info = elementAt(details, 'RtrInf')
  const text = childrenOf(info, 'AddtlInf').map((line) => line.text)
  return {
    return_code: cleanText(textAt(info, 'Rsn/Cd', 'Rsn/Prtry'), 35),
    return_text: cleanText(text.join(' '), MAX_REFERENCE),
  }
}

/** The sum of the charges of an entry or of its details; undefined where there are none, or in several currencies. */
export function chargeOf(element: Element): Money | undefined {
  const records = childrenOf(element, 'Chrgs').flatMap((charges) => {
    const detailed = childrenOf(charges, 'Rcrd')
    return detailed.length > 0 ? detailed : [charges]
  })
  let sum: Money | undefined
  for (const record of records) {
    const money = moneyOf(elementAt(record, 'Amt') ?? elementAt(record, 'TtlChrgsAndTaxAmt'), 'charge')
    if (!money) continue
    if (sum && sum.currency !== money.currency) return undefined
    const isRefund = textAt(record, 'CdtDbtInd') === 'CRDT'
    sum = { ...money, cents: (sum?.cents ?? 0) + (isRefund ? -money.cents : money.cents) }
  }
  return sum
}
