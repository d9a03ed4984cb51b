import { open } from '../db/client'
import type { Channel } from '../domain/portal/links'
import { createLinkToMail } from '../domain/portal/mail-link'
import type { Bindings, QueuedMail } from '../env'
import { isLoopback } from '../http/origin'
import { linkMail } from './link-mail'

/** `max_retries` in wrangler.toml: after this many retries, a mail goes to the dead-letter queue. */
const MAX_RETRIES = 12

const HOUR_SECONDS = 3600

/** The maximum age of a request for a link: the link of an older one would have expired. */
const MAX_AGE_MILLISECONDS = 12 * HOUR_SECONDS * 1000

/**
 * Sends the mails of a batch. A mail that fails is retried after a minute, then after twice as long each time, up to an
 * hour, for about seven hours in total; then it goes to the dead-letter queue. A mail that was requested more than twelve
 * hours ago is dropped. Failures and drops are logged with the id of the message.
 */
export async function sendMails(batch: MessageBatch<QueuedMail>, env: Bindings): Promise<void> {
  for (const message of batch.messages) {
    const { id, attempts, body } = message
    if (Date.now() - Date.parse(body.requested_at) > MAX_AGE_MILLISECONDS) {
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
        attempts > MAX_RETRIES
          ? { given_up: 'It goes to the dead-letter queue.' }
          : { retry_in: delaySeconds }
      const name = error instanceof Error ? error.name : 'unknown'
      console.error(JSON.stringify({ mail: id, attempt: attempts, error: name, ...next }))
      message.retry({ delaySeconds })
    }
  }
}

/** Mails one login link to the members who share an address. The channel determines how long the link is valid. */
export async function sendLink(
  env: Bindings,
  { workspace_id, email, origin }: Omit<QueuedMail, 'requested_at'>,
  channel: Channel,
): Promise<void> {
  if (email === null) return
  const link = await createLinkToMail(open(env.DB), {
    links: env.PORTAL_LINKS,
    now: new Date(),
    workspaceId: workspace_id,
    email,
    channel,
  })
  if (link === 'too_many_members')
    console.error(JSON.stringify({ workspace_id, not_mailed: 'Too many members share the address.' }))
  if (typeof link === 'string') return
  const { workspace, to, token, expiresAt } = link
  const { subject, text, html } = linkMail(workspace, `${origin}/portal/login/${token}`, expiresAt)
  const from = { name: workspace.portalSenderName ?? workspace.name, email: env.MAIL_FROM }
  await env.EMAIL.send({ from, to, subject, text, html })
  if (isLoopback(origin)) console.log(`Mail to ${to}: ${subject}\n\n${text}`)
}
