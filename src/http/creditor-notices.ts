import type { Context } from 'hono'
import type { CreditorNotice } from '../domain/workspaces/creditor-notice'
import type { Env } from '../env'
import { originOf } from './origin'

/** Puts the mails that tell owners of a new account of direct debits into the queue. */
export async function queueCreditorNotices(c: Context<Env>, notices: CreditorNotice[]): Promise<void> {
  const origin = originOf(c)
  for (const notice of notices) await c.env.MAILS.send({ kind: 'creditor_notice', ...notice, origin })
}
