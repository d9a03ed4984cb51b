import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, expectTypeOf, it } from 'vitest'
import { client } from '../../src/client'
import worker from '../../src/index'
import { ORIGIN } from '../support/call'
import { workspace } from '../support/workspace'

const clientOf = (key: string) =>
  client(ORIGIN, key, {
    fetch: async (input, init) => worker.fetch(new Request(input, init), env, createExecutionContext()),
  })

it('sends typed requests from a custom column to a portal link', async () => {
  const club = await workspace()
  const mas = clientOf(club.key)
  const list = { param: { list_id: 'members' } }

  const columns = await mas.lists[':list_id'].custom_columns.$put({
    ...list,
    json: { data: [{ name: 'Shirt', type: 'string', external_id: 'shirt' }] },
  })
  expect(columns.status).toBe(201)
  expect((await columns.json()).data[0]?.external_id).toBe('shirt')

  const created = await mas.lists[':list_id'].persons.$post({
    ...list,
    json: { external_id: 'ada', name: { first_name: 'Ada' }, email: 'ada@example.org', shirt: 'M' },
  })
  const { data: person } = await created.json()
  expectTypeOf(person.id).toEqualTypeOf<string>()
  expect([created.status, person.email, person.shirt]).toEqual([201, 'ada@example.org', 'M'])

  const read = await mas.lists[':list_id'].persons[':person_id'].$get({
    param: { list_id: 'members', person_id: 'ada' },
  })
  expect((await read.json()).data).toEqual(person)

  const page = await mas.lists[':list_id'].persons.$get({
    ...list,
    query: { per_page: '1', 'filter[shirt]': 'M' },
  })
  if (!page.ok) throw new Error(`${page.status}`)
  const { data, meta } = (await page.json()) as {
    data: (typeof person)[]
    meta: { next_cursor: string | null }
  }
  expect([data.length, meta.next_cursor]).toEqual([1, null])

  const fees = await mas.fees.$post({
    json: { data: [{ amount: 4500, description: 'Annual fee', person_external_id: 'ada' }] },
  })
  const [fee] = (await fees.json()).data
  expectTypeOf(fee?.amount).toEqualTypeOf<number | undefined>()
  const feesOfAda = await mas.fees.$get({ query: { person_external_id: 'ada' } })
  expect((await feesOfAda.json()).data[0]?.reference).toBe(fee?.reference)

  const session = await mas.member_portal_sessions.$post({ json: { email: 'ada@example.org' } })
  expect((await session.json()).data.person_ids).toEqual([person.id])

  const me = await mas.me.$get()
  expect((await me.json()).data.subscription.lists).toEqual(['members', 'contacts'])
})

it('rejects wrong requests at compile time', async () => {
  const mas = clientOf((await workspace()).key)
  // @ts-expect-error an amount is a number of cents
  const answer = await mas.fees.$post({ json: { data: [{ amount: '45 EUR', description: 'x' }] } })
  expect(answer.status).toBe(422)
})
