import { describe, expect, it } from 'vitest'
import { type Answer, call } from '../support/call'
import { addTo, columns, person, SHIRT } from '../support/club'
import { interruptedBy } from '../support/fake-d1'
import { rows, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const MANY = '/lists/members/confirmations'
const YEAR = new Date().toISOString().slice(0, 4)

const ASKS = { creation_behaviour: 'unconfirmed' }
const asks = (external_id: string, fields: object = {}) =>
  person({ external_id, name: { first_name: external_id }, birthdate: '1990-05-01', ...ASKS, ...fields })

const PLAN = {
  ...{ name: 'Yearly dues', list: 'members', interval: 'year', description: 'Dues {{period}}' },
  from_period: YEAR,
  version: {
    ...{ key_day: '01-01', due_day: 59, pro_rata: 'none', rounding: 10 },
    rules: [
      { kind: 'base', name: 'Adult', amount: 12_000 },
      { kind: 'family', name: 'Family', cap: 15_000, of: 'all' },
    ],
  },
}

/** Three applicants, a member with the number 7, a column and a plan of dues. */
async function fixture() {
  const club = await workspace()
  const { ids } = await addTo(
    club,
    columns([SHIRT]),
    asks('ada'),
    asks('ben'),
    asks('cleo'),
    person({ external_id: 'eve', membership_number: '7' }),
  )
  const { id: plan } = (await club.post('/dues_plans', PLAN)).body.data
  return { club, ids: ids as unknown as string[], plan: String(plan) }
}

const one = (name: string) => `${PERSONS}/${name}/confirmation`
const claim = (plan: string, amount = 12_000, period = YEAR) => ({ plan_id: plan, period, amount })

type Stored = { external_id: string; area: string }
const areas = async () =>
  Object.fromEntries(
    (await rows<Stored>('SELECT external_id, area FROM persons')).map((row) => [row.external_id, row.area]),
  )
const WAITING = { ada: 'applications', ben: 'applications', cleo: 'applications', eve: 'regular' }
const fees = () => rows('SELECT amount, description, person_name FROM fees ORDER BY person_name')
const codesOf = ({ body }: Answer) =>
  body.issues.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)

