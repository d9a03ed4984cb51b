import { afterEach, expect, it } from 'vitest'
import { credit, importEntries, inbox } from '../support/bank'
import { bankAccount, clubOf, fee, person, signedIn } from '../support/club'
import { formValues, textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { rows } from '../support/workspace'

const HOME = { address: { street: 'Lange Str. 1', postcode: '12345', city: 'Lindental' } }
const OFFER = 'Gehören Eva Roth, Lena Roth, Uwe Roth zusammen?'

afterEach(expectSoundBooks)

/** A household of three without a payer, of whom two owe fees twice, and a namesake who lives elsewhere. */
async function fixture(home: object = HOME) {
  const named = (first_name: string, fields: object) =>
    person({ external_id: first_name, name: { first_name, last_name: 'Roth' }, ...fields })
  const world = await clubOf(
    bankAccount(),
    named('Eva', { ...home, birthdate: '1980-01-01' }),
    named('Lena', { ...home, birthdate: '2015-01-01' }),
    named('Uwe', { ...home, birthdate: '2016-01-01' }),
    named('Otto', { birthdate: '1950-01-01' }),
    ...['Lena', 'Uwe', 'Lena', 'Uwe', 'Otto'].map((person_external_id) => fee(3000, { person_external_id })),
    signedIn('treasurer'),
  )
  return { ...world, path: `/dashboard/${world.club.id}/bank/lines` }
}
type World = Awaited<ReturnType<typeof fixture>>

/** Confirms a line for some fees on its page, and gives the page after it. */
async function pay({ club, account, fees, staff, path }: World, numbers: number[]) {
  await importEntries(club, account, [credit(3000 * numbers.length, `x${numbers}`)])
  const line = (await inbox(club)).at(-1)
  const value = `fees:${numbers.map((number) => `${fees[number]?.id}=3000`).join()}`
  const taken = await staff.submit(`${path}/${line.id}/confirm`, { as: value, revision: '1', at: '0' })
  expect(taken.status, taken.text).toBe(303)
  const page = await staff.get(String(taken.headers.get('Location')).split('#')[0] ?? '')
  expect([page.status, page.cost.trips], page.text).toEqual([200, 1])
  return page.text
}

it('offers to say who pays, after a line has paid for several of one home, and sets the payer', async () => {
  const world = await fixture()
  const { club, staff, path, ids } = world
  const text = await pay(world, [0, 1])
  expect(textOf(text)).toContain(OFFER)
  const [, form = ''] = /(<form[^>]*action="[^"]*\/members\/families".*?<\/form>)/s.exec(text) ?? []
  const saved = await staff.submit(
    `/dashboard/${club.id}/members/families`,
    Object.fromEntries(formValues(form)),
  )
  expect(saved.headers.get('Location'), saved.text).toBe(path)
  expect(textOf((await staff.get(path)).text)).toContain('2 Personen haben jetzt einen Zahler.')
  const found = await rows('SELECT payer_id FROM persons WHERE workspace_id = ? ORDER BY id', club.id)
  expect(found.map(({ payer_id }) => payer_id)).toEqual([null, ids[0], ids[0], null])
  await importEntries(club, world.account, [credit(6000, 'Beitrag', { name: 'Eva Roth' })])
  expect((await inbox(club))[0].suggestion).toMatchObject({ reason_code: 'name_family' })
})

it('finds a home by an email, too', async () => {
  const world = await fixture({ email: 'roth@example.org' })
  expect(textOf(await pay(world, [0, 1]))).toContain(OFFER)
})

it('offers it once, whatever was answered', async () => {
  const world = await fixture()
  expect(textOf(await pay(world, [0, 1]))).toContain(OFFER)
  expect(textOf((await world.staff.get(world.path)).text)).not.toContain(OFFER)
  expect(textOf(await pay(world, [2, 3]))).not.toContain('zusammen?')
})

it.each<[string, number[], (world: World) => Promise<unknown>]>([
  ['one person', [0, 2], async () => undefined],
  ['persons of two homes', [0, 4], async () => undefined],
  [
    'persons of whom one has a payer',
    [0, 1],
    ({ club, ids }) =>
      rows('UPDATE persons SET payer_id = ? WHERE workspace_id = ? AND id = ?', ids[3], club.id, ids[1]),
  ],
  ['a home without an adult', [0, 1], ({ club, ids }) => club.delete(`/lists/members/persons/${ids[0]}`)],
])('offers nothing for %s', async (_, numbers, change) => {
  const world = await fixture()
  await change(world)
  expect(textOf(await pay(world, numbers))).not.toContain('zusammen?')
})
