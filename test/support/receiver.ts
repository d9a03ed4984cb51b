import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Webhook } from 'standardwebhooks'
import { vi } from 'vitest'
import type { Bindings, QueuedJob } from '../../src/env'
import worker from '../../src/index'
import { QUIET } from './call'
import { rows, type Workspace } from './workspace'

/** What a receiver was sent: its headers and its body, as bytes and parsed. */
export type Received = {
  url: string
  id: string
  headers: Record<string, string>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies differ by event.
  body: any
}

/** Stands in for the internet: keeps what is sent, and answers by `answer`, which may throw as a network does. */
export function receiver(
  answer: (received: Received) => Response | Promise<Response> = () => new Response(),
) {
  const received: Received[] = []
  const state = { answer }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers))
    const text = String(init?.body)
    const one = { url: String(input), id: headers['webhook-id'] ?? '', headers, text, body: JSON.parse(text) }
    received.push(one)
    return state.answer(one)
  })
  return { received, state }
}

/** Creates an endpoint that hears of these events. */
export async function addEndpoint(
  club: Workspace,
  events = ['person.*', 'fee.*'],
  { url = 'https://www.verein.example.org/hooks', key = club.key } = {},
): Promise<{ id: string; secret: string }> {
  const created = await club.post('/webhook_endpoints', { url, events }, { key })
  if (created.status !== 201) throw new Error(created.text)
  const { id } = created.body.data
  const shown = await club.post(`/webhook_endpoints/${id}/secret`, undefined, { key })
  return { id, secret: shown.body.data.secret }
}

/** Checks a delivery as a receiver does. Throws if the signature is wrong. */
export const verify = ({ text, headers }: Received, secret: string): unknown =>
  new Webhook(secret).verify(text, headers)

/**
 * Runs the webhooks of a workspace, and what that queues for now. Gives when the rest is due, in seconds from now. Throws if the job is to
 * be retried.
 */
export async function runWebhooks(
  { id }: { id: string },
  bindings: Partial<Bindings> = {},
): Promise<number[]> {
  const waiting: number[] = []
  const queued: QueuedJob[] = [
    { kind: 'job', job: 'send_webhooks', workspace_id: id, at: new Date().toISOString() },
  ]
  const sendBatch = async (messages: { body: QueuedJob }[], options?: { delaySeconds?: number }) => {
    if (options?.delaySeconds) waiting.push(options.delaySeconds)
    else queued.push(...messages.map(({ body }) => body))
  }
  for (const body of queued) {
    const message = { id: '0', timestamp: new Date(), attempts: 1, body }
    const batch = createMessageBatch<QueuedJob>('membership-webhooks', [message])
    await worker.queue(batch, {
      ...env,
      ...QUIET,
      WEBHOOKS: { sendBatch },
      ...bindings,
    } as unknown as Bindings)
    const { retryMessages } = await getQueueResult(batch, createExecutionContext())
    if (retryMessages.length > 0) throw new Error('The job failed.')
    if (queued.length > 200) throw new Error('The job never ends.')
  }
  return waiting
}

/** Lets time pass for an endpoint: what is due later is due now, and what began is older. */
export async function pass(club: { id: string }, seconds: number): Promise<void> {
  const back = (column: string) =>
    `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${seconds} seconds')`
  const endpoint = ['claimed_until', 'failing_since', 'next_at', 'rotated_at', 'state_at'].map(back)
  await rows(`UPDATE webhook_endpoints SET ${endpoint} WHERE workspace_id = ?`, club.id)
  await rows(
    `UPDATE parked_deliveries SET ${[back('next_at'), back('parked_at')]} WHERE workspace_id = ?`,
    club.id,
  )
}

/** The number of each event that deliveries told of, in the order in which they came. */
export const toldNumbers = (received: readonly Received[]): number[] =>
  received.flatMap(({ body }) =>
    (body.data.subjects ?? []).map(({ event_id }: { event_id: string }) => Number(event_id.slice(-12))),
  )
