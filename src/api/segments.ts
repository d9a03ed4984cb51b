import { Hono } from 'hono'
import * as z from 'zod'
import { listSharedSegments, sharedSegment } from '../domain/segments/shared-segment'
import type { Env } from '../env'
import { endpoint } from '../http/endpoint'
import { dataOf } from '../http/response'
import { canReadList } from './access'

export const segments = new Hono<Env>().get(
  '/lists/:list_id/segments',
  ...endpoint({
    id: 'readSegments',
    tag: 'Segments',
    summary: 'Read segments',
    description:
      'The views of the list that the office has saved and shared with all staff, in the order of their names. A segment is a question, not a set: whom it has is looked up when it is used. `segment_id` narrows the persons of its list and the fees, and is the audience of a mail.',
    access: canReadList,
    answers: [200, dataOf(z.array(sharedSegment)), 'All shared segments of the list'],
  }),
  async (c) => c.json({ data: await listSharedSegments(c.var.principal, c.req.param('list_id')) }),
)
