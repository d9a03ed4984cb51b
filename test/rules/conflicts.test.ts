import { describe, expect, it } from 'vitest'
import { clubOf, person } from '../support/club'
import { interruptedBy } from '../support/fake-d1'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

// Another request changes the same rows between the reading and the writing of each request here.

const PERSONS = '/lists/members/persons'
const COLUMNS = '/lists/members/custom_columns'
const columns = (count: number, prefix: string) => ({
  data: Array.from({ length: count }, (_, index) => ({ name: `${prefix}${index}`, type: 'string' })),
})

describe('synchronization that conflicts', () => {
  const X = { external_id: 'x', email: 'x@example.org' }

  const externalIds = async (club: Workspace): Promise<string[]> =>
    (await club.get(PERSONS)).body.data.map(({ external_id }: { external_id: string }) => external_id).sort()

  it('deletes a person that another request adds', async () => {
    const club = await workspace()
    await club.put(PERSONS, { data: [X] })
    const body = { delete_omitted: true, data: [{ external_id: 'x' }, { external_id: 'y' }] }
    const adding = interruptedBy(() => club.post(PERSONS, { email: 'late@example.org' }))
    const answer = await club.put(PERSONS, body, adding)
    expect(answer.body.meta).toEqual({ created: 1, updated: 0, unchanged: 1, deleted: 1 })
    expect(await externalIds(club)).toEqual(['x', 'y'])
  })

  it('writes again what another request changed, and returns it', async () => {
    const club = await workspace()
    await club.put(PERSONS, { data: [X, { external_id: 'y' }] })
    const body = { data: [X, { external_id: 'y', email: 'y@example.org' }] }
    const change = { email: 'other@example.org', birthdate: '2000-01-01' }
    const answer = await club.put(
      PERSONS,
      body,
      interruptedBy(() => club.put(`${PERSONS}/x`, change)),
    )
    expect(answer.status).toBe(200)
    expect(answer.body.meta).toEqual({ created: 0, updated: 2, unchanged: 0, deleted: 0 })
    expect(answer.body.data).toMatchObject([
      { email: X.email, birthdate: '2000-01-01' },
      { email: 'y@example.org' },
    ])
    expect((await club.get(PERSONS)).body.data).toEqual(answer.body.data)
  })

  it('writes what was sent when another request changes the same person', async () => {
    const { club } = await clubOf(person({ ...X, birthdate: '2000-01-01', join_date: null }))
    const change = { birthdate: null, join_date: '2026-01-01', phone_numbers: [{ number: '1' }] }
    const sent = { external_id: 'x', email: 'new@example.org', birthdate: '2000-01-01', join_date: null }
    const changing = interruptedBy(() => club.put(`${PERSONS}/x`, change))
    const answer = await club.put(PERSONS, { data: [sent] }, changing)
    expect(answer.status).toBe(200)
    expect(answer.body.meta).toEqual({ created: 0, updated: 1, unchanged: 0, deleted: 0 })
    expect(answer.body.data).toMatchObject([{ ...sent, phone_numbers: [{ label: null, number: '1' }] }])
    expect((await club.get(PERSONS)).body.data).toEqual(answer.body.data)
  })

  it('updates a person that another request creates, which keeps its id', async () => {
    const { club } = await clubOf(person({ external_id: 'x' }))
    let id = ''
    const creating = interruptedBy(async () => {
      const answer = await club.post(PERSONS, { external_id: 'new', email: 'new@example.org' })
      id = answer.body.data.id
    })
    const body = {
      delete_omitted: true,
      data: [{ external_id: 'x' }, { external_id: 'new', birthdate: '2000-01-01' }],
    }
    const answer = await club.put(PERSONS, body, creating)
    expect(answer.body.meta).toEqual({ created: 0, updated: 1, unchanged: 1, deleted: 0 })
    expect(answer.body.data[1]).toMatchObject({ id, email: 'new@example.org', birthdate: '2000-01-01' })
    expect((await club.get('/lists/members/deleted_persons')).body.data).toEqual([])
  })
})

