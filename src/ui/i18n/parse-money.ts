import type { Locale } from './locale'

/**
 * The cents of an amount as people type it in any language, such as `1.234,50`, `1,234.5` or `45 €`; null for other texts. A
 * separator before one or two last digits is that of cents, any other is one of thousands.
 */
export function parseMoney(text: string): number | null {
  const compact = text.replace(/[\s€'’]|EUR/gi, '').replace(/^[−–]/, '-')
  const [, sign = '', whole = '', cents = ''] =
    /^(-?)(\d+|\d{1,3}(?:[.,]\d{3})+)(?:[.,](\d{1,2}))?$/.exec(compact) ?? []
  const digits = whole.replace(/\D/g, '')
  if (digits === '' || digits.length > 9) return null
  return Number(`${sign}${digits}${cents.padEnd(2, '0')}`)
}

/** Cents as a field for an amount shows them. */
export const moneyValue = (cents: number, { language }: Locale): string =>
  (cents / 100).toFixed(2).replace('.', language === 'de' ? ',' : '.')
