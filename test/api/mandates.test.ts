import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { undoBatch } from '../../src/domain/persons/undo'
import type { Answer } from '../support/call'
import { runNightly } from '../support/cron'
import { ibanOf } from '../support/direct-debit-file'
import {
  addPersons,
  claim,
  clubWithFees,
  collectingClub,
  payer,
  release,
  setDay,
  stored,
  submitted,
} from '../support/direct-debits'
import { eventsOf } from '../support/events'
import { expectSoundBooks } from '../support/invariants'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'

type Row = Record<string, unknown>

const mandatesOf = async (club: Workspace) => (await stored(club, 'mandates')) as Row[]

const idOf = async (club: Workspace, externalId: string): Promise<string> =>
  (await club.get(`${PERSONS}/${externalId}`)).body.data.id

const mandate = (reference: string, signature_date: string | null = '2025-01-31') => ({
  reference,
  signature_date,
})

/** Makes mandates end a number of days ago. */
const endedDaysAgo = (days: number) =>
  rows("UPDATE mandates SET ended_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?)", `-${days} days`)

const codesOf = ({ body }: Answer) =>
  body.issues.map(({ path, code }: { path: string; code: string }) => [path, code])

const TAKEN = { path: 'sepa_mandate.reference', code: 'mandate_reference_taken' }

describe('a mandate of a person', () => {
  it('is kept with holder, address, account and creditor', async () => {
    const club = await collectingClub()
    const address = { street: 'Uferweg 1', postcode: '50667', city: 'Köln', country_code: 'DE' }
    await addPersons(club, [payer(1, { address })])
    const ada = await idOf(club, 'm1')
    expect(await mandatesOf(club)).toMatchObject([
      {
        reference_key: 'm-1',
        reference: 'M-1',
        person_id: ada,
        holder: 'Ada Lovelace 1',
        iban: ibanOf(1),
        signed_on: '2025-01-31',
        granted: 'paper',
        ended_at: null,
      },
    ])
    const { status, body, cost } = await club.get(`${PERSONS}/m1/mandate`)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    expect(body.data).toEqual({
      reference: 'M-1',
      person_id: ada,
      holder: 'Ada Lovelace 1',
      address,
      iban: ibanOf(1),
      creditor: { name: 'Ruderclub e. V.', creditor_id: 'DE98ZZZ09999999999' },
      signature_date: '2025-01-31',
      granted: 'paper',
      text_version: null,
      granted_at: null,
      confirmed_by: null,
      amendments: [],
      created_at: expect.any(String),
      ended_at: null,
      end_reason: null,
      debits: [],
    })
  })

  it('names the holder of the account rather than the person', async () => {
    const club = await collectingClub()
    await addPersons(club, [payer(1, { bank_account: { iban: ibanOf(1), signatory: 'Byron King' } })])
    expect(await mandatesOf(club)).toMatchObject([{ holder: 'Byron King' }])
  })

  it('is corrected until something is collected under it', async () => {
    const { club, feeIds } = await clubWithFees(1)
    await addPersons(club, [
      { external_id: 'm1', bank_account: { iban: ibanOf(2) }, sepa_mandate: mandate('M-1', '2025-02-28') },
    ])
    expect(await mandatesOf(club)).toMatchObject([{ iban: ibanOf(2), signed_on: '2025-02-28' }])
    await submitted(club, feeIds)
    await addPersons(club, [
      { external_id: 'm1', bank_account: { iban: ibanOf(3) }, sepa_mandate: mandate('M-1', '2025-03-31') },
    ])
    expect(await mandatesOf(club)).toMatchObject([{ iban: ibanOf(2), signed_on: '2025-02-28' }])
    const { body } = await club.get(`${PERSONS}/m1/mandate`)
    expect(body.data.debits).toMatchObject([
      { amount: 4500, iban: ibanOf(2), state: 'live', returned_on: null },
    ])
  })

  it('ends when another one replaces it or it is removed, and lives again when it is given again', async () => {
    const club = await collectingClub()
    await addPersons(club, [payer(1)])
    await club.put(`${PERSONS}/m1`, { sepa_mandate: mandate('M-2') })
    const reasons = async () =>
      (await mandatesOf(club)).map(({ reference, end_reason }) => [reference, end_reason])
    expect(await reasons()).toEqual([
      ['M-1', 'replaced'],
      ['M-2', null],
    ])
    await club.put(`${PERSONS}/m1`, { sepa_mandate: null })
    expect(await reasons()).toEqual([
      ['M-1', 'replaced'],
      ['M-2', 'removed'],
    ])
    expect((await club.get(`${PERSONS}/m1/mandate`)).body.data).toMatchObject({ reference: 'M-2' })
    await club.put(`${PERSONS}/m1`, { sepa_mandate: mandate('M-1') })
    expect(await reasons()).toEqual([
      ['M-1', null],
      ['M-2', 'removed'],
    ])
    await expectSoundBooks(club.id)
  })

  it('is none of a person who never had one', async () => {
    const club = await collectingClub()
    await addPersons(club, [payer(1, { sepa_mandate: null })])
    expect((await club.get(`${PERSONS}/m1/mandate`)).status).toBe(404)
  })
})

