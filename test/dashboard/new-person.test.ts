import { describe, expect, it } from 'vitest'
import { clubOf, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { formValues, inputValue, textOf } from '../support/html'
import { createPerson } from '../support/portal'
import { rows } from '../support/workspace'

async function fixture() {
  const world = await clubOf(signedIn('office'))
  const base = `/dashboard/${world.club.id}`
  return { ...world, base, path: `${base}/members/new` }
}

const persons = () =>
  rows('SELECT list_id, area, last_name, membership_number, join_date FROM persons ORDER BY id')

describe('the form for a new member', () => {
  it('suggests the next number and today, in one trip that writes nothing', async () => {
    const { club, staff, path } = await fixture()
    await createPerson(club, { membership_number: '0099' })
    const { status, text, cost } = await staff.get(path)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    expect(inputValue(text, 'membership_number')).toBe('0100')
    expect(inputValue(text, 'join_date')).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  it('suggests the country of the association, and stores no address of a country alone', async () => {
    const { staff, path } = await fixture()
    const { text } = await staff.get(path)
    expect(text).toMatch(
      /<option value=""[^>]*>Keine Angabe<\/option><option value="DE" selected[^>]*>Deutschland<\/option><option value="AT"[^>]*>Österreich<\/option><option value="CH"[^>]*>Schweiz<\/option><option value="AF"/,
    )
    const form: Record<string, string> = {
      ...Object.fromEntries(formValues(text)),
      'name.last_name': 'Novák',
    }
    expect(form['address.country_code']).toBe('DE')
    const addresses = async () =>
      (await rows<{ address: string | null }>('SELECT address FROM persons ORDER BY id')).map(
        ({ address }) => address && JSON.parse(address),
      )
    await staff.submit(path, form)
    expect(await addresses()).toEqual([null])
    await staff.submit(path, { ...form, membership_number: '2', 'address.street': 'Weg 1' })
    expect((await addresses())[1]).toMatchObject({ street: 'Weg 1', country_code: 'DE' })
    await staff.submit(path, { ...form, membership_number: '3', 'address.country_code': 'AT' })
    expect((await addresses())[2]).toMatchObject({ country_code: 'AT' })
  })

  it('creates the member in two trips, and leads to it', async () => {
    const { staff, path, base } = await fixture()
    const form = Object.fromEntries(formValues((await staff.get(path)).text))
    const created = await staff.submit(path, { ...form, 'name.last_name': 'Novák', join_date: '2026-12-01' })
    expect([created.status, created.cost.trips]).toEqual([303, 2])
    expect(await persons()).toEqual([
      {
        list_id: 'members',
        area: 'regular',
        last_name: 'Novák',
        membership_number: '1',
        join_date: '2026-12-01',
      },
    ])
    const location = String(created.headers.get('Location'))
    expect(leadsTo(created)).toMatch(new RegExp(`^${base}/members/per_\\w+ after created$`))
    expect(textOf((await staff.get(location)).text)).toContain('Angelegt.')
  })

  it('shows possible doubles after saving', async () => {
    const { club, staff, path } = await fixture()
    const known = await createPerson(club, {
      name: { first_name: 'Amélie', last_name: 'Novák' },
      birthdate: '1999-02-03',
      membership_number: '7',
    })
    const fields = { 'name.first_name': 'Amelie', 'name.last_name': 'NOVAK', birthdate: '1999-02-03' }
    const { headers } = await staff.submit(path, fields)
    const { text } = await staff.get(String(headers.get('Location')))
    expect(textOf(text)).toContain('Prüfe unten, ob es die Person schon gibt')
    expect(text).toContain(`/members/${known}"`)
  })

  it.each([
    ['a name', { 'name.first_name': '' }, 'name.first_name'],
    ['a date', { 'name.last_name': 'A', birthdate: '2026-02-30' }, 'birthdate'],
    ['a number that is free', { 'name.last_name': 'A', membership_number: '7' }, 'membership_number'],
    ['an external id that is free', { 'name.last_name': 'A', external_id: 'x' }, 'external_id'],
  ])('asks for %s, and keeps what was entered', async (_, fields: Record<string, string>, faulty) => {
    const { club, staff, path } = await fixture()
    await createPerson(club, { membership_number: '7', external_id: 'x' })
    const { status, text, cost } = await staff.submit(path, {
      email: 'a@example.org',
      ...fields,
      ...(_ === 'a name' && { email: '' }),
    })
    expect([status, cost.trips, cost.rowsWritten]).toEqual([422, 2, 0])
    expect(text).toContain(`href="#field-${faulty.replace('.', '-')}"`)
    for (const [name, value] of Object.entries(fields)) expect(inputValue(text, name)).toBe(value)
    expect(await persons()).toHaveLength(1)
  })

  it('gives a number once where two save the same suggestion', async () => {
    const { club, staff, path } = await fixture()
    const other = await staffOf(club, 'owner')
    const fields = (name: string) => ({ 'name.last_name': name, membership_number: '1' })
    const answers = await Promise.all([staff.submit(path, fields('A')), other.submit(path, fields('B'))])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
    expect(await persons()).toHaveLength(1)
  })
})

it('creates a contact, who has no number', async () => {
  const { staff, base } = await fixture()
  const { text } = await staff.get(`${base}/contacts/new`)
  expect(inputValue(text, 'membership_number')).toBeUndefined()
  const { status } = await staff.submit(`${base}/contacts/new`, { 'name.last_name': 'Ritter' })
  expect(status).toBe(303)
  expect(await persons()).toMatchObject([{ list_id: 'contacts', last_name: 'Ritter' }])
})
