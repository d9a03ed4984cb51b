import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ageOn, parsePeriod } from '../../src/domain/dues/period'
import type { Rule } from '../../src/domain/dues/rule'
import type { DuesPerson, Terms } from '../../src/domain/dues/terms'
import { addTo, columns, signedIn, TEAMS } from '../support/club'
import type { Staff } from '../support/dashboard'
import { duesByTable } from '../support/dues-oracle'
import { formValues } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { runs } from '../support/runs'
import { rows, type Workspace, workspace } from '../support/workspace'

const PAYS = {
  ...{ name: 'Pays', type: 'string', external_id: 'pays' },
  allowed_values: ['quarterly', 'nothing'],
}
const RULES = [
  {
    ...{ kind: 'exempt', name: 'Honorary', why: 'Honorary' },
    conditions: [{ field: 'pays', operator: 'is', value: 'nothing' }],
  },
  {
    ...{ kind: 'base', name: 'Child', amount: 6005 },
    conditions: [{ field: 'birthdate.age', operator: 'less', value: '18' }],
  },
  { kind: 'base', name: 'Adult', amount: 12_001 },
  {
    ...{ kind: 'surcharge', name: '{{value}}' },
    per_value: { column: 'teams', prices: { A: { amount: 3333 }, B: { amount: 0 } } },
  },
  { kind: 'family', name: 'Family', cap: 20_000, of: 'all' },
  { kind: 'once', name: 'Entry', amount: 500 },
]
const PERIOD = '2027'
const PERSONS = 5

type World = { club: Workspace; staff: Staff; plan: string; terms: Terms }
type Act = (world: World) => Promise<void>

const index = fc.nat(PERSONS - 1)
const fields = fc.record({
  birthdate: fc.option(fc.constantFrom('1980-01-01', '2009-01-01', '2015-05-05'), { freq: 9 }),
  join_date: fc.constantFrom(null, '2020-01-01', '2027-01-31', '2027-10-05'),
  leave_date: fc.constantFrom(null, null, null, '2026-12-31', '2027-12-31'),
  teams: fc.subarray(['A', 'B']),
  pays: fc.constantFrom(null, null, 'quarterly', 'nothing'),
})

/** Adds a member, or changes it. */
const put = fc.record({ index, fields }).map(
  ({ index, fields }): Act =>
    async ({ club }) => {
      const body = { external_id: `m${index}`, name: { first_name: `M${index}` }, ...fields }
      const { status, text } = await club.put('/lists/members/persons', { data: [body] })
      expect(status, text).toBe(200)
    },
)

/** Lets the first member pay for another one, or not any longer. */
const setPayer = fc.record({ index: fc.integer({ min: 1, max: PERSONS - 1 }), pays: fc.boolean() }).map(
  ({ index, pays }): Act =>
    async ({ club }) => {
      await rows(
        `UPDATE persons SET payer_id = (
         SELECT id FROM persons WHERE workspace_id = ?1 AND external_id = 'm0' AND ?2)
       WHERE workspace_id = ?1 AND external_id = ?3`,
        ...[club.id, pays ? 1 : 0, `m${index}`],
      )
    },
)

type Member = {
  id: string
  payer_id: string | null
  birthdate: string | null
  join_date: string | null
  leave_date: string | null
  teams: string
  pays: string | null
}

/** The members with what was claimed from them, as the rows say. */
async function membersOf({ club, plan }: World): Promise<DuesPerson[]> {
  const members = await rows<Member>(
    `SELECT persons.id, payer_id, birthdate, join_date, leave_date,
       coalesce(custom_values -> ('$.' || teams.id), '[]') AS teams, custom_values ->> ('$.' || pays.id) AS pays
     FROM persons
     JOIN custom_columns AS teams ON teams.workspace_id = persons.workspace_id AND teams.external_id = 'teams'
     JOIN custom_columns AS pays ON pays.workspace_id = persons.workspace_id AND pays.external_id = 'pays'
     WHERE persons.workspace_id = ?`,
    club.id,
  )
  const parts = await rows<{ person_id: string; part: string; kind: Rule['kind']; amount: number }>(
    `SELECT dues_parts.person_id, part, kind,
       sum(iif(coalesce(cancellation ->> 'kind', '') = 'mistake', 0, dues_parts.amount)) AS amount
     FROM dues_parts LEFT JOIN fees ON fees.workspace_id = dues_parts.workspace_id AND fees.id = fee_id
     WHERE dues_parts.workspace_id = ? AND plan_id = ? GROUP BY dues_parts.person_id, part, kind`,
    ...[club.id, plan],
  )
  return members.map((one) => ({
    ...{ id: one.id, payerId: one.payer_id, birthdate: one.birthdate },
    ...{ joinDate: one.join_date, leaveDate: one.leave_date },
    fits: [
      one.pays === 'nothing',
      one.birthdate === null ? null : ageOn(one.birthdate, `${PERIOD}-01-01`) < 18,
      ...[true, true, true, true],
    ],
    values: { teams: JSON.parse(one.teams ?? '[]') ?? [], pays: one.pays === null ? [] : [one.pays] },
    claimed: parts.filter(({ person_id }) => person_id === one.id),
  }))
}