describe('the reference of another mandate', () => {
  it.each([
    ['as it is', 'M-1'],
    ['without regard to case', 'm-1'],
  ])('is refused to a new person, %s', async (_, reference) => {
    const club = await collectingClub()
    await addPersons(club, [payer(1)])
    const answer = await club.post(PERSONS, payer(2, { sepa_mandate: mandate(reference) }))
    expect([answer.status, answer.body.issues]).toEqual([422, [expect.objectContaining(TAKEN)]])
    expect(answer.body.errors['sepa_mandate.reference']).toEqual([
      'is the reference of another mandate; give each mandate its own',
    ])
  })

  it('is refused to a stored person', async () => {
    const club = await collectingClub()
    await addPersons(club, [payer(1), payer(2)])
    const answer = await club.put(`${PERSONS}/m2`, { sepa_mandate: mandate('M-1') })
    expect([answer.status, answer.body.issues]).toEqual([422, [expect.objectContaining(TAKEN)]])
  })

  it('is refused by a synchronization, and by its dry run', async () => {
    const club = await collectingClub()
    await addPersons(club, [payer(1), payer(2)])
    const data = [payer(1), { external_id: 'm2', sepa_mandate: mandate('M-1') }]
    for (const query of ['', '?dry_run=true']) {
      const answer = await club.put(`${PERSONS}${query}`, { data })
      expect([answer.status, answer.body.issues]).toEqual([
        422,
        [expect.objectContaining({ ...TAKEN, path: 'data.1.sepa_mandate.reference' })],
      ])
    }
    const raw = 'external_id,sepa_mandate.reference,sepa_mandate.signature_date\nm2,M-1,2025-01-31\n'
    const csv = await club.put(PERSONS, undefined, { raw, headers: { 'Content-Type': 'text/csv' } })
    expect(csv.status, csv.text).toBe(422)
    expect(csv.text).toContain('mandate_reference_taken')
  })

  it('is refused to the second of two persons of one request', async () => {
    const club = await collectingClub()
    const answer = await addPersons(club, [payer(1), payer(2, { sepa_mandate: mandate('M-1') })])
    expect([answer.status, answer.body.issues]).toEqual([
      422,
      [expect.objectContaining({ ...TAKEN, path: 'data.1.sepa_mandate.reference' })],
    ])
    expect(await mandatesOf(club)).toEqual([])
  })

  it('is that of one mandate for a family: the same account and day of signature', async () => {
    const club = await collectingClub()
    const { bank_account } = payer(1)
    const family = [payer(1), payer(2, { bank_account, sepa_mandate: mandate('M-1') })]
    expect((await addPersons(club, family)).status).toBe(200)
    // The mandate goes on with whoever still has it.
    for (const [gone, left] of [['m2', 'm1'] as const, ['m1', null] as const]) {
      await club.put(`${PERSONS}/${gone}`, { sepa_mandate: null })
      expect(await mandatesOf(club)).toMatchObject([
        left ? { person_id: await idOf(club, left), end_reason: null } : { end_reason: 'removed' },
      ])
      await expectSoundBooks(club.id)
    }
  })

  it('is free again once its mandate ends, unless it proves a debit', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const given = () => club.put(`${PERSONS}/m2`, { sepa_mandate: mandate('M-1') })
    await addPersons(club, [payer(2)])
    await club.put(`${PERSONS}/m1`, { sepa_mandate: null })
    expect((await given()).status).toBe(200)
    expect((await mandatesOf(club))[0]).toMatchObject({
      person_id: await idOf(club, 'm2'),
      holder: 'Ada Lovelace 2',
    })

    await club.put(`${PERSONS}/m2`, { sepa_mandate: null })
    await club.put(`${PERSONS}/m1`, { sepa_mandate: mandate('M-1') })
    await submitted(club, feeIds)
    await club.put(`${PERSONS}/m1`, { sepa_mandate: null })
    expect(codesOf(await given())).toEqual([['sepa_mandate.reference', 'mandate_reference_taken']])
    // Nor may the case of a reference change under which debits went to the bank.
    const lower = await club.put(`${PERSONS}/m1`, { sepa_mandate: mandate('m-1') })
    expect(codesOf(lower)).toEqual([['sepa_mandate.reference', 'mandate_reference_taken']])
    expect((await club.put(`${PERSONS}/m1`, { sepa_mandate: mandate('M-1') })).status).toBe(200)
  })
})

