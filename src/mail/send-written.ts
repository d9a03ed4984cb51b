import type { WorkspaceRow } from '../db/schema'
import type { Bindings, QueuedWrittenMail } from '../env'
import { isLoopback } from '../http/origin'
import { AUTOMATIC } from './headers'
import { keepsMail } from './keep'
import { attachmentsOf } from './transfer'

type WrittenMail = Omit<QueuedWrittenMail, 'kind' | 'requested_at' | 'sandbox_id'> & {
  /** The sandbox whose mail it is; null for other workspaces, and for mails of the service to staff. */
  sandbox_id: string | null
}

/** Sends a mail that is written already, or keeps it for a sandbox. On a loopback address what is sent is printed, too. */
export async function sendWritten(
  env: Bindings,
  { sandbox_id, from_name, to, reply_to, subject, text, html, images, origin }: WrittenMail,
): Promise<void> {
  if (await keepsMail(env, sandbox_id, { to, subject, text })) return
  await env.EMAIL.send({
    from: { name: from_name, email: env.MAIL_FROM },
    to,
    ...(reply_to && { replyTo: reply_to }),
    headers: AUTOMATIC,
    subject,
    text,
    html,
    ...(images && { attachments: attachmentsOf(images) }),
  })
  if (isLoopback(origin)) console.log(`Mail to ${to}: ${subject}\n\n${text}`)
}

/** Who sends the mails of a workspace, where their answers go, and whether they leave at all. */
export const senderOf = ({
  id,
  isSandbox,
  name,
  portalSenderName,
  contactEmail,
}: Pick<WorkspaceRow, 'id' | 'isSandbox' | 'name' | 'portalSenderName' | 'contactEmail'>) => ({
  sandbox_id: isSandbox ? id : null,
  from_name: portalSenderName ?? name,
  reply_to: contactEmail,
})
