import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { earliestCollectionDate } from '../../src/domain/collections/target-days'
import { undoBatch } from '../../src/domain/persons/undo'
import { todayIn } from '../../src/domain/shared/dates'
import { ibanOf } from '../support/direct-debit-file'
import { CREDITOR, payer } from '../support/direct-debits'
import { eventsOf } from '../support/events'
import { expectSoundBooks } from '../support/invariants'
import { runs, UNHURRIED } from '../support/runs'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const TODAY = todayIn('Europe/Berlin', new Date())

type Act = (club: Workspace) => Promise<void>

const who = fc.integer({ min: 1, max: 4 })
const externalId = (n: number) => `m${n}`

/** References that differ in their case, too. */
const reference = fc.constantFrom('R-1', 'r-1', 'R-2', 'R-3')
const account = fc.integer({ min: 1, max: 3 })

const SOME = [200, 201, 204, 404, 412, 422]

async function send(answer: ReturnType<Workspace['get']>): Promise<number> {
  const { status, text } = await answer
  expect(SOME, text).toContain(status)
  return status
}

const create = fc.tuple(who, reference, account).map(
  ([n, given, iban]): Act =>
    async (club) => {
      await send(
        club.post(PERSONS, {
          ...payer(n),
          bank_account: { iban: ibanOf(iban) },
          sepa_mandate: { reference: given, signature_date: TODAY },
        }),
      )
    },
)

const give = fc.tuple(who, reference).map(
  ([n, given]): Act =>
    async (club) => {
      await send(
        club.put(`${PERSONS}/${externalId(n)}`, {
          sepa_mandate: { reference: given, signature_date: TODAY },
        }),
      )
    },
)

const synchronize = fc
  .tuple(
    fc.uniqueArray(fc.tuple(who, reference, account), { selector: ([n]) => n, minLength: 1 }),
    fc.boolean(),
  )
  .map(
    ([items, delete_omitted]): Act =>
      async (club) => {
        const data = items.map(([n, given, iban]) => ({
          ...payer(n),
          bank_account: { iban: ibanOf(iban) },
          sepa_mandate: { reference: given, signature_date: TODAY },
        }))
        await send(club.put(PERSONS, { data, delete_omitted }))
      },
  )

const change = fc.tuple(who, account).map(
  ([n, iban]): Act =>
    async (club) => {
      await send(club.put(`${PERSONS}/${externalId(n)}`, { bank_account: { iban: ibanOf(iban) } }))
    },
)

const remove = who.map(
  (n): Act =>
    async (club) => {
      await send(club.put(`${PERSONS}/${externalId(n)}`, { sepa_mandate: null }))
    },
)

const deletePerson = who.map(
  (n): Act =>
    async (club) => {
      await send(club.delete(`${PERSONS}/${externalId(n)}`))
    },
)

const merge = fc.tuple(who, who, fc.boolean()).map(
  ([kept, gone, takes]): Act =>
    async (club) => {
      await send(
        club.post(`${PERSONS}/${externalId(kept)}/merge`, {
          from: externalId(gone),
          take: takes ? ['bank_account', 'sepa_mandate'] : [],
        }),
      )
    },
)

const undo: Act = async (club) => {
  const last = (await eventsOf(club)).at(-1)
  if (last?.batch_id) await undoBatch(await principalOf(club, 'owner'), { batchId: String(last.batch_id) })
}

const collect = fc.tuple(who, fc.constantFrom('released', 'submitted', 'settled', 'discarded')).map(
  ([n, fate]): Act =>
    async (club) => {
      const claimed = await club.post('/fees', {
        data: [{ amount: 100, description: 'Fee', person_external_id: externalId(n) }],
      })
      if (claimed.status !== 201) return
      const released = await club.post('/collections', {
        fee_ids: [claimed.body.data[0].id],
        collection_date: earliestCollectionDate(TODAY, 14),
      })
      if (released.status !== 201) return
      const path = `/collections/${released.body.data.id}`
      if (fate === 'discarded') await send(club.post(`${path}/discard`, { reason: 'x' }))
      if (fate !== 'submitted' && fate !== 'settled') return
      await send(club.post(`${path}/submission`, undefined))
      await rows('UPDATE collections SET collection_date = ? WHERE id = ?', TODAY, released.body.data.id)
      if (fate === 'settled') await send(club.post(`${path}/settlement`, { settled_on: TODAY }))
    },
)

const acts = fc.array(
  fc.oneof(
    { arbitrary: create, weight: 5 },
    { arbitrary: give, weight: 4 },
    { arbitrary: collect, weight: 4 },
    { arbitrary: synchronize, weight: 2 },
    { arbitrary: change, weight: 2 },
    { arbitrary: remove, weight: 2 },
    { arbitrary: deletePerson, weight: 2 },
    { arbitrary: merge, weight: 3 },
    { arbitrary: fc.constant(undo), weight: 2 },
  ),
  { minLength: 6, maxLength: 25, size: 'max' },
)

it(
  'proves every debit, and gives a person one mandate at most, in any order of acts',
  UNHURRIED,
  async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (sequence) => {
        vi.useRealTimers()
        const club = await workspace({ creditor: CREDITOR })
        for (const act of sequence) {
          await act(club)
          await expectSoundBooks(club.id)
        }
      }),
      runs(25),
    )
  },
)
