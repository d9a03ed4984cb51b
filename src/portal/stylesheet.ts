import { Hono } from 'hono'
import type { Env } from '../env'
import { STYLESHEET, STYLESHEET_VERSION } from '../ui/stylesheet'

// Addresses change with what they hold, so browsers may keep both for good.
const KEPT = {
  'Content-Type': 'text/css; charset=utf-8',
  'Cache-Control': 'public, max-age=31536000, immutable',
}

/** The stylesheet, and the colour of a workspace, which the policy lets no page carry itself. */
export const stylesheet = new Hono<Env>()
  .get('/style/:colour{colour-[0-9a-f]{6}\\.css}', (c) =>
    c.body(`:root { --brand: #${c.req.param('colour').slice(7, 13)}; }`, 200, KEPT),
  )
  .get(`/style/${STYLESHEET_VERSION}.css`, (c) => c.body(STYLESHEET, 200, KEPT))
