import type { NewDeadMessage } from '../domain/watch/dead-messages'
import type { QueuedMail } from '../env'
import { deadOf } from './dead-queue'
import { nameOf } from './log'
import { noteFailure } from './log-work'
import { kindOf } from './message-kind'
import { retryDelay } from './retry-delay'

/** `max_retries` in wrangler.toml: after this many retries, a mail is kept for the operator. */
const MAX_RETRIES = 12

/** The maximum age of a mail: the link or code of an older one would have expired. */
const MAX_AGE_MILLISECONDS = 12 * 3_600_000

/**
 * Sends the mails of some messages, and returns how many were sent, as `send` counts them. One that fails is retried with {@link retryDelay} for about
 * seven hours, then kept by `keep` with its error. One that was requested more than twelve hours ago is dropped.
 */
export async function sendMails(
  messages: readonly Message<QueuedMail>[],
  send: (mail: QueuedMail) => Promise<number>,
  keep: (dead: NewDeadMessage) => Promise<void>,
): Promise<number> {
  let sent = 0
  for (const message of messages) {
    const { id, attempts, body } = message
    const kind = kindOf(body)
    if (Date.now() - Date.parse(requestedAt(body)) > MAX_AGE_MILLISECONDS) {
      noteFailure({ mail: id, kind, dropped: 'The request for it is more than 12 hours old.' })
      message.ack()
      continue
    }
    try {
      sent += await send(body)
      message.ack()
    } catch (error) {
      const delaySeconds = retryDelay(attempts)
      const isLast = attempts > MAX_RETRIES
      const next = isLast ? { given_up: 'It is kept for the operator.' } : { retry_in: delaySeconds }
      noteFailure({ mail: id, kind, attempt: attempts, error: nameOf(error), ...next })
      if (isLast && (await isKept(deadOf(message, nameOf(error)), keep))) message.ack()
      else message.retry({ delaySeconds })
    }
  }
  return sent
}

/** When a mail was asked for, or replayed. A code for signing in ends after its request, however often it is replayed. */
const requestedAt = ({ kind, requested_at, replayed_at }: QueuedMail): string =>
  (kind === 'sign_in_code' ? undefined : replayed_at) ?? requested_at

// If the database is why the mail failed, the dead-letter queue takes it.
async function isKept(dead: NewDeadMessage, keep: (dead: NewDeadMessage) => Promise<void>): Promise<boolean> {
  try {
    await keep(dead)
    return true
  } catch {
    return false
  }
}
