import { describe, expect, it } from 'vitest'
import { clubOf, person } from '../support/club'
import { eventsOf } from '../support/events'
import { expectSoundBooks } from '../support/invariants'
import { rows, type Workspace } from '../support/workspace'

const MEMBERS = '/lists/members/persons'
const AGREED = '2026-05-03'

/** Uwe, who pays for Lena, as he agreed to, and does not see her fees; and Olaf. */
async function family() {
  const named = (name: string) => person({ external_id: name, name: { first_name: name } })
  const { club, ids } = await clubOf(named('uwe'), named('lena'), named('olaf'))
  const [uwe, lena, olaf] = ids
  await club.put(`${MEMBERS}/lena`, { payer_id: uwe })
  await agree('lena', AGREED, 1)
  return { club, uwe, lena, olaf }
}

const agree = (name: string, agreedOn: string | null, hides: 0 | 1) =>
  rows(
    'UPDATE persons SET payer_agreed_on = ?, hides_fees_from_payer = ? WHERE external_id = ?',
    agreedOn,
    hides,
    name,
  )

/** What is stored of a person: who pays, since when that was agreed, and whether its fees are hidden. */
const paidFor = async (id: string) =>
  (
    await rows<{ payer: string | null; agreedOn: string | null; hides: 0 | 1 }>(
      'SELECT payer_id AS payer, payer_agreed_on AS agreedOn, hides_fees_from_payer AS hides FROM persons WHERE id = ?',
      id,
    )
  )[0]

const lastChanges = async (club: Workspace, id: string) =>
  (await eventsOf(club)).findLast(({ subject_id }) => subject_id === id)?.changes

const ENDED = { payer_agreed_on: [AGREED, null], hides_fees_from_payer: [true, false] }

type Family = Awaited<ReturnType<typeof family>>
const csv = ({ club }: Family, raw: string) =>
  club.put(MEMBERS, undefined, { raw, headers: { 'Content-Type': 'text/csv' } })

const DOORS: [string, (world: Family, payer: string | null) => Promise<unknown>][] = [
  ['one person', ({ club, lena }, payer_id) => club.put(`${MEMBERS}/${lena}`, { payer_id })],
  [
    'one person, at a version',
    async ({ club, lena }, payer_id) => {
      const ETag = (await club.get(`${MEMBERS}/${lena}`)).headers.get('ETag') ?? ''
      return club.put(`${MEMBERS}/${lena}`, { payer_id }, { headers: { 'If-Match': ETag } })
    },
  ],
  ['a synchronization', ({ club, lena }, payer_id) => club.put(MEMBERS, { data: [{ id: lena, payer_id }] })],
  ['CSV', (world, payer) => csv(world, `id;payer_id\r\n${world.lena};${payer ?? ''}\r\n`)],
]

describe.each(DOORS)('a write of %s', (_, write) => {
  it('keeps what was agreed with the payer who stays', async () => {
    const world = await family()
    await write(world, world.uwe)
    expect(await paidFor(world.lena)).toEqual({ payer: world.uwe, agreedOn: AGREED, hides: 1 })
  })

  it.each(['another one', 'nobody'])('ends it with %s, and says so in the event', async (who) => {
    const world = await family()
    const payer = who === 'nobody' ? null : world.olaf
    await write(world, payer)
    expect(await paidFor(world.lena)).toEqual({ payer, agreedOn: null, hides: 0 })
    expect(await lastChanges(world.club, world.lena)).toEqual({ payer_id: [world.uwe, payer], ...ENDED })
    await expectSoundBooks(world.club.id)
  })

  it('keeps it if it is about something else', async () => {
    const world = await family()
    await world.club.put(`${MEMBERS}/${world.lena}`, { email: 'lena@example.org' })
    expect(await paidFor(world.lena)).toEqual({ payer: world.uwe, agreedOn: AGREED, hides: 1 })
  })
})

it('ends with a payer who is deleted', async () => {
  const { club, uwe, lena } = await family()
  await club.delete(`${MEMBERS}/${uwe}`)
  expect(await paidFor(lena)).toEqual({ payer: null, agreedOn: null, hides: 0 })
  expect(await lastChanges(club, lena)).toMatchObject({ payer_id: [uwe, null], ...ENDED })
})

describe('merging', () => {
  const merge = (club: Workspace, kept: string, from: string, take: string[] = []) =>
    club.post(`${MEMBERS}/${kept}/merge`, { from, take })

  it('keeps it if two records of the payer become one', async () => {
    const { club, uwe, lena, olaf } = await family()
    expect((await merge(club, olaf, uwe)).status).toBe(200)
    expect(await paidFor(lena)).toEqual({ payer: olaf, agreedOn: AGREED, hides: 1 })
    expect(await lastChanges(club, lena)).toEqual({ payer_id: [uwe, olaf] })
  })

  it('ends it if the payer goes into somebody who has one', async () => {
    const { club, uwe, lena, olaf } = await family()
    const oma = (await club.post(MEMBERS, { external_id: 'oma' })).body.data.id
    await club.put(`${MEMBERS}/${olaf}`, { payer_id: oma })
    expect((await merge(club, olaf, uwe)).status).toBe(200)
    expect(await paidFor(lena)).toEqual({ payer: null, agreedOn: null, hides: 0 })
  })

  it('gives it with the payer to the record that stays', async () => {
    const { club, uwe, lena, olaf } = await family()
    expect((await merge(club, olaf, lena)).status).toBe(200)
    expect(await paidFor(olaf)).toEqual({ payer: uwe, agreedOn: AGREED, hides: 1 })
    const changes = { payer_id: [null, uwe], payer_agreed_on: [null, AGREED] }
    expect(await lastChanges(club, olaf)).toMatchObject({ ...changes, hides_fees_from_payer: [false, true] })
  })

  it('has what either of two records has of the same payer', async () => {
    const { club, uwe, lena, olaf } = await family()
    await club.put(`${MEMBERS}/${olaf}`, { payer_id: uwe })
    expect((await merge(club, olaf, lena)).status).toBe(200)
    expect(await paidFor(olaf)).toEqual({ payer: uwe, agreedOn: AGREED, hides: 1 })
  })

  it('takes nothing that was agreed with another payer', async () => {
    const { club, lena, olaf } = await family()
    const oma = (await club.post(MEMBERS, { external_id: 'oma' })).body.data.id
    await club.put(`${MEMBERS}/${olaf}`, { payer_id: oma })
    expect((await merge(club, olaf, lena)).status).toBe(200)
    expect(await paidFor(olaf)).toEqual({ payer: oma, agreedOn: null, hides: 0 })
  })

  it('ends what was agreed with the payer whom it replaces', async () => {
    const { club, uwe, lena, olaf } = await family()
    const oma = (await club.post(MEMBERS, { external_id: 'oma' })).body.data.id
    await club.put(`${MEMBERS}/${olaf}`, { payer_id: oma })
    expect((await merge(club, lena, olaf, ['payer_id'])).status).toBe(200)
    expect(await paidFor(lena)).toEqual({ payer: oma, agreedOn: null, hides: 0 })
    expect(await lastChanges(club, lena)).toMatchObject({ payer_id: [uwe, oma], ...ENDED })
  })
})
