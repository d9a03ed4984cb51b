import type { Sending } from '../domain/mails/recipients'
import type { Bindings, QueuedMailing } from '../env'
import { retryDelay } from '../http/retry-delay'
import { sendAll } from '../http/send-all'
import { deliverMailing } from './deliver'

/** Tells the queue to send mails; `origin` is where their links lead. */
export async function queueMails(
  { MAILINGS }: Pick<Bindings, 'MAILINGS'>,
  { workspaceId: workspace_id, mailId: mail_id, ranges }: Sending,
  origin: string,
): Promise<void> {
  await sendAll(
    MAILINGS,
    ranges.map((range) => ({ workspace_id, mail_id, ...range, origin })),
  )
}

/**
 * Sends the mailings of some messages. A range that the mail service does not take now is tried again
 * with {@link retryDelay}.
 */
export async function deliverMailings(
  messages: readonly Message<QueuedMailing>[],
  env: Bindings,
): Promise<void> {
  for (const message of messages) {
    const rest = await deliverMailing(env, message.body)
    if (rest === 'later') message.retry({ delaySeconds: retryDelay(message.attempts) })
    else message.ack()
  }
}
