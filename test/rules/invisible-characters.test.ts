import { env } from 'cloudflare:workers'
import type { D1Migration } from '@cloudflare/vitest-pool-workers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visible } from '../../src/domain/shared/text'
import { anyText } from '../support/any-text'
import { clubOf, person, signedIn } from '../support/club'
import { APPLICATION, appliedPath, joinable } from '../support/join'
import { createPerson, filledForm, setPortal, signIn, submit } from '../support/portal'
import { cardPath, changeCard } from '../support/portal-cards'
import { rows, workspace } from '../support/workspace'

/** A name that looks like "Ada Lovelace", and one that looks like it ends elsewhere. */
const HIDDEN = 'A\u200bd\u00ada\ufeff'
const TURNED = '\u202eLove\u2066lace\u2069\u200e'

const names = () => rows('SELECT first_name, last_name, first_name_key, last_name_key FROM persons')
const ADA = [{ first_name: 'Ada', last_name: 'Lovelace', first_name_key: 'ada', last_name_key: 'lovelace' }]

describe('characters that no reader sees', () => {
  it.each([
    ['A\u202eda', 'Ada'],
    ['Ada\u2028Love\u2029lace', 'Ada Love lace'],
    ['\ufeffAda\u{e0041}', 'Ada'],
    ['Ada\u200d\u200c Love\u200dlace\u200c', 'Ada Lovelace'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
    ['👩\u200d👧 🏳️\u200d🌈', '👩\u200d👧 🏳️\u200d🌈'],
    ['Łódź Ñuñez Ж 漢\u00a0字', 'Łódź Ñuñez Ж 漢\u00a0字'],
  ])('leave %j as %j', (text, left) => {
    expect(visible(text, ' ')).toBe(left)
  })

  it('are removed from any text at once', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const left = visible(text, ' ')
        expect(visible(left, ' ')).toBe(left)
        expect(left).not.toMatch(/[\u200b\u2028-\u202e\u2060-\u206f\ufeff]/)
      }),
    )
  })

  it('are removed from names by the API, and stay in keys', async () => {
    const club = await workspace()
    const { body } = await club.post('/lists/members/persons', {
      external_id: 'a\u200b',
      name: { first_name: HIDDEN, last_name: TURNED },
      address: { street: 'Uferweg\u2028 12\u202e' },
    })
    expect(body.data).toMatchObject({
      external_id: 'a\u200b',
      name: { first_name: 'Ada', last_name: 'Lovelace' },
      address: { street: 'Uferweg  12' },
    })
    expect(await names()).toEqual(ADA)
    const empty = await club.put(`/lists/members/persons/${body.data.id}`, {
      name: { last_name: '\u202e' },
    })
    expect([empty.status, Object.keys(empty.body.errors)]).toEqual([422, ['name.last_name']])
  })

  it('are removed from names by CSV', async () => {
    const club = await workspace()
    await club.put('/lists/members/persons', undefined, {
      raw: `external_id;name.first_name;name.last_name\r\na;${HIDDEN};${TURNED}`,
      headers: { 'Content-Type': 'text/csv' },
    })
    expect(await names()).toEqual(ADA)
  })

  it('are removed from names by staff', async () => {
    const { club, staff } = await clubOf(signedIn('office'))
    const at = `/dashboard/${club.id}/members/new`
    const form = await filledForm((await staff.get(at)).text)
    const fields = Object.fromEntries(form)
    const answer = await staff.submit(at, {
      ...fields,
      'name.first_name': HIDDEN,
      'name.last_name': TURNED,
    })
    expect([answer.status, await names()]).toEqual([303, ADA])
  })

  it('are removed from names by members', async () => {
    const club = await workspace()
    await setPortal(club, { functions: ['view_data', 'edit_data'], fields: { name: 'editable' } })
    const id = await createPerson(club, { name: { first_name: 'Eve' }, email: 'ada@example.org' })
    const session = await signIn(club, { email: 'ada@example.org' })
    const answer = await changeCard(session, cardPath(id, 'contact'), {
      'name.first_name': HIDDEN,
      'name.last_name': TURNED,
    })
    expect([answer.status, await names()]).toEqual([303, ADA])
  })

  it('are removed from names by applicants', async () => {
    await joinable()
    const path = await appliedPath('tsv', {
      ...APPLICATION,
      'name.first_name': HIDDEN,
      'name.last_name': TURNED,
    })
    expect([(await submit(path)).status, await names()]).toEqual([200, ADA])
  })

  it('leave what was stored before, by a migration', async () => {
    const { club, id } = await clubOf(person({ name: { first_name: 'Ada', last_name: 'Lovelace' } }))
    const other = await createPerson(club, { name: { first_name: 'Ben' } })
    await rows(
      `UPDATE persons SET first_name = ?, first_name_key = ?, last_name = ?, address = ? WHERE id = ?`,
      'A\u202eda\u2028B',
      'a\u202eda\u2028b',
      '\ufeff',
      JSON.stringify({ street: 'Ufer\u200bweg', postcode: null, city: null, country_code: null }),
      id,
    )
    await rows('UPDATE workspaces SET name = ?', 'TSV\u2066 Aufbau')
    const before = (await club.get('/lists/members/persons')).headers.get('ETag')
    const [untouched] = await rows('SELECT * FROM persons WHERE id = ?', other)
    const { MIGRATIONS } = env as unknown as { MIGRATIONS: D1Migration[] }
    const { queries = [] } = MIGRATIONS.find(({ name }) => name.includes('mend_invisible')) ?? {}
    expect(queries).toHaveLength(5)
    for (const query of queries) await env.DB.prepare(query).run()
    const { body, headers } = await club.get(`/lists/members/persons/${id}`)
    expect(body.data).toMatchObject({
      name: { first_name: 'Ada B', last_name: '–' },
      address: { street: 'Uferweg' },
    })
    expect(headers.get('ETag')).toBeTruthy()
    expect((await club.get('/lists/members/persons')).headers.get('ETag')).not.toBe(before)
    expect((await club.get('/me')).body.data.name).toBe('TSV Aufbau')
    expect(await rows('SELECT first_name_key FROM persons WHERE id = ?', id)).toEqual([
      { first_name_key: 'ada b' },
    ])
    expect(await rows('SELECT * FROM persons WHERE id = ?', other)).toEqual([untouched])
  })
})
