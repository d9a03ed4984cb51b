import type { Delivery, NotSentReason } from '../domain/mails/claim'
import type { Bindings } from '../env'
import { keepsMail } from './keep'
import { type Mail, secondSender, sendByHttp } from './second-sender'

/**
 * Errors of the mail service after which the mail was certainly not sent, and will not be: what the recipient page
 * says.
 */
const REFUSED: Partial<Record<string, NotSentReason>> = {
  E_RECIPIENT_SUPPRESSED: 'undeliverable',
  E_RECIPIENT_NOT_ALLOWED: 'not_allowed',
  E_DELIVERY_FAILED: 'not_delivered',
  E_VALIDATION_ERROR: 'invalid_address',
  E_CONTENT_TOO_LARGE: 'too_large',
}

/** Errors after which the same mail can be sent later. */
const LATER = ['E_RATE_LIMIT_EXCEEDED', 'E_SENDER_NOT_VERIFIED', 'E_SENDER_DOMAIN_NOT_AVAILABLE']

/** The error of a quota that is used up, of all mails of the account on a day. */
const QUOTA_USED_UP = 'E_DAILY_LIMIT_EXCEEDED'

/**
 * Hands a mail of a mailing to the second sender if there is one, else to the mail service of the platform; that of a sandbox is
 * kept, and counts as sent. Throws what the service throws if it is not known whether the mail was sent, so that the mail stays
 * claimed and is not sent again.
 */
export async function handOver(env: Bindings, message: Mail, sandboxId: string | null): Promise<Delivery> {
  if (await keepsMail(env, sandboxId, message)) return { state: 'sent' }
  const sender = secondSender(env)
  return sender ? sendByHttp(sender, message) : sendByPlatform(env.EMAIL, message)
}

async function sendByPlatform(service: SendEmail, message: Mail): Promise<Delivery> {
  try {
    // A stand-in for the service may answer nothing.
    const result: EmailSendResult | undefined = await service.send(message)
    return { state: 'sent', messageId: result?.messageId }
  } catch (error) {
    const code = String(Object(error).code)
    const reason = REFUSED[code]
    if (reason) return { state: 'failed', reason }
    if (code === QUOTA_USED_UP) return { state: 'waiting', isHeld: true }
    if (LATER.includes(code)) return { state: 'waiting' }
    throw error
  }
}
