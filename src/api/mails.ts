import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { getMail } from '../domain/mails/get'
import { listMails, mailsQuery } from '../domain/mails/list'
import { listRecipients, type Recipient, recipient, recipientsQuery } from '../domain/mails/list-recipients'
import { type Mail, mail } from '../domain/mails/mail'
import { leftOut, newMail, postMail } from '../domain/mails/post'
import { listSandboxMails, sandboxMail } from '../domain/mails/sandbox-mails'
import { type Steering, steerMail } from '../domain/mails/steer'
import { refusedAt } from '../domain/shared/error-list'
import { DomainError } from '../domain/shared/errors'
import type { Env } from '../env'
import { endpoint } from '../http/endpoint'
import { originOf } from '../http/origin'
import { dataOf, pageOf, pageWithETag } from '../http/response'
import { queueMails } from '../mail/queue'
import { withPermission } from './access'

const MAIL_ID = {
  name: 'mail_id',
  description: 'The `id` of the mail',
  example: 'mai_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

const postedMail = mail.extend({ left_out: leftOut.describe('How many persons get no mail, by reason') })

export const mails = new Hono<Env>()
  .get(
    '/mails',
    ...endpoint({
      id: 'readMails',
      tag: 'Mails',
      summary: 'Read mails, page by page',
      description:
        'In the order of their creation, drafts and automatic mails included, at most 500 a page. Follow `meta.next_cursor`, or the Link header.',
      access: withPermission('mails:read'),
      query: mailsQuery,
      paged: true,
      answers: [200, pageOf(mail), 'A page of mails'],
    }),
    async (c) => {
      const page = await listMails(c.var.principal, { query: c.req.valid('query') })
      return pageWithETag<Mail>(c, { ...page, items: page.mails.map((item) => JSON.stringify(item)) })
    },
  )

  .post(
    '/mails',
    ...endpoint({
      id: 'sendMail',
      tag: 'Mails',
      summary: 'Send a mail to persons of a list',
      description:
        'To up to 20,000 persons, named by their ids, by a filter, or by a segment of the list. Persons who share an address get one mail, which names all of them, unless the text has placeholders of a person other than names. `{{portal_link}}` becomes a link for each, which opens the portal for two weeks. The mails are sent in the background: read the mail for their number, and its recipients for what became of each.',
      access: withPermission('mails:send'),
      body: newMail,
      idempotent: true,
      answers: [201, dataOf(postedMail), 'The mail, and how many persons get none'],
    }),
    async (c) => {
      const { mail, sending } = await postMail(c.var.principal, { body: c.req.valid('json') })
      if (sending) await queueMails(c.env, sending, originOf(c))
      return c.json({ data: mail }, 201)
    },
  )

  .get(
    '/mails/:mail_id',
    ...endpoint({
      id: 'readMail',
      tag: 'Mails',
      summary: 'Read one mail',
      description: 'With how many were sent, and how many wait.',
      access: withPermission('mails:read', MAIL_ID),
      answers: [200, dataOf(mail), 'The mail'],
    }),
    async (c) => c.json({ data: await getMail(c.var.principal, { id: c.req.param('mail_id') }) }),
  )

  .get(
    '/mails/:mail_id/recipients',
    ...endpoint({
      id: 'readMailRecipients',
      tag: 'Mails',
      summary: 'Read to whom a mail goes, page by page',
      description:
        'The persons at the moment of sending, in the order of their ids, at most 500 a page. They are deleted two years after the mail was sent; its counts stay.',
      access: withPermission('mails:read', MAIL_ID),
      query: recipientsQuery,
      paged: true,
      answers: [200, pageOf(recipient), 'A page of recipients'],
    }),
    async (c) => {
      const [id, query] = [c.req.param('mail_id'), c.req.valid('query')]
      const page = await listRecipients(c.var.principal, { id, query })
      return pageWithETag<Recipient>(c, {
        ...page,
        items: page.recipients.map((item) => JSON.stringify(item)),
      })
    },
  )

  .post(
    '/mails/:mail_id/stop',
    ...endpoint({
      id: 'stopMail',
      tag: 'Mails',
      summary: 'Stop a mail that is being sent',
      description: 'What still waits is not sent, unless the mail is continued.',
      access: withPermission('mails:send', MAIL_ID),
      answers: [204, undefined, 'The mail is stopped'],
    }),
    async (c) => {
      await steer(c, 'stop')
      return c.body(null, 204)
    },
  )

  .post(
    '/mails/:mail_id/continuation',
    ...endpoint({
      id: 'continueMail',
      tag: 'Mails',
      summary: 'Continue a mail that was stopped',
      description: 'Sends what still waits.',
      access: withPermission('mails:send', MAIL_ID),
      answers: [204, undefined, 'The mail is being sent'],
    }),
    async (c) => {
      const sending = await steer(c, 'continue')
      await queueMails(c.env, sending, originOf(c))
      return c.body(null, 204)
    },
  )

  .post(
    '/mails/:mail_id/retry',
    ...endpoint({
      id: 'retryMail',
      tag: 'Mails',
      summary: 'Send again what failed',
      description: 'Mails that were handed over without an answer are not sent again.',
      access: withPermission('mails:send', MAIL_ID),
      answers: [204, undefined, 'The mail is being sent'],
    }),
    async (c) => {
      const sending = await steer(c, 'retry')
      await queueMails(c.env, sending, originOf(c))
      return c.body(null, 204)
    },
  )

  .get(
    '/sandbox_mails',
    ...endpoint({
      id: 'readSandboxMails',
      tag: 'Mails',
      summary: 'Read the mails of a sandbox',
      description:
        'The last 200 mails of all kinds to members, contacts and applicants since the last night, the newest first, with the links ' +
        'that they would have. A sandbox sends none of them; other workspaces send all of theirs, and answer none here.',
      access: withPermission('mails:read'),
      answers: [200, dataOf(z.array(sandboxMail)), 'The mails'],
    }),
    async (c) => c.json({ data: await listSandboxMails(c.var.principal) }),
  )

/** Why a mail cannot be steered. */
const REFUSED = {
  stop: 'mail_not_sending',
  continue: 'mail_not_stopped',
  retry: 'mail_delivered',
} as const satisfies Record<Steering, string>

/**
 * Steers the mail of a request. Throws `invalid` if its state does not allow it: a 412 answers callers who sent an
 * ETag.
 */
async function steer(c: Context<Env>, steering: Steering) {
  try {
    const id = c.req.param('mail_id') ?? ''
    const { sending } = await steerMail(c.var.principal, { id, steering })
    return sending
  } catch (error) {
    if (!(error instanceof DomainError && error.reason === 'changed_meanwhile')) throw error
    throw refusedAt('mail_id', { code: REFUSED[steering] })
  }
}
