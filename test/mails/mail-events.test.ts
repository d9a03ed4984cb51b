import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Bindings, MailEvent } from '../../src/env'
import worker from '../../src/index'
import { ADA, BEN, clubOf, person } from '../support/club'
import { runNightly } from '../support/cron'
import { staffOf } from '../support/dashboard'
import { textOf } from '../support/html'
import { deliverMails, mailings, postMail } from '../support/mails'
import { rows } from '../support/workspace'

/** An event as Cloudflare's documentation has it. */
const event = (type: string, messageId: string, more: object = {}): MailEvent =>
  ({
    type: `cf.email.sending.message.${type}`,
    source: { type: 'email.sending', zoneId: '023e105f4ecef8ad9ca31a8372d0c353', domain: 'example.com' },
    payload: {
      eventId: '0190d0c4-7ea1-7af2-8b88-c1d2e3f4a5b6',
      messageId,
      sender: 'noreply@example.com',
      recipient: 'ada@example.org',
      subject: 'Einladung',
      terminal: type !== 'deferred',
      delivery: { status: type },
      ...more,
    },
    metadata: { eventSchemaVersion: 1, eventTimestamp: '2026-06-01T02:48:57.132Z' },
  }) as MailEvent

const HARD = {
  bounce: { type: 'hard', classification: 'permanent_failure', reason: '550 5.1.1 User unknown' },
}
const SOFT = {
  bounce: { type: 'soft', classification: 'temporary_failure', reason: '451 4.2.0 Mailbox full' },
}
const SUPPRESSED = { rejection: { reason: 'suppressed', party: 'recipient' } }
const SPAM = { rejection: { reason: 'spam', party: 'sender' } }

/** Delivers events in one batch; gives the ids of those that are done, and of those to be retried. */
async function deliverEvents(events: unknown[], attempts = 1) {
  const batch = createMessageBatch<MailEvent>(
    'membership-mail-events-staging',
    events.map((body, index) => ({
      ...{ id: `${index}`, timestamp: new Date(), attempts },
      body: body as MailEvent,
    })),
  )
  await worker.queue(batch, env as unknown as Bindings)
  const { explicitAcks, retryMessages } = await getQueueResult(batch, createExecutionContext())
  return { acked: explicitAcks, retried: retryMessages.map(({ msgId }) => msgId) }
}

/** A mail that was sent to Ada and Ben, as `message ada@example.org` and so on. */
async function sentMail() {
  const { club, ids } = await clubOf(person(ADA), person(BEN))
  const { queued, body } = await postMail(club, { filter: {} })
  await deliverMails(queued, { ids: ({ to }) => `message ${to}` })
  return { club, ids, id: body.data.id as string }
}

const ADAS = `message ${ADA.email}`
const stateOf = async (address: string) =>
  (await rows('SELECT state, reason FROM mail_recipients WHERE address = ?', address))[0]
const counts = async () => (await rows('SELECT state, total, waiting, sent, failed FROM mails'))[0]
const blocked = () => rows('SELECT address, reason FROM blocked_addresses')

