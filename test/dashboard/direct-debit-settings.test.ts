import { describe, expect, it } from 'vitest'
import type { QueuedMail } from '../../src/env'
import { clubOf, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { deliverMails, filledForm } from '../support/portal'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const CREDITOR = { name: 'Ruderclub e. V.', iban: ibanOf(1815), creditor_id: 'DE98ZZZ09999999999' }

async function costUnit(club: Workspace, name: string) {
  const { status, body, text } = await club.post('/cost_units', { name, categories: ['Bank'] })
  expect(status, text).toBe(201)
  return body.data
}

const NO_PLACE = { cost_unit_id: null, category_id: null, sphere: null }

function mailbox() {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  return { queued, options: { env: { MAILS } } }
}

describe('the operator', () => {
  it('sets who collects direct debits and how the book is kept, and mails the owners', async () => {
    const club = await workspace()
    await staffOf(club, 'owner', { email: 'anna@example.org' })
    await staffOf(club, 'treasurer', { email: 'tim@example.org' })
    const path = `/operator/workspaces/${club.id}`
    const { queued, options } = mailbox()
    const bookkeeping = { year_start: 8, notice_days: 5, passes_charges_on: true }
    const changed = await operator('PATCH', path, { creditor: CREDITOR, bookkeeping }, options)
    expect([changed.status, changed.cost.trips], changed.text).toEqual([200, 2])
    const expected = {
      ...bookkeeping,
      confirms_certain_lines: false,
      is_nonprofit: false,
      return_charges: NO_PLACE,
      keeps_book: true,
      book_begins_on: null,
    }
    expect(changed.body.data).toMatchObject({ creditor: CREDITOR, bookkeeping: expected })
    expect((await operator('GET', path)).body.data).toEqual(changed.body.data)
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'workspace.updated',
      changes: {
        'creditor.name': [null, CREDITOR.name],
        'creditor.iban': [null, CREDITOR.iban.slice(-4)],
        'creditor.creditor_id': [null, CREDITOR.creditor_id],
        'bookkeeping.year_start': [1, 8],
        'bookkeeping.notice_days': [14, 5],
        'bookkeeping.passes_charges_on': [false, true],
      },
    })
    await operator('PATCH', path, { name: 'Ruderclub', creditor: CREDITOR }, options)
    await operator('PATCH', path, { creditor: null }, options)
    const { sent } = await deliverMails(queued)
    expect(sent).toMatchObject([
      { to: 'anna@example.org', subject: 'TSV Aufbau 04: Konto für Lastschriften geändert' },
      { to: 'anna@example.org', subject: 'Ruderclub: Konto für Lastschriften geändert' },
    ])
    expect(sent[0]?.text).toContain(CREDITOR.iban.slice(-4))
    for (const { text, html } of sent) {
      expect(text + html).not.toContain(CREDITOR.iban)
      expect(text + html).not.toMatch(/\bhref=|\bhttps?:/)
    }
    expect((await operator('GET', path)).body.data.creditor).toBeNull()
  })

  it('tells of an account that ends as the one before', async () => {
    const club = await workspace({ creditor: CREDITOR })
    const path = `/operator/workspaces/${club.id}`
    await operator('PATCH', path, { creditor: { ...CREDITOR, iban: ibanOf(700_001_815) } })
    expect((await eventsOf(club)).at(-1)?.changes).toEqual({ 'creditor.iban': ['1815', '1815'] })
  })

  it('refuses what no bank would accept', async () => {
    const club = await workspace()
    const path = `/operator/workspaces/${club.id}`
    const { status, body } = await operator('PATCH', path, {
      creditor: { name: '', iban: 'CH9300762011623852957', creditor_id: 'DE99ZZZ09999999999' },
      bookkeeping: { year_start: 13, notice_days: 15 },
    })
    expect(status).toBe(422)
    expect(Object.keys(body.errors).sort()).toEqual([
      'bookkeeping.notice_days',
      'bookkeeping.year_start',
      'creditor.creditor_id',
      'creditor.iban',
      'creditor.name',
    ])
  })

  it('warns of the creditor identifier for tests', async () => {
    const club = await workspace()
    const owner = await staffOf(club, 'owner')
    const isWarned = async (creditor_id: string) => {
      await operator('PATCH', `/operator/workspaces/${club.id}`, { creditor: { ...CREDITOR, creditor_id } })
      const { text } = await owner.get(`/dashboard/${club.id}/settings/direct-debit`)
      expect(text).toContain(`value="${creditor_id}"`)
      return textOf(text).includes('Diese Gläubiger-ID ist die zum Testen.')
    }
    expect(await isWarned(CREDITOR.creditor_id)).toBe(true)
    expect(await isWarned('AT61ZZZ01234567890')).toBe(false)
  })

  it('sets what charges are booked to, and the log has its names', async () => {
    const club = await workspace()
    const other = await workspace()
    const path = `/operator/workspaces/${club.id}`
    const youth = await costUnit(club, 'Youth')
    const place = { cost_unit_id: youth.id, category_id: youth.categories[0].id, sphere: 'business' }
    const set = (return_charges: object) => operator('PATCH', path, { bookkeeping: { return_charges } })
    const changed = await set(place)
    expect([changed.status, changed.cost.trips], changed.text).toEqual([200, 2])
    expect(changed.body.data.bookkeeping.return_charges).toEqual(place)
    expect((await eventsOf(club)).at(-1)?.changes).toEqual({
      'bookkeeping.return_charges.costunit_name': [null, 'Youth'],
      'bookkeeping.return_charges.category_name': [null, 'Bank'],
      'bookkeeping.return_charges.sphere': [null, 'business'],
    })
    const strangers = await costUnit(other, 'Strangers')
    const errors = async (given: object) => (await set(given)).body.errors
    expect(await errors({ cost_unit_id: strangers.id })).toEqual({
      'bookkeeping.return_charges.cost_unit_id': ['is not the id of a cost unit'],
    })
    expect(await errors({ cost_unit_id: youth.id, category_id: strangers.categories[0].id })).toEqual({
      'bookkeeping.return_charges.category_id': ['is not the id of a category of the cost unit'],
    })
    expect(await errors({ category_id: place.category_id })).toEqual({
      'bookkeeping.return_charges.cost_unit_id': ['is required if category_id is given'],
    })
    const old = await costUnit(club, 'Old')
    for (const { id } of [old, youth]) await club.put(`/cost_units/${id}`, { archived: true })
    expect(await errors({ cost_unit_id: old.id })).toEqual({
      'bookkeeping.return_charges.cost_unit_id': ['is archived; restore it or name another one'],
    })
    expect((await set(place)).status).toBe(200)
    expect((await set({})).body.data.bookkeeping.return_charges).toEqual(NO_PLACE)
    expect((await eventsOf(club)).at(-1)?.changes).toMatchObject({
      'bookkeeping.return_charges.costunit_name': ['Youth', null],
    })
  })

  it('moves the fiscal year only while nothing is booked and no year is closed', async () => {
    const club = await workspace()
    const path = `/operator/workspaces/${club.id}`
    const move = (year_start: number) => operator('PATCH', path, { bookkeeping: { year_start } })
    await rows(
      `INSERT INTO fiscal_years (workspace_id, year, closed_at, last_number, report, sha256)
       VALUES (?, 2025, '2026-01-31', 0, '{}', '')`,
      club.id,
    )
    expect((await move(7)).body.errors).toEqual({
      'bookkeeping.year_start': ['cannot change while there are vouchers or closed fiscal years'],
    })
    expect((await move(1)).status).toBe(200)
    await rows('UPDATE fiscal_years SET closed_at = NULL')
    expect((await move(7)).status).toBe(200)
    await rows(
      `INSERT INTO vouchers (workspace_id, year, number, id, kind, account_id, booked_on, amount, text, created_at)
       VALUES (?, 2026, 1, 'vch_1', 'money', 'acc_1', '2026-01-31', 1, 'x', '')`,
      club.id,
    )
    expect((await move(8)).status).toBe(422)
  })
})

