import { describe, expect, it } from 'vitest'
import { readBrowseQuery } from '../../src/domain/persons/browse-query'
import type { BulkAct } from '../../src/domain/persons/bulk/act'
import { previewBulk } from '../../src/domain/persons/bulk/preview'
import { runBulk } from '../../src/domain/persons/bulk/run'
import type { Selection } from '../../src/domain/persons/bulk/selection'
import type { StaffPrincipal } from '../../src/domain/staff/principal'
import { clubOf, columns, NOTE, person, SHIRT, TEAMS } from '../support/club'
import { eventsOf } from '../support/events'
import { memberId, seedMembers } from '../support/seed-members'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const list = 'members'

const all: Selection = { query: readBrowseQuery({}) }
const matching = (query: Record<string, string>): Selection => ({ query: readBrowseQuery(query) })

const COLUMNS = columns([SHIRT, TEAMS, NOTE])

const member = (id: string, fields: object = {}) =>
  person({ external_id: id, name: { last_name: id }, ...fields })

/** A workspace with the columns and these members. */
const clubWith = (...members: ReturnType<typeof member>[]) => clubOf(COLUMNS, ...members)

async function confirm(principal: StaffPrincipal, selection: Selection, act: BulkAct) {
  const { mark, seal } = await previewBulk(principal, { list, selection, act })
  return { list, selection, act, valueIn: () => act.value, mark, seal }
}

const run = async (principal: StaffPrincipal, selection: Selection, act: BulkAct) =>
  runBulk(principal, await confirm(principal, selection, act))

const state = async (club: Workspace, ...keys: string[]) => {
  const { body } = await club.get(PERSONS)
  const persons: Record<string, unknown>[] = body.data
  return Object.fromEntries(
    persons.map((one) => [
      one.external_id,
      keys.length === 1 ? one[String(keys[0])] : keys.map((key) => one[key]),
    ]),
  )
}

