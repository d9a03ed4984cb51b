import { afterEach, describe, expect, it } from 'vitest'
import { importEntries, inbox } from '../support/bank'
import type { CamtEntry } from '../support/camt'
import { bankAccount, clubOf, costUnit, signedIn } from '../support/club'
import { leadsTo } from '../support/done'
import { inputValue, textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'

afterEach(expectSoundBooks)

const spent = (text: string, details: object = { creditor: { name: 'Stadtwerke' } }): CamtEntry => ({
  amount: -100,
  date: '2026-02-10',
  details: [{ ...details, text: [text] }],
})

async function fixture(...texts: string[]) {
  const { club, account, staff } = await clubOf(
    bankAccount(),
    costUnit('Vereinsheim', 'Strom'),
    signedIn('treasurer'),
  )
  if (texts.length > 0)
    await importEntries(
      club,
      account,
      texts.map((text) => spent(text)),
    )
  const lines: { id: string; text: string }[] = await inbox(club)
  const rules = async () => (await club.get('/booking_rules')).body.data
  return { club, account, staff, lines, rules, at: `/dashboard/${club.id}` }
}

const PLACE = { place: '["Vereinsheim","Strom"]', sphere: 'ideal', text: 'Strom' }

describe('the tick “Immer so buchen”', () => {
  it('keeps a rule of the party with the booking, which a second one replaces', async () => {
    const { club, staff, lines, rules, at } = await fixture('a', 'b', 'c')
    const [a, b] = lines
    const form = await staff.get(`${at}/bank/lines/${a?.id}/book`)
    expect(textOf(form.text)).toContain('Immer so buchen')
    await staff.submit(`${at}/bank/lines/${a?.id}/book`, { ...PLACE, revision: '1', always: '1' })
    const [rule] = await rules()
    expect(rule).toMatchObject({
      party_name: 'Stadtwerke',
      party_iban: null,
      sign: 'out',
      text: 'Strom',
      costunit_name: 'Vereinsheim',
      category_name: 'Strom',
      sphere: 'ideal',
      times: 1,
      last_on: '2026-02-10',
    })
    expect((await inbox(club))[0].suggestion).toMatchObject({ reason_code: 'rule' })
    const other = { ...PLACE, place: '', sphere: 'business', text: 'Stadtwerke: b' }
    await staff.submit(`${at}/bank/lines/${b?.id}/book`, { ...other, revision: '1', always: '1' })
    expect(await rules()).toEqual([
      expect.objectContaining({ id: rule.id, costunit_name: null, sphere: 'business', text: null, times: 2 }),
    ])
    const events = (await club.get('/events?per_page=500')).body.data
    expect(
      events
        .slice(-4)
        .map(({ action }: { action: string }) => action)
        .sort(),
    ).toEqual(['bank_line.booked', 'bank_line.booked', 'booking_rule.created', 'booking_rule.updated'])
  })

  it('is refused with nothing booked if the booking has no place, and is not there without a party', async () => {
    const { club, account, staff, lines, rules, at } = await fixture('a')
    const refused = await staff.submit(`${at}/bank/lines/${lines[0]?.id}/book`, {
      ...{ text: 'x', place: '', sphere: '', revision: '1', always: '1' },
    })
    expect(refused.status).toBe(422)
    expect(textOf(refused.text)).toContain('Wähle eine Kostenstelle oder eine Sphäre.')
    expect([await rules(), (await club.get('/vouchers')).body.data]).toEqual([[], []])
    await importEntries(club, account, [spent('nobody', {})])
    const nobody = (await inbox(club)).find(({ text }: { text: string }) => text === 'nobody')
    const path = `${at}/bank/lines/${nobody.id}/book`
    expect(textOf((await staff.get(path)).text)).not.toContain('Immer so buchen')
    expect((await staff.submit(path, { ...PLACE, revision: '1', always: '1' })).status).toBe(422)
    expect(await rules()).toEqual([])
  })
})

describe('the settings of booking rules', () => {
  it('add, list, change and delete rules, as they were shown', async () => {
    const { staff, rules, at } = await fixture()
    const list = `${at}/settings/booking-rules`
    expect(textOf((await staff.get(list)).text)).toContain('Noch keine Regeln')
    const typed = { ...PLACE, sign: 'out', text_contains: 'Abschlag', party_iban: '', party_name: '' }
    const missing = await staff.submit(`${list}/new`, { ...typed, text_contains: '' })
    expect(missing.status).toBe(422)
    expect(textOf(missing.text)).toContain('Gib an, für wen die Regel gilt')
    const added = await staff.submit(`${list}/new`, typed)
    const [rule] = await rules()
    expect(leadsTo(added)).toBe(`${list}#${rule.id} after added`)
    const shown = textOf((await staff.get(list)).text)
    expect(shown).toContain('Abschlag')
    expect(shown).toContain('Vereinsheim › Strom, Ideeller Bereich: Strom')
    expect(shown).toContain('noch nie')
    const form = await staff.get(`${list}/${rule.id}`)
    expect([inputValue(form.text, 'text_contains'), inputValue(form.text, 'revision')]).toEqual([
      'Abschlag',
      '1',
    ])
    const change = { ...typed, revision: '1', party_name: 'Stadtwerke', side: '' }
    expect(leadsTo(await staff.submit(`${list}/${rule.id}`, change))).toContain('after saved')
    const stale = await staff.submit(`${list}/${rule.id}`, change)
    expect(stale.status).toBe(422)
    expect(textOf(stale.text)).toContain('Jemand hat die Regel inzwischen geändert.')
    const question = await staff.get(`${list}/${rule.id}/delete`)
    expect(textOf(question.text)).toContain('Regel „Stadtwerke“ löschen?')
    expect((await staff.submit(`${list}/${rule.id}/delete`, { revision: '1' })).status).toBe(422)
    expect(await rules()).toHaveLength(1)
    const deleted = await staff.submit(`${list}/${rule.id}/delete`, { revision: '2' })
    expect(leadsTo(deleted)).toBe(`${list} after deleted`)
    expect(await rules()).toEqual([])
    expect((await staff.get(`${list}/${rule.id}`)).status).toBe(404)
  })
})
