import { openHome } from '../db/databases'
import { countSent, reserveMails } from '../domain/mails/sent-days'
import type { Bindings } from '../env'
import { secondSender } from './second-sender'

/** How many mails of all workspaces the mail service takes on a day, if the deployment says so: MAIL_DAILY_QUOTA. */
function mailQuota({ MAIL_DAILY_QUOTA }: Pick<Bindings, 'MAIL_DAILY_QUOTA'>): number | undefined {
  const quota = Number(MAIL_DAILY_QUOTA)
  return Number.isSafeInteger(quota) && quota > 0 ? quota : undefined
}

/** Counts mails of a mailing before they are sent. Returns how many of them the quota still allows; all without a quota. */
export async function reserve(env: Bindings, count: number, now: Date): Promise<number> {
  const quota = mailQuota(env)
  if (!quota || secondSender(env) || count === 0) return count
  return reserveMails(openHome(env), { quota, count, now })
}

/** Counts less again what was reserved, and not sent. */
export async function giveBack(env: Bindings, count: number, now: Date): Promise<void> {
  if (!mailQuota(env) || secondSender(env) || count === 0) return
  await countSent(openHome(env), { count: -count, now })
}

/** Counts mails that are no mailing: they always go, and leave less to mailings. */
export async function countSingle(env: Bindings, count: number): Promise<void> {
  if (mailQuota(env) && count > 0) await countSent(openHome(env), { count, now: new Date() })
}
