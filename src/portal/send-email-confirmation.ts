import { open } from '../db/client'
import { createConfirmation } from '../domain/portal/confirm-email'
import type { Bindings, QueuedEmailConfirmation } from '../env'
import { isLoopback } from '../http/origin'
import { confirmationMail } from './email-mails'

/** Mails a new address the link that confirms it; none where the change was withdrawn by then. */
export async function sendEmailConfirmation(env: Bindings, queued: QueuedEmailConfirmation): Promise<void> {
  const { origin, language, email } = queued
  const created = await createConfirmation(open(env.DB), { now: new Date(), confirmation: queued })
  if (!created) return
  const { workspace } = created
  const mail = confirmationMail(created, { origin, language })
  const from = { name: workspace.portalSenderName ?? workspace.name, email: env.MAIL_FROM }
  const replyTo = workspace.contactEmail
  await env.EMAIL.send({ from, to: email, ...(replyTo && { replyTo }), ...mail })
  if (isLoopback(origin)) console.log(`Mail to ${email}: ${mail.subject}\n\n${mail.text}`)
}
