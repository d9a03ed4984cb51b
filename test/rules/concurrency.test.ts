import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../support/call'
import { fakeD1 } from '../support/fake-d1'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const COLUMNS = '/lists/members/custom_columns'
const CLIENTS = 20

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

/** Delays every trip by a random time, so that requests overlap in every order. */
const slow = {
  env: {
    DB: fakeD1(async (statements) => {
      await scheduler.wait(Math.random() * 10)
      const results = await env.DB.batch(statements)
      await scheduler.wait(Math.random() * 10)
      return results
    }),
  },
}

const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))]

const names = async (club: Workspace): Promise<string[]> =>
  (await club.get(PERSONS)).body.data.map(({ external_id }: { external_id: string }) => external_id).sort()

describe('twenty clients at once', () => {
  it('synchronize the same fifty persons, and each person ends as one of them sent it', async () => {
    const club = await workspace()
    const data = range(50).map((n) => ({ external_id: `p${n}`, birthdate: '2000-01-01' }))
    await club.put(PERSONS, { data })
    const answers = await Promise.all(
      range(CLIENTS).map((client) => {
        const changed = data.map((person, n) =>
          n % 2 === client % 2 ? person : { ...person, birthdate: `2000-02-${10 + client}` },
        )
        return club.put(PERSONS, { data: changed }, slow)
      }),
    )
    expect(statuses(answers)).toEqual([200])
    const stored = await rows<{ birthdate: string }>('SELECT DISTINCT birthdate FROM persons')
    // Each request writes all persons or none, so the last one decides on every person.
    expect(stored.length).toBe(2)
  })

  it('synchronize different halves with delete_omitted, and the list ends as one of them sent it', async () => {
    const club = await workspace()
    await club.put(PERSONS, { data: [{ external_id: 'x', email: 'x@example.org' }] })
    const sent = range(CLIENTS).map((client) => ['x', `a${client}`, `b${client % 3}`].sort())
    const answers = await Promise.all(
      sent.map((externalIds) =>
        club.put(
          PERSONS,
          {
            delete_omitted: true,
            data: externalIds.map((external_id) => ({ external_id, email: `${external_id}@example.org` })),
          },
          slow,
        ),
      ),
    )
    expect(statuses(answers)).toEqual([200])
    expect(sent).toContainEqual(await names(club))
  })

  it('update the same person, and every change is kept', async () => {
    const club = await workspace()
    const columns = range(CLIENTS).map((n) => ({ name: `${n}`, type: 'integer', external_id: `c${n}` }))
    await club.put(COLUMNS, { data: columns })
    await club.post(PERSONS, { external_id: 'ada' })
    const answers = await Promise.all(
      range(CLIENTS).map((n) =>
        club.put(`${PERSONS}/ada`, { [`c${n}`]: n, email: `${n}@example.org` }, slow),
      ),
    )
    expect(statuses(answers)).toEqual([200])
    const { data } = (await club.get(`${PERSONS}/ada`)).body
    expect(range(CLIENTS).map((n) => data[`c${n}`])).toEqual(range(CLIENTS))
  })

  it('create a person with the same external_id, and one of them succeeds', async () => {
    const club = await workspace()
    const answers = await Promise.all(
      range(CLIENTS).map(() => club.post(PERSONS, { external_id: 'ada' }, slow)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(CLIENTS - 1).fill(422)])
  })

  it('add columns, and every column is kept', async () => {
    const club = await workspace()
    const answers = await Promise.all(
      range(CLIENTS).map((n) =>
        club.put(COLUMNS, { data: [{ name: 'x', type: 'string', external_id: `c${n}` }] }, slow),
      ),
    )
    expect(statuses(answers)).toEqual([201])
    expect((await club.get(COLUMNS)).body.data).toHaveLength(CLIENTS)
  })

  it('add columns up to the limit and not beyond', async () => {
    const club = await workspace()
    await club.put(COLUMNS, { data: range(190).map(() => ({ name: 'x', type: 'string' })) })
    const answers = await Promise.all(
      range(CLIENTS).map(() => club.put(COLUMNS, { data: [{ name: 'x', type: 'string' }] }, slow)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(10).fill(201),
      ...Array(10).fill(422),
    ])
    expect((await club.get(COLUMNS)).body.data).toHaveLength(200)
  })

  it('add categories to a cost unit, and each exists once', async () => {
    const club = await workspace()
    const { body } = await club.post('/cost_units', { name: 'Youth' })
    const answers = await Promise.all(
      range(CLIENTS).map((n) =>
        club.put(`/cost_units/${body.data.id}`, { categories: [`own ${n}`, 'shared'] }, slow),
      ),
    )
    expect(statuses(answers)).toEqual([200])
    const [unit] = (await club.get('/cost_units')).body.data
    expect(unit.categories.map(({ name }: { name: string }) => name).sort()).toEqual(
      ['shared', ...range(CLIENTS).map((n) => `own ${n}`)].sort(),
    )
  })

  it('create fees for the same person, and every fee is kept', async () => {
    const club = await workspace()
    await club.post(PERSONS, { external_id: 'ada' })
    const answers = await Promise.all(
      range(CLIENTS).map((n) =>
        club.post(
          '/fees',
          { data: [{ amount: n + 1, description: 'Fee', person_external_id: 'ada' }] },
          slow,
        ),
      ),
    )
    expect(statuses(answers)).toEqual([201])
    expect((await club.get('/fees')).body.data).toHaveLength(CLIENTS)
  })
})

