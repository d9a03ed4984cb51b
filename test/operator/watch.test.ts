import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { open } from '../../src/db/client'
import { watchDatabaseSize } from '../../src/domain/watch/database-size'
import { keepDeadMessages } from '../../src/domain/watch/dead-messages'
import type { Bindings, QueuedJob } from '../../src/env'
import { retryDelay } from '../../src/http/retry-delay'
import worker from '../../src/index'
import { tellOperator } from '../../src/mail/tell-operator'
import wrangler from '../../wrangler.toml?raw'
import { call, QUIET } from '../support/call'
import { runCron, runNightly } from '../support/cron'
import { type Line, watchLog } from '../support/log'
import { operator, rows, workspace } from '../support/workspace'

const TO = 'operator@example.org'
const HOUR = 3_600_000
/** `max_retries` of the queue of jobs. */
const MAX_RETRIES = Number(
  /queue = "membership-jobs"\n(?:\w+ = .*\n)*?max_retries = (\d+)/.exec(wrangler)?.[1],
)

type Mail = { to: string; subject: string; text: string }

let log: ReturnType<typeof watchLog>
beforeEach(() => {
  log = watchLog()
})
afterEach(() => {
  log.end()
  vi.restoreAllMocks()
})

/** A mail service that keeps what it is given, or refuses it. */
function mailbox({ fails = false } = {}) {
  const mails: Mail[] = []
  const send = async (mail: Mail) => {
    if (fails) throw Object.assign(new Error('no'), { code: 'E_DAILY_LIMIT_EXCEEDED' })
    mails.push(mail)
  }
  return { mails, env: { EMAIL: { send }, OPERATOR_EMAIL: TO } as unknown as Partial<Bindings> }
}

const subjects = (mails: Mail[]): string[] => mails.splice(0).map(({ subject }) => subject)
const health = async (given: object = {}) => (await call('GET', '/health', { env: given })).body
const dead = (messageId: string) => ({
  ...{ messageId, kind: 'invitation', workspaceId: null, error: null },
  body: { email: 'ada@example.org' },
})
const sizeOf = (percent: number, now = new Date()) =>
  watchDatabaseSize(open(env.DB), { sizes: [{ place: 'a', bytes: percent * 100_000_000 }], now })

