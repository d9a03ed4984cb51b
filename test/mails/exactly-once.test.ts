import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { QueuedMailing } from '../../src/env'
import { failingAt, losingAnswer } from '../support/faults'
import { deliverMails, mailings, postMail, type SentMail } from '../support/mails'
import { createPerson } from '../support/portal'
import { seedMembers } from '../support/seed-members'
import { rows, type Workspace, workspace } from '../support/workspace'

/** A club of persons with an address each. */
async function clubOf(size: number): Promise<Workspace> {
  const club = await workspace()
  await seedMembers(club.id, size)
  await rows("UPDATE persons SET email = id || '@example.org' WHERE workspace_id = ?", club.id)
  return club
}

const timesOf = (sent: SentMail[]): number[] =>
  [...Map.groupBy(sent, ({ to }) => to).values()].map(({ length }) => length)

const countsOf = async (club: Workspace, id: string) => (await club.get(`/mails/${id}`)).body.data

describe('a thousand mails', () => {
  it('are each sent once, though the queue delivers every message twice, to two consumers', async () => {
    const club = await clubOf(1_000)
    const { body, queued } = await postMail(club, { filter: {}, body: '{{anrede}}' })
    expect(queued).toHaveLength(20)
    const consumers = await Promise.all([deliverMails(queued), deliverMails(queued.toReversed())])
    const sent = consumers.flatMap((consumer) => consumer.sent)
    expect([sent.length, new Set(timesOf(sent))]).toEqual([1_000, new Set([1])])
    const mail = await countsOf(club, body.data.id)
    expect([mail.state, mail.counts]).toEqual([
      'sent',
      { total: 1_000, waiting: 0, sent: 1_000, failed: 0, skipped: 0, unknown: 0 },
    ])
  })
})

describe('a consumer that dies', () => {
  /** Delivers with a database that fails once, then as the queue would again, and expects no mail to be sent twice. */
  async function expectOnce(database: () => { DB: D1Database; hasFailed: () => boolean }): Promise<boolean> {
    const club = await clubOf(3)
    const { body, queued } = await postMail(club, { filter: {} })
    const { DB, hasFailed } = database()
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const first = await deliverMails(queued, { bindings: { DB } })
    log.mockRestore()
    if (!hasFailed()) return false
    const second = await deliverMails(queued)
    const sent = [...first.sent, ...second.sent]
    expect(Math.max(...timesOf(sent))).toBe(1)
    const { state, counts } = await countsOf(club, body.data.id)
    expect([state, counts.waiting, counts.sent + counts.unknown]).toEqual(['sent', 0, 3])
    // Only the mail that was on its way may be unknown.
    expect(counts.unknown).toBeLessThanOrEqual(1)
    expect(sent.length).toBeGreaterThanOrEqual(counts.sent)
    return true
  }

  it('sends nothing twice, wherever the database fails', async () => {
    let faults = 0
    for (let batch = 1, isNew = true; isNew; batch++)
      for (const statement of [0, 1, 2]) {
        isNew = await expectOnce(() => failingAt(batch, statement))
        if (isNew) faults += 1
      }
    expect(faults).toBe(5 * 3)
  })

  it('sends nothing twice, whichever answer of the database is lost', async () => {
    let faults = 0
    for (let batch = 1; await expectOnce(() => losingAnswer(batch)); batch++) faults += 1
    expect(faults).toBe(5)
  })
})

describe('two who send', () => {
  it('send a mail once with the same Idempotency-Key', async () => {
    const club = await clubOf(2)
    const once = { headers: { 'Idempotency-Key': 'k' } }
    const answers = [await postMail(club, { filter: {} }, once), await postMail(club, { filter: {} }, once)]
    expect(answers.map(({ body }) => body.data.id)).toEqual(Array(2).fill(answers[0]?.body.data.id))
    const { sent } = await deliverMails(answers.flatMap(({ queued }) => queued))
    expect(sent).toHaveLength(2)
  })

  it('continue a stopped mail once', async () => {
    const club = await clubOf(3)
    const { body, queued } = await postMail(club, { filter: {} })
    const path = `/mails/${body.data.id}`
    const stopped = await deliverMails(queued, {
      service: async () => void (await club.post(`${path}/stop`, undefined)),
    })
    expect([stopped.sent.length, (await deliverMails(queued)).sent.length]).toEqual([1, 0])
    const again: QueuedMailing[] = []
    const { queued: told, bindings } = mailings()
    const both = [1, 2].map(() => club.post(`${path}/continuation`, undefined, { env: bindings }))
    const statuses = (await Promise.all(both)).map(({ status }) => status).sort()
    expect(statuses[0]).toBe(204)
    again.push(...told)
    expect((await deliverMails(again)).sent).toHaveLength(2)
  })
})

describe('a person who is deleted', () => {
  it('gets no mail that still waits, and leaves no address behind', async () => {
    const club = await workspace()
    const id = await createPerson(club, { email: 'ada@example.org' })
    const { body, queued } = await postMail(club, { person_ids: [id] })
    await club.delete(`/lists/members/persons/${id}`)
    expect((await deliverMails(queued)).sent).toHaveLength(0)
    expect((await countsOf(club, body.data.id)).counts).toMatchObject({ waiting: 0, skipped: 1 })
    const [stored] = await env.DB.batch([
      env.DB.prepare('SELECT address, state, reason FROM mail_recipients WHERE person_id = ?').bind(id),
    ])
    expect(stored?.results).toEqual([{ address: '', state: 'skipped', reason: 'deleted' }])
  })
})
