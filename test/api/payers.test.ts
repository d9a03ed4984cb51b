import { describe, expect, it } from 'vitest'
import { clubOf, columns, person, settings, signedIn } from '../support/club'
import { eventsOf } from '../support/events'
import { interruptedAt, interruptedBy } from '../support/fake-d1'
import { formValues } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { rows, type Workspace } from '../support/workspace'

const MEMBERS = '/lists/members/persons'
const CONTACTS = '/lists/contacts/persons'
const NOBODY = 'per_0VMtKcPBq7XJ3mZ1sWv9LdTe'

const named = (name: string, fields: object = {}) =>
  person({ external_id: name, name: { first_name: name }, ...fields })

/** Uwe and Lena, for whom nobody pays yet, and Olaf. */
async function family() {
  const { club, ids } = await clubOf(named('uwe'), named('lena'), named('olaf'))
  const [uwe, lena, olaf] = ids
  return { club, uwe, lena, olaf }
}

const pay = (club: Workspace, who: string, payer: string | null, list = MEMBERS) =>
  club.put(`${list}/${who}`, { payer_id: payer })

const codesOf = ({ body }: { body: { issues?: { path: string; code: string }[] } }) =>
  (body.issues ?? []).map(({ path, code }) => [path, code])

const payersOf = async () =>
  Object.fromEntries(
    (
      await rows<{ id: string; payer: string | null }>(`
        SELECT coalesce(external_id, email) AS id, payer_id AS payer FROM persons ORDER BY id`)
    ).map(({ id, payer }) => [id, payer]),
  )

/** The updates of a person, the last one first. */
const updatesOf = async (club: Workspace, id: string) =>
  (await eventsOf(club))
    .filter(({ action, subject_id }) => action === 'person.updated' && subject_id === id)
    .reverse()

describe('the payer of a person', () => {
  it('is written, read, filtered and cleared', async () => {
    const { club, uwe, lena } = await family()
    const { status, body } = await pay(club, 'lena', uwe)
    expect([status, body.data.payer_id]).toEqual([200, uwe])
    expect((await club.get(`${MEMBERS}/${lena}`)).body.data.payer_id).toBe(uwe)
    expect((await club.get(`${MEMBERS}?filter[payer_id]=${uwe}`)).body.data).toMatchObject([{ id: lena }])
    const [event] = await updatesOf(club, lena)
    expect(event).toMatchObject({ action: 'person.updated', changes: { payer_id: [null, uwe] } })
    expect((await pay(club, 'lena', null)).body.data.payer_id).toBe(null)
    await expectSoundBooks(club.id)
  })

  it('is created with a person, in either list', async () => {
    const { club, ids } = await clubOf(named('uwe'), person({ email: 'oma@example.org' }, 'contacts'))
    const [uwe, oma] = ids
    const created = await club.post(MEMBERS, { external_id: 'lena', payer_id: oma })
    expect([created.status, created.body.data.payer_id]).toEqual([201, oma])
    const contact = await club.post(CONTACTS, { external_id: 'opa', payer_id: uwe })
    expect([contact.status, contact.body.data.payer_id]).toEqual([201, uwe])
    await expectSoundBooks(club.id)
  })

  it('may have left', async () => {
    const { club, uwe } = await family()
    await club.put(`${MEMBERS}/${uwe}`, { leave_date: '2020-12-31' })
    expect((await pay(club, 'lena', uwe)).status).toBe(200)
  })

  it('stays when the payer becomes a member', async () => {
    const { club, ids, staff } = await clubOf(
      named('lena'),
      person({ email: 'oma@example.org' }, 'contacts'),
      signedIn('office'),
    )
    await pay(club, 'lena', ids[1])
    const moved = await staff.submit(`/dashboard/${club.id}/contacts/${ids[1]}/member`, {
      membership_number: '7',
    })
    expect(moved.status).toBe(303)
    expect((await club.get(`${MEMBERS}/lena`)).body.data.payer_id).toBe(ids[1])
    await expectSoundBooks(club.id)
  })
})

