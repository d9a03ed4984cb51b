import { describe, expect, it } from 'vitest'
import { todayIn } from '../../src/domain/shared/dates'
import { staffOf } from '../support/dashboard'
import { addPersons, claim, collectingClub } from '../support/direct-debits'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { LENA, OLAF, setPayer, UWE } from '../support/payer'
import { setPortal, signIn } from '../support/portal'
import { signInBy } from '../support/portal-sessions'
import { rows } from '../support/workspace'

const ADULT = '1990-02-28'

/** Uwe pays for Lena, an adult with an address of her own, who owes a fee and paid one in 2026, and for Olaf, who owes one. */
async function family(lena: object = {}) {
  const club = await collectingClub()
  await setPortal(club, { functions: ['view_data', 'view_fees'] })
  const own = { ...LENA, email: 'lena@example.org', birthdate: ADULT, ...lena }
  await addPersons(club, [{ ...UWE, bank_account: null, sepa_mandate: null }, own, OLAF])
  const [, paid = ''] = await claim(club, [
    { person_external_id: 'lena', description: 'Offen 2027', due_on: '2026-03-31' },
    { person_external_id: 'lena', description: 'Bezahlt 2026', amount: 3000 },
    { person_external_id: 'olaf', description: 'Auch offen', amount: 1200 },
  ])
  await club.post('/payments', {
    data: [{ fee_id: paid, amount: 3000, paid_on: '2026-03-01', method: 'bank_transfer' }],
  })
  await setPayer(club, 'uwe', 'lena', 'olaf')
  const id = async (name: string) => (await club.get(`/lists/members/persons/${name}`)).body.data.id as string
  const [lenas, uwes] = [await id('lena'), await id('uwe')]
  const member = await signIn(club, { person_id: lenas })
  const payer = await signIn(club, { person_id: uwes })
  const words = ({ text }: { text: string }) => textOf(text).replaceAll('\u00a0', ' ')
  return {
    club,
    lenas,
    uwes,
    member,
    ownPage: async () => words(await member.get(`/portal/persons/${lenas}/fees`)),
    payersPage: async (page = '/fees') => {
      const answer = await payer.get(`/portal/persons/${uwes}${page}`)
      return { ...answer, words: words(answer) }
    },
    set: (fees: string) => member.submit(`/portal/persons/${lenas}/payer`, { fees }),
  }
}

const hidden = async (id: string) =>
  (await rows<{ hides: number }>('SELECT hides_fees_from_payer AS hides FROM persons WHERE id = ?', id))[0]
    ?.hides

describe('who pays', () => {
  it('is named to the member, with what it sees and since when it agreed', async () => {
    const { ownPage, lenas } = await family()
    const page = await ownPage()
    expect(page).toContain('Wer zahlt Nicht mehr zeigen Ihre Beiträge zahlt Uwe Roth.')
    expect(page).toContain('sieht im Portal Ihre Beiträge und Zahlungen, sonst nichts von Ihnen')
    await rows(`UPDATE persons SET payer_agreed_on = '2026-05-03' WHERE id = ?`, lenas)
    expect(await ownPage()).toContain('Zugesagt am 3. Mai 2026.')
  })

  it('is named by first and last name alone', async () => {
    const { ownPage, club, uwes } = await family()
    await club.put(`/lists/members/persons/${uwes}`, { name: null, email: 'uwe@secret.example' })
    const page = await ownPage()
    expect(page).toContain('Ihre Beiträge zahlt eine andere Person.')
    expect(page).not.toContain('uwe@secret.example')
  })

  it('is not said of those who pay for themselves', async () => {
    const { payersPage, club, ownPage } = await family()
    expect((await payersPage()).words).not.toContain('Wer zahlt')
    await setPayer(club, null, 'lena')
    expect(await ownPage()).not.toContain('Wer zahlt')
  })
})

