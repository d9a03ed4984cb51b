import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { clubOf, person } from '../support/club'
import { staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { formValues, textOf } from '../support/html'
import { rows } from '../support/workspace'

const IBAN = 'DE89370400440532013000'
const OTHER = 'DE75512108001245126199'
const SHOWN = 'DE89 3704 0044 0532 0130 00'

const world = () =>
  clubOf(
    person({
      name: { first_name: 'Ada', last_name: 'Lovelace' },
      email: 'ada@example.org',
      bank_account: { iban: IBAN },
      sepa_mandate: { reference: 'M-1', signature_date: '2025-01-31' },
      payment_method: 'direct_debit',
    }),
  )

const stored = () =>
  rows(
    "SELECT last_name, bank_account ->> 'iban' AS iban, sepa_mandate ->> 'reference' AS mandate FROM persons",
  )
const BEFORE = [{ last_name: 'Lovelace', iban: IBAN, mandate: 'M-1' }]

/** Opens the form of a person as a role, and sends it with what its fields may be changed to. */
async function edited(role: Role, changes: Record<string, string>) {
  const { club, id } = await world()
  const staff = await staffOf(club, role)
  const path = `/dashboard/${club.id}/members/${id}/edit`
  const form = await staff.get(path)
  const fields = formValues(form.text).map(
    ([name, value]) => [name, changes[name] ?? value] as [string, string],
  )
  const names = fields.map(([name]) => name)
  const added = Object.entries(changes).filter(([name]) => !names.includes(name))
  const answer = await staff.submit(path, [...fields, ...added])
  return { club, form, names, answer }
}

describe('accounts and mandates of persons', () => {
  it('are mended by treasurers, who change nothing else', async () => {
    const changes = { 'bank_account.iban': OTHER, 'sepa_mandate.reference': 'M-2', 'name.last_name': 'Byron' }
    const { club, names, answer } = await edited('treasurer', changes)
    expect(names).toContain('bank_account.iban')
    expect(names).toContain('sepa_mandate.reference')
    expect(names).not.toContain('name.last_name')
    expect(answer.status).toBe(303)
    expect(await stored()).toEqual([{ last_name: 'Lovelace', iban: OTHER, mandate: 'M-2' }])
    expect((await eventsOf(club)).at(-1)?.changes).toMatchObject({ sepa_mandate: expect.anything() })
  })

  it('are not for the office, which edits the rest', async () => {
    const changes = { 'bank_account.iban': OTHER, 'sepa_mandate.reference': 'M-2', 'name.last_name': 'Byron' }
    const { names, answer } = await edited('office', changes)
    expect(names.filter((name) => /^(bank_account|sepa_mandate)/.test(name))).toEqual([])
    expect(answer.status).toBe(303)
    expect(await stored()).toEqual([{ last_name: 'Byron', iban: IBAN, mandate: 'M-1' }])
  })

  it('are not for auditors, who open no person', async () => {
    const { form, answer } = await edited('auditor', { 'bank_account.iban': OTHER })
    expect([form.status, answer.status]).toEqual([403, 403])
    expect(await stored()).toEqual(BEFORE)
  })

  it.each<[Role, boolean]>([
    ['owner', true],
    ['treasurer', true],
    ['office', false],
  ])('are shown whole to the role %s: %s', async (role, isWhole) => {
    const { club, id } = await world()
    const staff = await staffOf(club, role)
    for (const page of ['', '/edit']) {
      const { text } = await staff.get(`/dashboard/${club.id}/members/${id}${page}`)
      expect(text.replaceAll(/\s/g, '').includes(IBAN)).toBe(isWhole)
    }
    const page = textOf((await staff.get(`/dashboard/${club.id}/members/${id}`)).text)
    expect(page.includes(SHOWN)).toBe(isWhole)
    expect(page).toContain('3000')
  })

  it('are not in the file of a list that the office exports', async () => {
    const { club, id } = await world()
    const office = await staffOf(club, 'office')
    const form: [string, string][] = [
      ['action', 'export'],
      ['scope', 'chosen'],
      ['id', id],
    ]
    const { text } = await office.submit(`/dashboard/${club.id}/members/bulk`, form)
    expect(text).not.toContain(IBAN)
  })
})

describe('the end of a membership', () => {
  it.each<[Role, number]>([
    ['owner', 303],
    ['office', 303],
    ['treasurer', 403],
    ['auditor', 403],
  ])('is entered by the role %s: %i', async (role, status) => {
    const { club, id } = await world()
    const staff = await staffOf(club, role)
    const end = { leave_date: '2026-01-31', leave_reason: 'deceased' }
    expect((await staff.submit(`/dashboard/${club.id}/members/${id}/end`, end)).status).toBe(status)
    const [row] = await rows('SELECT leave_reason FROM persons')
    expect(row?.leave_reason).toBe(status === 303 ? 'deceased' : null)
  })

  it.each<[Role, boolean]>([
    ['owner', true],
    ['treasurer', true],
    ['office', false],
  ])('of somebody who has died is to do for the role %s: %s', async (role, isToDo) => {
    const { club, id } = await world()
    await club.post('/fees', { data: [{ person_id: id, amount: 4500, description: 'Beitrag' }] })
    await club.put(`/lists/members/persons/${id}`, { leave_date: '2026-01-31', leave_reason: 'deceased' })
    const { text } = await (await staffOf(club, role)).get(`/dashboard/${club.id}`)
    expect(textOf(text).includes('1 verstorbenes Mitglied hat offene Beiträge')).toBe(isToDo)
  })
})
