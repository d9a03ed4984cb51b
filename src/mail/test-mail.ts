import type { Bindings, QueuedTestMail } from '../env'
import { isLoopback } from '../http/origin'

/** Sends a mail to the member of staff who tries it. On a loopback address it is printed, too. */
export async function sendTestMail(
  env: Bindings,
  { to, from_name, reply_to, subject, text, html, origin }: QueuedTestMail,
): Promise<void> {
  await env.EMAIL.send({
    from: { name: from_name, email: env.MAIL_FROM },
    to,
    ...(reply_to && { replyTo: reply_to }),
    subject,
    text,
    html,
  })
  if (isLoopback(origin)) console.log(`Mail to ${to}: ${subject}\n\n${text}`)
}
