import * as z from 'zod'
import { CamtIssue } from './issue'
import type { XmlRecord } from './record'
import type { Field } from './shape'

const AMOUNT = /^(\d{1,10})(?:\.(\d{1,20}))?$/
const PLACEHOLDER = /^(?:NOT ?PROVIDED|NOT ?AVAILABLE|NONREF|NONE|N\/A|NA|-+)$/i
/** White space but single blanks, or control characters: replacing takes longer than finding that there are none. */
const UNCLEAN = /[^\S ]|\p{Cc}| {2}/u
const IBAN = /^[A-Z]{2}\d{2}[0-9A-Z]{1,30}$/

/** The cents of an amount. Throws if it has a sign, no digits, or more than two decimals other than zeros. */
export function centsOf(text: string, field: string): number {
  const [, whole, decimals = ''] = AMOUNT.exec(text.trim().slice(0, 40)) ?? []
  if (whole === undefined) throw new CamtIssue({ code: 'statement_amount_wrong' }, field)
  if (!/^\d{0,2}0*$/.test(decimals)) throw new CamtIssue({ code: 'statement_decimals' }, field)
  return Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
}

export type Money = { cents: number; currency: string }

/** The cents and the currency of an amount; undefined if there is none. */
export function moneyOf(record: XmlRecord, field: Field, name: string): Money | undefined {
  const amount = record.amount(field)
  if (!amount) return undefined
  const { text, currency = '' } = amount
  if (!/^[A-Z]{3}$/.test(currency)) throw new CamtIssue({ code: 'statement_currency_missing' }, name)
  return { cents: centsOf(text, name), currency }
}

/** {@link moneyOf} of an amount that only informs; undefined if it is no number of cents. */
export function informationOf(record: XmlRecord, field: Field): Money | undefined {
  try {
    return moneyOf(record, field, '')
  } catch (error) {
    if (error instanceof CamtIssue) return undefined
    throw error
  }
}

/** Whether an amount is a credit. Throws if the file does not say. */
export function isCredit(record: XmlRecord, field: Field): boolean {
  const indicator = record.text(field)
  if (indicator !== 'CRDT' && indicator !== 'DBIT')
    throw new CamtIssue({ code: 'statement_direction_wrong' }, 'credit_or_debit')
  return indicator === 'CRDT'
}

/** A date, or the date in a date-time as the bank writes it: its offset is that of the bank's clocks. */
export function dateOf(record: XmlRecord, field: Field, name: string): string | null {
  const text = record.text(field)
  return text === null ? null : dateIn(text, name)
}

/** The date that a date or a date-time begins with. Throws if there is no such day. */
export function dateIn(text: string, field: string): string {
  const [date = ''] = /^\d{4}-\d\d-\d\d(?=$|T\d\d:|Z$|[+-]\d\d:\d\d$)/.exec(text) ?? []
  if (!z.regexes.date.test(date)) throw new CamtIssue({ code: 'statement_date_wrong' }, field)
  return date
}

/** Text in one line, cut to `max` characters; null if there is none or a word that stands for nothing. */
export function cleanText(text: string | null | undefined, max: number): string | null {
  if (!text) return null
  const line = UNCLEAN.test(text) ? text.replace(/[\s\p{Cc}]+/gu, ' ') : text
  const clean = line.trim().slice(0, max).toWellFormed().trim()
  return clean === '' || PLACEHOLDER.test(clean) ? null : clean
}

/** An IBAN without spaces; null if the account has another kind of number. */
export function ibanOf(record: XmlRecord, field: Field): string | null {
  const iban = record.text(field)?.slice(0, 100).replace(/\s+/g, '').toUpperCase() ?? ''
  return IBAN.test(iban) ? iban : null
}
