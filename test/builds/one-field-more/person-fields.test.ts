import { beforeAll, describe, expect, it } from 'vitest'
import { openApi } from '../../support/openapi'
import { filledForm, setPortal, signIn } from '../../support/portal'
import { rows, workspace } from '../../support/workspace'

const PERSONS = '/lists/members/persons'

beforeAll(() => rows('ALTER TABLE persons ADD pronouns text'))

const stored = () => rows('SELECT external_id, pronouns FROM persons ORDER BY id')

describe('person field that is only declared', () => {
  it('is created, updated, filtered and returned', async () => {
    const club = await workspace()
    const created = await club.post(PERSONS, { external_id: 'ada', pronouns: 'she/her' })
    expect([created.status, created.body.data.pronouns]).toEqual([201, 'she/her'])
    const updated = await club.put(`${PERSONS}/ada`, { pronouns: 'they/them' })
    expect([updated.status, updated.body.data.pronouns, updated.cost.trips]).toEqual([200, 'they/them', 1])
    expect(await stored()).toEqual([{ external_id: 'ada', pronouns: 'they/them' }])
    const page = await club.get(`${PERSONS}?filter[pronouns]=${encodeURIComponent('they/them')}`)
    expect(page.body.data).toMatchObject([{ external_id: 'ada', pronouns: 'they/them' }])
    const cleared = await club.put(`${PERSONS}/ada`, { pronouns: null })
    expect(cleared.body.data.pronouns).toBe(null)
  })

  it('is validated by its schema', async () => {
    const club = await workspace()
    const { status, body } = await club.post(PERSONS, { external_id: 'ada', pronouns: 'x'.repeat(65) })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['pronouns']])
  })

  it('is synchronized', async () => {
    const club = await workspace()
    const data = [{ external_id: 'ada', pronouns: 'she/her' }, { external_id: 'bob' }]
    expect((await club.put(PERSONS, { data })).body.meta.created).toBe(2)
    expect((await club.put(PERSONS, { data })).body.meta.unchanged).toBe(2)
    await club.put(PERSONS, { data: [{ external_id: 'bob', pronouns: 'he/him' }] })
    expect(await stored()).toEqual([
      { external_id: 'ada', pronouns: 'she/her' },
      { external_id: 'bob', pronouns: 'he/him' },
    ])
  })

  it('is exported to CSV and imported from it', async () => {
    const club = await workspace()
    await club.post(PERSONS, { external_id: 'ada', pronouns: 'she/her' })
    const csv = (await club.get(PERSONS, { headers: { Accept: 'text/csv' } })).text
    const [header = ''] = csv.split('\r\n')
    expect(header.split(';')).toContain('pronouns')
    const edited = csv.replace('she/her', 'they/them')
    const headers = { 'Content-Type': 'text/csv' }
    expect((await club.put(PERSONS, undefined, { raw: edited, headers })).body.meta.updated).toBe(1)
    expect(await stored()).toEqual([{ external_id: 'ada', pronouns: 'they/them' }])
  })

  it('is described in the API reference', async () => {
    const { schemas } = (await openApi()).components as { schemas: Record<string, { properties?: object }> }
    for (const name of ['Member', 'Contact', 'PersonInput', 'NewPersonInput'])
      expect(Object.keys(schemas[name]?.properties ?? {}), name).toContain('pronouns')
  })

  it('is shown and edited in the portal', async () => {
    const club = await workspace()
    await setPortal(club, { functions: ['view_data', 'edit_data'] })
    const { body } = await club.post(PERSONS, { external_id: 'ada', pronouns: 'she/her' })
    const session = await signIn(club, { person_external_id: 'ada' })
    expect((await session.get('/portal')).text).toContain('she/her')
    const edit = `/portal/persons/${body.data.id}/edit/more`
    const form = Object.fromEntries(await filledForm((await session.get(edit)).text))
    expect((await session.submit(edit, { ...form, pronouns: 'they/them' })).status).toBe(303)
    expect(await stored()).toEqual([{ external_id: 'ada', pronouns: 'they/them' }])
  })
})

// An import knows fields by what other programs call them, and reads some in ways of their own.
it('names a plain field only in its declaration, the table, the words and imports', () => {
  const sources = import.meta.glob<string>(
    ['../../../src/**/*.{ts,tsx}', '!../../../src/{dev,domain/imports,dashboard/imports}/**'],
    { query: '?raw', import: 'default', eager: true },
  )
  const key = 'payment_method'
  const files = Object.entries(sources).filter(([, source]) => new RegExp(`\\b${key}\\b`).test(source))
  expect(files.map(([path]) => path.replace('../../../src/', '')).sort()).toEqual([
    'db/schema/persons.ts',
    'domain/person-fields/fields.ts',
    'ui/i18n/de.ts',
    'ui/i18n/en.ts',
  ])
})