describe('a payer that is refused', () => {
  it.each([
    ['nobody', () => NOBODY, 'payer_unknown'],
    ['the person itself', (ids: string[]) => ids[1], 'payer_is_person'],
    ['who has a payer', (ids: string[]) => ids[2], 'payer_has_payer'],
  ])('is %s', async (_, payer, code) => {
    const { club, uwe, lena, olaf } = await family()
    await pay(club, 'olaf', uwe)
    expect(codesOf(await pay(club, 'lena', String(payer([uwe, lena, olaf]))))).toEqual([['payer_id', code]])
  })

  it('is anybody for who pays for others', async () => {
    const { club, uwe, olaf } = await family()
    await pay(club, 'lena', uwe)
    expect(codesOf(await pay(club, 'uwe', olaf))).toEqual([['payer_id', 'person_is_payer']])
  })

  it('is an applicant, but for applicants', async () => {
    const { club, ids } = await clubOf(
      named('lena'),
      person({ email: 'new@example.org', creation_behaviour: 'unconfirmed' }),
    )
    expect(codesOf(await pay(club, 'lena', ids[1]))).toEqual([['payer_id', 'payer_is_applicant']])
    const child = await club.post(MEMBERS, {
      external_id: 'child',
      payer_id: ids[1],
      creation_behaviour: 'unconfirmed',
    })
    expect([child.status, child.body.data.payer_id]).toEqual([201, ids[1]])
    await expectSoundBooks(club.id)
  })

  it('is in a list that the subscription leaves out, or that the key may not read', async () => {
    const { club, ids } = await clubOf(named('lena'), person({ email: 'oma@example.org' }, 'contacts'))
    const key = await club.keyWith('members:write')
    const body = { payer_id: ids[1] }
    expect(codesOf(await club.put(`${MEMBERS}/lena`, body, { key }))).toEqual([['payer_id', 'payer_unknown']])
    await rows(`UPDATE workspaces SET subscription_variant = 'members'`)
    expect(codesOf(await club.put(`${MEMBERS}/lena`, body))).toEqual([['payer_id', 'payer_unknown']])
  })

  it('is of another workspace', async () => {
    const { club } = await family()
    const other = await clubOf(settings({ name: 'Other' }), named('uwe'))
    expect(codesOf(await pay(club, 'lena', other.ids[0]))).toEqual([['payer_id', 'payer_unknown']])
  })

  it('is no id', async () => {
    const { club } = await family()
    const { status, body } = await pay(club, 'lena', 'uwe')
    expect([status, Object.keys(body.errors)]).toEqual([422, ['payer_id']])
  })
})

