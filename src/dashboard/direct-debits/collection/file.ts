import { Hono } from 'hono'
import { downloadCollection } from '../../../domain/collections/download'
import { TO_COLLECT_PROVED } from '../../../domain/collections/release-chosen'
import type { Env } from '../../../env'
import { COLLECTION } from '../path'
import { fileOrProof } from './prove'

/** The file for the bank, as it was released. */
export const fileDownload = new Hono<Env>().post(`${COLLECTION}/file`, (c) => {
  const id = c.req.param('collection_id')
  return fileOrProof(c, id, async () => {
    const { name, bytes } = await downloadCollection(c.var.staff, { id, need: TO_COLLECT_PROVED })
    return c.body(bytes, 200, {
      'Content-Type': 'application/xml',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    })
  })
})
