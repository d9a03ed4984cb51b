import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bindings, QueuedJob } from '../../src/env'
import worker from '../../src/index'
import { QUIET } from '../support/call'
import { ADA } from '../support/club'
import { jobQueue, runJobsOf } from '../support/cron'
import { mailings } from '../support/mails'
import { PUBLIC_URL } from '../support/portal'
import { switchOn } from '../support/rules'
import { rows, type Workspace, workspace } from '../support/workspace'

let lines: string[] = []
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const NOON = new Date(new Date().setUTCHours(12, 0, 0, 0))
const TODAY = NOON.toISOString().slice(0, 10)

const sendDueMails = (workspace_id: string, at = NOON): QueuedJob => ({
  kind: 'job',
  job: 'send_due_mails',
  workspace_id,
  at: at.toISOString(),
})

/** A club with a rule that last ran long ago. */
async function clubWithRule(): Promise<Workspace> {
  const club = await workspace()
  await switchOn(club, 'birthday')
  await rows("UPDATE mail_rules SET done_until = '2026-01-31' WHERE workspace_id = ?", club.id)
  return club
}

/** Makes copies of every workspace and its rules. */
async function repeatWorkspaces(times: number): Promise<void> {
  for (const table of ['workspaces', 'mail_rules']) {
    const columns = await rows<{ name: string }>('SELECT name FROM pragma_table_info(?)', table)
    const names = columns.map(({ name }) => name)
    const key = table === 'workspaces' ? 'id' : 'workspace_id'
    const values = names.map((name) => `${table}.${name}${name === key ? ' || value' : ''}`)
    await rows(
      `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table}, json_each(?)`,
      JSON.stringify(Array.from({ length: times }, (_, n) => n)),
    )
  }
}

const doneUntil = async (): Promise<string[]> =>
  (await rows<{ done_until: string }>('SELECT done_until FROM mail_rules ORDER BY workspace_id')).map(
    ({ done_until }) => done_until,
  )

/** Delivers jobs in one batch, and gives the ids of the messages that are done, and of those that are to be retried. */
async function deliver(jobs: unknown[], { attempts = 1, waited = 0, bindings = {} } = {}) {
  const batch = createMessageBatch<QueuedJob>(
    'membership-jobs',
    jobs.map((body, index) => ({
      ...{ id: `${index}`, timestamp: new Date(Date.now() - waited), attempts },
      body: body as QueuedJob,
    })),
  )
  await worker.queue(batch, { ...env, ...QUIET, PUBLIC_URL, ...bindings } as Bindings)
  const { retryMessages, explicitAcks } = await getQueueResult(batch, createExecutionContext())
  return {
    acked: explicitAcks,
    retried: retryMessages.map(({ msgId }) => msgId),
  }
}

describe('the hourly run', () => {
  it('queues a job for each of 110 workspaces, at most a hundred at once, and runs nothing itself', async () => {
    await clubWithRule()
    await repeatWorkspaces(109)
    const { JOBS, queued } = jobQueue()
    const sendBatch = vi.spyOn(JOBS, 'sendBatch')
    const controller = createScheduledController({ scheduledTime: NOON, cron: '17 * * * *' })
    await worker.scheduled(controller, { ...env, ...QUIET, PUBLIC_URL, JOBS } as Bindings)
    expect(sendBatch.mock.calls.map(([messages]) => [...messages].length)).toEqual([100, 10])
    expect(new Set(queued.map(({ workspace_id }) => workspace_id)).size).toBe(110)
    expect(new Set(await doneUntil())).toEqual(new Set(['2026-01-31']))
    const { bindings } = mailings()
    expect(await runJobsOf(queued, { ...env, ...QUIET, ...bindings } as Bindings)).toEqual([])
    expect(new Set(await doneUntil())).toEqual(new Set([TODAY]))
  })

  it('queues nothing for who is done', async () => {
    await clubWithRule()
    await rows('UPDATE mail_rules SET done_until = ?', TODAY)
    const { JOBS, queued } = jobQueue()
    const controller = createScheduledController({ scheduledTime: NOON, cron: '17 * * * *' })
    await worker.scheduled(controller, { ...env, ...QUIET, PUBLIC_URL, JOBS } as Bindings)
    expect(queued).toEqual([])
  })
})

