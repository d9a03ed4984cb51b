import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSepaId, sepaId, sepaName, sepaText } from '../../src/domain/collections/sepa-text'
import { anyText } from '../support/any-text'

it.each([
  ['Jürgen Groß', 'Juergen Gross'],
  ['Ärzte & Söhne', 'Aerzte + Soehne'],
  ['Ju\u0308rgen', 'Juergen'],
  ['STRAẞE', 'STRASsE'],
  ['Łukasz Żółw', 'Lukasz Zolw'],
  ['Ærø Þór', 'Aeroe Thor'],
  ['İnci Ilgın', 'Inci Ilgin'],
  ['Zoë O’Brien', "Zoe O'Brien"],
  ['Ελένη Ψαρά', 'Eleni Psara'],
  ['Юрий Щёголев', 'Yurii Shchegolev'],
  ['Nguyễn Thị Ánh', 'Nguyen Thi Anh'],
  ['ﬁn Ｗｉｄｅ №5', 'fin Wide No5'],
  ['ada@example.org', 'ada(at)example.org'],
  ['a_b – c [d] e;f\\g', 'a-b - c (d) e,f/g'],
  ['5 €', '5 EUR'],
  ['Schüler*innen\n\t2027 ', 'Schueler innen 2027'],
  ['zero\u200bwidth\u00ad', 'zerowidth'],
  ['漢字', ''],
  ['\ud800', ''],
])('writes %j as %j', (text, written) => {
  expect(sepaText(text)).toBe(written)
})

it('cuts texts without a blank at the end', () => {
  expect(sepaText('abc def', 4)).toBe('abc')
  expect(sepaText('a'.repeat(200))).toHaveLength(140)
  expect(sepaName('ß'.repeat(100))).toBe('s'.repeat(70))
})

it('names a person by the fallback where the bank could read nothing', () => {
  expect(sepaName('漢字')).toBe('NOTPROVIDED')
  expect(sepaName(' ', 'M-1815')).toBe('M-1815')
})

it('makes any text one that banks accept, and leaves that as it is', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 140 }), (text, maxLength) => {
      const written = sepaText(text, maxLength)
      expect(written).toMatch(/^(?! )[A-Za-z0-9/\-?:().,'+ ]*(?<! )$/)
      expect(written.length).toBeLessThanOrEqual(maxLength)
      expect(sepaText(written, maxLength)).toBe(written)
      expect(sepaText(text.normalize('NFD'), maxLength)).toBe(sepaText(text.normalize('NFC'), maxLength))
    }),
  )
})

it('makes any name one that banks accept', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      expect(sepaName(name)).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]{1,70}$/)
    }),
  )
})

it('makes any text an id, or nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const id = sepaId(text)
      expect(id).toMatch(/^(?!\/)(?!.*\/\/)[A-Za-z0-9/\-?:().,'+]{0,35}(?<!\/)$/)
      expect(isSepaId(id)).toBe(id !== '')
    }),
  )
})

it.each(['', 'M 1', 'M_1', '/1', '1/', '1//2', 'Ä', 'm'.repeat(36)])('takes %j for no id', (text) => {
  expect(isSepaId(text)).toBe(false)
})

it.each(['M-1815', "a/b?c:(d).,'+e", 'm'.repeat(35)])('takes %j for an id', (text) => {
  expect(isSepaId(text)).toBe(true)
})