describe('two requests at the same moment', () => {
  it('never make two persons each other’s payers', async () => {
    const { club, uwe, lena } = await family()
    const meanwhile = interruptedBy(() => pay(club, 'uwe', lena))
    const answer = await club.put(`${MEMBERS}/lena`, { payer_id: uwe }, meanwhile)
    expect([answer.status, codesOf(answer)]).toEqual([
      422,
      [
        ['payer_id', 'payer_has_payer'],
        ['payer_id', 'person_is_payer'],
      ],
    ])
    await expectSoundBooks(club.id)
  })

  it('never make them when they race', async () => {
    const { club, uwe, lena } = await family()
    const answers = await Promise.all([pay(club, 'uwe', lena), pay(club, 'lena', uwe)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    await expectSoundBooks(club.id)
  })

  it('leave no payer who was deleted', async () => {
    const { club, uwe } = await family()
    const deleted = interruptedBy(() => club.delete(`${MEMBERS}/${uwe}`))
    const created = await club.post(MEMBERS, { external_id: 'new', payer_id: uwe }, deleted)
    expect([created.status, codesOf(created)]).toEqual([422, [['payer_id', 'payer_unknown']]])
    await expectSoundBooks(club.id)
  })

  it('hold for synchronizations', async () => {
    const { club, uwe, lena } = await family()
    const meanwhile = interruptedBy(() => pay(club, 'uwe', lena))
    const data = [{ id: lena, payer_id: uwe }]
    const answer = await club.put(MEMBERS, { data }, meanwhile)
    expect([answer.status, codesOf(answer)[0]]).toEqual([422, ['data.0.payer_id', 'payer_has_payer']])
    await expectSoundBooks(club.id)
  })
})

describe('a synchronization', () => {
  it('sets, keeps and clears payers', async () => {
    const { club, uwe, lena, olaf } = await family()
    const data = [{ external_id: 'lena', payer_id: uwe }, { external_id: 'new', payer_id: uwe }, { id: olaf }]
    const first = await club.put(MEMBERS, { data })
    expect(first.body.meta).toMatchObject({ created: 1, updated: 1, unchanged: 1 })
    expect((await club.put(MEMBERS, { data })).body.meta).toMatchObject({ unchanged: 3 })
    await club.put(MEMBERS, { data: [{ id: lena, payer_id: null }] })
    expect(await payersOf()).toEqual({ uwe: null, lena: null, olaf: null, new: uwe })
    await expectSoundBooks(club.id)
  })

  it('sees payers as they are after the request', async () => {
    const { club, uwe, lena, olaf } = await family()
    await pay(club, 'lena', uwe)
    // Lena takes the place of Uwe, who paid for her.
    const swapped = await club.put(MEMBERS, {
      data: [
        { id: uwe, payer_id: lena },
        { id: lena, payer_id: null },
        { id: olaf, payer_id: lena },
      ],
    })
    expect(swapped.status, swapped.text).toBe(200)
    expect(await payersOf()).toEqual({ uwe: lena, lena: null, olaf: lena })
    const chain = await club.put(MEMBERS, {
      data: [
        { id: uwe, payer_id: null },
        { id: olaf, payer_id: uwe },
        { id: lena, payer_id: olaf },
      ],
    })
    expect(codesOf(chain)).toEqual([
      ['data.1.payer_id', 'person_is_payer'],
      ['data.2.payer_id', 'payer_has_payer'],
    ])
    await expectSoundBooks(club.id)
  })

  it('refuses a payer whom it deletes, and releases those whom it leaves without one', async () => {
    const { club, uwe, lena, olaf } = await family()
    await pay(club, 'lena', uwe)
    const refused = await club.put(MEMBERS, { delete_omitted: true, data: [{ id: lena, payer_id: uwe }] })
    expect(codesOf(refused)).toEqual([['data.0.payer_id', 'payer_unknown']])
    const { status, body } = await club.put(MEMBERS, {
      delete_omitted: true,
      data: [{ id: lena }, { id: olaf }],
    })
    expect(await payersOf()).toEqual({ lena: null, olaf: null })
    expect([status, body.meta.deleted, body.data[0].payer_id]).toEqual([200, 1, null])
    expect((await club.get(`${MEMBERS}/lena`)).body.data).toEqual(body.data[0])
    await expectSoundBooks(club.id)
  })

  it('takes CSV as it was exported', async () => {
    const { club, uwe, olaf } = await family()
    await pay(club, 'lena', uwe)
    const csv = (await club.get(MEMBERS, { headers: { Accept: 'text/csv' } })).text
    const send = (raw: string) =>
      club.put(MEMBERS, undefined, { raw, headers: { 'Content-Type': 'text/csv' } })
    expect((await send(csv)).body.meta.unchanged).toBe(3)
    expect((await send(csv.replaceAll(`;${uwe};`, `;${olaf};`))).body.meta.updated).toBe(1)
    expect((await payersOf()).lena).toBe(olaf)
    expect(codesOf(await send(csv.replaceAll(`;${uwe};`, `;${NOBODY};`)))).toEqual([
      ['row 3, payer_id', 'payer_unknown'],
    ])
    await expectSoundBooks(club.id)
  })
})

describe('a payer who is named by external id', () => {
  const payByName = (club: Workspace, who: string, payer: unknown, list = MEMBERS) =>
    club.put(`${list}/${who}`, { payer_external_id: payer })

  it('is written, kept and cleared, and read by id alone', async () => {
    const { club, uwe, lena } = await family()
    const { status, body } = await payByName(club, 'lena', 'uwe')
    expect([status, body.data.payer_id, 'payer_external_id' in body.data]).toEqual([200, uwe, false])
    const version = (await club.get(`${MEMBERS}/lena`)).headers.get('ETag')
    const again = await payByName(club, lena, 'uwe')
    expect([again.status, again.headers.get('ETag')]).toEqual([200, version])
    expect((await payByName(club, 'lena', null)).body.data.payer_id).toBe(null)
    expect((await updatesOf(club, lena)).map(({ changes }) => changes)).toEqual([
      { payer_id: [uwe, null] },
      { payer_id: [null, uwe] },
    ])
    await expectSoundBooks(club.id)
  })

  it('is created with a person', async () => {
    const { club, uwe } = await family()
    const created = await club.post(MEMBERS, { external_id: 'new', payer_external_id: 'uwe' })
    expect([created.status, created.body.data.payer_id]).toEqual([201, uwe])
    const alone = await club.post(MEMBERS, { external_id: 'alone', payer_external_id: null })
    expect([alone.status, alone.body.data.payer_id]).toEqual([201, null])
    await expectSoundBooks(club.id)
  })

  it('is in the list of the person, else in the other one', async () => {
    const { club, ids } = await clubOf(
      named('lena'),
      named('uwe'),
      person({ external_id: 'uwe' }, 'contacts'),
      person({ external_id: 'oma' }, 'contacts'),
      person({ external_id: 'opa' }, 'contacts'),
    )
    const [, member, contact, oma] = ids
    expect((await payByName(club, 'lena', 'uwe')).body.data.payer_id).toBe(member)
    expect((await payByName(club, 'opa', 'uwe', CONTACTS)).body.data.payer_id).toBe(contact)
    expect((await payByName(club, 'lena', 'oma')).body.data.payer_id).toBe(oma)
    await expectSoundBooks(club.id)
  })

  it.each([
    ['of nobody', { payer_external_id: 'nobody' }, 'payer_unknown'],
    ['of the person itself', { payer_external_id: 'lena' }, 'payer_is_person'],
    ['that the person gets', { external_id: 'l', payer_external_id: 'l' }, 'payer_is_person'],
    ['of who has a payer', { payer_external_id: 'olaf' }, 'payer_has_payer'],
    ['beside an id', { payer_id: NOBODY, payer_external_id: 'uwe' }, 'payer_named_twice'],
    ['beside null', { payer_id: null, payer_external_id: 'uwe' }, 'payer_named_twice'],
    ['beside another null', { payer_id: null, payer_external_id: null }, 'payer_named_twice'],
    ['that is no text', { payer_external_id: 7 }, 'wrong_type'],
  ])('is refused %s', async (_, body, code) => {
    const { club } = await family()
    await payByName(club, 'olaf', 'uwe')
    const atKey = (answer: Parameters<typeof codesOf>[0]) =>
      codesOf(answer).filter(([path]) => path?.endsWith('payer_external_id'))
    const refused = await club.put(`${MEMBERS}/lena`, body)
    expect([refused.status, atKey(refused)]).toEqual([422, [['payer_external_id', code]]])
    const created = await club.post(MEMBERS, { external_id: 'lena', ...body })
    expect([created.status, atKey(created)]).toEqual([422, [['payer_external_id', code]]])
    const data = [{ external_id: 'olaf' }, { external_id: 'lena', ...body }]
    const synchronized = await club.put(MEMBERS, { data })
    expect([synchronized.status, atKey(synchronized)]).toEqual([422, [['data.1.payer_external_id', code]]])
    expect(await payersOf()).toMatchObject({ lena: null })
  })

  it('is nobody in a list that the key may not use', async () => {
    const { club, ids } = await clubOf(named('lena'), person({ external_id: 'oma' }, 'contacts'))
    await pay(club, 'lena', ids[1])
    const key = await club.keyWith('members:write')
    const answer = await club.put(`${MEMBERS}/lena`, { payer_external_id: 'oma' }, { key })
    expect(codesOf(answer)).toEqual([['payer_external_id', 'payer_unknown']])
  })

  it('reads a few rows for each person who gets one', async () => {
    const { club } = await family()
    const data = Array.from({ length: 400 }, (_, n) => ({
      external_id: `child-${n}`,
      payer_external_id: 'uwe',
    }))
    const { status, cost } = await club.put(MEMBERS, { data })
    expect(status).toBe(200)
    expect(cost.rowsRead / data.length).toBeLessThan(30)
  })

  it('may be created by the same synchronization, before or after those for whom it pays', async () => {
    const { club } = await family()
    const data = [
      { external_id: 'kim', payer_external_id: 'new' },
      { external_id: 'new', name: { first_name: 'New' } },
      { external_id: 'lena', payer_external_id: 'new' },
    ]
    const preview = await club.put(`${MEMBERS}?dry_run=true`, { data })
    expect(preview.body.meta).toMatchObject({ created: 2, updated: 1 })
    const { status, body } = await club.put(MEMBERS, { data })
    const [kim, payer, lena] = body.data
    expect([status, kim.payer_id, lena.payer_id, payer.payer_id]).toEqual([200, payer.id, payer.id, null])
    expect((await club.put(MEMBERS, { data })).body.meta).toMatchObject({ unchanged: 3 })
    await expectSoundBooks(club.id)
  })

  it('is refused to two persons of a synchronization who name each other', async () => {
    const { club } = await family()
    const each = (one: string, other: string) => [
      { external_id: one, payer_external_id: other },
      { external_id: other, payer_external_id: one },
    ]
    const codes = [
      ['data.0.payer_external_id', 'payer_has_payer'],
      ['data.0.payer_external_id', 'person_is_payer'],
      ['data.1.payer_external_id', 'payer_has_payer'],
      ['data.1.payer_external_id', 'person_is_payer'],
    ]
    expect(codesOf(await club.put(MEMBERS, { data: each('uwe', 'lena') }))).toEqual(codes)
    expect(codesOf(await club.put(MEMBERS, { data: each('a', 'b') }))).toEqual(codes)
    const self = await club.put(MEMBERS, { data: [{ external_id: 'a', payer_external_id: 'a' }] })
    expect(codesOf(self)).toEqual([['data.0.payer_external_id', 'payer_is_person']])
  })

  it('is whom the external id names after the request', async () => {
    const { club, uwe, lena, olaf } = await family()
    const { status, body } = await club.put(MEMBERS, {
      data: [
        { id: uwe, external_id: 'olaf' },
        { id: olaf, external_id: 'uwe' },
        { id: lena, payer_external_id: 'uwe' },
      ],
    })
    expect([status, body.data?.[2].payer_id], JSON.stringify(body)).toEqual([200, olaf])
    const left = await club.put(MEMBERS, {
      data: [
        { id: uwe, external_id: null, name: { first_name: 'Uwe' } },
        { id: lena, payer_external_id: 'olaf' },
      ],
    })
    expect(codesOf(left)).toEqual([['data.1.payer_external_id', 'payer_unknown']])
    const omitted = await club.put(MEMBERS, {
      delete_omitted: true,
      data: [{ id: lena, payer_external_id: 'olaf' }],
    })
    expect(codesOf(omitted)).toEqual([['data.0.payer_external_id', 'payer_unknown']])
    await expectSoundBooks(club.id)
  })

  it.each(['uwe', null])('takes two trips, as one who is named by id does: %s', async (payer) => {
    const { club } = await family()
    const data = [{ external_id: 'olaf', payer_external_id: payer, email: 'olaf@example.org' }]
    const third = () => interruptedAt({ 3: () => Promise.reject(new Error('A third trip')) })
    expect((await club.put(`${MEMBERS}/lena`, { payer_external_id: payer }, third())).status).toBe(200)
    expect((await club.put(MEMBERS, { data }, third())).status).toBe(200)
    const created = { external_id: 'new', payer_external_id: payer }
    expect((await club.post(MEMBERS, created, third())).status).toBe(201)
  })

  it('is a column of CSV in place of the ids', async () => {
    const { club, uwe } = await family()
    const send = (raw: string) =>
      club.put(MEMBERS, undefined, { raw, headers: { 'Content-Type': 'text/csv' } })
    const head = 'external_id,name.first_name,payer_external_id\n'
    const sent = await send(`${head}new,New,\nlena,Lena,new\nolaf,Olaf,uwe\n`)
    expect(sent.status, sent.text).toBe(200)
    const [created] = sent.body.data
    expect(await payersOf()).toEqual({ uwe: null, lena: created.id, olaf: uwe, new: null })
    // Lena pays for herself now, and for the one who paid for her.
    expect((await send(`${head}lena,Lena,\nnew,New,lena\n`)).body.meta.updated).toBe(2)
    expect(codesOf(await send(`${head}lena,Lena,\nnew,New,nobody\n`))).toEqual([
      ['row 3, payer_external_id', 'payer_unknown'],
    ])
    expect(codesOf(await send('external_id,payer_id,payer_external_id\nlena,,uwe\n'))).toEqual([
      ['row 1, payer_external_id', 'payer_named_twice'],
    ])
    await expectSoundBooks(club.id)
  })

  it('leaves a custom column with the key as it is', async () => {
    const { club } = await clubOf(
      columns([{ name: 'Zahler', type: 'string', external_id: 'z' }]),
      named('uwe'),
    )
    await rows(`UPDATE custom_columns SET external_id = 'payer_external_id'`)
    await rows('UPDATE workspaces SET columns_version = columns_version + 1')
    expect((await payByName(club, 'uwe', 'Oma')).body.data.payer_external_id).toBe('Oma')
    const { body } = await club.put(MEMBERS, { data: [{ external_id: 'x', payer_external_id: 'Opa' }] })
    expect([body.data[0].payer_external_id, body.data[0].payer_id]).toEqual(['Opa', null])
    const taken = await club.put('/lists/contacts/custom_columns', {
      data: [{ name: 'Zahler', type: 'string', external_id: 'payer_external_id' }],
    })
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['data.0.external_id']])
  })
})