describe('the operator is mailed', () => {
  it('of dead messages, once for those that are new, and when none waits any more', async () => {
    const { mails, env: given } = mailbox()
    await runCron(new Date(), given)
    expect(mails).toEqual([])
    await keepDeadMessages(open(env.DB), [dead('a'), dead('b')], new Date())
    await runCron(new Date(), given)
    expect(mails).toMatchObject([{ to: TO, subject: 'Alarm: dead_messages' }])
    expect(mails[0]?.text).toContain('invitation: 2')
    expect(mails[0]?.text).not.toContain('ada@')
    await runCron(new Date(), given)
    expect(mails.splice(0)).toHaveLength(1)
    await keepDeadMessages(open(env.DB), [dead('c')], new Date())
    await runCron(new Date(), given)
    expect(subjects(mails)).toEqual(['Alarm: dead_messages'])
    const { body } = await operator('GET', '/operator/dead_messages')
    for (const { id } of body.data) await operator('DELETE', `/operator/dead_messages/${id}`)
    await runCron(new Date(), given)
    await runCron(new Date(), given)
    expect(subjects(mails)).toEqual(['Over: dead_messages'])
    expect((await health()).alarms).toEqual({})
  })

  it('of the size of the database once a threshold, and again only after it was smaller', async () => {
    const { mails, env: given } = mailbox()
    const told = async (percent: number) => {
      await sizeOf(percent)
      // The run itself finds the small database of the tests.
      await tellOperator({ ...env, ...QUIET, ...given } as Bindings, new Date())
      return subjects(mails)
    }
    expect([await told(59), await told(60), await told(61), await told(59)]).toEqual([
      ...[[], ['Alarm: database_60'], [], []],
    ])
    expect([await told(80), await told(95)]).toEqual([['Alarm: database_80'], []])
    expect(Object.keys((await health()).alarms)).toEqual(['database_60', 'database_80'])
    expect([await told(57), await told(60)]).toEqual([
      ['Over: database_60, database_80'],
      ['Alarm: database_60'],
    ])
    await runCron(new Date(), given)
    expect(subjects(mails)).toEqual(['Over: database_60'])
  })

  it('of nightly jobs that failed, by their names and once a day', async () => {
    const { mails, env: given } = mailbox()
    const broken = { ...given, DB: failingOn(/DELETE FROM idempotent_requests/) }
    const start = Date.now()
    const fail = async (hours: number) => {
      vi.useFakeTimers({ now: start + hours * HOUR, toFake: ['Date'] })
      const { DB } = broken
      const controller = { scheduledTime: start + hours * HOUR, cron: '37 3 * * *', noRetry() {} }
      await expect(
        worker.scheduled(controller as ScheduledController, { ...env, ...QUIET, ...given, DB } as Bindings),
      ).rejects.toThrow('deleteOldResults')
      return subjects(mails)
    }
    expect([await fail(0), await fail(2), await fail(24)]).toEqual([
      ...[['Alarm: nightly_failed'], [], ['Alarm: nightly_failed']],
    ])
    expect(await rows('SELECT detail FROM watches WHERE name = ?', 'nightly_failed')).toEqual([
      { detail: 'deleteOldResults' },
    ])
    vi.useRealTimers()
    await runNightly(given)
    expect(subjects(mails)).toEqual(['Over: nightly_failed'])
  })

  it('of backups that no longer finish, and when they finish again', async () => {
    const { mails, env: given } = mailbox()
    const all = { ...given, BACKUPS: env.BACKUPS }
    const start = Date.now()
    const hourly = (hours: number) => runCron(new Date(start + hours * HOUR), all)
    await hourly(0)
    await hourly(35)
    expect(subjects(mails)).toEqual([])
    await hourly(37)
    await hourly(38)
    expect(subjects(mails)).toEqual(['Alarm: backup_old'])
    await runNightly(all)
    await hourly(1)
    expect(subjects(mails)).toEqual(['Over: backup_old'])
  })

  it('of one workspace that cannot be backed up, within 36 hours and each night, though all others are', async () => {
    const { mails, env: given } = mailbox()
    const [broken, club] = [await workspace(), await workspace()]
    const bucket = env.BACKUPS as R2Bucket
    const put = (key: string, ...rest: unknown[]) =>
      key.includes(broken.id)
        ? Promise.reject(new Error('10001'))
        : Reflect.apply(bucket.put, bucket, [key, ...rest])
    const BACKUPS = new Proxy(bucket, {
      get: (target, name) => (name === 'put' ? put : Reflect.get(target, name).bind(target)),
    })
    const all = { ...env, ...QUIET, ...given, BACKUPS } as Bindings
    const night = async (messageId: string) => {
      const [job, ...others] = await runNightly({ ...given, BACKUPS })
      expect([job, others]).toMatchObject([{ job: 'back_up', workspace_id: broken.id }, []])
      // The queue tries it again until max_retries, and then hands it to the dead-letter queue.
      let waited = 0
      for (let attempts = 1; attempts <= MAX_RETRIES + 1; attempts++) {
        const message = { id: messageId, timestamp: new Date(), attempts, body: job as QueuedJob }
        const batch = createMessageBatch('membership-jobs', [message])
        await worker.queue(batch, all)
        const { retryMessages } = await getQueueResult(batch, createExecutionContext())
        expect(retryMessages).toHaveLength(1)
        if (attempts <= MAX_RETRIES) waited += retryDelay(attempts)
      }
      expect(waited / 3600).toBeGreaterThan(1)
      expect(waited / 3600).toBeLessThan(35)
      const message = { id: messageId, timestamp: new Date(), attempts: 1, body: job as QueuedJob }
      await worker.queue(createMessageBatch('membership-mails-dead', [message]), all)
      await runCron(new Date(), { ...given, BACKUPS })
      return mails.splice(0)
    }
    for (const id of ['first', 'second']) {
      const told = await night(id)
      expect(told.map(({ subject }) => subject)).toEqual(['Alarm: dead_messages'])
      expect(told[0]?.text).toContain('back_up')
    }
    const { body } = await operator('GET', '/operator/dead_messages')
    expect(body.data).toMatchObject([
      { kind: 'back_up', workspace_id: broken.id },
      { kind: 'back_up', workspace_id: broken.id },
    ])
    const backedUp = async ({ id }: { id: string }) =>
      (await bucket.list({ prefix: `workspaces/${id}/` })).objects.length > 0
    expect([await backedUp(broken), await backedUp(club)]).toEqual([false, true])
    expect((await health(given)).alarms).not.toHaveProperty('backup_old')
  })

  it('with the next run if the mail service fails, and the run goes on', async () => {
    await keepDeadMessages(open(env.DB), [dead('a')], new Date())
    await runCron(new Date(), mailbox({ fails: true }).env)
    expect(log.lines().find(({ cron }) => cron)).toMatchObject({
      level: 'warn',
      operator_not_told: 'E_DAILY_LIMIT_EXCEEDED',
    })
    const { mails, env: given } = mailbox()
    await runCron(new Date(), given)
    expect(subjects(mails)).toEqual(['Alarm: dead_messages'])
  })

  it('by nobody without OPERATOR_EMAIL, but /health shows alarms', async () => {
    const { mails, env: given } = mailbox()
    await keepDeadMessages(open(env.DB), [dead('a')], new Date())
    await runCron(new Date(), { ...given, OPERATOR_EMAIL: '' })
    expect(mails).toEqual([])
    const { status, alarms, switched_off } = await health()
    expect([status, Object.keys(alarms)]).toEqual(['ok', ['dead_messages']])
    expect(switched_off.OPERATOR_EMAIL).toContain('alarms')
  })
})

