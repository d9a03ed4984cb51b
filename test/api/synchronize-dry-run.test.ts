import { expect, it } from 'vitest'
import { clubOf, person } from '../support/club'
import { eventsOf } from '../support/events'
import { rows, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const DRY = `${PERSONS}?dry_run=true`
const IBAN = 'DE89370400440532013000'
const CSV = { 'Content-Type': 'text/csv' }

const clubOfTwo = () =>
  clubOf(
    person({ external_id: 'a', name: { first_name: 'Ada', last_name: 'Old' }, bank_account: { iban: IBAN } }),
    person({ external_id: 'b', email: 'b@example.org' }),
    person({ external_id: 'z' }),
  )

const stored = () => rows('SELECT * FROM persons ORDER BY id')

const BODY = {
  data: [
    { external_id: 'a', name: { last_name: 'New' } },
    { external_id: 'b', email: 'b@example.org' },
    { external_id: 'c', email: 'c@example.org' },
  ],
}

it('tells what a synchronization would do, in one trip that writes nothing', async () => {
  const { club } = await clubOfTwo()
  const before = [await stored(), (await eventsOf(club)).length]
  const { status, body, cost } = await club.put(DRY, { ...BODY, delete_omitted: true })
  expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
  expect(body).toEqual({
    data: [],
    meta: { created: 1, updated: 1, unchanged: 1, deleted: 1 },
    changes: [
      {
        id: expect.stringMatching(/^per_/),
        external_id: 'a',
        changes: [
          {
            field: 'name',
            before: { first_name: 'Ada', last_name: 'Old' },
            after: { first_name: 'Ada', last_name: 'New' },
          },
        ],
      },
      {
        id: null,
        external_id: 'c',
        changes: [
          { field: 'external_id', before: null, after: 'c' },
          { field: 'email', before: null, after: 'c@example.org' },
        ],
      },
    ],
  })
  expect([await stored(), (await eventsOf(club)).length]).toEqual(before)
  const { body: done } = await club.put(PERSONS, { ...BODY, delete_omitted: true })
  expect(done.meta).toEqual(body.meta)
  expect(done.changes).toBeUndefined()
})

it('does so for CSV', async () => {
  const { club } = await clubOfTwo()
  const raw = 'external_id,name.last_name\na,New\nb,\nc,Cem\n'
  const dry = await club.put(`${DRY}&delete_omitted=true`, undefined, { raw, headers: CSV })
  expect([dry.status, dry.cost.trips]).toEqual([200, 1])
  expect(dry.body.meta).toEqual({ created: 1, updated: 1, unchanged: 1, deleted: 1 })
  const done = await club.put(`${PERSONS}?delete_omitted=true`, undefined, { raw, headers: CSV })
  expect(done.body.meta).toEqual(dry.body.meta)
})

it('takes no idempotency key into account, as it does nothing', async () => {
  const { club } = await clubOfTwo()
  const headers = { 'Idempotency-Key': 'one' }
  await club.put(DRY, BODY, { headers })
  expect((await club.put(PERSONS, BODY, { headers })).body.meta).toMatchObject({ created: 1, updated: 1 })
})

it('refuses what a synchronization refuses', async () => {
  const { club } = await clubOfTwo()
  const body = { data: [{ external_id: 'a', email: 'no address' }], delete_omitted: true }
  const [dry, real] = [await club.put(DRY, body), await club.put(PERSONS, body)]
  expect(dry.status).toBe(422)
  expect(dry.body.errors).toEqual(real.body.errors)
})

it('shows the first hundred', async () => {
  const club = await workspace()
  const data = Array.from({ length: 120 }, (_, index) => ({ external_id: `n-${index}` }))
  const { body } = await club.put(DRY, { data })
  expect([body.meta.created, body.changes.length]).toEqual([120, 100])
})

it('masks IBANs for keys that cannot read the list, and tells them of any they send', async () => {
  const { club } = await clubOfTwo()
  const key = await club.keyWith('members:write')
  const data = [{ external_id: 'a', bank_account: { iban: IBAN } }]
  const { body } = await club.put(DRY, { data }, { key })
  expect(body.changes).toMatchObject([
    { changes: [{ field: 'bank_account', before: null, after: { iban: '•••• 3000' } }] },
  ])
  expect((await club.put(DRY, { data })).body.changes).toEqual([])
})
