import { refusalOf } from '../domain/webhooks/address'
import type { Answer } from '../domain/webhooks/attempts'
import type { Delivery } from '../domain/webhooks/delivery'
import { signatureOf, signingSecrets, type WebhookKeys } from '../domain/webhooks/secret'
import type { Sending } from '../domain/webhooks/sending'

/** How much of an answer is read, and how much of one that is no success is kept, in bytes and characters. */
const READ_BYTES = 1024
const KEPT_CHARACTERS = 200

type Means = { keys: WebhookKeys; where: Parameters<typeof refusalOf>[1]; fetch?: typeof fetch }

/**
 * Sends a delivery to its endpoint as Standard Webhooks has it, and returns what it answered. Follows no redirect, and sends nothing to an
 * address that is refused by now. Never throws.
 */
export async function post(
  endpoint: Sending,
  delivery: Pick<Delivery, 'id' | 'body'>,
  milliseconds: number,
  { keys, where, fetch = globalThis.fetch }: Means,
): Promise<Answer> {
  const started = Date.now()
  const answered = (answer: Partial<Answer>): Answer => ({
    status: null,
    failure: null,
    text: null,
    milliseconds: Date.now() - started,
    ...answer,
  })
  const refusal = refusalOf(new URL(endpoint.url), where)
  if (refusal) return answered({ failure: refusal })
  const now = new Date()
  const timestamp = Math.floor(now.getTime() / 1000)
  const secrets = signingSecrets(keys, endpoint, { restored: endpoint, now })
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new DOMException('No answer in time', 'TimeoutError')),
    milliseconds,
  )
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      redirect: 'manual',
      signal: late.signal,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Membership-Webhooks/1',
        'webhook-id': delivery.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf(secrets, { ...delivery, timestamp }),
      },
      body: delivery.body,
    })
    const text = await beginningOf(response)
    if (response.ok) return answered({ status: response.status })
    return answered({ status: response.status, text, retryAfter: retryAfterOf(response, now) })
  } catch (error) {
    return answered({ failure: isTimeout(error) ? 'timeout' : 'unreachable' })
  } finally {
    // An invocation makes hundreds of posts, and may have 10,000 timers; one that is not cleared counts until it fires.
    clearTimeout(timer)
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

/** The beginning of an answer; the rest is not read. */
async function beginningOf({ body }: Response): Promise<string | null> {
  if (!body) return null
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; bytes < READ_BYTES; ) {
    const { done, value } = await reader.read()
    if (done) return text.slice(0, KEPT_CHARACTERS)
    bytes += value.byteLength
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return text.slice(0, KEPT_CHARACTERS)
}

/** What 429 and 503 ask for by `Retry-After`, in seconds. */
function retryAfterOf({ status, headers }: Response, now: Date): number | undefined {
  const asked = headers.get('Retry-After')
  if ((status !== 429 && status !== 503) || asked === null) return undefined
  const seconds = /^\d{1,9}$/.test(asked) ? Number(asked) : (Date.parse(asked) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
