import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNumber } from '../../src/ui/i18n/format'
import type { Locale } from '../../src/ui/i18n/locale'
import { formatIban, isSepaIban, maskedInFours, readIban } from '../../src/ui/person-fields/iban'
import { readNumber } from '../../src/ui/person-fields/number'
import { readUrl } from '../../src/ui/person-fields/url'

const GERMAN: Locale = { language: 'de', tag: 'de-DE' }
const ENGLISH: Locale = { language: 'en', tag: 'en-GB' }
const locale = fc.constantFrom(GERMAN, ENGLISH)
const whole = fc.integer({ min: -999_999_999, max: 999_999_999 })
const decimals = fc
  .tuple(whole, fc.integer({ min: 1, max: 99 }))
  .map(([n, hundredths]) => n + hundredths / 100)

describe('a number', () => {
  it('is read as pages write it, whole numbers with their groups', () => {
    fc.assert(
      fc.property(whole, locale, (number, locale) => {
        expect(readNumber(formatNumber(number, locale), locale, true)).toBe(number)
        expect(readNumber(String(number), locale, false)).toBe(number)
      }),
    )
  })

  it('is read with the decimal separator of either language, unless it could be another one', () => {
    fc.assert(
      fc.property(decimals, locale, fc.constantFrom('.', ','), (number, locale, separator) => {
        const text = String(number).replace('.', separator)
        const isThree = /[.,]\d{3}$/.test(text)
        fc.pre(!isThree && !text.includes('e'))
        expect(readNumber(text, locale, false)).toBe(number)
      }),
    )
  })

  it('is never read as another one than its language writes', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789.,- '), maxLength: 12 })
    fc.assert(
      fc.property(text, locale, fc.boolean(), (text, locale, isWhole) => {
        const read = readNumber(text, locale, isWhole)
        const plain = locale.language === 'de' ? text.trim().replace(',', '.') : text.trim()
        const own = locale.language === 'de' ? /^-?\d+(,\d+)?$/ : /^-?\d+(\.\d+)?$/
        if (own.test(text.trim())) expect(read).toBe(Number(plain))
        if (read !== undefined)
          expect(String(Math.abs(read)).replaceAll(/\D/g, '')).toBe(significant(text, locale))
      }),
    )
  })

  it.each([
    ['1.000', GERMAN, true, 1000],
    ['1.000', GERMAN, false, undefined],
    ['1,000', GERMAN, false, 1],
    ['1.000', ENGLISH, true, 1],
    ['1,000', ENGLISH, false, undefined],
    ['1.000.000', GERMAN, false, 1_000_000],
    ['1 000,5', GERMAN, false, 1000.5],
    ['0.500', GERMAN, false, 0.5],
    ['1234.567', GERMAN, false, 1234.567],
    ['33.3', GERMAN, false, 33.3],
    ['\u221233,3', GERMAN, false, -33.3],
    ['1.00', GERMAN, true, 1],
    ['1.000,00.0', GERMAN, false, undefined],
    ['12.34.56', GERMAN, false, undefined],
    ['', GERMAN, false, undefined],
    ['.5', GERMAN, false, undefined],
    ['9'.repeat(400), GERMAN, true, undefined],
  ] as const)('like %j in %o, whole: %j, is %j', (text, locale, isWhole, expected) => {
    expect(readNumber(text, locale, isWhole)).toBe(expected)
  })
})

/** The digits that a number has by its own notation or by the only other reading of it. */
function significant(text: string, { language }: Locale): string {
  const [decimal, group] = language === 'de' ? [',', '.'] : ['.', ',']
  const grouped = new RegExp(`^-?[1-9]\\d{0,2}([\\${group}\\s])\\d{3}(\\1\\d{3})*(\\${decimal}\\d+)?$`)
  const written = text.trim()
  const plain = grouped.test(written)
    ? written.replaceAll(group, '').replaceAll(/\s/g, '').replace(decimal, '.')
    : written.replace(',', '.')
  return String(Math.abs(Number(plain))).replaceAll(/\D/g, '')
}

describe('an IBAN', () => {
  const IBANS = ['DE89370400440532013000', 'NL91ABNA0417164300', 'GB29NWBK60161331926819']
  const filler = fc.string({ unit: fc.constantFrom(...' \u00a0\u202f\u200b.-'.split('')), maxLength: 2 })

  it('is read however it is pasted', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...IBANS),
        fc.constantFrom('', 'IBAN', 'IBAN: ', 'iban '),
        fc.array(filler, { minLength: 34, maxLength: 34 }),
        fc.boolean(),
        (iban, prefix, fillers, isLower) => {
          const pasted = prefix + [...iban].map((letter, index) => letter + fillers[index]).join('')
          expect(readIban(isLower ? pasted.toLowerCase() : pasted)).toBe(iban)
          expect(readIban(formatIban(iban))).toBe(iban)
        },
      ),
    )
  })

  it('stays wrong where a character is wrong, and masked where it is masked', () => {
    expect(readIban('DE89 3704 ü')).toBe('DE893704Ü')
    expect(readIban('•••• 3000')).toBe('•••• 3000')
  })

  it('is shown by its last groups', () => {
    expect(maskedInFours('DE89370400440532013000')).toBe('•••• 0130 00')
    expect(maskedInFours('AT611904300234573201')).toBe('•••• 3201')
  })

  it.each([
    ['DE89 3704', true],
    ['ch93', true],
    ['TR33', false],
  ])('like %s needs no BIC: %j', (iban, isSepa) => {
    expect(isSepaIban(iban)).toBe(isSepa)
  })
})

it.each([
  ['www.katrin.de', 'https://www.katrin.de'],
  ['katrin.de/über?x=1', 'https://katrin.de/über?x=1'],
  ['http://katrin.de', 'http://katrin.de'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['katrin@example.org', 'katrin@example.org'],
  ['katrin', 'katrin'],
])('reads the address %j as %j', (text, url) => {
  expect(readUrl(text)).toBe(url)
})
