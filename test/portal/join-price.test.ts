import { beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../support/call'
import { staffOf } from '../support/dashboard'
import { formValues, textOf } from '../support/html'
import { APPLICATION, appliedPath, FAMILY, joinable, setJoinForm } from '../support/join'
import { submit } from '../support/portal'
import { rows, type Workspace } from '../support/workspace'

const VERSION = {
  ...{ key_day: '01-01', due_day: 59, pro_rata: 'months', rounding: 10 },
  rules: [
    {
      ...{ kind: 'base', name: 'Kind', amount: 6000 },
      conditions: [{ field: 'birthdate.age', operator: 'less', value: '18' }],
    },
    { kind: 'base', name: 'Erwachsen', amount: 12_000 },
    { kind: 'once', name: 'Aufnahme', amount: 1000, conditions: [] },
  ],
}
const plan = (changes: object = {}) => ({
  ...{ name: 'Jahresbeitrag', list: 'members', interval: 'year', description: 'Beitrag {{period}}' },
  ...{ from_period: '2026', version: VERSION, ...changes },
})

async function withPlan(changes: object = {}, form: object = {}): Promise<Workspace> {
  const club = await joinable(form)
  const { status, text } = await club.post('/dues_plans', plan(changes))
  expect(status, text).toBe(201)
  return club
}

const shownBy = async (fields: Record<string, string>) => call('GET', await appliedPath('tsv', fields))

describe('the price of an application', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-08-10T10:00:00Z') })
    return () => vi.useRealTimers()
  })

  it('is shown line by line, with what comes later, in three trips that write nothing', async () => {
    await withPlan()
    const path = await appliedPath('tsv', APPLICATION)
    await call('GET', path)
    const { text, cost, status } = await call('GET', path)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 3, 0])
    const shown = textOf(text)
    expect(shown).toContain('Beitrag 2026: 60,00 €')
    expect(shown).toMatch(/Erwachsen: 120,00 € · 5 von 12 Monaten → 50,00 €\s*Aufnahme: 10,00 €/)
    expect(shown).toContain('Danach 120,00 € im Jahr')
    expect(shown).toContain('wenn Sie heute aufgenommen werden')
  })

  it('is what the admission of the family claims, rule of families included', async () => {
    const family = { kind: 'family', name: 'Familie', cap: 11_000, of: 'all' }
    const club = await withPlan({ version: { ...VERSION, rules: [...VERSION.rules, family] } })
    const path = await appliedPath('tsv', FAMILY)
    const shown = textOf((await call('GET', path)).text)
    expect(shown).toContain('Beitrag 2026: 95,80 €')
    expect(shown).toContain('Danach 110,00 € im Jahr')
    await submit(path)
    const staff = await staffOf(club, 'owner')
    const ids = await rows<{ id: string }>('SELECT id FROM persons')
    const query = new URLSearchParams(ids.map(({ id }) => ['id', id]))
    const confirm = `/dashboard/${club.id}/applications/confirm`
    await staff.submit(confirm, formValues((await staff.get(`${confirm}?${query}`)).text))
    expect(await rows('SELECT sum(amount) AS amount FROM fees')).toEqual([{ amount: 9_580 }])
  })

  it('is that of the members alone, if the first one becomes none and pays', async () => {
    await withPlan()
    const { 'family.joins': _, ...fields } = FAMILY
    const shown = textOf((await shownBy(fields)).text)
    expect(shown).toContain('Beitrag 2026: 165,00 €')
    expect(shown).not.toMatch(/Ada Lovelace\s*Erwachsen/)
  })

  it('says of whom the association sets the fee, and counts the others', async () => {
    const [child, ...others] = VERSION.rules
    const adult = { ...others[0], conditions: [{ field: 'birthdate.age', operator: 'less', value: '40' }] }
    await withPlan({ version: { ...VERSION, rules: [child, adult] } })
    const shown = textOf((await shownBy(FAMILY)).text)
    expect(shown.match(/Diesen Beitrag legt der Verein bei der Aufnahme fest/g)).toHaveLength(2)
    expect(shown).toContain('Beitrag 2026: 75,00 €')
  })

  it('is that of the next period while the plan begins with it', async () => {
    await withPlan({ from_period: '2027' })
    const shown = textOf((await shownBy(APPLICATION)).text)
    expect(shown).toContain('Beitrag 2027: 120,00 €')
    expect(shown).toContain('Danach 120,00 € im Jahr')
  })

  it('has a card for each plan, but none for contacts, archived ones and those to come', async () => {
    const club = await withPlan()
    await club.post(
      '/dues_plans',
      plan({ name: 'Halle', description: 'Halle', interval: 'month', from_period: '2026-01' }),
    )
    await club.post('/dues_plans', plan({ name: 'Spender', description: 'Spende', list: 'contacts' }))
    await club.post('/dues_plans', plan({ name: 'Später', description: 'Später', from_period: '2030' }))
    const archived = await club.post('/dues_plans', plan({ name: 'Alt', description: 'Altes' }))
    await rows('UPDATE dues_plans SET archived_at = ? WHERE id = ?', '2026-01-01', archived.body.data.id)
    const shown = textOf((await shownBy(APPLICATION)).text)
    expect(shown).toContain('Halle: 130,00 €')
    expect(shown).toContain('im Monat')
    for (const other of ['Spende', 'Später', 'Altes']) expect(shown).not.toContain(other)
  })

  it('is not shown without a plan, and where the form hides it', async () => {
    const club = await joinable()
    const path = await appliedPath('tsv', APPLICATION)
    const { text, cost } = await call('GET', path)
    expect([textOf(text).includes('Danach'), cost.trips]).toEqual([false, 1])
    await club.post('/dues_plans', plan())
    expect(textOf((await call('GET', path)).text)).toContain('Danach')
    await setJoinForm(club, { shows_price: false })
    const hidden = await call('GET', path)
    expect([textOf(hidden.text).includes('Danach'), hidden.cost.trips]).toEqual([false, 1])
  })

  it('leaves the page as it is, if what was typed is not valid any more', async () => {
    const club = await withPlan()
    const column = { name: 'Sparte', type: 'string', external_id: 'section', allowed_values: ['Chor'] }
    await club.put('/lists/members/custom_columns', { data: [column] })
    await setJoinForm(club, { fields: { section: 'required' } })
    const path = await appliedPath('tsv', { ...APPLICATION, section: 'Chor' })
    expect(textOf((await call('GET', path)).text)).toContain('Beitrag 2026')
    await rows(`UPDATE custom_columns SET allowed_values = '["Tanz"]'`)
    const { text, status } = await call('GET', path)
    expect([status, textOf(text).includes('Beitrag 2026')]).toEqual([200, false])
  })

  it('reads nothing of another workspace, and shows its texts as text', async () => {
    await withPlan({ description: '<b>{{period}}</b>' })
    const { text } = await shownBy({ ...APPLICATION, 'name.first_name': '<i>Ada</i>' })
    expect(text).toContain('&lt;b&gt;2026&lt;/b&gt;')
    expect(text).not.toContain('<i>Ada')
  })
})
