import type { Delivery, NotSentReason } from '../domain/mails/claim'

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
const LATER = [
  'E_RATE_LIMIT_EXCEEDED',
  'E_DAILY_LIMIT_EXCEEDED',
  'E_SENDER_NOT_VERIFIED',
  'E_SENDER_DOMAIN_NOT_AVAILABLE',
]

/**
 * Hands a mail to the mail service. Throws what the service throws if it is not known whether the mail was sent, so
 * that the mail stays claimed and is not sent again.
 */
export async function handOver(service: SendEmail, message: EmailMessageBuilder): Promise<Delivery> {
  try {
    await service.send(message)
    return { state: 'sent' }
  } catch (error) {
    const code = String(Object(error).code)
    const reason = REFUSED[code]
    if (reason) return { state: 'failed', reason }
    if (LATER.includes(code)) return { state: 'waiting' }
    throw error
  }
}
