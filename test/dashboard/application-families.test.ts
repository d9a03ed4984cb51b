import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { formValues, textOf } from '../support/html'
import { APPLICATION, FAMILY, joinable, joinBy } from '../support/join'
import { operator, rows } from '../support/workspace'

type Row = {
  id: string
  list_id: string
  area: string
  first_name: string
  payer_id: string | null
  guardian_id: string | null
  payer_lost_on: string | null
  membership_number: string | null
  join_date: string | null
}
const persons = () => rows<Row>('SELECT * FROM persons ORDER BY first_name')
const query = (ids: (string | undefined)[]) => new URLSearchParams(ids.map((id) => ['id', String(id)]))

async function fixture(fields: Record<string, string> = FAMILY, role: Role = 'owner') {
  const club = await joinable()
  await joinBy('tsv', fields)
  const staff = await staffOf(club, role)
  return { club, staff, path: `/dashboard/${club.id}/applications`, family: await persons() }
}

describe('the list of applications', () => {
  it('shows a family in one card, with who pays and acts, in one trip', async () => {
    const { staff, path, family } = await fixture()
    const { text, cost, status } = await staff.get(path)
    expect([status, cost.trips]).toEqual([200, 1])
    const shown = textOf(text)
    expect(shown).toContain('Gemeinsamer Antrag von 5 Personen')
    for (const { first_name } of family) expect(shown).toContain(`${first_name} Lovelace`)
    expect(shown.match(/Gesetzliche Vertretung\s*Ada Lovelace/g)).toHaveLength(3)
    expect(shown.match(/Beiträge bezahlt\s*Ada Lovelace/g)).toHaveLength(4)
    const all = text.match(/\/applications\/confirm\?(id=per_\w+(?:&amp;id=per_\w+){4})"/)
    expect(all).not.toBeNull()
  })

  it('shows two submissions with two addresses as two, and names the look-alikes', async () => {
    const { staff, path } = await fixture()
    await joinBy('tsv', { ...FAMILY, email: 'other@example.org' })
    const shown = textOf((await staff.get(path)).text)
    expect(shown.match(/Gemeinsamer Antrag von 5 Personen/g)).toHaveLength(2)
    expect(shown.match(/Vielleicht schon da/g)).toHaveLength(10)
  })

  it('has 20 forms a page, each with all of its persons', async () => {
    const { club, staff, path } = await fixture(APPLICATION)
    const values = Array.from({ length: 1000 }, (_, index) => {
      const id = `per_1${String(index).padStart(23, '0')}`
      return `('${club.id}', 'members', 'applications', '${id}', 'N${index}', 'app_${Math.floor(index / 4)}', '{}', '2026-01-01', '2026-01-01')`
    })
    for (let n = 0; n < values.length; n += 100)
      await rows(
        `INSERT INTO persons (workspace_id, list_id, area, id, last_name, application_id, custom_values, created_at, updated_at) VALUES ${values.slice(n, n + 100).join()}`,
      )
    const first = await staff.get(path)
    expect(first.text.match(/Gemeinsamer Antrag von 4 Personen/g)?.length).toBeGreaterThanOrEqual(19)
    expect(first.cost.rowsRead).toBeLessThan(9000)
    const [, next = ''] = /href="([^"]*cursor=[^"]+)"/.exec(first.text) ?? []
    const second = await staff.get(next.replaceAll('&amp;', '&'))
    expect(second.text.match(/Gemeinsamer Antrag von 4 Personen/g)).toHaveLength(20)
  })
})

describe('one parent rejected of a family of four', () => {
  const asked = async (change: Record<string, string> = {}, role: Role = 'owner') => {
    const { '5.name.first_name': _, '5.name.last_name': __, '5.birthdate': ___, ...four } = FAMILY
    const world = await fixture({ ...four, ...change }, role)
    const [ada] = world.family
    const page = await world.staff.get(`${world.path}/reject?${query([ada?.id])}`)
    const reject = (choice?: string) => {
      const form = formValues(page.text).filter(([name]) => name !== 'choice')
      return world.staff.submit(`${world.path}/reject`, choice ? [...form, ['choice', choice]] : form)
    }
    return { ...world, ada, page, reject }
  }

  it('asks what becomes of the children, and does nothing without an answer', async () => {
    const { page, reject } = await asked()
    expect(textOf(page.text)).toContain('Ben Lovelace, Cleo Lovelace, Dan Lovelace')
    expect(formValues(page.text).some(([name]) => name === 'choice')).toBe(false)
    const answer = await reject()
    expect([answer.status, answer.cost.rowsWritten]).toEqual([422, 0])
    expect(textOf(answer.text)).toContain('Bitte wähle, was aus ihnen wird')
    for (const wrong of ['alone', 'x']) expect((await reject(wrong)).status).toBe(422)
    expect(await persons()).toHaveLength(4)
  })

  it('keeps the parent as a contact who pays and acts for them', async () => {
    const { ada, reject, club } = await asked()
    const { status, headers } = await reject('keep')
    expect([status, leadsTo({ headers })]).toEqual([303, expect.stringContaining('after rejected?count=1')])
    const [parent, ...others] = await persons()
    expect(parent).toMatchObject({ id: ada?.id, list_id: 'contacts', area: 'regular' })
    expect(others.map(({ area, payer_id }) => [area, payer_id])).toEqual(
      Array(3).fill(['applications', ada?.id]),
    )
    expect(others.map(({ guardian_id }) => guardian_id)).toEqual([null, ada?.id, ada?.id])
    const contacts = await club.get('/lists/contacts/persons')
    expect(contacts.body.data).toMatchObject([{ id: ada?.id, payer_id: null }])
  })

  it('rejects all of them', async () => {
    const { reject } = await asked()
    expect(leadsTo(await reject('reject'))).toContain('after rejected?count=4')
    expect(await persons()).toEqual([])
  })

  it('cannot keep it where there are no contacts', async () => {
    const { club, staff, path, family } = await fixture()
    await operator('PATCH', `/operator/workspaces/${club.id}`, { subscription_variant: 'members' })
    const { text } = await staff.get(`${path}/reject?${query([family[0]?.id])}`)
    expect(textOf(text)).not.toContain('wird Kontakt')
    expect(textOf(text)).toContain('Auch ablehnen')
  })

  it('leaves adults who pay for themselves', async () => {
    const left = Object.fromEntries(Object.entries(FAMILY).filter(([name]) => !/^[345]\./.test(name)))
    const { staff, path, family } = await fixture(left)
    const { text } = await staff.get(`${path}/reject?${query([family[0]?.id])}`)
    const sent = [...formValues(text), ['choice', 'alone'] as [string, string]]
    expect((await staff.submit(`${path}/reject`, sent)).status).toBe(303)
    expect(await persons()).toMatchObject([
      { first_name: 'Ben', payer_id: null, payer_lost_on: null, area: 'applications' },
    ])
  })

  it('takes the contact with the last child that it came with, and no contact that is needed', async () => {
    const { 'family.joins': _, ...parent } = FAMILY
    const { staff, path, family } = await fixture(parent)
    const [contact, ben, ...others] = family
    expect(contact?.list_id).toBe('contacts')
    await staff.submit(`${path}/reject`, { ids: String(ben?.id) })
    expect((await persons()).map(({ first_name }) => first_name)).toContain('Ada')
    await staff.submit(`${path}/reject`, { ids: others.map(({ id }) => id).join() })
    expect(await persons()).toEqual([])
  })
})

describe('the admission of a family', () => {
  const COLUMNS = [
    { name: 'Gruppe', type: 'string', allowed_values: ['Kind', 'Erwachsen'], external_id: 'group' },
    { name: 'Abteilungen', type: 'array', allowed_values: ['Tennis', 'Chor'], external_id: 'sections' },
  ]
  const YEAR = new Date().toISOString().slice(0, 4)
  const PLAN = {
    ...{ name: 'Jahresbeitrag', list: 'members', interval: 'year', description: 'Beitrag {{period}}' },
    from_period: YEAR,
    version: {
      ...{ key_day: '01-01', due_day: 59, pro_rata: 'none', rounding: 1 },
      rules: [
        {
          ...{ kind: 'base', name: 'Kind', amount: 6000 },
          conditions: [{ field: 'birthdate.age', operator: 'less', value: '18' }],
        },
        { kind: 'base', name: 'Erwachsen', amount: 12_000 },
        {
          ...{ kind: 'surcharge', name: '{{value}}' },
          per_value: { column: 'sections', prices: { Tennis: { amount: 8000 }, Chor: { amount: 1000 } } },
        },
        { kind: 'family', name: 'Familie', cap: 30_000, of: 'all' },
      ],
    },
  }

  async function world() {
    const club = await joinable()
    await club.put('/lists/members/custom_columns', { data: COLUMNS })
    const { status, text } = await club.post('/dues_plans', PLAN)
    expect(status, text).toBe(201)
    await joinBy('tsv')
    const staff = await staffOf(club, 'owner')
    const path = `/dashboard/${club.id}/applications`
    const family = await persons()
    const asked = await staff.get(`${path}/confirm?${query(family.map(({ id }) => id))}`)
    return { club, staff, path, family, asked }
  }

  it('takes two presses, and claims the first fee of all under the family rule in one batch', async () => {
    const { staff, path, asked, family } = await world()
    expect(textOf(asked.text)).toContain(`Beitrag ${YEAR}: 300,00 €`)
    const { status, headers } = await staff.submit(`${path}/confirm`, formValues(asked.text))
    expect([status, leadsTo({ headers })]).toEqual([303, expect.stringContaining('count=5')])
    const admitted = await persons()
    expect(admitted.map(({ area }) => area)).toEqual(Array(5).fill('regular'))
    expect(new Set(admitted.map(({ membership_number }) => membership_number)).size).toBe(5)
    expect(admitted.map(({ payer_id }) => payer_id)).toEqual([null, ...Array(4).fill(family[0]?.id)])
    const fees = await rows<{ amount: number }>('SELECT amount FROM fees')
    expect(fees.reduce((sum, { amount }) => sum + amount, 0)).toBe(30_000)
    expect(
      await rows(
        'SELECT DISTINCT batch_id FROM events WHERE action IN (?, ?)',
        'person.confirmed',
        'dues.claimed',
      ),
    ).toHaveLength(1)
  })

  it('sets group, sections, payment and payer in the same batch, and shows the fee that follows from them', async () => {
    const { staff, path, asked, family } = await world()
    const [ada, ben] = family.map(({ id }) => id)
    const form: [string, string][] = formValues(asked.text).filter(
      ([name]) => ![`${ben}.payer_id`, `${ben}.payment_method`, `${ben}.group`].includes(name),
    )
    const sent: [string, string][] = [
      ...form,
      [`${ben}.payer_id`, ''],
      [`${ben}.payment_method`, 'cash'],
      [`${ben}.group`, 'Erwachsen'],
      [`${ben}.sections`, 'Tennis'],
    ]
    const again = await staff.submit(`${path}/confirm`, sent)
    expect([again.status, again.cost.rowsWritten]).toEqual([409, 0])
    expect(textOf(again.text)).toContain(`Beitrag ${YEAR}: 500,00 €`)
    expect((await persons()).every(({ area }) => area === 'applications')).toBe(true)
    const done = await staff.submit(`${path}/confirm`, formValues(again.text))
    expect(done.status).toBe(303)
    expect((await persons())[1]).toMatchObject({ area: 'regular', payer_id: null, payment_method: 'cash' })
    const fees = await rows<{ person_id: string; amount: number }>('SELECT person_id, amount FROM fees')
    expect(fees.find(({ person_id }) => person_id === ben)?.amount).toBe(20_000)
    expect(fees.reduce((sum, { amount }) => sum + amount, 0)).toBe(50_000)
    expect(ada).toBeDefined()
    const actions = await rows<{ action: string }>(
      "SELECT action FROM events WHERE batch_id = (SELECT batch_id FROM events WHERE action = 'person.confirmed' LIMIT 1)",
    )
    expect(actions.map(({ action }) => action)).toContain('person.updated')
  })

  it('refuses a payer who is paid for, and one of another workspace, and writes nothing', async () => {
    const { staff, path, asked, family } = await world()
    const [ada, ben, cleo] = family.map(({ id }) => id)
    const other = await joinable({}, { member_portal: { slug: 'other' } })
    const foreign = await other.post('/lists/members/persons', { name: { last_name: 'Foreign' } })
    for (const payer of [cleo, foreign.body.data.id, 'per_none']) {
      const form = formValues(asked.text).map(([name, value]): [string, string] => [
        name,
        name === `${ben}.payer_id` ? payer : value,
      ])
      const { status, cost, text } = await staff.submit(`${path}/confirm`, form)
      expect([status, cost.rowsWritten]).toEqual([422, 0])
      expect(textOf(text)).toContain('kann keinen anderen Zahler haben')
    }
    expect(ada).toBeDefined()
  })

  it('names look-alikes beside before', async () => {
    const { club, staff, path, family } = await world()
    await club.post('/lists/members/persons', {
      name: { first_name: 'Cleo', last_name: 'Lovelace' },
      birthdate: '2017-03-04',
    })
    const { text } = await staff.get(`${path}/confirm?${query(family.map(({ id }) => id))}`)
    expect(textOf(text).match(/Vielleicht schon da/g)).toHaveLength(1)
  })
})
