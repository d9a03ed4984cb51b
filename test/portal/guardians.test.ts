import { describe, expect, it, vi } from 'vitest'
import { addTo, columns } from '../support/club'
import { runNightly } from '../support/cron'
import { eventsOf } from '../support/events'
import { FAMILY, joinable, joinBy } from '../support/join'
import { rows } from '../support/workspace'

const persons = () =>
  rows<{
    id: string
    list_id: string
    first_name: string
    guardian_id: string | null
    payer_id: string | null
  }>('SELECT * FROM persons ORDER BY first_name')

async function fixture(fields: Record<string, string> = FAMILY) {
  const club = await joinable()
  await joinBy('tsv', fields)
  const family = await persons()
  for (const { id, list_id } of family)
    if (list_id === 'members') await club.post(`/lists/members/persons/${id}/confirmation`, undefined)
  return { club, family: await persons() }
}

describe('a guardian', () => {
  it('is read with the member, in CSV too', async () => {
    const { club, family } = await fixture()
    const [ada, , cleo] = family
    const read = await club.get(`/lists/members/persons/${cleo?.id}`)
    expect(read.body.data.guardian_id).toBe(ada?.id)
    expect((await club.get(`/lists/members/persons/${ada?.id}`)).body.data.guardian_id).toBeNull()
    expect((await club.put(`/lists/members/persons/${cleo?.id}`, read.body.data)).status).toBe(200)
    const set = await club.put(`/lists/members/persons/${cleo?.id}`, {
      guardian_id: null,
      birthdate: '2017-03-05',
    })
    expect(set.status).toBe(200)
    expect((await club.put(`/lists/members/persons/${cleo?.id}`, { guardian_id: 'per_x' })).status).toBe(422)
    const csv = await club.get('/lists/members/persons', { headers: { Accept: 'text/csv' } })
    expect(csv.text.split('\r\n')[0]).toContain('guardian_id')
    expect(csv.text).toContain(String(ada?.id))
    expect((await club.get('/lists/contacts/persons')).body.data).toEqual([])
  })

  it('leaves a custom column of that key as it is', async () => {
    const { club } = await addTo(
      await joinable(),
      columns([{ name: 'Vormund', type: 'string', external_id: 'note' }]),
    )
    await rows("UPDATE custom_columns SET external_id = 'guardian_id'")
    await rows('UPDATE workspaces SET columns_version = columns_version + 1')
    const created = await club.post('/lists/members/persons', {
      name: { last_name: 'A' },
      guardian_id: 'Oma',
    })
    expect([created.status, created.body.data?.guardian_id]).toEqual([201, 'Oma'])
    const csv = await club.get('/lists/members/persons', { headers: { Accept: 'text/csv' } })
    expect(csv.text.split('\r\n')[0]?.match(/guardian_id/g)).toHaveLength(1)
  })

  it('ends with the deletion of the guardian, with an event', async () => {
    const { club, family } = await fixture()
    const [ada, , cleo] = family
    await club.delete(`/lists/members/persons/${ada?.id}`)
    expect((await persons()).map(({ guardian_id }) => guardian_id)).toEqual(Array(4).fill(null))
    const ended = (await eventsOf(club)).filter(({ changes }) => changes?.guardian_id?.[1] === null)
    expect(ended).toHaveLength(3)
    expect(ended.map(({ subject_id }) => subject_id)).toContain(cleo?.id)
  })

  it('is the person into whom the guardian is merged', async () => {
    const { club, family } = await fixture()
    const [ada] = family
    const other = await club.post('/lists/members/persons', {
      name: { first_name: 'Ada', last_name: 'Lovelace' },
    })
    const { status, text } = await club.post(`/lists/members/persons/${other.body.data.id}/merge`, {
      from: ada?.id,
    })
    expect(status, text).toBe(200)
    const guardians = (await persons()).map(({ guardian_id }) => guardian_id).filter(Boolean)
    expect(guardians).toEqual(Array(3).fill(other.body.data.id))
  })

  it('ends on the 18th birthday, once, while who pays goes on paying', async () => {
    const { club, family } = await fixture()
    const [ada, , , , eli] = family
    vi.useFakeTimers({ now: new Date('2031-03-03T04:00:00Z'), toFake: ['Date'] })
    await runNightly()
    expect((await persons())[4]?.guardian_id).toBe(ada?.id)
    vi.setSystemTime(new Date('2031-03-04T04:00:00Z'))
    await runNightly()
    await runNightly()
    vi.useRealTimers()
    expect((await persons())[4]).toMatchObject({ id: eli?.id, guardian_id: null, payer_id: ada?.id })
    expect((await persons())[3]?.guardian_id).toBe(ada?.id)
    const ended = (await eventsOf(club)).filter(({ action }) => action === 'person.guardianship_ended')
    expect(ended).toMatchObject([{ subject_id: eli?.id, actor_kind: 'service' }])
  })
})