/** Claims what all or some owe, and compares the rows with what a second implementation says. */
const claim = fc
  .record({ indexes: fc.option(fc.subarray([...Array(PERSONS).keys()], { minLength: 1 })) })
  .map(
    ({ indexes }): Act =>
      async (world) => {
        const { club, plan, terms } = world
        const period = parsePeriod('year', PERIOD)
        if (!period) throw new Error('no period')
        const chosen = await rows<{ id: string }>(
          `SELECT id FROM persons WHERE workspace_id = ? AND external_id IN (SELECT 'm' || value FROM json_each(?))`,
          ...[club.id, JSON.stringify(indexes ?? [...Array(PERSONS).keys()])],
        )
        const ids = chosen.map(({ id }) => id)
        if (ids.length === 0) return
        const { parts } = duesByTable(terms, period, await membersOf(world))
        const own = [...parts].filter(([key]) => ids.includes(String(key.split(' ')[0])))
        const body = { plan_id: plan, period: PERIOD, skip_faults: true, ...(indexes && { person_ids: ids }) }
        const shown = (await club.post('/dues_runs?dry_run=true', body)).body.data
        const total = own.reduce((sum, [, amount]) => sum + amount, 0)
        expect(shown.amount).toBe(total)
        const { status, body: answer, text } = await club.post('/dues_runs', { ...body, mark: shown.mark })
        expect(status, text).toBe(total > 0 ? 201 : 422)
        if (total === 0) return
        const stored = await rows<{ key: string; amount: number }>(
          `SELECT person_id || ' ' || part AS key, sum(amount) AS amount FROM dues_parts
       WHERE run_id = ? AND kind <> 'exempt' GROUP BY key`,
          answer.data.id,
        )
        expect(Object.fromEntries(stored.map(({ key, amount }) => [key, amount]))).toEqual(
          Object.fromEntries(own),
        )
      },
  )

/** Admits an applicant who joins in the period, and claims what the page says that a member like that owes, or does not. */
const admit = fc
  .record({
    index,
    fields,
    day: fc.constantFrom('01-31', '10-05'),
    isPaid: fc.boolean(),
    claims: fc.boolean(),
  })
  .map(
    ({ index, fields: { birthdate, teams, pays }, day, isPaid, claims }): Act =>
      async (world) => {
        const { club, staff, plan, terms } = world
        const period = parsePeriod('year', PERIOD)
        const members = await rows<{ id: string; key: string }>(
          'SELECT id, external_id AS key FROM persons WHERE workspace_id = ?',
          club.id,
        )
        const key = `m${index}`
        // Who joins in a year that is over owes for the current one.
        const isOver = new Date().toISOString().slice(0, 4) > PERIOD
        if (!period || isOver || members.some((one) => one.key === key)) return
        const payer = isPaid ? members.find((one) => one.key === 'm0')?.id : undefined
        const { status, text, body } = await club.post('/lists/members/persons', {
          ...{ creation_behaviour: 'unconfirmed', external_id: key, birthdate, teams, pays },
          ...(payer && { payer_id: payer }),
        })
        expect(status, text).toBe(201)
        const { id } = body.data
        const path = `/dashboard/${club.id}/applications/confirm`
        const outdated = { join_date: `${PERIOD}-${day}`, [`number.${id}`]: '', claim: `${plan} outdated` }
        const asked = await staff.submit(path, outdated)
        expect(asked.status).toBe(409)
        const form = formValues(asked.text)
        const isOffered = form.some(([name]) => name === 'claim')
        const sent = await staff.submit(
          path,
          form.filter(([name]) => claims || name !== 'claim'),
        )
        expect(sent.status).toBe(303)
        const unclaimed = (await membersOf(world)).map((one) =>
          one.id === id ? { ...one, claimed: [] } : one,
        )
        const own = [...duesByTable(terms, period, unclaimed).parts].filter(([part]) => part.startsWith(id))
        expect(isOffered).toBe(own.some(([, amount]) => amount > 0))
        const stored = await rows<{ part: string; amount: number }>(
          `SELECT person_id || ' ' || part AS part, sum(amount) AS amount FROM dues_parts
           WHERE workspace_id = ? AND person_id = ? AND kind <> 'exempt' GROUP BY part`,
          ...[club.id, id],
        )
        expect(Object.fromEntries(stored.map(({ part, amount }) => [part, amount]))).toEqual(
          Object.fromEntries(claims && isOffered ? own : []),
        )
      },
  )

