import { vi } from 'vitest'
import { COLLECTED_ON, release, submitted } from '../direct-debits'
import { answered, type MoneyAct, REASON, type World } from './world'

/** Submits a collection of the first two fees, and goes to the day after its return. */
export async function submitTwo({ club, feeIds }: World) {
  const collection = await submitted(club, feeIds.slice(0, 2))
  vi.setSystemTime(new Date('2026-03-25T12:00:00Z'))
  return collection
}

/** {@link submitTwo}, credited. */
export async function settleTwo(world: World) {
  const collection = await submitTwo(world)
  await answered(world.club.post(`/collections/${collection.id}/settlement`, { settled_on: COLLECTED_ON }))
  return collection
}

/** What is done with collections. */
export const COLLECTION_ACTS: MoneyAct[] = [
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
    what: 'the removal of a debit',
    operation: 'POST /collections/{collection_id}/items/{item_id}/removal',
    status: 201,
    again: 'refused',
    prepare: async ({ club, feeIds }) => {
      const { id, items } = await answered(release(club, feeIds))
      return { path: `/collections/${id}/items/${items[0].id}/removal`, body: REASON }
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
    what: 'the undo of a settlement',
    operation: 'DELETE /collections/{collection_id}/settlement',
    status: 200,
    again: 'refused',
    prepare: async (world) => {
      const { id } = await settleTwo(world)
      return { path: `/collections/${id}/settlement` }
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
]
