import { note } from '../db/work'
import { type ClaimedMail, claimMail, type Delivery, finishMailing, type Handed } from '../domain/mails/claim'
import { loadMailing, type Mailing, type NotSending } from '../domain/mails/mailing'
import { dayOf } from '../domain/mails/quota'
import { type About, aboutOf, isAboutDebit } from '../domain/mails/rules/occasions'
import { withoutEmpty } from '../domain/mails/rules/texts'
import { storeLink } from '../domain/portal/links'
import { idOrSlugOf } from '../domain/portal/settings'
import { sha256 } from '../domain/shared/hash'
import { newTokenAt } from '../domain/shared/token'
import type { Bindings, QueuedMailing } from '../env'
import { nameOf } from '../http/log'
import { noteFailure } from '../http/log-work'
import { locate } from '../http/open-database'
import { isLoopback } from '../http/origin'
import { loginPath } from '../http/portal-paths'
import { memberLocaleOf } from '../ui/i18n/locale'
import { renderMail } from '../ui/mail/render-mail'
import { mailHeaders } from './headers'
import { lookOf } from './look'
import { giveBack, reserve } from './quota'
import { handOver } from './send'
import { senderOf } from './send-written'
import { attachmentsOf, transferOf } from './transfer'
import { placeholderValues } from './values'

/**
 * Sends the mails of a range that wait, one after the other. Each is claimed before it is sent, so that a message that
 * the queue delivers twice, or another one for the same range, sends nothing twice. Returns whether the rest should be
 * tried later. What the quota of the day does not allow is left to the hourly run of the next day.
 */
export async function deliverMailing(env: Bindings, queued: QueuedMailing): Promise<'done' | 'later'> {
  const { workspace_id: workspaceId, mail_id: mailId, first, last } = queued
  const db = await locate(env, workspaceId)
  const mailing = await loadMailing(db, { workspaceId, mailId, first, last })
  if (typeof mailing === 'string') return leave(mailId, mailing)
  const now = new Date()
  // What a sandbox keeps is no mail of the quota.
  const waiting = mailing.leads.length
  const reserved = mailing.workspace.isSandbox ? waiting : await reserve(env, waiting, now)
  let handed: Handed | undefined
  let used = 0
  try {
    for (const lead of mailing.leads.slice(0, reserved)) {
      const token = mailing.mail.kind === 'news' ? newTokenAt(db.place) : undefined
      const unsubscribeHash = token && sha256(token)
      const claimed = await claimMail(db, { mailing, lead, handed, unsubscribeHash, now: new Date() })
      handed = undefined
      if (claimed === 'stopped') return 'done'
      if (claimed === 'taken') continue
      const delivery = await deliver(env, { mailing, claimed, token, origin: queued.origin })
      handed = delivery && { ...claimed, delivery }
      if (delivery?.state === 'waiting') break
      if (delivery?.state !== 'skipped') used += 1
    }
    const waits = handed?.delivery.state === 'waiting'
    const isHeld = waits ? handed?.delivery.isHeld : reserved < waiting
    await finishMailing(db, mailing, handed, isHeld ? dayOf(now) : undefined)
    return waits && !isHeld ? 'later' : 'done'
  } finally {
    if (!mailing.workspace.isSandbox) await giveBack(env, reserved - used, now)
  }
}

/** Leaves a message whose mail is not being sent, such as one that was queued before a restore. */
function leave(mailId: string, why: NotSending): 'done' {
  if (why !== 'ended') note('not_sent', `${mailId} ${why}`)
  return 'done'
}

type Claimed = { mailing: Mailing; claimed: ClaimedMail; token: string | undefined; origin: string }

/** Sends a claimed mail. Undefined where it is not known whether it was sent; the error is logged by its name. */
async function deliver(
  env: Bindings,
  { mailing, claimed, token, origin }: Claimed,
): Promise<Delivery | undefined> {
  const reason = reasonToSkip(mailing, claimed)
  if (reason) return { state: 'skipped', reason }
  const { mail, workspace } = mailing
  const { from_name, reply_to, sandbox_id } = senderOf(workspace)
  const link = await portalLink(env, { mailing, claimed, origin })
  const unsubscribeUrl = token && `${origin}/unsubscribe/${token}`
  const asked = mailing.used.includes('transfer') ? transferOf(workspace, claimed.fees) : undefined
  const values = placeholderValues(mailing, { ...claimed, transfer: asked?.transfer }, link)
  const message = renderMail({
    subject: mail.subject,
    body: mail.occasion === null ? mail.body : withoutEmpty(mail.body, values),
    values,
    transfer: asked?.transfer,
    look: lookOf(workspace, origin),
    locale: memberLocaleOf(workspace),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  })
  try {
    const written = {
      from: { name: from_name, email: env.MAIL_FROM },
      to: claimed.address,
      ...(reply_to && { replyTo: reply_to }),
      headers: mailHeaders({ mail, workspaceId: workspace.id, from: env.MAIL_FROM, unsubscribeUrl }),
      ...message,
      ...(asked && { attachments: attachmentsOf(asked.images) }),
    }
    const delivery = await handOver(env, written, sandbox_id)
    if (delivery.state === 'sent' && isLoopback(origin))
      console.log(`Mail to ${claimed.address}: ${message.subject}\n\n${message.text}`)
    return delivery
  } catch (error) {
    noteFailure({ mail: mail.id, unknown: nameOf(error) })
    return undefined
  }
}

const ABOUT_OPEN_FEES: About[] = ['reminded_fees', 'fee_to_pay', 'returned_debit']

function reasonToSkip({ mail, used }: Mailing, claimed: ClaimedMail) {
  const { person, hasRefused, isDeceased, fees, debits, members } = claimed
  if (!person) return 'deleted'
  if (isDeceased) return 'deceased'
  if (hasRefused) return 'unsubscribed'
  // What is sent for an occasion, such as a reminder, goes to those without a portal, too.
  if (mail.occasion === null && used.includes('portal_link') && members.length === 0) return 'no_portal'
  const about = aboutOf(mail.occasion)
  if (ABOUT_OPEN_FEES.includes(about) && fees.length === 0) return 'nothing_open'
  if (about === 'paid_fee' && fees.length === 0) return 'not_paid'
  return isAboutDebit(mail.occasion) && debits.length === 0 ? 'no_debit' : undefined
}

/** A link into the portal for two weeks; empty if the mail has none, or its reader has no portal. One put. */
async function portalLink(
  env: Bindings,
  { mailing, claimed, origin }: Omit<Claimed, 'token'>,
): Promise<string> {
  const { members, portalWorkspaceId } = claimed
  if (!mailing.used.includes('portal_link') || portalWorkspaceId === null || members.length === 0) return ''
  const { token } = await storeLink(env.PORTAL_LINKS, {
    now: new Date(),
    workspaceId: portalWorkspaceId,
    members,
    kind: 'bulk_mail',
  })
  const { workspace } = mailing
  const isOwn = workspace.id === portalWorkspaceId
  return `${origin}${loginPath(isOwn ? idOrSlugOf(workspace) : portalWorkspaceId, token)}`
}
