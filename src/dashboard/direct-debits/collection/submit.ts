import { Hono } from 'hono'
import { submitCollection } from '../../../domain/collections/submit'
import type { Env } from '../../../env'
import { attempt } from '../../attempt'
import { COLLECTION, doneWithCollection } from '../path'

/** Notes that the file of a collection is at the bank. */
export const submitAct = new Hono<Env>().post(`${COLLECTION}/submit`, async (c) => {
  const id = c.req.param('collection_id')
  const outcome = await attempt(() => submitCollection(c.var.staff, { id }))
  return doneWithCollection(c, 'result' in outcome ? 'submitted' : 'meanwhile', id)
})
