import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Bindings, QueuedMailing } from '../../src/env'
import worker from '../../src/index'
import type { Answer, Options } from './call'
import { QUIET } from './call'
import { PUBLIC_URL } from './portal'
import { rows, type Workspace } from './workspace'

export const MAIL = { list: 'members', kind: 'official', subject: 'Einladung', body: 'Liebe Mitglieder!' }

/** A queue that keeps what it is told. */
export function mailings() {
  const queued: QueuedMailing[] = []
  const MAILINGS = {
    sendBatch: async (messages: { body: QueuedMailing }[]) =>
      void queued.push(...messages.map(({ body }) => body)),
  } as unknown as Queue<QueuedMailing>
  return { queued, bindings: { MAILINGS, PUBLIC_URL } }
}

/** Sends a mail through the API; gives the answer and what the queue was told. */
export async function postMail(
  club: Workspace,
  mail: object = {},
  options: Options = {},
): Promise<Answer & { queued: QueuedMailing[] }> {
  const { queued, bindings } = mailings()
  const answer = await club.post('/mails', { ...MAIL, ...mail }, { ...options, env: bindings })
  return { ...answer, queued }
}

export type SentMail = EmailMessageBuilder & { to: string; text: string; html: string; subject: string }

/** What the mail service does with a mail: `undefined` takes it, an error throws it. */
type Service = (mail: SentMail) => Error | undefined | Promise<Error | undefined>

/** An error of the mail service. */
export const serviceError = (code: string): Error => Object.assign(new Error('refused'), { code })

/** Delivers what the queue was told, each message in a batch of its own. Gives what was sent, and what is to be tried later. */
export async function deliverMails(
  queued: QueuedMailing[],
  {
    service = () => undefined,
    attempts = 1,
    bindings = {},
    ids,
  }: {
    service?: Service
    /** What the mail service calls a mail. */
    ids?: (mail: SentMail) => string
    attempts?: number
    bindings?: Partial<Bindings>
  } = {},
) {
  const sent: SentMail[] = []
  const EMAIL = {
    send: async (mail: SentMail) => {
      const error = await service(mail)
      if (error) throw error
      sent.push(mail)
      return ids && { messageId: ids(mail) }
    },
  } as unknown as SendEmail
  const retried: QueuedMailing[] = []
  for (const body of queued) {
    const message = { id: '0', timestamp: new Date(), attempts, body }
    const batch = createMessageBatch<QueuedMailing>('membership-mailings', [message])
    const context = createExecutionContext()
    // The queue delivers a message again whose consumer has failed.
    const hasFailed = await worker.queue(batch, { ...env, ...QUIET, EMAIL, ...bindings } as Bindings).then(
      () => false,
      () => true,
    )
    const { retryMessages } = await getQueueResult(batch, context)
    if (hasFailed || retryMessages.length > 0) retried.push(body)
  }
  return { sent, retried }
}

/** How many recipients of a mail are in each state, as they are stored. */
export async function storedStates(mailId: string): Promise<Record<string, number>> {
  const found = await rows<{ state: string; count: number }>(
    'SELECT state, count(*) AS count FROM mail_recipients WHERE mail_id = ? GROUP BY state',
    mailId,
  )
  return Object.fromEntries(found.map(({ state, count }) => [state, count]))
}
