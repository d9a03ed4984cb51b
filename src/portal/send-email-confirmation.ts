import { open } from '../db/client'
import { createConfirmation } from '../domain/portal/confirm-email'
import type { Bindings, QueuedEmailConfirmation } from '../env'
import { senderOf, sendWritten } from '../mail/send-written'
import { confirmationMail } from './email-mails'

/** Mails a new address the link that confirms it; none where the change was withdrawn by then. */
export async function sendEmailConfirmation(env: Bindings, queued: QueuedEmailConfirmation): Promise<void> {
  const { origin, language, email } = queued
  const created = await createConfirmation(open(env.DB), { now: new Date(), confirmation: queued })
  if (!created) return
  const mail = confirmationMail(created, { origin, language })
  await sendWritten(env, { ...senderOf(created.workspace), to: email, ...mail, origin })
}
