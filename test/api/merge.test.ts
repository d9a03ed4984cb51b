import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { mergePersons } from '../../src/domain/doubles/merge'
import type { Role } from '../../src/domain/staff/roles'
import { clubOf, columns, person } from '../support/club'
import { clubWithFees, payer, release } from '../support/direct-debits'
import { eventsOf } from '../support/events'
import { expectSoundBooks } from '../support/invariants'
import { postMail } from '../support/mails'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const ADA = { name: { first_name: 'Ada', last_name: 'Lovelace' }, birthdate: '1985-12-10' }

const create = async (club: Workspace, fields: object, list = 'members'): Promise<string> =>
  (await club.post(`/lists/${list}/persons`, fields)).body.data.id

const merge = (club: Workspace, kept: string, body: object, options = {}) =>
  club.post(`${PERSONS}/${kept}/merge`, body, options)

/** Two records of Ada in a club. */
async function twoAdas(own: object = {}, other: object = {}) {
  const { club, ids } = await clubOf(
    person({ ...ADA, email: 'ada@example.org', ...own }),
    person({ ...ADA, ...other }),
  )
  const [kept, gone] = ids
  return { club, kept, gone }
}

const codesOf = ({ body }: { body: { issues: { path: string; code: string }[] } }) =>
  body.issues.map(({ path, code }) => [path, code])

describe('what the person who stays has afterwards', () => {
  it('keeps its values, and gets those that it has not', async () => {
    const { club, kept, gone } = await twoAdas(
      { membership_number: '1', name: { first_name: null, last_name: 'Lovelace' }, birthdate: null },
      { membership_number: '2', external_id: 'crm-2', email: 'old@example.org', join_date: '2020-01-01' },
    )
    const { status, body } = await merge(club, kept, { from: gone })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      ...ADA,
      id: kept,
      external_id: 'crm-2',
      membership_number: '1',
      email: 'ada@example.org',
      join_date: '2020-01-01',
    })
    expect((await club.get(`${PERSONS}/${kept}`)).body.data).toEqual(body.data)
    expect((await club.get(`${PERSONS}/${gone}`)).status).toBe(404)
    expect((await club.get(`${PERSONS}/crm-2`)).body.data.id).toBe(kept)
  })

  it('takes the fields that are named, also where the other one has none', async () => {
    const { club, kept, gone } = await twoAdas(
      { membership_number: '1', birthdate: '1985-12-11', leave_date: '2024-12-31' },
      { membership_number: '2' },
    )
    const take = ['membership_number', 'birthdate', 'email', 'leave_date']
    const { body } = await merge(club, kept, { from: gone, take })
    expect(body.data).toMatchObject({
      membership_number: '2',
      birthdate: '1985-12-10',
      email: null,
      leave_date: null,
      membership_status: 'active',
    })
  })

  it('joins phone numbers and arrays, and fills custom columns', async () => {
    const phone = (number: string) => ({ label: null, number })
    const { club, ids } = await clubOf(
      columns([
        { name: 'Sections', type: 'array', external_id: 'sections' },
        { name: 'Size', type: 'string', external_id: 'size' },
        { name: 'Hours', type: 'integer', external_id: 'hours' },
        { name: 'Helps', type: 'boolean', external_id: 'helps' },
      ]),
      person({ ...ADA, phone_numbers: [phone('1'), phone('2')], sections: ['Chess'], helps: false }),
      person({
        ...ADA,
        phone_numbers: [phone('2'), phone('3')],
        sections: ['Choir', 'Chess'],
        size: 'M',
        hours: 8,
        helps: true,
      }),
    )
    const [kept, gone] = ids
    const { body } = await merge(club, kept, { from: gone })
    expect(body.data).toMatchObject({
      phone_numbers: [phone('1'), phone('2'), phone('3')],
      sections: ['Chess', 'Choir'],
      size: 'M',
      hours: 8,
      helps: false,
    })
  })

  it('never fills a leave date, and a mandate only with its account', async () => {
    const { bank_account, sepa_mandate } = payer(1)
    const { club, kept, gone } = await twoAdas(
      { bank_account: payer(2).bank_account },
      { bank_account, sepa_mandate, leave_date: '2024-12-31' },
    )
    const { body } = await merge(club, kept, { from: gone })
    expect(body.data).toMatchObject({
      leave_date: null,
      sepa_mandate: null,
      bank_account: payer(2).bank_account,
    })
    const other = await twoAdas({}, { bank_account, sepa_mandate })
    const merged = await merge(other.club, other.kept, { from: other.gone })
    expect(merged.body.data).toMatchObject({ bank_account, sepa_mandate })
  })
})

