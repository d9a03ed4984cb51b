import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Bindings, QueuedMail } from '../../src/env'
import worker from '../../src/index'
import { QUIET } from '../support/call'
import { ADA, BEN, clubOf, person } from '../support/club'
import { runCron } from '../support/cron'
import { staffOf } from '../support/dashboard'
import { fakeD1 } from '../support/fake-d1'
import { textOf } from '../support/html'
import { deliverMails, mailings, postMail, serviceError, storedStates } from '../support/mails'
import { setClock } from '../support/rules'
import { rows } from '../support/workspace'

const CLEO = { external_id: 'cleo', name: { first_name: 'Cleo' }, email: 'cleo@example.org' }

/** A mail to three persons, and what the queue was told of it. */
async function mailToThree() {
  const { club } = await clubOf(person(ADA), person(BEN), person(CLEO))
  const { queued, body } = await postMail(club, { filter: {} })
  return { club, queued, id: body.data.id as string }
}

const quota = (mails: number): Partial<Bindings> => ({ MAIL_DAILY_QUOTA: String(mails) })

const counted = async () => await rows('SELECT day, count FROM sent_days ORDER BY day')

/** Delivers single mails, such as sign-in codes, of which the service takes all. */
async function deliverSingle(bodies: QueuedMail[], bindings: Partial<Bindings>) {
  const sent: string[] = []
  const EMAIL = { send: async ({ to }: { to: string }) => void sent.push(to) } as unknown as SendEmail
  const batch = createMessageBatch<QueuedMail>(
    'membership-mails',
    bodies.map((body, index) => ({ id: `${index}`, timestamp: new Date(), attempts: 1, body })),
  )
  await worker.queue(batch, { ...env, ...QUIET, EMAIL, ...bindings } as Bindings)
  const { explicitAcks } = await getQueueResult(batch, createExecutionContext())
  return { sent, acked: explicitAcks.length }
}

const written = (to: string): QueuedMail => ({
  kind: 'written',
  ...{ from_name: 'Club', to, reply_to: null, subject: 'Code', text: '123456', html: '<p>123456</p>' },
  ...{ origin: 'https://club.example', requested_at: new Date().toISOString() },
})

describe('the quota of the mail service on a day', () => {
  it('holds mailings at 80 % of it until the next day, and lets single mails go', async () => {
    setClock('2026-03-03T10:00:00Z')
    const { club, queued, id } = await mailToThree()
    const bindings = quota(3)
    const first = await deliverMails(queued, { bindings })
    expect([first.sent.length, first.retried]).toEqual([2, []])
    expect(await storedStates(id)).toEqual({ sent: 2, waiting: 1 })
    expect(await counted()).toEqual([{ day: '2026-03-03', count: 2 }])
    expect(await deliverSingle([written('a@example.org'), written('b@example.org')], bindings)).toEqual({
      sent: ['a@example.org', 'b@example.org'],
      acked: 2,
    })
    expect(await counted()).toEqual([{ day: '2026-03-03', count: 4 }])

    const office = await staffOf(club, 'office')
    const page = async () => textOf((await office.get(`/dashboard/${club.id}/mails/${id}`)).text)
    expect(await page()).toContain('1 E-Mail wartet bis morgen')

    const later = mailings()
    await runCron(new Date(), { ...later.bindings, ...bindings })
    expect(later.queued).toEqual([])
    setClock('2026-03-04T00:17:00Z')
    expect(await page()).not.toContain('wartet bis morgen')
    await runCron(new Date(), { ...later.bindings, ...bindings })
    expect(later.queued).toHaveLength(1)
    expect((await deliverMails(later.queued, { bindings })).sent).toHaveLength(1)
    expect(await storedStates(id)).toEqual({ sent: 3 })
    expect((await rows('SELECT state, waiting FROM mails'))[0]).toEqual({ state: 'sent', waiting: 0 })
  })

  it('is not exceeded by messages that are delivered twice, or side by side', async () => {
    const { queued, id } = await mailToThree()
    const bindings = quota(3)
    const all = await Promise.all([1, 2, 3].map(() => deliverMails(queued, { bindings })))
    expect(all.flatMap(({ sent }) => sent).length).toBeLessThanOrEqual(2)
    await deliverMails(queued, { bindings })
    expect(await storedStates(id)).toEqual({ sent: 2, waiting: 1 })
  })

  it('gets back what was not sent', async () => {
    const { club, queued } = await mailToThree()
    await club.delete('/lists/members/persons/cleo')
    const bindings = quota(100)
    await deliverMails(queued, {
      bindings,
      service: ({ to }) => (to === BEN.email ? serviceError('E_RATE_LIMIT_EXCEEDED') : undefined),
    })
    const [{ sent } = { sent: 0 }] = await rows<{ sent: number }>('SELECT sent FROM mails')
    expect(await counted()).toMatchObject([{ count: sent }])
    expect(sent).toBeLessThan(3)
  })

  it('gets back what was reserved by a delivery that failed', async () => {
    const { queued } = await mailToThree()
    let trips = 0
    const DB = fakeD1(async (statements) => {
      trips += 1
      // The trip that claims the first mail, after those that load the mailing and reserve the quota.
      if (trips === 3) throw new Error('D1 was away.')
      return env.DB.batch(statements)
    })
    const { sent, retried } = await deliverMails(queued, { bindings: { ...quota(10), DB } })
    expect([sent, retried]).toEqual([[], queued])
    expect((await counted()).map(({ count }) => count)).toEqual([0])
  })

  it('neither counts nor holds where it is not set', async () => {
    const { queued } = await mailToThree()
    expect((await deliverMails(queued)).sent).toHaveLength(3)
    await deliverSingle([written('a@example.org')], {})
    expect(await counted()).toEqual([])
  })

  it('holds mailings as well where the service itself says that it is used up, and burns none', async () => {
    const { club, queued, id } = await mailToThree()
    const refused = await deliverMails(queued, { service: () => serviceError('E_DAILY_LIMIT_EXCEEDED') })
    expect(refused).toEqual({ sent: [], retried: [] })
    expect(await storedStates(id)).toEqual({ waiting: 3 })
    const office = await staffOf(club, 'office')
    const { text } = await office.get(`/dashboard/${club.id}/mails/${id}`)
    expect(textOf(text)).toContain('3 E-Mails warten bis morgen')
    await rows("UPDATE mails SET held_on = date('now', '-1 day')")
    const later = mailings()
    await runCron(new Date(), later.bindings)
    expect((await deliverMails(later.queued)).sent).toHaveLength(3)
  })

  it('is continued by staff at once, after it was raised', async () => {
    const { club, queued, id } = await mailToThree()
    await deliverMails(queued, { bindings: quota(3) })
    await club.post(`/mails/${id}/stop`, undefined)
    const again = mailings()
    await club.post(`/mails/${id}/continuation`, undefined, { env: again.bindings })
    expect((await deliverMails(again.queued, { bindings: quota(10) })).sent).toHaveLength(1)
  })
})
