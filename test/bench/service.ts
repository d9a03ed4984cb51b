import type { Bindings } from '../../src/env'
import service from '../../src/index'

const counts = new Map<string, number>()

// On Cloudflare a rate limit counts in the memory of the machine; its simulation writes a row to a disk per request.
const counting: RateLimit = {
  async limit({ key = '' }) {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return { success: count < Number.MAX_SAFE_INTEGER }
  },
}

/** What a deployment must bind, and no scenario uses. */
const UNUSED = {
  ...{ REFERENCE: {}, MAILS: {}, MAILINGS: {}, JOBS: {}, WEBHOOKS: {}, EMAIL: {}, LOG_LEVEL: 'warn' },
  MAIL_FROM: 'bench@example.org',
} as unknown as Bindings

/** The service as it is deployed, with rate limits that count in memory and are never reached. */
export default {
  fetch: (request, env, context) =>
    service.fetch(
      request as never,
      { ...UNUSED, ...env, KEY_RATE: counting, ADDRESS_RATE: counting },
      context,
    ),
} satisfies ExportedHandler<Bindings>