describe('an account that a merge would take over', () => {
  const [one, other] = [payer(1), payer(2)]

  it('leaves a mandate of the account before behind', async () => {
    const { club, kept, gone } = await twoAdas(
      { bank_account: one.bank_account, sepa_mandate: one.sepa_mandate },
      { bank_account: other.bank_account },
    )
    const { body } = await merge(club, kept, { from: gone, take: ['bank_account'] })
    expect(body.data).toMatchObject({ bank_account: other.bank_account, sepa_mandate: null })
  })

  it.each<[Role, boolean]>([
    ['office', false],
    ['owner', true],
  ])('is for staff who may write accounts: %s', async (role, mayWrite) => {
    const { club, kept, gone } = await twoAdas({}, { bank_account: one.bank_account })
    const staff = await principalOf(club, role)
    const merged = mergePersons(staff, { list: 'members', idOrExternalId: kept, body: { from: gone } })
    if (mayWrite) expect(await merged).toMatchObject({ json: expect.stringContaining(one.bank_account.iban) })
    else {
      await expect(merged).rejects.toMatchObject({ reason: 'permission_missing' })
      const turned = { list: 'members', idOrExternalId: gone, body: { from: kept } }
      expect(await mergePersons(staff, turned)).toMatchObject({ json: expect.stringContaining(gone) })
    }
  })
})