it('ends two updates of one person as one after the other, also for values that are stored already', async () => {
  const club = await workspace()
  const one = { email: 'one@example.org', birthdate: '2001-01-01' }
  await club.post(PERSONS, { external_id: 'x', email: one.email, birthdate: '2000-01-01' })
  const other = { email: 'two@example.org', birthdate: '2002-01-01' }
  const updating = interruptedBy(() => club.put(`${PERSONS}/x`, other))
  expect((await club.put(`${PERSONS}/x`, one, updating)).body.data).toMatchObject(one)
  expect((await club.get(`${PERSONS}/x`)).body.data).toMatchObject(one)
})

it('keeps the renaming and the archiving of a cost unit that happen at once', async () => {
  const club = await workspace()
  const { body } = await club.post('/cost_units', { name: 'Youth' })
  const path = `/cost_units/${body.data.id}`
  const archiving = () => club.put(path, { archived: true })
  const renamed = await club.put(path, { name: 'Juniors' }, interruptedBy(archiving))
  expect(renamed.status).toBe(200)
  expect((await club.get('/cost_units')).body.data).toMatchObject([{ name: 'Juniors', archived: true }])
})

it('keeps the limit of categories when two requests add categories at once', async () => {
  const club = await workspace()
  const names = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`)
  const { body } = await club.post('/cost_units', { name: 'Youth', categories: names(495, 'a') })
  const path = `/cost_units/${body.data.id}`
  const other = () => club.put(path, { categories: names(5, 'b') })
  const answer = await club.put(path, { categories: names(5, 'c') }, interruptedBy(other))
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['categories']])
  expect(await rows('SELECT id FROM cost_unit_categories')).toHaveLength(500)
  expect((await club.put(path, { archived: true })).status).toBe(200)
})

it('keeps the limit of columns when two requests add columns at once', async () => {
  const club = await workspace()
  await club.put(COLUMNS, columns(199, 'a'))
  const answer = await club.put(
    COLUMNS,
    columns(1, 'c'),
    interruptedBy(() => club.put(COLUMNS, columns(1, 'b'))),
  )
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['data']])
  expect(await rows('SELECT id FROM custom_columns')).toHaveLength(200)
})

it('keeps the limit of allowed values when two requests add columns at once', async () => {
  const club = await workspace()
  const choices = (prefix: string) => ({
    data: [
      {
        name: prefix,
        type: 'string',
        allowed_values: Array.from({ length: 450 }, (_, index) => `${prefix}${index}`.padEnd(250, 'x')),
      },
    ],
  })
  // A large body takes no further trip under a key that the isolate has cached.
  await club.get('/me')
  const other = () => club.put(COLUMNS, choices('b'))
  const answer = await club.put(COLUMNS, choices('c'), interruptedBy(other))
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['data']])
  expect(await rows('SELECT name FROM custom_columns')).toEqual([{ name: 'b' }])
})

it('keeps the limit of cost units when two requests create cost units at once', async () => {
  const club = await workspace()
  await costUnits(club.id, 499)
  const other = () => club.post('/cost_units', { name: 'One' })
  const answer = await club.post('/cost_units', { name: 'Two' }, interruptedBy(other))
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['name']])
  expect(await rows('SELECT id FROM cost_units')).toHaveLength(500)
})

it('keeps the limit of categories of a workspace when two requests add categories at once', async () => {
  const club = await workspace()
  await costUnits(club.id, 12)
  await rows(
    `INSERT INTO cost_unit_categories (workspace_id, cost_unit_id, id, name)
     SELECT ?1, 'cst_' || (value / 500), 'cat_' || value, value FROM json_each(?2)`,
    club.id,
    JSON.stringify(Array.from({ length: 4999 }, (_, index) => index)),
  )
  const other = () => club.put('/cost_units/cst_10', { categories: ['One'] })
  const answer = await club.put('/cost_units/cst_11', { categories: ['Two'] }, interruptedBy(other))
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['categories']])
  expect(await rows('SELECT id FROM cost_unit_categories')).toHaveLength(5000)
})

it('refuses one of two moves that would put two workspaces below each other', async () => {
  const [one, two] = [await workspace(), await workspace()]
  const below = (id: string, superordinate_workspace_id: string, options = {}) =>
    operator('PATCH', `/operator/workspaces/${id}`, { superordinate_workspace_id }, options)
  const answer = await below(
    one.id,
    two.id,
    interruptedBy(() => below(two.id, one.id)),
  )
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['superordinate_workspace_id']])
  expect(await rows('SELECT id FROM workspaces WHERE superordinate_workspace_id IS NOT NULL')).toHaveLength(1)
})

it('leaves no portal to a superordinate workspace that is removed at once', async () => {
  const [one, two] = [await workspace(), await workspace()]
  const patch = (settings: object, options = {}) =>
    operator('PATCH', `/operator/workspaces/${one.id}`, settings, options)
  await patch({ superordinate_workspace_id: two.id })
  const leaving = () => patch({ superordinate_workspace_id: null })
  const answer = await patch({ member_portal: { managed_by: 'superordinate' } }, interruptedBy(leaving))
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['member_portal.managed_by']])
})

const costUnits = (workspaceId: string, count: number) =>
  rows(
    `INSERT INTO cost_units (workspace_id, id, name, created_at, updated_at)
     SELECT ?1, 'cst_' || value, 'Unit ' || value, ?3, ?3 FROM json_each(?2)`,
    workspaceId,
    JSON.stringify(Array.from({ length: count }, (_, index) => index)),
    '2026-01-31T12:00:00.000Z',
  )

it('keeps the size limit of a person when an update and a synchronization add values at once', async () => {
  const club = await workspace()
  await club.put(COLUMNS, {
    data: Array.from({ length: 8 }, (_, n) => ({ name: `${n}`, type: 'string', external_id: `c${n}` })),
  })
  await club.post(PERSONS, { external_id: 'ada' })
  const texts = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, 'x'.repeat(5000)]))
  const update = () => club.put(`${PERSONS}/ada`, texts(['c0', 'c1', 'c2', 'c3']))
  const data = [{ external_id: 'ada', ...texts(['c4', 'c5', 'c6', 'c7']) }]
  const answer = await club.put(PERSONS, { data }, interruptedBy(update))
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['data.0']])
  expect((await club.get(`${PERSONS}/ada`)).body.data).toMatchObject({ c0: 'x'.repeat(5000), c4: null })
})

describe('external id that moves to another person between the trips', () => {
  const swapped = async () => {
    const club = await workspace()
    const persons = [
      { external_id: 'x', email: 'ada@example.org', creation_behaviour: 'unconfirmed' },
      { external_id: 'y', email: 'bob@example.org', creation_behaviour: 'unconfirmed' },
    ]
    const ids: string[] = []
    for (const person of persons) ids.push((await club.post(PERSONS, person)).body.data.id)
    const [ada, bob] = ids
    const data = [
      { id: ada, external_id: 'y' },
      { id: bob, external_id: 'x' },
    ]
    return { club, ada, bob, swap: interruptedBy(() => club.put(PERSONS, { data })) }
  }

  it('names the other person to a deletion', async () => {
    const { club, ada, swap } = await swapped()
    expect((await club.delete(`${PERSONS}/x`, swap)).status).toBe(204)
    expect(await rows('SELECT id, external_id FROM persons')).toEqual([{ id: ada, external_id: 'y' }])
  })

  it('names the other person to a confirmation', async () => {
    const { club, bob, swap } = await swapped()
    const { status, body } = await club.post(`${PERSONS}/x/confirmation`, undefined, swap)
    expect([status, body.data.id]).toEqual([200, bob])
    expect(await rows("SELECT id FROM persons WHERE area = 'regular'")).toEqual([{ id: bob }])
  })
})
