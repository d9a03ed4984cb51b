import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { addTo, clubOf, columns, person, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { formValues, textOf } from '../support/html'
import { rows, type Workspace } from '../support/workspace'

const RULES = [
  {
    kind: 'exempt',
    name: 'Ehrenmitglied',
    why: 'Beschluss',
    conditions: [{ field: 'email', operator: 'is', value: 'dora@example.org' }],
  },
  {
    kind: 'base',
    name: 'Kind',
    amount: 6000,
    conditions: [{ field: 'birthdate.age', operator: 'less', value: '18' }],
  },
  { kind: 'base', name: 'Erwachsen', amount: 12_000 },
]

const planOf = (period: string) => ({
  ...{
    name: 'Jahresbeitrag',
    list: 'members',
    interval: 'year',
    description: 'Beitrag {{period}}',
    from_period: period,
  },
  version: { key_day: '01-01', due_day: 59, pro_rata: 'months', rounding: 10, rules: RULES },
})

const member = (first_name: string, fields: object = {}) =>
  person({
    name: { first_name, last_name: 'Roth' },
    birthdate: '1980-05-01',
    join_date: '2020-01-01',
    ...fields,
  })

const MEMBERS = [
  member('Ada'),
  member('Ben', { birthdate: '2015-05-01' }),
  member('Dora', { email: 'dora@example.org' }),
  member('Eva', { birthdate: null }),
]

const YEAR = String(new Date().getUTCFullYear() + 1)

async function fixture(role: Role = 'treasurer', period = YEAR) {
  const world = await clubOf(...MEMBERS, signedIn(role))
  const { body } = await world.club.post('/dues_plans', planOf(period))
  const plan: string = body.data.id
  const base = `/dashboard/${world.club.id}/fees/runs`
  const what = `${plan} ${period}`
  return { ...world, plan, base, what, check: `${base}/check?${new URLSearchParams({ what })}`, period }
}

const storedFees = (club: Workspace) =>
  rows<{ id: string; amount: number; status: string; person_name: string }>(
    'SELECT id, amount, status, person_name FROM fees WHERE workspace_id = ? ORDER BY id',
    club.id,
  )

type World = Awaited<ReturnType<typeof fixture>>

/** Claims what a plan says, and returns the answer with the address of the run. */
async function claim({ staff, base, check }: World, fields: object = { skip_faults: '1' }) {
  const page = await staff.get(check)
  const run = await staff.submit(`${base}/check`, { ...Object.fromEntries(formValues(page.text)), ...fields })
  return { run, path: run.headers.get('Location') ?? '' }
}

describe('the list of runs', () => {
  it('proposes the next period, and asks for a plan first', async () => {
    const { staff, club } = await clubOf(signedIn('treasurer'))
    const base = `/dashboard/${club.id}/fees/runs`
    const empty = await staff.get(base)
    expect([empty.status, empty.cost.trips, empty.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(textOf(empty.text)).toContain('Zuerst brauchst du eine Beitragsordnung')
    await club.post('/dues_plans', planOf(YEAR))
    expect(textOf((await staff.get(base)).text)).toContain(`Jahresbeitrag ${YEAR} vorbereiten`)
    const auditor = await staffOf(club, 'auditor')
    expect((await auditor.get(base)).text).not.toContain('vorbereiten')
  })

  it('offers the period that was claimed for who is missing', async () => {
    const world = await fixture()
    await claim(world)
    const page = textOf((await world.staff.get(`${world.base}/new`)).text)
    expect(page).toContain(`Jahresbeitrag ${Number(YEAR) + 1}`)
    expect(page).toContain(`Jahresbeitrag ${YEAR} (schon erhoben: wer fehlt noch?)`)
  })

  it('offers each period from the first of the plan to the one after the next', async () => {
    const first = Number(YEAR) - 3
    const world = await fixture('treasurer', String(first))
    const offered = async () => {
      const { text } = await world.staff.get(`${world.base}/new`)
      return [...text.matchAll(/value="pln_\w+ (\d+)"/g)].map(([, year]) => Number(year) - first)
    }
    expect(await offered()).toEqual([0, 1])
    // Claiming a later period leaves those before open to be claimed.
    const what = `${world.plan} ${first + 2}`
    await claim({ ...world, check: `${world.base}/check?${new URLSearchParams({ what })}` })
    expect(await offered()).toEqual([3, 4, 2, 1, 0])
    const text = textOf((await world.staff.get(`${world.base}/new`)).text)
    expect(text).toContain(`Jahresbeitrag ${first + 2} (schon erhoben`)
    expect(text).not.toContain(`Jahresbeitrag ${first + 1} (schon erhoben`)
  })
})

describe('the run for one person', () => {
  it('is reached from the person and from the try-out, and claims from nobody else', async () => {
    const world = await fixture()
    const { club, staff, id, plan, base, what, period } = world
    const profile = await staff.get(`/dashboard/${club.id}/members/${id}?tab=fees`)
    expect(profile.text).toContain(`/fees/runs/new?person=${id}`)
    const asked = await staff.get(`${base}/new?person=${id}`)
    expect(formValues(asked.text)).toContainEqual(['person', id])
    const tried = new URLSearchParams({ period, person: id })
    const { text } = await staff.get(`/dashboard/${club.id}/fees/plans/${plan}/try?${tried}`)
    const query = new URLSearchParams({ what, person: id })
    expect(text).toContain(`/fees/runs/check?${query}`.replaceAll('&', '&amp;'))
    const check = `${base}/check?${query}`
    expect(textOf((await staff.get(check)).text)).toContain('120,00 € von 1 Person erheben')
    const { run } = await claim({ ...world, check }, {})
    expect(run.status).toBe(303)
    expect(await storedFees(club)).toMatchObject([{ person_name: 'Ada Roth', amount: 12_000 }])
    const nothing = await staff.get(check)
    expect(textOf(nothing.text)).toContain('Hier ist nichts mehr zu erheben')
  })
})

describe('the check of a run', () => {
  it('shows faults first, sums, who is free, and changes nothing, in two trips, and then in one', async () => {
    const { staff, check } = await fixture()
    const page = await staff.get(check)
    expect([page.status, page.cost.trips, page.cost.rowsWritten]).toEqual([200, 2, 0])
    expect((await staff.get(check)).cost.trips).toBe(1)
    for (const part of [
      'Bei 1 Person lässt sich kein Beitrag berechnen',
      'Ohne diese Person weitermachen',
      '180,00 € von 2 Personen erheben',
      'Ehrenmitglied: 1 Person',
      'Nach Regel',
    ])
      expect(textOf(page.text)).toContain(part)
  })

  it('names who is behind each rule and each price, and who is free by the family', async () => {
    const world = await clubOf(
      columns([
        { name: 'Sections', type: 'array', allowed_values: ['Tennis', 'Judo'], external_id: 'sections' },
      ]),
      person({ name: { first_name: 'Uwe', last_name: 'Roth' }, birthdate: '1980-01-01' }),
      signedIn('treasurer'),
    )
    await addTo(
      world.club,
      member('Mia', { birthdate: '2015-01-01', payer_id: world.ids[0], sections: ['Tennis'] }),
      member('Jan', { sections: ['Judo', 'Tennis'] }),
    )
    const per_value = { column: 'sections', prices: { Tennis: { amount: 8000 }, Judo: { amount: 3000 } } }
    const rules = [
      { kind: 'base', name: 'Mitglied', amount: 12_000 },
      { kind: 'surcharge', name: '{{value}}', per_value },
      { kind: 'family', name: 'Familie', cap: 12_000, of: 'all' },
    ]
    const plan = planOf(YEAR)
    const { body } = await world.club.post('/dues_plans', { ...plan, version: { ...plan.version, rules } })
    const what = new URLSearchParams({ what: `${body.data.id} ${YEAR}` })
    const page = await world.staff.get(`/dashboard/${world.club.id}/fees/runs/check?${what}`)
    const text = textOf(page.text).replaceAll(/\s+/g, ' ')
    for (const part of [
      'Mitglied 3 Personen Jan Roth, Mia Roth, Uwe Roth 360,00 €',
      'Judo 1 Person Jan Roth 30,00 €',
      'Tennis 2 Personen Jan Roth, Mia Roth 160,00 €',
      'Durch die Familienermäßigung frei: 1 Person Mia Roth',
    ])
      expect(text.replaceAll(' ,', ',')).toContain(part)
    const preview = await world.club.post('/dues_runs?dry_run=true', { plan_id: body.data.id, period: YEAR })
    expect(preview.body.data).toMatchObject({
      free_by_family: { count: 1, persons: [{ name: 'Mia Roth' }] },
      by_rule: [
        { count: 3, values: [] },
        {
          count: 2,
          amount: 19_000,
          values: [
            { value: 'Judo', amount: 3000 },
            { value: 'Tennis', count: 2 },
          ],
        },
        { count: 2, amount: -31_000 },
      ],
    })
  })

  it('claims nothing while faults are neither solved nor ticked away', async () => {
    const world = await fixture()
    const { run } = await claim(world, {})
    expect(run.status).toBe(422)
    expect(textOf(run.text)).toContain('Bei 1 Person ist offen, was sie zahlt')
    expect(await storedFees(world.club)).toEqual([])
  })

  it('claims once what it showed, however often the form is sent', async () => {
    const world = await fixture()
    const { staff, base, check, club } = world
    const page = await staff.get(check)
    const fields = { ...Object.fromEntries(formValues(page.text)), skip_faults: '1' }
    const first = await staff.submit(`${base}/check`, fields)
    const again = await Promise.all([1, 2].map(() => staff.submit(`${base}/check`, fields)))
    const answers = [first, ...again]
    expect(new Set(answers.map(leadsTo)).size).toBe(1)
    expect(leadsTo(first)).toMatch(/\/fees\/runs\/drn_\w+ after claimed\?count=2&amount=18000&skipped=1$/)
    expect((await storedFees(club)).map(({ amount }) => amount)).toEqual([12_000, 6000])
    const rest = textOf((await staff.get(check)).text)
    expect(rest).toContain('Hier ist nichts mehr zu erheben')
    expect(rest).toContain('Schon erhoben: 2 Personen, 180,00 €')
  })

  it('leaves a trace of who owes nothing on the page of the person', async () => {
    const world = await fixture()
    await claim(world)
    const [dora] = await rows<{ id: string }>("SELECT id FROM persons WHERE first_name = 'Dora'")
    const page = await world.staff.get(`/dashboard/${world.club.id}/members/${dora?.id}?tab=fees`)
    expect([page.status, page.cost.trips]).toEqual([200, 1])
    expect(textOf(page.text)).toContain(`Beitrag ${YEAR} So setzt sich der Beitrag zusammen Beschluss 0,00 €`)
    expect(textOf(page.text)).not.toContain('Es gibt keine Beiträge.')
  })

  it('says why the fees are due later than the plan says', async () => {
    const past = await fixture('treasurer', String(Number(YEAR) - 3))
    expect(textOf((await past.staff.get(past.check)).text)).toContain('frühestens möglich')
    const future = await fixture('treasurer', String(Number(YEAR) + 1))
    expect(textOf((await future.staff.get(future.check)).text)).not.toContain('frühestens möglich')
  })

  it('shows the new preview if something has changed since, and claims that then', async () => {
    const world = await fixture()
    const { staff, base, check, club } = world
    const fields = { ...Object.fromEntries(formValues((await staff.get(check)).text)), skip_faults: '1' }
    await addTo(club, member('Finn'))
    const late = await staff.submit(`${base}/check`, fields)
    expect(late.status).toBe(409)
    for (const part of ['Inzwischen hat sich etwas geändert', '300,00 € von 3 Personen erheben'])
      expect(textOf(late.text)).toContain(part)
    expect(await storedFees(club)).toEqual([])
    const next = Object.fromEntries(formValues(late.text))
    expect(next.skip_faults).toBe('1')
    expect((await staff.submit(`${base}/check`, next)).status).toBe(303)
    expect(await storedFees(club)).toHaveLength(3)
  })

  it('leads back to the question for a period or a day that is none', async () => {
    const { staff, base, plan, what } = await fixture()
    const none = await staff.get(`${base}/check?what=${plan}+2027-H1`)
    expect([none.status, textOf(none.text)]).toEqual([422, expect.stringContaining('Das ist kein Zeitraum')])
    const past = await staff.get(`${base}/check?${new URLSearchParams({ what, due_on: '2020-01-01' })}`)
    expect([past.status, textOf(past.text)]).toEqual([
      422,
      expect.stringContaining('Der Tag ist schon vorbei'),
    ])
  })
})

describe('a run', () => {
  it('shows its fees and what comes next, in one trip', async () => {
    const world = await fixture()
    const { path } = await claim(world)
    const page = await world.staff.get(path)
    expect([page.status, page.cost.trips, page.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(textOf(page.text)).toContain('Bei 1 Person war offen, was sie zahlt. Wer fehlt noch?')
    for (const part of [
      '2 Beiträge erhoben, zusammen 180,00 €',
      'Ada Roth',
      'Ben Roth',
      'Wie es weitergeht',
      'Lauf rückgängig machen',
    ])
      expect(textOf(page.text)).toContain(part)
    expect(page.text).toContain(`&amp;due_by=${YEAR}-03-01`)
    const auditor = await staffOf(world.club, 'auditor')
    const seen = await auditor.get(path)
    expect([seen.status, seen.text.includes('Lauf rückgängig machen')]).toEqual([200, false])
  })

  it('is what the page of a fee is made up of', async () => {
    const world = await fixture()
    const { staff, club, base } = world
    await addTo(club, member('Finn', { join_date: `${YEAR}-08-15` }))
    await claim(world)
    const [, , fee] = await storedFees(club)
    const page = await staff.get(base.replace('runs', `${fee?.id}`))
    expect([page.status, page.cost.trips]).toEqual([200, 1])
    expect(textOf(page.text)).toContain('So setzt sich der Beitrag zusammen')
    expect(textOf(page.text)).toContain('120,00 € · 5 von 12 Monaten → 50,00 €')
    expect(page.text).toContain('/fees/runs/drn_')
  })

  it('is what an open fee is made up of on the page of its person', async () => {
    const world = await fixture()
    const { staff, club } = world
    const { ids } = await addTo(club, member('Finn', { join_date: `${YEAR}-08-15` }))
    await claim(world)
    const path = `/dashboard/${club.id}/members/${ids.at(-1)}`
    const page = await staff.get(path)
    expect([page.status, page.cost.trips]).toEqual([200, 1])
    expect(textOf(page.text)).toContain(
      'So setzt sich der Beitrag zusammen Erwachsen 120,00 € · 5 von 12 Monaten',
    )
    const [, , fee] = await storedFees(club)
    const cancelled = { kind: 'mistake', reason: 'x' }
    expect((await club.post(`/fees/${fee?.id}/cancellation`, cancelled)).status).toBeLessThan(300)
    expect(textOf((await staff.get(path)).text)).not.toContain('So setzt sich')
  })

  it('is cancelled with a reason, and its period claimed again', async () => {
    const world = await fixture()
    const { staff, club } = world
    const { path } = await claim(world)
    const form = await staff.get(`${path}/discard`)
    const fields = Object.fromEntries(formValues(form.text))
    expect((await staff.submit(`${path}/discard`, { ...fields, reason: '' })).status).toBe(422)
    const done = await staff.submit(`${path}/discard`, { ...fields, reason: 'Preise vom Vorjahr' })
    expect(leadsTo(done)).toContain('after discarded')
    expect((await storedFees(club)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    const page = await staff.get(path)
    expect(page.cost.trips).toBe(1)
    for (const part of [
      'Rückgängig gemacht: Preise vom Vorjahr',
      'Alle 2 Beiträge, zusammen 180,00 €, sind als Irrtum storniert.',
      'Staff treasurer, ',
    ])
      expect(textOf(page.text)).toContain(part)
    expect(textOf(page.text)).not.toContain('Keine Beiträge')
    expect(page.text).toContain('/fees?status=cancelled')
    const again = await staff.submit(`${path}/discard`, { reason: 'Noch einmal' })
    expect([again.status, textOf(again.text)]).toEqual([
      422,
      expect.stringContaining('ist schon rückgängig gemacht'),
    ])
    expect((await claim(world)).run.status).toBe(303)
  })

  it('asks what stays if some of it is paid', async () => {
    const world = await fixture()
    const { staff, club } = world
    const { path } = await claim(world)
    const [fee] = await storedFees(club)
    const payment = { fee_id: fee?.id, amount: 12_000, method: 'bank_transfer', paid_on: '2026-01-31' }
    await club.post('/payments', { data: [payment] })
    const form = await staff.get(`${path}/discard`)
    expect(textOf(form.text)).toContain('1 Beitrag bleibt: schon bezahlt oder im Einzug')
    const fields = { ...Object.fromEntries(formValues(form.text)), reason: 'Test' }
    const refused = await staff.submit(`${path}/discard`, fields)
    expect(refused.status).toBe(422)
    const kept = await staff.submit(`${path}/discard`, {
      ...Object.fromEntries(formValues(refused.text)),
      keep: '1',
    })
    expect(leadsTo(kept)).toContain('after kept?count=1')
    const page = textOf((await staff.get(path)).text)
    expect(page).toContain('1 Beitrag über 60,00 € ist als Irrtum storniert. Was bezahlt')
    expect(page).toContain('Ada Roth')
  })
})

describe('what comes after a run', () => {
  it('is a draft of a mail to those whom it has claimed from', async () => {
    const world = await fixture()
    const { staff, club, ids } = world
    const { path } = await claim(world)
    expect((await staff.get(path)).text).toContain(`action="${path}/mail"`)
    const fields = { list: 'members' }
    const answer = await staff.submit(`${path}/mail`, fields)
    expect([answer.status, answer.cost.trips]).toEqual([303, 2])
    const [mail] = await rows<{ audience: string }>('SELECT * FROM mails WHERE workspace_id = ?', club.id)
    expect(mail).toMatchObject({ state: 'draft', kind: 'official', subject: `Jahresbeitrag ${YEAR}` })
    const { ids: chosen, to_payers } = JSON.parse(mail?.audience ?? '')
    expect([chosen.sort(), to_payers]).toEqual([ids.slice(0, 2).sort(), true])
  })

  it('is no mail once the run was taken back, nor for a run of another workspace', async () => {
    const world = await fixture()
    const { path } = await claim(world)
    const mail = { list: 'members' }
    await world.club.post(`/dues_runs/${path.split('/').at(-1)}/discard`, { reason: 'x' })
    expect((await world.staff.submit(`${path}/mail`, mail)).status).toBe(404)
    const other = await fixture()
    const foreign = path.replace(world.club.id, other.club.id)
    expect((await other.staff.submit(`${foreign}/mail`, mail)).status).toBe(404)
    expect(await rows('SELECT id FROM mails')).toEqual([])
  })

  it('is a collection of its fees alone, up to the first day on which some are due', async () => {
    const world = await fixture()
    const { staff, club } = world
    await club.post('/fees', {
      data: [{ amount: 777, description: 'Other', person_id: world.ids[0], due_on: `${YEAR}-01-01` }],
    })
    const { path } = await claim(world)
    const run = path.split('/').at(-1)
    const link = `/dashboard/${club.id}/direct-debits/new?run=${run}&due_by=${YEAR}-03-01`
    expect((await staff.get(path)).text).toContain(link.replace('&', '&amp;'))
    const choose = await staff.get(link)
    expect(choose.cost.trips).toBe(1)
    expect(textOf(choose.text)).toContain(`Nur Beiträge aus dem Beitragslauf „Jahresbeitrag ${YEAR}“`)
    const fields = Object.fromEntries(formValues(choose.text))
    expect(fields).toMatchObject({ run, due_by: `${YEAR}-03-01` })
    const check = `/dashboard/${club.id}/direct-debits/new/check?${new URLSearchParams({ ...fields, pays: 'anyone' })}`
    expect(textOf((await staff.get(check)).text)).toContain('Keine Bankverbindung (2)')
    const unknown = await staff.get(`/dashboard/${club.id}/direct-debits/new?run=drn_unknown`)
    expect(textOf(unknown.text)).toContain('Diesen Beitragslauf gibt es nicht')
  })
})

describe('differences', () => {
  it('are claimed or left for each person', async () => {
    const world = await fixture()
    const { staff, club, base, what, check, ids } = world
    await claim(world)
    // Ben grows older, and Ada younger.
    for (const [index, birthdate] of ['2015-05-01', '1980-05-01'].entries())
      await rows('UPDATE persons SET birthdate = ? WHERE id = ?', birthdate, ids[index] ?? '')
    const preview = textOf((await staff.get(check)).text)
    expect(preview).toContain('Bei 2 Personen wäre es heute anders als erhoben')
    const path = `${base}/differences?${new URLSearchParams({ what })}`
    const page = await staff.get(path)
    expect([page.status, page.cost.trips, page.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(textOf(page.text)).toMatch(/Ada Roth\W+120,00 €\W+60,00 €/)
    expect(textOf(page.text)).toContain('60,00 € nachfordern')
    const token = (n: string) => ({ token: n })
    const more = await staff.submit(path, {
      person_id: ids[1],
      now: '12000',
      decision: 'claim',
      ...token('a'),
    } as never)
    expect(leadsTo(more)).toContain('after settledClaim')
    const keep = await staff.submit(path, {
      person_id: ids[0],
      now: '6000',
      decision: 'keep',
      ...token('b'),
    } as never)
    expect(leadsTo(keep)).toContain('after settledKeep')
    expect(textOf((await staff.get(path)).text)).toContain('Keine Unterschiede')
    expect((await storedFees(club)).map(({ amount }) => amount)).toEqual([12_000, 6000, 6000])
    const late = await staff.submit(path, {
      person_id: ids[0],
      now: '6000',
      decision: 'keep',
      ...token('c'),
    } as never)
    expect(late.status).toBe(409)
  })
})
