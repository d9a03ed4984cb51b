import { expect, it } from 'vitest'
import { addPersons, claim, collectingClub } from '../support/direct-debits'
import { textOf } from '../support/html'
import { LENA, OLAF, setPayer, UWE } from '../support/payer'
import { setPortal, signIn } from '../support/portal'

/** Uwe pays for Lena and Olaf, whose addresses are others. Lena owes a fee, and one was paid for Olaf in 2026. */
async function family() {
  const club = await collectingClub()
  await setPortal(club, { functions: ['view_data', 'view_fees'] })
  await addPersons(club, [
    { ...UWE, bank_account: null, sepa_mandate: null },
    { ...LENA, email: 'lena@example.org' },
    OLAF,
  ])
  const [, paid = ''] = await claim(club, [
    { person_external_id: 'lena', description: 'Beitrag 2027', due_on: '2026-03-31' },
    { person_external_id: 'olaf', description: 'Beitrag 2026', amount: 3000 },
  ])
  await club.post('/payments', {
    data: [{ fee_id: paid, amount: 3000, paid_on: '2026-03-01', method: 'bank_transfer' }],
  })
  const id = async (name: string) => (await club.get(`/lists/members/persons/${name}`)).body.data.id as string
  const open = async (name: string) => {
    const session = await signIn(club, { person_external_id: name })
    const read = async (page: string) => {
      const answer = await session.get(page)
      return { ...answer, words: textOf(answer.text).replaceAll('\u00a0', ' ') }
    }
    return { fees: `/portal/persons/${await id(name)}/fees`, read }
  }
  return { club, id, open }
}

it('shows a payer the fees and payments of those it pays for, by name, in as many trips', async () => {
  const { club, open } = await family()
  const before = await open('uwe')
  const without = await before.read(before.fees)
  expect(without.words).not.toContain('Lena')
  await setPayer(club, 'uwe', 'lena', 'olaf')
  const { fees, read } = await open('uwe')
  const { status, words, cost } = await read(fees)
  expect([status, cost.trips]).toEqual([200, without.cost.trips])
  expect(words).toContain('Sie zahlen auch für')
  expect(words).toContain('Lena: Beitrag 2027')
  expect(words).toContain('45,00 €')
  expect(words).toContain('Beitragsbestätigung 2026')
  const confirmation = await read(`${fees}/2026`)
  expect(confirmation.words).toContain('Olaf: Beitrag 2026')
  expect(confirmation.words).toContain('30,00 €')
})

it('shows a dependant its own alone, and opens nothing else of it to the payer', async () => {
  const { club, id, open } = await family()
  await setPayer(club, 'uwe', 'lena', 'olaf')
  const lena = await open('lena')
  const own = await lena.read(lena.fees)
  expect(own.words).toContain('Beitrag 2027')
  for (const other of ['Sie zahlen auch für', 'Olaf', 'Uwe']) expect(own.words).not.toContain(other)
  expect((await lena.read(`${lena.fees}/2026`)).status).toBe(404)
  const uwe = await open('uwe')
  for (const page of ['', '/fees', '/edit/contact', '/fees/2026'])
    expect((await uwe.read(`/portal/persons/${await id('lena')}${page}`)).status).toBe(404)
})
