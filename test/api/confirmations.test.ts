import { describe, expect, it } from 'vitest'
import { eventsOf } from '../support/events'
import { FAMILY, joinable, joinBy } from '../support/join'
import { rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const PATH = '/lists/members/confirmations'
const TODAY = new Date().toISOString().slice(0, 10)
const YEAR = TODAY.slice(0, 4)
const PLAN = {
  ...{ name: 'Dues', list: 'members', interval: 'year', description: 'Dues {{period}}', from_period: YEAR },
  version: {
    ...{ key_day: '01-01', due_day: 59, pro_rata: 'none', rounding: 1 },
    rules: [
      { kind: 'base', name: 'Adult', amount: 12_000 },
      { kind: 'family', name: 'Family', cap: 30_000, of: 'all' },
    ],
  },
}

type Row = { id: string; area: string; payer_id: string | null; payment_method: string | null }
const persons = () =>
  rows<Row & Record<string, string | null>>('SELECT * FROM persons ORDER BY first_name, external_id')

async function withFamily() {
  const club = await joinable()
  const { body } = await club.post('/dues_plans', PLAN)
  await joinBy('tsv', FAMILY)
  return { club, plan: body.data.id as string, family: await persons() }
}

const dataOf = (family: { id: string }[]) => family.map(({ id }) => ({ person_id: id }))

const apply = async (club: Workspace, external_id: string, fields: object = {}): Promise<string> =>
  (await club.post(PERSONS, { external_id, creation_behaviour: 'unconfirmed', ...fields })).body.data.id

describe('POST /lists/members/confirmations', () => {
  it('says what it would do, with a number for each and the mark of what is claimed, and writes nothing', async () => {
    const { club, plan, family } = await withFamily()
    await club.post(PERSONS, { name: { first_name: 'Ada', last_name: 'Lovelace' }, membership_number: '41' })
    const { status, body, cost } = await club.post(`${PATH}?dry_run=true`, { data: dataOf(family) })
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 3, 0])
    expect(body.data.data.map((one: { membership_number: string }) => one.membership_number)).toEqual([
      ...['42', '43', '44', '45', '46'],
    ])
    expect(body.data.data[0].look_alikes).toMatchObject([{ list: 'members', person_name: 'Ada Lovelace' }])
    expect(body.data.dues).toMatchObject([
      { plan_id: plan, period: YEAR, amount: 30_000, persons: Array(5).fill({ outcome: 'owes' }) },
    ])
  })

  it('admits a family with what it says, and claims its dues in one batch', async () => {
    const { club, plan, family } = await withFamily()
    const [ada, ben] = family
    const preview = (await club.post(`${PATH}?dry_run=true`, { data: dataOf(family) })).body.data
    const data = preview.data.map(({ look_alikes: _, ...one }: { look_alikes: [] }) => one)
    data[1].values = { payer_id: ada?.id, payment_method: 'cash' }
    const body = { data, join_date: '2026-02-01', dues: [{ plan_id: plan, mark: preview.dues[0].mark }] }
    const confirmed = await club.post(PATH, body)
    expect(confirmed.status, confirmed.text).toBe(201)
    expect(confirmed.body.data).toMatchObject({
      ...{ join_date: '2026-02-01', data: data.map(({ values: _, ...one }: { values?: object }) => one) },
      dues_runs: [
        { plan_id: plan, period: YEAR, count: expect.any(Number), amount: 30_000, state: 'claimed' },
      ],
    })
    const members = await persons()
    expect(members.map(({ area, join_date }) => [area, join_date])).toEqual(
      Array(5).fill(['regular', '2026-02-01']),
    )
    expect(members.find(({ id }) => id === ben?.id)).toMatchObject({
      ...{ payer_id: ada?.id, payment_method: 'cash' },
    })
    expect(await rows('SELECT sum(amount) AS amount FROM fees')).toEqual([{ amount: 30_000 }])
    const batches = (await eventsOf(club)).filter(({ action }) =>
      ['person.confirmed', 'dues.claimed'].includes(action),
    )
    expect(new Set(batches.map(({ batch_id }) => batch_id)).size).toBe(1)
  })

  it('keeps the number that an applicant has, joins today and claims nothing unless told', async () => {
    const club = await workspace()
    const [kept, none] = [
      await apply(club, 'a', { membership_number: '7' }),
      await apply(club, 'b', { membership_number: '8' }),
    ]
    const data = [{ person_id: kept }, { person_id: none, membership_number: null }]
    const { status, body, cost } = await club.post(PATH, { data })
    expect([status, cost.trips]).toEqual([201, 2])
    expect(body.data).toEqual({
      join_date: TODAY,
      data: [
        { person_id: kept, membership_number: '7' },
        { person_id: none, membership_number: null },
      ],
      dues_runs: [],
    })
    expect((await persons()).map((row) => [row.membership_number, row.join_date])).toEqual([
      ['7', TODAY],
      [null, TODAY],
    ])
    const third = await apply(club, 'c')
    expect((await club.post(PATH, { data: [{ person_id: third }], join_date: null })).status).toBe(201)
    expect((await persons()).at(-1)).toMatchObject({ area: 'regular', join_date: null })
  })

  it('answers a repeated request with the same key, and confirms once', async () => {
    const { club, plan, family } = await withFamily()
    const { dues } = (await club.post(`${PATH}?dry_run=true`, { data: dataOf(family) })).body.data
    const body = { data: dataOf(family), dues: [{ plan_id: plan, mark: dues[0].mark }] }
    const headers = { 'Idempotency-Key': 'once' }
    const first = await club.post(PATH, body, { headers })
    const again = await club.post(PATH, body, { headers })
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
    expect(await rows('SELECT count(*) AS n FROM dues_runs')).toEqual([{ n: 1 }])
  })

  it('takes external ids, also in a repeated request', async () => {
    const club = await workspace()
    const id = await apply(club, 'a')
    const headers = { 'Idempotency-Key': 'by-external-id' }
    const send = () => club.post(PATH, { data: [{ person_external_id: 'a' }] }, { headers })
    const [first, again] = [await send(), await send()]
    expect([first.status, first.body.data.data, first.cost.trips]).toEqual([
      ...[201, [{ person_id: id, membership_number: null }], 3],
    ])
    expect([again.status, again.text]).toEqual([201, first.text])
    const later = await club.post(PATH, { data: [{ person_external_id: 'a' }] })
    expect([later.status, later.body.issues[0]]).toMatchObject([
      422,
      { path: 'data.0.person_external_id', code: 'person_unknown' },
    ])
  })

  it('is of members alone, also under the alias of their list', async () => {
    const club = await workspace()
    const data = [{ person_id: await apply(club, 'a') }]
    for (const query of ['', '?dry_run=true'])
      expect((await club.post(`/lists/contacts/confirmations${query}`, { data })).status).toBe(404)
    expect((await club.post('/lists/member/confirmations', { data })).status).toBe(201)
  })

  it('names what is wrong by its place, and confirms nobody', async () => {
    const club = await workspace()
    const [one, two] = [await apply(club, 'a'), await apply(club, 'b')]
    await club.post(PERSONS, { external_id: 'm', membership_number: '1' })
    const codes = async (body: object) => {
      const answer = await club.post(PATH, body)
      expect(answer.status).toBe(422)
      return answer.body.issues.map(({ path, code }: Record<string, string>) => [path, code])
    }
    expect(await codes({ data: [{ person_id: one }, { person_id: 'per_x' }] })).toEqual([
      ['data.1.person_id', 'person_unknown'],
    ])
    expect(await codes({ data: [{ person_id: one }, { person_id: one }] })).toEqual([
      ['data.1.person_id', 'named_twice'],
    ])
    const taken = { data: [{ person_id: one }, { person_id: two, membership_number: '1' }] }
    expect(await codes(taken)).toEqual([['data.1.membership_number', 'taken']])
    const values = (given: object) => ({ data: [{ person_id: one }, { person_id: two, values: given }] })
    expect(await codes(values({ payer_id: two }))).toMatchObject([
      ['data.1.values.payer_id', expect.anything()],
    ])
    expect(await codes(values({ email: 'x' }))).toMatchObject([['data.1.values.email', expect.anything()]])
    expect(await codes(values({ membership_number: '2' }))).toEqual([['data.1.values', 'invalid_value']])
    expect(await codes({ data: [] })).toEqual([['data', 'too_few_entries']])
    expect(await codes({ data: [{ person_id: one }], dues: [{ plan_id: 'dpl_x', mark: 'x' }] })).toEqual([
      ['dues', 'mark_outdated'],
    ])
    expect((await persons()).map(({ area }) => area)).toEqual(['applications', 'applications', 'regular'])
  })

  it('claims nothing with a key that may not write fees', async () => {
    const { club, plan, family } = await withFamily()
    const { dues } = (await club.post(`${PATH}?dry_run=true`, { data: dataOf(family) })).body.data
    const office = { key: await club.keyWith('members:read', 'members:write') }
    const claiming = { data: dataOf(family), dues: [{ plan_id: plan, mark: dues[0].mark }] }
    const refused = await club.post(PATH, claiming, office)
    expect([refused.status, (await persons())[0]?.area]).toEqual([403, 'applications'])
    const preview = await club.post(`${PATH}?dry_run=true`, { data: dataOf(family) }, office)
    expect([preview.status, preview.body.data.dues]).toEqual([200, []])
    expect((await club.post(PATH, { data: dataOf(family) }, office)).status).toBe(201)
  })
})
