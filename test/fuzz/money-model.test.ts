import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDirectDebits } from '../../src/dev/direct-debit-file'
import { addPersons, COLLECTED_ON, claim, collectingClub, payer, TODAY } from '../support/direct-debits'
import { type FeeModel, newFee, openOf, statusOf } from '../support/fee-model'
import { expectSoundBooks } from '../support/invariants'
import { runs } from '../support/runs'
import { rows, type Workspace } from '../support/workspace'

const PAID_ON = '2026-02-01'
const FEES = 3

/** A fee with the payments of it that can still be reversed. */
type Model = FeeModel & { payments: { id: string; kind: 'payment' | 'refund' | 'waiver'; amount: number }[] }

type World = { club: Workspace; ids: string[]; fees: Model[]; run: Run | undefined }

/** The collection in progress: its fees, by the debit that they are in. */
type Run = { id: string; isSubmitted: boolean; items: Map<string, number[]>; settled: boolean }

type Act = (world: World) => Promise<void>

const isCollecting = ({ run }: World, index: number): boolean =>
  Boolean(run && !run.settled && [...run.items.values()].flat().includes(index))

const fee = fc.nat(FEES - 1)
const amount = fc.integer({ min: 1, max: 6000 })
const method = fc.constantFrom('cash', 'bank_transfer', 'other')

/** Expects a status, and tells whether it is a success. */
function judge({ status, text }: { status: number; text: string }, isAllowed: boolean): boolean {
  expect(status < 300, `${isAllowed ? 'should work' : 'should be refused'}: ${text}`).toBe(isAllowed)
  if (!isAllowed) expect(status).toBe(422)
  return isAllowed
}

const pay = fc.record({ fee, amount, method }).map(
  ({ fee: index, amount, method }): Act =>
    async (world) => {
      const model = world.fees[index] as Model
      const setOff = method === 'other' && { set_off: true }
      const data = [{ fee_id: world.ids[index], amount, method, paid_on: PAID_ON, ...setOff }]
      const answer = await world.club.post('/payments', { data })
      const isAllowed = !model.isCancelled && !isCollecting(world, index) && amount <= openOf(model)
      if (!judge(answer, isAllowed)) return
      model.paid += amount
      model.isReturned = false
      model.payments.push({ id: answer.body.data[0].id, kind: 'payment', amount })
    },
)

const refund = fc.record({ fee, amount, cancels: fc.boolean() }).map(
  ({ fee: index, amount, cancels }): Act =>
    async (world) => {
      const model = world.fees[index] as Model
      const body = { amount, method: 'bank_transfer', paid_on: PAID_ON, reason: 'x', cancels }
      const answer = await world.club.post(`/fees/${world.ids[index]}/refunds`, body)
      const isAllowed =
        !isCollecting(world, index) && amount <= model.paid && (!cancels || amount === model.paid)
      if (!judge(answer, isAllowed)) return
      model.paid -= amount
      model.isReturned = false
      if (cancels) model.isCancelled = true
      const journal = await world.club.get(`/fees/${world.ids[index]}/payments`)
      model.payments.push({ id: journal.body.data.at(-1).id, kind: 'refund', amount: -amount })
    },
)

const waive = fee.map(
  (index): Act =>
    async (world) => {
      const model = world.fees[index] as Model
      const rest = openOf(model)
      const answer = await world.club.post(`/fees/${world.ids[index]}/waiver`, { reason: 'x' })
      if (!judge(answer, !isCollecting(world, index) && rest > 0 && model.paid > 0)) return
      model.waived += rest
      model.isReturned = false
      const journal = await world.club.get(`/fees/${world.ids[index]}/payments`)
      model.payments.push({ id: journal.body.data.at(-1).id, kind: 'waiver', amount: rest })
    },
)

