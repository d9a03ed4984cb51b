import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { clubOf, columns, person, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { formValues, textOf } from '../support/html'
import { createPerson } from '../support/portal'
import { rows, type Workspace, workspace } from '../support/workspace'

const COLUMNS = columns([
  { name: 'Ermäßigung in Prozent', type: 'integer', external_id: 'reduction' },
  { name: 'Spartenbeitrag', type: 'number', external_id: 'section' },
])

const MEMBERS = [
  { name: { first_name: 'Ada', last_name: 'Lovelace' }, reduction: 50, section: 12.5 },
  { name: { first_name: 'Alan', last_name: '<Turing>' }, reduction: 100, section: 0 },
  { name: { first_name: 'Grace', last_name: 'Hopper' } },
]

async function fixture(role: Role = 'treasurer') {
  const world = await clubOf(COLUMNS, ...MEMBERS.map((one) => person(one)), signedIn(role))
  const [reduction = '', section = ''] = world.columnIds
  const columnId = (key: string) => (key === 'section' ? section : reduction)
  return { ...world, columnId, base: `/dashboard/${world.club.id}/fees` }
}

type Fields = Record<string, string> | [string, string][]

const CLAIM = {
  audience: 'all',
  calculation: 'fixed',
  amount: '48,00',
  description: 'Beitrag {{year}}',
  due_on: '2026-03-01',
}

/** Sends the form to the check, and that to the claim. */
async function claim(staff: Staff, base: string, fields: Fields) {
  const check = await staff.submit(`${base}/claim/check`, fields)
  return {
    check,
    fields: formValues(check.text),
    run: await staff.submit(`${base}/claim/run`, formValues(check.text)),
  }
}

const storedFees = (club: Workspace) =>
  rows(
    'SELECT person_name, amount, description, due_on, status FROM fees WHERE workspace_id = ? ORDER BY person_name',
    club.id,
  )

describe('claiming fees', () => {
  it('shows what it would do, then claims it, in two trips', async () => {
    const { club, staff, base } = await fixture()
    const start = await staff.get(`${base}/claim`)
    expect([start.status, start.cost.trips, start.cost.rowsWritten]).toEqual([200, 1, 0])
    const { check, run } = await claim(staff, base, CLAIM)
    expect([check.status, check.cost.trips, check.cost.rowsWritten]).toEqual([200, 1, 0])
    for (const part of ['3 Beiträge erheben?', '144,00 €', '01.03.2026', 'Beitrag 2026', 'Alan <Turing>'])
      expect(textOf(check.text)).toContain(part)
    expect(check.text).not.toContain('<Turing>')
    expect([run.status, run.cost.trips]).toEqual([303, 2])
    const to = run.headers.get('Location') ?? ''
    expect(leadsTo(run)).toMatch(/claimed\?batch=bat_\w{24} after claimed\?count=3&sum=14400$/)
    expect(await storedFees(club)).toHaveLength(3)
    expect((await storedFees(club))[0]).toEqual({
      person_name: 'Ada Lovelace',
      amount: 4800,
      description: 'Beitrag 2026',
      due_on: '2026-03-01',
      status: 'open',
    })
    const done = await staff.get(to)
    expect(done.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(textOf(done.text)).toContain('3 Beiträge erhoben, zusammen 144,00 €.')
    expect((await eventsOf(club)).filter(({ action }) => action === 'fee.created')).toHaveLength(3)
  })

  it('claims once, however often the form is sent', async () => {
    const { club, staff, base } = await fixture()
    const { fields, run } = await claim(staff, base, CLAIM)
    const again = await Promise.all([1, 2].map(() => staff.submit(`${base}/claim/run`, fields)))
    for (const { status, headers } of again)
      expect([status, headers.get('Location')]).toEqual([303, run.headers.get('Location')])
    expect(await storedFees(club)).toHaveLength(3)
  })

  it('claims nothing twice where two treasurers claim the same', async () => {
    const { club, staff, base } = await fixture()
    const other = await staffOf(club, 'owner')
    const forms = await Promise.all([staff, other].map((who) => who.submit(`${base}/claim/check`, CLAIM)))
    const runs = await Promise.all(
      [staff, other].map((who, index) =>
        who.submit(`${base}/claim/run`, formValues(forms[index]?.text ?? '')),
      ),
    )
    expect(runs.map(({ status }) => status).toSorted()).toEqual([303, 409])
    const late = runs.find(({ status }) => status === 409)
    expect(textOf(late?.text ?? '')).toContain('Inzwischen hat sich etwas geändert')
    expect(textOf(late?.text ?? '')).toContain('3 Personen schon mit einem Beitrag dieser Beschreibung')
    expect(await storedFees(club)).toHaveLength(3)
  })

  it('reduces the amount by a column, and says who is left out and why', async () => {
    const { club, staff, base, columnId } = await fixture()
    const reduced = { ...CLAIM, calculation: 'reduced', column_id: columnId('reduction') }
    const { check, run } = await claim(staff, base, reduced)
    expect(textOf(check.text)).toContain('1 Person mit einem Betrag von 0,00 €')
    expect(run.status).toBe(303)
    const amounts = (await storedFees(club)).map(({ person_name, amount }) => [person_name, amount])
    expect(amounts).toEqual([
      ['Ada Lovelace', 2400],
      ['Grace Hopper', 4800],
    ])
  })

  it('takes the amount from a column', async () => {
    const { club, staff, base, columnId } = await fixture()
    const column = { ...CLAIM, amount: '', calculation: 'column', column_id: columnId('section') }
    const { check } = await claim(staff, base, column)
    expect(textOf(check.text)).toContain('1 Person ohne Wert in der Spalte')
    expect(await storedFees(club)).toMatchObject([{ person_name: 'Ada Lovelace', amount: 1250 }])
  })

  it('asks for the column, names it on the check, and says when it was last used', async () => {
    const { club, staff, base, columnId } = await fixture()
    const plain = (text: string) => textOf(text)
    const start = await staff.get(`${base}/claim`)
    expect(Object.fromEntries(formValues(start.text)).column_id).toBe('')
    expect(plain(start.text)).toContain('Bitte wählen')
    expect(plain(start.text)).toContain('Spartenbeitrag (noch nie verwendet)')
    const byColumn = { ...CLAIM, amount: '', calculation: 'column', column_id: '' }
    const refused = await staff.submit(`${base}/claim/check`, byColumn)
    expect([refused.status, plain(refused.text).includes('Bitte wähle eine Spalte mit Zahlen.')]).toEqual([
      422,
      true,
    ])
    const { check } = await claim(staff, base, { ...byColumn, column_id: columnId('section') })
    expect(plain(check.text)).toContain('Der Betrag steht in der Spalte „Spartenbeitrag“')
    expect(plain(check.text)).toContain('Nach dieser Spalte wurden noch keine Beiträge erhoben.')
    const used = (await eventsOf(club)).filter(({ action }) => action === 'custom_column.claimed')
    expect(used.map(({ subject_id, changes }) => [subject_id, changes])).toEqual([
      [columnId('section'), { description: [null, 'Beitrag 2026'], amount: [null, 1250] }],
    ])
    const again = await staff.submit(`${base}/claim/check`, {
      ...CLAIM,
      description: 'Sparte',
      calculation: 'reduced',
      column_id: columnId('section'),
    })
    expect(again.cost.trips).toBe(1)
    expect(plain(again.text)).toContain('Ermäßigt um die Prozente in der Spalte „Spartenbeitrag“')
    expect(plain(again.text)).toMatch(
      /Zuletzt wurden nach dieser Spalte am .+ Beiträge erhoben: Beitrag 2026\./,
    )
    expect(plain((await staff.get(`${base}/claim`)).text)).toMatch(
      /Spartenbeitrag \(zuletzt am .+: Beitrag 2026\)/,
    )
    const log = await (await staffOf(club, 'owner')).get(`/dashboard/${club.id}/log`)
    expect(plain(log.text)).toContain('hat nach dem Feld Spartenbeitrag Beiträge erhoben')
  })

  it('claims nothing once the sum is another than the one shown', async () => {
    const { club, staff, base, ids, columnId } = await fixture()
    const byColumn = { ...CLAIM, amount: '', calculation: 'column', column_id: columnId('section') }
    const check = await staff.submit(`${base}/claim/check`, byColumn)
    expect((await club.put(`/lists/members/persons/${ids[0]}`, { section: 13 })).status).toBe(200)
    const run = await staff.submit(`${base}/claim/run`, formValues(check.text))
    expect(run.status).toBe(409)
    expect(textOf(run.text)).toContain('13,00 €')
    expect(await storedFees(club)).toEqual([])
  })

  it('writes the year of the due date into descriptions, and without one the year of today', async () => {
    const { club, staff, base } = await fixture()
    const nextYear = new Date().getUTCFullYear() + 1
    await claim(staff, base, { ...CLAIM, due_on: `${nextYear}-01-15` })
    expect((await storedFees(club)).map(({ description }) => description)).toEqual(
      Array(3).fill(`Beitrag ${nextYear}`),
    )
  })

  it.each([
    ['reduced', 'reduction', { reduction: -1 }],
    ['reduced', 'reduction', { reduction: 101 }],
    ['column', 'section', { section: -0.01 }],
    ['column', 'section', { section: 1_000_000_000 }],
  ])('leaves out persons whose value makes no fee: %s, %s, %j', async (calculation, column, value) => {
    const { club, staff, base, ids, columnId } = await fixture()
    await club.put(`/lists/members/persons/${ids[0]}`, value)
    const { check } = await claim(staff, base, { ...CLAIM, calculation, column_id: columnId(column) })
    expect(textOf(check.text)).toContain('1 Person mit einem Wert, aus dem kein Beitrag werden kann')
    expect((await storedFees(club)).map(({ person_name }) => person_name)).not.toContain('Ada Lovelace')
  })

  it('claims from the others where one has a fee of this description', async () => {
    const { club, staff, base, ids } = await fixture()
    await club.post('/fees', { data: [{ person_id: ids[0], amount: 1, description: 'Beitrag 2026' }] })
    const { run } = await claim(staff, base, CLAIM)
    expect(leadsTo(run)).toContain(' after claimed?count=2&sum=9600')
    expect((await storedFees(club)).map(({ amount }) => amount)).toEqual([1, 4800, 4800])
  })

  it('fills in names, and leaves out who has a fee of this description, unless that is cancelled', async () => {
    const { club, staff, base, ids } = await fixture()
    const named = { ...CLAIM, description: 'Beitrag {{first_name}} {{last_name}} {{year}}' }
    await club.post('/fees', {
      data: [
        { person_id: ids[0], amount: 1, description: 'Beitrag Ada Lovelace 2026' },
        { person_id: ids[2], amount: 1, description: 'Beitrag Grace Hopper 2026' },
      ],
    })
    const [grace] = await rows<{ id: string }>("SELECT id FROM fees WHERE person_name = 'Grace Hopper'")
    await club.post(`/fees/${grace?.id}/cancellation`, { kind: 'mistake', reason: 'Test' })
    const { check } = await claim(staff, base, named)
    expect(textOf(check.text)).toContain('1 Person schon mit einem Beitrag dieser Beschreibung')
    expect((await storedFees(club)).filter(({ amount }) => amount === 4800)).toMatchObject([
      { description: 'Beitrag Alan <Turing> 2026' },
      { description: 'Beitrag Grace Hopper 2026' },
    ])
  })

  it('claims from those chosen in the list of members, and from a saved view', async () => {
    const { club, staff, base, ids } = await fixture()
    const list = await staff.get(`/dashboard/${club.id}/members`)
    expect(list.text).toContain(`formaction="${base}/claim?list=members"`)
    const chosen: [string, string][] = [
      ['query', ''],
      ['id', ids[0] ?? ''],
      ['id', ids[2] ?? ''],
    ]
    const form = await staff.submit(`${base}/claim?list=members`, chosen)
    expect(textOf(form.text)).toContain('Von 2 ausgewählten Personen')
    const filled = new Map([...Object.entries(CLAIM), ['audience', 'chosen']] as [string, string][])
    const fields = [...formValues(form.text).filter(([name]) => !filled.has(name)), ...filled]
    await claim(staff, base, fields)
    expect(await storedFees(club)).toHaveLength(2)

    await staff.submit(`/dashboard/${club.id}/members/views?search=Alan`, { name: 'Alans' })
    const [view] = await rows<{ query: string }>('SELECT query FROM segments')
    expect((await staff.get(`${base}/claim`)).text).toContain(`value="${view?.query}"`)
    await claim(staff, base, {
      ...CLAIM,
      audience: 'view',
      view: view?.query ?? '-',
      description: 'Startgeld',
    })
    expect((await storedFees(club)).filter(({ description }) => description === 'Startgeld')).toHaveLength(1)
  })

  it('keeps what was typed and says what is wrong with it', async () => {
    const { club, staff, base } = await fixture()
    const wrong = { ...CLAIM, amount: 'viel', description: '', due_on: '2026-02-30', calculation: 'reduced' }
    const { status, text, cost } = await staff.submit(`${base}/claim/check`, wrong)
    expect([status, cost.trips]).toEqual([422, 2])
    for (const part of [
      'zum Beispiel 48,00',
      'höchstens 500 Zeichen',
      'Dieses Datum gibt es nicht',
      'Spalte mit Zahlen',
    ])
      expect(textOf(text)).toContain(part)
    expect(text).toContain('value="viel"')
    expect(text).toContain('href="#field-amount"')
    const noView = await staff.submit(`${base}/claim/check`, { ...CLAIM, audience: 'view', view: '-' })
    expect(textOf(noView.text)).toContain('So entsteht kein Beitrag')
    const gone = { ...CLAIM, audience: 'view', view: 'filter[gone][is]=1' }
    expect((await staff.submit(`${base}/claim/check`, gone)).status).toBe(422)
    expect(await storedFees(club)).toEqual([])
  })

  it('takes a claim back while nothing has happened to its fees', async () => {
    const { club, staff, base } = await fixture()
    const { run } = await claim(staff, base, CLAIM)
    const batch = new URL(run.headers.get('Location') ?? '', 'https://x').searchParams.get('batch') ?? ''
    const [first] = await rows<{ id: string }>('SELECT id FROM fees ORDER BY person_name')
    const payment = { fee_id: first?.id, amount: 100, paid_on: '2026-01-31', method: 'cash' }
    await club.post('/payments', { data: [payment] })
    const { status, headers, cost } = await staff.submit(`${base}/claimed/undo`, { batch })
    expect([status, cost.trips]).toEqual([303, 2])
    expect(leadsTo({ headers })).toBe(`${base}/claimed after undone?cancelled=2&left=1`)
    expect((await storedFees(club)).map(({ status }) => status)).toEqual(['open', 'cancelled', 'cancelled'])
    const action = `action="${base}/claimed/undo"`
    expect((await staff.get(run.headers.get('Location') ?? '')).text).toContain(action)
    expect((await staff.get(`${base}/claimed`)).text).not.toContain(action)
    const stranger = await staffOf(await workspace(), 'treasurer')
    expect((await stranger.submit(`${base}/claimed/undo`, { batch })).status).toBe(404)
    const { check } = await claim(staff, base, CLAIM)
    expect(textOf(check.text)).toContain('2 Beiträge erheben?')
  })

  it('claims from contacts in English', async () => {
    const { club, staff, base } = await fixture('owner')
    await createPerson(club, { name: { first_name: 'Tim', last_name: 'Lee' } }, 'contacts')
    const english = { headers: { 'Accept-Language': 'en-GB' } }
    const { text } = await staff.get(`${base}/claim?list=contacts`, english)
    expect(textOf(text)).toContain('From all contacts')
    await claim(staff, base, { ...CLAIM, list: 'contacts' })
    expect(await storedFees(club)).toMatchObject([{ person_name: 'Tim Lee' }])
  })
})
