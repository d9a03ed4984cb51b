import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nameKey } from '../../src/domain/persons/name-key'
import { rows, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'

it.each([
  ['Müller', 'muller'],
  ['MÜLLER', 'muller'],
  ['Mu\u0308ller', 'muller'],
  ['Groß', 'gross'],
  ['GROẞ', 'gross'],
  ['Łukasz Żółw', 'lukasz zołw'.replace('ł', 'l')],
  ['Ærø', 'aero'],
  ['Çelik', 'celik'],
  ['İnci Ilgın', 'inci ilgin'],
  ['O’Brien', "o'brien"],
  ['Ελένη', 'ελενη'],
  ['ﬁn', 'fin'],
])('folds %s to %s', (name, key) => {
  expect(nameKey(name)).toBe(key)
})

it('gives names the same key that differ in case, form or accents alone, and a key itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
      const key = nameKey(name)
      expect(nameKey(key)).toBe(key)
      expect(nameKey(name.normalize('NFD'))).toBe(key)
      expect(nameKey(name.normalize('NFC'))).toBe(key)
    }),
  )
})

it('stores the key of each part of a name with the part, however it is written', async () => {
  const club = await workspace()
  const keys = () =>
    rows(`SELECT external_id AS id, first_name_key AS first, last_name_key AS last FROM persons
      WHERE workspace_id = '${club.id}' ORDER BY external_id`)
  await club.post(PERSONS, { external_id: 'a', name: { first_name: 'Jürgen', last_name: 'Groß' } })
  await club.put(PERSONS, { data: [{ external_id: 'b', name: { last_name: 'Żak' } }] })
  await club.put(PERSONS, undefined, {
    raw: 'external_id,name.first_name,name.last_name\nc,Noël,Weiß',
    headers: { 'Content-Type': 'text/csv' },
  })
  expect(await keys()).toEqual([
    { id: 'a', first: 'jurgen', last: 'gross' },
    { id: 'b', first: '', last: 'zak' },
    { id: 'c', first: 'noel', last: 'weiss' },
  ])
  await club.put(`${PERSONS}/a`, { name: { last_name: 'Łoś' } })
  await club.put(PERSONS, { data: [{ external_id: 'b', name: { first_name: 'Ådne' } }] })
  await club.put(`${PERSONS}/c`, { name: null })
  expect(await keys()).toEqual([
    { id: 'a', first: 'jurgen', last: 'los' },
    { id: 'b', first: 'adne', last: 'zak' },
    { id: 'c', first: '', last: '' },
  ])
})
