import type { SuggestedBankLine } from '../../../src/domain/bank/lines/suggested-line'
import { credit, statementOf } from '../bank'
import { camt } from '../camt'
import { ibanOf } from '../direct-debit-file'
import { settleTwo, submitTwo } from './collections'
import { confirmation, confirmed, creditEntry, linesOf, referenceOf, returnEntry, spent } from './entries'
import { answered, type MoneyAct, REASON, type World } from './world'

const LOOSEN = 'DELETE /bank_lines/{line_id}/confirmation'

/** What is done with statements and bank lines beside the confirmation of one. */
export const BANK_ACTS: MoneyAct[] = [
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
    what: 'the undo of an import',
    operation: 'DELETE /statements/{statement_id}',
    status: 204,
    again: 'refused',
    prepare: async (world) => {
      await linesOf(world, credit(4500, 'Fee'), credit(4500, 'Fee'), spent)
      const [statement] = await answered(world.club.get(`/accounts/${world.bank}/statements`))
      return { path: `/statements/${statement.id}` }
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
    what: 'the booking of lines together',
    operation: 'POST /bank_line_bookings',
    status: 201,
    again: 'refused',
    prepare: async (world) => ({ path: '/bank_line_bookings', body: await twoToBook(world) }),
  },
  {
    what: 'the undoing of what was booked together',
    operation: 'DELETE /bank_line_bookings/{bookings_id}',
    status: 200,
    again: 'refused',
    prepare: async (world) => {
      const booked = await answered(world.club.post('/bank_line_bookings', await twoToBook(world)))
      return { path: `/bank_line_bookings/${booked.id}` }
    },
  },
  {
    what: 'the confirmation of lines as they are suggested',
    operation: 'POST /bank_lines/confirmations',
    status: 201,
    again: 'refused',
    prepare: async (world) => {
      const payers = [1, 2].map((n) => credit(4500, 'Fee', { name: 'A. Lovelace', iban: ibanOf(n) }))
      await linesOf(world, ...payers)
      const lines: SuggestedBankLine[] = await answered(world.club.get('/bank_lines?state=open'))
      const shown = lines.map(({ id, revision, suggestion }) => ({ id, revision, parts: suggestion?.parts }))
      return { path: '/bank_lines/confirmations', body: { lines: shown } }
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
]

/** The body that books two lines of one party, of which the second takes the suggestion. */
async function twoToBook(world: World) {
  const [first] = await linesOf(world, spent)
  const booking = { text: 'Electricity', costunit_name: 'Youth', sphere: 'ideal' }
  await answered(world.club.post(confirmation(first), { booking }))
  const lines = await linesOf(world, { ...spent, amount: -9000 }, { ...spent, amount: -7000 })
  return {
    data: [{ bank_line_id: lines[0], booking: { ...booking, text: null } }, { bank_line_id: lines[1] }],
  }
}
