import { describe, expect, it } from 'vitest'
import { ibanOf } from '../support/direct-debit-file'
import {
  addPersons,
  CREDITOR,
  claim,
  collectingClub,
  payer,
  setDay,
  submitted,
} from '../support/direct-debits'
import { textOf } from '../support/html'
import { type Session, setPortal, signIn } from '../support/portal'
import { codesOf } from '../support/qr'
import { operator, rows, type Workspace } from '../support/workspace'

const ENGLISH = { 'Accept-Language': 'en-GB' }

/** A member who transfers, and one who pays by direct debit. */
const TRANSFERS = payer(1, {
  payment_method: 'bank_transfer',
  name: { first_name: 'Ada', last_name: 'Byron' },
})
const BY_DEBIT = payer(2, { payment_method: 'direct_debit', name: { first_name: 'Ben', last_name: 'Byron' } })

async function clubWith(persons: object[], settings: object = {}) {
  const club = await collectingClub(settings)
  await addPersons(club, persons)
  return club
}

const fee = (person_external_id: string, amount: number, description: string, due_on?: string) => ({
  person_external_id,
  amount,
  description,
  ...(due_on && { due_on }),
})

const idOf = async (club: Workspace, externalId: string): Promise<string> => {
  const found = await rows<{ id: string }>(
    'SELECT id FROM persons WHERE workspace_id = ? AND external_id = ?',
    club.id,
    externalId,
  )
  return found[0]?.id ?? ''
}

async function visitOf(club: Workspace, externalId: string): Promise<{ visit: Session; path: string }> {
  const visit = await signIn(club, { person_external_id: externalId })
  return { visit, path: `/portal/persons/${await idOf(club, externalId)}/fees` }
}

/** The page of the fees of a person, in one trip, and its text. */
async function feesOf(club: Workspace, externalId: string, query = '', headers: Record<string, string> = {}) {
  const { visit, path } = await visitOf(club, externalId)
  const answer = await visit.get(`${path}${query}`, headers)
  expect([answer.status, answer.cost.trips, answer.cost.rowsWritten]).toEqual([200, 1, 0])
  expect(answer.text).not.toMatch(/ style=|<script/)
  return { ...answer, page: textOf(answer.text), visit, path }
}

const referencesOf = async (club: Workspace, ids: string[]): Promise<string[]> => {
  const stored = await rows<{ id: string; reference: string }>(
    'SELECT id, reference FROM fees WHERE workspace_id = ?',
    club.id,
  )
  return ids.map((id) => stored.find((row) => row.id === id)?.reference ?? '')
}

const pay = (club: Workspace, fee_id: string, amount: number, paid_on: string) =>
  club.post('/payments', { data: [{ fee_id, amount, paid_on, method: 'bank_transfer' }] })

