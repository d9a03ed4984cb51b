import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { readDirectDebits } from '../../src/dev/direct-debit-file'
import { type DirectDebit, pain008 } from '../../src/domain/collections/pain008'
import { anyText } from '../support/any-text'
import { debit, debits, ibanOf } from '../support/direct-debit-file'

const MANDATE = 'DrctDbtTx/MndtRltdInf'

it('writes what the bank needs, and nothing else', () => {
  const item = debit({ debtorName: 'Zoë Müller-Lüdenscheidt', text: 'Beitrag & Spende', amount: 4205 })
  const collection = debits([item, debit({ amount: 10 })])
  const { head, debits: written } = readDirectDebits(pain008(collection))
  expect(head).toEqual({
    'GrpHdr/MsgId': collection.messageId,
    'GrpHdr/CreDtTm': '2026-11-22T23:30:00',
    'GrpHdr/NbOfTxs': '2',
    'GrpHdr/CtrlSum': '42.15',
    'GrpHdr/InitgPty/Nm': 'Wander- und Ruderverein e. V.',
    'PmtInf/PmtInfId': `${collection.messageId}.0`,
    'PmtInf/PmtMtd': 'DD',
    'PmtInf/BtchBookg': 'true',
    'PmtInf/NbOfTxs': '2',
    'PmtInf/CtrlSum': '42.15',
    'PmtInf/PmtTpInf/SvcLvl/Cd': 'SEPA',
    'PmtInf/PmtTpInf/LclInstrm/Cd': 'CORE',
    'PmtInf/PmtTpInf/SeqTp': 'RCUR',
    'PmtInf/ReqdColltnDt': '2026-12-08',
    'PmtInf/Cdtr/Nm': 'Wander- und Ruderverein e. V.',
    'PmtInf/CdtrAcct/Id/IBAN': ibanOf(1815),
    'PmtInf/CdtrAgt/FinInstnId/Othr/Id': 'NOTPROVIDED',
    'PmtInf/ChrgBr': 'SLEV',
    'PmtInf/CdtrSchmeId/Id/PrvtId/Othr/Id': 'DE98ZZZ09999999999',
    'PmtInf/CdtrSchmeId/Id/PrvtId/Othr/SchmeNm/Prtry': 'SEPA',
  })
  expect(written[0]).toEqual({
    'PmtId/InstrId': `${collection.messageId}.0.0`,
    'PmtId/EndToEndId': item.reference,
    InstdAmt: '42.05',
    [`${MANDATE}/MndtId`]: 'M-1815',
    [`${MANDATE}/DtOfSgntr`]: '2026-01-31',
    [`${MANDATE}/AmdmntInd`]: 'false',
    'DbtrAgt/FinInstnId/Othr/Id': 'NOTPROVIDED',
    'Dbtr/Nm': 'Zoe Mueller-Luedenscheidt',
    'DbtrAcct/Id/IBAN': ibanOf(532013000),
    'RmtInf/Ustrd': 'Beitrag + Spende',
  })
})

it('marks the debits of a new account, and no other', () => {
  const items = Array.from({ length: 1100 }, (_, n) =>
    debit({ hasNewAccount: [3, 499, 500, 1099].includes(n) }),
  )
  const { debits: written } = readDirectDebits(pain008(debits(items)))
  const amended = written.flatMap((elements, n) =>
    elements[`${MANDATE}/AmdmntInfDtls/OrgnlDbtrAcct/Id/Othr/Id`] === 'SMNDA' ? [n] : [],
  )
  expect(amended).toEqual([3, 499, 500, 1099])
  expect(written.map((elements) => elements[`${MANDATE}/AmdmntInd`] === 'true')).toEqual(
    items.map(({ hasNewAccount }) => hasNewAccount),
  )
})

it('writes 10,000 debits in their order, with the sum of all', () => {
  const items = Array.from({ length: 10_000 }, (_, n) =>
    debit({ iban: ibanOf(n), mandateReference: `M-${n}`, amount: 1 + ((n * 7919) % 99_999) }),
  )
  const xml = pain008(debits(items))
  const { head, debits: written } = readDirectDebits(xml)
  const sum = items.reduce((sum, { amount }) => sum + amount, 0)
  for (const part of ['GrpHdr', 'PmtInf']) {
    expect(head[`${part}/NbOfTxs`]).toBe('10000')
    expect(head[`${part}/CtrlSum`]).toBe(`${Math.floor(sum / 100)}.${String(sum % 100).padStart(2, '0')}`)
  }
  expect(written.map((elements) => elements['DbtrAcct/Id/IBAN'])).toEqual(items.map(({ iban }) => iban))
  expect(written.map((elements) => Math.round(Number(elements.InstdAmt) * 100))).toEqual(
    items.map(({ amount }) => amount),
  )
  expect(new Set(written.map((elements) => elements['PmtId/InstrId'])).size).toBe(10_000)
})

