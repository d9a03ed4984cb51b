import type { Locale } from './locale'

/** An amount without blanks and currency. It has two decimals at most, so that three digits after a mark are thousands. */
export const AMOUNT = /^(\d+|\d{1,3}(?:[.,'\u2019]\d{3})+)(?:[.,](\d{1,2}))?$/

/**
 * The cents of an amount as people type it, such as `48`, `48,00`, `1.234,50` or `1,234.50 €`; undefined for other
 * texts.
 */
export function parseMoney(text: string): number | undefined {
  const [, whole, decimals = ''] = AMOUNT.exec(text.replaceAll(/[\s€]|EUR/gi, '')) ?? []
  if (whole === undefined) return undefined
  const cents = Number(whole.replaceAll(/\D/g, '')) * 100 + Number(decimals.padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? cents : undefined
}

/** The cents of an amount that may be below zero; undefined for what is none. */
export function parseSignedMoney(text: string): number | undefined {
  const [, sign, amount = ''] = /^([-−–]?)(.*)$/s.exec(text.trim()) ?? []
  const cents = parseMoney(amount)
  return sign && cents !== undefined ? -cents : cents
}

/** An amount in cents as a `MoneyField` shows it: two decimals, no grouping. */
export const moneyInput = (cents: number, { language }: Locale): string =>
  (cents / 100).toFixed(2).replace('.', language === 'de' ? ',' : '.')