describe('a payer who is deleted', () => {
  it('leaves the others without one, in both lists, and their versions rise', async () => {
    const { club, uwe, lena } = await family()
    const oma = (await club.post(CONTACTS, { external_id: 'oma', payer_id: uwe })).body.data
    const before = (await pay(club, 'lena', uwe)).headers.get('ETag')
    expect((await club.delete(`${MEMBERS}/${uwe}`)).status).toBe(204)
    const after = await club.get(`${MEMBERS}/${lena}`)
    expect(after.body.data.payer_id).toBe(null)
    expect(after.headers.get('ETag')).not.toBe(before)
    const contact = (await club.get(`${CONTACTS}/oma`)).body.data
    expect(contact.payer_id).toBe(null)
    expect(contact.updated_at > oma.updated_at).toBe(true)
    for (const id of [lena, oma.id])
      expect((await updatesOf(club, id))[0]).toMatchObject({
        action: 'person.updated',
        changes: { payer_id: [uwe, null] },
      })
    await expectSoundBooks(club.id)
  })

  it('is followed by the feed of changes', async () => {
    const { club, uwe, lena } = await family()
    const { updated_at: since } = (await pay(club, 'lena', uwe)).body.data
    await club.delete(`${MEMBERS}/${uwe}`)
    const { body } = await club.get(`${MEMBERS}?updated_since=${since}`)
    expect(body.data.map(({ id }: { id: string }) => id)).toContain(lena)
  })

  it('may be an applicant who is rejected', async () => {
    const { club, ids, staff } = await clubOf(
      person({ email: 'new@example.org', creation_behaviour: 'unconfirmed' }),
      signedIn('office'),
    )
    await club.post(MEMBERS, { external_id: 'c', payer_id: ids[0], creation_behaviour: 'unconfirmed' })
    const path = `/dashboard/${club.id}/applications/reject`
    const asked = await staff.get(`${path}?id=${ids[0]}`)
    const form = { ...Object.fromEntries(formValues(asked.text)), choice: 'alone' }
    expect((await staff.submit(path, form)).status).toBe(303)
    expect(await payersOf()).toEqual({ c: null })
    await expectSoundBooks(club.id)
  })
})

