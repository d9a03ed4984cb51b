import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { clubOf, person, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import { leadsTo, openAfter } from '../support/done'
import { formValues, textOf } from '../support/html'
import { rows, type Workspace } from '../support/workspace'

const ADA = { first_name: 'Ada', last_name: 'Lovelace' }
const street = (text: string) => ({ street: text, postcode: '10115', city: 'Berlin', country_code: 'DE' })

async function fixture(persons: object[], role: Role = 'office', list = 'members') {
  const world = await clubOf(...persons.map((one) => person(one, list)), signedIn(role))
  return { ...world, base: `/dashboard/${world.club.id}/${list}` }
}

/** Which persons of a fixture the page of doubles shows as pairs, by their numbers. */
async function pairsOf({ club, ids, base, staff }: Awaited<ReturnType<typeof fixture>>, list = base) {
  const { text, cost } = await staff.get(`${list}/doubles`)
  expect(cost.trips).toBe(1)
  expect(club).toBeDefined()
  return [...text.matchAll(/\/(per_\w+)\/merge\/(per_\w+)"/g)].map(([, one, other]) => [
    ids.indexOf(one ?? ''),
    ids.indexOf(other ?? ''),
  ])
}

describe('the page of possible doubles', () => {
  it.each<[why: string, one: object, other: object, isPair: boolean]>([
    [
      'name and birthdate',
      { name: ADA, birthdate: '1985-12-10' },
      { name: ADA, birthdate: '1985-12-10' },
      true,
    ],
    [
      'folded name, one birthdate',
      { name: { last_name: 'Müller' }, birthdate: '1985-12-10' },
      { name: { last_name: 'MULLER' } },
      true,
    ],
    [
      'name, other birthdate',
      { name: ADA, birthdate: '1985-12-10' },
      { name: ADA, birthdate: '1985-12-11' },
      false,
    ],
    [
      'name and street',
      { name: ADA, birthdate: '1985-12-10', address: street('Uferweg 1') },
      { name: ADA, birthdate: '1985-10-12', address: street('uferweg 1') },
      true,
    ],
    [
      'first name and email',
      { name: ADA, email: 'ada@example.org' },
      { name: { ...ADA, last_name: 'King' }, email: 'ADA@example.org' },
      true,
    ],
    [
      'email of a family',
      { name: ADA, email: 'a@example.org' },
      { name: { first_name: 'Byron' }, email: 'a@example.org' },
      false,
    ],
    [
      'first name and IBAN',
      { name: ADA, bank_account: { iban: ibanOf(1) } },
      { name: { ...ADA, last_name: 'King' }, bank_account: { iban: ibanOf(1) } },
      true,
    ],
    [
      'membership number',
      { membership_number: '7', name: ADA },
      { membership_number: '7', name: { last_name: 'X' } },
      true,
    ],
    ['an applicant', { name: ADA }, { name: ADA, creation_behaviour: 'unconfirmed' }, false],
  ])('finds %s: %#', async (_, one, other, isPair) => {
    expect(await pairsOf(await fixture([one, other]))).toEqual(isPair ? [[0, 1]] : [])
  })

  it('offers a pair no more that staff said to be two persons', async () => {
    const made = await fixture([{ name: ADA }, { name: ADA }, { name: ADA }])
    const { ids, base, staff, club } = made
    expect(await pairsOf(made)).toHaveLength(3)
    const answer = await staff.submit(`${base}/doubles`, [
      ['id', ids[1] ?? ''],
      ['id', ids[0] ?? ''],
    ])
    expect([answer.status, leadsTo(answer)]).toEqual([303, `${base}/doubles after apart`])
    expect(textOf((await openAfter(staff, leadsTo(answer))).text)).toContain('nicht mehr vorgeschlagen')
    expect((await pairsOf(made)).map(String).toSorted()).toEqual(['0,2', '1,2'])
    // The decision goes with the person who stays.
    await club.post(`/lists/members/persons/${ids[2]}/merge`, { from: ids[0] })
    expect(await pairsOf(made)).toEqual([])
    await club.delete(`/lists/members/persons/${ids[2]}`)
    expect(await rows('SELECT 1 FROM distinct_persons')).toEqual([])
  })

  it('finds contacts as well, and says so where there are none', async () => {
    const made = await fixture([{ name: ADA }, { name: ADA }], 'office', 'contacts')
    expect(await pairsOf(made)).toEqual([[0, 1]])
    const members = await made.staff.get(`/dashboard/${made.club.id}/members/doubles`)
    expect(textOf(members.text)).toContain('Keine Doppelten gefunden')
  })
})

/** Opens the page that compares two persons, answers it, and opens the page that asks. */
async function ask(staff: Staff, path: string, answers: Record<string, string> = {}) {
  const opened = await staff.get(path)
  expect([opened.status, opened.cost.trips]).toEqual([200, 1])
  return staff.submit(path, { ...Object.fromEntries(formValues(opened.text)), ...answers })
}

const personOf = async (club: Workspace, id: string | undefined) =>
  (await club.get(`/lists/members/persons/${id}`)).body.data

describe('the pages that merge two persons', () => {
  it('compare, ask and merge with what was chosen', async () => {
    const { club, ids, base, staff } = await fixture([
      { name: ADA, email: 'ada@example.org', address: street('Uferweg 1'), membership_number: '1' },
      { name: ADA, email: 'old@example.org', address: street('Bergweg 2'), birthdate: '1985-12-10' },
    ])
    await club.post('/fees', { data: [{ person_id: ids[1], amount: 4800, description: 'Beitrag' }] })
    const path = `${base}/${ids[0]}/merge/${ids[1]}`
    const asked = await ask(staff, path, { 'field.address': 'gone', 'field.email': 'kept' })
    const page = textOf(asked.text)
    expect(page).toContain('Das lässt sich nicht rückgängig machen')
    expect(page).toContain('1 Beitrag')
    expect(page.slice(page.indexOf('Das wird gelöscht'))).toContain('Uferweg 1')

    const form = Object.fromEntries(formValues(asked.text))
    const answer = await staff.submit(`${path}/run`, form)
    const { status, cost } = answer
    expect([status, leadsTo(answer), cost.trips]).toEqual([303, `${base}/${ids[0]} after merged`, 2])
    expect(await personOf(club, ids[0])).toMatchObject({
      email: 'ada@example.org',
      address: street('Bergweg 2'),
      birthdate: '1985-12-10',
      membership_number: '1',
    })
    expect(textOf((await openAfter(staff, leadsTo(answer))).text)).toContain('jetzt einer')
    // Sent again, the form gives the same answer.
    expect((await staff.submit(`${path}/run`, form)).status).toBe(303)
  })

  it('show the comparison again if one of the two has changed meanwhile', async () => {
    const { club, ids, base, staff } = await fixture([{ name: ADA }, { name: ADA }])
    const path = `${base}/${ids[0]}/merge/${ids[1]}`
    const form = Object.fromEntries(formValues((await ask(staff, path)).text))
    await club.put(`/lists/members/persons/${ids[1]}`, { email: 'new@example.org' })
    const { status, text } = await staff.submit(`${path}/run`, form)
    expect(status).toBe(422)
    expect(textOf(text)).toContain('Inzwischen hat jemand')
    expect((await personOf(club, ids[1])).email).toBe('new@example.org')
  })

  it('keep what was chosen on the way back, and if one of the two has changed', async () => {
    const { club, ids, base, staff } = await fixture([
      { name: ADA, email: 'ada@example.org', membership_number: '1' },
      { name: ADA, email: 'old@example.org', membership_number: '2' },
    ])
    const path = `${base}/${ids[0]}/merge/${ids[1]}`
    const asked = await ask(staff, path, { 'field.email': 'gone' })
    const chosen = { 'field.email': 'gone', 'field.membership_number': 'kept' }
    const [, back = ''] = /<a class="button[^"]*" href="([^"]*\/merge\/[^"]*)"/.exec(asked.text) ?? []
    expect(Object.fromEntries(formValues((await staff.get(back)).text))).toMatchObject(chosen)
    await club.put(`/lists/members/persons/${ids[1]}`, { birthdate: '1985-12-10' })
    const { text } = await staff.submit(`${path}/run`, Object.fromEntries(formValues(asked.text)))
    expect(textOf(text)).toContain('Inzwischen hat jemand')
    expect(Object.fromEntries(formValues(text))).toMatchObject(chosen)
  })

  it('name as lost only what the merge leaves out', async () => {
    const phones = (from: number) =>
      Array.from({ length: 15 }, (_, n) => ({ label: null, number: `+49 30 1234${from + n}` }))
    const { club, ids, base, staff } = await fixture(
      [
        { name: ADA, bank_account: { iban: ibanOf(1) }, phone_numbers: phones(100) },
        {
          name: ADA,
          bank_account: { iban: ibanOf(2) },
          sepa_mandate: { reference: 'MANDATE-0002', signature_date: '2026-01-31' },
          phone_numbers: phones(200),
        },
      ],
      'owner',
    )
    const path = `${base}/${ids[0]}/merge/${ids[1]}`
    const lostIn = (text: string) => {
      const page = textOf(text).replaceAll(/\s/g, '')
      return page.slice(page.indexOf('Daswirdgelöscht'), page.indexOf('Dasziehtmitum'))
    }
    const taken = await ask(staff, path, { 'field.bank_account': 'gone' })
    expect(lostIn(taken.text)).toContain(ibanOf(1))
    expect(lostIn(taken.text)).not.toContain(ibanOf(2))
    expect(lostIn(taken.text)).not.toContain('MANDATE-0002')
    // There is room for 20 numbers.
    expect(lostIn(taken.text)).toContain('1234205')
    expect(lostIn(taken.text)).not.toContain('1234204')
    await staff.submit(`${path}/run`, Object.fromEntries(formValues(taken.text)))
    const merged = await personOf(club, ids[0])
    expect(merged).toMatchObject({
      bank_account: { iban: ibanOf(2) },
      sepa_mandate: { reference: 'MANDATE-0002' },
    })
    expect(merged.phone_numbers).toHaveLength(20)
  })

  it('say why two persons are not merged', async () => {
    const account = (n: number) => ({
      name: ADA,
      bank_account: { iban: ibanOf(n) },
      sepa_mandate: { reference: `M-${n}`, signature_date: '2026-01-31' },
    })
    const { ids, base, staff } = await fixture([account(1), account(2)])
    const path = `${base}/${ids[0]}/merge/${ids[1]}`
    const { status, text } = await staff.get(path)
    expect(status).toBe(200)
    expect(textOf(text)).toContain('Beide haben ein SEPA-Mandat')
    expect(textOf(text)).not.toContain('Weiter zur Bestätigung')
    expect((await staff.submit(path, {})).status).toBe(422)
  })

  it('mask accounts for those who may not see them, and still tell that they differ', async () => {
    const account = (n: number) => ({ name: ADA, bank_account: { iban: ibanOf(n) } })
    const { club, ids, base, staff } = await fixture([account(1), account(2)])
    const path = `${base}/${ids[0]}/merge/${ids[1]}`
    const { text } = await staff.get(path)
    expect(text).toContain('field.bank_account')
    for (const n of [1, 2]) expect(text.replaceAll(' ', '')).not.toContain(ibanOf(n))
    const owner = await staffOf(club, 'owner')
    expect((await owner.get(path)).text.replaceAll(/\s/g, '')).toContain(ibanOf(2))
  })

  it('are linked from the page of a person and from the list, for those who may write', async () => {
    const { club, ids, base, staff } = await fixture([{ name: ADA }, { name: ADA }])
    const link = `/${ids[0]}/merge/${ids[1]}"`
    expect((await staff.get(`${base}/${ids[0]}`)).text).toContain(link)
    expect((await staff.get(base)).text).toContain(`${base}/doubles"`)
    const treasurer = await staffOf(club, 'treasurer')
    expect((await treasurer.get(`${base}/${ids[0]}`)).text).not.toContain(link)
    expect((await treasurer.get(base)).text).not.toContain(`${base}/doubles"`)
  })

  it('tell in the history of both what was done', async () => {
    const { club, ids, base, staff } = await fixture([{ name: ADA }, { name: ADA, email: 'old@example.org' }])
    await club.put(`/lists/members/persons/${ids[1]}`, { email: 'ada@example.org' })
    await club.post(`/lists/members/persons/${ids[0]}/merge`, { from: ids[1] })
    const page = textOf((await staff.get(`${base}/${ids[0]}?tab=history`)).text)
    expect(page).toContain('einen doppelten Eintrag zusammengeführt')
    expect(page).toContain('E-Mail')
    expect(page.match(/angelegt/g)).toHaveLength(2)
  })
})