describe('two updates at once', () => {
  it('never store more than the size limit of a person', async () => {
    const club = await workspace()
    const columns = range(8).map((n) => ({ name: `${n}`, type: 'string', external_id: `c${n}` }))
    await club.put(COLUMNS, { data: columns })
    await club.post(PERSONS, { external_id: 'ada' })
    const texts = (from: number) =>
      Object.fromEntries(range(4).map((n) => [`c${from + n}`, 'x'.repeat(5000)]))
    const answers = await Promise.all(
      [0, 4].map((from) =>
        club.put(`${PERSONS}/ada`, { email: `${from}@example.org`, ...texts(from) }, slow),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const [row] = await rows<{ bytes: number }>('SELECT octet_length(custom_values) AS bytes FROM persons')
    expect(Number(row?.bytes)).toBeLessThan(32_768)
  })
})

describe('two full synchronizations at once', () => {
  const X = { external_id: 'x', email: 'x@example.org' }

  it.each(range(20))('end as one after the other, round %i', async () => {
    const club = await workspace()
    await club.put(PERSONS, { data: [X] })
    const sent = ['a', 'b'].map((letter) => [X, ...['1', '2'].map((n) => ({ external_id: `${letter}${n}` }))])
    const answers = await Promise.all(
      sent.map((data) => club.put(PERSONS, { delete_omitted: true, data }, slow)),
    )
    expect(statuses(answers)).toEqual([200])
    expect(sent.map((data) => data.map(({ external_id }) => external_id).sort())).toContainEqual(
      await names(club),
    )
  })
})

describe('operators who change different fields of a portal at once', () => {
  it('store all their changes', async () => {
    const club = await workspace()
    const set = (fields: object) =>
      operator('PATCH', `/operator/workspaces/${club.id}`, { member_portal: { fields } }, slow)
    const answers = await Promise.all([
      set({ email: 'hidden' }),
      set({ address: 'editable' }),
      set({ birthdate: 'hidden' }),
    ])
    expect(statuses(answers)).toEqual([200])
    const { body } = await operator('GET', `/operator/workspaces/${club.id}`)
    expect(body.data.member_portal.fields).toMatchObject({
      email: 'hidden',
      address: 'editable',
      birthdate: 'hidden',
    })
  })
})
