import { expect, it } from 'vitest'
import { ibanOf } from '../support/direct-debit-file'
import { addPersons, claim, collectingClub, submitted } from '../support/direct-debits'
import { textOf } from '../support/html'
import { LENA, OLAF, setPayer, UWE } from '../support/payer'
import { setPortal, signIn } from '../support/portal'
import { codesOf } from '../support/qr'

/**
 * Uwe pays for Lena and Olaf, whose addresses are others. Lena owes a fee, and one was paid for Olaf in 2026. Uwe has no
 * account but the one given.
 */
async function family(account: object = { bank_account: null, sepa_mandate: null }) {
  const club = await collectingClub()
  await setPortal(club, { functions: ['view_data', 'view_fees'] })
  await addPersons(club, [{ ...UWE, ...account }, { ...LENA, email: 'lena@example.org' }, OLAF])
  const [lenas = '', paid = ''] = await claim(club, [
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
    const page = `/portal/persons/${await id(name)}`
    return { page, fees: `${page}/fees`, read }
  }
  return { club, id, open, lenas }
}

it('shows a payer the fees and payments of those it pays for, by name, in as many trips', async () => {
  const { club, open } = await family()
  const before = await open('uwe')
  const without = await before.read(before.fees)
  expect(without.words).not.toMatch(/\bLena\b/)
  await setPayer(club, 'uwe', 'lena', 'olaf')
  const { fees, read } = await open('uwe')
  const { status, words, cost } = await read(fees)
  expect([status, cost.trips]).toEqual([200, without.cost.trips])
  expect(words).toContain('Sie zahlen auch für')
  expect(words).toContain('Lena: Beitrag 2027')
  expect(words).toContain('45,00 €')
  expect(words).toMatch(/Erledigt 2026 Olaf: Beitrag 2026 bezahlt am 1\. März 2026 30,00 € bezahlt/)
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
  for (const other of ['Sie zahlen auch für', 'Olaf']) expect(own.words).not.toContain(other)
  expect((await lena.read(`${lena.fees}/2026`)).status).toBe(404)
  const uwe = await open('uwe')
  for (const page of ['', '/fees', '/edit/contact', '/fees/2026'])
    expect((await uwe.read(`/portal/persons/${await id('lena')}${page}`)).status).toBe(404)
})

it('asks the payer for what others owe as for its own: in the sum of the family, with reference and code', async () => {
  const { club, open, lenas } = await family()
  await claim(club, [{ person_external_id: 'uwe', description: 'Spende', amount: 1000 }])
  await setPayer(club, 'uwe', 'lena', 'olaf')
  const { reference } = (await club.get(`/fees/${lenas}`)).body.data
  const { page, fees, read } = await open('uwe')
  const { words, text } = await read(fees)
  expect(words).toContain('Offen für Uwe 10,00 €')
  expect(words).toContain('Sie zahlen auch für Lena: Beitrag 2027 fällig bis 31. März 2026 45,00 € offen')
  expect(words).toContain('Offen in der Familie 55,00 € Uwe 10,00 € zu überweisen Lena 45,00 € zu überweisen')
  expect(words).toContain(reference.match(/.{1,4}/g).join(' '))
  expect(codesOf(text).map((code) => code.includes(reference))).toEqual([false, true])
  const home = await read(page)
  expect(home.words).toContain('Offen: 55,00 €')
  expect(home.cost.trips).toBe(1)
  expect(words).not.toContain('Olaf 0,00')
})

it('says of the fees of others that they are collected, from whose account, soon and once they are', async () => {
  const { club, open, lenas } = await family({ bank_account: { iban: ibanOf(1) } })
  await setPayer(club, 'uwe', 'lena', 'olaf')
  const planned = await open('uwe')
  const soon = await planned.read(planned.fees)
  expect(soon.words).toMatch(
    /Lastschrift 45,00 € ziehen wir demnächst von .* ein\. Sie müssen nichts tun\. Lena: Beitrag 2027/,
  )
  expect(soon.words).not.toContain('So überweisen Sie')
  expect(soon.words).not.toContain('Im Moment ist nichts offen')
  await submitted(club, [lenas])
  const collected = await open('uwe')
  const { words } = await collected.read(collected.fees)
  expect(words).toMatch(
    /45,00 € ziehen wir am 16\. März 2026 von .* ein\. Sie müssen nichts tun\. Lena: Beitrag 2027: 45,00 €/,
  )
  expect(words).toContain('dazu 45,00 € per Lastschrift Uwe 0,00 € nichts offen Lena 45,00 € Lastschrift')
})

it('masks the account of someone who keeps one, and hides all else of those it pays for', async () => {
  const { club, id, open, lenas } = await family()
  const account = { bank_account: { iban: ibanOf(7), signatory: 'Oma Roth' } }
  const mandate = { sepa_mandate: { reference: 'M-7', signature_date: '2025-01-31' } }
  await addPersons(club, [
    { external_id: 'lena', ...account, ...mandate, phone_numbers: [{ number: '0301234567' }] },
  ])
  await setPayer(club, 'uwe', 'lena', 'olaf')
  await submitted(club, [lenas])
  const { fees, page, read } = await open('uwe')
  const texts = [await read(fees), await read(page), await read(`${page}/record`), await read(`${fees}/2026`)]
  expect(texts.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  for (const { text } of texts)
    for (const secret of [ibanOf(7), 'Oma Roth', 'M-7', '0301234567', 'lena@example.org', await id('lena')])
      expect(text).not.toContain(secret)
})

it('costs no more rows for the settled fees of someone it pays for than those of a page', async () => {
  const { club, open } = await family()
  await setPayer(club, 'uwe', 'lena', 'olaf')
  const costs: number[] = []
  for (const count of [60, 120]) {
    const ids = await claim(
      club,
      Array.from({ length: count }, (_, n) => ({ person_external_id: 'olaf', description: `Fee ${n}` })),
    )
    for (let at = 0; at < ids.length; at += 60)
      await club.post('/payments', {
        data: ids
          .slice(at, at + 60)
          .map((fee_id) => ({ fee_id, amount: 4500, paid_on: '2025-03-01', method: 'cash' })),
      })
    const { fees, read } = await open('uwe')
    const { words, cost } = await read(fees)
    expect(words.match(/Olaf: Beitrag 2026|Olaf: Fee/g)).toHaveLength(50)
    costs.push(cost.rowsRead)
    expect((await read(`${fees}?page=2`)).words).toContain('Olaf: Fee')
  }
  expect(costs[1]).toBe(costs[0])
})
