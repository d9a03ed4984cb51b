import { expect, it } from 'vitest'
import { clubOf, columns, fee, person, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { formValues, inputValue, textOf } from '../support/html'
import { createPerson } from '../support/portal'
import { rows } from '../support/workspace'

const SABINE = {
  external_id: 'c-1',
  name: { first_name: 'Sabine', last_name: 'Ritter' },
  email: 'sabine@example.org',
  size: 'M',
  role: 'Sponsor',
  hours: 'many',
}

async function fixture() {
  const world = await clubOf(
    columns(
      [
        { name: 'Größe', type: 'string', external_id: 'size' },
        { name: 'Funktion', type: 'string', external_id: 'role' },
        { name: 'Stunden', type: 'string', external_id: 'hours' },
      ],
      'contacts',
    ),
    columns([
      { name: 'T-Shirt', type: 'string', allowed_values: ['S', 'M'], external_id: 'size' },
      { name: 'Stunden', type: 'integer', external_id: 'work_hours' },
    ]),
    person(SABINE, 'contacts'),
    fee(4800, { description: 'Anzeige' }),
    signedIn('office'),
  )
  const base = `/dashboard/${world.club.id}`
  return { ...world, base, path: `${base}/contacts/${world.id}/member` }
}

it('moves a contact with its id, its fees and what members have columns for, in two trips', async () => {
  const { club, id, base, path, staff } = await fixture()
  await createPerson(club, { membership_number: '1004' })
  const asked = await staff.get(path)
  expect([asked.status, asked.cost.trips, asked.cost.rowsWritten]).toEqual([200, 1, 0])
  expect(inputValue(asked.text, 'membership_number')).toBe('1005')
  const page = textOf(asked.text)
  expect(page).toContain('Funktion Sponsor')
  expect(page).toContain('Stunden many')
  expect(page).not.toContain('Größe M')

  const form = { ...Object.fromEntries(formValues(asked.text)), join_date: '2026-12-01' }
  const { status, headers, cost } = await staff.submit(path, form)
  expect([status, leadsTo({ headers }), cost.trips]).toEqual([303, `${base}/members/${id} after moved`, 2])
  const { body } = await club.get(`/lists/members/persons/${id}`)
  expect(body.data).toMatchObject({
    id,
    external_id: 'c-1',
    name: SABINE.name,
    email: SABINE.email,
    membership_number: '1005',
    join_date: '2026-12-01',
    membership_status: 'active',
    size: 'M',
    work_hours: null,
  })
  expect((await club.get(`/lists/contacts/persons/${id}`)).status).toBe(404)
  const { body: deleted } = await club.get('/lists/contacts/deleted_persons')
  expect(deleted.data).toMatchObject([{ id, external_id: 'c-1' }])
  expect((await club.get(`/fees?person_id=${id}`)).body.data).toHaveLength(1)
  const events = await rows(
    'SELECT action, subject_kind FROM events WHERE subject_id = ? ORDER BY number',
    id,
  )
  expect(events).toEqual([
    { action: 'person.created', subject_kind: 'contact' },
    { action: 'person.deleted', subject_kind: 'contact' },
    { action: 'person.created', subject_kind: 'member' },
  ])
})

it('names a member who may be the same person', async () => {
  const { club, path, staff } = await fixture()
  const known = await createPerson(club, { name: SABINE.name })
  const { text } = await staff.get(path)
  expect(textOf(text)).toContain('Vielleicht schon Mitglied')
  expect(text).toContain(`/members/${known}"`)
})

it.each([
  ['a number that a member has', { membership_number: '7', join_date: '' }],
  ['a date that does not exist', { membership_number: '8', join_date: '2026-02-30' }],
])('refuses %s, and keeps what was entered', async (_, fields: Record<string, string>) => {
  const { club, path, staff } = await fixture()
  await createPerson(club, { membership_number: '7' })
  const before = await rows('SELECT * FROM persons')
  const { status, text, cost } = await staff.submit(path, fields)
  expect([status, cost.trips, cost.rowsWritten]).toEqual([422, 2, 0])
  for (const [name, value] of Object.entries(fields)) expect(inputValue(text, name)).toBe(value)
  expect(await rows('SELECT * FROM persons')).toEqual(before)
})

it('names the member who has the same external id, and moves no one', async () => {
  const { club, path, staff } = await fixture()
  await createPerson(club, { external_id: 'c-1', name: { last_name: 'Twin' } })
  const before = await rows('SELECT * FROM persons')
  expect(textOf((await staff.get(path)).text)).toContain('Das geht noch nicht')
  const { status, cost } = await staff.submit(path, { membership_number: '9' })
  expect([status, cost.rowsWritten]).toEqual([422, 0])
  expect(await rows('SELECT * FROM persons')).toEqual(before)
})

it('moves once where two act at once', async () => {
  const { club, id, path, staff } = await fixture()
  const other = await staffOf(club, 'owner')
  const answers = await Promise.all([staff, other].map((browser) => browser.submit(path, {})))
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 404])
  expect(await rows('SELECT list_id FROM persons WHERE id = ?', id)).toEqual([{ list_id: 'members' }])
})