describe('acts', () => {
  it('set a field of all that match, and count those that change', async () => {
    const { club } = await clubWith(member('a', { shirt: 'M' }), member('b', { shirt: 'S' }), member('c'))
    const principal = await principalOf(club, 'office')
    const selection = matching({ 'filter[shirt][is_not]': 'S' })
    const act: BulkAct = { kind: 'set', field: 'shirt', value: 'M' }
    const confirmed = await confirm(principal, selection, act)
    principal.cost.trips = 0
    expect(await runBulk(principal, confirmed)).toMatchObject({ outcome: 'done', changed: 1, count: 2 })
    expect(principal.cost.trips).toBe(2)
    expect(await state(club, 'shirt')).toEqual({ a: 'M', b: 'S', c: 'M' })
    await run(principal, all, { kind: 'set', field: 'shirt', value: null })
    expect(await state(club, 'shirt')).toEqual({ a: null, b: null, c: null })
    await run(principal, all, { kind: 'set', field: 'payment_method', value: 'cash' })
    expect(await state(club, 'payment_method')).toEqual({ a: 'cash', b: 'cash', c: 'cash' })
  })

  it('give changed persons a new revision and time, as any write', async () => {
    const { club } = await clubWith(member('a', { shirt: 'M' }), member('b'))
    const before = await state(club, 'updated_at')
    await run(await principalOf(club), all, { kind: 'set', field: 'shirt', value: 'M' })
    const after = await state(club, 'updated_at')
    expect(after.a).toBe(before.a)
    expect(String(after.b) > String(before.b)).toBe(true)
    expect(await rows('SELECT external_id AS id, revision FROM persons ORDER BY 1')).toEqual([
      { id: 'a', revision: 1 },
      { id: 'b', revision: 2 },
    ])
  })

  it('add a value to a column of several, and remove it', async () => {
    const { club } = await clubWith(member('a', { teams: ['A'] }), member('b', { teams: [] }), member('c'))
    const principal = await principalOf(club)
    const ids = (await club.get(PERSONS)).body.data.map(({ id }: { id: string }) => id)
    expect(await run(principal, { ids }, { kind: 'add', field: 'teams', value: 'B' })).toMatchObject({
      changed: 3,
    })
    expect(await state(club, 'teams')).toEqual({ a: ['A', 'B'], b: ['B'], c: ['B'] })
    expect(await run(principal, { ids }, { kind: 'add', field: 'teams', value: 'A' })).toMatchObject({
      changed: 2,
    })
    expect(await run(principal, { ids }, { kind: 'remove', field: 'teams', value: 'B' })).toMatchObject({
      changed: 3,
    })
    expect(await state(club, 'teams')).toEqual({ a: ['A'], b: ['A'], c: ['A'] })
    await run(principal, { ids: ids.slice(0, 1) }, { kind: 'remove', field: 'teams', value: 'A' })
    expect(await state(club, 'teams')).toEqual({ a: [], b: ['A'], c: ['A'] })
  })

  it('end memberships, but of those that left before', async () => {
    const { club } = await clubWith(
      member('a'),
      member('b', { leave_date: '2020-12-31' }),
      member('c', { leave_date: '2999-12-31' }),
    )
    const act: BulkAct = { kind: 'end', value: '2026-12-31' }
    expect(await run(await principalOf(club), matching({ status: 'all' }), act)).toMatchObject({
      changed: 2,
      count: 3,
    })
    expect(await state(club, 'leave_date')).toEqual({ a: '2026-12-31', b: '2020-12-31', c: '2026-12-31' })
  })

  it('delete, and leave tombstones', async () => {
    const { club } = await clubWith(member('a'), member('b'), member('c', { leave_date: '2020-12-31' }))
    expect(await run(await principalOf(club), all, { kind: 'delete' })).toMatchObject({ changed: 2 })
    expect(await state(club, 'leave_date')).toEqual({ c: '2020-12-31' })
    const { body } = await club.get('/lists/members/deleted_persons?since=2020-01-01T00:00:00Z')
    expect(body.data.map(({ external_id }: { external_id: string }) => external_id).sort()).toEqual([
      'a',
      'b',
    ])
  })

  it('record an event for each person that changes, in one batch', async () => {
    const { club } = await clubWith(member('a', { teams: ['A'] }), member('b', { teams: ['B'] }), member('c'))
    const principal = await principalOf(club)
    const { body } = await club.get('/lists/members/custom_columns')
    const [, teams] = body.data.map(({ id }: { id: string }) => id)
    const changesOf = async (act: BulkAct) => {
      const [last] = (await eventsOf(club)).slice(-1)
      const outcome = await run(principal, all, act)
      const recorded = await eventsOf(club, last?.number)
      const { batchId } = principal.actor
      expect(outcome).toMatchObject({ outcome: 'done', changed: recorded.length, batchId })
      for (const event of recorded)
        expect(event).toMatchObject({ batch_id: batchId, actor_kind: 'staff', door: 'dashboard' })
      return Object.fromEntries(recorded.map((event) => [event.subject_name, event.changes ?? event.action]))
    }
    expect(await changesOf({ kind: 'add', field: 'teams', value: 'A' })).toEqual({
      b: { [teams]: [['B'], ['B', 'A']] },
      c: { [teams]: [null, ['A']] },
    })
    expect(await changesOf({ kind: 'remove', field: 'teams', value: 'B' })).toEqual({
      b: { [teams]: [['B', 'A'], ['A']] },
    })
    expect(await changesOf({ kind: 'end', value: '2999-12-31' })).toMatchObject({
      a: { leave_date: [null, '2999-12-31'] },
    })
    expect(await changesOf({ kind: 'set', field: 'teams', value: ['A'] })).toEqual({})
    await changesOf({ kind: 'delete' })
    expect(
      (await eventsOf(club)).filter(
        ({ subject_kind, subject_name }) => subject_kind === 'member' && subject_name !== null,
      ),
    ).toEqual([])
  })

  it('leave a person as it is whose custom values would get too long', async () => {
    const { club } = await clubWith(member('a'), member('b'))
    await rows(
      `UPDATE persons SET custom_values = '{"col_x":"${'x'.repeat(32_700)}"}' WHERE external_id = 'a'`,
    )
    const act: BulkAct = { kind: 'set', field: 'note', value: 'x'.repeat(200) }
    expect(await run(await principalOf(club), all, act)).toMatchObject({ changed: 1, count: 2 })
  })

  it('take ten thousand at once', async () => {
    const { club } = await clubWith()
    await seedMembers(club.id, 10_000)
    const principal = await principalOf(club)
    const preview = await previewBulk(principal, { list, selection: all, act: { kind: 'end' } })
    expect([preview.count, preview.names.length]).toEqual([10_000, 10])
    principal.cost.trips = 0
    expect(await run(principal, all, { kind: 'end', value: '2999-12-31' })).toMatchObject({ changed: 10_000 })
    expect(principal.cost.trips).toBe(3)
  })
})

