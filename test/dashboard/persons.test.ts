import { describe, expect, it } from 'vitest'
import { sql } from '../../src/db/sql'
import { editPerson } from '../../src/domain/persons/edit'
import { withMaskedIban } from '../../src/domain/persons/mask'
import { nextNumber, selectDoubles, selectFamily, selectLastNumber } from '../../src/domain/persons/related'
import { viewPerson } from '../../src/domain/persons/view'
import type { StaffPrincipal } from '../../src/domain/staff/principal'
import { formEntries } from '../../src/ui/person-fields/form-entries'
import { parseChanges } from '../../src/ui/person-fields/parse'
import { clubOf, person } from '../support/club'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const list = 'members'
const IBAN = 'DE89370400440532013000'
const OTHER_IBAN = 'DE02120300000000202051'

const clubWith = (...persons: object[]) => clubOf(...persons.map((one) => person(one)))

const open = (principal: StaffPrincipal, id: string) =>
  viewPerson(principal, {
    list,
    id,
    extra: {
      family: selectFamily(principal.workspace(), list, id),
      doubles: selectDoubles(principal.workspace(), list, sql`${id}`),
      numbers: selectLastNumber(principal.workspace()),
    },
  })

const namesOf = (persons: { name: string }[]) => persons.map(({ name }) => name).sort()

