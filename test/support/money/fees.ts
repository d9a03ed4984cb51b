import { answered, type MoneyAct, PAID, REASON, type World } from './world'

/** Pays the first fee, and gives the id of the payment. */
export const pay = async ({ club, feeIds: [first] }: World, amount = 4500): Promise<string> =>
  (await answered(club.post('/payments', { data: [{ fee_id: first, amount, ...PAID }] })))[0].id

/** What is done with fees and their payments. */
export const FEE_ACTS: MoneyAct[] = [
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
    what: 'a refund of a part',
    operation: 'POST /fees/{fee_id}/refunds',
    status: 201,
    again: 'repeats',
    prepare: async (world) => {
      await pay(world)
      return { path: `/fees/${world.feeIds[0]}/refunds`, body: { amount: 500, ...PAID, ...REASON } }
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
    what: 'a change of the due date',
    operation: 'PATCH /fees/{fee_id}',
    status: 200,
    again: 'nothing',
    prepare: ({ feeIds: [first] }) => ({ path: `/fees/${first}`, body: { due_on: '2027-03-31' } }),
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
]
