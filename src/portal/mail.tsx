import { open } from '../db/client'
import { type Channel, createLinkToMail } from '../domain/portal-links'
import type { Bindings, QueuedMail } from '../env'
import { isLoopback } from '../http/origin'
import { letter } from './letter'

/** Sends the mails that wait. One that fails is tried again, and in the end kept in the dead-letter queue. */
export async function sendMails(batch: MessageBatch<QueuedMail>, env: Bindings): Promise<void> {
  for (const message of batch.messages) {
    try {
      await sendLink(env, message.body, 'entry_page')
      message.ack()
    } catch (fault) {
      const name = fault instanceof Error ? fault.name : 'unknown'
      console.error(JSON.stringify({ mail: message.id, attempt: message.attempts, fault: name }))
      message.retry()
    }
  }
}

/** Sends one mail with a login link to those who share an address, valid as long as the channel says. */
export async function sendLink(env: Bindings, { workspace_id, email, origin }: QueuedMail, channel: Channel) {
  if (email === null) return
  const asked = { workspaceId: workspace_id, email, channel }
  const link = await createLinkToMail(open(env.DB), env.PORTAL_LINKS, new Date(), asked)
  if (!link) return
  const { workspace, to, token, expiresAt } = link
  const { subject, text, html } = letter(workspace, `${origin}/portal/login/${token}`, expiresAt)
  const from = { name: workspace.portalSenderName ?? workspace.name, email: env.MAIL_FROM }
  await env.EMAIL.send({ from, to, subject, text, html })
  if (isLoopback(origin)) console.log(`Mail to ${to}: ${subject}\n\n${text}`)
}
