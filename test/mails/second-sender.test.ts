import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Bindings } from '../../src/env'
import { call } from '../support/call'
import { ADA, clubOf, person, settings } from '../support/club'
import { deliverMails, postMail, storedStates } from '../support/mails'
import { rows } from '../support/workspace'

const SENDER: Partial<Bindings> = {
  MAILINGS_SENDER_URL: 'https://sender.example/email',
  MAILINGS_SENDER_TOKEN: 'secret-of-the-sender',
}

afterEach(() => {
  vi.restoreAllMocks()
})

/** Answers the requests to the second sender; gives them. */
function sender(answer: () => Response | Promise<Response>) {
  const asked: { url: string; token: string | null; body: Record<string, unknown> }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input as string, init as RequestInit)
    asked.push({
      url: request.url,
      token: request.headers.get('X-Postmark-Server-Token'),
      body: await request.json(),
    })
    return answer()
  })
  return asked
}

const refusing =
  (status: number, ErrorCode: number, Message = 'refused for ada@example.org') =>
  () =>
    Response.json({ ErrorCode, Message }, { status })

async function mail(kind = 'official') {
  const { club } = await clubOf(settings({ name: 'Ruder "Club"' }), person(ADA))
  const { queued, body } = await postMail(club, { filter: {}, kind })
  return { club, queued, id: body.data.id as string }
}

const stored = async () => (await rows('SELECT state, reason FROM mail_recipients'))[0]

describe('a second sender of mailings', () => {
  it('is given each mail with its headers, and the service of the platform none', async () => {
    const asked = sender(() => Response.json({ ErrorCode: 0, Message: 'OK', MessageID: 'message-1' }))
    const { queued, id } = await mail('news')
    const { sent } = await deliverMails(queued, { bindings: SENDER })
    expect(sent).toEqual([])
    expect(await storedStates(id)).toEqual({ sent: 1 })
    expect(asked).toEqual([
      {
        url: 'https://sender.example/email',
        token: 'secret-of-the-sender',
        body: expect.objectContaining({
          From: '"Ruder \\"Club\\"" <portal@members.example.org>',
          To: 'ada@example.org',
          Subject: 'Einladung',
          TextBody: expect.stringContaining('Liebe Mitglieder!'),
          HtmlBody: expect.stringContaining('Liebe Mitglieder!'),
          MessageStream: 'broadcast',
        }),
      },
    ])
    expect(asked[0]?.body.Headers).toContainEqual({
      Name: 'List-Unsubscribe-Post',
      Value: 'List-Unsubscribe=One-Click',
    })
    expect(await rows('SELECT message_id FROM sent_messages')).toEqual([{ message_id: 'message-1' }])
  })

  it.each([
    ['an inactive recipient', 422, 406, 'undeliverable'],
    ['a forbidden attachment', 422, 411, 'not_delivered'],
    ['an error of another kind', 422, 300, 'not_delivered'],
    ['a body that is too large', 413, 0, 'too_large'],
  ])('fails after %s', async (_, status, code, reason) => {
    sender(refusing(status, code))
    const { queued } = await mail()
    const { retried } = await deliverMails(queued, { bindings: SENDER })
    expect([retried, await stored()]).toEqual([[], { state: 'failed', reason }])
  })

  it('fails after an invalid address', async () => {
    sender(refusing(422, 300, "Error parsing 'To': Illegal email address 'ada@'."))
    const { queued } = await mail()
    await deliverMails(queued, { bindings: SENDER })
    expect(await stored()).toEqual({ state: 'failed', reason: 'invalid_address' })
  })

  it.each([
    ['too many requests', 429, 429],
    ['maintenance', 503, 100],
    ['a wrong token', 401, 10],
    ['a sender that is not confirmed', 422, 401],
    ['used up credits', 422, 405],
    ['an account that is not approved', 422, 412],
    ['a wrong address of the API', 404, 0],
  ])('waits after %s', async (_, status, code) => {
    sender(refusing(status, code))
    const { queued } = await mail()
    const { retried } = await deliverMails(queued, { bindings: SENDER })
    expect([retried, await stored()]).toEqual([queued, { state: 'waiting', reason: null }])
  })

  it.each([
    ['500', refusing(500, 0)],
    ['a redirection', () => new Response(null, { status: 302, headers: { Location: 'https://x.example' } })],
    ['nothing within 20 seconds', () => Promise.reject(new DOMException('timed out', 'TimeoutError'))],
  ])('leaves a mail unknown after %s, and never sends it again', async (_, answer) => {
    const asked = sender(answer)
    const { queued } = await mail()
    await deliverMails(queued, { bindings: SENDER })
    await deliverMails(queued, { bindings: SENDER })
    expect([asked.length, (await stored())?.state]).toEqual([1, 'claimed'])
  })

  it('logs neither addresses nor the token', async () => {
    const lines: string[] = []
    vi.spyOn(console, 'warn').mockImplementation((line) => void lines.push(line))
    sender(refusing(422, 406))
    await deliverMails((await mail()).queued, { bindings: SENDER })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ second_sender: '422 406' }])
    expect(lines.join()).not.toMatch(/@|test-token/)
  })

  it('does not use up the quota of the platform', async () => {
    sender(() => Response.json({ ErrorCode: 0, MessageID: '1' }))
    const { queued, id } = await mail()
    await deliverMails(queued, { bindings: { ...SENDER, MAIL_DAILY_QUOTA: '1' } })
    expect(await storedStates(id)).toEqual({ sent: 1 })
    expect(await rows('SELECT * FROM sent_days')).toEqual([])
  })

  it.each([
    ['no token', { MAILINGS_SENDER_TOKEN: '' }, 'MAILINGS_SENDER_TOKEN'],
    ['an address without TLS', { MAILINGS_SENDER_URL: 'http://sender.example' }, 'MAILINGS_SENDER_URL'],
    ['an address that is none', { MAILINGS_SENDER_URL: 'sender' }, 'MAILINGS_SENDER_URL'],
    ['a quota that is no number', { MAIL_DAILY_QUOTA: 'many' }, 'MAIL_DAILY_QUOTA'],
  ])('is refused with %s, before a mail is claimed', async (_, wrong, name) => {
    const { queued, id } = await mail()
    const bindings = { ...SENDER, ...wrong }
    const { retried } = await deliverMails(queued, { bindings })
    expect([retried, await storedStates(id)]).toEqual([queued, { waiting: 1 }])
    const { status, body } = await call('GET', '/health', { env: bindings })
    expect([status, body.missing.join()]).toEqual([503, expect.stringContaining(name)])
  })
})
