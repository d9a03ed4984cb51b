import { open } from '../../db/client'
import { createConfirmation } from '../../domain/portal/confirm-email'
import { createReversal } from '../../domain/portal/reverse-email'
import type { Bindings, QueuedEmailConfirmation, QueuedEmailNotice } from '../../env'
import { senderOf, sendWritten } from '../../mail/send-written'
import { confirmationMail, noticeMail } from './mails'

/** Mails a new address the link that confirms it; none where the change was withdrawn by then. */
export async function sendEmailConfirmation(env: Bindings, queued: QueuedEmailConfirmation): Promise<void> {
  const { origin, language, email } = queued
  const created = await createConfirmation(open(env.DB), { now: new Date(), confirmation: queued })
  if (!created) return
  const mail = confirmationMail(created, { origin, language })
  await sendWritten(env, { ...senderOf(created.workspace), to: email, ...mail, origin })
}

/** Tells an old address of a new one, with the link that takes the change back. */
export async function sendEmailNotice(env: Bindings, queued: QueuedEmailNotice): Promise<void> {
  const { origin, language, to, new_email: newEmail, is_of_staff: isOfStaff = false } = queued
  const created = await createReversal(open(env.DB), queued)
  if (!created) return
  const mail = noticeMail({ ...created, newEmail, isOfStaff, origin, language })
  await sendWritten(env, { ...senderOf(created.workspace), to, ...mail, origin })
}
