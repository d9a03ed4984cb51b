import { describe, expect, it } from 'vitest'
import { rows, type Workspace, workspace } from '../support/workspace'

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const UNKNOWN = 'cst_0VMtKcPBq7XJ3mZ1sWv9LdTe'

const storedUnits = (club: Workspace) =>
  rows('SELECT * FROM cost_units WHERE workspace_id = ? ORDER BY name', club.id)
const storedCategories = (club: Workspace) =>
  rows('SELECT * FROM cost_unit_categories WHERE workspace_id = ? ORDER BY id', club.id)

/** Creates a cost unit and returns it. */
async function make(club: Workspace, name: string, ...categories: unknown[]) {
  const { status, body } = await club.post('/cost_units', { name, categories })
  expect(status).toBe(201)
  return body.data
}

const names = (unit: { categories: { name: string }[] }) => unit.categories.map(({ name }) => name).sort()

/** Sets updated_at to a past time, so that a change becomes visible. */
async function longAgo(club: Workspace, id: string) {
  await rows(`UPDATE cost_units SET updated_at = '2001-01-01T00:00:00.000Z' WHERE id = ?`, id)
  return (await club.get('/cost_units')).body.data.find((unit: { id: string }) => unit.id === id)
}

describe('POST /cost_units', () => {
  it('creates a cost unit with its categories in request order', async () => {
    const club = await workspace()
    const { status, body, cost } = await club.post('/cost_units', {
      name: 'Youth football',
      categories: ['Jerseys', { name: 'Travel' }, 'Jerseys'],
    })
    expect(status).toBe(201)
    expect(cost.trips).toBe(2)
    const category = { id: expect.stringMatching(/^cat_[0-9A-Za-z]{24}$/) }
    expect(body.data).toEqual({
      id: expect.stringMatching(/^cst_[0-9A-Za-z]{24}$/),
      name: 'Youth football',
      sphere: null,
      archived: false,
      categories: [
        { ...category, name: 'Jerseys', sphere: null },
        { ...category, name: 'Travel', sphere: null },
      ],
      created_at: INSTANT,
      updated_at: body.data.created_at,
    })
    const { id, name, created_at, updated_at, categories } = body.data
    expect(await storedUnits(club)).toEqual([
      { workspace_id: club.id, id, name, archived_at: null, created_at, updated_at, sphere: null },
    ])
    expect(await storedCategories(club)).toEqual(
      categories.map((category: object) => ({ workspace_id: club.id, cost_unit_id: id, ...category })),
    )
  })

  it('creates a cost unit without categories', async () => {
    const club = await workspace()
    const { status, body } = await club.post('/cost_units', { name: 'Board' })
    expect(status).toBe(201)
    expect(body.data.categories).toEqual([])
    expect(await storedCategories(club)).toEqual([])
  })

  it.each([
    [{}, ['name']],
    [{ name: '' }, ['name']],
    [{ name: null }, ['name']],
    [{ name: 7 }, ['name']],
    [{ name: 'x'.repeat(256) }, ['name']],
    [{ name: 'two\nlines' }, ['name']],
    [{ name: 'A', categories: 'Jerseys' }, ['categories']],
    [{ name: 'A', categories: [''] }, ['categories.0']],
    [{ name: 'A', categories: ['B', 7] }, ['categories.1']],
    [{ name: 'A', categories: Array.from({ length: 501 }, (_, index) => `${index}`) }, ['categories']],
    [{ name: 'A', categories: [{ id: 'cat_0VMtKcPBq7XJ3mZ1sWv9LdTe', name: 'B' }] }, ['categories.0.id']],
    [{ name: 'A', archived: true }, ['archived']],
    [{ name: 'A', id: UNKNOWN }, ['id']],
    [{ name: '', colour: 'red' }, ['colour', 'name']],
  ])('refuses %j', async (body, paths) => {
    const club = await workspace()
    const answer = await club.post('/cost_units', body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors).sort()).toEqual(paths)
    expect(await storedUnits(club)).toEqual([])
    expect(await storedCategories(club)).toEqual([])
  })

  it('refuses the name of another cost unit, archived or not, and accepts it in another workspace', async () => {
    const [club, other] = [await workspace(), await workspace()]
    const { id } = await make(club, 'Youth')
    for (const archived of [false, true]) {
      await club.put(`/cost_units/${id}`, { archived })
      const { status, body } = await club.post('/cost_units', { name: 'Youth' })
      expect(status).toBe(422)
      expect(body.errors).toEqual({ name: ['belongs to another cost unit'] })
    }
    expect(await storedUnits(club)).toHaveLength(1)
    await make(other, 'Youth')
    await make(club, 'youth')
  })

  it('creates one of two cost units with the same name at once, and returns 422 for the other', async () => {
    const club = await workspace()
    const answers = await Promise.all([1, 2].map(() => club.post('/cost_units', { name: 'Youth' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await storedUnits(club)).toHaveLength(1)
  })
})

describe('GET /cost_units', () => {
  it('lists all cost units of the workspace with their categories, archived ones included', async () => {
    const [club, other] = [await workspace(), await workspace()]
    const youth = await make(club, 'Youth', 'Jerseys', 'Travel')
    const board = await make(club, 'Board', 'Postage')
    await make(other, 'Foreign', 'Category')
    const archived = (await club.put(`/cost_units/${board.id}`, { archived: true })).body.data
    const { status, body, cost } = await club.get('/cost_units')
    expect(status).toBe(200)
    expect(cost.trips).toBe(1)
    expect(new Set(body.data)).toEqual(new Set([youth, archived]))
    expect(body.data).toHaveLength(2)
  })

  it('returns an empty list for a new workspace', async () => {
    expect((await (await workspace()).get('/cost_units')).body).toEqual({ data: [] })
  })
})

describe('PUT /cost_units/{cost_unit_id}', () => {
  it('renames a cost unit', async () => {
    const club = await workspace()
    const { id } = await make(club, 'Youth', 'Jerseys')
    const before = await longAgo(club, id)
    const { status, body, cost } = await club.put(`/cost_units/${id}`, { name: 'Children' })
    expect(status).toBe(200)
    expect(cost.trips).toBe(2)
    expect(body.data).toEqual({ ...before, name: 'Children', updated_at: INSTANT })
    expect(body.data.updated_at).not.toBe(before.updated_at)
    expect(await storedUnits(club)).toMatchObject([{ id, name: 'Children', archived_at: null }])
  })

  it('archives and restores a cost unit', async () => {
    const club = await workspace()
    const { id } = await make(club, 'Youth')
    const archived = await club.put(`/cost_units/${id}`, { archived: true })
    expect(archived.status).toBe(200)
    expect(archived.body.data.archived).toBe(true)
    expect(await storedUnits(club)).toMatchObject([{ archived_at: INSTANT }])
    const restored = await club.put(`/cost_units/${id}`, { archived: false })
    expect(restored.status).toBe(200)
    expect(restored.body.data.archived).toBe(false)
    expect(await storedUnits(club)).toMatchObject([{ archived_at: null }])
  })

  it('keeps archived_at when an archived cost unit is renamed', async () => {
    const club = await workspace()
    const { id } = await make(club, 'Youth')
    await club.put(`/cost_units/${id}`, { archived: true })
    await rows(`UPDATE cost_units SET archived_at = '2001-01-01T00:00:00.000Z'`)
    const { body } = await club.put(`/cost_units/${id}`, { name: 'Children' })
    expect(body.data).toMatchObject({ name: 'Children', archived: true })
    expect(await storedUnits(club)).toMatchObject([{ archived_at: '2001-01-01T00:00:00.000Z' }])
  })

  it('adds categories by name, and keeps existing ones that are omitted or named again', async () => {
    const club = await workspace()
    const unit = await make(club, 'Youth', 'Jerseys', 'Travel')
    const [jerseys] = unit.categories
    const { status, body } = await club.put(`/cost_units/${unit.id}`, {
      categories: ['Balls', { name: 'Camps' }, 'Balls', jerseys],
    })
    expect(status).toBe(200)
    expect(names(body.data)).toEqual(['Balls', 'Camps', 'Jerseys', 'Travel'])
    expect(body.data.categories).toEqual(expect.arrayContaining(unit.categories))
    expect(await storedCategories(club)).toHaveLength(4)
  })

  it('changes nothing when the response is sent back, updated_at included', async () => {
    const club = await workspace()
    const { id } = await make(club, 'Youth', 'Jerseys', 'Travel')
    for (const archived of [false, true]) {
      await club.put(`/cost_units/${id}`, { archived })
      const read = await longAgo(club, id)
      const stored = [await storedUnits(club), await storedCategories(club)]
      for (const echo of [read, {}, { categories: ['Travel'] }]) {
        const { status, body, cost } = await club.put(`/cost_units/${id}`, echo)
        expect(status).toBe(200)
        expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
        expect(body.data).toEqual(read)
      }
      expect([await storedUnits(club), await storedCategories(club)]).toEqual(stored)
    }
  })

  it('accepts 500 categories at most, and takes all of them when they are sent back', async () => {
    const club = await workspace()
    const unit = await make(club, 'Youth', ...Array.from({ length: 500 }, (_, index) => `Category ${index}`))
    const oneMore = await club.put(`/cost_units/${unit.id}`, { categories: ['One more'] })
    expect([oneMore.status, Object.keys(oneMore.body.errors)]).toEqual([422, ['categories']])
    const echoed = await club.put(`/cost_units/${unit.id}`, unit)
    expect([echoed.status, echoed.body.data]).toEqual([200, unit])
  })

  it.each([
    [{ name: '' }, ['name']],
    [{ name: 'Board' }, ['name']],
    [{ archived: 'yes' }, ['archived']],
    [{ id: UNKNOWN }, ['id']],
    [{ created_at: '2001-01-01T00:00:00.000Z' }, ['created_at']],
    [{ categories: [{ id: 'cat_0VMtKcPBq7XJ3mZ1sWv9LdTe', name: 'Jerseys' }] }, ['categories.0.id']],
    [{ categories: ['Balls', ''] }, ['categories.1']],
    [{ colour: 'red', name: 7 }, ['colour', 'name']],
  ])('refuses %j', async (change, paths) => {
    const club = await workspace()
    const { id } = await make(club, 'Youth', 'Jerseys')
    await make(club, 'Board')
    const before = [await storedUnits(club), await storedCategories(club)]
    const { status, body } = await club.put(`/cost_units/${id}`, change)
    expect(status).toBe(422)
    expect(Object.keys(body.errors).sort()).toEqual(paths)
    expect([await storedUnits(club), await storedCategories(club)]).toEqual(before)
  })

  it('refuses to rename a category by its id', async () => {
    const club = await workspace()
    const unit = await make(club, 'Youth', 'Jerseys')
    const renamed = { ...unit.categories[0], name: 'Shirts' }
    const { status, body } = await club.put(`/cost_units/${unit.id}`, { categories: [renamed] })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['categories.0.id'])
    expect(await storedCategories(club)).toMatchObject([{ name: 'Jerseys' }])
  })

  it('returns 404 for unknown cost units and for those of other workspaces', async () => {
    const [club, other] = [await workspace(), await workspace()]
    const foreign = await make(other, 'Youth')
    const answers = [UNKNOWN, foreign.id].map((id) => club.put(`/cost_units/${id}`, { archived: true }))
    const [unknown, theirs] = await Promise.all(answers)
    for (const answer of [unknown, theirs]) expect(answer?.status).toBe(404)
    const { request_id, ...body } = unknown?.body ?? {}
    expect(theirs?.body).toEqual({ ...body, request_id: expect.not.stringMatching(request_id) })
    expect(await storedUnits(other)).toMatchObject([{ archived_at: null }])
  })
})

describe('permissions for cost units', () => {
  it('require bookkeeping:read to read', async () => {
    const club = await workspace()
    await make(club, 'Youth')
    const [reader, writer] = [await club.keyWith('bookkeeping:read'), await club.keyWith('bookkeeping:write')]
    expect((await club.get('/cost_units', { key: reader })).status).toBe(200)
    const { status, body } = await club.get('/cost_units', { key: writer })
    expect(status).toBe(403)
    expect(body.detail).toContain('bookkeeping:read')
    expect(body.data).toBeUndefined()
  })

  it('require bookkeeping:write to create and to update', async () => {
    const club = await workspace()
    const { id } = await make(club, 'Youth')
    const [reader, writer] = [await club.keyWith('bookkeeping:read'), await club.keyWith('bookkeeping:write')]
    const before = await storedUnits(club)
    for (const refused of [
      await club.post('/cost_units', { name: '' }, { key: reader }),
      await club.put(`/cost_units/${id}`, { archived: 'yes' }, { key: reader }),
      await club.put(`/cost_units/${UNKNOWN}`, { archived: true }, { key: reader }),
    ]) {
      expect(refused.status).toBe(403)
      expect(refused.body.detail).toContain('bookkeeping:write')
    }
    expect(await storedUnits(club)).toEqual(before)
    expect((await club.post('/cost_units', { name: 'Board' }, { key: writer })).status).toBe(201)
    expect((await club.put(`/cost_units/${id}`, { archived: true }, { key: writer })).status).toBe(200)
  })
})
