import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { addTo, clubOf, columns, costUnit, person, signedIn } from '../support/club'
import { leadsTo } from '../support/done'
import { formValues, textOf } from '../support/html'
import { seedMembers } from '../support/seed-members'
import { rows, type Workspace } from '../support/workspace'

const COLUMNS = columns([
  {
    name: 'Beitragsgruppe',
    type: 'string',
    allowed_values: ['Erwachsen', 'Familie', 'Passiv', 'Ehrenmitglied'],
  },
  { name: 'Abteilungen', type: 'array', allowed_values: ['Tennis', 'Turnen'], external_id: 'sections' },
])

const member = (first_name: string, fields: object = {}) =>
  person({
    name: { first_name, last_name: 'Roth' },
    birthdate: '1980-05-01',
    join_date: '2020-01-01',
    ...fields,
  })

async function fixture(role: Role = 'treasurer') {
  const world = await clubOf(
    COLUMNS,
    costUnit('Verein', 'Mitgliedsbeiträge'),
    costUnit('Tennis'),
    signedIn(role),
  )
  const [group = '', sections = ''] = world.columnIds
  await addTo(
    world.club,
    member('Ada', { [group]: 'Erwachsen', sections: ['Tennis'] }),
    member('Ben', { [group]: 'Familie', birthdate: '2015-05-01', sections: ['Turnen', 'Tennis'] }),
    member('Cem', { [group]: 'Passiv', sections: ['Tennis'] }),
    member('Dora', { [group]: 'Ehrenmitglied' }),
    member('Eva'),
  )
  const base = `/dashboard/${world.club.id}/fees/plans`
  return {
    ...world,
    group,
    sections,
    base,
    newPath: `${base}/new?base=${group}&sections=${sections}&interval=year`,
  }
}

const AMOUNTS = {
  ...{ 'base.0.amount': '120', 'base.1.amount': '120,00', 'base.2.amount': '36', 'base.3.amount': '0' },
  ...{ child_age: '18', child_amount: '60', child_group: 'Familie' },
  ...{ 'prices.0.amount': '80', 'prices.1.amount': '', without: 'Passiv', cap: '300', once: '20' },
  ...{ name: 'Beiträge', description: 'Beitrag {{period}}', from_period: '2027' },
  ...{ due_day: '2027-03-01', key_day: '2027-01-01', pro_rata: 'months', rounding: '10' },
  ...{ costunit_name: '["Verein","Mitgliedsbeiträge"]', sphere: 'ideal', book_sections: '1' },
}

async function planned(role?: Role) {
  const world = await fixture(role)
  const made = await world.staff.submit(world.newPath, { ...AMOUNTS, token: 'once' })
  const [plan = ''] = /pln_\w+/.exec(made.headers.get('Location') ?? '') ?? []
  return { ...world, made, plan, path: `${world.base}/${plan}` }
}

const versionsOf = (club: Workspace) =>
  rows<{ from_period: string; rules: string }>(
    'SELECT * FROM dues_versions WHERE workspace_id = ? ORDER BY from_period',
    club.id,
  )

const claimed = (club: Workspace, plan: string) =>
  rows(
    `INSERT INTO dues_runs (workspace_id, id, plan_id, period, from_period, version_revision, version, count, amount, batch_id,
       state, created_at) VALUES (?, 'drn_1', ?, '2027', '2027', 1, '{}', 0, 0, 'bat_1', 'claimed', '2027-01-01')`,
    club.id,
    plan,
  )

const storedRules = async (club: Workspace) => JSON.parse((await versionsOf(club)).at(-1)?.rules ?? '[]')