describe('who has lost a payer', () => {
  const TODAY = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Berlin' })

  /** The dates on which persons lost their payer, by what identifies them. */
  const lost = async () =>
    Object.fromEntries(
      (
        await rows<{ id: string; day: string | null }>(
          'SELECT coalesce(external_id, email) AS id, payer_lost_on AS day FROM persons ORDER BY id',
        )
      ).map(({ id, day }) => [id, day]),
    )

  it('is known by the day, until another payer is given by any door', async () => {
    const { club, uwe, olaf } = await family()
    const release = async () => {
      const { body } = await club.post(MEMBERS, { external_id: 'opa' })
      expect((await pay(club, 'lena', body.data.id)).status).toBe(200)
      expect((await lost()).lena).toBe(null)
      expect((await club.delete(`${MEMBERS}/opa`)).status).toBe(204)
      expect(await lost()).toEqual({ uwe: null, lena: TODAY, olaf: null })
      await expectSoundBooks(club.id)
    }
    await release()
    await pay(club, 'lena', uwe)
    await release()
    await club.put(MEMBERS, { data: [{ external_id: 'lena', payer_id: olaf }] })
    await release()
    expect((await club.put(`${MEMBERS}/lena`, { name: { last_name: 'Roth' } })).status).toBe(200)
    expect((await lost()).lena).toBe(TODAY)
  })

  it('is not who gets another payer in the same request', async () => {
    const { club, uwe, lena, olaf } = await family()
    await pay(club, 'lena', uwe)
    const data = [{ id: lena, payer_id: olaf }, { id: olaf }]
    expect((await club.put(MEMBERS, { delete_omitted: true, data })).status).toBe(200)
    expect(await lost()).toEqual({ lena: null, olaf: null })
    expect((await club.put(MEMBERS, { delete_omitted: true, data: [{ id: lena }] })).status).toBe(200)
    expect(await lost()).toEqual({ lena: TODAY })
    await expectSoundBooks(club.id)
  })

  it('is who was paid for by one who is merged into somebody with a payer', async () => {
    const { club, uwe, lena } = await family()
    const { body } = await club.post(MEMBERS, { external_id: 'double' })
    await pay(club, 'olaf', body.data.id)
    await pay(club, 'lena', uwe)
    expect((await club.post(`${MEMBERS}/${lena}/merge`, { from: 'double' })).status).toBe(200)
    expect((await lost()).olaf).toBe(TODAY)
    await expectSoundBooks(club.id)
  })

  it('finds a payer by a merge', async () => {
    const { club, uwe, lena } = await family()
    await pay(club, 'lena', uwe)
    await club.delete(`${MEMBERS}/uwe`)
    const { body } = await club.post(MEMBERS, { external_id: 'opa' })
    await club.post(MEMBERS, { external_id: 'double', payer_id: body.data.id })
    expect((await club.post(`${MEMBERS}/${lena}/merge`, { from: 'double' })).status).toBe(200)
    expect(await lost()).toEqual({ lena: null, olaf: null, opa: null })
    await expectSoundBooks(club.id)
  })

  it('is who was paid for by a person whom an undone import deletes', async () => {
    const { club } = await family()
    const raw = 'external_id;first_name\nopa;Opa\n'
    const drafted = await club.post('/lists/members/imports?file_name=members.csv', undefined, {
      raw,
      headers: { 'Content-Type': 'text/csv' },
    })
    const { id, mark } = drafted.body.data
    expect((await club.post(`/imports/${id}/run`, { mark })).status).toBe(201)
    const { body } = await club.get(MEMBERS)
    const opa = body.data.find((one: { name: { first_name: string } }) => one.name.first_name === 'Opa')
    await pay(club, 'lena', opa.id)
    const undone = await club.post(`/imports/${id}/undo`, undefined)
    expect(undone.body.data, undone.text).toMatchObject({ deleted: 1 })
    expect((await lost()).lena).toBe(TODAY)
    await expectSoundBooks(club.id)
  })

  it('is who was paid for by a person whom a bulk act deletes', async () => {
    const { club, ids, staff } = await clubOf(named('lena'), named('uwe'), named('eva'), signedIn('owner'))
    const [, uwe = '', eva = ''] = ids
    await pay(club, 'lena', uwe)
    const base = `/dashboard/${club.id}/members/bulk`
    const asked = await staff.submit(base, { action: 'delete', scope: 'chosen', query: '', id: uwe })
    const form = formValues(asked.text)
    expect((await staff.submit(`${base}/run`, form)).status).toBe(303)
    expect(await lost()).toEqual({ lena: TODAY, eva: null })
    await pay(club, 'lena', eva)
    expect(await lost()).toEqual({ lena: null, eva: null })
  })
})

