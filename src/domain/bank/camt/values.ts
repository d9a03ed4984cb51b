import { z } from 'zod'
import { CamtIssue } from './issue'
import type { XmlRecord } from './records'

const AMOUNT = /^(\d{1,10})(?:\.(\d{1,20}))?$/
const PLACEHOLDER = /^(?:NOT ?PROVIDED|NOT ?AVAILABLE|NONREF|NONE|N\/A|NA|-+)$/i
/** White space but single blanks, or control characters: replacing takes longer than finding that there are none. */
const UNCLEAN = /[^\S ]|\p{Cc}| {2}/u
const IBAN = /^[A-Z]{2}\d{2}[0-9A-Z]{1,30}$/

/** The cents of an amount. Throws where it has a sign, no digits, or more than two decimals other than zeros. */
export function centsOf(text: string, field: string): number {
  const [, whole, decimals = ''] = AMOUNT.exec(text.trim().slice(0, 40)) ?? []
  if (whole === undefined) throw new CamtIssue('must be an amount without a sign, like 12.50', field)
  if (!/^\d{0,2}0*$/.test(decimals)) throw new CamtIssue('must have at most two decimals', field)
  return Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
}

export type Money = { cents: number; currency: string }

/** The cents and the currency on the first of some paths that is there; undefined where none is. */
export function moneyOf(record: XmlRecord, field: string, ...paths: readonly string[]): Money | undefined {
  for (const path of paths) {
    const text = record.textAt(path)
    if (text === undefined) continue
    const currency = record.currencyAt(path) ?? ''
    if (!/^[A-Z]{3}$/.test(currency)) throw new CamtIssue('must name its currency', field)
    return { cents: centsOf(text, field), currency }
  }
  return undefined
}

/** Whether an amount is a credit. Throws where the file does not say. */
export function isCredit(record: XmlRecord): boolean {
  const indicator = record.text('CdtDbtInd')
  if (indicator !== 'CRDT' && indicator !== 'DBIT')
    throw new CamtIssue('must be CRDT or DBIT', 'credit_or_debit')
  return indicator === 'CRDT'
}

/** A date, or the date in a date-time as the bank writes it: its offset is that of the bank's clocks. */
export function dateOf(record: XmlRecord, field: string, ...paths: readonly string[]): string | null {
  const text = record.text(...paths)
  return text === null ? null : dateIn(text, field)
}

/** The date that a date or a date-time begins with. Throws where there is no such day. */
export function dateIn(text: string, field: string): string {
  const [date = ''] = /^\d{4}-\d\d-\d\d(?=$|T\d\d:|Z$|[+-]\d\d:\d\d$)/.exec(text) ?? []
  if (!z.regexes.date.test(date)) throw new CamtIssue('must be a date that exists, as YYYY-MM-DD', field)
  return date
}

/** Text in one line, cut to `max` characters; null where there is none or a word that stands for nothing. */
export function cleanText(text: string | null | undefined, max: number): string | null {
  if (!text) return null
  const line = UNCLEAN.test(text) ? text.replace(/[\s\p{Cc}]+/gu, ' ') : text
  const clean = line.trim().slice(0, max).toWellFormed().trim()
  return clean === '' || PLACEHOLDER.test(clean) ? null : clean
}

/** The IBAN on the first of some paths that has a text, without spaces; null where it is another account number. */
export function ibanOf(record: XmlRecord, ...paths: readonly string[]): string | null {
  const text = record.text(...paths)
  const iban = text?.slice(0, 100).replace(/\s+/g, '').toUpperCase() ?? ''
  return IBAN.test(iban) ? iban : null
}
