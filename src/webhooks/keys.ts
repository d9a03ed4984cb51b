import type { WebhookKeys } from '../domain/webhooks/secret'
import type { Bindings } from '../env'
import { isLoopback, publicOrigin } from '../http/origin'

/** The keys of the deployment that secrets of endpoints are derived from; undefined if it sends no webhooks. */
export const webhookKeys = ({
  WEBHOOK_KEY,
  WEBHOOK_KEY_PREVIOUS,
}: Pick<Bindings, 'WEBHOOK_KEY' | 'WEBHOOK_KEY_PREVIOUS'>): WebhookKeys | undefined =>
  WEBHOOK_KEY ? { current: WEBHOOK_KEY, previous: WEBHOOK_KEY_PREVIOUS } : undefined

/** Where webhooks may lead: never to this service, and to this machine only where the service runs on it. */
export function allowedAddresses(env: Bindings, requested?: string) {
  const origins = [publicOrigin(env), requested].filter((origin) => origin !== undefined)
  return {
    ownHosts: origins.map((origin) => new URL(origin).hostname),
    allowsLoopback: origins.length > 0 && origins.every((origin) => isLoopback(origin)),
  }
}
