import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { addTo, clubOf, person, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { leadsTo, openAfter } from '../support/done'
import { formValues, inputValue, textOf } from '../support/html'
import { createPerson } from '../support/portal'
import { rows } from '../support/workspace'

const applicant = (last_name: string, fields: object = {}) =>
  person({ creation_behaviour: 'unconfirmed', name: { first_name: 'Ada', last_name }, ...fields })

async function fixture(role: Role = 'office') {
  const world = await clubOf(
    person({ name: { last_name: 'Member' }, membership_number: '1004' }),
    applicant('Alpha', { birthdate: '1999-02-03' }),
    applicant('Beta'),
    applicant('Gamma'),
    signedIn(role),
  )
  const [, ...ids] = world.ids
  // Persons of the same millisecond are in any order.
  return { ...world, ids: ids.sort(), path: `/dashboard/${world.club.id}/applications` }
}

const persons = () =>
  rows(
    'SELECT id, area, membership_number AS number, join_date FROM persons WHERE last_name <> ? ORDER BY id',
    'Member',
  )

const query = (ids: string[]) => ids.map((id) => `id=${id}`).join('&')

const events = () =>
  rows<{ action: string; subject_id: string; changes: string | null }>(
    `SELECT action, subject_id, changes FROM events WHERE subject_kind = 'member' AND action <> 'person.created' ORDER BY number`,
  )

describe('the list of applications', () => {
  it('shows what applicants filled in, oldest first, in one trip that writes nothing', async () => {
    const { club, ids, staff, path } = await fixture()
    const known = await createPerson(club, { name: { first_name: 'ADA', last_name: 'Álpha' } })
    const { status, text, cost } = await staff.get(path)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    expect([...text.matchAll(/<section class="card" id="(per_\w+)"/g)].map(([, id]) => id)).toEqual(ids)
    expect(textOf(text)).toContain('3. Februar 1999')
    expect(textOf(text)).toContain('Vielleicht schon da')
    expect(text).toContain(`/members/${known}"`)
  })

  it('says what applications are where there are none', async () => {
    const { club, staff } = await clubOf(signedIn('office'))
    expect(textOf((await staff.get(`/dashboard/${club.id}/applications`)).text)).toContain('Keine Anträge')
  })

  it('lets one be decided by itself, and several together', async () => {
    const { ids, staff, path } = await fixture()
    const together = `action="${path}/confirm"`
    expect((await staff.get(path)).text).toContain(together)
    for (const id of ids.slice(1)) await rows('DELETE FROM persons WHERE id = ?', id)
    const { text } = await staff.get(path)
    expect(text).toContain(ids[0])
    expect(text).not.toContain(together)
  })

  it('is paged by 20', async () => {
    const { club, staff, path } = await fixture()
    await addTo(club, ...Array.from({ length: 20 }, (_, index) => applicant(`Delta ${index}`)))
    const cards = (text: string) => text.match(/<section class="card" id="per_/g)?.length
    const first = await staff.get(path)
    expect(cards(first.text)).toBe(20)
    const [, next = ''] = /href="([^"]*\?cursor=next[^"]*)"/.exec(first.text) ?? []
    const second = await staff.get(next)
    expect([cards(second.text), second.cost.trips]).toEqual([3, 1])
    expect(second.text).toContain('?cursor=prev')
  })

  it('offers no decisions to the treasurer', async () => {
    const { staff, path } = await fixture('treasurer')
    const { status, text } = await staff.get(path)
    expect(status).toBe(200)
    expect(text).not.toMatch(/applications\/confirm|applications\/reject|type="checkbox"/)
  })
})

describe('the confirmation', () => {
  it('suggests a number and today for one, and makes the member', async () => {
    const { club, ids, staff, path } = await fixture()
    const [id] = ids
    const asked = await staff.get(`${path}/confirm?${query([id])}`)
    expect([asked.status, asked.cost.trips, asked.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(inputValue(asked.text, `number.${id}`)).toBe('1005')
    const form = Object.fromEntries(formValues(asked.text))
    const confirmed = await staff.submit(`${path}/confirm`, { ...form, join_date: '2026-12-01' })
    expect([confirmed.status, leadsTo(confirmed), confirmed.cost.trips]).toEqual([
      303,
      expect.stringMatching(`^/dashboard/${club.id}/members/${id} after confirmed\\?batch=bat_`),
      2,
    ])
    expect(await persons()).toMatchObject([
      { id, area: 'regular', number: '1005', join_date: '2026-12-01' },
      { area: 'applications' },
      { area: 'applications' },
    ])
    const [event, ...others] = await events()
    expect(others).toEqual([])
    expect(event).toMatchObject({ action: 'person.confirmed', subject_id: id })
    expect(JSON.parse(String(event?.changes))).toEqual({
      area: ['applications', 'regular'],
      membership_number: [null, '1005'],
      join_date: [null, '2026-12-01'],
    })
    const page = textOf((await staff.get(String(confirmed.headers.get('Location')))).text)
    expect(page).toContain('Die Person ist aufgenommen.')
    expect(page).toContain('Zu den nächsten 2 Anträgen')
  })

  it('numbers several in their order, and confirms all at once', async () => {
    const { ids, staff, path } = await fixture()
    const asked = await staff.get(`${path}/confirm?${query(ids)}`)
    const form = Object.fromEntries(formValues(asked.text))
    expect(ids.map((id) => form[`number.${id}`])).toEqual(['1005', '1006', '1007'])
    const { status, headers, cost } = await staff.submit(`${path}/confirm`, form)
    const to = leadsTo({ headers })
    expect([status, to, cost.trips]).toEqual([
      303,
      expect.stringMatching(/ after confirmed\?batch=bat_\w+&count=3$/),
      2,
    ])
    expect((await persons()).map(({ area, number }) => [area, number])).toEqual([
      ['regular', '1005'],
      ['regular', '1006'],
      ['regular', '1007'],
    ])
    expect((await events()).map(({ action }) => action)).toEqual(Array(3).fill('person.confirmed'))
    const { text } = await openAfter(staff, to)
    expect(textOf(text)).toContain('3 Personen sind aufgenommen.')
    const fields = { batch: String(inputValue(text, 'batch')), back: path }
    const undone = await staff.submit(path.replace('/applications', '/undo'), fields)
    expect([undone.status, undone.cost.trips]).toEqual([303, 2])
    expect((await persons()).map(({ area, number, join_date }) => [area, number, join_date])).toEqual(
      Array(3).fill(['applications', null, null]),
    )
  })

  it('keeps the number that an applicant has, and allows none', async () => {
    const { club, staff, path } = await fixture()
    const { id } = await addTo(club, applicant('Delta', { membership_number: 'A-7' }))
    const asked = await staff.get(`${path}/confirm?${query([id])}`)
    expect(inputValue(asked.text, `number.${id}`)).toBe('A-7')
    await staff.submit(`${path}/confirm`, { join_date: '', [`number.${id}`]: '' })
    expect(await persons()).toContainEqual({ id, area: 'regular', number: null, join_date: null })
  })

  it.each([
    ['a date that does not exist', { join_date: '2026-02-30' }],
    ['a number that a member has', { first: '1004' }],
    ['a number that is given twice', { first: '7', second: '7' }],
    ['a number that is too long', { first: '7'.repeat(65) }],
  ])(
    'refuses %s, confirms no one and keeps what was entered',
    async (_, { join_date = '2026-12-01', first = '1', second = '2' }: Record<string, string>) => {
      const { ids, staff, path } = await fixture()
      const before = await persons()
      const fields = { join_date, [`number.${ids[0]}`]: first, [`number.${ids[1]}`]: second }
      const { status, text, cost } = await staff.submit(`${path}/confirm`, fields)
      expect([status, cost.trips, cost.rowsWritten]).toEqual([422, 2, 0])
      for (const [name, value] of Object.entries(fields)) expect(inputValue(text, name)).toBe(value)
      expect(text).toContain('class="issue"')
      expect(await persons()).toEqual(before)
    },
  )

  it('shows the rest again where someone decided meanwhile', async () => {
    const { club, ids, staff, path } = await fixture()
    const asked = await staff.get(`${path}/confirm?${query(ids)}`)
    await club.delete(`/lists/members/persons/${ids[1]}`)
    const { status, text, cost } = await staff.submit(`${path}/confirm`, formValues(asked.text))
    expect([status, cost.trips, cost.rowsWritten]).toEqual([422, 2, 0])
    expect(textOf(text)).toContain('Einige dieser Anträge hat inzwischen jemand entschieden')
    expect((await staff.submit(`${path}/confirm`, formValues(text))).status).toBe(303)
    expect((await persons()).map(({ area }) => area)).toEqual(['regular', 'regular'])
  })

  it('confirms once where two confirm at once', async () => {
    const { club, ids, staff, path } = await fixture()
    const other = await staffOf(club, 'owner')
    const fields = (number: string) => ({ join_date: '2026-12-01', [`number.${ids[0]}`]: number })
    const answers = await Promise.all([
      staff.submit(`${path}/confirm`, fields('1')),
      other.submit(`${path}/confirm`, fields('2')),
    ])
    const to = answers.map(leadsTo)
    expect(to.filter((location) => location.endsWith(' after none?count=0'))).toHaveLength(1)
    expect(await events()).toHaveLength(1)
  })

  it.each(['confirm', 'reject'])(
    'leads back from %s without any, and for those of others',
    async (decision) => {
      const { staff, path } = await fixture()
      const { id: foreign } = await clubOf(applicant('Foreign'))
      for (const ids of [[], [foreign], ['per_unknown']]) {
        const { status, headers, cost } = await staff.get(`${path}/${decision}?${query(ids)}`)
        expect([status, leadsTo({ headers }), cost.trips]).toEqual([303, `${path} after none?count=0`, 1])
      }
      const sent = await staff.submit(`${path}/${decision}`, { ids: foreign, [`number.${foreign}`]: '1' })
      expect([leadsTo(sent), sent.cost.rowsWritten]).toEqual([`${path} after none?count=0`, 0])
      expect(textOf((await staff.get(path)).text)).toContain('Wähle mindestens einen Antrag')
    },
  )
})

describe('the fee of an admission', () => {
  const TODAY = new Date().toISOString().slice(0, 10)
  const YEAR = TODAY.slice(0, 4)

  const planOf = (changes: object = {}) => ({
    ...{ name: 'Jahresbeitrag', list: 'members', interval: 'year', description: 'Beitrag {{period}}' },
    from_period: YEAR,
    version: {
      ...{ key_day: '01-01', due_day: 59, pro_rata: 'months', rounding: 10 },
      rules: [
        {
          ...{ kind: 'base', name: 'Kind', amount: 6000 },
          conditions: [{ field: 'birthdate.age', operator: 'less', value: '18' }],
        },
        { kind: 'base', name: 'Erwachsen', amount: 12_000 },
        { kind: 'family', name: 'Familie', cap: 15_000, of: 'all' },
      ],
    },
    ...changes,
  })

  async function withPlan(role: Role = 'owner', plan: object = planOf()) {
    const world = await fixture(role)
    const { body } = await world.club.post('/dues_plans', plan)
    return { ...world, plan: String(body.data?.id), runs: `/dashboard/${world.club.id}/fees/runs` }
  }

  const adult = (last_name: string, fields: object = {}) =>
    applicant(last_name, { birthdate: '1980-05-01', ...fields })

  const fees = () =>
    rows<{ person_id: string; amount: number; description: string; status: string; batch: string }>(
      `SELECT person_id, amount, description, status, (SELECT batch_id FROM events WHERE subject_id = fees.id LIMIT 1) AS batch
      FROM fees ORDER BY person_name`,
    )

  const areaOf = (id: string) => rows('SELECT area, join_date FROM persons WHERE id = ?', id)

  it('is shown line by line, and claimed with the admission in one batch', async () => {
    const { club, staff, path, runs } = await withPlan()
    const { id } = await addTo(club, adult('Delta'))
    const asked = await staff.get(`${path}/confirm?id=${id}`)
    expect([asked.status, asked.cost.trips, asked.cost.rowsWritten]).toEqual([200, 3, 0])
    const months = 13 - Number(TODAY.slice(5, 7))
    const amount = Math.round((12_000 * months) / 120) * 10
    const shown = (amount / 100).toFixed(2).replace('.', ',')
    expect(textOf(asked.text)).toContain(`Beitrag ${YEAR}: ${shown} €`)
    expect(textOf(asked.text)).toContain('Erwachsen')
    const confirmed = await staff.submit(`${path}/confirm`, formValues(asked.text))
    expect([confirmed.status, confirmed.cost.trips]).toEqual([303, 3])
    expect(await areaOf(String(id))).toEqual([{ area: 'regular', join_date: TODAY }])
    const [fee, ...others] = await fees()
    expect(others).toEqual([])
    expect(fee).toMatchObject({ person_id: id, amount, description: `Beitrag ${YEAR}`, status: 'open' })
    const recorded = await rows<{ action: string }>(
      'SELECT action FROM events WHERE batch_id = ? ORDER BY number',
      fee?.batch,
    )
    expect(recorded.map(({ action }) => action)).toEqual(['person.confirmed', 'fee.created', 'dues.claimed'])
    const page = await openAfter(staff, leadsTo(confirmed))
    expect(textOf(page.text)).toContain(`Beitrag erhoben: ${shown} €.`)
    expect(page.text).toContain(`href="${runs}/drn_`)
  })

  it('is not claimed without the tick', async () => {
    const { club, staff, path } = await withPlan()
    const { id } = await addTo(club, adult('Delta'))
    const form = formValues((await staff.get(`${path}/confirm?id=${id}`)).text)
    const sent = form.filter(([name]) => name !== 'claim')
    expect(sent).toHaveLength(form.length - 1)
    expect((await staff.submit(`${path}/confirm`, sent)).status).toBe(303)
    expect([await fees(), await areaOf(String(id))]).toEqual([[], [{ area: 'regular', join_date: TODAY }]])
  })

  it('is what a run says of the person afterwards', async () => {
    const { club, staff, path, plan } = await withPlan()
    const { id } = await addTo(club, adult('Delta'))
    const form = formValues((await staff.get(`${path}/confirm?id=${id}`)).text)
    const claim = form.find(([name]) => name === 'claim')?.[1]
    await staff.submit(
      `${path}/confirm`,
      form.filter(([name]) => name !== 'claim'),
    )
    const { body } = await club.post('/dues_runs?dry_run=true', {
      plan_id: plan,
      period: YEAR,
      person_ids: [id],
    })
    expect(claim).toBe(`${plan} ${YEAR}.${body.data.mark}`)
  })

  it('is claimed for those who join later, for their period and from their month on', async () => {
    const { club, staff, path } = await withPlan()
    const { id } = await addTo(club, adult('Delta'))
    const form = Object.fromEntries(formValues((await staff.get(`${path}/confirm?id=${id}`)).text))
    const joinDate = `${Number(YEAR) + 1}-07-01`
    const changed = await staff.submit(`${path}/confirm`, { ...form, join_date: joinDate })
    expect([changed.status, changed.cost.rowsWritten]).toEqual([409, 0])
    expect(textOf(changed.text)).toContain('Der Beitrag ist jetzt ein anderer')
    expect(textOf(changed.text)).toContain(`Beitrag ${Number(YEAR) + 1}: 60,00 €`)
    expect(inputValue(changed.text, 'join_date')).toBe(joinDate)
    expect(await areaOf(String(id))).toEqual([{ area: 'applications', join_date: null }])
    expect((await staff.submit(`${path}/confirm`, formValues(changed.text))).status).toBe(303)
    expect(await fees()).toMatchObject([{ amount: 6000, description: `Beitrag ${Number(YEAR) + 1}` }])
  })

  it('is shown again where the plan has changed meanwhile, with the tick as it was', async () => {
    const { club, staff, path, plan } = await withPlan('owner', planOf())
    const { id } = await addTo(club, adult('Delta'))
    const asked = await staff.get(`${path}/confirm?id=${id}`)
    const { text, headers } = await club.get(`/dues_plans/${plan}`)
    const { version } = planOf()
    const rules = [{ kind: 'base', name: 'Alle', amount: 24_000 }]
    const { status } = await club.put(
      `/dues_plans/${plan}/versions/${YEAR}`,
      { ...version, rules },
      { headers: { 'If-Match': String(headers.get('ETag')) } },
    )
    expect(status, text).toBe(200)
    const again = await staff.submit(`${path}/confirm`, formValues(asked.text))
    expect([again.status, again.cost.rowsWritten]).toEqual([409, 0])
    expect(formValues(again.text).some(([name]) => name === 'claim')).toBe(true)
    expect(await fees()).toEqual([])
  })

  it('counts the family that the applicant joins', async () => {
    const { club, staff, path } = await withPlan()
    const payer = await createPerson(club, {
      name: { last_name: 'Roth' },
      birthdate: '1980-01-01',
      join_date: '2020-01-01',
    })
    await club.post('/dues_runs', {
      plan_id: (await rows<{ id: string }>('SELECT id FROM dues_plans'))[0]?.id,
      period: YEAR,
      skip_faults: true,
    })
    const { id } = await addTo(club, adult('Roth', { payer_id: payer }))
    const { text } = await staff.get(`${path}/confirm?id=${id}`)
    const months = 13 - Number(TODAY.slice(5, 7))
    const amount = Math.min(3000, Math.round((12_000 * months) / 120) * 10)
    expect(textOf(text)).toContain(`Beitrag ${YEAR}: ${(amount / 100).toFixed(2).replace('.', ',')} €`)
  })

  it('names a fault in its place, and admits the person all the same', async () => {
    const { ids, staff, path } = await withPlan()
    const { text } = await staff.get(`${path}/confirm?id=${ids[1]}`)
    expect(textOf(text)).toContain(`Beitrag ${YEAR}: nichts zu erheben`)
    expect(textOf(text)).toContain('Das Geburtsdatum fehlt')
    expect(text).not.toContain('name="claim"')
    expect((await staff.submit(`${path}/confirm`, formValues(text))).status).toBe(303)
    expect([await fees(), await areaOf(ids[1] ?? '')]).toEqual([[], [{ area: 'regular', join_date: TODAY }]])
  })

  it('is offered as a sum for several, without those with a fault', async () => {
    const { club, ids, staff, path } = await withPlan()
    const more = await addTo(club, adult('Delta'), adult('Epsilon', { birthdate: `${YEAR}-01-01` }))
    const asked = await staff.get(`${path}/confirm?${query([ids[1], ...more.ids])}`)
    const confirmed = await staff.submit(`${path}/confirm`, formValues(asked.text))
    expect(leadsTo(confirmed)).toMatch(/ after confirmed\?.*count=3/)
    expect((await fees()).map(({ person_id }) => person_id).sort()).toEqual(more.ids.toSorted())
    expect(await rows("SELECT count FROM dues_runs WHERE state = 'claimed'")).toEqual([{ count: 2 }])
  })

  it('has a row for each plan, but for those of contacts and archived ones', async () => {
    const { club, staff, path } = await withPlan()
    await club.post(
      '/dues_plans',
      planOf({
        name: 'Halle',
        description: 'Halle {{period}}',
        interval: 'half_year',
        from_period: `${YEAR}-H1`,
      }),
    )
    await club.post('/dues_plans', planOf({ name: 'Spender', description: 'Spende', list: 'contacts' }))
    const archived = await club.post('/dues_plans', planOf({ name: 'Alt', description: 'Altes' }))
    await rows('UPDATE dues_plans SET archived_at = ? WHERE id = ?', TODAY, archived.body.data.id)
    await club.post(
      '/dues_plans',
      planOf({ name: 'Später', description: 'Später', from_period: String(Number(YEAR) + 1) }),
    )
    const { id } = await addTo(club, adult('Delta'))
    const asked = await staff.get(`${path}/confirm?id=${id}`)
    expect(formValues(asked.text).filter(([name]) => name === 'claim')).toHaveLength(2)
    const idsOfPage = [...asked.text.matchAll(/ id="([^"]+)"/g)].map(([, one]) => one)
    expect(idsOfPage).toHaveLength(new Set(idsOfPage).size)
    for (const absent of ['Spende', 'Altes', 'Später']) expect(textOf(asked.text)).not.toContain(absent)
    expect((await staff.submit(`${path}/confirm`, formValues(asked.text))).status).toBe(303)
    expect(await fees()).toHaveLength(2)
  })

  it('is shown without a tick to the office, which cannot claim it by a form of its own either', async () => {
    const { club, staff, path, plan } = await withPlan('office')
    const { id } = await addTo(club, adult('Delta'))
    const { text } = await staff.get(`${path}/confirm?id=${id}`)
    expect(textOf(text)).toContain('Erheben können ihn Inhaber und Kassenwart')
    expect(text).not.toContain('name="claim"')
    const owner = await staffOf(club, 'owner')
    const form = formValues((await owner.get(`${path}/confirm?id=${id}`)).text)
    expect(form.some(([, value]) => value.startsWith(plan))).toBe(true)
    const { status, cost } = await staff.submit(`${path}/confirm`, form)
    expect([status, cost.rowsWritten, await fees()]).toEqual([403, 0, []])
    expect((await staff.submit(`${path}/confirm`, formValues(text))).status).toBe(303)
    expect(await fees()).toEqual([])
  })

  it('is taken back with its run, and the admission only after it', async () => {
    const { club, staff, path, runs } = await withPlan()
    const { id } = await addTo(club, adult('Delta'))
    const asked = await staff.get(`${path}/confirm?id=${id}`)
    const confirmed = await staff.submit(`${path}/confirm`, formValues(asked.text))
    const batch = String((await fees())[0]?.batch)
    const page = await openAfter(staff, leadsTo(confirmed))
    expect(inputValue(page.text, 'batch')).toBeUndefined()
    const undo = () => staff.submit(path.replace('/applications', '/undo'), { batch, back: path })
    await undo()
    expect(await areaOf(String(id))).toEqual([{ area: 'regular', join_date: TODAY }])
    const [run] = await rows<{ id: string }>('SELECT id FROM dues_runs')
    const discard = await staff.get(`${runs}/${run?.id}/discard`)
    const fields = { ...Object.fromEntries(formValues(discard.text)), reason: 'Irrtum' }
    expect((await staff.submit(`${runs}/${run?.id}/discard`, fields)).status).toBe(303)
    expect((await fees()).map(({ status }) => status)).toEqual(['cancelled'])
    await undo()
    expect(await areaOf(String(id))).toEqual([{ area: 'applications', join_date: null }])
  })

  it('is claimed once where two owners confirm at once', async () => {
    const { club, staff, path } = await withPlan()
    const { id } = await addTo(club, adult('Delta'))
    const other = await staffOf(club, 'owner')
    const form = formValues((await staff.get(`${path}/confirm?id=${id}`)).text)
    await Promise.all([staff.submit(`${path}/confirm`, form), other.submit(`${path}/confirm`, form)])
    expect(await fees()).toHaveLength(1)
  })
})

describe('the rejection', () => {
  it('says that the person is deleted, and deletes', async () => {
    const { ids, staff, path } = await fixture()
    const asked = await staff.get(`${path}/reject?${query([ids[1]])}`)
    expect([asked.status, asked.cost.trips, asked.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(textOf(asked.text)).toContain('Die Person wird mit allen Daten gelöscht')
    const rejected = await staff.submit(`${path}/reject`, formValues(asked.text))
    expect([rejected.status, leadsTo(rejected), rejected.cost.trips]).toEqual([
      303,
      `${path} after rejected?count=1`,
      2,
    ])
    expect((await persons()).map(({ id }) => id)).toEqual([ids[0], ids[2]])
    expect(await events()).toEqual([{ action: 'person.deleted', subject_id: ids[1], changes: null }])
  })

  it('needs a fresh proof for several', async () => {
    const { club, ids, path } = await fixture()
    const staff = await staffOf(club, 'office', { provedAt: new Date(Date.now() - 31 * 60_000) })
    expect((await staff.get(`${path}/reject?${query([ids[0]])}`)).status).toBe(200)
    const asked = await staff.get(`${path}/reject?${query(ids)}`)
    expect(asked.headers.get('Location')).toBe(
      `/dashboard/prove?to=${encodeURIComponent(`${path}/reject?${query(ids)}`)}`,
    )
    const sent = await staff.submit(`${path}/reject`, { ids: ids.join() })
    expect([sent.status, sent.cost.rowsWritten]).toEqual([403, 0])
    expect(inputValue(sent.text, 'ids')).toBe(ids.join())
    const fresh = await staffOf(club, 'office')
    expect(leadsTo(await fresh.submit(`${path}/reject`, { ids: ids.join() }))).toBe(
      `${path} after rejected?count=3`,
    )
    expect(await persons()).toEqual([])
  })

  it('never deletes who is a member by now', async () => {
    const { club, ids, staff, path } = await fixture()
    const asked = await staff.get(`${path}/reject?${query([ids[0]])}`)
    await club.post(`/lists/members/persons/${ids[0]}/confirmation`, {})
    const { headers } = await staff.submit(`${path}/reject`, formValues(asked.text))
    expect(leadsTo({ headers })).toBe(`${path} after none?count=0`)
    expect(await persons()).toHaveLength(3)
  })
})