describe('a job', () => {
  it('that fails hides no other one, and is retried with growing delays', async () => {
    const [broken, club] = [await clubWithRule(), await clubWithRule()]
    // A clock that no place has.
    await rows("UPDATE workspaces SET timezone = 'Nowhere/None' WHERE id = ?", broken.id)
    const jobs = [sendDueMails(broken.id), sendDueMails(club.id)]
    expect(await deliver(jobs)).toEqual({ acked: ['1'], retried: ['0'] })
    expect((await doneUntil()).sort()).toEqual(['2026-01-31', TODAY].sort())
    const failures = () => lines.flatMap((line) => JSON.parse(line).failures)
    expect(failures()).toEqual([
      { job: 'send_due_mails', workspace_id: broken.id, attempt: 1, error: 'RangeError', retry_in: 60 },
    ])
    for (const attempts of [4, 10, 11]) await deliver(jobs.slice(0, 1), { attempts })
    expect(
      failures()
        .slice(1)
        .map(({ retry_in }) => retry_in),
    ).toEqual([480, 3600, undefined])
    expect(lines.at(-1)).toContain('dead-letter queue')
  })

  it.each(['of_a_newer_version', 'toString', '__proto__'])('named %s is retried', async (job) => {
    const { id } = await workspace()
    const { retried } = await deliver([{ kind: 'job', job, workspace_id: id, at: NOON.toISOString() }])
    expect(retried).toEqual(['0'])
    expect(lines.join()).toContain('UnknownJob')
  })

  it('of a workspace that does not exist does nothing', async () => {
    const jobs = ['send_due_mails', 'resume_mails', 'tell_old_addresses', 'void_mandates', 'seal_events'].map(
      (job) => ({
        ...sendDueMails('wsp_unknown'),
        job,
      }),
    )
    expect((await deliver(jobs)).acked).toEqual(['0', '1', '2', '3', '4'])
  })

  it('that is delivered twice, also at once, sends nothing twice', async () => {
    const club = await clubWithRule()
    const { queued, bindings } = mailings()
    const member = { ...ADA, birthdate: `1990${TODAY.slice(4)}` }
    expect((await club.post('/lists/members/persons', member)).status).toBe(201)
    const job = sendDueMails(club.id)
    await Promise.all([deliver([job], { bindings }), deliver([job, job], { bindings })])
    expect(queued).toHaveLength(1)
    expect((await rows('SELECT id FROM mails WHERE workspace_id = ?', club.id)).length).toBe(1)
  })

  it('that is delivered late works with the time of its delivery', async () => {
    const club = await clubWithRule()
    const before = new Date(NOON.getTime() - 20 * 3_600_000)
    await deliver([sendDueMails(club.id, before)], { waited: 20 * 3_600_000 })
    expect(await doneUntil()).toEqual([TODAY])
  })

  it('that has more to do queues itself, until all is done', async () => {
    const club = await workspace()
    await club.post('/lists/members/persons', { external_id: 'ada' })
    const [event] = await rows<Record<string, unknown>>(
      'SELECT * FROM events WHERE workspace_id = ?',
      club.id,
    )
    const names = Object.keys(event ?? {})
    await rows(
      `INSERT INTO events (${names}) SELECT ${names.map((name) => (name === 'number' ? 'value' : name))}
       FROM events, json_each(?) WHERE workspace_id = ? AND number = 1`,
      JSON.stringify(Array.from({ length: 5_000 }, (_, n) => n + 1_000)),
      club.id,
    )
    const { JOBS, queued } = jobQueue()
    const job: QueuedJob = { ...sendDueMails(club.id), job: 'seal_events' }
    expect(await runJobsOf([job], { ...env, ...QUIET, JOBS } as Bindings)).toEqual([])
    expect(queued).toEqual([{ ...job, at: expect.any(String) }])
    expect(await runJobsOf(queued, { ...env, ...QUIET, JOBS } as Bindings)).toEqual([])
    const [{ sealed } = { sealed: 0 }] = await rows<{ sealed: number }>(
      'SELECT max(last_number) AS sealed FROM event_seals WHERE workspace_id = ?',
      club.id,
    )
    expect(sealed).toBe(5_999)
  })
})
