import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { clubOf, columns, person, SHIRT, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { formValues, inputValue, textOf } from '../support/html'
import { createPerson } from '../support/portal'
import { rows } from '../support/workspace'

const IBAN = 'DE89370400440532013000'
const OTHER_IBAN = 'DE02 1203 0000 0000 2020 51'

const NEXT_YEAR = `${new Date().getFullYear() + 1}-12-31`

const KATRIN = {
  external_id: 'm-1004',
  name: { first_name: 'Katrin', last_name: 'Bergmann' },
  email: 'bergmann@example.org',
  birthdate: '1981-11-23',
  phone_numbers: [{ label: 'Mobil', number: '+49 30 1' }],
  address: { street: 'Lindenallee 8', postcode: '12345', city: 'Lindental', country_code: 'DE' },
  membership_number: '1004',
  join_date: '2019-03-01',
  payment_method: 'direct_debit',
  bank_account: { iban: IBAN, bic: 'COBADEFFXXX', signatory: null },
  sepa_mandate: { reference: 'TSV-M-1004', signature_date: '2019-03-01' },
  shirt: 'M',
}

async function fixture(role: Role = 'owner') {
  const { club, id, staff } = await clubOf(
    columns([{ ...SHIRT, name: 'T-Shirt' }]),
    person(KATRIN),
    signedIn(role),
  )
  const path = `/dashboard/${club.id}/members/${id}`
  const stored = async () => (await club.get(`/lists/members/persons/${id}`)).body.data
  const open = async (browser = staff) => formValues((await browser.get(`${path}/edit`)).text)
  return { club, id, staff, path, stored, open }
}

/** The fields of a form with some of them changed. */
const withChanges = (form: [string, string][], changes: Record<string, string>): [string, string][] => [
  ...form.filter(([name]) => !(name in changes)),
  ...Object.entries(changes),
]

const revision = async (id: string) =>
  (await rows<{ revision: number }>('SELECT revision FROM persons WHERE id = ?', id))[0]?.revision

describe('the form of a person for treasurers', () => {
  const PAYMENT = {
    'bank_account.iban': OTHER_IBAN,
    'sepa_mandate.reference': 'TSV-M-2000',
    'sepa_mandate.signature_date': '2026-01-31',
    payment_method: 'bank_transfer',
  }

  it('has how the person pays, with the whole IBAN, and saves that', async () => {
    const { club, id, staff, path, stored } = await fixture('treasurer')
    const page = await staff.get(path)
    expect(page.text).toContain(`href="${path}/edit"`)
    expect(textOf(page.text)).toContain('Zahlungsangaben bearbeiten')
    const { status, text, cost } = await staff.get(`${path}/edit`)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    const form = formValues(text)
    const names = form.map(([name]) => name).filter((name) => !name.startsWith('form.'))
    expect(names.toSorted()).toEqual([
      'bank_account.bic',
      'bank_account.iban',
      'bank_account.signatory',
      'payment_method',
      'sepa_mandate.last_used_on',
      'sepa_mandate.reference',
      'sepa_mandate.signature_date',
    ])
    expect(inputValue(text, 'bank_account.iban')).toBe('DE89 3704 0044 0532 0130 00')
    const before = await stored()
    const saved = await staff.submit(`${path}/edit`, withChanges(form, PAYMENT))
    expect([saved.status, saved.cost.trips], saved.text).toEqual([303, 2])
    expect(await stored()).toEqual({
      ...before,
      bank_account: { ...before.bank_account, iban: OTHER_IBAN.replaceAll(' ', '') },
      sepa_mandate: {
        reference: 'TSV-M-2000',
        signature_date: '2026-01-31',
        last_used_on: null,
        granted: 'paper',
      },
      payment_method: 'bank_transfer',
      updated_at: expect.any(String),
    })
    const done = await staff.get(saved.headers.get('Location') ?? '')
    expect(textOf(done.text)).toContain('Gespeichert.')
    expect(done.text).not.toContain(`/dashboard/${club.id}/undo`)
    expect((await revision(id)) ?? 0).toBeGreaterThan(1)
  })

  it('changes no other field, whatever is sent', async () => {
    const { staff, path, stored, open } = await fixture('treasurer')
    const before = await stored()
    const forged = withChanges(await open(), {
      'name.last_name': 'Mallory',
      email: 'mallory@example.org',
      membership_number: '666',
      shirt: 'S',
    })
    expect((await staff.submit(`${path}/edit`, forged)).status).toBe(303)
    expect(await stored()).toEqual(before)
    for (const act of ['delete', 'end']) {
      const { status } = await staff.submit(`${path}/${act}`, {})
      expect([act, status]).toEqual([act, 403])
    }
  })

  it('says what is wrong with an IBAN or a mandate, and keeps what was entered', async () => {
    const { staff, path, open } = await fixture('treasurer')
    const wrong = withChanges(await open(), { 'bank_account.iban': 'DE00 1234' })
    const refused = await staff.submit(`${path}/edit`, wrong)
    expect(refused.status).toBe(422)
    expect(inputValue(refused.text, 'bank_account.iban')).toBe('DE00 1234')
  })

  it('is closed to auditors, and has all fields for the office', async () => {
    const { club, path } = await fixture()
    expect((await (await staffOf(club, 'auditor')).get(`${path}/edit`)).status).toBe(403)
    const office = await (await staffOf(club, 'office')).get(`${path}/edit`)
    expect(inputValue(office.text, 'name.last_name')).toBe('Bergmann')
  })
})

describe('the form of a person', () => {
  it('has all fields, in one trip that writes nothing', async () => {
    const { staff, path } = await fixture('owner')
    const { status, text, cost } = await staff.get(`${path}/edit`)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    const { 'form.version': version, 'form.shown': shown, ...values } = Object.fromEntries(formValues(text))
    expect([version, shown].every(Boolean)).toBe(true)
    expect(values).toEqual({
      'name.first_name': 'Katrin',
      'name.last_name': 'Bergmann',
      birthdate: '1981-11-23',
      sex: '',
      email: 'bergmann@example.org',
      'phone_numbers.0.number': '+49 30 1',
      'phone_numbers.0.label': 'Mobil',
      'phone_numbers.1.number': '',
      'phone_numbers.1.label': '',
      'address.street': 'Lindenallee 8',
      'address.postcode': '12345',
      'address.city': 'Lindental',
      'address.country_code': 'DE',
      membership_number: '1004',
      join_date: '2019-03-01',
      leave_date: '',
      leave_reason: '',
      leave_note: '',
      payment_method: 'direct_debit',
      'bank_account.iban': 'DE89 3704 0044 0532 0130 00',
      'bank_account.bic': 'COBADEFFXXX',
      'bank_account.signatory': '',
      'sepa_mandate.reference': 'TSV-M-1004',
      'sepa_mandate.signature_date': '2019-03-01',
      'sepa_mandate.last_used_on': '',
      shirt: 'M',
      external_id: 'm-1004',
    })
    expect(text).not.toMatch(/autocomplete="(given-name|email|bday|postal-code)"/)
  })

  it('writes what was changed, in two trips', async () => {
    const { staff, path, stored, open, id } = await fixture()
    const before = await stored()
    const changes = {
      'name.first_name': 'Katharina',
      email: '',
      'phone_numbers.1.number': '+49 30 2',
      'sepa_mandate.signature_date': '2020-01-02',
      shirt: 'S',
      leave_date: NEXT_YEAR,
    }
    const { status, headers, cost } = await staff.submit(`${path}/edit`, withChanges(await open(), changes))
    expect([status, cost.trips]).toEqual([303, 2])
    expect(leadsTo({ headers })).toMatch(/ after saved\?batch=bat_\w+$/)
    const after = await stored()
    expect(after).toEqual({
      ...before,
      name: { first_name: 'Katharina', last_name: 'Bergmann' },
      email: null,
      phone_numbers: [...KATRIN.phone_numbers, { label: null, number: '+49 30 2' }],
      sepa_mandate: {
        reference: 'TSV-M-1004',
        signature_date: '2020-01-02',
        last_used_on: null,
        granted: 'paper',
      },
      shirt: 'S',
      leave_date: NEXT_YEAR,
      updated_at: after.updated_at,
    })
    expect(await revision(id)).toBe(2)
    expect(textOf((await staff.get(String(headers.get('Location')))).text)).toContain('Gespeichert.')
  })

  it('says that a reason to leave needs the last day', async () => {
    const { staff, path, open } = await fixture()
    const send = async (changes: Record<string, string>) =>
      staff.submit(`${path}/edit`, withChanges(await open(), changes))
    const refused = await send({ leave_reason: 'moved' })
    expect([refused.status, textOf(refused.text)]).toEqual([
      422,
      expect.stringContaining('auch den Austritt ein'),
    ])
    const future = await send({ leave_reason: 'deceased', leave_date: NEXT_YEAR })
    expect([future.status, textOf(future.text)]).toEqual([
      422,
      expect.stringContaining('Der Todestag kann nicht'),
    ])
    expect((await send({ leave_reason: 'moved', leave_date: NEXT_YEAR })).status).toBe(303)
    expect((await send({ leave_date: '' })).status).toBe(303)
    expect(await rows('SELECT leave_date, leave_reason FROM persons')).toEqual([
      { leave_date: null, leave_reason: null },
    ])
  })

  it('writes nothing where nothing was changed', async () => {
    const { staff, path, open, id } = await fixture()
    const { status, headers, cost } = await staff.submit(`${path}/edit`, await open())
    expect([status, cost.trips, cost.rowsWritten]).toEqual([303, 1, 0])
    expect(leadsTo({ headers })).toBe(`${path} after unchanged`)
    expect(await revision(id)).toBe(1)
  })

  it('keeps what was entered, and leads to each fault', async () => {
    const { staff, path, open, stored } = await fixture()
    const before = await stored()
    const changes = {
      'name.first_name': 'Katharina',
      email: 'no address',
      'bank_account.iban': 'DE00 1234',
      'sepa_mandate.reference': '',
    }
    const { status, text, cost } = await staff.submit(`${path}/edit`, withChanges(await open(), changes))
    expect([status, cost.trips, cost.rowsWritten]).toEqual([422, 2, 0])
    for (const [name, value] of Object.entries(changes)) {
      expect(inputValue(text, name)?.replaceAll(' ', '')).toBe(value.replaceAll(' ', ''))
      if (name !== 'name.first_name') expect(text).toContain(`href="#field-${name.replace('.', '-')}"`)
    }
    expect(text).toMatch(/<title>Fehler: /)
    expect(await stored()).toEqual(before)
  })

  it('refuses a membership number and an external id that others have', async () => {
    const { club, staff, path, open, stored } = await fixture()
    await createPerson(club, { membership_number: '1005', external_id: 'm-1005' })
    const before = await stored()
    for (const [name, value] of Object.entries({ membership_number: '1005', external_id: 'm-1005' })) {
      const { status, text } = await staff.submit(
        `${path}/edit`,
        withChanges(await open(), { [name]: value }),
      )
      expect(status).toBe(422)
      expect(text).toContain(`href="#field-${name}"`)
    }
    expect(await stored()).toEqual(before)
  })

  it('saves other fields of two members who have the same number already', async () => {
    const { club, staff, path, open, stored } = await fixture()
    await createPerson(club, { membership_number: '1004' })
    const changed = withChanges(await open(), { email: 'new@example.org' })
    expect((await staff.submit(`${path}/edit`, changed)).status).toBe(303)
    expect((await stored()).email).toBe('new@example.org')
  })
})

describe('the form of a person for the office', () => {
  it('has neither account nor mandate, and changes none, whatever is sent', async () => {
    const { staff, path, open, stored } = await fixture('office')
    const before = await stored()
    const form = await open()
    expect(form.filter(([name]) => /^(bank_account|sepa_mandate)/.test(name))).toEqual([])
    expect(form.map(([name]) => name)).toContain('payment_method')
    expect(JSON.stringify(form)).not.toMatch(/\bDE89|\b3704\b/)
    const forged = withChanges(form, {
      email: 'new@example.org',
      'bank_account.iban': OTHER_IBAN,
      'sepa_mandate.reference': 'M-9',
    })
    expect((await staff.submit(`${path}/edit`, forged)).status).toBe(303)
    expect(await stored()).toEqual({ ...before, email: 'new@example.org', updated_at: expect.any(String) })
  })

  it('creates persons without them', async () => {
    const { club, staff } = await fixture('office')
    const at = `/dashboard/${club.id}/members/new`
    const form = formValues((await staff.get(at)).text)
    expect(form.filter(([name]) => /^(bank_account|sepa_mandate)/.test(name))).toEqual([])
    const sent = withChanges(form, { 'name.last_name': 'Neu', 'bank_account.iban': OTHER_IBAN })
    expect((await staff.submit(at, sent)).status).toBe(303)
    expect(await rows(`SELECT bank_account FROM persons WHERE last_name = 'Neu'`)).toEqual([
      { bank_account: null },
    ])
  })
})

describe('two editors', () => {
  async function twoEditors() {
    const one = await fixture('owner')
    const other = await staffOf(one.club, 'office')
    const [first, second] = [await one.open(), await one.open(other)]
    return { ...one, other, first, second }
  }

  it('lose nothing, and the later one sees who changed what and saves again', async () => {
    const { staff, other, path, first, second, stored } = await twoEditors()
    const changes = { email: 'anna@example.org', shirt: 'S', 'address.city': 'Berlin' }
    expect((await staff.submit(`${path}/edit`, withChanges(first, changes))).status).toBe(303)
    const afterFirst = await stored()

    const typed = { email: 'jan@example.org', birthdate: '1982-01-01' }
    const late = await other.submit(`${path}/edit`, withChanges(second, typed))
    expect([late.status, late.cost.trips, late.cost.rowsWritten]).toEqual([422, 2, 0])
    expect(await stored()).toEqual(afterFirst)
    const page = textOf(late.text)
    expect(page).toContain('Inzwischen hat jemand diese Daten geändert')
    expect(page.match(/Staff owner hat das geändert/g)).toHaveLength(3)
    expect(page).toContain('Gespeichert ist jetzt: anna@example.org')

    const again = formValues(late.text)
    expect(Object.fromEntries(again)).toMatchObject({ ...typed, shirt: 'S', 'address.city': 'Berlin' })
    expect((await other.submit(`${path}/edit`, again)).status).toBe(303)
    expect(await stored()).toMatchObject({
      ...typed,
      shirt: 'S',
      address: { city: 'Berlin', street: 'Lindenallee 8' },
    })
  })

  it('keep their parts of one field', async () => {
    const { staff, other, path, first, second, stored } = await twoEditors()
    await staff.submit(`${path}/edit`, withChanges(first, { 'address.street': 'Neue Straße 1' }))
    const late = await other.submit(`${path}/edit`, withChanges(second, { 'address.city': 'Hamburg' }))
    await other.submit(`${path}/edit`, formValues(late.text))
    expect((await stored()).address).toMatchObject({ street: 'Neue Straße 1', city: 'Hamburg' })
  })

  it('never see a whole IBAN through a conflict', async () => {
    const { club, id, other, path, second, stored } = await twoEditors()
    await club.put(`/lists/members/persons/${id}`, { bank_account: { iban: OTHER_IBAN.replaceAll(' ', '') } })
    const late = await other.submit(`${path}/edit`, withChanges(second, { email: 'jan@example.org' }))
    expect(late.text).not.toMatch(/1203 ?0000|\b0532\b/)
    await other.submit(`${path}/edit`, formValues(late.text))
    expect(await stored()).toMatchObject({
      email: 'jan@example.org',
      bank_account: { iban: 'DE02120300000000202051' },
    })
  })

  it('shows the form again where it does not say what it showed', async () => {
    const { staff, path, stored } = await twoEditors()
    const before = await stored()
    const { status, text } = await staff.submit(`${path}/edit`, { email: 'x@example.org' })
    expect(status).toBe(422)
    expect(inputValue(text, 'email')).toBe('x@example.org')
    expect(await stored()).toEqual(before)
  })
})

it('keeps the values of custom columns whose keys are names like those of its hidden fields', async () => {
  const keys = ['version', 'shown']
  const { club, id, staff } = await clubOf(
    columns(keys.map((external_id) => ({ name: external_id, type: 'string', external_id }))),
    person({ name: { last_name: 'Bergmann' }, version: 'one', shown: 'two' }),
    signedIn('office'),
  )
  const path = `/dashboard/${club.id}/members/${id}`
  const form = formValues((await staff.get(`${path}/edit`)).text)
  const saved = await staff.submit(`${path}/edit`, withChanges(form, { shown: 'three' }))
  expect(saved.status).toBe(303)
  expect((await club.get(`/lists/members/persons/${id}`)).body.data).toMatchObject({
    version: 'one',
    shown: 'three',
  })
})
