import { type Element, elementAt, textAt } from './elements'
import { CamtIssue } from './issue'

const AMOUNT = /^(\d{1,10})(?:\.(\d{1,20}))?$/
const PLACEHOLDER = /^(?:NOT ?PROVIDED|NOT ?AVAILABLE|NONREF|NONE|N\/A|NA|-+)$/i
/** White space but single blanks, or control characters: replacing takes longer than finding that there are none. */
const UNCLEAN = /[^\S ]|\p{Cc}| {2}/u
const IBAN = /^[A-Z]{2}\d{2}[0-9A-Z]{1,30}$/

/** The cents of an amount. Throws where it has a sign, no digits, or more than two decimals other than zeros. */
export function centsOf(text: string | null | undefined, field: string): number {
  const [, whole, decimals = ''] = AMOUNT.exec(text?.trim().slice(0, 40) ?? '') ?? []
  if (whole === undefined) throw new CamtIssue('must be an amount without a sign, like 12.50', field)
  if (!/^\d{0,2}0*$/.test(decimals)) throw new CamtIssue('must have at most two decimals', field)
  return Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
}

export type Money = { cents: number; currency: string }

/** The cents and the currency of an amount; undefined where the element is missing. */
export function moneyOf(element: Element | undefined, field: string): Money | undefined {
  if (!element) return undefined
  if (!/^[A-Z]{3}$/.test(element.currency ?? '')) throw new CamtIssue('must name its currency', field)
  return { cents: centsOf(element.text, field), currency: element.currency ?? '' }
}

/** Whether an amount is a credit. Throws where the file does not say. */
export function isCredit(element: Element | undefined): boolean {
  const indicator = textAt(element, 'CdtDbtInd')
  if (indicator !== 'CRDT' && indicator !== 'DBIT')
    throw new CamtIssue('must be CRDT or DBIT', 'credit_or_debit')
  return indicator === 'CRDT'
}

/** A date, or the date in a date-time as the bank writes it: its offset is that of the bank's clocks. */
export function dateOf(element: Element | undefined, field: string): string | null {
  const text = textAt(element, 'Dt', 'DtTm')
  return text === null ? null : dateIn(text, field)
}

/** The date that a date or a date-time begins with. Throws where there is no such day. */
export function dateIn(text: string, field: string): string {
  const date = /^\d{4}-\d\d-\d\d(?=$|T\d\d:|Z$|[+-]\d\d:\d\d$)/.exec(text)?.[0]
  // A day that its month lacks is one of the next month, or no date at all.
  if (date === undefined || new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(date.slice(8)))
    throw new CamtIssue('must be a date that exists, as YYYY-MM-DD', field)
  return date
}

/** Text in one line, cut to `max` characters; null where there is none or a word that stands for nothing. */
export function cleanText(text: string | null | undefined, max: number): string | null {
  if (!text) return null
  const line = UNCLEAN.test(text) ? text.replace(/[\s\p{Cc}]+/gu, ' ') : text
  const clean = line.trim().slice(0, max).toWellFormed().trim()
  return clean === '' || PLACEHOLDER.test(clean) ? null : clean
}

/** The IBAN of an account without spaces; also one in the field for other account numbers. */
export function ibanOf(account: Element | undefined): string | null {
  const text = textAt(elementAt(account, 'Id'), 'IBAN', 'Othr/Id')
  const iban = text?.slice(0, 100).replace(/\s+/g, '').toUpperCase() ?? ''
  return IBAN.test(iban) ? iban : null
}
