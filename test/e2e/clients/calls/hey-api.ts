import assert from 'node:assert/strict'
import { client } from './hey-api/client.gen.js'
import {
  addCustomColumns,
  createFees,
  createMemberPortalSession,
  createPerson,
  deletePerson,
  readCustomColumns,
  readFees,
  readMe,
  readPerson,
  readPersons,
  synchronizePersons,
  updatePerson,
} from './hey-api/index.js'

const { KEY = '' } = process.env
const throwOnError = true
client.setConfig({ auth: KEY })
const path = { list_id: 'contacts' } as const

await addCustomColumns({
  path,
  body: { data: [{ name: 'Interests', type: 'array', external_id: 'interests' }] },
  throwOnError,
})
const columns = await readCustomColumns({ path, throwOnError })
assert.ok(columns.data.data.some(({ external_id }) => external_id === 'interests'))

const created = await createPerson({
  path,
  body: { external_id: 'grace', name: { last_name: 'Hopper' }, interests: ['compilers'] },
  throwOnError,
})
const grace = created.data.data
assert.deepEqual(grace.interests, ['compilers'])

const read = await readPerson({ path: { ...path, person_id: 'grace' }, throwOnError })
assert.deepEqual(read.data.data, grace)

const page = await readPersons({ path, query: { per_page: 5 }, throwOnError })
assert.deepEqual([page.data.data.length, page.data.meta.per_page], [5, 5])
const some = await readPersons({ path, query: { filter: { 'name.last_name': 'Hopper' } }, throwOnError })
assert.deepEqual(some.data.data, [grace])
const members = await readPersons({ path: { list_id: 'members' }, throwOnError })
assert.ok(members.data.data.some(({ address }) => address?.city))

const bank_account = { iban: 'DE89370400440532013000' }
const person = { path: { ...path, person_id: grace.id }, throwOnError } as const
const updated = await updatePerson({ ...person, body: { bank_account, email: 'grace@example.org' } })
assert.deepEqual(updated.data.data.bank_account, { ...bank_account, bic: null, signatory: null })

// What was read can be written back, read-only fields included.
const synchronized = await synchronizePersons({
  path,
  body: { data: [updated.data.data] },
  throwOnError,
})
assert.equal(synchronized.data.meta.unchanged, 1)

const fee = { amount: 1250, description: 'Course', person_id: grace.id }
const fees = await createFees({ body: { data: [fee] }, throwOnError })
const matches = await readFees({ query: { reference: fees.data.data[0]?.reference }, throwOnError })
assert.equal(matches.data.data[0]?.amount, 1250)

const session = await createMemberPortalSession({ body: { person_external_id: 'm-1001' }, throwOnError })
assert.equal(session.data.data.person_ids.length, 1)

const me = await readMe({ throwOnError })
assert.equal(me.data.data.member_portal.enabled, true)

await deletePerson(person)

// The answers above were validated: one that does not fit is refused.
const lying = async () => Response.json({ data: { ...me.data.data, lists: 'none' } })
await assert.rejects(readMe({ throwOnError, fetch: lying }), /lists/)
