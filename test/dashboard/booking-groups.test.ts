import { afterEach, describe, expect, it } from 'vitest'
import { importEntries, stored } from '../support/bank'
import type { CamtEntry } from '../support/camt'
import { bankAccount, clubOf, signedIn } from '../support/club'
import type { Staff } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { rows } from '../support/workspace'

afterEach(expectSoundBooks)

const spent = (amount: number, text: string, date = '2026-02-10', name = 'Stadtwerke'): CamtEntry => ({
  amount: -amount,
  date,
  details: [{ creditor: { name }, text: [text] }],
})

/** A club whose treasurer has four open lines of Stadtwerke and one of others. */
async function fixture() {
  const { club, account, staff } = await clubOf(bankAccount(), signedIn('treasurer'))
  await club.post('/cost_units', { name: 'Vereinsheim', sphere: 'ideal', categories: ['Strom'] })
  await importEntries(club, account, [
    spent(10_000, 'Januar', '2026-01-10'),
    spent(20_000, 'Februar', '2026-02-10'),
    spent(30_000, 'März', '2026-02-11'),
    spent(400, 'Anderes', '2026-02-12', 'Bäcker'),
  ])
  const lines = await rows<{ id: string }>('SELECT id FROM bank_lines ORDER BY booked_on, id')
  const path = `/dashboard/${club.id}/bank/lines`
  const ids = lines.map(({ id }) => id)
  return { club, account, staff, path, ids }
}

const PLACE = { place: '["Vereinsheim","Strom"]', sphere: '', text: 'Strom', at: '0', revision: '1' }

/** The page after a form. */
const after = async (staff: Staff, { headers }: { headers: Headers }) => {
  const { text } = await staff.get(String(headers.get('Location')).split('#')[0] ?? '')
  return text
}

/** Presses the button of the first form on a page that posts to a path. */
function press(staff: Staff, text: string, to: string) {
  const [, action = '', form = ''] =
    new RegExp(`<form method="post" action="([^"]*/lines/${to})">(.*?)</form>`, 's').exec(text) ?? []
  const inputs = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll('&quot;', '"'),
  ])
  return staff.submit(action, Object.fromEntries(inputs))
}

describe('lines that are booked alike', () => {
  it('are offered with one press after the first, and undone with another', async () => {
    const { staff, path, ids, club } = await fixture()
    const first = await staff.submit(`${path}/${ids[0]}/book`, PLACE)
    const text = await after(staff, first)
    const said = textOf(text)
    expect(said).toContain(
      'Auch die anderen 2 Umsätze von „Stadtwerke“, zusammen −500,00 €: Vereinsheim › Strom, Ideeller Bereich: Strom',
    )
    expect(said).toContain('2 Umsätze von „Stadtwerke“, zusammen −500,00 €')
    expect(said).toContain('Wie letztes Mal, am 10. Januar 2026.')
    const booked = await press(staff, text, 'book')
    expect(leadsTo(booked)).toMatch(/\/bank\/lines#done after together\?about=bkg_\w{24}&count=2$/)
    const done = await after(staff, booked)
    expect(textOf(done)).toContain('2 Umsätze gebucht.')
    expect(await stored(club, 'voucher_lines')).toMatchObject([
      { amount: -10_000, sphere: 'ideal' },
      { amount: -20_000, sphere: 'ideal' },
      { amount: -30_000, sphere: 'ideal' },
    ])
    const undone = await press(staff, done, 'unbook')
    expect(textOf(await after(staff, undone))).toContain('2 Umsätze sind wieder offen.')
    expect((await press(staff, done, 'unbook')).status).toBe(404)
  })

  it('are each booked with one press, too, and a form begins with what is suggested', async () => {
    const { staff, path, ids } = await fixture()
    await staff.submit(`${path}/${ids[0]}/book`, PLACE)
    const form = (await staff.get(`${path}/${ids[1]}/book`)).text
    expect(form).toMatch(/<option value="\[&quot;Vereinsheim&quot;,&quot;Strom&quot;\]" selected/)
    expect(form).toContain('value="Strom"')
    const page = (await staff.get(`${path}/${ids[1]}`)).text
    expect(textOf(page)).toContain('Vereinsheim › Strom, Ideeller Bereich: Strom')
    expect(textOf(page)).toContain('Anders buchen …')
    const booked = await press(staff, page, `${ids[1]}/confirm`)
    expect(leadsTo(booked)).toContain('after booked')
    expect(textOf(await after(staff, booked))).toContain('Auch der andere Umsatz von „Stadtwerke“, −300,00 €')
  })

  it('are not booked if one has changed, which the page names', async () => {
    const { staff, path, ids, club } = await fixture()
    const text = await after(staff, await staff.submit(`${path}/${ids[0]}/book`, PLACE))
    await club.post(`/bank_lines/${ids[1]}/ignoring`, { reason: 'Doppelt' })
    const before = [await stored(club, 'vouchers'), await stored(club, 'bank_lines')]
    const refused = await press(staff, text, 'book')
    expect(refused.status).toBe(422)
    const said = textOf(refused.text)
    expect(said).toContain('Es wurde nichts gebucht')
    expect(said).toContain('Der Umsatz ist inzwischen ausgeblendet. Hol ihn zuerst zurück.')
    expect(said).toContain('−200,00 €')
    expect([await stored(club, 'vouchers'), await stored(club, 'bank_lines')]).toEqual(before)
    for (const as of ['', 'null', '{', '[]'])
      expect((await staff.submit(`${path}/book`, { lines: `${ids[2]}=1`, as })).status).toBe(422)
    expect((await staff.submit(`${path}/book`, {})).status).toBe(422)
  })

  it('are offered again without a line that was refused', async () => {
    const { staff, path, ids, club, account } = await fixture()
    await importEntries(club, account, [spent(700, 'Mai', '2026-02-20')])
    const text = await after(staff, await staff.submit(`${path}/${ids[0]}/book`, PLACE))
    await club.post(`/bank_lines/${ids[1]}/ignoring`, { reason: 'Doppelt' })
    await club.delete(`/bank_lines/${ids[1]}/ignoring`)
    const refused = await press(staff, text, 'book')
    expect(refused.status).toBe(422)
    expect(textOf(refused.text)).toContain('2 Umsätze von „Stadtwerke“, zusammen −307,00 €')
    const booked = await press(staff, refused.text, 'book')
    expect(leadsTo(booked)).toContain('&count=2')
    expect((await stored(club, 'vouchers')).length).toBe(3)
  })
})
