import { Hono } from 'hono'
import { submitCollection } from '../../../domain/collections/submit'
import type { Env } from '../../../env'
import { attempt } from '../../attempt'
import { COLLECTION, redirectToCollection } from '../path'

/** Notes that the file of a collection is at the bank. */
export const submitAct = new Hono<Env>().post(`${COLLECTION}/submit`, async (c) => {
  const id = c.req.param('collection_id')
  const outcome = await attempt(() => submitCollection(c.var.staff, { id }))
  return redirectToCollection(c, id, 'result' in outcome ? { done: 'submitted' } : { meanwhile: '' })
})
