import { describe, expect, it } from 'vitest'
import { undoBatch } from '../../src/domain/persons/undo'
import { clubOf, person, settings } from '../support/club'
import { eventsOf } from '../support/events'
import { interruptedBy } from '../support/fake-d1'
import { expectSoundBooks } from '../support/invariants'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace } from '../support/workspace'

const MEMBERS = '/lists/members/persons'
const NOBODY = 'per_0VMtKcPBq7XJ3mZ1sWv9LdTe'
const CHILD = '2019-05-01'

const named = (name: string, fields: object = {}, list: 'members' | 'contacts' = 'members') =>
  person({ external_id: name, name: { first_name: name }, ...fields }, list)

/** Uwe, an adult, Lena, a child, and Oma, a contact without a birthdate. */
async function family() {
  const { club, ids } = await clubOf(
    named('uwe', { birthdate: '1980-02-03' }),
    named('lena', { birthdate: CHILD }),
    named('oma', {}, 'contacts'),
  )
  const [uwe, lena, oma] = ids
  return { club, uwe, lena, oma }
}

const guard = (club: Workspace, who: string, guardian: string | null) =>
  club.put(`${MEMBERS}/${who}`, { guardian_id: guardian })

const codesOf = ({ body }: { body: { issues?: { path: string; code: string }[] } }) =>
  (body.issues ?? []).map(({ path, code }) => [path, code])

const guardianOf = async (id: string) =>
  (
    await rows<{ guardian_id: string | null; guardian_lost_on: string | null }>(
      `SELECT guardian_id, guardian_lost_on FROM persons WHERE id = '${id}'`,
    )
  )[0]

const updatesOf = async (club: Workspace, id: string) =>
  (await eventsOf(club))
    .filter(({ action, subject_id }) => action === 'person.updated' && subject_id === id)
    .reverse()

describe('the guardian of a person', () => {
  it('is written, read, filtered and cleared', async () => {
    const { club, uwe, lena, oma } = await family()
    const { status, body } = await guard(club, 'lena', uwe)
    expect([status, body.data.guardian_id]).toEqual([200, uwe])
    expect((await club.get(`${MEMBERS}?filter[guardian_id]=${uwe}`)).body.data).toMatchObject([{ id: lena }])
    expect((await updatesOf(club, lena))[0]).toMatchObject({ changes: { guardian_id: [null, uwe] } })
    expect((await guard(club, 'lena', oma)).body.data.guardian_id).toBe(oma)
    expect((await guard(club, 'lena', null)).body.data.guardian_id).toBe(null)
    await expectSoundBooks(club.id)
  })

  it('is created with a person, named by id or external id', async () => {
    const { club, uwe, oma } = await family()
    const created = await club.post(MEMBERS, { external_id: 'ben', guardian_id: uwe })
    expect([created.status, created.body.data.guardian_id]).toEqual([201, uwe])
    const other = await club.post(MEMBERS, { external_id: 'eli', guardian_external_id: 'oma' })
    expect([other.status, other.body.data.guardian_id]).toEqual([201, oma])
    const changed = await club.put(`${MEMBERS}/ben`, {
      guardian_external_id: 'oma',
      payer_external_id: 'uwe',
    })
    expect(changed.body.data).toMatchObject({ guardian_id: oma, payer_id: uwe })
    const cleared = await club.put(`${MEMBERS}/ben`, { guardian_external_id: null })
    expect(cleared.body.data).toMatchObject({ guardian_id: null, payer_id: uwe })
  })

  it('is named in a synchronization that creates it, and in CSV', async () => {
    const { club } = await family()
    const done = await club.put(MEMBERS, {
      data: [
        { external_id: 'cleo', birthdate: CHILD, guardian_external_id: 'kim' },
        { external_id: 'kim', birthdate: '1990-01-01' },
      ],
    })
    expect(done.status, done.text).toBe(200)
    const [cleo, kim] = done.body.data
    expect(cleo.guardian_id).toBe(kim.id)
    const csv = await club.put(MEMBERS, undefined, {
      raw: `external_id,guardian_external_id\nlena,kim\ncleo,\n`,
      headers: { 'Content-Type': 'text/csv' },
    })
    expect(csv.status, csv.text).toBe(200)
    const guardians = csv.body.data.map(({ guardian_id }: { guardian_id: string | null }) => guardian_id)
    expect(guardians).toEqual([kim.id, null])
    await expectSoundBooks(club.id)
  })

  it('is given to an applicant on the confirmation', async () => {
    const { club, uwe } = await family()
    const { body } = await club.post(MEMBERS, {
      external_id: 'new',
      birthdate: CHILD,
      creation_behaviour: 'unconfirmed',
    })
    const confirmed = await club.post(`${MEMBERS}/${body.data.id}/confirmation`, {
      person: { guardian_id: uwe },
    })
    expect(confirmed.status, confirmed.text).toBe(200)
    expect((await guardianOf(body.data.id))?.guardian_id).toBe(uwe)
  })

  it('stays as it was read when other values are written, also once the birthdate says that it may go', async () => {
    const { club, uwe } = await family()
    await guard(club, 'lena', uwe)
    const { body } = await club.get(`${MEMBERS}/lena`)
    const whole = await club.put(`${MEMBERS}/lena`, { ...body.data, birthdate: '1999-01-01' })
    expect([whole.status, whole.body.data.guardian_id]).toEqual([200, uwe])
  })
})

