import { beforeEach, describe, expect, it } from 'vitest'
import { addTo, person } from '../support/club'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const PERIOD = '2027'
const ADULT = { kind: 'base', name: 'Adult', amount: 12_000 }

let club: Workspace
let plan: string

beforeEach(async () => {
  club = await workspace()
  await addTo(club, person({ external_id: 'ada', birthdate: '1990-01-01' }))
  const { body, text } = await club.post('/dues_plans', {
    ...{ name: 'Dues', list: 'members', interval: 'year', description: 'Dues', from_period: PERIOD },
    version: { key_day: '01-01', due_day: 59, pro_rata: 'none', rounding: 1, rules: [ADULT] },
  })
  plan = body.data?.id ?? text
})

const preview = (of = club, period = PERIOD, options: object = {}) =>
  of.post('/dues_runs?dry_run=true', { plan_id: plan, period }, options)
const quote = () => club.post(`/dues_plans/${plan}/quote`, { period: PERIOD, person_external_id: 'ada' })
const run = (options: object = {}) => club.post('/dues_runs', { plan_id: plan, period: PERIOD }, options)

/** Changes a plan as another isolate does, which leaves what this one knows as it is. */
async function elsewhere(change: string, of = club): Promise<void> {
  await rows(change, of.id, plan)
  await rows('UPDATE dues_plans SET revision = revision + 1 WHERE workspace_id = ? AND id = ?', of.id, plan)
}

const RAISE = `UPDATE dues_versions SET rules = replace(rules, '12000', '15000') WHERE workspace_id = ? AND plan_id = ?`

describe('a plan that the isolate knows', () => {
  it('saves a preview, a quote and a run the trip that reads it', async () => {
    expect((await preview()).cost.trips).toBe(2)
    const warm = await preview()
    expect([warm.body.data.amount, warm.cost.trips]).toEqual([12_000, 1])
    const asked = await quote()
    expect([asked.body.data.amount, asked.cost.trips]).toEqual([12_000, 1])
    const claimed = await run()
    expect([claimed.status, claimed.body.data.amount, claimed.cost.trips]).toEqual([201, 12_000, 2])
  })

  it('is known from a quote, and reads no versions again', async () => {
    const cold = await quote()
    expect(cold.cost.trips).toBe(2)
    expect((await quote()).cost.rowsRead).toBeLessThan(cold.cost.rowsRead)
  })

  it('is tried, and then read, once another isolate has changed it', async () => {
    await preview()
    await elsewhere(RAISE)
    const changed = await preview()
    expect([changed.body.data.amount, changed.cost.trips]).toEqual([15_000, 2])
    expect((await preview()).cost.trips).toBe(1)
  })

  it('lets a run claim by the rules of another isolate, and claim once for a key', async () => {
    await preview()
    await elsewhere(RAISE)
    const key = { headers: { 'Idempotency-Key': 'dues' } }
    const claimed = await run(key)
    expect([claimed.status, claimed.body.data.amount, claimed.cost.trips]).toEqual([201, 15_000, 3])
    expect((await run(key)).text).toBe(claimed.text)
    expect(await rows('SELECT amount FROM fees')).toEqual([{ amount: 15_000 }])
  })

  it('refuses a mark that was shown before another isolate changed it', async () => {
    const { mark } = (await preview()).body.data
    await elsewhere(RAISE)
    const late = await club.post('/dues_runs', { plan_id: plan, period: PERIOD, mark })
    expect([late.status, late.body.issues]).toMatchObject([422, [{ code: 'mark_outdated' }]])
  })

  it('takes no run once it is archived, and is unknown once it is gone', async () => {
    await preview()
    await elsewhere(
      `UPDATE dues_plans SET archived_at = '2026-01-01T00:00:00.000Z' WHERE workspace_id = ? AND id = ?`,
    )
    const archived = await run()
    expect([archived.status, archived.body.issues]).toMatchObject([422, [{ code: 'plan_archived' }]])
    await rows('DELETE FROM dues_versions WHERE workspace_id = ? AND plan_id = ?', club.id, plan)
    await rows('DELETE FROM dues_plans WHERE workspace_id = ? AND id = ?', club.id, plan)
    const gone = await preview()
    expect([gone.status, gone.body.issues]).toMatchObject([422, [{ code: 'plan_unknown' }]])
    expect((await quote()).status).toBe(404)
  })

  it('has the periods that it has by now', async () => {
    await preview()
    const early = await preview(club, '2026')
    expect([early.status, early.body.issues]).toMatchObject([422, [{ code: 'before_first_version' }]])
    await elsewhere(`UPDATE dues_versions SET from_period = '2026' WHERE workspace_id = ? AND plan_id = ?`)
    expect((await preview(club, '2026')).body.data.amount).toBe(12_000)
    await elsewhere(`UPDATE dues_versions SET from_period = '2028' WHERE workspace_id = ? AND plan_id = ?`)
    const late = await preview()
    expect([late.status, late.body.issues]).toMatchObject([422, [{ code: 'before_first_version' }]])
  })

  it('names cost units as they are called by now', async () => {
    const units = (await club.post('/cost_units', { name: 'Youth' })).body.data
    await elsewhere(
      `UPDATE dues_versions SET rules = json_set(rules, '$[0].place', json_object('cost_unit_id', '${units.id}'))
       WHERE workspace_id = ? AND plan_id = ?`,
    )
    expect((await preview()).body.data.by_cost_unit).toMatchObject([{ costunit_name: 'Youth' }])
    await club.put(`/cost_units/${units.id}`, { name: 'Juniors' })
    const warm = await preview()
    expect(warm.cost.trips).toBe(1)
    expect(warm.body.data.by_cost_unit).toMatchObject([{ costunit_name: 'Juniors' }])
  })
})

