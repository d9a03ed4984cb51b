import { vi } from 'vitest'
import { addAccount, credit, statementOf, upload } from './bank'
import { type Answer, call, type Options } from './call'
import { type CamtEntry, camt } from './camt'
import { addPersons, COLLECTED_ON, claim, collectingClub, payer, release, submitted } from './direct-debits'
import type { Workspace } from './workspace'

/** A club with all that money is done with: fees, accounts with money, and a cost unit. */
type World = { club: Workspace; feeIds: string[]; bank: string; cash: string }

/** A request that moves money, or says where it is. */
type Request = { path: string; body?: unknown; file?: Uint8Array }

export type MoneyAct = {
  what: string
  operation: string
  status: 200 | 201
  /** Makes all that the request needs, and gives its ids and body. */
  prepare: (world: World) => Promise<Request> | Request
  /** What the request does when it is sent again: it is refused, it changes nothing, or it takes effect again. */
  again: 'refused' | 'nothing' | 'repeats'
}

const DAY = '2026-02-03'
const REASON = { reason: 'Recorded by mistake' }
const PAID = { paid_on: DAY, method: 'bank_transfer' }

/** A world for one act, on the day of its collections. */
export async function moneyWorld(settings: object = {}): Promise<World> {
  const club = await collectingClub({ bookkeeping: { passes_charges_on: true }, ...settings })
  await addPersons(
    club,
    [1, 2, 3].map((n) => payer(n)),
  )
  const booked = { attached_expense: { sphere: 'ideal' } }
  const feeIds = await claim(club, [
    { person_external_id: 'm1', ...booked },
    { person_external_id: 'm2', ...booked },
    { person_external_id: 'm3' },
  ])
  await club.post('/cost_units', { name: 'Youth', categories: ['Balls'] })
  const bank = await addAccount(club)
  const cash = await addAccount(club, { kind: 'cash', name: 'Cash', iban: null, opening_amount: 50_000 })
  return { club, feeIds, bank, cash }
}

/** Prepares an act in a world, and gives the function that sends its request. */
export async function prepared({ operation, prepare }: MoneyAct, world: World) {
  const [method = ''] = operation.split(' ')
  const { path, body, file } = await prepare(world)
  return (options: Options = {}): Promise<Answer> =>
    file
      ? upload(world.club, world.bank, file, options)
      : call(method, path, { key: world.club.key, body, ...options })
}

const answered = async (sent: Promise<Answer>) => {
  const { status, body, text } = await sent
  if (status > 201) throw new Error(text)
  return body.data
}

const pay = async ({ club, feeIds: [first] }: World, amount = 4500): Promise<string> =>
  (await answered(club.post('/payments', { data: [{ fee_id: first, amount, ...PAID }] })))[0].id

const enter = async ({ club }: World, voucher: object = {}): Promise<string> =>
  (
    await answered(
      club.post('/vouchers', { data: [{ booked_on: DAY, text: 'Balls', amount: -1200, ...voucher }] }),
    )
  )[0].id

/** Imports entries, and gives the ids of their lines. */
async function linesOf({ club, bank }: World, ...entries: CamtEntry[]): Promise<string[]> {
  await answered(upload(club, bank, camt({ statements: [statementOf(entries)] })))
  const lines = await answered(club.get('/bank_lines?state=open'))
  return lines.map(({ id }: { id: string }) => id)
}

/** Submits a collection of the first two fees, and goes to the day after its return. */
async function submitTwo({ club, feeIds }: World) {
  const collection = await submitted(club, feeIds.slice(0, 2))
  vi.setSystemTime(new Date('2026-03-25T12:00:00Z'))
  return collection
}

async function settleTwo(world: World) {
  const collection = await submitTwo(world)
  await answered(world.club.post(`/collections/${collection.id}/settlement`, { settled_on: COLLECTED_ON }))
  return collection
}

const creditEntry = (amount: number) => credit(amount, 'Lastschriften', { date: COLLECTED_ON })
const returnEntry = (reference: string | undefined): CamtEntry => ({
  amount: -4800,
  date: '2026-03-19',
  code: 'NRTI+109+931',
  details: [
    { endToEnd: String(reference), debtor: { name: 'Ada' }, returned: { code: 'AC04' }, original: 4500 },
  ],
})
const spent: CamtEntry = { amount: -8000, date: DAY, details: [{ creditor: { name: 'Stadtwerke' } }] }
const confirmation = (line: string | undefined) => `/bank_lines/${line}/confirmation`

async function confirmed(world: World, entry: CamtEntry, body: object): Promise<string> {
  const [line] = await linesOf(world, entry)
  await answered(world.club.post(confirmation(line), body))
  return confirmation(line)
}

const referenceOf = async ({ club }: World, fee: string | undefined): Promise<string> =>
  (await answered(club.get(`/fees/${fee}`))).reference

