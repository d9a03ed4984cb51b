import { note } from '../db/work'
import type { Delivery, NotSentReason } from '../domain/mails/claim'
import type { Bindings } from '../env'

/** A mail to one address, as this service writes them. */
export type Mail = {
  from: { name: string; email: string }
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  attachments?: {
    disposition: 'inline'
    contentId: string
    filename: string
    type: string
    content: string
  }[]
}

/** An HTTP service with the API of Postmark's `POST /email`, and its token. */
export type SecondSender = { url: string; token: string }

/** The service that mailings go through in place of the platform's, if the deployment has one. */
export const secondSender = ({
  MAILINGS_SENDER_URL,
  MAILINGS_SENDER_TOKEN,
}: Bindings): SecondSender | undefined =>
  MAILINGS_SENDER_URL && MAILINGS_SENDER_TOKEN
    ? { url: MAILINGS_SENDER_URL, token: MAILINGS_SENDER_TOKEN }
    : undefined

const TIMEOUT_MILLISECONDS = 20_000

/** The stream of Postmark for mails to many. */
const STREAM = 'broadcast'

/** Error codes after which the mail was certainly not sent, and will not be. */
const REFUSED: Partial<Record<number, NotSentReason>> = {
  406: 'undeliverable',
  411: 'not_delivered',
}

/** Error codes that are about the sender: its token, signature, account or credits. The same mail can be sent later. */
const SENDERS_FAULT = [10, 100, 400, 401, 405, 412, 413, 429]

/** Statuses that say nothing about the mail: a wrong token or address of the API, too many requests, maintenance. */
const LATER = [401, 403, 404, 405, 429, 503]

/**
 * Hands a mail to the second sender. Throws where the mail may or may not have been sent: without an answer within 20 seconds, or
 * with an error of the service itself. The errors of the service are logged by their codes, since their messages hold addresses.
 */
export async function sendByHttp({ url, token }: SecondSender, mail: Mail): Promise<Delivery> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'X-Postmark-Server-Token': token,
    },
    body: JSON.stringify(bodyOf(mail)),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  })
  const { status } = response
  const { ErrorCode: code = 0, Message: text = '', MessageID: messageId } = await answerOf(response)
  if (response.ok && code === 0) return { state: 'sent', messageId }
  note('second_sender', `${status} ${code}`)
  if (LATER.includes(status) || SENDERS_FAULT.includes(code)) return { state: 'waiting' }
  if (status === 413) return { state: 'failed', reason: 'too_large' }
  const reason = REFUSED[code]
  if (reason) return { state: 'failed', reason }
  if (status === 422 || status === 400)
    return { state: 'failed', reason: /'To'/.test(text) ? 'invalid_address' : 'not_delivered' }
  throw new UnknownOutcome()
}

type Answer = { ErrorCode?: number; Message?: string; MessageID?: string }

async function answerOf(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer
  } catch {
    return {}
  }
}

class UnknownOutcome extends Error {
  override name = 'UnknownOutcome'
}

const bodyOf = ({ from, to, replyTo, subject, text, html, headers = {}, attachments = [] }: Mail) => ({
  From: `${quoted(from.name)} <${from.email}>`,
  To: to,
  ...(replyTo && { ReplyTo: replyTo }),
  Subject: subject,
  TextBody: text,
  HtmlBody: html,
  Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
  Attachments: attachments.map(({ filename, type, content, contentId }) => ({
    Name: filename,
    ContentType: type,
    Content: content,
    ContentID: `cid:${contentId}`,
  })),
  MessageStream: STREAM,
})

const quoted = (name: string): string => `"${name.replace(/["\\]/g, '\\$&')}"`
