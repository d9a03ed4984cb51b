import { open } from '../db/client'
import { type Channel, createLinkToMail } from '../domain/portal/links'
import type { Bindings, QueuedMail } from '../env'
import { isLoopback } from '../http/origin'
import { letter } from './link-mail'

/** After so many retries a mail goes to the dead-letter queue: `max_retries` in wrangler.toml. */
export const MOST_RETRIES = 12

const HOUR_SECONDS = 3600

/** How long a request for a link is worth an answer: as long as the link would open the portal. */
const WORTH_MILLISECONDS = 12 * HOUR_SECONDS * 1000

/**
 * Sends the mails of a batch. One that fails is tried again after a minute, then after twice as long each time up to an
 * hour: for about seven hours, then the dead-letter queue keeps it. One that was asked for more than twelve hours ago is
 * dropped. Both are logged by the id of the message.
 */
export async function sendMails(batch: MessageBatch<QueuedMail>, env: Bindings): Promise<void> {
  for (const message of batch.messages) {
    const { id, attempts, body } = message
    if (Date.now() - Date.parse(body.requested_at) > WORTH_MILLISECONDS) {
      console.error(JSON.stringify({ mail: id, dropped: 'The request for it is more than 12 hours old.' }))
      message.ack()
      continue
    }
    try {
      await sendLink(env, body, 'entry_page')
      message.ack()
    } catch (error) {
      const delaySeconds = Math.min(60 * 2 ** (attempts - 1), HOUR_SECONDS)
      const next =
        attempts > MOST_RETRIES
          ? { given_up: 'It goes to the dead-letter queue.' }
          : { retry_in: delaySeconds }
      const name = error instanceof Error ? error.name : 'unknown'
      console.error(JSON.stringify({ mail: id, attempt: attempts, error: name, ...next }))
      message.retry({ delaySeconds })
    }
  }
}

/** Sends one mail with a login link to those who share an address, valid as long as the channel says. */
export async function sendLink(
  env: Bindings,
  { workspace_id, email, origin }: Omit<QueuedMail, 'requested_at'>,
  channel: Channel,
) {
  if (email === null) return
  const asked = { workspaceId: workspace_id, email, channel }
  const link = await createLinkToMail(open(env.DB), env.PORTAL_LINKS, new Date(), asked)
  if (link === 'too_many_members')
    console.error(JSON.stringify({ workspace_id, not_mailed: 'Too many members share the address.' }))
  if (typeof link === 'string') return
  const { workspace, to, token, expiresAt } = link
  const { subject, text, html } = letter(workspace, `${origin}/portal/login/${token}`, expiresAt)
  const from = { name: workspace.portalSenderName ?? workspace.name, email: env.MAIL_FROM }
  await env.EMAIL.send({ from, to, subject, text, html })
  if (isLoopback(origin)) console.log(`Mail to ${to}: ${subject}\n\n${text}`)
}