describe('an adult who hides its fees', () => {
  it('takes them, their payments and their confirmation from the payer, and leaves those of others', async () => {
    const { set, payersPage, ownPage } = await family()
    const before = await payersPage()
    expect(before.words).toContain('Lena: Offen 2027')
    expect((await payersPage('/fees/2026')).words).toContain('Lena: Bezahlt 2026')
    const saved = await set('hidden')
    expect([saved.status, saved.cost.trips]).toEqual([303, 2])
    const { words, cost } = await payersPage()
    expect(cost.trips).toBe(before.cost.trips)
    for (const gone of ['Offen 2027', 'Bezahlt 2026', 'Lena 45', 'Beitragsbestätigung 2026'])
      expect(words).not.toContain(gone)
    expect(words).toContain('Beiträge von Lena sind hier nicht sichtbar.')
    expect(words).toContain('Olaf: Auch offen')
    expect((await payersPage('')).words).toContain('Offen: 12,00 €')
    expect((await payersPage('/fees/2026')).status).toBe(404)
    expect(await ownPage()).toContain('Offen 2027')
  })

  it('shows them again', async () => {
    const { set, payersPage, lenas, ownPage } = await family()
    await set('hidden')
    expect(await ownPage()).toContain('Wieder zeigen')
    await set('shown')
    expect(await hidden(lenas)).toBe(0)
    expect((await payersPage()).words).toContain('Lena: Offen 2027')
    expect(await ownPage()).toContain('Nicht mehr zeigen')
  })

  it('is recorded once, as an act of the member', async () => {
    const { set, club, lenas, member } = await family()
    const answers = [await set('hidden'), await set('hidden')]
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    const events = (await eventsOf(club)).filter(({ changes }) => changes?.hides_fees_from_payer)
    expect(events).toMatchObject([
      {
        action: 'person.updated',
        subject_id: lenas,
        actor_kind: 'member',
        actor_id: lenas,
        changes: { hides_fees_from_payer: [false, true] },
      },
    ])
    const [, cookie = ''] = (answers[1]?.headers.get('Set-Cookie') ?? '').match(/^([^;]+)/) ?? []
    const after = await member.get(`/portal/persons/${lenas}/fees`, { Cookie: `${member.cookie}; ${cookie}` })
    expect(textOf(after.text)).toContain('Das war schon so eingestellt.')
  })

  it('is told to the office', async () => {
    const { set, club, lenas } = await family()
    await set('hidden')
    const office = await staffOf(club, 'owner')
    const { text } = await office.get(`/dashboard/${club.id}/members/${lenas}`)
    expect(textOf(text)).toContain('zeigt dem Zahler Beiträge und Zahlungen nicht')
    expect(textOf((await office.get(`/dashboard/${club.id}/log`)).text)).toContain(
      'Beiträge vor dem Zahler verborgen',
    )
  })

  it('finds it in the file with all its data, and the office in its own', async () => {
    const { set, club, lenas, member } = await family()
    await set('hidden')
    const file = await member.submit(`/portal/persons/${lenas}/record`)
    expect(JSON.parse(file.text).payer).toEqual({
      name: 'Uwe Roth',
      agreed_on: null,
      hides_fees_from_payer: true,
    })
    expect(textOf((await member.get(`/portal/persons/${lenas}/record`)).text)).toContain('Wer zahlt')
    const office = await staffOf(club, 'owner')
    const exported = await office.submit(`/dashboard/${club.id}/members/${lenas}/export`)
    expect(JSON.parse(exported.text).more.payer).toEqual([
      { payer_agreed_on: null, hides_fees_from_payer: 1 },
    ])
  })

  it('shows them to the next payer, until it hides them again', async () => {
    const { set, club, lenas, uwes, payersPage } = await family()
    await set('hidden')
    const put = (payer_id: string | null) => club.put(`/lists/members/persons/${lenas}`, { payer_id })
    await put(null)
    expect(await hidden(lenas)).toBe(0)
    await put(uwes)
    expect((await payersPage()).words).toContain('Lena: Offen 2027')
  })

  it('is told that the payer reads its pages anyway, if both have one address', async () => {
    const { club, lenas, uwes } = await family({ email: 'uwe@example.org' })
    await club.put(`/lists/members/persons/${uwes}`, { email: 'uwe@example.org' })
    const both = await signIn(club, { email: 'uwe@example.org' })
    const read = async (id: string) => textOf((await both.get(`/portal/persons/${id}/fees`)).text)
    expect(await read(lenas)).toContain('Wer sie liest, sieht im Portal auch Ihre Seiten.')
    await both.submit(`/portal/persons/${lenas}/payer`, { fees: 'hidden' })
    expect(await read(uwes)).not.toContain('Beiträge von Lena sind hier nicht sichtbar')
  })
})

describe('who may hide fees', () => {
  const eighteenYearsAgo = (days: number) => {
    const today = todayIn('Europe/Berlin', new Date())
    const [year = '', month = '', day = ''] = today.split('-')
    return new Date(Date.UTC(Number(year) - 18, Number(month) - 1, Number(day) + days))
      .toISOString()
      .slice(0, 10)
  }

  it.each([
    ['on the 18th birthday', () => eighteenYearsAgo(0), 1],
    ['a day before it', () => eighteenYearsAgo(1), 0],
    ['without a birthdate', () => null, 1],
  ])('%s', async (_, birthdate, allowed) => {
    const { club, set, lenas, ownPage } = await family()
    await club.put(`/lists/members/persons/${lenas}`, { birthdate: birthdate() })
    expect((await ownPage()).includes('Nicht mehr zeigen')).toBe(allowed === 1)
    expect(await ownPage()).toContain('Ihre Beiträge zahlt Uwe Roth.')
    expect((await set('hidden')).status).toBe(allowed ? 303 : 404)
    expect(await hidden(lenas)).toBe(allowed)
  })

  it('is nobody for whom nobody pays', async () => {
    const { club, set, lenas } = await family()
    await setPayer(club, null, 'lena')
    expect((await set('hidden')).status).toBe(404)
    expect(await hidden(lenas)).toBe(0)
  })

  it('is no minor whose birthdate was wrong before', async () => {
    const { set, club, lenas, payersPage, ownPage } = await family()
    await set('hidden')
    await club.put(`/lists/members/persons/${lenas}`, { birthdate: '2015-01-01' })
    expect((await payersPage()).words).toContain('Lena: Offen 2027')
    expect(await ownPage()).toContain('Diese Person sieht im Portal Ihre Beiträge und Zahlungen')
  })

  it('is not the office on behalf of the member', async () => {
    const { club, lenas } = await family()
    const shown = await signInBy('staff_shown', club, { id: lenas, email: 'lena@example.org' })
    const page = await shown.get(`/portal/persons/${lenas}/fees`)
    expect(textOf(page.text)).toContain('Wer zahlt')
    expect(textOf(page.text)).not.toContain('Nicht mehr zeigen')
    expect((await shown.submit(`/portal/persons/${lenas}/payer`, { fees: 'hidden' })).status).toBe(403)
    expect(await hidden(lenas)).toBe(0)
  })

  it('is not the payer', async () => {
    const { club, lenas, uwes } = await family()
    const payer = await signIn(club, { person_id: uwes })
    expect((await payer.submit(`/portal/persons/${lenas}/payer`, { fees: 'hidden' })).status).toBe(404)
    expect(await hidden(lenas)).toBe(0)
  })
})