describe('a guardian that is refused', () => {
  it.each<[string, (ids: Record<string, string>) => string, string]>([
    ['nobody', () => NOBODY, 'guardian_unknown'],
    ['the person itself', ({ lena }) => String(lena), 'guardian_is_person'],
    ['under 18', ({ ben }) => String(ben), 'guardian_is_minor'],
    ['deceased', ({ tom }) => String(tom), 'guardian_is_deceased'],
    ['an applicant', ({ new: one }) => String(one), 'guardian_is_applicant'],
  ])('is %s', async (_, guardian, code) => {
    const { club, ids } = await clubOf(
      named('lena', { birthdate: CHILD }),
      named('ben', { birthdate: CHILD }),
      named('tom', { leave_date: '2024-01-01', leave_reason: 'deceased' }),
      named('new', { creation_behaviour: 'unconfirmed' }),
    )
    const [lena = '', ben = '', tom = '', one = ''] = ids
    const id = guardian({ lena, ben, tom, new: one })
    expect(codesOf(await guard(club, 'lena', id))).toEqual([['guardian_id', code]])
    const all = await club.put(MEMBERS, { data: [{ id: lena, guardian_id: id }] })
    expect(codesOf(all)).toEqual([['data.0.guardian_id', code]])
  })

  it('is anybody for an adult, as it is after the request', async () => {
    const { club, uwe, lena } = await family()
    expect(codesOf(await guard(club, 'uwe', lena))).toEqual([
      ['guardian_id', 'guardian_is_minor'],
      ['guardian_id', 'person_is_adult'],
    ])
    const grown = await club.put(`${MEMBERS}/lena`, { guardian_id: uwe, birthdate: '2000-01-01' })
    expect(codesOf(grown)).toEqual([['guardian_id', 'person_is_adult']])
    const created = await club.post(MEMBERS, {
      email: 'a@example.org',
      birthdate: '2000-01-01',
      guardian_id: uwe,
    })
    expect(codesOf(created)).toEqual([['guardian_id', 'person_is_adult']])
    const young = await club.put(MEMBERS, {
      data: [
        { id: uwe, birthdate: CHILD },
        { id: lena, guardian_id: uwe },
      ],
    })
    expect(codesOf(young)).toEqual([['data.1.guardian_id', 'guardian_is_minor']])
  })

  it('is of another workspace, and in a list that the key may not read', async () => {
    const { club, oma } = await family()
    const other = await clubOf(settings({ name: 'Other' }), named('uwe'))
    expect(codesOf(await guard(club, 'lena', other.ids[0]))).toEqual([['guardian_id', 'guardian_unknown']])
    const key = await club.keyWith('members:write')
    const denied = await club.put(`${MEMBERS}/lena`, { guardian_id: oma }, { key })
    expect(codesOf(denied)).toEqual([['guardian_id', 'guardian_unknown']])
  })

  it('is no field of contacts, and is named once', async () => {
    const { club, uwe } = await family()
    const contact = await club.put('/lists/contacts/persons/oma', { guardian_id: uwe })
    expect([contact.status, Object.keys(contact.body.errors)]).toEqual([422, ['guardian_id']])
    const twice = await club.put(`${MEMBERS}/lena`, { guardian_id: uwe, guardian_external_id: 'uwe' })
    expect(codesOf(twice)).toEqual([['guardian_external_id', 'guardian_named_twice']])
  })

  it('is one who is deleted at the same moment', async () => {
    const { club, uwe } = await family()
    const meanwhile = interruptedBy(() => club.delete(`${MEMBERS}/uwe`))
    const answer = await club.put(`${MEMBERS}/lena`, { guardian_id: uwe }, meanwhile)
    expect(codesOf(answer)).toEqual([['guardian_id', 'guardian_unknown']])
  })
})