describe('viewPerson', () => {
  it('reads a person with family, doubles and the next number in one trip', async () => {
    const { club, ids } = await clubWith(
      {
        name: { first_name: 'Jürgen', last_name: 'Groß' },
        email: 'Gross@example.org',
        membership_number: '0099',
      },
      { name: { first_name: 'JURGEN', last_name: 'Gross' }, birthdate: '1985-02-03', email: 'x@example.org' },
      {
        name: { first_name: 'Lina', last_name: 'Groß' },
        email: 'gross@EXAMPLE.org',
        birthdate: '2015-01-01',
      },
      { name: { first_name: 'Jurgen', last_name: 'Groß' }, creation_behaviour: 'unconfirmed' },
    )
    const principal = await principalOf(club)
    const { person, area, rows } = await open(principal, String(ids[0]))
    expect(principal.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect([person.email, area]).toEqual(['Gross@example.org', 'regular'])
    expect(namesOf(rows.family)).toEqual(['Lina Groß'])
    expect(namesOf(rows.doubles)).toEqual(['JURGEN Gross', 'Jurgen Groß'])
    expect(nextNumber(rows.numbers)).toBe('0100')
  })

  it.each([
    ['owner', IBAN],
    ['office', '•••• 3000'],
  ] as const)('shows the IBAN to %s as %s', async (role, iban) => {
    const { club, ids } = await clubWith({ name: { last_name: 'A' }, bank_account: { iban: IBAN } })
    const { person } = await open(await principalOf(club, role), String(ids[0]))
    expect(person.bank_account).toEqual({ iban, bic: null, signatory: null })
  })

  it('finds no person of another workspace', async () => {
    const { ids } = await clubWith({ name: { last_name: 'A' } })
    const other = await principalOf(await workspace())
    await expect(open(other, String(ids[0]))).rejects.toMatchObject({ reason: 'not_found' })
  })
})

describe('doubles', () => {
  const people = [
    { name: { first_name: 'Ada', last_name: 'Müller' }, birthdate: '1985-12-10' },
    { name: { first_name: 'Ada', last_name: 'Müller' }, birthdate: '1999-01-01' },
    { name: { first_name: 'Bo', last_name: 'Müller' }, birthdate: '1985-12-10' },
    { email: 'nameless@example.org' },
    { membership_number: 'nameless' },
  ]

  it('have the same name and birthday, or one without', async () => {
    const doublesOf = async (first_name: string, birthdate: string | null) => {
      const { club, ids } = await clubWith(...people, {
        name: { first_name, last_name: 'muller' },
        birthdate,
      })
      const { rows } = await open(await principalOf(club), String(ids.at(-1)))
      return rows.doubles.map((one) => one.birthdate).sort()
    }
    expect(await doublesOf('ADA', '1985-12-10')).toEqual(['1985-12-10'])
    expect(await doublesOf('ADA', null)).toEqual(['1985-12-10', '1999-01-01'])
    expect(await doublesOf('Cy', '1985-12-10')).toEqual([])

    const { club, ids } = await clubWith(...people)
    const principal = await principalOf(club)
    for (const id of ids) expect((await open(principal, id)).rows.doubles).toEqual([])
  })

  it('are found for all applicants at once', async () => {
    const { club, ids } = await clubWith(
      ...people,
      {
        name: { first_name: 'Ada', last_name: 'Mu\u0308ller' },
        birthdate: '1985-12-10',
        creation_behaviour: 'unconfirmed',
      },
      { name: { first_name: 'Neu', last_name: 'Neu' }, creation_behaviour: 'unconfirmed' },
    )
    const principal = await principalOf(club)
    const { rows } = await viewPerson(principal, {
      list,
      id: String(ids[0]),
      extra: {
        doubles: selectDoubles(
          principal.workspace(),
          list,
          sql`SELECT id FROM persons WHERE area = 'applications'`,
        ),
      },
    })
    expect(rows.doubles.map(({ of, id }) => [of, id])).toEqual([[ids[5], ids[0]]])
  })
})

it.each([
  [[], '1'],
  [['7', '1004', '12'], '1005'],
  [['0099'], '0100'],
  [['M-0012', '99'], '100'],
  [['99', 'M-0012', 'M-0007'], 'M-0013'],
  [['vorstand'], '1'],
  [['12', 'vorstand'], '13'],
  [['12', '9'.repeat(40)], '13'],
])('after the numbers %j the next is %s', async (numbers, expected) => {
  const { club, ids } = await clubWith({ name: { last_name: 'A' } })
  // In one batch, ids have the order of the items.
  await club.put(PERSONS, { data: numbers.map((membership_number) => ({ membership_number })) })
  expect(nextNumber((await open(await principalOf(club), String(ids[0]))).rows.numbers)).toBe(expected)
})

describe('editPerson', () => {
  const MEMBER = {
    name: { first_name: 'Ada', last_name: 'Lovelace' },
    bank_account: { iban: IBAN, bic: null, signatory: null },
  }

  async function fixture(role: 'owner' | 'office' = 'owner') {
    const { club, ids } = await clubWith(MEMBER)
    const principal = await principalOf(club, role)
    const id = String(ids[0])
    const { person, version } = await open(principal, id)
    principal.cost.trips = 0
    return { club, principal, id, person, version }
  }

  const account = async (club: Workspace, id: string) =>
    (await club.get(`${PERSONS}/${id}`)).body.data.bank_account

  it('keeps the IBAN that was shown masked', async () => {
    const { club, principal, id, person, version } = await fixture()
    const body = {
      bank_account: { ...Object(withMaskedIban(person).bank_account), signatory: 'Ada' },
      email: 'ada@example.org',
    }
    await editPerson(principal, { list, id, version, toBody: () => body })
    expect(principal.cost.trips).toBe(2)
    expect(await account(club, id)).toEqual({ iban: IBAN, bic: null, signatory: 'Ada' })
  })

  it('keeps the IBAN where a form shows it masked and changes another part of the account', async () => {
    const { club, principal, id, version, ...opened } = await fixture()
    const person = withMaskedIban(opened.person)
    const locale = { language: 'de', tag: 'de-DE' } as const
    const fields = [{ key: 'bank_account' }]
    const form = new URLSearchParams(formEntries({ key: 'bank_account' }, person.bank_account, locale))
    expect(form.get('bank_account.iban')).toBe('•••• 3000')
    expect(parseChanges(form, { fields, person }, locale)).toEqual({})
    form.set('bank_account.signatory', 'Ada')
    const body = parseChanges(form, { fields, person }, locale)
    await editPerson(principal, { list, id, version, toBody: () => body })
    expect(await account(club, id)).toEqual({ iban: IBAN, bic: null, signatory: 'Ada' })
  })

  it('stores an IBAN that was typed, and clears one', async () => {
    const { club, principal, id, version } = await fixture()
    await editPerson(principal, { list, id, version, toBody: () => ({ bank_account: { iban: OTHER_IBAN } }) })
    expect(await account(club, id)).toMatchObject({ iban: OTHER_IBAN })
    const next = await open(principal, id)
    await editPerson(principal, { list, id, version: next.version, toBody: () => ({ bank_account: null }) })
    expect(await account(club, id)).toBeNull()
  })

  it('refuses a masked IBAN where none is stored', async () => {
    const { club, ids } = await clubWith({ name: { last_name: 'A' } })
    const principal = await principalOf(club, 'owner')
    const id = String(ids[0])
    const { version } = await open(principal, id)
    const body = { bank_account: { iban: '•••• 3000' } }
    await expect(editPerson(principal, { list, id, version, toBody: () => body })).rejects.toMatchObject({
      reason: 'invalid',
    })
  })

  it('refuses an account from the office, and changes nothing', async () => {
    const { club, principal, id, version } = await fixture('office')
    const toBody = () => ({ bank_account: { iban: OTHER_IBAN } })
    await expect(editPerson(principal, { list, id, version, toBody })).rejects.toMatchObject({
      reason: 'permission_missing',
    })
    expect(await account(club, id)).toMatchObject({ iban: IBAN })
  })

  it('refuses a form of another version, and changes nothing', async () => {
    const { club, principal, id, version } = await fixture()
    await club.put(`${PERSONS}/${id}`, { email: 'other@example.org' })
    const before = await rows('SELECT * FROM persons')
    const toBody = () => ({ email: 'ada@example.org' })
    const edit = editPerson(principal, { list, id, version, toBody })
    await expect(edit).rejects.toMatchObject({ reason: 'changed_meanwhile' })
    expect(await rows('SELECT * FROM persons')).toEqual(before)
    const current = await open(principal, id)
    await editPerson(principal, { list, id, version: current.version, toBody })
  })

  it('refuses roles that may not write, and writes nothing', async () => {
    const { club, id, version } = await fixture()
    const treasurer = await principalOf(club, 'treasurer')
    const edit = editPerson(treasurer, { list, id, version, toBody: () => ({ email: 'ada@example.org' }) })
    await expect(edit).rejects.toMatchObject({ reason: 'permission_missing' })
    expect(treasurer.cost.rowsWritten).toBe(0)
  })
})