describe('merging', () => {
  const merge = (club: Workspace, kept: string, from: string, take: string[] = []) =>
    club.post(`${MEMBERS}/${kept}/merge`, { from, take })

  it('gives those for whom one pays to the person who stays', async () => {
    const { club, uwe, lena, olaf } = await family()
    await pay(club, 'lena', uwe)
    expect((await merge(club, olaf, uwe)).status).toBe(200)
    expect(await payersOf()).toEqual({ lena: olaf, olaf: null })
    expect((await updatesOf(club, lena))[0]).toMatchObject({ changes: { payer_id: [uwe, olaf] } })
    await expectSoundBooks(club.id)
  })

  it('gives the payer of who goes to who stays', async () => {
    const { club, uwe, lena, olaf } = await family()
    await pay(club, 'lena', uwe)
    expect((await merge(club, olaf, lena)).body.data.payer_id).toBe(uwe)
    await expectSoundBooks(club.id)
  })

  it.each([
    ['kept', 'gone'],
    ['gone', 'kept'],
  ])('makes nobody the payer of itself where %s pays for %s', async (payer) => {
    const { club, uwe, lena } = await family()
    await pay(club, 'lena', uwe)
    const [kept, gone] = payer === 'kept' ? [uwe, lena] : [lena, uwe]
    expect((await merge(club, kept, gone)).body.data.payer_id).toBe(null)
    await expectSoundBooks(club.id)
  })

  it('leaves who pays for others without a payer, and those of who goes if who stays has one', async () => {
    const { club, ids } = await clubOf(named('a'), named('b'), named('c'), named('d'))
    const [a, b, c, d] = ids
    await pay(club, 'b', a)
    await pay(club, 'd', c)
    // C pays for D, so that it gets no payer of B, who goes.
    expect(codesOf(await merge(club, c, b, ['payer_id']))).toEqual([['take.0', 'person_is_payer']])
    expect((await merge(club, c, b)).body.data.payer_id).toBe(null)
    const e = (await club.post(MEMBERS, { external_id: 'e', payer_id: a })).body.data.id
    expect((await merge(club, e, c)).body.data.payer_id).toBe(a)
    expect(await payersOf()).toEqual({ a: null, d: null, e: a })
    expect((await club.get(`${MEMBERS}/${d}`)).body.data.payer_id).toBe(null)
    await expectSoundBooks(club.id)
  })
})

it('leaves a custom column with the key as it is', async () => {
  const { club } = await clubOf(
    columns([{ name: 'Zahler', type: 'string', external_id: 'zahler' }]),
    named('uwe'),
  )
  await rows(`UPDATE custom_columns SET external_id = 'payer_id'`)
  await rows('UPDATE workspaces SET columns_version = columns_version + 1')
  expect((await club.put(`${MEMBERS}/uwe`, { payer_id: 'Oma' })).body.data.payer_id).toBe('Oma')
  const { body } = await club.put(MEMBERS, { data: [{ external_id: 'x', payer_id: 'Opa' }] })
  expect(body.data[0].payer_id).toBe('Opa')
  expect(await rows('SELECT DISTINCT payer_id FROM persons')).toEqual([{ payer_id: null }])
})
