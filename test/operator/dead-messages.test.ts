import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Bindings } from '../../src/env'
import { isDeadQueue } from '../../src/http/dead-queue'
import worker from '../../src/index'
import wrangler from '../../wrangler.toml?raw'
import { QUIET } from '../support/call'
import { runNightly } from '../support/cron'
import { failingD1 } from '../support/fake-d1'
import { watchLog } from '../support/log'
import { operator, rows } from '../support/workspace'

const WORKSPACE = `wsp_${'0'.repeat(24)}`
const ADDRESS = 'ada@example.org'
const requested_at = new Date(Date.now() - 20 * 3_600_000).toISOString()
const WRITTEN = {
  ...{ kind: 'written', to: ADDRESS, subject: 'Hello', text: 'For Ada Lovelace', html: '', from_name: 'TSV' },
  ...{ reply_to: null, origin: 'https://members.example.org', requested_at },
}
const INVITATION = { kind: 'invitation', email: ADDRESS, workspace_id: WORKSPACE, requested_at }
const CODE = { kind: 'sign_in_code', request_hash: 'f'.repeat(64), email: ADDRESS, requested_at }
const MAILING = { workspace_id: WORKSPACE, mail_id: 'mai_1', first: 'a', last: 'b', origin: 'https://m.org' }

let log: ReturnType<typeof watchLog>
beforeEach(() => {
  log = watchLog()
})
afterEach(() => log.end())

/** Delivers messages from a queue. Returns what was acknowledged and what is tried again. */
async function deliver(
  bodies: object[],
  { queue = 'membership-mails-dead', attempts = 1, bindings = {} as object, from = 0 } = {},
) {
  const batch = createMessageBatch(
    queue,
    bodies.map((body, index) => ({ id: `m${from + index}`, timestamp: new Date(), attempts, body })),
  )
  await worker.queue(batch as MessageBatch<never>, { ...env, ...QUIET, ...bindings } as Bindings)
  const { explicitAcks, retryMessages } = await getQueueResult(batch, createExecutionContext())
  return { acknowledged: explicitAcks, retried: retryMessages.map(({ msgId }) => msgId) }
}

/** Queues that keep what they are sent, or refuse it. */
function queues({ fails = false } = {}) {
  const sent: unknown[] = []
  const send = async (body: unknown) => {
    if (fails) throw new Error('The queue is away.')
    sent.push(body)
  }
  return {
    sent,
    env: { MAILS: { send }, MAILINGS: { send }, JOBS: { send } } as unknown as Partial<Bindings>,
  }
}

const list = async (query = '') => (await operator('GET', `/operator/dead_messages${query}`)).body

describe('a message of a dead-letter queue', () => {
  it('is kept once, and listed without what it says', async () => {
    expect(await deliver([WRITTEN, MAILING])).toEqual({ acknowledged: ['m0', 'm1'], retried: [] })
    expect(await deliver([WRITTEN])).toEqual({ acknowledged: ['m0'], retried: [] })
    const answer = await operator('GET', '/operator/dead_messages')
    expect([answer.status, answer.cost.trips, answer.body.data]).toEqual([
      200,
      1,
      [
        {
          id: expect.stringMatching(/^ded_/),
          kind: 'written',
          workspace_id: null,
          error: null,
          died_at: expect.any(String),
          state: 'waiting',
          replayed_at: null,
        },
        expect.objectContaining({ kind: 'mailing', workspace_id: WORKSPACE }),
      ],
    ])
    expect(answer.text).not.toMatch(/ada@|Lovelace/)
    expect(log.texts.join()).not.toMatch(/ada@|Lovelace/)
    expect((await list('?kind=mailing')).data).toHaveLength(1)
  })

  it('stays in the queue while the database is away', async () => {
    const away = { DB: failingD1('D1_ERROR: Network connection lost.') }
    await expect(deliver([WRITTEN], { bindings: away })).rejects.toThrow()
    expect(await rows('SELECT * FROM dead_messages')).toEqual([])
  })

  it('is swept after 30 days', async () => {
    await deliver([WRITTEN, INVITATION])
    const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    await rows('UPDATE dead_messages SET died_at = ? WHERE message_id = ?', before(30.1), 'm0')
    await rows('UPDATE dead_messages SET died_at = ? WHERE message_id = ?', before(29.9), 'm1')
    await runNightly()
    expect(await rows('SELECT message_id FROM dead_messages')).toEqual([{ message_id: 'm1' }])
  })

  it('pages, and takes no cursor of another kind', async () => {
    await deliver([WRITTEN, INVITATION, CODE])
    const first = await list('?per_page=2')
    const second = await list(`?per_page=2&cursor=${first.meta.next_cursor}`)
    expect([...first.data, ...second.data].map(({ kind }) => kind)).toEqual([
      ...['written', 'invitation', 'sign_in_code'],
    ])
    const other = await operator(
      'GET',
      `/operator/dead_messages?kind=written&cursor=${first.meta.next_cursor}`,
    )
    expect(other.status).toBe(422)
  })
})

