import { askEach } from '../db/ask-each'
import type { Db } from '../db/client'
import { openAll } from '../db/databases'
import { type LaterOutcome, recordOutcome } from '../domain/mails/messages'
import type { Bindings, MailEvent } from '../env'
import { nameOf } from '../http/log'
import { noteFailure } from '../http/log-work'

const PREFIX = 'cf.email.sending.'

/** Whether a message of a queue is an event of the mail service. */
export const isMailEvent = (body: unknown): body is MailEvent => String(Object(body).type).startsWith(PREFIX)

/** How often an event of an unknown id is tried: it may come before the id is stored, and most are of sign-in codes. */
const MAX_ATTEMPTS = 3

const RETRY_SECONDS = 120

/**
 * Records what became of mails by the events of the mail service. They may come twice, and in any order. An event that says nothing
 * new, such as `message.delivered`, is acknowledged, and so is one of a mail that is not known.
 */
export async function recordMailEvents(
  messages: readonly Message<MailEvent>[],
  env: Bindings,
): Promise<void> {
  for (const message of messages) {
    const outcome = outcomeOf(message.body)
    const messageId = message.body.payload?.messageId
    try {
      const isRecorded = !outcome || !messageId || (await recordIn(openAll(env), messageId, outcome))
      if (isRecorded || message.attempts >= MAX_ATTEMPTS) message.ack()
      else message.retry({ delaySeconds: RETRY_SECONDS })
    } catch (error) {
      noteFailure({ mail_event: message.id, attempt: message.attempts, error: nameOf(error) })
      message.retry({ delaySeconds: RETRY_SECONDS })
    }
  }
}

/** Records an outcome in the database that knows the id: the mail service tells no workspace. */
async function recordIn(databases: Db[], messageId: string, outcome: LaterOutcome): Promise<boolean> {
  const { answers, failed } = await askEach(databases, (db) => recordOutcome(db, messageId, outcome))
  if (failed[0] && !answers.includes(true)) throw failed[0].error
  return answers.includes(true)
}

const UNDELIVERABLE: LaterOutcome = { state: 'failed', reason: 'undeliverable', isBlocking: true }
const NOT_DELIVERED: LaterOutcome = { state: 'failed', reason: 'not_delivered', isBlocking: false }

/** What an event means for its mail; undefined if nothing. A soft bounce comes after the last try of the mail service. */
export function outcomeOf({ type, payload }: MailEvent): LaterOutcome | undefined {
  switch (type.slice(PREFIX.length)) {
    case 'message.bounced':
      return payload?.bounce?.type === 'hard' ? UNDELIVERABLE : NOT_DELIVERED
    case 'message.rejected':
      return payload?.rejection?.reason === 'suppressed' ? UNDELIVERABLE : NOT_DELIVERED
    case 'message.failed':
      return NOT_DELIVERED
    case 'message.complained':
      return { state: 'sent', reason: 'complained', isBlocking: true }
    default:
      return undefined
  }
}
