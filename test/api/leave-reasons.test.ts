import { describe, expect, it } from 'vitest'
import { clubOf, person, signedIn } from '../support/club'
import { eventsOf } from '../support/events'
import { createPerson } from '../support/portal'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const GONE = { external_id: 'gone', leave_date: '2026-06-30', leave_reason: 'moved', leave_note: 'Nach Köln' }

const stored = () => rows('SELECT leave_date, leave_reason, leave_note FROM persons ORDER BY external_id')
const detailsOf = ({ leave_date, leave_reason, leave_note }: Record<string, unknown>) => [
  leave_date,
  leave_reason,
  leave_note,
]
const issuesOf = async (request: ReturnType<Workspace['put']>) => {
  const { status, body } = await request
  return [
    status,
    Object.fromEntries(body.issues.map(({ path, code }: { path: string; code: string }) => [path, code])),
  ]
}

describe('how memberships end in a workspace', () => {
  const leaving = { notice_weeks: 6, end: 'quarter', takes_effect: 'at_once' }

  it('is at the end of a year without notice until it is set, which is told, recorded and kept', async () => {
    const club = await workspace()
    const path = `/operator/workspaces/${club.id}`
    const before = { notice_weeks: 0, end: 'year', takes_effect: 'by_staff' }
    expect((await operator('GET', path)).body.data.leaving).toEqual(before)
    const changed = await operator('PATCH', path, { leaving })
    expect([changed.status, changed.body.data.leaving]).toEqual([200, leaving])
    expect((await club.get('/me')).body.data.leaving).toEqual(leaving)
    expect((await eventsOf(club)).at(-1)?.changes).toEqual({
      'leaving.notice_weeks': [0, 6],
      'leaving.end': ['year', 'quarter'],
      'leaving.takes_effect': ['by_staff', 'at_once'],
    })
    for (const absent of [null, {}, { end: null, notice_weeks: null }])
      expect((await operator('PATCH', path, { leaving: absent })).body.data.leaving).toEqual(leaving)
  })

  it.each([
    [{ notice_weeks: 105 }, 'leaving.notice_weeks'],
    [{ notice_weeks: 1.5 }, 'leaving.notice_weeks'],
    [{ end: 'week' }, 'leaving.end'],
    [{ takes_effect: 'never' }, 'leaving.takes_effect'],
    [{ weeks: 1 }, 'leaving.weeks'],
  ])('is not %j', async (leaving, path) => {
    const club = await workspace()
    const { status, body } = await operator('PATCH', `/operator/workspaces/${club.id}`, { leaving })
    expect([status, Object.keys(body.errors)]).toEqual([422, [path]])
  })
})