describe('a mail whose retries are used up', () => {
  const EMAIL = {
    send: async () => {
      throw Object.assign(new Error(`${ADDRESS} is over the limit`), { code: 'E_DAILY_LIMIT_EXCEEDED' })
    },
  }
  const given = { ...WRITTEN, requested_at: new Date().toISOString() }

  it('is kept with its error, without the dead-letter queue', async () => {
    const last = { queue: 'membership-mails', attempts: 13, bindings: { EMAIL } }
    expect(await deliver([given], { ...last, attempts: 12 })).toEqual({ acknowledged: [], retried: ['m0'] })
    expect((await list()).data).toEqual([])
    expect(await deliver([given], last)).toEqual({ acknowledged: ['m0'], retried: [] })
    expect((await list()).data).toMatchObject([{ kind: 'written', error: 'E_DAILY_LIMIT_EXCEEDED' }])
  })

  it('goes to the dead-letter queue if it cannot be kept', async () => {
    const DB = failingD1('D1_ERROR: Network connection lost.')
    const last = { queue: 'membership-mails', attempts: 13, bindings: { EMAIL, DB } }
    expect(await deliver([given], last)).toEqual({ acknowledged: [], retried: ['m0'] })
  })
})

describe('a replay', () => {
  const idOf = async (kind: string) => (await list(`?kind=${kind}`)).data[0].id as string
  const replay = (id: string, given: Partial<Bindings>) =>
    operator('POST', `/operator/dead_messages/${id}/replay`, undefined, { env: given })

  it('puts one message back into its queue once, and forgets what it says', async () => {
    await deliver([WRITTEN, MAILING])
    const { sent, env: given } = queues()
    const [mail, mailing] = [await idOf('written'), await idOf('mailing')]
    const first = await replay(mail, given)
    expect([first.status, first.body.data]).toMatchObject([200, { id: mail, state: 'replayed' }])
    expect((await replay(mail, given)).body).toEqual(first.body)
    expect((await replay(mailing, given)).status).toBe(200)
    expect(sent).toEqual([{ ...WRITTEN, replayed_at: expect.any(String) }, MAILING])
    expect(await rows('SELECT DISTINCT body FROM dead_messages')).toEqual([{ body: null }])
  })

  it('is delivered, though it was requested long ago; a code is dropped', async () => {
    await deliver([WRITTEN, CODE])
    const { sent: queued, env: given } = queues()
    await operator('POST', '/operator/dead_messages/replay', undefined, { env: given })
    const sent: { to: string }[] = []
    const EMAIL = { send: async (mail: { to: string }) => void sent.push(mail) }
    log.clear()
    await deliver(queued as object[], { queue: 'membership-mails', bindings: { EMAIL }, from: 10 })
    expect(sent.map(({ to }) => to)).toEqual([ADDRESS])
    expect(log.lines()).toMatchObject([{ failures: [{ kind: 'sign_in_code', dropped: expect.any(String) }] }])
  })

  it.each([
    { kind: 'job', job: 'back_up', workspace_id: WORKSPACE },
    { kind: 'run', cron: '37 3 * * *', place: 'b' },
  ])('of a $kind gives it the time of the replay', async (asked) => {
    const job = { ...asked, at: '2026-01-31T03:37:00.000Z' }
    await deliver([job])
    const [{ id }] = (await list()).data
    const { sent, env: bindings } = queues()
    const started = new Date().toISOString()
    await operator('POST', `/operator/dead_messages/${id}/replay`, undefined, { env: bindings })
    expect(sent).toEqual([{ ...job, at: expect.any(String) }])
    expect((sent[0] as typeof job).at >= started).toBe(true)
  })

  it('of a kind, or of all, says how many wait', async () => {
    await deliver([...Array.from({ length: 103 }, () => INVITATION), WRITTEN])
    const { sent, env: given } = queues()
    const all = (query: string) =>
      operator('POST', `/operator/dead_messages/replay${query}`, undefined, { env: given })
    const answers = [await all('?kind=invitation'), await all('?kind=invitation'), await all('')]
    expect(answers.map(({ body }) => body.data)).toEqual([
      { replayed: 100, waiting: 3 },
      { replayed: 3, waiting: 0 },
      { replayed: 1, waiting: 0 },
    ])
    expect([sent.length, answers[0]?.cost.trips]).toEqual([104, 3])
  })

  it('that the queue refuses leaves the message waiting', async () => {
    await deliver([WRITTEN])
    const id = await idOf('written')
    expect((await replay(id, queues({ fails: true }).env)).status).toBe(500)
    const { env: away } = queues({ fails: true })
    const all = await operator('POST', '/operator/dead_messages/replay', undefined, { env: away })
    expect(all.body.data).toEqual({ replayed: 0, waiting: 1 })
    expect((await list()).data).toMatchObject([{ id, state: 'waiting' }])
  })

  it('beside another one sends nothing twice, and one that died ends after ten minutes', async () => {
    await deliver([WRITTEN])
    const id = await idOf('written')
    const { sent, env: given } = queues()
    await rows('UPDATE dead_messages SET claimed_at = ?', new Date(Date.now() - 599_000).toISOString())
    const busy = await replay(id, given)
    expect([busy.status, busy.body.data.state, sent]).toEqual([200, 'replaying', []])
    expect((await list()).data[0].state).toBe('replaying')
    await rows('UPDATE dead_messages SET claimed_at = ?', new Date(Date.now() - 601_000).toISOString())
    const results = await Promise.all([replay(id, given), replay(id, given)])
    expect(results.map(({ body }) => body.data.state)).toContain('replayed')
    expect(sent).toHaveLength(1)
  })

  it('of an unknown id is 404, and so is deleting it', async () => {
    const unknown = `ded_${'0'.repeat(24)}`
    expect((await replay(unknown, queues().env)).status).toBe(404)
    expect((await operator('DELETE', `/operator/dead_messages/${unknown}`)).status).toBe(404)
  })

  it('never comes after a deletion', async () => {
    await deliver([WRITTEN])
    const id = await idOf('written')
    expect((await operator('DELETE', `/operator/dead_messages/${id}`)).status).toBe(204)
    const { sent, env: given } = queues()
    expect([(await replay(id, given)).status, sent]).toEqual([404, []])
  })
})

it('knows each dead-letter queue of wrangler.toml by its name, and no other queue', () => {
  const named = (pattern: RegExp) => [
    ...new Set([...wrangler.matchAll(pattern)].map(([, name]) => String(name))),
  ]
  const dead = named(/^dead_letter_queue = "([^"]+)"/gm)
  const consumed = named(/^queue = "([^"]+)"/gm)
  expect(dead.length).toBeGreaterThan(0)
  expect(consumed).toEqual(expect.arrayContaining(dead))
  for (const queue of consumed) expect([queue, isDeadQueue(queue)]).toEqual([queue, dead.includes(queue)])
  expect(['membership-mails-dead-staging', 'staging-mails-dead'].every(isDeadQueue)).toBe(true)
  expect(['membership-mails', 'membership-deadlines'].some(isDeadQueue)).toBe(false)
})
