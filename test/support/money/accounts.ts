import { enter } from './vouchers'
import { answered, DAY, type MoneyAct } from './world'

/** What is done with accounts and fiscal years. */
export const ACCOUNT_ACTS: MoneyAct[] = [
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
    what: 'a balance from paper',
    operation: 'PUT /accounts/{account_id}/balances/{balance_on}',
    status: 200,
    again: 'nothing',
    prepare: ({ bank }) => ({ path: `/accounts/${bank}/balances/${DAY}`, body: { balance: 49_900 } }),
  },
  {
    what: 'a balance from paper that is removed',
    operation: 'DELETE /accounts/{account_id}/balances/{balance_on}',
    status: 204,
    again: 'refused',
    prepare: async ({ club, bank }) => {
      await answered(club.put(`/accounts/${bank}/balances/${DAY}`, { balance: 49_900 }))
      return { path: `/accounts/${bank}/balances/${DAY}` }
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