it('keeps the lengths and characters of the scheme for any name, text and amount', () => {
  fc.assert(
    fc.property(fc.array(anyDebit, { minLength: 1, maxLength: 5 }), anyText, (items, name) => {
      const collection = debits(items, { messageId: 'M'.repeat(27) })
      const xml = pain008({ ...collection, creditor: { ...collection.creditor, name } })
      const { head, debits: written } = readDirectDebits(xml)
      for (const text of [head, ...written].flatMap(Object.values))
        expect(text).toMatch(/^(?! )[A-Za-z0-9/\-?:().,'+ ]{1,140}(?<! )$/)
      for (const elements of written) {
        expect(String(elements['Dbtr/Nm']).length).toBeLessThanOrEqual(70)
        for (const id of ['PmtId/InstrId', 'PmtId/EndToEndId', `${MANDATE}/MndtId`])
          expect(elements[id]).toMatch(/^(?!\/)(?!.*\/\/)[^ ]{1,35}(?<!\/)$/)
      }
      expect(String(head['GrpHdr/InitgPty/Nm']).length).toBeLessThanOrEqual(70)
      expect(written.map(({ InstdAmt }) => InstdAmt)).toEqual(items.map(({ amount }) => inEuros(amount)))
      expect(head['GrpHdr/CtrlSum']).toBe(inEuros(items.reduce((sum, { amount }) => sum + amount, 0)))
    }),
  )
})

it('writes a file without a trace of the one before it, and the same for the same debits', () => {
  const first = debits([debit({ debtorName: 'Ada', text: 'First', hasNewAccount: true })])
  const second = debits([debit({ debtorName: 'Bob', text: 'Second' })], { messageId: 'SECOND' })
  const before = pain008(first)
  const after = pain008(second)
  for (const text of ['Ada', 'First', 'SMNDA', first.messageId, first.items[0]?.reference])
    expect(after).not.toContain(text)
  expect(pain008(first)).toBe(before)
  expect(pain008(second)).toBe(after)
})

it('writes dates in UTC, whatever the time zone of the machine', () => {
  const collection = debits([debit()])
  const xml = pain008(collection)
  for (const part of ['getFullYear', 'getMonth', 'getDate', 'getHours', 'getMinutes'] as const)
    vi.spyOn(Date.prototype, part).mockReturnValue(7)
  try {
    expect(pain008(collection)).toBe(xml)
  } finally {
    vi.restoreAllMocks()
  }
})

it.each([
  ['no debits', debits([])],
  ['a message id that makes longer ones than banks accept', debits([debit()], { messageId: 'M'.repeat(28) })],
  ['a date that is none', debits([debit()], { collectionDate: '2026-02-30' })],
  ['a creditor identifier with a wrong digit', withCreditor({ creditorId: 'DE99ZZZ09999999999' })],
  ['a Swiss account of the creditor', withCreditor({ iban: 'CH9300762011623852957' })],
  ['a Swiss account of a debtor', debits([debit(), debit({ iban: 'CH9300762011623852957' })])],
  ['an IBAN with a wrong digit', debits([debit({ iban: 'DE88370400440532013000' })])],
  ['a mandate reference with an underscore', debits([debit({ mandateReference: 'M_1' })])],
  ['a mandate reference of 36 characters', debits([debit({ mandateReference: 'M'.repeat(36) })])],
  ['a reference with two slashes', debits([debit({ reference: 'a//b' })])],
  ['a mandate without a date', debits([debit({ signedOn: '' })])],
  ['an amount of nothing', debits([debit({ amount: 0 })])],
  ['an amount of half a cent', debits([debit({ amount: 0.5 })])],
  ['an amount of a billion', debits([debit({ amount: 100_000_000_000 })])],
])('refuses %s, and names no one', (_, collection) => {
  expect(() => pain008(collection)).toThrow(RangeError)
  expect(() => pain008(collection)).toThrow(
    /^No bank accepts (these direct debits|the direct debit with index \d)\.$/,
  )
})

const anyDebit: fc.Arbitrary<DirectDebit> = fc
  .record({
    debtorName: anyText,
    text: anyText,
    amount: fc.integer({ min: 1, max: 99_999_999_999 }),
    hasNewAccount: fc.boolean(),
  })
  .map(debit)

function withCreditor(values: Partial<ReturnType<typeof debits>['creditor']>) {
  const collection = debits([debit()])
  return { ...collection, creditor: { ...collection.creditor, ...values } }
}

const inEuros = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