it('knows plans of a million characters, those that it was asked for last', async () => {
  const ids = Array.from({ length: 18 }, (_, n) => `${plan.slice(0, -2)}${10 + n}`)
  for (const id of ids) {
    await rows(
      `INSERT INTO dues_plans (workspace_id, id, list_id, name, interval, description, created_at, updated_at)
       SELECT workspace_id, ?, list_id, name, interval, description, created_at, updated_at FROM dues_plans WHERE id = ?`,
      ...[id, plan],
    )
    await rows(
      `INSERT INTO dues_versions (workspace_id, plan_id, from_period, key_day, due_day, pro_rata, rounding, rules)
       SELECT workspace_id, ?, from_period, key_day, due_day, pro_rata, rounding, replace(rules, 'Adult', ?)
       FROM dues_versions WHERE plan_id = ?`,
      ...[id, 'x'.repeat(60_000), plan],
    )
  }
  const tripsFor = async (id = '') =>
    (await club.post('/dues_runs?dry_run=true', { plan_id: id, period: PERIOD })).cost.trips
  for (const id of ids) expect(await tripsFor(id)).toBe(2)
  expect(await tripsFor(ids.at(-1))).toBe(1)
  expect(await tripsFor(ids[0])).toBe(2)
})

describe('a plan that the isolate knows of another workspace', () => {
  it('is none in a workspace without it', async () => {
    await preview()
    const other = await workspace()
    await other.get('/me')
    const { status, body, text } = await preview(other)
    expect([status, body.issues]).toMatchObject([422, [{ code: 'plan_unknown' }]])
    expect(text).not.toMatch(/\bDues\b|\bAdult\b/)
  })

  it('is told from a plan with the same id', async () => {
    const other = await workspace()
    await addTo(other, person({ external_id: 'eve' }))
    await rows(
      `INSERT INTO dues_plans (workspace_id, id, list_id, name, interval, description, created_at, updated_at)
       SELECT ?, id, list_id, 'Other', interval, description, created_at, updated_at FROM dues_plans WHERE workspace_id = ?`,
      ...[other.id, club.id],
    )
    await rows(
      `INSERT INTO dues_versions (workspace_id, plan_id, from_period, key_day, due_day, pro_rata, rounding, rules)
       SELECT ?, plan_id, from_period, key_day, due_day, pro_rata, rounding, replace(rules, '12000', '700')
       FROM dues_versions WHERE workspace_id = ?`,
      ...[other.id, club.id],
    )
    for (const trips of [2, 1])
      for (const [of, amount] of [[club, 12_000] as const, [other, 700] as const]) {
        const { body, cost } = await preview(of)
        expect([body.data.amount, cost.trips]).toEqual([amount, trips])
      }
  })
})

describe('who may not know a plan', () => {
  it.each([
    ['of its period', PERIOD],
    ['of a period that it does not have', '2027-H1'],
  ])('is told nothing %s', async (_, period) => {
    await preview()
    const key = await club.keyWith('members:read')
    for (const trips of [1, 1]) {
      const { status, text, cost } = await preview(club, period, { key })
      expect([status, cost.trips]).toEqual([403, trips])
      expect(text).not.toMatch(/\bDues\b|\bAdult\b/)
    }
    const noList = await club.keyWith('fees:write')
    await preview(club, PERIOD, { key: noList })
    const { status, text } = await preview(club, PERIOD, { key: noList })
    expect([status, text.includes('Adult')]).toEqual([403, false])
  })

  it('learns that the subscription leaves the list out', async () => {
    await preview()
    await operator('PATCH', `/operator/workspaces/${club.id}`, { subscription_variant: 'contacts' })
    expect((await preview()).status).toBe(402)
  })
})