describe('the fees that a member transfers', () => {
  it('have a sum, due dates in words, and a GiroCode each', async () => {
    const club = await clubWith([TRANSFERS])
    const ids = await claim(club, [
      fee('m1', 12000, 'Jahresbeitrag', '2026-02-01'),
      fee('m1', 3490, 'Trikot', '2026-12-15'),
    ])
    await pay(club, String(ids[0]), 2000, '2026-03-01')
    const [one = '', other = ''] = await referencesOf(club, ids)
    const { text, page } = await feesOf(club, 'm1')
    expect(codesOf(text)).toEqual([
      `BCD\n002\n1\nSCT\n\n${CREDITOR.name}\n${CREDITOR.iban}\nEUR100.00\n\n${one}`,
      `BCD\n002\n1\nSCT\n\n${CREDITOR.name}\n${CREDITOR.iban}\nEUR34.90\n\n${other}`,
    ])
    for (const part of [
      'Offen für',
      '134,90\u00a0€',
      'fällig seit 1. Februar 2026',
      'überfällig',
      'fällig bis 15. Dezember 2026',
      '20,00\u00a0€ von 120,00\u00a0€ sind bezahlt',
      'So überweisen Sie',
      one.replaceAll(/(.{4})(?=.)/g, '$1 '),
    ])
      expect(page).toContain(part.replaceAll('\u00a0', ' '))
    expect(text).toContain('<span class="copyable-text">RF')
  })

  it('are told in English, and with du', async () => {
    const club = await clubWith([TRANSFERS])
    await claim(club, [fee('m1', 12000, 'Annual fee', '2026-02-01')])
    const english = await feesOf(club, 'm1', '', ENGLISH)
    for (const part of ['How to pay by bank transfer', 'overdue', 'due since 1 February 2026', '€120.00'])
      expect(english.page).toContain(part)
    await setPortal(club, { address_form: 'du' })
    expect((await feesOf(club, 'm1')).page).toContain('So überweist du')
  })

  it('say whom to ask where the association has no IBAN', async () => {
    const club = await clubWith([TRANSFERS])
    await operator('PATCH', `/operator/workspaces/${club.id}`, {
      creditor: null,
      contact: { name: 'Geschäftsstelle', email: 'buero@example.org' },
    })
    await claim(club, [fee('m1', 12000, 'Jahresbeitrag')])
    const { text, page } = await feesOf(club, 'm1')
    expect(codesOf(text)).toEqual([])
    expect(page).toContain('Fragen Sie bitte nach, wie Sie zahlen')
    expect(text).toContain('href="mailto:buero@example.org"')
  })

  it('have no code in another currency than the euro', async () => {
    const club = await clubWith([TRANSFERS])
    await rows("UPDATE workspaces SET currency = 'CHF' WHERE id = ?", club.id)
    await claim(club, [fee('m1', 12000, 'Jahresbeitrag')])
    const { text, page } = await feesOf(club, 'm1')
    expect(codesOf(text)).toEqual([])
    expect(page).toContain('So überweisen Sie')
    expect(page).toContain('CHF')
  })

  it('say that nothing is open', async () => {
    const club = await clubWith([TRANSFERS])
    expect((await feesOf(club, 'm1')).page).toContain('Im Moment ist nichts offen.')
  })

  it('are not shown by a portal that does not show fees', async () => {
    const club = await clubWith([TRANSFERS])
    await setPortal(club, { functions: ['view_data'] })
    const { visit, path } = await visitOf(club, 'm1')
    expect((await visit.get(path)).status).toBe(404)
    expect((await visit.get(`${path}/2026`)).status).toBe(404)
  })
})

describe('the earliest due date', () => {
  it('is that of an open fee before a returned one, and is past', async () => {
    const club = await clubWith([TRANSFERS])
    const [returned] = await claim(club, [
      fee('m1', 1000, 'Returned', '2026-03-31'),
      fee('m1', 2000, 'Open', '2026-01-31'),
    ])
    await rows("UPDATE fees SET status = 'returned' WHERE id = ?", returned)
    const { visit, path } = await visitOf(club, 'm1')
    const page = textOf((await visit.get(path.replace(/\/fees$/, ''))).text)
    expect(page).toContain('fällig seit 31. Januar 2026')
    expect(page).not.toContain('31. März 2026')
  })
})