describe('the confirmation of one application with a body', () => {
  it('sets what the person gets as a member, in one batch', async () => {
    const { club, ids } = await fixture()
    const answer = await club.post(one('ada'), {
      join_date: '2026-02-01',
      person: {
        ...{ membership_number: '8', payment_method: 'cash', shirt: 'M' },
        payer_external_id: 'eve',
      },
    })
    expect([answer.status, answer.cost.trips, answer.body.dues_runs]).toEqual([200, 2, undefined])
    const set = { membership_number: '8', payment_method: 'cash', shirt: 'M', payer_id: ids[3] }
    expect(answer.body.data).toMatchObject({
      ...set,
      ...{ join_date: '2026-02-01', membership_status: 'active' },
    })
    const read = await club.get(`${PERSONS}/ada`)
    expect([read.body.data, read.headers.get('ETag')]).toEqual([answer.body.data, answer.headers.get('ETag')])
    const recorded = await rows<{ action: string; changes: string }>(
      `SELECT action, changes FROM events WHERE subject_id = ? AND action <> 'person.created' ORDER BY number`,
      ids[0],
    )
    expect(recorded.map(({ action }) => action)).toEqual(['person.updated', 'person.confirmed'])
    expect(JSON.parse(recorded[1]?.changes ?? '')).toEqual({
      area: ['applications', 'regular'],
      membership_number: [null, '8'],
      join_date: [null, '2026-02-01'],
    })
  })

  it('leaves what the body does not name, and clears null', async () => {
    const { club } = await fixture()
    await club.put(`${PERSONS}/ada`, { membership_number: '9', join_date: '2026-01-01' })
    const kept = await club.post(one('ada'), { person: { payment_method: 'cash' } })
    expect(kept.body.data).toMatchObject({ membership_number: '9', join_date: '2026-01-01' })
    await club.put(`${PERSONS}/ben`, { membership_number: '10', join_date: '2026-01-01' })
    const cleared = await club.post(one('ben'), { join_date: null, person: { membership_number: null } })
    expect(cleared.body.data).toMatchObject({ membership_number: null, join_date: null })
  })

  it('claims the dues that it names', async () => {
    const { club, ids, plan } = await fixture()
    const { status, body } = await club.post(one('ada'), { dues: [claim(plan)] })
    expect(status).toBe(200)
    expect(body.dues_runs).toMatchObject([{ plan_id: plan, period: YEAR, count: 1, amount: 12_000 }])
    expect(await fees()).toEqual([{ amount: 12_000, description: `Dues ${YEAR}`, person_name: 'ada' }])
    expect((await club.get(`/dues_runs/${body.dues_runs[0].id}/parts`)).body.data[0].person_id).toBe(ids[0])
  })

  const refusals: [string, (plan: string) => object, string[]][] = [
    ['another amount', (plan) => ({ dues: [claim(plan, 11_999)] }), ['dues.0.amount other_amount']],
    ['no amount', (plan) => ({ dues: [{ plan_id: plan, period: YEAR }] }), ['dues.0.amount required']],
    ['an unknown plan', () => ({ dues: [claim('pln_unknown')] }), ['dues.0.plan_id plan_unknown']],
    ['a malformed period', (plan) => ({ dues: [claim(plan, 1, 'x')] }), ['dues.0.period not_a_period']],
    [
      'a period before the plan',
      (plan) => ({ dues: [claim(plan), claim(plan, 1, '2020')] }),
      ['dues.1.period before_first_version'],
    ],
    ['one claim twice', (plan) => ({ dues: [claim(plan), claim(plan)] }), ['dues.1.plan_id claimed_twice']],
    [
      'a number of another member',
      () => ({ person: { membership_number: '7' } }),
      ['person.membership_number membership_number_taken'],
    ],
    ['other fields', () => ({ person: { email: 'a@example.org' } }), ['person.email not_by_confirmation']],
    [
      'unknown fields',
      () => ({ person: { colour: 'red' }, x: 1 }),
      ['x unknown_field', 'person.colour unknown_field'],
    ],
    [
      'a value that the column does not allow',
      () => ({ person: { shirt: 'XL' } }),
      ['person.shirt not_allowed'],
    ],
    [
      'an unknown payer',
      () => ({ person: { payer_external_id: 'x' } }),
      ['person.payer_external_id payer_unknown'],
    ],
    [
      'the person itself as payer',
      () => ({ person: { payer_external_id: 'ada' } }),
      ['person.payer_external_id payer_is_person'],
    ],
    ['a malformed date', () => ({ join_date: '2026-02-30' }), ['join_date invalid_format']],
  ]
  it.each(refusals)('refuses %s, and changes nothing', async (_, body, codes) => {
    const { club, plan } = await fixture()
    const answer = await club.post(one('ada'), body(plan))
    expect([answer.status, codesOf(answer), answer.cost.rowsWritten]).toEqual([422, codes, 0])
    expect([await areas(), await fees()]).toEqual([WAITING, []])
  })

  it('refuses an archived plan, and one that has claimed everything', async () => {
    const { club, plan } = await fixture()
    const { id } = (await club.post('/dues_plans', { ...PLAN, name: 'Contacts', list: 'contacts' })).body.data
    expect(codesOf(await club.post(one('ada'), { dues: [claim(id)] }))).toEqual([
      'dues.0.plan_id plan_unknown',
    ])
    await club.patch(`/dues_plans/${plan}`, { archived: true })
    expect(codesOf(await club.post(one('ada'), { dues: [claim(plan)] }))).toEqual([
      'dues.0.plan_id plan_archived',
    ])
    expect(await areas()).toEqual(WAITING)
  })

  it('refuses to claim from who joins in a later period', async () => {
    const { club, plan } = await fixture()
    const later = { join_date: `${Number(YEAR) + 1}-07-01`, dues: [claim(plan)] }
    expect(codesOf(await club.post(one('ada'), later))).toEqual(['dues.0.period nothing_to_claim'])
  })

  it('refuses a body for a member, and takes an empty one', async () => {
    const { club } = await fixture()
    for (const body of [{ person: { membership_number: '8' } }, { join_date: null }, { dues: [{}] }])
      expect(codesOf(await club.post(one('eve'), body))).toEqual(['body not_an_applicant'])
    for (const body of [{}, { person: {}, dues: [] }, { person: null, dues: null }])
      expect((await club.post(one('eve'), body)).status).toBe(200)
    expect((await club.post(one('ada'), {})).body.data.membership_status).toBe('active')
  })

  it('takes effect where If-Match holds', async () => {
    const { club } = await fixture()
    const tag = String((await club.get(`${PERSONS}/ada`)).headers.get('ETag'))
    await club.put(`${PERSONS}/ada`, { payment_method: 'cash' })
    const headers = { 'If-Match': tag }
    expect((await club.post(one('ada'), { join_date: '2026-01-01' }, { headers })).status).toBe(412)
    expect(await areas()).toEqual(WAITING)
  })

  it.each([true, false])('is replayed with its tag under one Idempotency-Key, body %s', async (hasBody) => {
    const { club, plan } = await fixture()
    const body = hasBody ? { person: { shirt: 'S' }, dues: [claim(plan)] } : undefined
    const keyed = () => club.post(one('ada'), body, { headers: { 'Idempotency-Key': 'k' } })
    const [first, again] = [await keyed(), await keyed()]
    expect([again.status, again.text, again.headers.get('ETag')]).toEqual([
      200,
      first.text,
      first.headers.get('ETag'),
    ])
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(await fees()).toHaveLength(hasBody ? 1 : 0)
    expect((await club.get(`${PERSONS}/ada`)).headers.get('ETag')).toBe(first.headers.get('ETag'))
  })

  it('claims nothing for keys that may not', async () => {
    const { club, plan } = await fixture()
    const key = await club.keyWith('members:write', 'members:read', 'fees:read')
    const answer = await call('POST', one('ada'), { key, body: { dues: [claim(plan)] } })
    expect([answer.status, answer.cost.rowsWritten]).toEqual([403, 0])
    expect((await call('POST', one('ada'), { key, body: { person: { shirt: 'S' } } })).status).toBe(200)
  })

  it.each([
    ['{', {}, 400],
    ['[]', {}, 422],
    ['x', { 'Content-Type': 'text/plain' }, 415],
  ])('refuses the body %s', async (raw, headers, status) => {
    const { club } = await fixture()
    const json = { 'Content-Type': 'application/json', ...headers }
    const answer = await call('POST', one('ada'), { key: club.key, raw, headers: json })
    expect([answer.status, await areas()]).toEqual([status, WAITING])
  })
})

