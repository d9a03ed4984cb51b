import type { WorkspaceRow } from '../db/schema'
import type { Bindings, QueuedWrittenMail } from '../env'
import { isLoopback } from '../http/origin'
import { AUTOMATIC } from './headers'
import { attachmentsOf } from './transfer'

/** Sends a mail that is written already. On a loopback address it is printed, too. */
export async function sendWritten(
  env: Bindings,
  {
    from_name,
    to,
    reply_to,
    subject,
    text,
    html,
    images,
    origin,
  }: Omit<QueuedWrittenMail, 'kind' | 'requested_at'>,
): Promise<void> {
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

/** Who sends the mails of a workspace, and where their answers go. */
export const senderOf = ({
  name,
  portalSenderName,
  contactEmail,
}: Pick<WorkspaceRow, 'name' | 'portalSenderName' | 'contactEmail'>) => ({
  from_name: portalSenderName ?? name,
  reply_to: contactEmail,
})
