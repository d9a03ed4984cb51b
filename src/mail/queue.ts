import type { Sending } from '../domain/mails/recipients'
import type { Bindings, QueuedMailing } from '../env'
import { sendAll } from '../http/send-all'
import { deliverMailing } from './deliver'

const HOUR_SECONDS = 3600

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
 * Sends the mailings of some messages. A range that the mail service does not take now is tried again after half a
 * minute, then after twice as long each time, up to an hour.
 */
export async function deliverMailings(
  messages: readonly Message<QueuedMailing>[],
  env: Bindings,
): Promise<void> {
  for (const message of messages) {
    const rest = await deliverMailing(env, message.body)
    const delaySeconds = Math.min(30 * 2 ** (message.attempts - 1), HOUR_SECONDS)
    if (rest === 'later') message.retry({ delaySeconds })
    else message.ack()
  }
}