describe('the fees that direct debits collect', () => {
  it('ask for nothing, with the account masked', async () => {
    const club = await clubWith([BY_DEBIT])
    const ids = await claim(club, [fee('m2', 4800, 'Jahresbeitrag'), fee('m2', 500, 'Spende')])
    const iban = BY_DEBIT.bank_account.iban
    const before = await feesOf(club, 'm2')
    expect(before.page).toContain(' 53,00 € ziehen wir demnächst von •••• ')
    expect(before.page).toContain('Sie müssen nichts tun.')
    await submitted(club, ids.slice(0, 1))
    const { text, page } = await feesOf(club, 'm2')
    expect(page).toContain('48,00 € ziehen wir am 16. März 2026 von •••• ')
    expect(page).toContain('5,00 € ziehen wir demnächst von')
    expect(page).not.toContain('So überweisen Sie')
    expect(codesOf(text)).toEqual([])
    expect(text.replaceAll(' ', '')).not.toContain(iban)
  })

  it.each([
    ['AC04', 'Vielleicht ist es geschlossen'],
    ['AM04', 'reichte das Guthaben auf dem Konto nicht'],
    ['MS03', 'keinen Grund genannt'],
    ['MD06', 'widersprochen'],
  ])('are to be transferred after a return for %s', async (code, words) => {
    const club = await clubWith([BY_DEBIT])
    const ids = await claim(club, [fee('m2', 4800, 'Jahresbeitrag')])
    const { id, items } = await submitted(club, ids)
    setDay('2026-03-20')
    const back = await club.post(`/collections/${id}/returns`, {
      item_id: items[0]?.id,
      returned_on: '2026-03-20',
      reason_code: code,
    })
    expect(back.status, back.text).toBe(201)
    const { text, page } = await feesOf(club, 'm2')
    expect(page).toContain('Lastschrift zurückgegeben')
    expect(page).toContain(words)
    expect(codesOf(text)).toHaveLength(1)
  })

  it('are told once where they were collected before', async () => {
    const club = await clubWith([BY_DEBIT])
    const ids = await claim(club, [fee('m2', 4800, 'Jahresbeitrag')])
    const { id, items } = await submitted(club, ids)
    setDay('2026-03-20')
    const returned = { item_id: items[0]?.id, returned_on: '2026-03-20', reason_code: 'AM04' }
    expect((await club.post(`/collections/${id}/returns`, returned)).status).toBe(201)
    await submitted(club, ids, '2026-04-15')
    const { page } = await feesOf(club, 'm2')
    expect(page).toContain(' 48,00 € ziehen wir am 15. April 2026 von •••• ')
    expect(page.match(/ziehen wir/g)).toHaveLength(1)
  })

  it('are to be transferred while something is in the way of a debit', async () => {
    const { sepa_mandate: _, ...withoutMandate } = BY_DEBIT
    const club = await clubWith([withoutMandate])
    await claim(club, [fee('m2', 4800, 'Jahresbeitrag')])
    const { text, page } = await feesOf(club, 'm2')
    expect(page).toContain('Lastschrift ist gerade nicht möglich')
    expect(page).toContain('Wenden Sie sich an: TSV Aufbau 04')
    expect(codesOf(text)).toHaveLength(1)
    expect(text).not.toContain('/mandate')
  })

  it('lead to the mandate that is missing, where the portal takes it', async () => {
    const { sepa_mandate: _, ...withoutMandate } = BY_DEBIT
    const club = await clubWith([{ ...withoutMandate, email: 'm2@example.org' }])
    await setPortal(club, { functions: ['view_data', 'view_fees', 'grant_mandate'] })
    await claim(club, [fee('m2', 4800, 'Jahresbeitrag')])
    const { text, page } = await feesOf(club, 'm2')
    expect(page).toContain('Lastschrift ist gerade nicht möglich')
    expect(text).toMatch(/href="\/portal\/persons\/per_\w+\/mandate"/)
  })
})

it('adds what came back to what is open', async () => {
  const club = await clubWith([BY_DEBIT])
  const ids = await claim(club, [fee('m2', 4800, 'Jahresbeitrag')])
  const { id, items } = await submitted(club, ids)
  setDay('2026-03-20')
  const returned = { item_id: items[0]?.id, returned_on: '2026-03-20', reason_code: 'AM04' }
  expect((await club.post(`/collections/${id}/returns`, returned)).status).toBe(201)
  await addPersons(club, [{ external_id: 'm2', payment_method: 'bank_transfer' }])
  await claim(club, [fee('m2', 500, 'Spende')])
  expect((await feesOf(club, 'm2')).page).toContain('53,00 €')
})

