import type { QueuedMail } from '../env'
import { nameOf } from './log'
import { noteFailure } from './log-work'
import { kindOf } from './message-kind'

/** `max_retries` in wrangler.toml: after this many retries, a mail goes to the dead-letter queue. */
const MAX_RETRIES = 12

const HOUR_SECONDS = 3600

/** The maximum age of a mail: the link or code of an older one would have expired. */
const MAX_AGE_MILLISECONDS = 12 * HOUR_SECONDS * 1000

/**
 * Sends the mails of some messages. A mail that fails is retried after a minute, then after twice as long each time, up to
 * an hour, for about seven hours in total; then it goes to the dead-letter queue. A mail that was requested more than
 * twelve hours ago is dropped. The line of the batch has failures and drops with the id of the message. Returns how many
 * were sent.
 */
export async function sendMails(
  messages: readonly Message<QueuedMail>[],
  send: (mail: QueuedMail) => Promise<void>,
): Promise<number> {
  let sent = 0
  for (const message of messages) {
    const { id, attempts, body } = message
    const kind = kindOf(body)
    if (Date.now() - Date.parse(body.requested_at) > MAX_AGE_MILLISECONDS) {
      noteFailure({ mail: id, kind, dropped: 'The request for it is more than 12 hours old.' })
      message.ack()
      continue
    }
    try {
      await send(body)
      sent += 1
      message.ack()
    } catch (error) {
      const delaySeconds = Math.min(60 * 2 ** (attempts - 1), HOUR_SECONDS)
      const next =
        attempts > MAX_RETRIES
          ? { given_up: 'It goes to the dead-letter queue.' }
          : { retry_in: delaySeconds }
      noteFailure({ mail: id, kind, attempt: attempts, error: nameOf(error), ...next })
      message.retry({ delaySeconds })
    }
  }
  return sent
}
