import { Hono } from 'hono'
import * as z from 'zod'
import { openHome } from '../../db/databases'
import {
  type DeadMessage,
  deadMessage,
  deadMessagesQuery,
  listDeadMessages,
} from '../../domain/watch/list-dead-messages'
import { deleteDeadMessage, replayDeadMessage, replayDeadMessages } from '../../domain/watch/replay'
import type { Env } from '../../env'
import type { Access } from '../../http/access'
import { enqueueAgain } from '../../http/dead-queue'
import { endpoint } from '../../http/endpoint'
import { dataOf, pageOf, pageWithETag } from '../../http/response'
import { operatorOnly } from './operator'

const operatorOfDeadMessage: Access = {
  ...operatorOnly,
  parameters: [
    {
      name: 'dead_message_id',
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
  .meta({ id: 'ReplayedDeadMessages', examples: [{ replayed: 100, waiting: 17 }] })

export const deadMessages = new Hono<Env>()
  .get(
    '/operator/dead_messages',
    ...endpoint({
      id: 'readDeadMessages',
      tag: 'Operator',
      summary: 'Read the messages that a queue has given up',
      description:
        'Mails, mailings and jobs whose retries were used up, in the order in which they were given up. Without what they say, which may be personal. Each is deleted after 30 days.',
      access: operatorOnly,
      query: deadMessagesQuery,
      paged: true,
      answers: [200, pageOf(deadMessage), 'A page of dead messages'],
    }),
    async (c) => {
      const page = await listDeadMessages(openHome(c.env), { query: c.req.valid('query'), now: new Date() })
      return pageWithETag<DeadMessage>(c, {
        ...page,
        items: page.deadMessages.map((one) => JSON.stringify(one)),
      })
    },
  )

  .post(
    '/operator/dead_messages/replay',
    ...endpoint({
      id: 'replayDeadMessages',
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
      const data = await replayDeadMessages(openHome(c.env), { kind, enqueue: enqueueAgain(c.env, now), now })
      return c.json({ data })
    },
  )

  .post(
    '/operator/dead_messages/:dead_message_id/replay',
    ...endpoint({
      id: 'replayDeadMessage',
      tag: 'Operator',
      summary: 'Replay one dead message',
      description:
        'Puts it back into the queue that it came from, and forgets what it says. Replaying it again changes nothing; while another request replays it, `state` is `replaying`.',
      access: operatorOfDeadMessage,
      answers: [200, dataOf(deadMessage), 'The message, without what it says'],
    }),
    async (c) => {
      const now = new Date()
      const id = c.req.param('dead_message_id')
      const data = await replayDeadMessage(openHome(c.env), { id, enqueue: enqueueAgain(c.env, now), now })
      return c.json({ data })
    },
  )

  .delete(
    '/operator/dead_messages/:dead_message_id',
    ...endpoint({
      id: 'deleteDeadMessage',
      tag: 'Operator',
      summary: 'Delete a dead message',
      description: 'What it asks for is never done.',
      access: operatorOfDeadMessage,
      answers: [204, undefined, 'The message is deleted'],
    }),
    async (c) => {
      await deleteDeadMessage(openHome(c.env), { id: c.req.param('dead_message_id'), now: new Date() })
      return c.body(null, 204)
    },
  )