describe('POST /lists/{list_id}/confirmations', () => {
  const family = (plan: string, amount = 15_000) => ({
    join_date: '2026-01-01',
    data: [
      { external_id: 'ada', membership_number: '11' },
      { external_id: 'ben', membership_number: '12', payer_external_id: 'ada' },
    ],
    dues: [claim(plan, amount)],
  })

  it('admits applicants together, and claims what a family owes', async () => {
    const { club, ids, plan } = await fixture()
    const { status, body } = await club.post(MANY, family(plan))
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      persons: [
        { id: ids[0], external_id: 'ada', membership_number: '11', join_date: '2026-01-01' },
        { id: ids[1], external_id: 'ben', membership_number: '12', join_date: '2026-01-01' },
      ],
      dues_runs: [{ amount: 15_000, count: 2 }],
    })
    expect(await areas()).toEqual({ ...WAITING, ada: 'regular', ben: 'regular' })
    expect((await club.get(`${PERSONS}/ben`)).body.data).toMatchObject({
      ...{ payer_id: ids[0], membership_number: '12' },
    })
  })

  it('says before what would be claimed, and writes nothing', async () => {
    const { club, plan } = await fixture()
    const { dues: _, ...asked } = family(plan)
    const dry = await club.post(`${MANY}?dry_run=true`, asked)
    expect([dry.status, dry.cost.rowsWritten, await areas()]).toEqual([200, 0, WAITING])
    const [shown, ...others] = dry.body.data.dues
    expect([shown.plan_id, shown.period, shown.amount, others]).toEqual([plan, YEAR, 15_000, []])
    expect(shown.persons.map((each: { name: string; outcome: string }) => [each.name, each.outcome])).toEqual(
      [
        ['ada', 'owes'],
        ['ben', 'owes'],
      ],
    )
    expect(shown.fees.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(15_000)
    const named = await club.post(`${MANY}?dry_run=true`, {
      ...asked,
      dues: [{ plan_id: plan, period: YEAR }],
    })
    expect(named.body.data).toEqual(dry.body.data)
    const { plan_id, period, amount } = shown
    const done = await club.post(MANY, { ...asked, dues: [{ plan_id, period, amount }] })
    expect([done.status, done.cost.trips]).toEqual([201, 3])
  })

  it('shows a key without fees:read no dues', async () => {
    const { club, plan } = await fixture()
    const key = await club.keyWith('members:write')
    const body = { data: [{ external_id: 'ada' }] }
    const dry = (more: object) => call('POST', `${MANY}?dry_run=true`, { key, body: { ...body, ...more } })
    expect((await dry({})).body.data.dues).toEqual([])
    expect((await dry({ dues: [{ plan_id: plan, period: YEAR }] })).status).toBe(403)
  })

  const ADA = { external_id: 'ada' }
  const refusals: [string, object[], string[]][] = [
    [
      'unknown names',
      [ADA, { id: 'per_x' }, { external_id: 'x' }],
      ['data.1.id not_an_applicant', 'data.2.external_id not_an_applicant'],
    ],
    ['members', [ADA, { external_id: 'eve' }], ['data.1.external_id not_an_applicant']],
    ['one person twice', [ADA, ADA], ['data.1.external_id person_twice']],
    ['items without a name', [ADA, { shirt: 'S' }], ['data.1.id required']],
    [
      'one number twice',
      [
        { ...ADA, membership_number: '8' },
        { external_id: 'ben', membership_number: '8' },
      ],
      [
        'data.0.membership_number membership_number_taken',
        'data.1.membership_number membership_number_taken',
      ],
    ],
    [
      'a taken number',
      [ADA, { external_id: 'ben', membership_number: '7' }],
      ['data.1.membership_number membership_number_taken'],
    ],
    [
      'a payer who has a payer',
      [
        { ...ADA, payer_external_id: 'ben' },
        { external_id: 'ben', payer_external_id: 'eve' },
      ],
      ['data.0.payer_external_id payer_has_payer', 'data.1.payer_external_id person_is_payer'],
    ],
    ['nobody', [], ['data too_few_entries']],
    ['101 items', Array.from({ length: 101 }, () => ADA), ['data too_many_entries']],
    ['entries that are no objects', [ADA, []], ['data.1 wrong_type']],
  ]
  it.each(refusals)('refuses %s for all of them', async (_, data, codes) => {
    const { club } = await fixture()
    for (const path of [MANY, `${MANY}?dry_run=true`]) {
      const answer = await club.post(path, { data })
      expect([answer.status, codesOf(answer), answer.cost.rowsWritten]).toEqual([422, codes, 0])
    }
    expect(await areas()).toEqual(WAITING)
  })

  it('confirms nobody if one was decided meanwhile', async () => {
    const { club, plan } = await fixture()
    const meanwhile = interruptedBy(async () => {
      await club.delete(`${PERSONS}/ben`)
    })
    const answer = await club.post(MANY, family(plan), meanwhile)
    expect([answer.status, codesOf(answer)]).toEqual([422, ['data.1.external_id not_an_applicant']])
    expect([(await areas()).ada, await fees()]).toEqual(['applications', []])
  })

  it('claims once when two requests confirm at once', async () => {
    const { club, plan } = await fixture()
    const meanwhile = interruptedBy(async () => {
      expect((await club.post(MANY, family(plan))).status).toBe(201)
    })
    expect((await club.post(MANY, family(plan), meanwhile)).status).toBe(422)
    expect(await rows('SELECT sum(amount) AS sum FROM fees')).toEqual([{ sum: 15_000 }])
  })

  it('is replayed under its Idempotency-Key', async () => {
    const { club, plan } = await fixture()
    const keyed = () => club.post(MANY, family(plan), { headers: { 'Idempotency-Key': 'k' } })
    const [first, again] = [await keyed(), await keyed()]
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
  })

  it('is not there for contacts', async () => {
    const { club } = await fixture()
    const answer = await club.post('/lists/contacts/confirmations', { data: [ADA] })
    expect(answer.status).toBe(404)
  })
})