describe('why a member left', () => {
  it('is stored, shown, recorded, filtered by, and in the CSV', async () => {
    const { club, id } = await clubOf(person(GONE), person({ external_id: 'here' }))
    const { body } = await club.get(`${PERSONS}/${id}`)
    expect(detailsOf(body.data)).toEqual(['2026-06-30', 'moved', 'Nach Köln'])
    const filtered = await club.get(`${PERSONS}?filter[leave_reason]=moved`)
    expect(filtered.body.data.map((one: { id: string }) => one.id)).toEqual([id])
    expect((await club.get(`${PERSONS}?filter[leave_reason]=bored`)).status).toBe(422)
    await club.put(`${PERSONS}/${id}`, { leave_reason: 'excluded', leave_note: null })
    expect((await eventsOf(club)).at(-1)?.changes).toEqual({
      leave_reason: ['moved', 'excluded'],
      leave_note: ['Nach Köln', null],
    })
    const csv = await club.get(PERSONS, { headers: { Accept: 'text/csv' } })
    expect(csv.text.split('\r\n')[0]).toContain(';leave_date;leave_reason;leave_note;')
    expect(csv.text).toContain(';2026-06-30;excluded;;')
  })

  it.each([
    [{ leave_reason: 'bored', leave_date: '2026-06-30' }, { leave_reason: 'not_allowed' }],
    [{ leave_reason: 'left' }, { leave_reason: 'leave_date_missing' }],
    [{ leave_note: 'Nach Köln' }, { leave_note: 'leave_date_missing' }],
    [{ leave_reason: 'deceased', leave_date: '2999-12-31' }, { leave_date: 'death_in_future' }],
  ])('is not %j', async (fields, issues) => {
    const { club, id } = await clubOf(person({ external_id: 'here' }))
    expect(await issuesOf(club.put(`${PERSONS}/${id}`, fields))).toEqual([422, issues])
    const made = await club.post(PERSONS, { external_id: 'new', ...fields })
    expect([made.status, made.body.issues.map(({ code }: { code: string }) => code)]).toEqual([
      422,
      Object.values(issues),
    ])
    const synchronized = await club.put(PERSONS, { data: [{ id, ...fields }] })
    expect(synchronized.status).toBe(422)
    expect(await stored()).toEqual([{ leave_date: null, leave_reason: null, leave_note: null }])
  })

  it('is given to who leaves already, and the dead keep the day', async () => {
    const { club, id } = await clubOf(person({ external_id: 'x', leave_date: '2026-06-30' }))
    const put = (fields: object) => club.put(`${PERSONS}/${id}`, fields)
    expect((await put({ leave_reason: 'deceased' })).status).toBe(200)
    expect(await issuesOf(put({ leave_date: '2999-01-01' }))).toEqual([
      422,
      { leave_date: 'death_in_future' },
    ])
    const whole = (await club.get(`${PERSONS}/${id}`)).body.data
    expect((await put(whole)).status).toBe(200)
    expect((await put({ leave_date: '2026-06-29' })).body.data.leave_reason).toBe('deceased')
  })

  it.each([
    ['an update', (club: Workspace, id: string) => club.put(`${PERSONS}/${id}`, { leave_date: null })],
    [
      'an update of the whole person',
      async (club: Workspace, id: string) =>
        club.put(`${PERSONS}/${id}`, {
          ...(await club.get(`${PERSONS}/${id}`)).body.data,
          leave_date: null,
          membership_status: undefined,
          updated_at: undefined,
        }),
    ],
    [
      'a synchronization',
      (club: Workspace) => club.put(PERSONS, { data: [{ external_id: 'gone', leave_date: null }] }),
    ],
  ])('is cleared by %s that takes the membership up again', async (_, again) => {
    const { club, id } = await clubOf(person(GONE))
    const { status } = await again(club, id)
    expect(status).toBe(200)
    expect(await stored()).toEqual([{ leave_date: null, leave_reason: null, leave_note: null }])
    expect((await eventsOf(club)).at(-1)?.changes).toEqual({
      leave_date: ['2026-06-30', null],
      leave_reason: ['moved', null],
      leave_note: ['Nach Köln', null],
    })
  })

  it('is taken back with the day, also if it came later', async () => {
    const { club, id, staff } = await clubOf(person({ external_id: 'gone' }), signedIn('office'))
    await staff.submit(`/dashboard/${club.id}/members/${id}/end`, { leave_date: '2026-06-30' })
    const batch = (await eventsOf(club)).at(-1)?.batch_id
    await club.put(`${PERSONS}/${id}`, { leave_reason: 'moved', leave_note: 'Nach Köln' })
    await staff.submit(`/dashboard/${club.id}/undo`, {
      batch: String(batch),
      back: `/dashboard/${club.id}/members/${id}`,
    })
    expect(await stored()).toEqual([{ leave_date: null, leave_reason: null, leave_note: null }])
    expect((await eventsOf(club)).at(-1)?.changes).toMatchObject({ leave_reason: ['moved', null] })
  })

  it('goes with the person', async () => {
    const { club, id } = await clubOf(person(GONE))
    await club.delete(`${PERSONS}/${id}`)
    expect(JSON.stringify(await rows('SELECT * FROM events'))).not.toContain('Nach Köln')
  })

  it('goes with the day in a merge', async () => {
    const { club, ids } = await clubOf(
      person({ external_id: 'kept', name: { last_name: 'A' } }),
      person(GONE),
    )
    const [kept, gone] = ids
    const taken = await club.post(`${PERSONS}/${kept}/merge`, { from: gone, take: ['leave_date'] })
    expect([taken.status, ...detailsOf(taken.body.data)]).toEqual([200, '2026-06-30', 'moved', 'Nach Köln'])
    const other = await createPerson(club, { name: { last_name: 'B' } })
    const again = await createPerson(club, { ...GONE, external_id: 'again' })
    const { body } = await club.post(`${PERSONS}/${other}/merge`, { from: again })
    expect(detailsOf(body.data)).toEqual([null, null, null])
  })

  it('is no field of contacts, nor of members with an own column of the key', async () => {
    const { club, id } = await clubOf(person({ external_id: 'c' }, 'contacts'))
    expect(await issuesOf(club.put(`/lists/contacts/persons/${id}`, { leave_reason: 'left' }))).toEqual([
      422,
      { leave_reason: 'unknown_field' },
    ])
    const { club: older } = await clubOf(person({ external_id: 'x' }))
    await older.put('/lists/members/custom_columns', {
      data: [{ name: 'Grund', type: 'string', external_id: 'reason' }],
    })
    await rows("UPDATE custom_columns SET external_id = 'leave_reason'")
    await rows('UPDATE workspaces SET columns_version = columns_version + 1')
    const put = (fields: object) => older.put(`${PERSONS}/x`, fields)
    const written = await put({ leave_reason: 'kein Interesse', leave_date: '2026-06-30' })
    expect(written.body.data.leave_reason).toBe('kein Interesse')
    expect((await put({ leave_date: null })).body.data.leave_reason).toBe('kein Interesse')
  })
})
