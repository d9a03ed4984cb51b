import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { open } from '../../src/db/client'
import { apiKeyPrincipal } from '../../src/domain/access/api-key-principal'
import { tokenHash } from '../../src/domain/access/tokens'
import type { CustomColumn } from '../../src/domain/custom-columns/column'
import { moveColumn } from '../../src/domain/custom-columns/move'
import { updateColumn } from '../../src/domain/custom-columns/update'
import { eventsOf } from '../support/events'
import { interruptedBy } from '../support/fake-d1'
import { metered } from '../support/meter'
import { rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const COLUMNS = '/lists/members/custom_columns'

type Body = Record<string, unknown>

/** A workspace with a column of choices, one of free texts and two persons, that the isolate of the service has cached. */
async function clubWithColumns() {
  const club = await workspace()
  const { body } = await club.put(COLUMNS, {
    data: [
      { name: 'Shirt', type: 'string', external_id: 'shirt', allowed_values: ['S', 'M'] },
      { name: 'Teams', type: 'array', external_id: 'teams', allowed_values: ['a', 'b', 'c'] },
      { name: 'Note', type: 'string', external_id: 'note' },
    ],
  })
  const [shirt, teams, note] = body.data as [CustomColumn, CustomColumn, CustomColumn]
  await club.put(PERSONS, {
    data: [
      { external_id: 'ada', shirt: 'M', teams: ['a', 'b'] },
      { external_id: 'bob', teams: ['b'] },
    ],
  })
  await club.get(PERSONS)
  return { club, shirt, teams, note }
}

async function principalOf({ key }: Workspace, d1: D1Database = env.DB) {
  return apiKeyPrincipal(open(d1), {
    tokenHash: String(tokenHash(key)),
    requestId: 'req_test',
    now: new Date(),
  })
}

const update = async (club: Workspace, { id }: CustomColumn, body: Body, d1?: D1Database) =>
  updateColumn(await principalOf(club, d1), { list: 'members', id, body })

const move = async (club: Workspace, { id }: CustomColumn, direction: 'up' | 'down', d1?: D1Database) =>
  moveColumn(await principalOf(club, d1), { list: 'members', id, direction })

/** Loads the verbs again, with caches of their own, as another isolate has them. */
async function otherIsolate() {
  vi.resetModules()
  const access = await import('../../src/domain/access/api-key-principal')
  const verbs = await import('../../src/domain/custom-columns/update')
  const moves = await import('../../src/domain/custom-columns/move')
  const list = 'members'
  const principal = async (club: Workspace) =>
    access.apiKeyPrincipal(open(env.DB), {
      tokenHash: String(tokenHash(club.key)),
      requestId: 'req_test',
      now: new Date(),
    })
  return {
    update: async (club: Workspace, { id }: CustomColumn, body: Body) =>
      verbs.updateColumn(await principal(club), { list, id, body }),
    move: async (club: Workspace, { id }: CustomColumn, direction: 'up' | 'down') =>
      moves.moveColumn(await principal(club), { list, id, direction }),
  }
}

const columnsOf = async (club: Workspace): Promise<CustomColumn[]> => (await club.get(COLUMNS)).body.data
const storedColumns = () => rows('SELECT * FROM custom_columns ORDER BY id')
const versionOf = async ({ id }: Workspace) =>
  (await rows<{ v: number }>('SELECT columns_version AS v FROM workspaces WHERE id = ?', id))[0]?.v

const refusal = (issues: object) => ({ name: 'DomainError', reason: 'invalid', issues })

describe('updateColumn', () => {
  it('renames a column, adds and removes values, and increments the version once, in two trips', async () => {
    const { club, shirt } = await clubWithColumns()
    const version = Number(await versionOf(club))
    const { db, cost } = metered(env.DB)
    const body = { name: 'Size', added_values: ['L', 'M'], removed_values: ['S'] }
    const changed = await update(club, shirt, body, db)
    expect(changed).toEqual({ ...shirt, name: 'Size', allowed_values: ['M', 'L'] })
    expect(cost.trips).toBe(2)
    expect((await columnsOf(club))[0]).toEqual(changed)
    expect(await versionOf(club)).toBe(version + 1)
  })

  it('records one event for the column', async () => {
    const { club, shirt } = await clubWithColumns()
    const after = (await eventsOf(club)).length
    await update(club, shirt, { name: 'Size', added_values: ['L'] })
    expect(await eventsOf(club, after)).toMatchObject([
      {
        action: 'custom_column.updated',
        subject_id: shirt.id,
        subject_name: 'Shirt',
        changes: {
          name: ['Shirt', 'Size'],
          allowed_values: [
            ['S', 'M'],
            ['S', 'M', 'L'],
          ],
        },
      },
    ])
  })

  it('writes nothing where nothing changes', async () => {
    const { club, shirt } = await clubWithColumns()
    const version = await versionOf(club)
    const { db, cost } = metered(env.DB)
    expect(await update(club, shirt, { name: 'Shirt', added_values: ['S'] }, db)).toEqual(shirt)
    expect([cost.trips, cost.rowsWritten, await versionOf(club)]).toEqual([1, 0, version])
  })

  it('names how many persons have the values that it does not remove', async () => {
    const { club, shirt, teams } = await clubWithColumns()
    const before = await storedColumns()
    await club.post(PERSONS, { external_id: 'eve', teams: ['a'], creation_behaviour: 'unconfirmed' })
    await expect(update(club, shirt, { removed_values: ['M'] })).rejects.toMatchObject(
      refusal({ 'removed_values.M': [{ code: 'value_in_use', value: 'M', persons: 1 }] }),
    )
    await expect(update(club, teams, { removed_values: ['a', 'b', 'c'] })).rejects.toMatchObject(
      refusal({
        'removed_values.a': [{ code: 'value_in_use', value: 'a', persons: 2 }],
        'removed_values.b': [{ code: 'value_in_use', value: 'b', persons: 2 }],
        removed_values: [{ code: 'no_value_left' }],
      }),
    )
    expect(await storedColumns()).toEqual(before)
  })

  it('removes no value that a plan of dues needs', async () => {
    const { club, shirt, teams } = await clubWithColumns()
    const base = { kind: 'base', name: 'Base', amount: 1 }
    const plan = await club.post('/dues_plans', {
      ...{ name: 'Dues', list: 'members', interval: 'year', description: 'Dues', from_period: '2027' },
      version: {
        ...{ key_day: '01-01', due_day: 0, pro_rata: 'none', rounding: 1 },
        instalments: { column: 'shirt', parts: { S: 2 } },
        rules: [
          { ...base, conditions: [{ field: shirt.id, operator: 'is_not', value: 'M' }] },
          base,
          {
            ...{ kind: 'surcharge', name: 'Team' },
            per_value: { column: 'teams', prices: { c: { amount: 1 } } },
          },
        ],
      },
    })
    expect(plan.status, plan.text).toBe(201)
    const needed = { code: 'value_of_plan', plan: 'Dues' }
    await club.put(`${PERSONS}/ada`, { shirt: null })
    await expect(update(club, shirt, { removed_values: ['S'] })).rejects.toMatchObject(
      refusal({ 'removed_values.S': [needed] }),
    )
    await expect(update(club, shirt, { removed_values: ['M'] })).rejects.toMatchObject(
      refusal({ 'removed_values.M': [needed] }),
    )
    await expect(update(club, teams, { removed_values: ['c'] })).rejects.toMatchObject(
      refusal({ 'removed_values.c': [needed] }),
    )
    await club.patch(`/dues_plans/${plan.body.data.id}`, { archived: true })
    expect((await update(club, teams, { removed_values: ['c'] })).allowed_values).toEqual(['a', 'b'])
  })

  it('removes no value that a person gets between its two trips', async () => {
    const { club, shirt } = await clubWithColumns()
    const before = await storedColumns()
    const { env: bindings } = interruptedBy(() => club.put(`${PERSONS}/bob`, { shirt: 'S' }))
    await expect(update(club, shirt, { removed_values: ['S'] }, bindings.DB)).rejects.toMatchObject(
      refusal({ 'removed_values.S': [{ code: 'value_in_use', value: 'S', persons: 1 }] }),
    )
    expect(await storedColumns()).toEqual(before)
  })

  it('keeps what another request changes between its two trips', async () => {
    const { club, shirt } = await clubWithColumns()
    const { env: bindings } = interruptedBy(() => update(club, shirt, { added_values: ['XL'] }))
    const changed = await update(club, shirt, { added_values: ['L'] }, bindings.DB)
    expect(changed.allowed_values).toEqual(['S', 'M', 'XL', 'L'])
    expect((await columnsOf(club))[0]).toEqual(changed)
  })

  it.each<[string, Body, string[]]>([
    ['an empty name', { name: '' }, ['name']],
    ['a long name', { name: 'x'.repeat(65) }, ['name']],
    ['another type', { type: 'date' }, ['type']],
    ['values for a column of free texts', { added_values: ['x'] }, ['added_values']],
    ['too many values', { added_values: Array.from({ length: 501 }, (_, n) => `${n}`) }, ['added_values']],
    [
      'values that are no texts',
      { added_values: [7], removed_values: [7] },
      ['added_values.0', 'removed_values.0'],
    ],
  ])('refuses %s', async (what, body, paths) => {
    const { club, shirt, note } = await clubWithColumns()
    const before = await storedColumns()
    const error = await update(club, what.includes('free') ? note : shirt, body).catch((error) => error)
    expect([error.reason, Object.keys(error.issues)]).toEqual(['invalid', paths])
    expect(await storedColumns()).toEqual(before)
  })

  it('knows the columns of its own list and workspace only', async () => {
    const [{ club, shirt }, other] = [await clubWithColumns(), await workspace()]
    for (const [asking, list, id] of [
      [other, 'members', shirt.id],
      [club, 'contacts', shirt.id],
      [club, 'members', '"col'],
    ] as const)
      await expect(
        updateColumn(await principalOf(asking), { list, id, body: { name: 'x', removed_values: ['S'] } }),
      ).rejects.toMatchObject({ reason: 'not_found' })
  })
})

describe('moveColumn', () => {
  const namesOf = async (club: Workspace) => (await columnsOf(club)).map(({ name }) => name)

  it('moves a column by one place, in two trips, and adds later columns at the end', async () => {
    const { club, shirt, note } = await clubWithColumns()
    const { db, cost } = metered(env.DB)
    await move(club, note, 'up', db)
    expect([await namesOf(club), cost.trips]).toEqual([['Shirt', 'Note', 'Teams'], 2])
    await move(club, shirt, 'down')
    await club.put(COLUMNS, { data: [{ name: 'Late', type: 'date' }] })
    expect(await namesOf(club)).toEqual(['Note', 'Shirt', 'Teams', 'Late'])
  })

  it('records an event for each of the two columns that change places', async () => {
    const { club, teams, note } = await clubWithColumns()
    const after = (await eventsOf(club)).length
    await move(club, note, 'up')
    expect(await eventsOf(club, after)).toMatchObject([
      { action: 'custom_column.updated', subject_id: teams.id, changes: { place: [2, 3] } },
      { action: 'custom_column.updated', subject_id: note.id, changes: { place: [3, 2] } },
    ])
  })

  it('stays where there is no place to move to', async () => {
    const { club, shirt, note } = await clubWithColumns()
    const before = [await storedColumns(), await versionOf(club)]
    await move(club, shirt, 'up')
    await move(club, note, 'down')
    expect([await storedColumns(), await versionOf(club)]).toEqual(before)
  })

  it('moves both where two move at once', async () => {
    const { club, shirt, note } = await clubWithColumns()
    const { env: bindings } = interruptedBy(() => move(club, note, 'up'))
    await move(club, shirt, 'down', bindings.DB)
    expect(await namesOf(club)).toEqual(['Note', 'Shirt', 'Teams'])
  })

  it('orders persons and CSV as well', async () => {
    const { club, note } = await clubWithColumns()
    await move(club, note, 'up')
    const { text } = await club.get(PERSONS, { headers: { Accept: 'text/csv' } })
    expect(text.split('\r\n')[0]).toMatch(/shirt;note;teams$/)
    const { body } = await club.get(`${PERSONS}/ada`)
    expect(Object.keys(body.data).slice(-3)).toEqual(['shirt', 'note', 'teams'])
  })
})

describe('an isolate whose columns another isolate has just changed', () => {
  it('takes a value that the column was given, in two trips after its own', async () => {
    const { club, shirt } = await clubWithColumns()
    const { update } = await otherIsolate()
    await update(club, shirt, { added_values: ['L'] })
    const { status, body } = await club.put(`${PERSONS}/ada`, { shirt: 'L' })
    expect([status, body.data.shirt]).toEqual([200, 'L'])
  })

  it('refuses a value that the column has lost', async () => {
    const { club, shirt } = await clubWithColumns()
    const { update } = await otherIsolate()
    await update(club, shirt, { removed_values: ['S'] })
    for (const answer of [
      await club.put(`${PERSONS}/ada`, { shirt: 'S' }),
      await club.post(PERSONS, { external_id: 'eve', shirt: 'S' }),
      await club.put(PERSONS, { data: [{ external_id: 'ada', shirt: 'S' }] }),
    ])
      expect(answer.status).toBe(422)
    expect((await club.get(`${PERSONS}/ada`)).body.data.shirt).toBe('M')
  })

  it('shows the name and the order that the column was given', async () => {
    const { club, shirt } = await clubWithColumns()
    const { update, move } = await otherIsolate()
    const tag = (await club.get(PERSONS)).headers.get('ETag') ?? ''
    await update(club, shirt, { name: 'Size' })
    await move(club, shirt, 'down')
    expect((await columnsOf(club)).map(({ name }) => name)).toEqual(['Teams', 'Size', 'Note'])
    const page = await club.get(PERSONS, { headers: { 'If-None-Match': tag } })
    expect([page.status, Object.keys(page.body.data[0]).slice(-3)]).toEqual([200, ['teams', 'shirt', 'note']])
  })

  it('changes the column on top of what the other one changed', async () => {
    const { club, shirt } = await clubWithColumns()
    const other = await otherIsolate()
    await other.update(club, shirt, { added_values: ['L'] })
    expect((await update(club, shirt, { name: 'Size' })).allowed_values).toEqual(['S', 'M', 'L'])
    expect(await columnsOf(club)).toMatchObject([{ name: 'Size', allowed_values: ['S', 'M', 'L'] }, {}, {}])
  })
})
