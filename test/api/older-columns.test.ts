import { describe, expect, it } from 'vitest'
import { clubOf, columns } from '../support/club'
import { staffOf } from '../support/dashboard'
import { formValues, textOf } from '../support/html'
import { setPortal, signIn } from '../support/portal'
import { rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const CSV = { Accept: 'text/csv' }

/** A club that had a custom column with the key of a field before the field came. */
async function club(): Promise<Workspace> {
  const { club } = await clubOf(columns([{ name: 'Anrede', type: 'string', external_id: 'salutation' }]))
  await rows(`UPDATE custom_columns SET external_id = 'sex'`)
  await rows('UPDATE workspaces SET columns_version = columns_version + 1')
  return club
}

const keysOf = (text: string, key: string): number => text.split(`"${key}":`).length - 1

describe('a custom column that is older than the field with its key', () => {
  it('keeps the key in writes and reads, and the list has no such field', async () => {
    const old = await club()
    const created = await old.post(PERSONS, { external_id: 'a', sex: 'Frau' })
    expect([created.status, created.body.data.sex, keysOf(created.text, 'sex')]).toEqual([201, 'Frau', 1])
    const updated = await old.put(`${PERSONS}/a`, { sex: 'Herr', email: 'a@example.org' })
    expect([updated.body.data.sex, keysOf(updated.text, 'sex')]).toEqual(['Herr', 1])
    const data = [
      { external_id: 'a', sex: 'Dr.' },
      { external_id: 'b', sex: 'm' },
    ]
    const { body, text } = await old.put(PERSONS, { data })
    expect([body.data.map(({ sex }: { sex: string }) => sex), keysOf(text, 'sex')]).toEqual([['Dr.', 'm'], 2])
    expect(await rows('SELECT sex FROM persons')).toEqual([{ sex: null }, { sex: null }])
    expect(keysOf((await old.get(PERSONS)).text, 'sex')).toBe(2)
  })

  it('keeps it in the answer that is repeated', async () => {
    const old = await club()
    const headers = { 'Idempotency-Key': 'one' }
    const post = () => old.post(PERSONS, { external_id: 'a', sex: 'Frau' }, { headers })
    const first = await post()
    expect([first.status, first.body.data.sex, keysOf(first.text, 'sex')]).toEqual([201, 'Frau', 1])
    expect((await post()).text).toBe(first.text)
  })

  it('keeps it in filters, of the API and of the dashboard', async () => {
    const old = await club()
    await old.put(PERSONS, {
      data: [
        { external_id: 'a', sex: 'Frau' },
        { external_id: 'b', sex: 'm' },
      ],
    })
    const { body } = await old.get(`${PERSONS}?filter[sex]=Frau`)
    expect(body.data).toMatchObject([{ external_id: 'a' }])
    const office = await staffOf(old, 'office')
    const query = new URLSearchParams([
      ['f', 'sex'],
      ['o', 'is'],
      ['v', 'Frau'],
    ])
    const page = await office.get(`/dashboard/${old.id}/members?${query}`)
    expect(page.status).toBe(200)
  })

  it('keeps it in CSV, in the form and in the portal', async () => {
    const old = await club()
    await old.post(PERSONS, { external_id: 'a', membership_number: '1', sex: 'Frau' })
    const csv = (await old.get(PERSONS, { headers: CSV })).text
    expect(
      csv
        .split('\r\n')[0]
        ?.split(';')
        .filter((path) => path === 'sex'),
    ).toEqual(['sex'])
    const again = await old.put(PERSONS, undefined, { raw: csv, headers: { 'Content-Type': 'text/csv' } })
    expect(again.body.meta).toMatchObject({ unchanged: 1 })
    const { id } = (await old.get(`${PERSONS}/a`)).body.data
    const office = await staffOf(old, 'office')
    const form = formValues((await office.get(`/dashboard/${old.id}/members/${id}/edit`)).text)
    expect(form.filter(([name]) => name === 'sex')).toEqual([['sex', 'Frau']])
    await setPortal(old, { functions: ['view_data'], fields: { sex: 'visible' } })
    const session = await signIn(old, { person_id: id })
    expect(textOf((await session.get('/portal')).text)).toContain('Frau')
  })
})

describe('the field sex', () => {
  it('is read, written, filtered and exported, with words for pages', async () => {
    const club = await workspace()
    const { id } = (await club.post(PERSONS, { external_id: 'a', sex: 'd' })).body.data
    await club.post(PERSONS, { external_id: 'b', sex: 'x' })
    const { cost, body } = await club.get(`${PERSONS}?filter[sex]=d`)
    expect([cost.trips, body.data]).toMatchObject([1, [{ external_id: 'a', sex: 'd' }]])
    expect((await club.post(PERSONS, { external_id: 'c', sex: 'w' })).body.issues).toMatchObject([
      { path: 'sex', code: 'not_allowed' },
    ])
    expect((await club.get(PERSONS, { headers: CSV })).text.split('\r\n')[0]).toContain('sex')
    const office = await staffOf(club, 'office')
    const path = `/dashboard/${club.id}/members/${id}`
    expect(textOf((await office.get(path)).text)).toContain('Geschlecht divers')
    const form = (await office.get(`${path}/edit`)).text
    for (const word of ['männlich', 'weiblich', 'divers', 'keine Angabe']) expect(form).toContain(word)
  })

  it('is hidden in the portal unless the association shows it', async () => {
    const club = await workspace()
    await setPortal(club, { functions: ['view_data'] })
    const { id } = (await club.post(PERSONS, { membership_number: '1', sex: 'd' })).body.data
    const session = await signIn(club, { person_id: id })
    expect((await session.get('/portal')).text).not.toContain('divers')
    await setPortal(club, { fields: { sex: 'visible' } })
    expect((await session.get('/portal')).text).toContain('divers')
  })
})
