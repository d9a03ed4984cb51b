import { afterEach, expect, it } from 'vitest'
import { credit, importEntries, inbox } from '../support/bank'
import { bankAccount, clubOf, fee, person, settings, signedIn } from '../support/club'
import { inputValue } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { rows, type Workspace } from '../support/workspace'

const ERNA = { name: 'Erna Koch', iban: 'DE75512108001245126199' }

afterEach(expectSoundBooks)

/** A club with three persons, of whom each owes 45.00 twice. */
async function createClub() {
  const names = ['Anna', 'Ben', 'Cleo']
  const { club, account, ids, fees } = await clubOf(
    settings({}),
    bankAccount(),
    ...names.map((first_name) =>
      person({ external_id: first_name, name: { first_name, last_name: 'Weber' } }),
    ),
    ...[...names, ...names].map((person_external_id) => fee(4500, { person_external_id })),
  )
  return { club, account, ids, fees: fees.map(({ id }) => id) }
}
type Club = Awaited<ReturnType<typeof createClub>>

/** Imports a line of an account, and confirms it for some fees, the whole of each. */
async function pay({ club, account, fees }: Club, numbers: number[], text = 'x') {
  await importEntries(club, account, [credit(4500 * numbers.length, text, ERNA)])
  const line = (await inbox(club)).at(-1)
  const parts = numbers.map((number) => ({ fee_id: fees[number], amount: 4500 }))
  const { status, text: answer } = await club.post(`/bank_lines/${line.id}/confirmation`, { parts })
  expect(status, answer).toBe(201)
  return line.id as string
}

const undo = (club: Workspace, line: string) => club.delete(`/bank_lines/${line}/confirmation`)

/** The persons for whom the account has paid. */
async function learned({ club, ids }: Club): Promise<number[]> {
  const found = await rows<{ iban: string; person_id: string }>(
    'SELECT iban, person_id FROM paying_accounts WHERE workspace_id = ?',
    club.id,
  )
  expect(found.filter(({ iban }) => iban !== ERNA.iban)).toEqual([])
  return found.map(({ person_id }) => ids.indexOf(person_id)).sort()
}

it('remembers everybody for whom an account has paid, once', async () => {
  const world = await createClub()
  await pay(world, [0, 1])
  expect(await learned(world)).toEqual([0, 1])
  await pay(world, [3, 2], 'again')
  expect(await learned(world)).toEqual([0, 1, 2])
})

it('finds all of them by the account', async () => {
  const world = await createClub()
  await pay(world, [0, 1])
  await importEntries(world.club, world.account, [credit(9000, 'y', ERNA)])
  const [line] = await inbox(world.club)
  expect(line.suggestion).toMatchObject({
    certain: false,
    reason_code: 'account_learned',
    parts: [
      { fee_id: world.fees[3], amount: 4500 },
      { fee_id: world.fees[4], amount: 4500 },
    ],
  })
})

it('forgets with an undo what no other line has taught', async () => {
  const world = await createClub()
  const first = await pay(world, [0, 1])
  const second = await pay(world, [3, 2], 'again')
  await undo(world.club, second)
  expect(await learned(world)).toEqual([0, 1])
  await undo(world.club, first)
  expect(await learned(world)).toEqual([])
})

it('forgets what certain lines taught that are undone together', async () => {
  const { club, account, fees, staff } = await clubOf(
    bankAccount(),
    person({ name: { first_name: 'Anna' } }),
    fee(4500),
    fee(4500),
    signedIn('treasurer'),
  )
  const count = () => rows('SELECT 1 FROM paying_accounts WHERE workspace_id = ?', club.id)
  for (const { reference } of fees) await importEntries(club, account, [credit(4500, reference, ERNA)])
  const path = `/dashboard/${club.id}/bank/lines`
  const confirmed = await staff.submit(`${path}/certain`)
  expect(await count()).toHaveLength(1)
  const { text } = await staff.get(String(confirmed.headers.get('Location')).split('#')[0] ?? '')
  const undone = await staff.submit(`${path}/uncertain`, { when: inputValue(text, 'when') ?? '' })
  expect(undone.status, undone.text).toBe(303)
  expect(await count()).toEqual([])
})

it('learns nothing from refunds, from lines without an account, and of persons who are gone', async () => {
  const world = await createClub()
  const { club, account, fees, ids } = world
  await importEntries(club, account, [credit(4500, 'x')])
  const [line] = await inbox(club)
  await club.post(`/bank_lines/${line.id}/confirmation`, { parts: [{ fee_id: fees[0], amount: 4500 }] })
  await importEntries(club, account, [
    {
      amount: -4500,
      date: '2026-02-10',
      details: [{ creditor: { name: 'E', iban: ERNA.iban }, text: ['x'] }],
    },
  ])
  const [back] = await inbox(club)
  const refund = { parts: [{ fee_id: fees[0], amount: -4500 }] }
  expect((await club.post(`/bank_lines/${back.id}/confirmation`, refund)).status).toBe(201)
  await club.delete(`/lists/members/persons/${ids[1]}`)
  await pay(world, [1])
  expect(await learned(world)).toEqual([])
})

it('goes with a person who is deleted, and to the one into whom a double is merged', async () => {
  const world = await createClub()
  const { club, ids } = world
  await pay(world, [0, 1, 2])
  const merged = await club.post(`/lists/members/persons/${ids[0]}/merge`, { from: ids[1] })
  expect(merged.status, merged.text).toBe(200)
  expect(await learned(world)).toEqual([0, 2])
  await club.delete(`/lists/members/persons/${ids[2]}`)
  expect(await learned(world)).toEqual([0])
})

it('proposes nobody for an account that has paid for many', async () => {
  const names = Array.from({ length: 21 }, (_, number) => `P${number}`)
  const { club, account, fees } = await clubOf(
    settings({}),
    bankAccount(),
    ...names.map((first_name) => person({ external_id: first_name, name: { first_name } })),
    ...names.map((person_external_id) => fee(100, { person_external_id })),
    ...names.map((person_external_id, number) => fee(200 + number, { person_external_id })),
  )
  await importEntries(club, account, [credit(2000, 'x', ERNA), credit(200, 'y', ERNA)])
  const [line] = await inbox(club)
  const parts = fees.slice(0, 20).map(({ id }) => ({ fee_id: id, amount: 100 }))
  await club.post(`/bank_lines/${line.id}/confirmation`, { parts })
  expect((await inbox(club))[0].suggestion?.reason_code).toBe('account_learned')
  await importEntries(club, account, [credit(100, 'z', ERNA)])
  const last = (await inbox(club)).at(-1)
  await club.post(`/bank_lines/${last.id}/confirmation`, { parts: [{ fee_id: fees[20]?.id, amount: 100 }] })
  expect((await inbox(club))[0].suggestion).toBeNull()
})
