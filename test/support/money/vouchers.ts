import { withoutVouchers } from '../book'
import { answered, DAY, type MoneyAct, PAID, REASON, type World } from './world'

/** Enters a voucher, and gives its id. */
export const enter = async ({ club }: World, voucher: object = {}): Promise<string> =>
  (
    await answered(
      club.post('/vouchers', { data: [{ booked_on: DAY, text: 'Balls', amount: -1200, ...voucher }] }),
    )
  )[0].id

/** Records a payment that waits to be booked, and gives its id. */
const waiting = async ({ club, feeIds }: World): Promise<string> =>
  (
    await withoutVouchers(club, () =>
      answered(club.post('/payments', { data: [{ fee_id: feeIds[2], amount: 900, ...PAID }] })),
    )
  )[0].id

const VOUCHERS = 'POST /vouchers'

/** What is done with vouchers. */
export const VOUCHER_ACTS: MoneyAct[] = [
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
    what: 'a payment that is left out of the book',
    operation: 'POST /payments/{payment_id}/booking',
    status: 201,
    again: 'refused',
    prepare: async (world) => ({ path: `/payments/${await waiting(world)}/booking`, body: REASON }),
  },
  {
    what: 'a payment that is tied to a voucher',
    operation: 'POST /payments/{payment_id}/booking',
    status: 201,
    again: 'refused',
    prepare: async (world) => {
      const voucher_id = await enter(world, { account_id: world.bank, amount: 900 })
      return { path: `/payments/${await waiting(world)}/booking`, body: { voucher_id } }
    },
  },
  {
    what: 'the undo of a decision',
    operation: 'DELETE /payments/{payment_id}/booking',
    status: 200,
    again: 'refused',
    prepare: async (world) => {
      const path = `/payments/${await waiting(world)}/booking`
      await answered(world.club.post(path, REASON))
      return { path }
    },
  },
]
