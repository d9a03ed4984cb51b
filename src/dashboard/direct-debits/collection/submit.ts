import { Hono } from 'hono'
import { submitCollection } from '../../../domain/collections/submit'
import { DomainError } from '../../../domain/shared/errors'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { attempt } from '../../attempt'
import { COLLECTION, doneWithCollection } from '../path'

/** The field with the digest of the file that the page showed. */
export const FILE = 'file'

/** Notes that the file of a collection is at the bank, if it is the one that the page showed. */
export const submitAct = new Hono<Env>().post(`${COLLECTION}/submit`, async (c) => {
  const id = c.req.param('collection_id')
  const sha256 = (await readForm(c)).get(FILE) ?? undefined
  const outcome = await attempt(() => submitCollection(c.var.staff, { id, sha256 })).catch(changed)
  if (!outcome) return doneWithCollection(c, 'changed', id)
  if ('result' in outcome) return doneWithCollection(c, 'submitted', id)
  const codes = Object.values(outcome.refusals).flatMap((found) => found.map(({ code }) => code))
  const isStopped = codes.includes('mandate_withdrawn') || codes.includes('debits_of_deceased')
  return doneWithCollection(c, isStopped ? 'stopped' : 'meanwhile', id)
})

function changed(error: unknown): undefined {
  if (!(error instanceof DomainError && error.reason === 'changed_meanwhile')) throw error
}