describe('a guardian who is gone', () => {
  it('leaves the children without one since that day, until another one is given', async () => {
    const { club, uwe, lena, oma } = await family()
    await guard(club, 'lena', uwe)
    await club.delete(`${MEMBERS}/uwe`)
    const lost = await guardianOf(lena)
    expect(lost).toEqual({ guardian_id: null, guardian_lost_on: expect.stringMatching(/^\d{4}-/) })
    expect((await updatesOf(club, lena))[0]).toMatchObject({ changes: { guardian_id: [uwe, null] } })
    await guard(club, 'lena', oma)
    expect(await guardianOf(lena)).toEqual({ guardian_id: oma, guardian_lost_on: null })
  })

  it.each([
    [
      'an update',
      (club: Workspace, uwe: string) =>
        club.put(`${MEMBERS}/${uwe}`, { leave_date: '2025-01-02', leave_reason: 'deceased' }),
    ],
    [
      'a synchronization',
      (club: Workspace, uwe: string) =>
        club.put(MEMBERS, { data: [{ id: uwe, leave_date: '2025-01-02', leave_reason: 'deceased' }] }),
    ],
  ])('dies by %s', async (_, die) => {
    const { club, uwe, lena } = await family()
    await guard(club, 'lena', uwe)
    expect((await die(club, uwe)).status).toBe(200)
    expect(await guardianOf(lena)).toEqual({ guardian_id: null, guardian_lost_on: '2025-01-02' })
    expect((await updatesOf(club, lena))[0]).toMatchObject({ changes: { guardian_id: [uwe, null] } })
  })

  it('comes back with an undo of the death', async () => {
    const { club, uwe, lena } = await family()
    await guard(club, 'lena', uwe)
    await club.put(`${MEMBERS}/uwe`, { leave_date: '2025-01-02', leave_reason: 'deceased' })
    const [event] = await updatesOf(club, lena)
    const undone = await undoBatch(await principalOf(club, 'office'), { batchId: String(event?.batch_id) })
    expect(undone).toMatchObject({ restored: 2, leftAlone: 0 })
    expect(await guardianOf(lena)).toEqual({ guardian_id: uwe, guardian_lost_on: null })
  })

  it('is answered in the synchronization that omits it', async () => {
    const { club, uwe, lena } = await family()
    await guard(club, 'lena', uwe)
    const done = await club.put(MEMBERS, { delete_omitted: true, data: [{ id: lena, sex: 'f' }] })
    expect(done.body.data).toMatchObject([{ id: lena, guardian_id: null }])
    const named = await club.put(MEMBERS, { delete_omitted: true, data: [{ id: lena, guardian_id: uwe }] })
    expect(codesOf(named)).toEqual([['data.0.guardian_id', 'guardian_unknown']])
  })

  it('is merged into a minor or one who is deceased', async () => {
    const { club, uwe, lena } = await family()
    await guard(club, 'lena', uwe)
    const { body } = await club.post(MEMBERS, {
      external_id: 'uwe2',
      leave_date: '2025-01-02',
      leave_reason: 'deceased',
    })
    const merged = await club.post(`${MEMBERS}/${body.data.id}/merge`, { from: uwe })
    expect(merged.status, merged.text).toBe(200)
    expect(await guardianOf(lena)).toMatchObject({ guardian_id: null, guardian_lost_on: expect.any(String) })
  })

  it('is the child into whom it is merged', async () => {
    const { club, ids } = await clubOf(named('uwe'), named('lena'))
    const [uwe = '', lena = ''] = ids
    await guard(club, 'lena', uwe)
    const merged = await club.post(`${MEMBERS}/${lena}/merge`, { from: uwe })
    expect([merged.status, merged.body.data?.guardian_id], merged.text).toEqual([200, null])
  })
})