describe('the deletion of a person', () => {
  it('takes a mandate with it that proves no debit', async () => {
    const club = await collectingClub()
    await addPersons(club, [payer(1, { creation_behaviour: undefined })])
    await club.put(`${PERSONS}/m1`, { sepa_mandate: mandate('M-2') })
    await club.delete(`${PERSONS}/m1`)
    expect(await mandatesOf(club)).toEqual([])
  })

  it('takes those of a rejected application at once', async () => {
    const club = await collectingClub()
    await club.post(PERSONS, payer(1, { creation_behaviour: 'unconfirmed' }))
    expect(await mandatesOf(club)).toHaveLength(1)
    await club.delete(`${PERSONS}/m1`)
    expect(await mandatesOf(club)).toEqual([])
  })

  it('leaves the evidence of debits, and the reference to nobody else', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const ada = await idOf(club, 'm1')
    const { items } = await submitted(club, feeIds)
    await club.delete(`${PERSONS}/m1`)
    expect(await mandatesOf(club)).toMatchObject([
      { person_id: ada, iban: ibanOf(1), holder: 'Ada Lovelace 1', end_reason: 'deleted' },
    ])
    expect(items).toHaveLength(1)
    await expectSoundBooks(club.id)
    const other = await club.post(PERSONS, payer(2, { sepa_mandate: mandate('M-1') }))
    expect(codesOf(other)).toEqual([['sepa_mandate.reference', 'mandate_reference_taken']])
    // The same person, created again.
    expect((await club.post(PERSONS, payer(1))).status).toBe(201)
    expect(await mandatesOf(club)).toMatchObject([{ person_id: await idOf(club, 'm1'), ended_at: null }])
  })
})

describe('a merge', () => {
  it('gives the evidence to the person who stays, and ends the mandate that it does not take', async () => {
    const { club, feeIds, ids } = await clubWithFees(2)
    const [kept = '', gone = ''] = ids
    const { id } = await submitted(club, feeIds)
    setDay('2026-03-17')
    const settled = await club.post(`/collections/${id}/settlement`, { settled_on: '2026-03-16' })
    expect(settled.status, settled.text).toBe(201)
    const expired = mandate('M-2', '2020-01-31')
    await rows(
      'UPDATE persons SET sepa_mandate = ? WHERE id = ?',
      JSON.stringify({ ...expired, last_used_on: null }),
      gone,
    )
    await rows(
      "UPDATE collections SET collection_date = '2020-02-28', submitted_at = '2020-02-20T12:00:00.000Z'",
    )
    const answer = await club.post(`${PERSONS}/${kept}/merge`, { from: gone })
    expect(answer.status, answer.text).toBe(200)
    expect(await mandatesOf(club)).toMatchObject([
      { reference: 'M-1', person_id: kept, ended_at: null },
      { reference: 'M-2', person_id: kept, end_reason: 'replaced' },
    ])
    await expectSoundBooks(club.id)
  })

  it('goes on with the mandate that the person who stays takes', async () => {
    const club = await collectingClub()
    await addPersons(club, [payer(1, { bank_account: null, sepa_mandate: null }), payer(2)])
    await club.post(`${PERSONS}/m1/merge`, { from: 'm2' })
    expect(await mandatesOf(club)).toMatchObject([
      { reference: 'M-2', person_id: await idOf(club, 'm1'), ended_at: null, end_reason: null },
    ])
    await expectSoundBooks(club.id)
  })
})

describe('the nightly run', () => {
  it('deletes mandates that ended 30 days ago and prove nothing', async () => {
    vi.useRealTimers()
    const club = await collectingClub()
    vi.useRealTimers()
    await addPersons(club, [payer(1), payer(2)])
    await club.put(`${PERSONS}/m1`, { sepa_mandate: null })
    await runNightly()
    expect(await mandatesOf(club)).toHaveLength(2)
    await rows(
      "UPDATE mandates SET ended_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-31 days') WHERE ended_at IS NOT NULL",
    )
    await runNightly()
    expect(await mandatesOf(club)).toMatchObject([{ reference: 'M-2' }])
  })

  it('keeps them while a debit waits for its submission, and 14 months after it', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const { body } = await release(club, feeIds)
    await club.put(`${PERSONS}/m1`, { sepa_mandate: null })
    await endedDaysAgo(900)
    await runNightly()
    expect(await mandatesOf(club)).toHaveLength(1)
    await club.post(`/collections/${body.data.id}/submission`, undefined)
    const submittedAt = (at: string) => rows('UPDATE collections SET submitted_at = ?', at)
    await submittedAt('2026-03-02T12:00:00.000Z')
    setDay('2027-05-01')
    await runNightly()
    expect(await mandatesOf(club)).toHaveLength(1)
    setDay('2027-05-03')
    await runNightly()
    expect(await mandatesOf(club)).toEqual([])
  })
})