const CONFIRM = 'POST /bank_lines/{line_id}/confirmation'
const LOOSEN = 'DELETE /bank_lines/{line_id}/confirmation'
const VOUCHERS = 'POST /vouchers'

/** An act of each kind that there is, with every operation that writes money or what it is booked to. */
export const MONEY_ACTS: MoneyAct[] = [
  {
    what: 'claiming fees',
    operation: 'POST /fees',
    status: 201,
    again: 'repeats',
    prepare: () => ({
      path: '/fees',
      body: {
        data: [1, 2].map((n) => ({ amount: 1200, description: 'Shirt', person_external_id: `m${n}` })),
      },
    }),
  },
  {
    what: 'payments',
    operation: 'POST /payments',
    status: 201,
    again: 'repeats',
    prepare: ({ feeIds: [first, second, third] }) => ({
      path: '/payments',
      body: {
        data: [
          { fee_id: first, amount: 400, ...PAID },
          { fee_id: second, amount: 300, ...PAID, method: 'cash' },
          { fee_id: third, amount: 200, ...PAID },
        ],
      },
    }),
  },
  {
    what: 'the reversal of a payment',
    operation: 'POST /payments/{payment_id}/reversal',
    status: 201,
    again: 'refused',
    prepare: async (world) => ({ path: `/payments/${await pay(world)}/reversal`, body: REASON }),
  },
  {
    what: 'a refund',
    operation: 'POST /fees/{fee_id}/refunds',
    status: 201,
    again: 'refused',
    prepare: async (world) => {
      await pay(world)
      return {
        path: `/fees/${world.feeIds[0]}/refunds`,
        body: { amount: 4500, ...PAID, ...REASON, cancels: true },
      }
    },
  },
  {
    what: 'a waiver',
    operation: 'POST /fees/{fee_id}/waiver',
    status: 201,
    again: 'refused',
    prepare: async (world) => {
      await pay(world, 4000)
      return { path: `/fees/${world.feeIds[0]}/waiver`, body: REASON }
    },
  },
  {
    what: 'a cancellation',
    operation: 'POST /fees/{fee_id}/cancellation',
    status: 201,
    again: 'refused',
    prepare: ({ feeIds: [first] }) => ({
      path: `/fees/${first}/cancellation`,
      body: { kind: 'mistake', ...REASON },
    }),
  },
  {
    what: 'the reopening of a fee',
    operation: 'DELETE /fees/{fee_id}/cancellation',
    status: 200,
    again: 'refused',
    prepare: async ({ club, feeIds: [first] }) => {
      const path = `/fees/${first}/cancellation`
      await answered(club.post(path, { kind: 'waived', ...REASON }))
      return { path }
    },
  },
  {
    what: 'a release',
    operation: 'POST /collections',
    status: 201,
    again: 'refused',
    prepare: ({ feeIds }) => ({
      path: '/collections',
      body: { fee_ids: feeIds, collection_date: COLLECTED_ON },
    }),
  },
  {
    what: 'a submission',
    operation: 'POST /collections/{collection_id}/submission',
    status: 201,
    again: 'refused',
    prepare: async ({ club, feeIds }) => {
      const { id } = await answered(release(club, feeIds))
      return { path: `/collections/${id}/submission` }
    },
  },
  {
    what: 'the discard of a collection',
    operation: 'POST /collections/{collection_id}/discard',
    status: 201,
    again: 'refused',
    prepare: async ({ club, feeIds }) => {
      const { id } = await answered(release(club, feeIds))
      return { path: `/collections/${id}/discard`, body: REASON }
    },
  },
  {
    what: 'a settlement',
    operation: 'POST /collections/{collection_id}/settlement',
    status: 201,
    again: 'refused',
    prepare: async (world) => {
      const { id } = await submitTwo(world)
      return { path: `/collections/${id}/settlement`, body: { settled_on: COLLECTED_ON } }
    },
  },
  {
    what: 'a return after the credit',
    operation: 'POST /collections/{collection_id}/returns',
    status: 201,
    again: 'refused',
    prepare: async (world) => {
      const { id, items } = await settleTwo(world)
      const back = { item_id: items[0]?.id, returned_on: '2026-03-19', reason_code: 'AM04', charge: 300 }
      return { path: `/collections/${id}/returns`, body: back }
    },
  },
  {
    what: 'the unblocking of a debit',
    operation: 'POST /collections/{collection_id}/items/{item_id}/unblocking',
    status: 201,
    again: 'refused',
    prepare: async (world) => {
      const { id, items } = await submitTwo(world)
      const [item] = items
      const back = { item_id: item?.id, returned_on: '2026-03-19', reason_code: 'AC04' }
      await answered(world.club.post(`/collections/${id}/returns`, back))
      return { path: `/collections/${id}/items/${item?.id}/unblocking`, body: { note: 'Spoke with her' } }
    },
  },
  {
    what: 'an import',
    operation: 'POST /accounts/{account_id}/statements',
    status: 201,
    again: 'nothing',
    prepare: ({ bank }) => ({
      path: `/accounts/${bank}/statements`,
      file: camt({
        statements: [
          statementOf([credit(4500, 'Fee'), credit(4500, 'Fee'), spent], { opening: 0 }),
          statementOf([credit(100, 'Gift', { date: '2026-02-04' })], { id: 'S2' }),
        ],
      }),
    }),
  },
  {
    what: 'the confirmation of parts and a booking',
    operation: CONFIRM,
    status: 201,
    again: 'refused',
    prepare: async (world) => {
      const [line] = await linesOf(world, credit(6000, 'both'))
      const parts = world.feeIds.slice(1).map((fee_id) => ({ fee_id, amount: 2500 }))
      const booking = {
        text: 'Donation',
        costunit_name: 'Youth',
        category_name: 'Balls',
        sphere: 'ideal',
      }
      return { path: confirmation(line), body: { parts, booking } }
    },
  },
  {
    what: 'the confirmation of a part, of which the line has more',
    operation: CONFIRM,
    status: 201,
    again: 'repeats',
    prepare: async (world) => {
      const [line] = await linesOf(world, credit(6000, 'both'))
      return { path: confirmation(line), body: { parts: [{ fee_id: world.feeIds[0], amount: 100 }] } }
    },
  },
  {
    what: 'the confirmation of a suggestion',
    operation: CONFIRM,
    status: 201,
    again: 'refused',
    prepare: async (world) => {
      const [line] = await linesOf(world, credit(4500, await referenceOf(world, world.feeIds[0])))
      return { path: confirmation(line), body: {} }
    },
  },
  {
    what: 'the confirmation of a refund',
    operation: CONFIRM,
    status: 201,
    again: 'refused',
    prepare: async (world) => {
      await pay(world)
      const [line] = await linesOf(world, { ...spent, amount: -4500 })
      return { path: confirmation(line), body: { parts: [{ fee_id: world.feeIds[0], amount: -4500 }] } }
    },
  },
  {
    what: 'the confirmation of the credit of a collection',
    operation: CONFIRM,
    status: 201,
    again: 'refused',
    prepare: async (world) => {
      const { id } = await submitTwo(world)
      const [line] = await linesOf(world, creditEntry(8990))
      return { path: confirmation(line), body: { collection_id: id, booking: { text: 'Charges' } } }
    },
  },
  {
    what: 'the confirmation of a returned debit',
    operation: CONFIRM,
    status: 201,
    again: 'refused',
    prepare: async (world) => {
      const { items } = await settleTwo(world)
      const [line] = await linesOf(world, returnEntry(items[0]?.reference))
      return { path: confirmation(line), body: { item_ids: [items[0]?.id] } }
    },
  },
  {
    what: 'the confirmation of a line without a fee',
    operation: CONFIRM,
    status: 201,
    again: 'refused',
    prepare: async (world) => {
      const [line] = await linesOf(world, spent)
      return { path: confirmation(line), body: { booking: { text: 'Electricity', sphere: 'ideal' } } }
    },
  },
  {
    what: 'the confirmation of all certain lines',
    operation: 'POST /bank_lines/confirmations',
    status: 201,
    again: 'nothing',
    prepare: async (world) => {
      const references = await Promise.all(world.feeIds.map((fee) => referenceOf(world, fee)))
      await linesOf(world, ...references.map((reference) => credit(4500, reference)))
      return { path: '/bank_lines/confirmations', body: {} }
    },
  },
  {
    what: 'the undoing of parts and a booking',
    operation: LOOSEN,
    status: 200,
    again: 'refused',
    prepare: async (world) => {
      const parts = world.feeIds.slice(1).map((fee_id) => ({ fee_id, amount: 2500 }))
      const booking = { text: 'Donation', sphere: 'ideal' }
      return { path: await confirmed(world, credit(6000, 'both'), { parts, booking }) }
    },
  },
  {
    what: 'the undoing of the credit of a collection',
    operation: LOOSEN,
    status: 200,
    again: 'refused',
    prepare: async (world) => {
      const { id } = await submitTwo(world)
      return { path: await confirmed(world, creditEntry(9000), { collection_id: id }) }
    },
  },
  {
    what: 'the undoing of a returned debit',
    operation: LOOSEN,
    status: 200,
    again: 'refused',
    prepare: async (world) => {
      const { items } = await settleTwo(world)
      const [item] = items
      return { path: await confirmed(world, returnEntry(item?.reference), { item_ids: [item?.id] }) }
    },
  },
  {
    what: 'ignoring a line',
    operation: 'POST /bank_lines/{line_id}/ignoring',
    status: 201,
    again: 'refused',
    prepare: async (world) => {
      const [line] = await linesOf(world, spent)
      return { path: `/bank_lines/${line}/ignoring`, body: REASON }
    },
  },
  {
    what: 'putting an ignored line back',
    operation: 'DELETE /bank_lines/{line_id}/ignoring',
    status: 200,
    again: 'refused',
    prepare: async (world) => {
      const [line] = await linesOf(world, spent)
      await answered(world.club.post(`/bank_lines/${line}/ignoring`, REASON))
      return { path: `/bank_lines/${line}/ignoring` }
    },
  },
  {
    what: 'a new account',
    operation: 'POST /accounts',
    status: 201,
    again: 'repeats',
    prepare: () => ({
      path: '/accounts',
      body: { kind: 'cash', name: 'Till', opening_on: '2026-01-01', opening_amount: 100 },
    }),
  },
  {
    what: 'the change of an account',
    operation: 'PATCH /accounts/{account_id}',
    status: 200,
    again: 'nothing',
    prepare: ({ cash }) => ({ path: `/accounts/${cash}`, body: { name: 'Till', opening_amount: 60_000 } }),
  },
  {
    what: 'a count of cash',
    operation: 'POST /accounts/{account_id}/counts',
    status: 201,
    again: 'repeats',
    prepare: ({ cash }) => ({
      path: `/accounts/${cash}/counts`,
      body: { counted_on: DAY, counted: 49_900, note: 'Coins' },
    }),
  },
  {
    what: 'vouchers',
    operation: VOUCHERS,
    status: 201,
    again: 'repeats',
    prepare: ({ bank, cash }) => ({
      path: '/vouchers',
      body: {
        data: [
          { booked_on: DAY, text: 'Balls', account_id: cash, lines: [{ amount: -500, sphere: 'ideal' }] },
          {
            booked_on: '2025-02-03',
            text: 'Trip',
            account_id: bank,
            lines: [{ amount: 900, costunit_name: 'Youth', category_name: 'Balls' }, { amount: -100 }],
          },
        ],
      },
    }),
  },
  {
    what: 'a transfer',
    operation: VOUCHERS,
    status: 201,
    again: 'repeats',
    prepare: ({ bank, cash }) => ({
      path: '/vouchers',
      body: {
        data: [
          {
            kind: 'transfer',
            booked_on: DAY,
            text: 'Cash to the bank',
            account_id: bank,
            other_account_id: cash,
            amount: 3000,
          },
        ],
      },
    }),
  },
  {
    what: 'the reversal of a voucher',
    operation: 'POST /vouchers/{voucher_id}/reversal',
    status: 201,
    again: 'refused',
    prepare: async (world) => ({
      path: `/vouchers/${await enter(world, { account_id: world.cash })}/reversal`,
      body: REASON,
    }),
  },
  {
    what: 'the assignment of a voucher',
    operation: 'PATCH /vouchers/{voucher_id}',
    status: 200,
    again: 'nothing',
    prepare: async (world) => {
      const id = await enter(world)
      await answered(world.club.post(`/vouchers/${id}/reversal`, REASON))
      const line = { line: 1, costunit_name: 'Youth', category_name: 'Balls', sphere: 'purpose' }
      return { path: `/vouchers/${id}`, body: { text: 'Footballs', lines: [line] } }
    },
  },
  {
    what: 'the booking of fees',
    operation: 'POST /vouchers/fees',
    status: 201,
    again: 'nothing',
    prepare: async ({ club, feeIds }) => {
      const [, , third] = feeIds
      for (const method of ['cash', 'bank_transfer'])
        await answered(club.post('/payments', { data: [{ fee_id: third, amount: 900, ...PAID, method }] }))
      return { path: '/vouchers/fees', body: { fee_ids: feeIds, sphere: 'ideal', costunit_name: 'Youth' } }
    },
  },
  {
    what: 'the closing of a year',
    operation: 'POST /years/{year}/closing',
    status: 201,
    again: 'refused',
    prepare: async (world) => {
      await enter(world, {
        booked_on: '2025-03-01',
        amount: null,
        lines: [{ amount: 700, sphere: 'ideal' }],
      })
      return { path: '/years/2025/closing' }
    },
  },
  {
    what: 'the reopening of a year',
    operation: 'DELETE /years/{year}/closing',
    status: 200,
    again: 'refused',
    prepare: async (world) => {
      await enter(world, {
        booked_on: '2025-03-01',
        amount: null,
        lines: [{ amount: 700, sphere: 'ideal' }],
      })
      await answered(world.club.post('/years/2025/closing', undefined))
      return { path: '/years/2025/closing?reason=A+receipt+was+missing' }
    },
  },
]