const anyOf = <Row>(found: Row[], pick: number): Row | undefined => found[pick % found.length]

const discard = fc.record({ pick: fc.nat(9), keep: fc.boolean() }).map(
  ({ pick, keep }): Act =>
    async ({ club }) => {
      const run = anyOf((await club.get('/dues_runs')).body.data as { id: string }[], pick)
      if (!run) return
      const { status } = await club.post(`/dues_runs/${run.id}/discard`, { reason: 'x', keep })
      expect([201, 422]).toContain(status)
    },
)

const pay = fc.nat(9).map(
  (pick): Act =>
    async ({ club }) => {
      const fee = anyOf((await club.get('/fees?status=open')).body.data as { id: string }[], pick)
      if (!fee) return
      const payment = { fee_id: fee.id, amount: 1, method: 'cash', paid_on: '2026-11-20' }
      expect((await club.post('/payments', { data: [payment] })).status).toBe(201)
    },
)

const cancel = fc.record({ pick: fc.nat(9), kind: fc.constantFrom('mistake', 'waived') }).map(
  ({ pick, kind }): Act =>
    async ({ club }) => {
      const fee = anyOf((await club.get('/fees?status=open')).body.data as { id: string }[], pick)
      if (fee) await club.post(`/fees/${fee.id}/cancellation`, { kind, reason: 'x' })
    },
)

/** Decides on a difference: it is none any more, unless too much was claimed. */
const settle = fc.record({ pick: fc.nat(9), decision: fc.constantFrom('claim', 'keep') }).map(
  ({ pick, decision }): Act =>
    async ({ club, plan }) => {
      const listed = async () => {
        const body = { plan_id: plan, period: PERIOD }
        const { differences } = (await club.post('/dues_runs?dry_run=true', body)).body.data
        return differences.persons as { person: { id: string }; claimed: number; now: number }[]
      }
      const one = anyOf(await listed(), pick)
      if (!one) return
      const body = { period: PERIOD, person_id: one.person.id, decision, now: one.now }
      const { status, text } = await club.post(`/dues_plans/${plan}/differences`, body)
      const isDone = decision === 'keep' || one.now > one.claimed
      expect(status, text).toBe(isDone ? 201 : 422)
      if (isDone) expect((await listed()).map(({ person }) => person.id)).not.toContain(one.person.id)
    },
)

const act = fc.oneof(
  { weight: 5, arbitrary: put },
  { weight: 2, arbitrary: setPayer },
  { weight: 2, arbitrary: admit },
  { weight: 4, arbitrary: claim },
  { weight: 1, arbitrary: discard },
  { weight: 1, arbitrary: pay },
  { weight: 1, arbitrary: cancel },
  { weight: 2, arbitrary: settle },
)

it('claims what a second implementation says of the stored rows, after any acts', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 16, size: 'max' }), async (acts) => {
      const club = await workspace()
      const { staff } = await addTo(club, columns([TEAMS, PAYS]), signedIn('owner'))
      const version = {
        ...{ key_day: '01-01', due_day: 30, pro_rata: 'months', rounding: 10, rules: RULES },
        instalments: { column: 'pays', parts: { quarterly: 4 } },
      }
      const plan = await club.post('/dues_plans', {
        ...{ name: 'Dues', list: 'members', interval: 'year', description: 'Dues', from_period: PERIOD },
        version,
      })
      const { id, version: stored } = plan.body.data
      const terms: Terms = {
        ...{ dueDay: 30, proRata: 'months', rounding: 10, instalments: version.instalments },
        rules: stored.rules,
      }
      for (const one of acts) {
        await one({ club, staff, plan: id, terms })
        await expectSoundBooks(club.id)
      }
    }),
    runs(30),
  )
})
