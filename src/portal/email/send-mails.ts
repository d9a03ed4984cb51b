import { viewNotifying } from '../../domain/portal/account-notices'
import { createConfirmation } from '../../domain/portal/confirm-email'
import { createReversal } from '../../domain/portal/reverse-email'
import type { Bindings, QueuedAccountNotice, QueuedEmailConfirmation, QueuedEmailNotice } from '../../env'
import { locate } from '../../http/open-database'
import { senderOf, sendWritten } from '../../mail/send-written'
import { accountNoticeMail, confirmationMail, noticeMail } from './mails'

/** Mails a new address the link that confirms it; none if the change was withdrawn by then. */
export async function sendEmailConfirmation(env: Bindings, queued: QueuedEmailConfirmation): Promise<void> {
  const { origin, language, email } = queued
  const created = await createConfirmation(await locate(env, queued.workspace_id), {
    now: new Date(),
    confirmation: queued,
  })
  if (!created) return
  const mail = confirmationMail(created, { origin, language })
  await sendWritten(env, { ...senderOf(created.workspace), to: email, ...mail, origin })
}

/** Tells an old address of a new one, with the link that takes the change back. */
export async function sendEmailNotice(env: Bindings, queued: QueuedEmailNotice): Promise<void> {
  const { origin, language, to, new_email: newEmail, is_of_staff: isOfStaff = false } = queued
  const created = await createReversal(await locate(env, queued.workspace_id), queued)
  if (!created) return
  const mail = noticeMail({ ...created, newEmail, isOfStaff, origin, language })
  await sendWritten(env, { ...senderOf(created.workspace), to, ...mail, origin })
}

/** Tells an address of a member that the account was changed. */
export async function sendAccountNotice(env: Bindings, queued: QueuedAccountNotice): Promise<void> {
  const { origin, language, to } = queued
  const workspace = await viewNotifying(await locate(env, queued.workspace_id), queued)
  if (!workspace) return
  const mail = accountNoticeMail(workspace, queued, { origin, language })
  await sendWritten(env, { ...senderOf(workspace), to, ...mail, origin })
}
