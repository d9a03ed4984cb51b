import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { addTo, clubOf, person, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { leadsTo, openAfter } from '../support/done'
import { formValues, inputValue, textOf } from '../support/html'
import { createPerson } from '../support/portal'
import { rows } from '../support/workspace'

const applicant = (last_name: string, fields: object = {}) =>
  person({ creation_behaviour: 'unconfirmed', name: { first_name: 'Ada', last_name }, ...fields })

async function fixture(role: Role = 'office') {
  const world = await clubOf(
    person({ name: { last_name: 'Member' }, membership_number: '1004' }),
    applicant('Alpha', { birthdate: '1999-02-03' }),
    applicant('Beta'),
    applicant('Gamma'),
    signedIn(role),
  )
  const [, ...ids] = world.ids
  // Persons of the same millisecond are in any order.
  return { ...world, ids: ids.sort(), path: `/dashboard/${world.club.id}/applications` }
}

const persons = () =>
  rows(
    'SELECT id, area, membership_number AS number, join_date FROM persons WHERE last_name <> ? ORDER BY id',
    'Member',
  )

const query = (ids: string[]) => ids.map((id) => `id=${id}`).join('&')

const events = () =>
  rows<{ action: string; subject_id: string; changes: string | null }>(
    `SELECT action, subject_id, changes FROM events WHERE subject_kind = 'member' AND action <> 'person.created' ORDER BY number`,
  )

describe('the list of applications', () => {
  it('shows what applicants filled in, oldest first, in one trip that writes nothing', async () => {
    const { club, ids, staff, path } = await fixture()
    const known = await createPerson(club, { name: { first_name: 'ADA', last_name: 'Álpha' } })
    const { status, text, cost } = await staff.get(path)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    expect([...text.matchAll(/<section class="card" id="(per_\w+)"/g)].map(([, id]) => id)).toEqual(ids)
    expect(textOf(text)).toContain('3. Februar 1999')
    expect(textOf(text)).toContain('Vielleicht schon da')
    expect(text).toContain(`/members/${known}"`)
  })

  it('says what applications are where there are none', async () => {
    const { club, staff } = await clubOf(signedIn('office'))
    expect(textOf((await staff.get(`/dashboard/${club.id}/applications`)).text)).toContain('Keine Anträge')
  })

  it('lets one be decided by itself, and several together', async () => {
    const { ids, staff, path } = await fixture()
    const together = `action="${path}/confirm"`
    expect((await staff.get(path)).text).toContain(together)
    for (const id of ids.slice(1)) await rows('DELETE FROM persons WHERE id = ?', id)
    const { text } = await staff.get(path)
    expect(text).toContain(ids[0])
    expect(text).not.toContain(together)
  })

  it('is paged by 20', async () => {
    const { club, staff, path } = await fixture()
    await addTo(club, ...Array.from({ length: 20 }, (_, index) => applicant(`Delta ${index}`)))
    const cards = (text: string) => text.match(/<section class="card" id="per_/g)?.length
    const first = await staff.get(path)
    expect(cards(first.text)).toBe(20)
    const [, next = ''] = /href="([^"]*\?cursor=next[^"]*)"/.exec(first.text) ?? []
    const second = await staff.get(next)
    expect([cards(second.text), second.cost.trips]).toEqual([3, 1])
    expect(second.text).toContain('?cursor=prev')
  })

  it('offers no decisions to the treasurer', async () => {
    const { staff, path } = await fixture('treasurer')
    const { status, text } = await staff.get(path)
    expect(status).toBe(200)
    expect(text).not.toMatch(/applications\/confirm|applications\/reject|type="checkbox"/)
  })
})

describe('the confirmation', () => {
  it('suggests a number and today for one, and makes the member', async () => {
    const { club, ids, staff, path } = await fixture()
    const [id] = ids
    const asked = await staff.get(`${path}/confirm?${query([id])}`)
    expect([asked.status, asked.cost.trips, asked.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(inputValue(asked.text, `number.${id}`)).toBe('1005')
    const form = Object.fromEntries(formValues(asked.text))
    const confirmed = await staff.submit(`${path}/confirm`, { ...form, join_date: '2026-12-01' })
    expect([confirmed.status, leadsTo(confirmed), confirmed.cost.trips]).toEqual([
      303,
      expect.stringMatching(`^/dashboard/${club.id}/members/${id} after confirmed\\?batch=bat_`),
      2,
    ])
    expect(await persons()).toMatchObject([
      { id, area: 'regular', number: '1005', join_date: '2026-12-01' },
      { area: 'applications' },
      { area: 'applications' },
    ])
    const [event, ...others] = await events()
    expect(others).toEqual([])
    expect(event).toMatchObject({ action: 'person.confirmed', subject_id: id })
    expect(JSON.parse(String(event?.changes))).toEqual({
      area: ['applications', 'regular'],
      membership_number: [null, '1005'],
      join_date: [null, '2026-12-01'],
    })
    const page = textOf((await staff.get(String(confirmed.headers.get('Location')))).text)
    expect(page).toContain('Die Person ist aufgenommen.')
    expect(page).toContain('Zu den nächsten 2 Anträgen')
  })

  it('numbers several in their order, and confirms all at once', async () => {
    const { ids, staff, path } = await fixture()
    const asked = await staff.get(`${path}/confirm?${query(ids)}`)
    const form = Object.fromEntries(formValues(asked.text))
    expect(ids.map((id) => form[`number.${id}`])).toEqual(['1005', '1006', '1007'])
    const { status, headers, cost } = await staff.submit(`${path}/confirm`, form)
    const to = leadsTo({ headers })
    expect([status, to, cost.trips]).toEqual([
      303,
      expect.stringMatching(/ after confirmed\?batch=bat_\w+&count=3$/),
      2,
    ])
    expect((await persons()).map(({ area, number }) => [area, number])).toEqual([
      ['regular', '1005'],
      ['regular', '1006'],
      ['regular', '1007'],
    ])
    expect((await events()).map(({ action }) => action)).toEqual(Array(3).fill('person.confirmed'))
    const { text } = await openAfter(staff, to)
    expect(textOf(text)).toContain('3 Personen sind aufgenommen.')
    const fields = { batch: String(inputValue(text, 'batch')), back: path }
    const undone = await staff.submit(path.replace('/applications', '/undo'), fields)
    expect([undone.status, undone.cost.trips]).toEqual([303, 2])
    expect((await persons()).map(({ area, number, join_date }) => [area, number, join_date])).toEqual(
      Array(3).fill(['applications', null, null]),
    )
  })

  it('keeps the number that an applicant has, and allows none', async () => {
    const { club, staff, path } = await fixture()
    const { id } = await addTo(club, applicant('Delta', { membership_number: 'A-7' }))
    const asked = await staff.get(`${path}/confirm?${query([id])}`)
    expect(inputValue(asked.text, `number.${id}`)).toBe('A-7')
    await staff.submit(`${path}/confirm`, { join_date: '', [`number.${id}`]: '' })
    expect(await persons()).toContainEqual({ id, area: 'regular', number: null, join_date: null })
  })

  it.each([
    ['a date that does not exist', { join_date: '2026-02-30' }],
    ['a number that a member has', { first: '1004' }],
    ['a number that is given twice', { first: '7', second: '7' }],
    ['a number that is too long', { first: '7'.repeat(65) }],
  ])(
    'refuses %s, confirms no one and keeps what was entered',
    async (_, { join_date = '2026-12-01', first = '1', second = '2' }: Record<string, string>) => {
      const { ids, staff, path } = await fixture()
      const before = await persons()
      const fields = { join_date, [`number.${ids[0]}`]: first, [`number.${ids[1]}`]: second }
      const { status, text, cost } = await staff.submit(`${path}/confirm`, fields)
      expect([status, cost.trips, cost.rowsWritten]).toEqual([422, 2, 0])
      for (const [name, value] of Object.entries(fields)) expect(inputValue(text, name)).toBe(value)
      expect(text).toContain('class="issue"')
      expect(await persons()).toEqual(before)
    },
  )

  it('shows the rest again where someone decided meanwhile', async () => {
    const { club, ids, staff, path } = await fixture()
    const asked = await staff.get(`${path}/confirm?${query(ids)}`)
    await club.delete(`/lists/members/persons/${ids[1]}`)
    const { status, text, cost } = await staff.submit(`${path}/confirm`, formValues(asked.text))
    expect([status, cost.trips, cost.rowsWritten]).toEqual([422, 2, 0])
    expect(textOf(text)).toContain('Einige dieser Anträge hat inzwischen jemand entschieden')
    expect((await staff.submit(`${path}/confirm`, formValues(text))).status).toBe(303)
    expect((await persons()).map(({ area }) => area)).toEqual(['regular', 'regular'])
  })

  it('confirms once where two confirm at once', async () => {
    const { club, ids, staff, path } = await fixture()
    const other = await staffOf(club, 'owner')
    const fields = (number: string) => ({ join_date: '2026-12-01', [`number.${ids[0]}`]: number })
    const answers = await Promise.all([
      staff.submit(`${path}/confirm`, fields('1')),
      other.submit(`${path}/confirm`, fields('2')),
    ])
    const to = answers.map(leadsTo)
    expect(to.filter((location) => location.endsWith(' after none?count=0'))).toHaveLength(1)
    expect(await events()).toHaveLength(1)
  })

  it.each(['confirm', 'reject'])(
    'leads back from %s without any, and for those of others',
    async (decision) => {
      const { staff, path } = await fixture()
      const { id: foreign } = await clubOf(applicant('Foreign'))
      for (const ids of [[], [foreign], ['per_unknown']]) {
        const { status, headers, cost } = await staff.get(`${path}/${decision}?${query(ids)}`)
        expect([status, leadsTo({ headers }), cost.trips]).toEqual([303, `${path} after none?count=0`, 1])
      }
      const sent = await staff.submit(`${path}/${decision}`, { ids: foreign, [`number.${foreign}`]: '1' })
      expect([leadsTo(sent), sent.cost.rowsWritten]).toEqual([`${path} after none?count=0`, 0])
      expect(textOf((await staff.get(path)).text)).toContain('Wähle mindestens einen Antrag')
    },
  )
})

describe('the rejection', () => {
  it('says that the person is deleted, and deletes', async () => {
    const { ids, staff, path } = await fixture()
    const asked = await staff.get(`${path}/reject?${query([ids[1]])}`)
    expect([asked.status, asked.cost.trips, asked.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(textOf(asked.text)).toContain('Die Person wird mit allen Daten gelöscht')
    const rejected = await staff.submit(`${path}/reject`, formValues(asked.text))
    expect([rejected.status, leadsTo(rejected), rejected.cost.trips]).toEqual([
      303,
      `${path} after rejected?count=1`,
      2,
    ])
    expect((await persons()).map(({ id }) => id)).toEqual([ids[0], ids[2]])
    expect(await events()).toEqual([{ action: 'person.deleted', subject_id: ids[1], changes: null }])
  })

  it('needs a fresh proof for several', async () => {
    const { club, ids, path } = await fixture()
    const staff = await staffOf(club, 'office', { provedAt: new Date(Date.now() - 31 * 60_000) })
    expect((await staff.get(`${path}/reject?${query([ids[0]])}`)).status).toBe(200)
    const asked = await staff.get(`${path}/reject?${query(ids)}`)
    expect(asked.headers.get('Location')).toBe(
      `/dashboard/prove?to=${encodeURIComponent(`${path}/reject?${query(ids)}`)}`,
    )
    const sent = await staff.submit(`${path}/reject`, { ids: ids.join() })
    expect([sent.status, sent.cost.rowsWritten]).toEqual([403, 0])
    expect(inputValue(sent.text, 'ids')).toBe(ids.join())
    const fresh = await staffOf(club, 'office')
    expect(leadsTo(await fresh.submit(`${path}/reject`, { ids: ids.join() }))).toBe(
      `${path} after rejected?count=3`,
    )
    expect(await persons()).toEqual([])
  })

  it('never deletes who is a member by now', async () => {
    const { club, ids, staff, path } = await fixture()
    const asked = await staff.get(`${path}/reject?${query([ids[0]])}`)
    await club.post(`/lists/members/persons/${ids[0]}/confirmation`, {})
    const { headers } = await staff.submit(`${path}/reject`, formValues(asked.text))
    expect(leadsTo({ headers })).toBe(`${path} after none?count=0`)
    expect(await persons()).toHaveLength(3)
  })
})
