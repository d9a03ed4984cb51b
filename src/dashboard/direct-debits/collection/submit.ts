import { Hono } from 'hono'
import { submitCollection } from '../../../domain/collections/submit'
import type { Env } from '../../../env'
import { attempt } from '../../attempt'
import { COLLECTION, doneWithCollection } from '../path'

/** Notes that the file of a collection is at the bank. */
export const submitAct = new Hono<Env>().post(`${COLLECTION}/submit`, async (c) => {
  const id = c.req.param('collection_id')
  const outcome = await attempt(() => submitCollection(c.var.staff, { id }))
  if ('result' in outcome) return doneWithCollection(c, 'submitted', id)
  const isWithdrawn = Object.values(outcome.refusals).some((found) =>
    found.some(({ code }) => code === 'mandate_withdrawn'),
  )
  return doneWithCollection(c, isWithdrawn ? 'withdrawn' : 'meanwhile', id)
})
