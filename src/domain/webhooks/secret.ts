import { createHmac } from 'node:crypto'
import { daysFrom } from '../shared/dates'
import { type Restored, restoresOf } from '../shared/restores'

/** The keys of the deployment from which secrets are derived: the one in use, and the one before while it still signs. */
export type WebhookKeys = { current: string; previous?: string | undefined }

/** How long the secret before also signs: after a rotation, and after a restore, which nobody plans. */
const ROTATION_DAYS = 1
const RESTORE_DAYS = 7

type Owner = { workspaceId: string; id: string; secretVersion: number; rotatedAt: string | null }

/**
 * The secret of an endpoint as Standard Webhooks writes it: `whsec_` and 32 bytes as base64. It is derived and stored nowhere. A restore
 * makes new ones, since it may have taken a rotation back.
 */
export const secretOf = (key: string, { workspaceId, id, secretVersion }: Owner, epoch: number): string =>
  `whsec_${createHmac('sha256', key).update(`webhook secret\n${workspaceId}\n${id}\n${epoch}\n${secretVersion}`).digest('base64')}`

/** All secrets that sign a delivery at the moment, the one in use first. */
export function signingSecrets(
  { current, previous }: WebhookKeys,
  endpoint: Owner,
  { restored, now }: { restored: Restored; now: Date },
): string[] {
  const restores = restoresOf(restored)
  const epoch = restores.at(-1)?.epoch ?? 0
  const since = (instant: string | null | undefined, days: number) =>
    instant != null && instant > daysFrom(now, -days).toISOString()
  const secrets = [secretOf(current, endpoint, epoch)]
  if (previous) secrets.push(secretOf(previous, endpoint, epoch))
  if (since(endpoint.rotatedAt, ROTATION_DAYS) && endpoint.secretVersion > 1)
    secrets.push(secretOf(current, { ...endpoint, secretVersion: endpoint.secretVersion - 1 }, epoch))
  if (since(restores.at(-1)?.at, RESTORE_DAYS))
    secrets.push(secretOf(current, endpoint, restores.at(-2)?.epoch ?? 0))
  return secrets
}

/** The `webhook-signature` of Standard Webhooks: one signature for each secret. `timestamp` is in seconds. */
export const signatureOf = (
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string =>
  secrets
    .map((secret) => {
      const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
      return `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