describe('the canary', () => {
  const ofCanary = (mails: Mail[]) => mails.filter(({ subject }) => subject.startsWith('Canary'))

  it('signs in, writes, reads and mails, leaves one key, and is marked in the log', async () => {
    const club = await workspace()
    const { mails, env: given } = mailbox()
    const canary = { ...given, CANARY_WORKSPACE: club.id, LOG_LEVEL: 'info' }
    expect((await health(canary)).canary.status).toBe('late')
    await runCron(new Date(), canary)
    await runCron(new Date(), canary)
    expect(ofCanary(mails)).toHaveLength(2)
    expect((await health(canary)).canary).toMatchObject({ status: 'ok', failed_since: null })
    expect(await rows("SELECT name FROM api_keys WHERE name = 'Canary'")).toHaveLength(1)
    const [person] = (await club.get('/lists/members/persons')).body.data
    expect(person).toMatchObject({
      external_id: 'canary',
      membership_number: expect.stringMatching(/^canary-/),
    })
    const asked = log.lines().filter(({ route }) => route) as Line[]
    expect(asked.filter((line) => line.workspace === club.id && line.canary !== true)).toEqual([])
    expect(asked.map(({ route }) => route)).toContain('/lists/:list_id/persons/:person_id')
  })

  it('that fails is told, shown by /health with its beginning, and told when it is over', async () => {
    const club = await workspace()
    const { mails, env: given } = mailbox()
    const canary = { ...given, CANARY_WORKSPACE: club.id }
    await rows("UPDATE workspaces SET subscription_variant = 'contacts' WHERE id = ?", club.id)
    await runCron(new Date(), canary)
    await runCron(new Date(), canary)
    expect(subjects(mails)).toEqual(['Alarm: canary'])
    const shown = (await health(canary)).canary
    expect(shown).toMatchObject({ status: 'failed', failed_since: expect.any(String) })
    expect(await rows("SELECT detail FROM watches WHERE name = 'canary'")).toEqual([{ detail: 'write: 402' }])
    await rows("UPDATE workspaces SET subscription_variant = 'complete' WHERE id = ?", club.id)
    await runCron(new Date(), canary)
    expect(subjects(mails)).toEqual([expect.stringMatching(/^Canary: all works/), 'Over: canary'])
  })

  it.each([
    ['sign in: no such workspace', { CANARY_WORKSPACE: `wsp_${'0'.repeat(24)}` }],
    ['mail: E_DAILY_LIMIT_EXCEEDED', mailbox({ fails: true }).env],
  ])('says which step failed: %s', async (detail, given) => {
    const club = await workspace()
    await runCron(new Date(), { ...mailbox().env, CANARY_WORKSPACE: club.id, ...given })
    expect(await rows("SELECT detail FROM watches WHERE name = 'canary'")).toEqual([{ detail }])
  })

  it('is late if the hourly run stays away, and off without a workspace', async () => {
    const club = await workspace()
    const canary = { ...mailbox().env, CANARY_WORKSPACE: club.id }
    await runCron(new Date(Date.now() - 3 * HOUR), canary)
    expect((await health(canary)).canary.status).toBe('late')
    expect((await health()).canary).toEqual({ status: 'off', checked_at: null, failed_since: null })
  })
})

it('/health says how full the database is, in one trip', async () => {
  const { body, cost } = await call('GET', '/health')
  expect([cost.trips, body.databases[0].full_percent]).toEqual([1, 0])
})

/** The real database, but for batches with a statement of this text. */
function failingOn(pattern: RegExp): D1Database {
  const texts = new WeakMap<object, string>()
  const prepare = (sql: string) => ({
    bind: (...values: unknown[]) => {
      const bound = env.DB.prepare(sql).bind(...values)
      texts.set(bound, sql)
      return bound
    },
  })
  const batch = (statements: D1PreparedStatement[]) => {
    if (statements.some((statement) => pattern.test(texts.get(statement) ?? ''))) throw new Error('It fails.')
    return env.DB.batch(statements)
  }
  return { prepare, batch } as unknown as D1Database
}
