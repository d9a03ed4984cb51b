import { Hono } from 'hono'
import { downloadCollection } from '../../../domain/collections/download'
import { TO_DOWNLOAD } from '../../../domain/collections/release-chosen'
import type { Env } from '../../../env'
import { fileOrProof } from '../../file-or-proof'
import { viewerOf } from '../../layout'
import { COLLECTION, debitsPath } from '../path'

/** The file for the bank, as it was released. */
export const fileDownload = new Hono<Env>().post(`${COLLECTION}/file`, (c) => {
  const id = c.req.param('collection_id')
  const file = async () => {
    const { name, bytes } = await downloadCollection(c.var.staff, { id, need: TO_DOWNLOAD })
    return c.body(bytes, 200, {
      'Content-Type': 'application/xml',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    })
  }
  return fileOrProof(c, { page: () => debitsPath(viewerOf(c), `/${id}`), file })
})
