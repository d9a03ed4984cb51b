import { openHome } from '../db/databases'
import { keepDeadMessages, type NewDeadMessage } from '../domain/watch/dead-messages'
import type { Enqueue } from '../domain/watch/replay'
import type { Bindings, QueuedJob, QueuedMail, QueuedMailing, QueuedRun } from '../env'
import { queueOf } from './job-queue'
import { kindOf } from './message-kind'

/**
 * Whether a queue is one of dead messages, which have the shape of those that live. All environments of wrangler.toml name it
 * so, as `membership-mails-dead` and `membership-mails-dead-staging`.
 */
export const isDeadQueue = (queue: string): boolean => /-dead(-|$)/.test(queue)

/** Keeps the messages of a dead-letter queue for the operator. If that fails, they stay in the queue. */
export async function keepDead(env: Bindings, messages: readonly Message[]): Promise<void> {
  const dead = messages.map((message) => deadOf(message, null))
  await keepDeadMessages(openHome(env), dead, new Date())
  for (const message of messages) message.ack()
}

/** A message that its queue gives up, with the name of its last error. */
export function deadOf({ id, body }: Pick<Message, 'id' | 'body'>, error: string | null): NewDeadMessage {
  const workspaceId = Object(body).workspace_id
  return {
    messageId: id,
    kind: kindOf(body),
    workspaceId: typeof workspaceId === 'string' ? workspaceId : null,
    body,
    error,
  }
}

/** Puts dead messages back into queues that take them. The age of a mail, and the time of a job, count from then on. */
export const enqueueAgain =
  (env: Bindings, now: Date): Enqueue =>
  async ({ kind, body }) => {
    if (kind === 'mailing') return void (await env.MAILINGS.send(body as QueuedMailing))
    const at = now.toISOString()
    if (kind === 'run') return void (await env.JOBS.send({ ...(body as QueuedRun), at }))
    if (Object(body).kind === 'job') {
      const job = body as QueuedJob
      return void (await queueOf(env, job.job).send({ ...job, at }))
    }
    await env.MAILS.send({ ...(body as QueuedMail), replayed_at: at })
  }
