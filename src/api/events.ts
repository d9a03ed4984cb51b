import { Hono } from 'hono'
import { type Event, event } from '../domain/events/event'
import { eventsQuery, listEvents } from '../domain/events/list'
import type { Env } from '../env'
import { endpoint } from '../http/endpoint'
import { pageOf, pageWithETag } from '../http/response'
import { withPermission } from './access'

export const events = new Hono<Env>().get(
  '/events',
  ...endpoint({
    id: 'readEvents',
    tag: 'Events',
    summary: 'Read what was done, page by page',
    description:
      'Every change to the workspace in the order in which they took effect, at most 500 a page. Deleting ' +
      'a person empties its events: what was done, when and by which actor stays. Events are kept for two years, those ' +
      'of the books (vouchers, payments, bank lines, accounts, fiscal years) for ten years after their fiscal year. ' +
      '[All actions](/docs/events), each with an example.',
    access: withPermission('audit:read'),
    query: eventsQuery,
    paged: true,
    answers: [200, pageOf(event), 'A page of events'],
  }),
  async (c) => {
    const page = await listEvents(c.var.principal, { query: c.req.valid('query') })
    return pageWithETag<Event>(c, { ...page, items: page.events.map((each) => JSON.stringify(each)) })
  },
)
