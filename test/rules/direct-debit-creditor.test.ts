import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditorId, isCreditorId, isTestCreditorId } from '../../src/domain/collections/creditor-id'
import { isEeaIban } from '../../src/domain/collections/eea'
import { returnReason } from '../../src/domain/collections/return-reasons'
import { creditorReference, idPrefixOf } from '../../src/domain/shared/creditor-reference'
import { newId } from '../../src/domain/shared/ids'
import { checkDigits } from '../../src/domain/shared/mod97'

describe('a creditor identifier', () => {
  it.each(['DE98ZZZ09999999999', 'DE98ABC09999999999', 'AT61ZZZ01234567890', 'NL79ZZZ999999990000'])(
    'may be %s',
    (id) => {
      expect(isCreditorId(id)).toBe(true)
      expect(creditorId.safeParse(id).success).toBe(true)
    },
  )

  it.each([
    'DE98ZZZ0999999999',
    'DE98ZZZ099999999999',
    'DE98ZZZ0999999999A',
    'DE01ZZZ09999999999',
    'XX98ZZZ09999999999',
  ])('may not be %j', (id) => {
    expect(isCreditorId(id)).toBe(false)
    expect(creditorId.safeParse(id).error?.issues.map(({ message }) => message)).toContain(
      'must be a valid SEPA creditor identifier, as DE98ZZZ09999999999',
    )
  })

  it('may be typed with blanks and in lower case', () => {
    expect(creditorId.parse(' de98 ZZZ0 9999 9999 99 ')).toBe('DE98ZZZ09999999999')
  })

  it('is refused with one changed digit', () => {
    fc.assert(
      fc.property(nationalPart, fc.nat(12), fc.integer({ min: 1, max: 9 }), (national, place, change) => {
        const id = `DE${checkDigits(`${national}DE`)}ZZZ${national}`
        expect(isCreditorId(id)).toBe(true)
        const index = place < 2 ? 2 + place : 5 + place
        const digit = (Number(id[index]) + change) % 10
        expect(isCreditorId(`${id.slice(0, index)}${digit}${id.slice(index + 1)}`)).toBe(false)
      }),
    )
  })

  it('is known as the one for tests', () => {
    expect(isTestCreditorId('DE98ZZZ09999999999')).toBe(true)
    expect(isTestCreditorId('DE98ABC09999999999')).toBe(true)
    expect(isTestCreditorId('AT61ZZZ01234567890')).toBe(false)
  })
})

it.each([
  ['DE89370400440532013000', true],
  ['AT611904300234573201', true],
  ['LI21088100002324013AA', true],
  ['DE88370400440532013000', false],
  ['CH9300762011623852957', false],
  ['GB29NWBK60161331926819', false],
  ['MC5811222000010123456789030', false],
  ['SM86U0322509800000000270100', false],
  ['AD1200012030200359100100', false],
  ['VA59001123000012345678', false],
  ['ME25505000012345678951', false],
])('decides whether %s is an account in the European Economic Area: %s', (iban, isInside) => {
  expect(isEeaIban(iban)).toBe(isInside)
})

describe('a returned debit', () => {
  it.each([
    ['no_funds', null, 'AM04 MS03'],
    ['account_unusable', 'account', 'AC01 AC04 AC06 AC13 AG01 RC01'],
    ['disputed', 'mandate', 'MD01 MD06 MS02 SL01'],
    ['deceased', 'deceased', 'MD07'],
    ['technical', null, 'AM05 AG02 BE05 CNOR DNOR DT01 FF01 FF05 FOCR RR01 RR02 RR03 RR04 TM01'],
  ])('is %s and blocks %s for %s', (kind, blocks, codes) => {
    for (const code of codes.split(' ')) expect(returnReason(code), code).toMatchObject({ kind, blocks })
  })

  it.each([null, '', 'XX99', 'am04', '__proto__'])('blocks nothing for %j', (code) => {
    expect(returnReason(code)).toMatchObject({ kind: 'unknown', blocks: null })
  })

  it('tells members nothing about the balance of their account', () => {
    const { forMember } = returnReason('AM04')
    expect(forMember).toEqual(returnReason(null).forMember)
  })
})

describe('the creditor reference of an id', () => {
  it('leads back to ids of each kind', () => {
    for (const prefix of ['fee', 'dbt', 'run'] as const) {
      const id = newId(prefix, new Date())
      const reference = creditorReference(id)
      expect(reference).toMatch(/^RF\d\d[0-9A-Z]{21}$/)
      expect(id.startsWith(idPrefixOf(reference, prefix))).toBe(true)
      expect(idPrefixOf(reference, prefix)).toHaveLength(22)
    }
  })

  it('has the check digits of ISO 11649', () => {
    expect(checkDigits('539007547034RF')).toBe('18')
    const reference = creditorReference(newId('dbt', new Date()))
    expect(BigInt([...`${reference.slice(4)}${reference.slice(0, 4)}`].map(toDigits).join('')) % 97n).toBe(1n)
  })

  it('is none for other texts', () => {
    expect(idPrefixOf('Beitrag 2027', 'dbt')).toBe('-')
  })
})

const nationalPart = fc.stringMatching(/^\d{11}$/)
const toDigits = (character: string): string => String(Number.parseInt(character, 36))
