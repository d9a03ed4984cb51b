import type { Db } from '../db/client'
import { note } from '../db/work'
import { serviceActor } from '../domain/access/actor'
import { quotaNotices } from '../domain/mails/alert-owners'
import { listStuckWorkspaces, resumeMails } from '../domain/mails/resume'
import { listDueWorkspaces, runRules } from '../domain/mails/rules/run'
import { listWorkspacesToTell, tellOldAddresses } from '../domain/portal/tell-old-addresses'
import type { Bindings } from '../env'
import { type Asked, queueJobs } from '../http/job-queue'
import { publicOrigin } from '../http/origin'
import { sendAll } from '../http/send-all'
import { queueMails } from './queue'

/**
 * What the hourly run does about mails: asks for the automatic ones that are due and for those that got stuck, tells owners
 * whose quota is nearly used up, and old addresses that staff have replaced. Without PUBLIC_URL, where links in mails lead,
 * it does nothing and says so in the log.
 */
export function hourlyMails(env: Bindings, db: Db, now: Date): Record<string, () => Promise<unknown>> {
  const origin = publicOrigin(env)
  if (!origin) {
    note('automatic_mails', 'PUBLIC_URL is not set, so none is sent.')
    return {}
  }
  return {
    queueDueMails: async () => {
      const due = await listDueWorkspaces(db, now)
      await queueJobs(env, 'send_due_mails', { workspaceIds: due.map(({ id }) => id), now })
    },
    queueStuckMails: async () => {
      await queueJobs(env, 'resume_mails', { workspaceIds: await listStuckWorkspaces(db, now), now })
    },
    alertOwners: async () => {
      const notices = await quotaNotices(db, now)
      await sendAll(
        env.MAILS,
        notices.map((notice) => ({ kind: 'quota_notice', ...notice, origin })),
      )
    },
    queueOldAddresses: async () => {
      await queueJobs(env, 'tell_old_addresses', { workspaceIds: await listWorkspacesToTell(db), now })
    },
  }
}

/** Sends the automatic mails of a workspace that are due. A rule that another run has taken waits for the next hour. */
export async function sendDueMails(env: Bindings, { db, workspaceId, now }: Asked): Promise<'done'> {
  const origin = publicOrigin(env)
  if (!origin) return 'done'
  const actor = serviceActor({ requestId: crypto.randomUUID(), now })
  const { sendings, left } = await runRules(db, { workspaceId, now, actor })
  for (const sending of sendings) await queueMails(env, sending, origin)
  if (left.length > 0) note('rules_left', left.length)
  return 'done'
}

/** Takes up mails of a workspace that got stuck, some at a time. */
export async function resumeStuckMails(env: Bindings, { db, ...asked }: Asked): Promise<'done' | 'more'> {
  const origin = publicOrigin(env)
  if (!origin) return 'done'
  const { sendings, isAll } = await resumeMails(db, asked)
  for (const sending of sendings) await queueMails(env, sending, origin)
  return isAll ? 'done' : 'more'
}

/** Tells old addresses that staff of a workspace have replaced, some at a time. */
export async function tellReplaced(env: Bindings, { db, workspaceId }: Asked): Promise<'done' | 'more'> {
  const origin = publicOrigin(env)
  if (!origin) return 'done'
  const { isAll } = await tellOldAddresses(db, {
    workspaceId,
    tell: (notices) =>
      sendAll(
        env.MAILS,
        notices.map((notice) => ({ kind: 'email_notice', ...notice, origin })),
      ),
  })
  return isAll ? 'done' : 'more'
}
