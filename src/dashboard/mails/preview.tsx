import { Hono } from 'hono'
import { viewMailPreview } from '../../domain/mails/preview'
import type { Env } from '../../env'
import { originOf } from '../../http/origin'
import { allowFrames } from '../../http/page-policy'
import { renderPreview } from '../../mail/preview'
import { MAIL } from './path'

/** What a mail would say to a person, in a frame of its page: as HTML, and as its plain text. */
export const preview = new Hono<Env>()
  .get(`${MAIL}/preview`, async (c) => {
    const { html } = renderPreview(await readPreview(c), originOf(c))
    allowFrames(c, 'framed')
    return c.html(html.replace('<head>', '<head><base target="_blank">'))
  })

  .get(`${MAIL}/preview.txt`, async (c) => {
    const { text } = renderPreview(await readPreview(c), originOf(c))
    allowFrames(c, 'framed')
    return c.text(text)
  })

const readPreview = (c: Parameters<typeof originOf>[0]) =>
  viewMailPreview(c.var.staff, { id: c.req.param('mail_id') ?? '', personId: c.req.query('person') })
