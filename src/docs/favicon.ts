import { Hono } from 'hono'
import type { Env } from '../env'
import { SERVICE_COLOUR } from '../ui/brand'

/** Three persons in a square, in the colours of the service. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="${SERVICE_COLOUR}"/>
<g fill="#fff"><g opacity=".7"><circle cx="8.5" cy="13" r="3"/><path d="M3 24.5a5.5 5.5 0 0 1 11 0z"/><circle cx="23.5" cy="13" r="3"/><path d="M18 24.5a5.5 5.5 0 0 1 11 0z"/></g>
<g stroke="${SERVICE_COLOUR}" stroke-width="1.5"><circle cx="16" cy="11.5" r="4.5"/><path d="M8 27a8 8 0 0 1 16 0z"/></g></g>
</svg>`

/** The icon of all pages. */
export const favicon = new Hono<Env>().get('/favicon.svg', (c) =>
  c.body(ICON, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' }),
)