it('of two requests at one moment, one gets a reference', async () => {
  const club = await collectingClub()
  await addPersons(club, [payer(1), payer(2), payer(3)])
  const answers = await Promise.all(
    ['m1', 'm2', 'm3'].map((id) => club.put(`${PERSONS}/${id}`, { sepa_mandate: mandate('N-1') })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  await expectSoundBooks(club.id)
  expect(await claim(club, [{ person_external_id: 'm1' }])).toHaveLength(1)
})

describe('an import', () => {
  it('leaves out the reference of another mandate, and imports the person', async () => {
    vi.useRealTimers()
    const club = await workspace()
    await addPersons(club, [payer(1)])
    const raw = [
      'Vorname;Nachname;IBAN;Mandatsreferenz;Mandatsdatum',
      `Grace;Hopper;${ibanOf(2)};M-1;31.01.2025`,
      `Alan;Turing;${ibanOf(3)};M-3;31.01.2025`,
      `Alonzo;Church;${ibanOf(4)};m-3;31.01.2025`,
      `Kurt;Gödel;${ibanOf(3)};M-3;31.01.2025`,
      '',
    ].join('\n')
    const headers = { 'Content-Type': 'text/csv' }
    const draft = await club.post('/lists/members/imports?file_name=members.csv', undefined, { raw, headers })
    expect(draft.body.data.counts, draft.text).toMatchObject({ created: 4, gaps: 2, left_out: 0 })
    const { id, mark } = draft.body.data
    const run = await club.post(`/imports/${id}/run`, { mark })
    expect(run.status, run.text).toBe(201)
    const { body } = await club.get(PERSONS)
    const referencesOf = body.data.map(
      ({ name, sepa_mandate }: { name: { last_name: string }; sepa_mandate: Row | null }) => [
        name.last_name,
        sepa_mandate?.reference,
      ],
    )
    expect(referencesOf).toEqual([
      ['Lovelace 1', 'M-1'],
      ['Hopper', undefined],
      ['Turing', 'M-3'],
      ['Church', undefined],
      ['Gödel', 'M-3'],
    ])
    await expectSoundBooks(club.id)
  })
})

describe('an undo', () => {
  it('gives a mandate back, unless another person has its reference meanwhile', async () => {
    vi.useRealTimers()
    const club = await workspace()
    await addPersons(club, [payer(1), payer(2)])
    const undo = async () =>
      undoBatch(await principalOf(club, 'owner'), {
        batchId: String((await eventsOf(club)).at(-1)?.batch_id),
      })
    await club.put(`${PERSONS}/m1`, { sepa_mandate: null })
    expect(await undo()).toMatchObject({ restored: 1, leftAlone: 0 })
    expect(await mandatesOf(club)).toMatchObject([
      { reference: 'M-1', ended_at: null },
      { reference: 'M-2', ended_at: null },
    ])
    await club.put(`${PERSONS}/m1`, { sepa_mandate: null })
    const batchId = String((await eventsOf(club)).at(-1)?.batch_id)
    await club.put(`${PERSONS}/m2`, { sepa_mandate: mandate('M-1') })
    expect(await undoBatch(await principalOf(club, 'owner'), { batchId })).toMatchObject({
      restored: 0,
      leftAlone: 1,
    })
    await expectSoundBooks(club.id)
  })
})

it('was made of persons and debits when the table came', async () => {
  const { club, feeIds } = await clubWithFees(2)
  await submitted(club, feeIds)
  await club.put(`${PERSONS}/m1`, { sepa_mandate: mandate('N-1') })
  await club.delete(`${PERSONS}/m2`)
  await rows('DELETE FROM mandates')
  const { queries } = env.MIGRATIONS.find(({ name }) => name.includes('keep_mandates')) as {
    queries: string[]
  }
  for (const query of queries.filter((one) => /^INSERT/m.test(one))) await rows(query)
  expect(await mandatesOf(club)).toMatchObject([
    { reference: 'M-1', iban: ibanOf(1), end_reason: 'replaced' },
    { reference: 'M-2', iban: ibanOf(2), end_reason: 'deleted' },
    { reference: 'N-1', iban: ibanOf(1), end_reason: null },
  ])
  await expectSoundBooks(club.id)
})
