import { credit } from '../bank'
import { settleTwo, submitTwo } from './collections'
import { confirmation, creditEntry, linesOf, referenceOf, returnEntry, spent } from './entries'
import { pay } from './fees'
import type { MoneyAct } from './world'

const CONFIRM = 'POST /bank_lines/{line_id}/confirmation'

/** What bank lines are confirmed as. */
export const CONFIRMATIONS: MoneyAct[] = [
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
]
