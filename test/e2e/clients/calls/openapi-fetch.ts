import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { components, paths } from './membership.d.ts'

const { ORIGIN = '', KEY = '' } = process.env
const membership = createClient<paths>({ baseUrl: ORIGIN, headers: { Authorization: `Bearer ${KEY}` } })
const path = { list_id: 'members' } as const

const columns = await membership.PUT('/lists/{list_id}/custom_columns', {
  params: { path },
  body: { data: [{ name: 'Locker', type: 'integer', external_id: 'locker' }] },
})
assert.equal(columns.data?.data[0]?.external_id, 'locker')

const created = await membership.POST('/lists/{list_id}/persons', {
  params: { path, header: { 'Idempotency-Key': 'create-ada' } },
  body: { external_id: 'ada', name: { first_name: 'Ada' }, address: { city: 'Berlin' }, locker: 7 },
})
const ada = dataOf(created).data
assert.deepEqual([ada.address?.city, ada.address?.street, ada.locker], ['Berlin', null, 7])
assert.ok(created.response.headers.get('ETag'))

const read = await membership.GET('/lists/{list_id}/persons/{person_id}', {
  params: { path: { ...path, person_id: 'ada' } },
})
assert.deepEqual(dataOf(read).data, ada)

const filter = { 'name.last_name': 'Bergmann' }
const page = await membership.GET('/lists/{list_id}/persons', {
  params: { path, query: { per_page: 2, filter } },
})
const { data: persons, meta } = dataOf(page)
assert.deepEqual([persons.length, persons[0]?.name.last_name], [2, 'Bergmann'])
const next = await membership.GET('/lists/{list_id}/persons', {
  params: { path, query: { per_page: 2, filter, cursor: meta.next_cursor ?? '' } },
})
assert.equal(dataOf(next).data.length, 1)

const updated = await membership.PUT('/lists/{list_id}/persons/{person_id}', {
  params: {
    path: { ...path, person_id: ada.id },
    header: { 'If-Match': read.response.headers.get('ETag') ?? '' },
  },
  body: { email: 'ada@example.org', locker: null },
})
assert.deepEqual([dataOf(updated).data.email, dataOf(updated).data.locker], ['ada@example.org', null])

const input: components['schemas']['PersonInput'] = { id: ada.id, birthdate: '1985-12-10' }
const synchronized = await membership.PUT('/lists/{list_id}/persons', {
  params: { path },
  body: { data: [input, { external_id: 'charles', name: { last_name: 'Babbage' } }] },
})
assert.deepEqual(dataOf(synchronized).meta, { created: 1, updated: 1, unchanged: 0, deleted: 0 })

const fees = await membership.POST('/fees', {
  body: { data: [{ amount: 4500, description: 'Annual fee', person_external_id: 'ada' }] },
})
assert.equal(dataOf(fees).data[0]?.person_id, ada.id)
const feesOfAda = await membership.GET('/fees', { params: { query: { person_id: ada.id } } })
assert.deepEqual([dataOf(feesOfAda).data.length, dataOf(feesOfAda).data[0]?.status], [1, 'open'])

const session = await membership.POST('/member_portal_sessions', { body: { email: 'ada@example.org' } })
assert.deepEqual(dataOf(session).data.person_ids, [ada.id])

const me = await membership.GET('/me')
assert.deepEqual(dataOf(me).data.subscription.lists, ['members', 'contacts'])

const refused = await membership.POST('/fees', {
  // @ts-expect-error a fee names its person
  body: { data: [{ amount: 0, description: 'Nothing' }] },
})
assert.ok(refused.error?.errors?.['data.0.amount'])

for (const person_id of ['ada', 'charles']) {
  const params = { path: { ...path, person_id } }
  const deleted = await membership.DELETE('/lists/{list_id}/persons/{person_id}', { params })
  assert.equal(deleted.response.status, 204)
}

function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): NonNullable<Data> {
  assert.ok(data, JSON.stringify(error))
  return data
}