describe('what else goes along', () => {
  it('moves fees with their references, payments and mails, and leaves a tombstone', async () => {
    const { club, kept, gone } = await twoAdas({}, { external_id: 'crm-2' })
    const claimed = await club.post('/fees', {
      data: [kept, gone, gone].map((person_id, n) => ({
        amount: 100 * (n + 1),
        description: 'Fee',
        person_id,
      })),
    })
    const fees = claimed.body.data as { id: string; reference: string }[]
    await club.post('/payments', {
      data: [{ fee_id: fees[2]?.id, amount: 50, paid_on: '2026-01-31', method: 'cash' }],
    })
    expect((await merge(club, kept, { from: 'crm-2' })).status).toBe(200)

    const after = (await club.get(`/fees?person_id=${kept}`)).body.data as typeof fees
    expect(after.map(({ id, reference }) => [id, reference]).toSorted()).toEqual(
      fees.map(({ id, reference }) => [id, reference]).toSorted(),
    )
    expect(
      await rows('SELECT revision, updated_at > created_at AS moved FROM fees WHERE id = ?', fees[1]?.id),
    ).toEqual([{ revision: 2, moved: 1 }])
    expect((await club.get('/lists/members/deleted_persons')).body.data).toMatchObject([
      { id: gone, external_id: null, merged_into: kept },
    ])
    await expectSoundBooks(club.id)
  })

  it('records the merge, the deletion and each fee, without the name of the other one', async () => {
    const { club, kept, gone } = await twoAdas({ birthdate: null })
    await club.post('/fees', { data: [{ amount: 100, description: 'Fee', person_id: gone }] })
    const before = (await eventsOf(club)).length
    await merge(club, kept, { from: gone })
    const events = (await eventsOf(club)).slice(before)
    expect(
      events.map(({ action, subject_id, subject_name, changes }) => [
        action,
        subject_id,
        subject_name,
        changes,
      ]),
    ).toEqual([
      ['fee.updated', expect.stringMatching(/^fee_/), 'Fee', { person_id: [gone, kept] }],
      ['person.deleted', gone, null, null],
      [
        'person.merged',
        kept,
        'Ada Lovelace',
        { birthdate: [null, '1985-12-10'], merged_person_id: [null, gone] },
      ],
    ])
    expect(new Set(events.map(({ batch_id }) => batch_id)).size).toBe(1)
  })

  it('makes one recipient of two, and sends what waits for the other one to the address that stays', async () => {
    const { club, kept, gone } = await twoAdas({}, { email: 'old@example.org' })
    const both = (await postMail(club, { person_ids: [kept, gone] })).body.data.id
    const alone = (await postMail(club, { person_ids: [gone] })).body.data.id
    await merge(club, kept, { from: gone })
    const recipients = await rows('SELECT mail_id, person_id, address FROM mail_recipients ORDER BY mail_id')
    expect(recipients).toEqual([
      { mail_id: both, person_id: kept, address: 'ada@example.org' },
      { mail_id: alone, person_id: kept, address: 'ada@example.org' },
    ])
    expect(await rows('SELECT total, waiting FROM mails ORDER BY id')).toEqual([
      { total: 1, waiting: 1 },
      { total: 1, waiting: 1 },
    ])
  })

  it('lets those who are covered by the mail of the other one be covered by the one who stays', async () => {
    const { club, kept, gone } = await twoAdas({}, { email: 'family@example.org' })
    const child = await create(club, { name: { first_name: 'Byron' }, email: 'family@example.org' })
    const mail = (await postMail(club, { person_ids: [gone, child] })).body.data.id
    await merge(club, kept, { from: gone })
    expect(
      await rows(
        'SELECT person_id, sent_with, address FROM mail_recipients WHERE mail_id = ? ORDER BY sent_with',
        mail,
      ),
    ).toEqual([
      { person_id: kept, sent_with: null, address: 'family@example.org' },
      { person_id: child, sent_with: kept, address: 'family@example.org' },
    ])
  })

  it('erases everything of both with the one who stays, also where that was merged before', async () => {
    const { club, kept, gone } = await twoAdas({}, { email: 'old@example.org' })
    const third = await create(club, { ...ADA, email: 'third@example.org' })
    await club.put(`${PERSONS}/${gone}`, { email: 'older@example.org' })
    await merge(club, third, { from: gone })
    await merge(club, kept, { from: third })
    expect(await rows('SELECT merged_into FROM deleted_persons')).toEqual([
      { merged_into: kept },
      { merged_into: kept },
    ])
    await club.delete(`${PERSONS}/${kept}`)
    expect(
      await rows("SELECT 1 FROM events WHERE changes LIKE '%example.org%' OR subject_name LIKE '%Lovelace%'"),
    ).toEqual([])
  })
})