describe('the fees that are settled', () => {
  it('tell what became of them, by year', async () => {
    const club = await clubWith([TRANSFERS])
    const [paid = '', cancelled = '', waived = ''] = await claim(club, [
      fee('m1', 12000, 'Jahresbeitrag'),
      fee('m1', 1500, 'Sommerfest'),
      fee('m1', 900, 'Mahnkosten'),
    ])
    await pay(club, paid, 12000, '2025-02-03')
    await club.post(`/fees/${cancelled}/cancellation`, { kind: 'mistake', reason: 'Fiel aus' })
    await club.post(`/fees/${waived}/cancellation`, { kind: 'waived', reason: 'Kulanz' })
    const { text, page, path } = await feesOf(club, 'm1')
    expect(page).toContain('bezahlt am 3. Februar 2025')
    expect(page).toMatch(/storniert am \d+\. /)
    expect(page).toMatch(/erlassen am \d+\. /)
    expect(text).toContain('<s>Sommerfest</s>')
    expect(page).not.toContain('Kulanz')
    expect(text).toContain(`href="${path}/2025"`)
    expect(text).not.toContain(`href="${path}/2026"`)
  })

  it('come in pages, and cost no more rows for more fees', async () => {
    const club = await clubWith([TRANSFERS])
    const costs: number[] = []
    for (const count of [60, 240]) {
      const ids = await claim(
        club,
        Array.from({ length: count }, (_, n) => fee('m1', 100, `Fee ${n}`)),
      )
      const data = ids.map((fee_id) => ({ fee_id, amount: 100, paid_on: '2026-03-01', method: 'cash' }))
      for (let at = 0; at < data.length; at += 100)
        expect((await club.post('/payments', { data: data.slice(at, at + 100) })).status).toBe(201)
      const { text, cost } = await feesOf(club, 'm1')
      expect(text.match(/bezahlt am/g)).toHaveLength(50)
      costs.push(cost.rowsRead)
    }
    expect(costs[1]).toBe(costs[0])
    const last = await feesOf(club, 'm1', '?page=6')
    expect(last.text.match(/bezahlt am/g)).toHaveLength(50)
    expect(last.text).not.toContain('?page=7')
    expect((await feesOf(club, 'm1', '?page=nonsense')).text).toContain('?page=2')
  })

  it('read about four rows for each of 500 open ones', async () => {
    const club = await clubWith([TRANSFERS])
    const fees = Array.from({ length: 500 }, (_, n) => fee('m1', 100, `Fee ${n}`))
    await claim(club, fees)
    const { cost } = await feesOf(club, 'm1')
    expect(cost.rowsRead).toBeLessThan(2_170)
  })
})

describe('the parts of a fee of a run of dues', () => {
  /** Claims dues of a base and of a section from a member, and returns the id of the fee. */
  async function claimDues(club: Workspace, ...members: string[]): Promise<string[]> {
    const planned = await club.post('/dues_plans', {
      ...{ name: 'Beitrag', list: 'members', interval: 'year', description: 'Beitrag', from_period: '2026' },
      version: {
        ...{ key_day: '01-01', due_day: 0, pro_rata: 'months', rounding: 10 },
        rules: [
          { kind: 'base', name: 'Erwachsen', amount: 12_000 },
          { kind: 'surcharge', name: 'Tennis', amount: 8_000 },
        ],
      },
    })
    const person_ids = await Promise.all(members.map((member) => idOf(club, member)))
    const asked = { plan_id: planned.body.data.id, period: '2026', person_ids }
    const { status, text, body } = await club.post('/dues_runs', asked)
    expect(status, text).toBe(201)
    const { data } = (await club.get(`/dues_runs/${body.data.id}/parts`)).body
    return [...new Set((data as { fee_id: string }[]).map(({ fee_id }) => fee_id))]
  }

  it('open below it, with how they were computed, in the languages of the page', async () => {
    const club = await clubWith([{ ...TRANSFERS, join_date: '2026-08-01' }])
    const [dues = ''] = await claimDues(club, 'm1')
    const { text, page } = await feesOf(club, 'm1')
    expect(text).toContain('<summary>So setzt sich der Beitrag zusammen</summary>')
    expect(page).toContain('Erwachsen 120,00 € · 5 von 12 Monaten → 50,00 € 50,00 €')
    expect(page).toMatch(/Tennis 80,00 € · 5 von 12 Monaten → 33,33 € · gerundet → 33,30 € 33,30 €/)
    const english = await feesOf(club, 'm1', '', ENGLISH)
    expect(english.page).toContain('How it is made up Erwachsen €120.00 · 5 of 12 months → €50.00')
    await pay(club, dues, 8330, '2026-03-01')
    expect((await feesOf(club, 'm1')).page).toMatch(
      /bezahlt am 1\. März 2026 So setzt sich der Beitrag zusammen/,
    )
  })

  it('are there for a fee that is collected', async () => {
    const club = await clubWith([BY_DEBIT])
    const ids = await claimDues(club, 'm2')
    const planned = await feesOf(club, 'm2')
    expect(planned.page).toContain('So setzt sich der Beitrag zusammen Erwachsen 120,00 € Tennis 80,00 €')
    await submitted(club, ids)
    expect((await feesOf(club, 'm2')).page).toContain('So setzt sich der Beitrag zusammen Erwachsen 120,00 €')
  })

  it('cost a row each, and other fees nothing', async () => {
    const club = await clubWith([TRANSFERS])
    await claim(club, [fee('m1', 100, 'Sommerfest')])
    const before = await feesOf(club, 'm1')
    expect(before.text).not.toContain('So setzt sich der Beitrag zusammen')
    await claimDues(club, 'm1')
    const { cost } = await feesOf(club, 'm1')
    await claim(club, [fee('m1', 100, 'Lager')])
    const after = await feesOf(club, 'm1')
    const perFee = after.cost.rowsRead - cost.rowsRead
    expect(cost.rowsRead - before.cost.rowsRead).toBe(perFee + 2)
  })
})

