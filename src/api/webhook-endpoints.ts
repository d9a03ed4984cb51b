import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { DomainError } from '../domain/shared/errors'
import { epochOf } from '../domain/shared/restores'
import { listAttempts, sendAgain, sendTest } from '../domain/webhooks/again'
import { webhookAttempt } from '../domain/webhooks/attempts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  replayEvents,
  rotateSecret,
  showSecret,
} from '../domain/webhooks/change'
import { endpointChange, newEndpoint, newReplay, webhookEndpoint } from '../domain/webhooks/endpoint'
import { getEndpoint, listEndpoints } from '../domain/webhooks/list'
import { secretOf, type WebhookKeys } from '../domain/webhooks/secret'
import type { Post } from '../domain/webhooks/send'
import type { Env } from '../env'
import { endpoint } from '../http/endpoint'
import { originOf } from '../http/origin'
import { dataOf } from '../http/response'
import { allowedAddresses, webhookKeys } from '../webhooks/keys'
import { post } from '../webhooks/post'
import { withPermission } from './access'

const ENDPOINT_ID = {
  name: 'webhook_endpoint_id',
  description: 'The `id` of the endpoint',
  example: 'whk_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}
const ATTEMPT_ID = {
  name: 'attempt_id',
  description: 'The `id` of the attempt',
  example: 'wha_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

const secret = z
  .object({ secret: z.string().describe('The secret that receivers check signatures with') })
  .meta({ id: 'WebhookSecret' })
const toWebhooks = (
  ...parameters: Parameters<typeof withPermission> extends [unknown, ...infer Rest] ? Rest : never
) => withPermission('webhooks:write', ...parameters)

export const webhookEndpoints = new Hono<Env>()
  .get(
    '/webhook_endpoints',
    ...endpoint({
      id: 'readWebhookEndpoints',
      tag: 'Webhooks',
      summary: 'Read webhook endpoints',
      description: 'Where events are sent, in the order in which they were created.',
      access: toWebhooks(),
      answers: [200, dataOf(z.array(webhookEndpoint)), 'All endpoints'],
    }),
    async (c) => c.json({ data: await listEndpoints(c.var.principal) }),
  )

  .post(
    '/webhook_endpoints',
    ...endpoint({
      id: 'createWebhookEndpoint',
      tag: 'Webhooks',
      summary: 'Create a webhook endpoint',
      description:
        'It is sent what happens from now on, in order, and reads with the permissions of this key as long as the key has them. A ' +
        'workspace has at most ten.',
      access: toWebhooks(),
      body: newEndpoint,
      answers: [201, dataOf(webhookEndpoint), 'The endpoint'],
    }),
    async (c) => {
      keysOf(c)
      const body = { body: c.req.valid('json'), where: whereOf(c) }
      return c.json({ data: await createEndpoint(c.var.principal, body) }, 201)
    },
  )

  .get(
    '/webhook_endpoints/:webhook_endpoint_id',
    ...endpoint({
      id: 'readWebhookEndpoint',
      tag: 'Webhooks',
      summary: 'Read one webhook endpoint',
      description: 'With how far it is behind, and whether it fails.',
      access: toWebhooks(ENDPOINT_ID),
      answers: [200, dataOf(webhookEndpoint), 'The endpoint'],
    }),
    async (c) => c.json({ data: await getEndpoint(c.var.principal, named(c)) }),
  )

  .patch(
    '/webhook_endpoints/:webhook_endpoint_id',
    ...endpoint({
      id: 'changeWebhookEndpoint',
      tag: 'Webhooks',
      summary: 'Change, pause or resume a webhook endpoint',
      description:
        'Absent keys stay as they are. One that is resumed is sent what it missed, unless `skip_missed`.',
      access: toWebhooks(ENDPOINT_ID),
      body: endpointChange,
      answers: [200, dataOf(webhookEndpoint), 'The endpoint'],
    }),
    async (c) => {
      const change = { ...named(c), body: c.req.valid('json'), where: whereOf(c) }
      return c.json({ data: await changeEndpoint(c.var.principal, change) })
    },
  )

  .delete(
    '/webhook_endpoints/:webhook_endpoint_id',
    ...endpoint({
      id: 'deleteWebhookEndpoint',
      tag: 'Webhooks',
      summary: 'Delete a webhook endpoint',
      description: 'With its attempts and what is parked.',
      access: toWebhooks(ENDPOINT_ID),
      answers: [204, undefined, 'The endpoint is deleted'],
    }),
    async (c) => {
      await deleteEndpoint(c.var.principal, named(c))
      return c.body(null, 204)
    },
  )

  .post(
    '/webhook_endpoints/:webhook_endpoint_id/secret',
    ...endpoint({
      id: 'showWebhookSecret',
      tag: 'Webhooks',
      summary: 'Show the secret of a webhook endpoint',
      description: 'It is stored nowhere, and can be shown again. The log has who has seen it.',
      access: toWebhooks(ENDPOINT_ID),
      answers: [200, dataOf(secret), 'The secret'],
    }),
    async (c) => {
      const keys = keysOf(c)
      const shown = await showSecret(c.var.principal, named(c))
      return c.json({ data: { secret: secretOf(keys.current, shown.endpoint, epochOf(shown.workspace)) } })
    },
  )

  .post(
    '/webhook_endpoints/:webhook_endpoint_id/rotation',
    ...endpoint({
      id: 'rotateWebhookSecret',
      tag: 'Webhooks',
      summary: 'Rotate the secret of a webhook endpoint',
      description: 'For 24 hours deliveries are signed with both secrets.',
      access: toWebhooks(ENDPOINT_ID),
      answers: [200, dataOf(secret), 'The new secret'],
    }),
    async (c) => {
      const keys = keysOf(c)
      const rotated = await rotateSecret(c.var.principal, named(c))
      return c.json({
        data: { secret: secretOf(keys.current, rotated.endpoint, epochOf(rotated.workspace)) },
      })
    },
  )

  .post(
    '/webhook_endpoints/:webhook_endpoint_id/replay',
    ...endpoint({
      id: 'replayWebhookEvents',
      tag: 'Webhooks',
      summary: 'Send events again',
      description:
        'Goes back to an event, an instant or a day, and sends what came after it in order. Deliveries of the same events have the ids ' +
        'that they had.',
      access: toWebhooks(ENDPOINT_ID),
      body: newReplay,
      answers: [200, dataOf(webhookEndpoint), 'The endpoint'],
    }),
    async (c) =>
      c.json({ data: await replayEvents(c.var.principal, { ...named(c), body: c.req.valid('json') }) }),
  )

  .post(
    '/webhook_endpoints/:webhook_endpoint_id/test',
    ...endpoint({
      id: 'sendWebhookTest',
      tag: 'Webhooks',
      summary: 'Send a test',
      description:
        'Sends `webhook.test` at once, also to an endpoint that is paused, and answers what it answered.',
      access: toWebhooks(ENDPOINT_ID),
      answers: [200, dataOf(webhookAttempt), 'The attempt'],
    }),
    async (c) => c.json({ data: await sendTest(c.var.principal, { ...named(c), post: posting(c) }) }),
  )

  .get(
    '/webhook_endpoints/:webhook_endpoint_id/attempts',
    ...endpoint({
      id: 'readWebhookAttempts',
      tag: 'Webhooks',
      summary: 'Read the attempts of a webhook endpoint',
      description: 'The last 200 of 30 days, the newest first.',
      access: toWebhooks(ENDPOINT_ID),
      answers: [200, dataOf(z.array(webhookAttempt)), 'The attempts'],
    }),
    async (c) => c.json({ data: (await listAttempts(c.var.principal, named(c))).attempts }),
  )

  .post(
    '/webhook_endpoints/:webhook_endpoint_id/attempts/:attempt_id/again',
    ...endpoint({
      id: 'sendWebhookAgain',
      tag: 'Webhooks',
      summary: 'Send a delivery again',
      description: 'At once and out of order, with the id that it had. Answers what the endpoint answered.',
      access: toWebhooks(ENDPOINT_ID, ATTEMPT_ID),
      answers: [200, dataOf(webhookAttempt), 'The attempt'],
    }),
    async (c) => {
      const again = { ...named(c), attemptId: c.req.param('attempt_id'), post: posting(c) }
      return c.json({ data: await sendAgain(c.var.principal, again) })
    },
  )

const named = (c: { req: { param(name: 'webhook_endpoint_id'): string } }) => ({
  id: c.req.param('webhook_endpoint_id'),
})

const whereOf = (c: Context<Env>) => allowedAddresses(c.env, originOf(c))

/** Throws `not_found` if the deployment sends no webhooks. */
function keysOf(c: Context<Env>): WebhookKeys {
  const keys = webhookKeys(c.env)
  if (keys) return keys
  throw new DomainError(
    'not_found',
    'This deployment sends no webhooks: its operator has set no WEBHOOK_KEY.',
  )
}

function posting(c: Context<Env>): Post {
  const means = { keys: keysOf(c), where: whereOf(c) }
  return (endpoint, delivery, milliseconds) => post(endpoint, delivery, milliseconds, means)
}
