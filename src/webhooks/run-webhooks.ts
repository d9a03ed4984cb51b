import type { Db } from '../db/client'
import { note } from '../db/work'
import { ownersToTell } from '../domain/webhooks/notices'
import { listEndpointsBehind, sendEvents, type WebhookNotice } from '../domain/webhooks/send'
import type { Bindings } from '../env'
import type { Job, Rest } from '../http/job-queue'
import { publicOrigin } from '../http/origin'
import { sendAll } from '../http/send-all'
import { timeBudget } from '../http/time-budget'
import { allowedAddresses, webhookKeys } from './keys'
import { post } from './post'

/** Queues the mails to owners about endpoints that fail. Without PUBLIC_URL, where their link leads, none. */
async function tellOwners(env: Bindings, db: Db, notices: WebhookNotice[]): Promise<void> {
  const origin = publicOrigin(env)
  if (notices.length === 0) return
  if (!origin) return note('webhook_notices', 'PUBLIC_URL is not set, so none is sent.')
  const mails = await ownersToTell(db, notices, new Date())
  await sendAll(
    env.MAILS,
    mails.map((mail) => ({ kind: 'webhook_notice', ...mail, origin })),
  )
}

/**
 * Sends the endpoints of a workspace what they have not heard of, side by side, so that none waits for another. Goes on in an
 * invocation of its own while some is left, or when the first of those that fail is due again.
 */
export const sendWebhooks: Job = async (env, { db, workspaceId, now }): Promise<Rest> => {
  const keys = webhookKeys(env)
  if (!keys) return 'done'
  const isTimeUp = timeBudget()
  const means = { keys, where: allowedAddresses(env) }
  const endpoints = await listEndpointsBehind(db, workspaceId, now)
  const runs = await Promise.allSettled(
    endpoints.map((endpointId) =>
      sendEvents(
        db,
        { workspaceId, endpointId },
        {
          post: (endpoint, delivery, milliseconds) => post(endpoint, delivery, milliseconds, means),
          isTimeUp,
          now: () => new Date(),
        },
      ),
    ),
  )
  const failed = runs.find((run) => run.status === 'rejected')
  const rests = runs.flatMap((run) => (run.status === 'fulfilled' ? [run.value] : []))
  await tellOwners(
    env,
    db,
    rests.flatMap(({ notice }) => notice ?? []),
  )
  if (failed) throw failed.reason
  if (rests.some(({ state }) => state === 'more')) return 'more'
  const [next] = rests.flatMap(({ at }) => at ?? []).sort()
  return next === undefined ? 'done' : { again: new Date(next) }
}