describe('the fees of a family', () => {
  it('have a sum, and a line for each person that says how it is paid', async () => {
    const club = await clubWith([
      { ...TRANSFERS, email: 'family@example.org' },
      { ...BY_DEBIT, email: 'family@example.org' },
      { external_id: 'm3', name: { first_name: 'Cleo' }, email: 'family@example.org' },
    ])
    await claim(club, [fee('m1', 15490, 'Jahresbeitrag', '2026-02-01'), fee('m2', 4800, 'Jahresbeitrag')])
    const visit = await signIn(club, { email: 'family@example.org' })
    const path = `/portal/persons/${await idOf(club, 'm3')}`
    const { text, cost } = await visit.get(`${path}/fees`)
    expect(cost.trips).toBe(1)
    const page = textOf(text)
    expect(page).toContain('Im Moment ist nichts offen.')
    expect(page).toContain('Offen in der Familie 154,90 € dazu 48,00 € per Lastschrift')
    expect(page).toMatch(/Ada 154,90 € überfällig Ben 48,00 € Lastschrift Cleo 0,00 € nichts offen/)
    const home = await visit.get(path)
    expect([home.status, home.cost.trips]).toEqual([200, 1])
    expect(textOf(home.text)).toContain('Offen: 154,90 €')
    expect(home.text).toContain(`href="/portal/persons/${await idOf(club, 'm1')}/fees"`)
  })

  it('are never added up over currencies, nor paid to another workspace', async () => {
    const umbrella = await clubWith([{ ...TRANSFERS, email: 'family@example.org' }])
    const below = await clubWith(
      [{ ...payer(3, { payment_method: 'bank_transfer' }), email: 'family@example.org' }],
      {
        name: 'Ruderclub',
        superordinate_workspace_id: umbrella.id,
        member_portal: { managed_by: 'superordinate' },
      },
    )
    await operator('PATCH', `/operator/workspaces/${below.id}`, {
      creditor: { ...CREDITOR, iban: ibanOf(77) },
    })
    await rows("UPDATE workspaces SET currency = 'CHF' WHERE id = ?", umbrella.id)
    await claim(umbrella, [fee('m1', 1100, 'Beitrag')])
    await claim(below, [fee('m3', 2200, 'Beitrag')])
    const visit = await signIn(umbrella, { email: 'family@example.org' })
    const { text, cost } = await visit.get(`/portal/persons/${await idOf(below, 'm3')}/fees`)
    expect(cost.trips).toBe(1)
    const page = textOf(text)
    expect(page).toContain('11,00 CHF')
    expect(page).toContain('22,00 €')
    expect(page).not.toContain('33,00')
    expect(codesOf(text)[0]).toContain(ibanOf(77))
  })
})