describe('what is refused', () => {
  it('the same person, an unknown one, one of another list or workspace', async () => {
    const { club, kept } = await twoAdas()
    const other = await twoAdas()
    const contact = await create(club, ADA, 'contacts')
    expect(codesOf(await merge(club, kept, { from: kept }))).toEqual([['from', 'same_person']])
    for (const from of ['nobody', contact, other.gone])
      expect((await merge(club, kept, { from })).status, from).toBe(404)
    expect((await merge(club, 'nobody', { from: kept })).status).toBe(404)
  })

  it('applicants, on either side', async () => {
    const { club, kept } = await twoAdas()
    const applicant = await create(club, { ...ADA, creation_behaviour: 'unconfirmed' })
    expect(codesOf(await merge(club, kept, { from: applicant }))).toEqual([['from', 'is_applicant']])
    expect(codesOf(await merge(club, applicant, { from: kept }))).toEqual([['person_id', 'is_applicant']])
  })

  it('fields that the list has not, or that the service assigns', async () => {
    const { club, kept, gone } = await twoAdas()
    const answer = await merge(club, kept, { from: gone, take: ['shoe_size', 'id', 'email'] })
    expect(codesOf(answer)).toEqual([
      ['take.0', 'not_of_list'],
      ['take.1', 'read_only'],
    ])
    expect((await merge(club, kept, {})).status).toBe(422)
  })

  it('a fee in a live debit, and two living mandates', async () => {
    const { club, feeIds } = await clubWithFees(2)
    const [one, other] = (await club.get(PERSONS)).body.data.map(({ id }: { id: string }) => id)
    expect(codesOf(await merge(club, one, { from: other }))).toEqual([['from', 'two_mandates']])
    await club.put(`${PERSONS}/${other}`, { sepa_mandate: null })
    await release(club, feeIds.slice(0, 1))
    expect(codesOf(await merge(club, one, { from: other }))).toEqual([['person_id', 'in_live_debit']])
    expect(codesOf(await merge(club, other, { from: one }))).toEqual([['from', 'in_live_debit']])
  })

  it('a person that has changed since it was read', async () => {
    const { club, kept, gone } = await twoAdas()
    const eTag = String((await club.get(`${PERSONS}/${kept}`)).headers.get('ETag'))
    await club.put(`${PERSONS}/${kept}`, { email: 'new@example.org' })
    const stale = { headers: { 'If-Match': eTag } }
    expect((await merge(club, kept, { from: gone }, stale)).status).toBe(412)
    const current = String((await club.get(`${PERSONS}/${kept}`)).headers.get('ETag'))
    expect((await merge(club, kept, { from: gone }, { headers: { 'If-Match': current } })).status).toBe(200)
  })
})

it('refuses a mandate whose reference a third person has, in data from before that was refused', async () => {
  const { club, kept, gone } = await twoAdas({}, payer(1, { external_id: 'm1' }))
  const third = await create(club, payer(3))
  await env.DB.prepare(`UPDATE mandates SET person_id = ?1, iban = ?2 WHERE reference = 'M-1'`)
    .bind(third, payer(3).bank_account.iban)
    .run()
  const refused = await merge(club, kept, { from: gone })
  expect([refused.status, refused.body.issues]).toMatchObject([
    422,
    [{ path: 'sepa_mandate.reference', code: 'mandate_reference_taken' }],
  ])
  await club.put(`${PERSONS}/${gone}`, { sepa_mandate: null })
  expect((await merge(club, kept, { from: gone })).status).toBe(200)
})

it('allows two records of one mandate', async () => {
  const mandated = payer(1)
  const { club, kept, gone } = await twoAdas(mandated, { ...mandated, external_id: 'm1-again' })
  expect((await merge(club, kept, { from: gone })).status).toBe(200)
})

it('takes effect once for an Idempotency-Key, and costs two trips', async () => {
  const { club, kept, gone } = await twoAdas()
  const once = { headers: { 'Idempotency-Key': 'merge-1' } }
  const first = await merge(club, kept, { from: gone }, once)
  expect(first.cost.trips).toBe(2)
  const again = await merge(club, kept, { from: gone }, once)
  expect([again.status, again.text]).toEqual([200, first.text])
  expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'))
  expect(again.headers.get('Idempotent-Replayed')).toBe('true')
})

it('keeps what was collected and paid of both', async () => {
  const { club, feeIds, ids } = await clubWithFees(2)
  const [one = '', other = ''] = ids
  await club.put(`${PERSONS}/${other}`, { sepa_mandate: null })
  await merge(club, one, { from: other })
  const fees = (await club.get(`/fees?person_id=${one}`)).body.data
  expect(fees).toHaveLength(2)
  expect((await release(club, feeIds)).status).toBe(201)
  await expectSoundBooks(club.id)
})