describe('making a plan', () => {
  it('asks what the fee follows from, and offers the columns with their values', async () => {
    const { staff, base, group } = await fixture()
    const empty = await staff.get(base)
    expect(textOf(empty.text)).toContain('Noch keine Beitragsordnung')
    const question = await staff.get(`${base}/new`)
    expect([question.status, question.cost.trips, question.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(textOf(question.text)).toContain('Aus welchem Feld folgt der Beitrag?')
    expect(Object.fromEntries(formValues(question.text)).base).toBe(group)
  })

  it('makes all rules of a club from one form, and only once', async () => {
    const { club, staff, made, path, newPath } = await planned()
    expect(leadsTo(made)).toBe(`${path} after created`)
    expect(made.cost.trips).toBe(3)
    const rules = await storedRules(club)
    expect(rules.map(({ kind, name, amount }: Record<string, unknown>) => [kind, name, amount])).toEqual([
      ['exempt', 'Ehrenmitglied', undefined],
      ['base', 'Unter 18', 6000],
      ['base', 'Erwachsen', 12_000],
      ['base', 'Familie', 12_000],
      ['base', 'Passiv', 3600],
      ['surcharge', '{{value}}', undefined],
      ['once', 'Aufnahmegebühr', 2000],
      ['family', 'Familie', undefined],
    ])
    const prices = rules[5].per_value.prices
    expect([prices.Tennis.amount, prices.Turnen.amount, prices.Turnen.place]).toEqual([8000, 0, null])
    expect(prices.Tennis.place.cost_unit_id).not.toBe(rules[5].place.cost_unit_id)
    const [version] = await versionsOf(club)
    expect(version).toMatchObject({ from_period: '2027', due_day: 59, key_day: '01-01', pro_rata: 'months' })
    const again = await staff.submit(newPath, { ...AMOUNTS, token: 'once' })
    expect(leadsTo(again)).toBe(leadsTo(made))
    expect(await versionsOf(club)).toHaveLength(1)
  })

  it('keeps what was typed, and says at each amount what it takes', async () => {
    const { club, staff, newPath } = await fixture()
    const fields = { ...AMOUNTS, 'base.0.amount': 'viel', 'prices.0.amount': '8o', child_age: '', name: '' }
    const refused = await staff.submit(newPath, fields)
    expect(refused.status).toBe(422)
    const text = textOf(refused.text)
    for (const part of [
      'Erwachsen : Bitte gib einen Betrag ein',
      'Tennis : Bitte gib einen Betrag ein',
      'Bitte gib ein Alter ein',
    ])
      expect(text.replaceAll(/\s+:/g, ' :')).toContain(part)
    const values = Object.fromEntries(formValues(refused.text))
    expect([values['base.0.amount'], values['base.2.amount'], values.cap]).toEqual(['viel', '36', '300'])
    expect(await versionsOf(club)).toEqual([])
  })

  it('needs no column', async () => {
    const { club, staff, base } = await fixture()
    const made = await staff.submit(`${base}/new?base=&interval=quarter`, {
      ...{ everyone: '12', name: 'Quartal', description: 'Beitrag', from_period: '2027-Q1', rounding: '1' },
      ...{ due_day: '2027-01-15', key_day: '2027-01-01', pro_rata: 'none' },
    })
    expect(made.status).toBe(303)
    expect(await storedRules(club)).toMatchObject([
      { kind: 'base', name: 'Mitglied', amount: 1200, conditions: [] },
    ])
  })
})

describe('the page of a plan', () => {
  it('shows its rules with what they come to, faults first, in two trips', async () => {
    const { staff, path } = await planned()
    const page = await staff.get(path)
    expect([page.status, page.cost.trips, page.cost.rowsWritten]).toEqual([200, 2, 0])
    const text = textOf(page.text)
    for (const part of [
      'Bei 1 Person lässt sich kein Beitrag berechnen',
      'Eva Roth',
      'Grundbeitrag',
      'Beitragsgruppe ist Passiv',
      'nach Abteilungen: Tennis 80 · Turnen –',
      'höchstens 300,00 €',
      '1. März 2027',
    ])
      expect(text).toContain(part)
    // Ada 120 + 80, Ben 60 + 80, Cem 36; Dora is free, and Eva has no rule.
    expect(text).toContain('376,00 €')
  })

  it('is read by the office, and by auditors without persons', async () => {
    const { club, path } = await planned()
    for (const role of ['office', 'auditor'] as const) {
      const { staff } = await addTo(club, signedIn(role))
      const page = await staff.get(path)
      expect(page.status).toBe(200)
      expect(page.text.includes('Eva Roth')).toBe(role === 'office')
      expect(page.text).not.toContain('/rules/')
    }
  })

  it('is archived, and used again', async () => {
    const { club, staff, path } = await planned()
    expect(leadsTo(await staff.submit(`${path}/archive`))).toBe(`${path} after archived`)
    expect(await rows('SELECT id FROM dues_plans WHERE archived_at IS NOT NULL')).toHaveLength(1)
    expect(leadsTo(await staff.submit(`${path}/archive?to=use`))).toBe(`${path} after restored`)
    expect(
      await rows('SELECT id FROM dues_plans WHERE archived_at IS NULL AND workspace_id = ?', club.id),
    ).toHaveLength(1)
  })

  it('is not used again while another one has its name', async () => {
    const { staff, path, newPath } = await planned()
    await staff.submit(`${path}/archive`)
    await staff.submit(newPath, { ...AMOUNTS, token: 'two' })
    const refused = await staff.submit(`${path}/archive?to=use`)
    expect(leadsTo(refused)).toBe(`${path} after nameTaken`)
    expect(await rows('SELECT id FROM dues_plans WHERE archived_at IS NULL')).toHaveLength(1)
  })
})

describe('a rule', () => {
  it('is added with conditions as lists have them, before the base for all others', async () => {
    const { club, staff, path, group } = await planned()
    const form = await staff.get(`${path}/rules/new?kind=reduction`)
    const fields = { ...Object.fromEntries(formValues(form.text)), name: 'Halb', percent: '50', amount: '' }
    const more = await staff.submit(`${path}/rules/new`, { ...fields, act: 'add', add: group })
    expect(more.status).toBe(200)
    expect(Object.fromEntries(formValues(more.text))).toMatchObject({
      name: 'Halb',
      percent: '50',
      'row.0.field': group,
    })
    const row = { 'row.0.operator': 'is', 'row.0.value': 'Passiv' }
    const saved = await staff.submit(`${path}/rules/new`, {
      ...Object.fromEntries(formValues(more.text)),
      ...row,
    })
    expect(leadsTo(saved)).toBe(`${path}?period=2027 after saved`)
    expect((await storedRules(club)).at(-1)).toMatchObject({
      ...{ kind: 'reduction', name: 'Halb', percent: 50, amount: null, of: 'base' },
      conditions: [{ field: group, operator: 'is', value: 'Passiv' }],
    })
  })

  it('refuses a condition without a value, which would make it a rule for all', async () => {
    const { staff, path, group } = await planned()
    const fields = {
      kind: 'exempt',
      name: 'Frei',
      'row.0.field': 'number',
      'row.0.operator': 'is',
      'row.0.value': '',
    }
    const refused = await staff.submit(`${path}/rules/new`, { ...fields, 'row.0.field': group })
    expect(refused.status).toBe(422)
    expect(textOf(refused.text)).toContain('Bitte gib einen Wert ein')
  })

  it('has the prices of a column in one table', async () => {
    const { club, staff, path, sections } = await planned()
    const fields = { kind: 'surcharge', name: '{{value}}', column: sections }
    const table = await staff.submit(`${path}/rules/new`, fields)
    const values = Object.fromEntries(formValues(table.text))
    expect(values).toMatchObject({ priced: sections, 'prices.0.value': 'Tennis', 'prices.1.value': 'Turnen' })
    const saved = await staff.submit(`${path}/rules/new`, {
      ...values,
      ...{ 'prices.0.amount': '5', 'prices.0.costunit_name': '["Tennis",null]' },
    })
    expect(saved.status).toBe(303)
    const added = (await storedRules(club)).filter(({ kind }: { kind: string }) => kind === 'surcharge')[1]
    expect(added.per_value.prices).toMatchObject({
      Tennis: { amount: 500 },
      Turnen: { amount: 0, place: null },
    })
  })

  it('is changed, moved and deleted', async () => {
    const { club, staff, path } = await planned()
    const [, , adult, family] = await storedRules(club)
    const form = await staff.get(`${path}/rules/${adult.id}`)
    expect(form.cost.trips).toBe(1)
    const values = Object.fromEntries(formValues(form.text))
    expect(values).toMatchObject({ name: 'Erwachsen', amount: '120,00', 'row.0.value': 'Erwachsen' })
    expect(leadsTo(await staff.submit(`${path}/rules/${adult.id}`, { ...values, amount: '130' }))).toContain(
      'saved',
    )
    const page = await staff.get(path)
    const revision = Object.fromEntries(formValues(page.text)).revision ?? ''
    await staff.submit(`${path}/rules/${family.id}/move`, { revision, from: '2027', direction: 'up' })
    const moved = await storedRules(club)
    expect([moved[2], moved[3]]).toMatchObject([{ name: 'Familie' }, { name: 'Erwachsen', amount: 13_000 }])
    const ask = await staff.get(`${path}/rules/${adult.id}/delete`)
    expect(textOf(ask.text)).toContain('„Erwachsen“ löschen?')
    const deleted = await staff.submit(`${path}/rules/${adult.id}/delete`, formValues(ask.text))
    expect(leadsTo(deleted)).toContain('deleted')
    expect(await storedRules(club)).toHaveLength(7)
  })

  it('keeps what was typed if somebody has changed the plan meanwhile', async () => {
    const { club, staff, path } = await planned()
    const [, , adult] = await storedRules(club)
    const fields = Object.fromEntries(formValues((await staff.get(`${path}/rules/${adult.id}`)).text))
    await staff.submit(`${path}/rules/${adult.id}`, { ...fields, amount: '130' })
    const late = await staff.submit(`${path}/rules/${adult.id}`, { ...fields, name: 'Volle' })
    expect(late.status).toBe(409)
    expect(textOf(late.text)).toContain('Inzwischen hat jemand die Beitragsordnung geändert')
    const again = Object.fromEntries(formValues(late.text))
    expect([again.name, again.amount]).toEqual(['Volle', '120,00'])
    expect((await staff.submit(`${path}/rules/${adult.id}`, again)).status).toBe(303)
  })

  it('says why a plan cannot be without it', async () => {
    const { club, staff, base } = await fixture()
    await staff.submit(`${base}/new?base=`, {
      ...{ ...AMOUNTS, everyone: '12' },
    })
    const [only] = await storedRules(club)
    const [plan] = await rows<{ id: string }>('SELECT id FROM dues_plans')
    const rule = (await storedRules(club)).find(
      ({ kind, name }: { kind: string; name: string }) => kind === 'base' && name === 'Mitglied',
    )
    expect(only).toBeDefined()
    const child = (await storedRules(club)).find(({ name }: { name: string }) => name === 'Unter 18')
    const drop = async (id: string) => {
      const path = `${base}/${plan?.id}/rules/${id}/delete`
      return staff.submit(path, formValues((await staff.get(path)).text))
    }
    expect((await drop(child.id)).status).toBe(303)
    const refused = await drop(rule.id)
    expect(refused.status).toBe(422)
    expect(textOf(refused.text)).toContain('Die Beitragsordnung braucht einen Grundbeitrag.')
  })
})

describe('the terms of a plan', () => {
  it('are changed with its name and its instalments', async () => {
    const { club, staff, path, group } = await planned()
    const fields = Object.fromEntries(formValues((await staff.get(`${path}/terms`)).text))
    expect(fields).toMatchObject({ name: 'Beiträge', due_day: '2027-03-01', key_day: '2027-01-01' })
    const more = await staff.submit(`${path}/terms`, { ...fields, column: group })
    const values = Object.fromEntries(formValues(more.text))
    const saved = await staff.submit(`${path}/terms`, {
      ...values,
      ...{ name: 'Jahresbeitrag', due_day: '2027-02-01', 'parts.Familie': '4' },
    })
    expect(leadsTo(saved)).toContain('saved')
    const [version] = await rows(
      'SELECT due_day, instalments FROM dues_versions WHERE workspace_id = ?',
      club.id,
    )
    expect(version).toMatchObject({ due_day: 31 })
    expect(JSON.parse(String(version?.instalments))).toEqual({ column: group, parts: { Familie: 4 } })
    const refused = await staff.submit(`${path}/terms`, { ...values, due_day: '2026-12-31', revision: 'x' })
    expect(refused.status).toBe(409)
  })

  it('of a plan that was claimed hold from the next period on, unless told', async () => {
    const { club, staff, path, plan } = await planned()
    await claimed(club, plan)
    const form = await staff.get(`${path}/terms?period=2027`)
    expect(textOf(form.text)).toContain('Ab wann gilt die Änderung?')
    const fields = Object.fromEntries(formValues(form.text))
    expect(fields.from).toBe('2028')
    const check = await staff.submit(`${path}/terms?period=2027`, { ...fields, rounding: '100', name: 'Neu' })
    expect(textOf(check.text)).toContain('Die Änderung gilt ab 2028.')
    expect(await versionsOf(club)).toHaveLength(1)
    const saved = await staff.submit(`${path}/terms?period=2027`, formValues(check.text))
    expect(leadsTo(saved)).toBe(`${path}?period=2028 after saved`)
    expect(await versionsOf(club)).toMatchObject([
      { from_period: '2027', rounding: 10 },
      { from_period: '2028', rounding: 100 },
    ])
    expect(await rows('SELECT name FROM dues_plans')).toEqual([{ name: 'Neu' }])
    // A name alone changes no version.
    const again = Object.fromEntries(formValues((await staff.get(`${path}/terms?period=2027`)).text))
    const renamed = await staff.submit(`${path}/terms?period=2027`, { ...again, name: 'Beiträge' })
    expect(leadsTo(renamed)).toContain('saved')
  })

  it('are not saved with the name of another plan', async () => {
    const { club, staff, path, newPath } = await planned()
    await staff.submit(newPath, { ...AMOUNTS, name: 'Passive', token: 'two' })
    const fields = Object.fromEntries(formValues((await staff.get(`${path}/terms`)).text))
    const refused = await staff.submit(`${path}/terms`, { ...fields, name: 'passive', rounding: '100' })
    expect(refused.status).toBe(422)
    expect(textOf(refused.text)).toContain('So heißt schon eine andere Beitragsordnung.')
    expect(Object.fromEntries(formValues(refused.text))).toMatchObject({ name: 'passive', rounding: '100' })
    expect(await rows('SELECT rounding FROM dues_versions WHERE rounding = 100')).toEqual([])
    const twice = await staff.submit(newPath, { ...AMOUNTS, token: 'three' })
    expect([twice.status, textOf(twice.text)]).toEqual([
      422,
      expect.stringContaining('So heißt schon eine andere Beitragsordnung.'),
    ])
    expect(await versionsOf(club)).toHaveLength(2)
  })
})

describe('a change of a plan that was claimed', () => {
  it('is shown with what it changes for whom, and saved then', async () => {
    const { club, staff, path, plan } = await planned()
    await claimed(club, plan)
    const adult = (await storedRules(club)).find(({ name }: { name: string }) => name === 'Erwachsen')
    const rulePath = `${path}/rules/${adult.id}?period=2027`
    const form = Object.fromEntries(formValues((await staff.get(rulePath)).text))
    const check = await staff.submit(rulePath, { ...form, amount: '150', from: '2028' })
    expect([check.status, check.cost.trips, check.cost.rowsWritten]).toEqual([200, 3, 0])
    for (const part of [
      'Die Änderung gilt ab 2028.',
      'Summe 406,00 € bisher 376,00 €',
      'Zahlen mehr 1',
      'Zahlen weniger 0',
      'Zahlen gleich viel 3',
      'Ohne Beitrag wegen Fehlern 1 bisher 1',
      'Ada Roth 200,00 € 230,00 €',
      'Gespeichert ist noch nichts.',
    ])
      expect(textOf(check.text).replaceAll(/\s+/g, ' ')).toContain(part)
    expect(check.text).not.toContain('sind schon')
    const edit = await staff.submit(rulePath, [...formValues(check.text), ['act', 'edit']])
    expect(Object.fromEntries(formValues(edit.text))).toMatchObject({ amount: '150', from: '2028' })
    expect(await versionsOf(club)).toHaveLength(1)
    const saved = await staff.submit(rulePath, formValues(check.text))
    expect(leadsTo(saved)).toBe(`${path}?period=2028 after saved`)
    expect((await storedRules(club)).find(({ id }: { id: string }) => id === adult.id).amount).toBe(15_000)
  })

  it('is also shown before a rule is moved or deleted', async () => {
    const { club, staff, path, plan } = await planned()
    await claimed(club, plan)
    const [exempt, , adult, family] = await storedRules(club)
    const { revision = '' } = Object.fromEntries(formValues((await staff.get(`${path}?period=2027`)).text))
    const move = `${path}/rules/${family.id}/move?period=2027`
    const moving = await staff.submit(move, { revision, from: '2028', direction: 'up' })
    expect(textOf(moving.text)).toContain('Niemand zahlt etwas anderes.')
    expect(leadsTo(await staff.submit(move, formValues(moving.text)))).toContain('saved')
    expect((await storedRules(club))[2].id).toBe(family.id)
    const drop = `${path}/rules/${exempt.id}/delete?period=2028`
    const check = await staff.submit(drop, formValues((await staff.get(drop)).text))
    expect(textOf(check.text).replaceAll(/\s+/g, ' ')).toContain('Dora Roth 0,00 € Fehler')
    expect(leadsTo(await staff.submit(drop, formValues(check.text)))).toContain('deleted')
    expect((await storedRules(club)).map(({ id }: { id: string }) => id)).not.toContain(exempt.id)
    expect(adult).toBeDefined()
  })

  it('tells what its period has claimed, and until when it holds', async () => {
    const { club, staff, path, plan } = await planned()
    const { body } = await club.get(`/dues_plans/${plan}`)
    const { from_period: _, ...version } = body.data.version
    for (const from of ['2028', '2029']) await club.put(`/dues_plans/${plan}/versions/${from}`, version)
    await claimed(club, plan)
    await rows("UPDATE dues_runs SET period = '2028', count = 3, amount = 37600")
    const form = formValues((await staff.get(`${path}/terms?period=2028`)).text)
    const check = await staff.submit(`${path}/terms?period=2028`, {
      ...{ ...Object.fromEntries(form), rounding: '100' },
    })
    for (const part of [
      'Die Änderung gilt ab 2028, bis zur Fassung ab 2029.',
      'Für 2028 sind schon 3 Beiträge erhoben, zusammen 376,00 €',
      'Schon erhobene Beiträge bleiben, wie sie sind',
    ])
      expect(textOf(check.text)).toContain(part)
  })

  it('is saved at once if there are too many persons to compare', async () => {
    const { club, staff, path, plan } = await planned()
    await claimed(club, plan)
    await seedMembers(club.id, 10_000)
    const form = formValues((await staff.get(`${path}/terms?period=2027`)).text)
    const saved = await staff.submit(`${path}/terms?period=2027`, {
      ...{ ...Object.fromEntries(form), rounding: '100' },
    })
    expect(leadsTo(saved)).toBe(`${path}?period=2028 after saved`)
  })

  it('is refused before it is shown, and keeps what was typed', async () => {
    const { club, staff, path, plan } = await planned()
    await claimed(club, plan)
    const form = Object.fromEntries(
      formValues((await staff.get(`${path}/rules/new?kind=base&period=2027`)).text),
    )
    const refused = await staff.submit(`${path}/rules/new?period=2027`, {
      ...form,
      name: 'X',
      amount: 'viel',
    })
    expect([refused.status, Object.fromEntries(formValues(refused.text)).amount]).toEqual([422, 'viel'])
    const late = await staff.submit(`${path}/rules/new?period=2027`, {
      ...{ ...form, revision: 'old', name: 'X', amount: '5' },
    })
    expect(late.status).toBe(409)
  })
})

describe('trying a plan', () => {
  it('finds a person by name, and shows what they owe line by line', async () => {
    const { staff, path } = await planned()
    const many = await staff.get(`${path}/try?search=roth`)
    expect([many.status, many.cost.trips, many.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(textOf(many.text)).toMatch(/Ada Roth.*Cem Roth/)
    const one = await staff.get(`${path}/try?search=ben&period=2027`)
    expect([one.cost.trips, one.cost.rowsWritten]).toEqual([2, 0])
    for (const part of [
      'Ben Roth zahlt 140,00 €',
      '11 Jahre am Stichtag',
      'Unter 18',
      'Tennis',
      'fällig am 1. März 2027',
    ])
      expect(textOf(one.text)).toContain(part)
    const free = await staff.get(`${path}/try?search=dora`)
    expect(textOf(free.text)).toContain('Dora Roth ist beitragsfrei: Ehrenmitglied')
    expect(textOf((await staff.get(`${path}/try?search=eva`)).text)).toContain('Kein Grundbeitrag passt')
    expect(textOf((await staff.get(`${path}/try?search=xyz`)).text)).toContain('Niemand gefunden')
  })

  it('says who is free, and by what, instead of an amount of 0', async () => {
    const { club, group, staff, newPath } = await fixture()
    const { body } = await club.get('/lists/members/persons')
    const ada = body.data.find(({ name }: { name: { first_name: string } }) => name.first_name === 'Ada')
    await addTo(
      club,
      member('Mia', { [group]: 'Erwachsen', birthdate: '2015-01-01', payer_id: ada.id }),
      member('Gil', { [group]: 'Passiv' }),
    )
    const made = await staff.submit(newPath, {
      ...{ ...AMOUNTS, cap: '200', 'base.2.amount': '0,00', token: 'once' },
    })
    const [plan = ''] = /pln_\w+/.exec(made.headers.get('Location') ?? '') ?? []
    const tried = async (name: string) =>
      textOf((await staff.get(`${newPath.split('/new')[0]}/${plan}/try?search=${name}`)).text)
    expect(await tried('mia')).toContain('Mia Roth ist beitragsfrei: Familie')
    expect(await tried('gil')).toContain('Gil Roth ist beitragsfrei: Passiv')
    expect(await tried('mia')).not.toContain('zahlt 0,00')
  })

  it('shows the months and the rounding as steps', async () => {
    const { club, group, staff, path } = await planned()
    const joined = { [group]: 'Erwachsen', join_date: '2027-08-15', sections: ['Tennis'] }
    await addTo(club, member('Finn', joined))
    const page = await staff.get(`${path}/try?search=finn&period=2027`)
    expect(textOf(page.text)).toContain('80,00 € · 5 von 12 Monaten → 33,33 € · gerundet → 33,30 €')
  })
})