const reverse = fc.record({ fee, which: fc.nat(5) }).map(
  ({ fee: index, which }): Act =>
    async (world) => {
      const model = world.fees[index] as Model
      const [payment] = model.payments.slice(which)
      if (!payment) return
      const url = `/payments/${payment.id}/reversal`
      const answer = await world.club.post(url, { reason: 'x' })
      const fits =
        payment.amount < 0
          ? -payment.amount <= openOf(model)
          : payment.kind === 'waiver' || payment.amount <= model.paid
      if (!judge(answer, fits && !model.isCancelled && !isCollecting(world, index))) return
      if (payment.kind === 'waiver') model.waived -= payment.amount
      else model.paid -= payment.amount
      model.isReturned = false
      model.payments = model.payments.filter(({ id }) => id !== payment.id)
      judge(await world.club.post(url, { reason: 'x' }), false)
    },
)

const cancel = fee.map(
  (index): Act =>
    async (world) => {
      const model = world.fees[index] as Model
      const body = { kind: 'mistake', reason: 'x' }
      const answer = await world.club.post(`/fees/${world.ids[index]}/cancellation`, body)
      const isAllowed = !model.isCancelled && !isCollecting(world, index) && model.paid === 0
      if (judge(answer, isAllowed)) model.isCancelled = true
    },
)

const reopen = fee.map(
  (index): Act =>
    async (world) => {
      const model = world.fees[index] as Model
      const answer = await world.club.delete(`/fees/${world.ids[index]}/cancellation`)
      if (judge(answer, model.isCancelled)) model.isCancelled = false
    },
)

const release = fc.uniqueArray(fee, { minLength: 1 }).map(
  (indexes): Act =>
    async (world) => {
      // The model follows one collection at a time.
      if (world.run && !world.run.settled) return
      const fee_ids = indexes.map((index) => world.ids[index])
      const answer = await world.club.post('/collections', { fee_ids, collection_date: COLLECTED_ON })
      const isReady = (index: number) =>
        ['open', 'returned'].includes(statusOf(world.fees[index] as Model, isCollecting(world, index))) &&
        openOf(world.fees[index] as Model) > 0
      if (!judge(answer, indexes.every(isReady))) return
      const items = answer.body.data.items as { id: string; fees: { fee_id: string }[] }[]
      world.run = {
        id: answer.body.data.id,
        isSubmitted: false,
        settled: false,
        items: new Map(
          items.map(({ id, fees }) => [id, fees.map(({ fee_id }) => world.ids.indexOf(fee_id))]),
        ),
      }
    },
)

const discard: Act = async (world) => {
  if (!world.run || world.run.settled) return
  const answer = await world.club.post(`/collections/${world.run.id}/discard`, { reason: 'x' })
  if (judge(answer, !world.run.isSubmitted)) world.run = undefined
}

/** A debit leaves the collection before that is submitted; the last one ends it. */
const remove = fc.nat(FEES).map(
  (which): Act =>
    async (world) => {
      const { run } = world
      const [entry] = [...(run?.items ?? [])].slice(which)
      if (!run || !entry) return
      const [itemId] = entry
      const path = `/collections/${run.id}/items/${itemId}/removal`
      if (!judge(await world.club.post(path, { reason: 'x' }), !run.isSubmitted)) return
      run.items.delete(itemId)
      judge(await world.club.post(path, { reason: 'x' }), false)
      if (run.items.size === 0) world.run = undefined
      else await expectFile(world, run)
    },
)

/** The file has the live debits, each with what is open of its fees. */
async function expectFile({ club, fees }: World, { id, items }: Run): Promise<void> {
  const [file, { body }] = [
    (await club.get(`/collections/${id}/file`)).text,
    await club.get(`/collections/${id}`),
  ]
  const sums = [...items.values()].map((indexes) =>
    indexes.reduce((sum, index) => sum + openOf(fees[index] as Model), 0),
  )
  const total = sums.reduce((sum, one) => sum + one, 0)
  const { head, debits } = readDirectDebits(file)
  expect(debits.map(({ InstdAmt }) => InstdAmt)).toEqual(sums.map((sum) => (sum / 100).toFixed(2)))
  expect(head).toMatchObject({
    'GrpHdr/MsgId': body.data.message_id,
    'GrpHdr/NbOfTxs': String(sums.length),
    'GrpHdr/CtrlSum': (total / 100).toFixed(2),
  })
  expect([body.data.item_count, body.data.amount]).toEqual([sums.length, total])
}

