import { describe, expect, it } from 'vitest'
import { interruptedAt, interruptedBy } from '../support/fake-d1'
import { rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const CONFIRMATION = `${PERSONS}/ada/confirmation`

const ADA = { external_id: 'ada', name: { first_name: 'Ada', last_name: null }, email: 'ada@example.org' }

const apply = (club: Workspace) => club.post(PERSONS, { ...ADA, creation_behaviour: 'unconfirmed' })

const stored = () => rows('SELECT area, id, external_id, email, revision FROM persons')

describe('POST /lists/{list_id}/persons/{person_id}/confirmation', () => {
  it.each(['id', 'external_id'])('makes the applicant a member, by %s, and keeps its data', async (key) => {
    const club = await workspace()
    const applicant = (await apply(club)).body.data
    const answer = await club.post(`${PERSONS}/${applicant[key]}/confirmation`, undefined)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({
      ...applicant,
      membership_status: 'active',
      updated_at: answer.body.data.updated_at,
    })
    expect(answer.body.data.updated_at > applicant.updated_at).toBe(true)
    expect(await stored()).toEqual([
      { area: 'regular', id: applicant.id, external_id: 'ada', email: 'ada@example.org', revision: 2 },
    ])
    expect((await club.get(PERSONS)).body.data).toEqual([answer.body.data])
    expect((await club.get(`${PERSONS}?area=applications`)).body.data).toEqual([])
    expect((await club.get(`${PERSONS}/ada`)).headers.get('ETag')).toBe(answer.headers.get('ETag'))
  })

  it('changes nothing for a person who is a member already', async () => {
    const club = await workspace()
    await apply(club)
    const first = await club.post(CONFIRMATION, undefined)
    const again = await club.post(CONFIRMATION, undefined)
    expect([again.status, again.text]).toEqual([200, first.text])
  })

  it('removes the applicant from a cached page of applications', async () => {
    const club = await workspace()
    await apply(club)
    await club.post(PERSONS, { external_id: 'eve', creation_behaviour: 'unconfirmed' })
    const page = await club.get(`${PERSONS}?area=applications`)
    const headers = { 'If-None-Match': String(page.headers.get('ETag')) }
    expect((await club.get(`${PERSONS}?area=applications`, { headers })).status).toBe(304)
    await club.post(CONFIRMATION, undefined)
    const then = await club.get(`${PERSONS}?area=applications`, { headers })
    expect([then.status, then.body?.data.length]).toEqual([200, 1])
  })

  it('shows the new member to a client that follows updated_since', async () => {
    const club = await workspace()
    const { created_at } = (await club.post(PERSONS, { external_id: 'eve' })).body.data
    await apply(club)
    await club.post(CONFIRMATION, undefined)
    const { data } = (await club.get(`${PERSONS}?updated_since=${created_at}`)).body
    expect(data.map(({ external_id }: { external_id: string }) => external_id)).toEqual(['eve', 'ada'])
  })

  it('lets the new member into the portal', async () => {
    const club = await workspace()
    await apply(club)
    const session = () => club.post('/member_portal_sessions', { email: 'ada@example.org' })
    expect((await session()).status).toBe(404)
    await club.post(CONFIRMATION, undefined)
    expect((await session()).status).toBe(201)
  })

  it.each([
    ['unknown persons', `${PERSONS}/unknown/confirmation`],
    ['contacts', '/lists/contacts/persons/ada/confirmation'],
  ])('returns 404 for %s', async (_, path) => {
    const club = await workspace()
    await club.post('/lists/contacts/persons', ADA)
    await apply(club)
    const before = await stored()
    expect((await club.post(path, undefined)).status).toBe(404)
    expect(await stored()).toEqual(before)
  })

  const confirming = (club: Workspace) =>
    interruptedBy(async () => {
      expect((await club.post(CONFIRMATION, undefined)).status).toBe(200)
    })

  it('keeps an update that is read before the confirmation and written after it', async () => {
    const club = await workspace()
    await apply(club)
    const answer = await club.put(`${PERSONS}/ada`, { email: 'new@example.org' }, confirming(club))
    expect([answer.status, answer.body.data]).toEqual([
      200,
      expect.objectContaining({ email: 'new@example.org', membership_status: 'active' }),
    ])
    expect(await stored()).toMatchObject([{ area: 'regular', email: 'new@example.org' }])
    expect((await club.get(`${PERSONS}/ada`)).body.data).toEqual(answer.body.data)
  })

  it.each([false, true])(
    'keeps a synchronization that is written after the confirmation, delete_omitted %s',
    async (omits) => {
      const club = await workspace()
      await apply(club)
      await club.post(PERSONS, { external_id: 'eve' })
      const data = [{ external_id: 'ada', email: 'new@example.org' }, { external_id: 'eve' }]
      const answer = await club.put(PERSONS, { data, delete_omitted: omits }, confirming(club))
      expect([answer.status, answer.body.meta]).toEqual([
        200,
        { created: 0, updated: 1, unchanged: 1, deleted: 0 },
      ])
      expect(answer.body.data[0]).toMatchObject({ email: 'new@example.org', membership_status: 'active' })
      expect((await club.get(PERSONS)).body.data.map(({ email }: { email: string }) => email).sort()).toEqual(
        ['new@example.org', null],
      )
    },
  )

  it('keeps a synchronization that is repeated and written after the confirmation', async () => {
    const club = await workspace()
    await club.put(PERSONS, { data: [{ external_id: 'x' }] })
    await apply(club)
    const interrupted = interruptedAt({
      2: () => club.put(`${PERSONS}/x`, { birthdate: '2000-01-01' }),
      4: () => club.post(CONFIRMATION, undefined),
    })
    const data = [{ external_id: 'x' }, { external_id: 'ada', email: 'new@example.org' }]
    const answer = await club.put(PERSONS, { data, delete_omitted: true }, interrupted)
    expect(answer.body.meta).toMatchObject({ created: 0, deleted: 0 })
    expect(answer.body.data[1]).toMatchObject({ email: 'new@example.org', membership_status: 'active' })
    expect((await club.get(PERSONS)).body.data).toEqual(answer.body.data)
  })

  it('deletes an applicant who is confirmed between reading and writing', async () => {
    const club = await workspace()
    await apply(club)
    expect((await club.delete(`${PERSONS}/ada`, confirming(club))).status).toBe(204)
    expect(await stored()).toEqual([])
  })

  it('confirms once when two requests confirm at once', async () => {
    const club = await workspace()
    await apply(club)
    const meanwhile = interruptedBy(async () => {
      await club.post(CONFIRMATION, undefined)
    })
    const answer = await club.post(CONFIRMATION, undefined, meanwhile)
    expect([answer.status, answer.body.data.membership_status]).toEqual([200, 'active'])
    expect(await stored()).toMatchObject([{ area: 'regular', revision: 2 }])
  })
})

describe('list ids in the singular', () => {
  it('accept member and contact, while links keep the plural', async () => {
    const club = await workspace()
    const created = await club.post('/lists/member/persons', ADA)
    expect(created.status).toBe(201)
    expect((await club.post('/lists/contact/persons', ADA)).status).toBe(201)
    const page = await club.get('/lists/member/persons')
    expect([page.status, page.body.meta.path]).toEqual([200, 'http://mas.test/lists/members/persons'])
    expect(page.text).toBe((await club.get(PERSONS)).text)
    for (const path of ['persons/ada', 'custom_columns', 'deleted_persons'])
      expect((await club.get(`/lists/contact/${path}`)).status).toBe(200)
    expect((await club.delete('/lists/member/persons/ada')).status).toBe(204)
    expect((await club.get('/lists/contacts/persons')).body.data).toHaveLength(1)
  })

  it('return 404 for other paths', async () => {
    const club = await workspace()
    for (const path of [
      '/lists/memberss/persons',
      '/lists/member',
      '/member/persons',
      '/lists/Member/persons',
    ])
      expect((await club.get(path)).status).toBe(404)
  })
})