describe('an event of the mail service', () => {
  it.each([
    ['bounced', HARD, { state: 'failed', reason: 'undeliverable' }, 'undeliverable'],
    ['bounced', SOFT, { state: 'failed', reason: 'not_delivered' }, null],
    ['rejected', SUPPRESSED, { state: 'failed', reason: 'undeliverable' }, 'undeliverable'],
    ['rejected', SPAM, { state: 'failed', reason: 'not_delivered' }, null],
    [
      'failed',
      { failure: { reason: 'delivery_failed' } },
      { state: 'failed', reason: 'not_delivered' },
      null,
    ],
    ['complained', { complaint: { type: 'abuse' } }, { state: 'sent', reason: 'complained' }, 'complained'],
    ['delivered', {}, { state: 'sent', reason: null }, null],
    ['deferred', SOFT, { state: 'sent', reason: null }, null],
    ['of_another_kind', {}, { state: 'sent', reason: null }, null],
  ])('%s %j is what became of the mail', async (type, more, state, reason) => {
    await sentMail()
    expect(await deliverEvents([event(type, ADAS, more)])).toEqual({ acked: ['0'], retried: [] })
    expect([await stateOf(ADA.email), await stateOf(BEN.email)]).toEqual([
      state,
      { state: 'sent', reason: null },
    ])
    expect(await blocked()).toEqual(reason ? [{ address: ADA.email, reason }] : [])
    const failed = state.state === 'failed' ? 1 : 0
    expect(await counts()).toEqual({ state: 'sent', total: 2, waiting: 0, sent: 2 - failed, failed })
  })

  it('counts once, however often and in whatever order events come', async () => {
    await sentMail()
    await deliverEvents([
      event('bounced', ADAS, HARD),
      event('deferred', ADAS, SOFT),
      event('bounced', ADAS, HARD),
      event('delivered', ADAS),
    ])
    await deliverEvents([event('bounced', ADAS, HARD), event('complained', ADAS)], 3)
    expect(await stateOf(ADA.email)).toEqual({ state: 'failed', reason: 'undeliverable' })
    expect(await counts()).toMatchObject({ sent: 1, failed: 1 })
    expect(await blocked()).toEqual([{ address: ADA.email, reason: 'undeliverable' }])
  })

  it('of a mail that was sent again since says nothing of the later one', async () => {
    const { club, id } = await sentMail()
    await deliverEvents([event('bounced', ADAS, SOFT)])
    const again = mailings()
    await club.post(`/mails/${id}/retry`, undefined, { env: again.bindings })
    await deliverMails(again.queued, { ids: () => 'second message' })
    expect(await stateOf(ADA.email)).toEqual({ state: 'sent', reason: null })
    await deliverEvents([event('bounced', ADAS, HARD)], 3)
    expect(await stateOf(ADA.email)).toEqual({ state: 'sent', reason: null })
    await deliverEvents([event('bounced', 'second message', HARD)])
    expect(await stateOf(ADA.email)).toEqual({ state: 'failed', reason: 'undeliverable' })
  })

  it('of an unknown mail is tried again, and then done; one without an id is done', async () => {
    const unknown = [event('bounced', 'of a sign-in code', HARD)]
    expect((await deliverEvents(unknown)).retried).toEqual(['0'])
    expect((await deliverEvents(unknown, 3)).acked).toEqual(['0'])
    const broken = [
      { type: 'cf.email.sending.message.bounced' },
      { type: 'cf.email.sending.message.bounced', payload: {} },
    ]
    expect((await deliverEvents(broken)).acked).toEqual(['0', '1'])
  })

  it('of a person who was deleted meanwhile blocks no empty address', async () => {
    const { club } = await sentMail()
    await club.delete('/lists/members/persons/ada')
    await deliverEvents([event('bounced', ADAS, HARD)])
    expect(await blocked()).toEqual([])
    expect(await counts()).toMatchObject({ sent: 1, failed: 1 })
  })

  it('that is a complaint keeps mails from the address in that workspace, and says so to its staff', async () => {
    const { club, ids, id } = await sentMail()
    const other = await clubOf(person(ADA))
    await deliverEvents([event('complained', ADAS, { complaint: { type: 'abuse' } })])
    expect((await postMail(club, { filter: {} })).body.data.left_out.blocked).toBe(1)
    expect((await postMail(other.club, { filter: {} })).body.data.left_out.blocked).toBe(0)
    const office = await staffOf(club, 'office')
    const page = async (path: string) => textOf((await office.get(`/dashboard/${club.id}${path}`)).text)
    expect(await page(`/members/${ids[0]}`)).toMatch(/Als Spam gemeldet am \d+\. \S+ \d{4}/)
    expect(await page(`/mails/${id}`)).toContain('Wurde zugestellt und als Spam gemeldet')
    await office.submit(`/dashboard/${club.id}/members/${ids[0]}/unblock`)
    expect(await page(`/members/${ids[0]}`)).not.toContain('Als Spam gemeldet am')
  })

  it('is known for a month', async () => {
    await sentMail()
    await rows(
      "UPDATE sent_messages SET at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-31 days') WHERE message_id = ?",
      ADAS,
    )
    await runNightly()
    expect(await rows('SELECT message_id FROM sent_messages')).toEqual([
      { message_id: `message ${BEN.email}` },
    ])
  })
})
