import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { Bindings, QueuedMail } from '../../src/env'
import worker from '../../src/index'
import { type Answer, call, type Options, QUIET } from './call'
import { operator, type Workspace } from './workspace'

export const PUBLIC_URL = 'https://members.example.org'
const FORM = 'application/x-www-form-urlencoded'

type Fields = Record<string, string> | [string, string][]

/** Submits a form as a page of the portal does. */
export const submit = (path: string, fields: Fields = {}, options: Options = {}): Promise<Answer> =>
  call('POST', path, {
    ...options,
    raw: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': FORM, 'Sec-Fetch-Site': 'same-origin', ...options.headers },
  })

/** Creates a login link through the API and returns its path. */
export async function createLink(club: Workspace, member: object): Promise<string> {
  const { body } = await club.post('/member_portal_sessions', member)
  return new URL(body.data.url).pathname
}

export type Session = { cookie: string } & ReturnType<typeof browserWith>

/** Follows a login link and presses its button. */
export async function signIn(club: Workspace, member: object): Promise<Session> {
  return sessionFrom(await submit(await createLink(club, member)))
}

/** The session that a response starts. */
export function sessionFrom({ headers }: Answer): Session {
  const [cookie = ''] = (headers.get('Set-Cookie') ?? '').split(';')
  return { cookie, ...browserWith(cookie) }
}

function browserWith(cookie: string) {
  return {
    get: (path: string, headers: Record<string, string> = {}) =>
      call('GET', path, { headers: { Cookie: cookie, ...headers } }),
    submit: (
      path: string,
      fields: Fields = {},
      headers: Record<string, string> = {},
      options: Options = {},
    ) => submit(path, fields, { ...options, headers: { Cookie: cookie, ...headers } }),
  }
}

/** Changes the settings of a portal. */
export const setPortal = (club: Workspace, member_portal: object): Promise<Answer> =>
  operator('PATCH', `/operator/workspaces/${club.id}`, { member_portal })

/** Creates a person and returns its id. */
export async function createPerson(club: Workspace, fields: object, list = 'members'): Promise<string> {
  const { body } = await club.post(`/lists/${list}/persons`, fields)
  return body.data.id
}

/** Submits an address on an entry page. Returns the response and the queued mails. */
export async function requestLink(segment: string, email: string, options: Options = {}) {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  const answer = await submit(
    `/portal/${segment}`,
    { email },
    { ...options, env: { PUBLIC_URL, MAILS, ...options.env } },
  )
  return { answer, queued }
}

type Sent = EmailMessageBuilder & { to: string; text: string; html: string }

/** Runs the queue consumer. Returns the sent mails, and which messages it acknowledged or retried. */
export async function deliverMails(
  mails: QueuedMail[],
  failsFor: (mail: Sent) => boolean = () => false,
  attempts = 1,
) {
  const sent: Sent[] = []
  const EMAIL = {
    send: async (mail: Sent) => {
      if (failsFor(mail)) throw new Error('The mail server is away.')
      sent.push(mail)
    },
  } as unknown as SendEmail
  const messages = mails.map((body, index) => ({ id: `${index}`, timestamp: new Date(), attempts, body }))
  const batch = createMessageBatch<QueuedMail>('membership-mails', messages)
  // The result of a batch does not contain the delays.
  const retries = batch.messages.map((message) => vi.spyOn(message, 'retry'))
  const context = createExecutionContext()
  await worker.queue(batch, { ...env, ...QUIET, EMAIL } as Bindings)
  const { explicitAcks, retryMessages } = await getQueueResult(batch, context)
  return {
    sent,
    acknowledged: explicitAcks,
    retried: retryMessages.map(({ msgId }) => msgId),
    delays: retries.flatMap(({ mock }) => mock.calls.map(([options]) => options?.delaySeconds)),
  }
}

/** The inputs of a page's form as a browser would send them unchanged. */
export async function filledForm(html: string): Promise<[string, string][]> {
  const fields: [string, string][] = []
  let select = ''
  let choice: string | undefined
  let text: [string, string] | undefined
  const rewriter = new HTMLRewriter()
    .on('main input', {
      element(input) {
        const [name, value] = [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']
        const type = input.getAttribute('type') ?? 'text'
        const isChoice = type === 'checkbox' || type === 'radio'
        if (!isChoice || input.hasAttribute('checked')) fields.push([name, inputValue(type, value)])
      },
    })
    .on('main select', {
      element(element) {
        select = element.getAttribute('name') ?? ''
        choice = undefined
        element.onEndTag(() => void fields.push([select, unescapeHtml(choice ?? '')]))
      },
    })
    .on('main option[selected]', {
      element(option) {
        choice = option.getAttribute('value') ?? ''
      },
    })
    .on('main textarea', {
      element(area) {
        const entry: [string, string] = [area.getAttribute('name') ?? '', '']
        text = entry
        fields.push(entry)
        area.onEndTag(() => {
          // The parser drops a line break at the beginning.
          entry[1] = withLineFeeds(unescapeHtml(entry[1])).replace(/^\n/, '')
        })
      },
      text(chunk) {
        if (text) text[1] += chunk.text
      },
    })
  await rewriter.transform(new Response(html)).text()
  return fields.map(([name, value]) => [name, value.replaceAll('\n', '\r\n')])
}

const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n')

/** The value that a browser submits for an input. */
function inputValue(type: string, html: string): string {
  const value = withLineFeeds(unescapeHtml(html))
  if (type === 'hidden' || type === 'checkbox' || type === 'radio') return value
  const line = value.replaceAll('\n', '')
  if (type === 'email' || type === 'url') return line.replace(/^[ \t\f]+|[ \t\f]+$/g, '')
  if (type === 'date') return /^(?!0000)\d{4}-\d\d-\d\d$/.test(line) ? line : ''
  return line
}

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
