import { open } from '../db/client'
import { serviceActor } from '../domain/access/actor'
import { quotaNotices } from '../domain/mails/alert-owners'
import { resumeMails } from '../domain/mails/resume'
import { listDueWorkspaces, runRules } from '../domain/mails/rules/run'
import { tellOldAddresses } from '../domain/portal/tell-old-addresses'
import type { Bindings } from '../env'
import { publicOrigin } from '../http/origin'
import { queueMails, sendAll } from './queue'

/** How many workspaces a run serves; the others wait for the next hour. */
const MAX_WORKSPACES = 100

/**
 * Sends the automatic mails that are due, takes up mails again that got stuck, tells owners whose quota is nearly used
 * up, and old addresses that staff have replaced. What fails is logged, and tried again in the next hour. Without
 * PUBLIC_URL, where links in mails lead, it only says so in the log.
 */
export async function sendDueMails(env: Bindings, now = new Date()): Promise<void> {
  const origin = publicOrigin(env)
  if (!origin) return log({ not_sent: 'PUBLIC_URL is not set.' })
  const db = open(env.DB)
  for (const sending of await resumeMails(db)) await queueMails(env, sending, origin)
  for (const notice of await quotaNotices(db, now))
    await env.MAILS.send({ kind: 'quota_notice', ...notice, origin })
  await tellOldAddresses(db, (notices) =>
    sendAll(
      env.MAILS,
      notices.map((notice) => ({ kind: 'email_notice', ...notice, origin })),
    ),
  )
  const due = await listDueWorkspaces(db, now)
  const requestId = crypto.randomUUID()
  for (const { id } of due.slice(0, MAX_WORKSPACES))
    try {
      const actor = serviceActor({ requestId, now })
      const { sendings, left } = await runRules(db, { workspaceId: id, now, actor })
      for (const sending of sendings) await queueMails(env, sending, origin)
      if (left.length > 0) log({ workspace_id: id, left })
    } catch (error) {
      log({ workspace_id: id, error: error instanceof Error ? error.name : 'unknown' })
    }
  if (due.length > MAX_WORKSPACES) log({ workspaces_left: due.length - MAX_WORKSPACES })
}

const log = (line: object): void => console.error(JSON.stringify({ automatic_mails: line }))
