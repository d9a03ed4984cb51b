import { Hono } from 'hono'
import { downloadCollection } from '../../../domain/collections/download'
import { TO_COLLECT_PROVED } from '../../../domain/collections/release-chosen'
import { DomainError } from '../../../domain/shared/errors'
import type { Env } from '../../../env'
import { viewerOf } from '../../layout'
import { COLLECTION, debitsPath } from '../path'

/**
 * The file for the bank, as it was released. A browser that gets a file stays on its page, so the page of a proof leads back
 * to the collection.
 */
export const fileDownload = new Hono<Env>().post(`${COLLECTION}/file`, async (c) => {
  const id = c.req.param('collection_id')
  try {
    const { name, bytes } = await downloadCollection(c.var.staff, { id, need: TO_COLLECT_PROVED })
    return c.body(bytes, 200, {
      'Content-Type': 'application/xml',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    })
  } catch (error) {
    if (!(error instanceof DomainError && error.reason === 'proof_required')) throw error
    const to = encodeURIComponent(debitsPath(viewerOf(c), `/${id}`))
    return c.redirect(`/dashboard/prove?to=${to}`, 303)
  }
})