describe('the confirmation of the payments of a year', () => {
  it('has the money that stayed, and its sum', async () => {
    const club = await clubWith([TRANSFERS, BY_DEBIT])
    const [annual = '', party = ''] = await claim(club, [
      fee('m1', 12000, 'Jahresbeitrag'),
      fee('m1', 1500, 'Sommerfest'),
    ])
    await pay(club, annual, 2000, '2025-12-31')
    await pay(club, annual, 10000, '2026-01-02')
    const mistaken = await pay(club, party, 1500, '2026-02-01')
    await club.post(`/payments/${mistaken.body.data[0].id}/reversal`, { reason: 'Verwechselt' })
    const { visit, path } = await visitOf(club, 'm1')
    const { status, text, cost } = await visit.get(`${path}/2026`)
    expect([status, cost.trips]).toEqual([200, 1])
    const page = textOf(text)
    expect(page).toContain('Jahresbeitrag 2. Januar 2026 Überweisung 100,00 €')
    expect(page).toContain('Summe 100,00 €')
    expect(page).toContain('keine Zuwendungsbestätigung')
    expect(page).not.toContain('Sommerfest')
    expect(textOf((await visit.get(`${path}/2025`, ENGLISH)).text)).toContain('Total €20.00')
    expect((await visit.get(`${path}/2024`)).status).toBe(404)
    expect((await visit.get(`/portal/persons/${await idOf(club, 'm2')}/fees/2026`)).status).toBe(404)
  })

  it('has debits that came back in the next year as money that went back', async () => {
    const club = await clubWith([BY_DEBIT])
    const ids = await claim(club, [fee('m2', 4800, 'Jahresbeitrag')])
    const { id, items } = await submitted(club, ids)
    setDay('2027-01-05')
    await club.post(`/collections/${id}/settlement`, { settled_on: '2026-12-30' })
    await club.post(`/collections/${id}/returns`, {
      item_id: items[0]?.id,
      returned_on: '2027-01-04',
      reason_code: 'AM04',
    })
    const { visit, path } = await visitOf(club, 'm2')
    expect(textOf((await visit.get(`${path}/2026`)).text)).toContain('Summe 48,00 €')
    expect(textOf((await visit.get(`${path}/2027`)).text)).toContain('von der Bank zurückgegeben −48,00 €')
    expect((await visit.get(path)).text).not.toContain(`${path}/2027`)
  })

  it('leaves out a debit that came back in its year, and the year where nothing else was paid', async () => {
    const club = await clubWith([BY_DEBIT])
    const [annual = '', camp = ''] = await claim(club, [
      fee('m2', 7200, 'Jahresbeitrag'),
      fee('m2', 3000, 'Lager'),
    ])
    const { id, items } = await submitted(club, [annual])
    setDay('2026-04-01')
    await club.post(`/collections/${id}/settlement`, { settled_on: '2026-03-17' })
    const back = { item_id: items[0]?.id, returned_on: '2026-03-20', reason_code: 'AM04' }
    expect((await club.post(`/collections/${id}/returns`, back)).status).toBe(201)
    const { visit, path } = await visitOf(club, 'm2')
    expect((await visit.get(`${path}/2026`)).status).toBe(404)
    expect((await visit.get(path)).text).not.toContain(`${path}/2026`)
    await pay(club, annual, 7200, '2026-03-28')
    await pay(club, camp, 3000, '2026-03-29')
    await club.post(`/fees/${camp}/refunds`, {
      amount: 1000,
      method: 'bank_transfer',
      paid_on: '2026-03-30',
      reason: 'Ein Tag weniger',
    })
    const page = textOf((await visit.get(`${path}/2026`)).text)
    expect(page).not.toContain('von der Bank')
    expect(page).toContain('Jahresbeitrag 28. März 2026 Überweisung 72,00 €')
    expect(page).toContain('zurückgezahlt −10,00 €')
    expect(page).toContain('Summe 92,00 €')
    expect((await visit.get(path)).text).toContain(`${path}/2026`)
  })
})
