import type { Locale } from '../i18n/locale'

/**
 * Reads a number as people write it: with the separators of their language, with blanks between thousands, or with the
 * decimal separator of the other language, which keyboards of phones offer. Undefined for other texts, and for one that
 * could be two numbers, such as `1.000` where it need not be whole (`isWhole`).
 */
export function readNumber(text: string, { language }: Locale, isWhole: boolean): number | undefined {
  const [decimal, group] = language === 'de' ? [',', '.'] : ['.', ',']
  const written = text.trim().replace(/^\u2212/, '-')
  const own = new RegExp(`^-?\\d+(?:\\${decimal}\\d+)?$`)
  if (own.test(written)) return finite(written.replace(decimal, '.'))
  const [, digits = '', separator = '', fraction = ''] = GROUPED[language].exec(written) ?? []
  if (digits) {
    const groups = digits.split(separator).length
    if (separator === group && groups === 2 && !fraction && !isWhole) return undefined
    return finite(digits.replaceAll(separator, '') + fraction.replace(decimal, '.'))
  }
  const other = new RegExp(`^-?\\d+\\${group}\\d+$`)
  return other.test(written) ? finite(written.replace(group, '.')) : undefined
}

// No number begins with a group of zeros, so that 0.500 is a half in German as well.
const GROUPED = {
  de: /^(-?[1-9]\d{0,2}([.\s’'])\d{3}(?:\2\d{3})*)(,\d+)?$/u,
  en: /^(-?[1-9]\d{0,2}([,\s’'])\d{3}(?:\2\d{3})*)(\.\d+)?$/u,
}

function finite(text: string): number | undefined {
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}
