import { Hono } from 'hono'
import * as z from 'zod'
import { open } from '../../db/client'
import { type DeadMail, deadMail, deadMailsQuery, listDeadMails } from '../../domain/watch/list-dead-mails'
import { deleteDeadMail, replayDeadMail, replayDeadMails } from '../../domain/watch/replay'
import type { Env } from '../../env'
import type { Access } from '../../http/access'
import { enqueueAgain } from '../../http/dead-queue'
import { endpoint } from '../../http/endpoint'
import { dataOf, pageOf, pageWithETag } from '../../http/response'
import { operatorOnly } from './operator'

const operatorOfDeadMail: Access = {
  ...operatorOnly,
  parameters: [
    {
      name: 'dead_mail_id',
      description: 'The `id` of the dead message',
      example: 'ded_00000000DemoDead00000000',
    },
  ],
}

const replayQuery = z.strictObject({
  kind: z.string().max(40).optional().describe('Only those of this kind'),
})

const replayed = z
  .object({
    replayed: z.int().describe('How many are back in their queues'),
    waiting: z.int().describe('How many still wait: more than 100, or not taken by their queue'),
  })
  .meta({ id: 'ReplayedDeadMails', examples: [{ replayed: 100, waiting: 17 }] })

export const deadMails = new Hono<Env>()
  .get(
    '/operator/dead_mails',
    ...endpoint({
      id: 'readDeadMails',
      tag: 'Operator',
      summary: 'Read the messages that a queue has given up',
      description:
        'Mails, mailings and jobs whose retries were used up, in the order in which they were given up. Without what they say, which may be personal. Each is deleted after 30 days.',
      access: operatorOnly,
      query: deadMailsQuery,
      paged: true,
      answers: [200, pageOf(deadMail), 'A page of dead messages'],
    }),
    async (c) => {
      const page = await listDeadMails(open(c.env.DB), { query: c.req.valid('query'), now: new Date() })
      return pageWithETag<DeadMail>(c, { ...page, items: page.deadMails.map((one) => JSON.stringify(one)) })
    },
  )

  .post(
    '/operator/dead_mails/replay',
    ...endpoint({
      id: 'replayDeadMails',
      tag: 'Operator',
      summary: 'Replay dead messages of a kind, or all',
      description:
        'Puts up to 100 back into the queues that they came from. Send the request again while `waiting` is above 0. A code for signing in that is older than 12 hours is dropped.',
      access: operatorOnly,
      query: replayQuery,
      answers: [200, dataOf(replayed), 'How many were replayed'],
    }),
    async (c) => {
      const now = new Date()
      const { kind } = c.req.valid('query')
      const data = await replayDeadMails(open(c.env.DB), { kind, enqueue: enqueueAgain(c.env, now), now })
      return c.json({ data })
    },
  )

  .post(
    '/operator/dead_mails/:dead_mail_id/replay',
    ...endpoint({
      id: 'replayDeadMail',
      tag: 'Operator',
      summary: 'Replay one dead message',
      description:
        'Puts it back into the queue that it came from, and forgets what it says. Replaying it again changes nothing; while another request replays it, `state` is `replaying`.',
      access: operatorOfDeadMail,
      answers: [200, dataOf(deadMail), 'The message, without what it says'],
    }),
    async (c) => {
      const now = new Date()
      const id = c.req.param('dead_mail_id')
      const data = await replayDeadMail(open(c.env.DB), { id, enqueue: enqueueAgain(c.env, now), now })
      return c.json({ data })
    },
  )

  .delete(
    '/operator/dead_mails/:dead_mail_id',
    ...endpoint({
      id: 'deleteDeadMail',
      tag: 'Operator',
      summary: 'Delete a dead message',
      description: 'What it asks for is never done.',
      access: operatorOfDeadMail,
      answers: [204, undefined, 'The message is deleted'],
    }),
    async (c) => {
      await deleteDeadMail(open(c.env.DB), { id: c.req.param('dead_mail_id'), now: new Date() })
      return c.body(null, 204)
    },
  )