const submit: Act = async (world) => {
  if (!world.run || world.run.settled) return
  const answer = await world.club.post(`/collections/${world.run.id}/submission`, undefined)
  if (!judge(answer, !world.run.isSubmitted)) return
  world.run.isSubmitted = true
  // A collection is settled and returned from its date on.
  await rows('UPDATE collections SET collection_date = ? WHERE id = ?', TODAY, world.run.id)
}

const settle: Act = async (world) => {
  const { run } = world
  if (!run || run.settled) return
  const answer = await world.club.post(`/collections/${run.id}/settlement`, { settled_on: TODAY })
  if (!judge(answer, run.isSubmitted)) return
  run.settled = true
  for (const index of [...run.items.values()].flat()) {
    const model = world.fees[index] as Model
    model.paid += openOf(model)
    model.isReturned = false
  }
}

/** A debit comes back, before the credit or after it, where its fees are still as the debit left them. */
const giveBack = fc.nat(FEES).map(
  (which): Act =>
    async (world) => {
      const { run } = world
      const [entry] = [...(run?.items ?? [])].slice(which)
      if (!run?.isSubmitted || !entry) return
      const [item_id, indexes] = entry
      const isUntouched = indexes.every((index) => {
        const { paid, amount, waived } = world.fees[index] as Model
        return !run.settled || paid + waived === amount
      })
      if (!isUntouched) return
      const body = { item_id, returned_on: TODAY, reason_code: 'AM04' }
      if (!judge(await world.club.post(`/collections/${run.id}/returns`, body), true)) return
      run.items.delete(item_id)
      for (const index of indexes) {
        const model = world.fees[index] as Model
        const manual = model.payments.reduce(
          (sum, { kind, amount }) => (kind === 'waiver' ? sum : sum + amount),
          0,
        )
        if (run.settled) model.paid = manual
        model.isReturned = true
      }
    },
)

const acts = fc.array(
  fc.oneof(
    { arbitrary: pay, weight: 4 },
    refund,
    waive,
    { arbitrary: reverse, weight: 2 },
    cancel,
    reopen,
    { arbitrary: release, weight: 3 },
    fc.constantFrom(discard, submit, submit, settle),
    giveBack,
    { arbitrary: remove, weight: 2 },
  ),
  { minLength: 4, maxLength: 18 },
)

it('keeps fees, debits and the book in step with a plain model, whatever is done in any order', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      const club = await collectingClub()
      await addPersons(club, [payer(1), payer(2)])
      const expense = { attached_expense: { sphere: 'ideal' } }
      const claims = [
        { person_external_id: 'm1', amount: 4500 },
        { person_external_id: 'm1', amount: 1200, ...expense },
        { person_external_id: 'm2', amount: 5000, ...expense },
      ]
      const world: World = {
        club,
        ids: await claim(club, claims),
        fees: claims.map(({ amount }) => ({ ...newFee(amount), payments: [] })),
        run: undefined,
      }
      for (const act of sequence) {
        await act(world)
        const { body } = await club.get('/fees')
        expect(
          body.data.map((fee: Record<string, unknown>) => [fee.status, fee.paid_amount, fee.open_amount]),
        ).toEqual(
          world.fees.map((fee, index) => [statusOf(fee, isCollecting(world, index)), fee.paid, openOf(fee)]),
        )
      }
      await expectSoundBooks()
    }),
    runs(30),
  )
})
