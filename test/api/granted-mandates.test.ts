import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addPersons, payer } from '../support/direct-debits'
import { collectingForm, joinWithMandate } from '../support/join-mandate'
import { rows, type Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'

let club: Workspace

/** Ada has given a mandate with her application, and m1 one on paper. */
beforeEach(async () => {
  club = await collectingForm()
  await joinWithMandate()
  await addPersons(club, [payer(1)])
})
afterEach(() => vi.useRealTimers())

type Stored = { id: string; revision: number; sepa_mandate: string }
const stored = () =>
  rows<Stored>(
    'SELECT id, revision, sepa_mandate FROM persons WHERE sepa_mandate IS NOT NULL ORDER BY external_id IS NOT NULL',
  )

it('says of each mandate how it was given, without a trip more', async () => {
  const [ada] = await stored()
  const online = await club.get(`${PERSONS}/${ada?.id}`)
  expect([online.cost.trips, online.body.data.sepa_mandate.granted]).toEqual([1, 'online'])
  const listed = await club.get(PERSONS)
  expect([listed.cost.trips, listed.body.data[0].sepa_mandate.granted]).toEqual([1, 'paper'])
  const { body } = await club.post(PERSONS, payer(2))
  expect(body.data.sepa_mandate.granted).toBe('paper')
})

it.each([
  ['as it was read', {}],
  ['otherwise', { granted: 'paper' }],
  ['as anything', { granted: { any: 1 } }],
])('is ignored if it is sent %s', async (_, changed) => {
  const [ada, m1] = (await stored()) as [Stored, Stored]
  const { data } = (await club.get(`${PERSONS}/${ada.id}`)).body
  const sepa_mandate = { ...data.sepa_mandate, ...changed }
  const answer = await club.put(`${PERSONS}/${ada.id}`, { ...data, sepa_mandate })
  expect([answer.status, answer.body.data.sepa_mandate]).toEqual([200, data.sepa_mandate])
  const paper = { reference: 'M-1', signature_date: '2025-01-31', granted: 'online' }
  for (const body of [{ data: [{ external_id: 'm1', sepa_mandate: paper }] }]) {
    const { body: written } = await club.put(PERSONS, body)
    expect(written.data[0].sepa_mandate.granted).toBe('paper')
    expect(written.meta).toMatchObject({ updated: 0, unchanged: 1 })
  }
  expect(await stored()).toEqual([ada, m1])
})

it('stays out of what is stored with another mandate', async () => {
  const [ada] = (await stored()) as [Stored]
  const { sepa_mandate } = (await club.get(`${PERSONS}/${ada.id}`)).body.data
  const { body } = await club.put(`${PERSONS}/${ada.id}`, {
    sepa_mandate: { ...sepa_mandate, reference: 'NEW-1' },
  })
  expect(body.data.sepa_mandate).toMatchObject({ reference: 'NEW-1', granted: 'paper' })
  expect((await club.get(`${PERSONS}/${ada.id}`)).body.data.sepa_mandate).toEqual(body.data.sepa_mandate)
  expect((await stored())[0]?.sepa_mandate).not.toContain('granted')
})