describe('the page of direct debit', () => {
  it('shows and saves the settings, and mails the owners', async () => {
    const { club, staff: anna } = await clubOf(signedIn('owner', { email: 'anna@example.org' }))
    const path = `/dashboard/${club.id}/settings/direct-debit`
    const { queued, options } = mailbox()
    const fields = {
      name: CREDITOR.name,
      iban: CREDITOR.iban.replace(/(.{4})/g, '$1 ').toLowerCase(),
      creditor_id: CREDITOR.creditor_id,
      notice_days: '7',
      year_start: '3',
      passes_charges_on: '1',
      charge_place: '',
      charge_sphere: 'purpose',
    }
    const saved = await anna.submit(path, fields, options)
    expect([saved.status, leadsTo(saved)]).toEqual([303, `${path} after saved`])
    const page = await anna.get(path)
    expect(Object.fromEntries(await filledForm(page.text))).toEqual({ ...fields, iban: CREDITOR.iban })
    expect((await deliverMails(queued)).sent).toHaveLength(1)
    expect((await eventsOf(club)).at(-1)).toMatchObject({ actor_id: anna.id, action: 'workspace.updated' })
    const emptied = { ...fields, name: '', iban: '', creditor_id: '' }
    expect((await anna.submit(path, emptied, options)).status).toBe(303)
    expect(await rows('SELECT creditor_name, creditor_iban, creditor_id FROM workspaces')).toEqual([
      { creditor_name: null, creditor_iban: null, creditor_id: null },
    ])
  })

  it.each([
    ['de', 'Diese Kostenstelle ist archiviert', 'Kostenstelle für Gebühren der Bank'],
    ['en', 'This cost unit is archived', "Cost unit for the bank's charges"],
  ])('sets in %s what charges are booked to, and says that it is archived', async (locale, hint, label) => {
    const { club, staff: anna } = await clubOf(signedIn('owner'))
    await rows('UPDATE staff SET locale = ?', locale)
    const youth = await costUnit(club, 'Youth')
    const old = await costUnit(club, 'Old')
    await club.put(`/cost_units/${old.id}`, { archived: true })
    const path = `/dashboard/${club.id}/settings/direct-debit`
    const page = await anna.get(path)
    expect(page.cost.trips).toBe(1)
    expect(page.text).not.toContain(old.id)
    const charge_place = `${youth.id}/${youth.categories[0].id}`
    const fields = { ...CREDITOR, notice_days: '7', year_start: '1', charge_sphere: '' }
    const refused = await anna.submit(path, { ...fields, charge_place: old.id })
    expect(refused.status).toBe(422)
    expect((await anna.submit(path, { ...fields, charge_place })).status).toBe(303)
    expect(
      await rows(
        'SELECT charge_cost_unit_id, charge_category_id, charge_sphere FROM workspaces WHERE id = ?',
        club.id,
      ),
    ).toEqual([
      { charge_cost_unit_id: youth.id, charge_category_id: youth.categories[0].id, charge_sphere: null },
    ])
    const saved = await anna.get(path)
    expect(await filledForm(saved.text)).toContainEqual(['charge_place', charge_place])
    expect(saved.text).not.toContain(hint)
    expect(textOf((await anna.get(`/dashboard/${club.id}/log`)).text)).toContain(label)
    await club.put(`/cost_units/${youth.id}`, { archived: true })
    expect(textOf((await anna.get(path)).text)).toContain(hint)
    expect((await anna.submit(path, { ...fields, charge_place })).status).toBe(303)
  })

  it('is for treasurers too, with a fresh proof, and mails the owners what they changed', async () => {
    const club = await workspace()
    await staffOf(club, 'owner', { email: 'anna@example.org' })
    const tim = await staffOf(club, 'treasurer', { email: 'tim@example.org' })
    const path = `/dashboard/${club.id}/settings/direct-debit`
    const { queued, options } = mailbox()
    const fields = { ...CREDITOR, notice_days: '7', year_start: '1' }
    const stored = () => rows('SELECT creditor_iban, notice_days, portal_enabled FROM workspaces')
    const before = await stored()
    await rows("UPDATE staff_sessions SET proved_at = '2020-01-01T00:00:00.000Z'")
    const late = await tim.submit(path, fields, options)
    expect(await stored()).toEqual(before)
    expect(late.headers.get('Location') ?? late.text).toContain('prove')
    await rows('UPDATE staff_sessions SET proved_at = ?', new Date().toISOString())
    expect((await tim.submit(path, fields, options)).status).toBe(303)
    expect(await stored()).toEqual([{ ...before[0], creditor_iban: CREDITOR.iban, notice_days: 7 }])
    expect((await deliverMails(queued)).sent).toMatchObject([{ to: 'anna@example.org' }])
    expect((await eventsOf(club)).at(-1)).toMatchObject({ actor_id: tim.id, action: 'workspace.updated' })
    for (const role of ['office', 'auditor'] as const)
      expect((await (await staffOf(club, role)).submit(path, fields)).status).toBe(403)
  })

  it.each([
    ['de', 'Das ist keine gültige Gläubiger-Identifikationsnummer.'],
    ['en', 'This is no valid SEPA creditor identifier.'],
  ])('says in %s what is wrong', async (locale, text) => {
    const { club, staff: anna } = await clubOf(signedIn('owner'))
    await rows('UPDATE staff SET locale = ?', locale)
    const fields = { ...CREDITOR, creditor_id: 'DE00', notice_days: '', year_start: '1' }
    const refused = await anna.submit(`/dashboard/${club.id}/settings/direct-debit`, fields)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain(text)
  })
})