describe('what was confirmed', () => {
  const act: BulkAct = { kind: 'set', field: 'shirt', value: 'M' }

  it.each([
    ['more match', (club: Workspace) => club.put(PERSONS, { data: [{ external_id: 'd' }] }), 4],
    ['fewer match', (club: Workspace) => club.delete(`${PERSONS}/a`), 2],
    [
      'others match',
      async (club: Workspace) => {
        await club.delete(`${PERSONS}/a`)
        await club.put(PERSONS, { data: [{ external_id: 'd' }] })
      },
      3,
    ],
  ])('is refused and shown again where %s', async (_, meanwhile, count) => {
    const { club } = await clubWith(member('a'), member('b'), member('c'))
    const principal = await principalOf(club)
    const confirmed = await confirm(principal, all, act)
    await meanwhile(club)
    const outcome = await runBulk(principal, confirmed)
    expect(outcome).toMatchObject({ outcome: 'selection_changed', preview: { count } })
    expect(Object.values(await state(club, 'shirt')).every((shirt) => shirt === null)).toBe(true)
    if (outcome.outcome === 'done') return
    const { mark, seal } = outcome.preview
    expect(await runBulk(principal, { ...confirmed, mark, seal })).toMatchObject({ outcome: 'done', count })
  })

  it('is refused in the batch itself where the list changes between its trips', async () => {
    const { club } = await clubWith(member('a'), member('b'))
    const principal = await principalOf(club)
    const confirmed = await confirm(principal, all, act)
    const client = principal.db.$client
    const batch = client.batch.bind(client)
    let batches = 0
    client.batch = async <T>(statements: D1PreparedStatement[]) => {
      batches += 1
      if (batches === 2) await club.put(PERSONS, { data: [{ external_id: 'c' }] })
      return batch<T>(statements)
    }
    expect(await runBulk(principal, confirmed)).toMatchObject({
      outcome: 'selection_changed',
      preview: { count: 3 },
    })
    expect(await state(club, 'shirt')).toEqual({ a: null, b: null, c: null })
  })

  it('is refused for another act or selection', async () => {
    const { club } = await clubWith(member('a'), member('b'))
    const principal = await principalOf(club)
    const confirmed = await confirm(principal, all, act)
    for (const other of [
      { act: { kind: 'delete' as const } },
      { act: { ...act, field: 'note' } },
      { selection: matching({ status: 'all' }) },
    ])
      expect(await runBulk(principal, { ...confirmed, ...other })).toMatchObject({
        outcome: 'selection_changed',
      })
    expect(await state(club, 'shirt')).toEqual({ a: null, b: null })
  })

  it.each([
    [{ kind: 'set', field: 'shirt', value: 'XL' }, 'shirt'],
    [{ kind: 'set', field: 'email', value: 'a@example.org' }, 'field'],
    [{ kind: 'set', field: 'nonsense', value: 'x' }, 'field'],
    [{ kind: 'add', field: 'teams', value: 'C' }, 'value.0'],
    [{ kind: 'add', field: 'shirt', value: 'M' }, 'field'],
    [{ kind: 'end', value: '31.12.2026' }, 'value'],
  ] as const)('must be valid: %j', async (given, path) => {
    const { club } = await clubWith(member('a'))
    const run = confirm(await principalOf(club), all, given)
    const principal = await principalOf(club)
    const { issues } = await runBulk(principal, await run).catch((error) => error)
    expect(Object.keys(issues)).toContain(path)
    expect(await rows('SELECT revision FROM persons')).toEqual([{ revision: 1 }])
  })
})

describe('who may', () => {
  const act: BulkAct = { kind: 'set', field: 'note', value: 'x' }

  it('is staff who may write to the list of this workspace', async () => {
    const { club } = await clubWith(member('a'))
    const { club: other } = await clubWith(member('b'))
    const confirmed = await confirm(await principalOf(club), all, act)
    for (const role of ['treasurer', 'auditor'] as const)
      await expect(runBulk(await principalOf(club, role), confirmed)).rejects.toMatchObject({
        reason: 'permission_missing',
      })
    expect(await runBulk(await principalOf(other), confirmed)).toMatchObject({ outcome: 'selection_changed' })
    const [{ id }] = (await club.get(PERSONS)).body.data
    expect(await run(await principalOf(other), { ids: [id] }, act)).toMatchObject({ changed: 0, count: 0 })
    expect(await state(club, 'note')).toEqual({ a: null })
  })

  it('needs a fresh proof to delete several persons, not one', async () => {
    const { club } = await clubWith(member('a'), member('b'))
    const principal = await principalOf(club)
    await rows(`UPDATE staff_sessions SET proved_at = '2020-01-01T00:00:00.000Z'`)
    const preview = previewBulk(principal, { list, selection: all, act: { kind: 'delete' } })
    await expect(preview).rejects.toMatchObject({ reason: 'proof_required' })
    const [{ id }] = (await club.get(PERSONS)).body.data
    expect(await run(principal, { ids: [id] }, { kind: 'delete' })).toMatchObject({ changed: 1 })
  })

  it('does not name persons that are unknown', async () => {
    const { club } = await clubWith(member('a'))
    const selection = { ids: [memberId(1), 'per_x', ''] }
    const preview = await previewBulk(await principalOf(club), { list, selection, act })
    expect(preview).toMatchObject({ count: 0, names: [], mark: '0.0' })
  })
})
