import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { app } from '../../src/app'
import type { Bindings, QueuedMail, QueuedMailing } from '../../src/env'
import worker from '../../src/index'
import { call, QUIET } from '../support/call'
import { runCron, runNightly } from '../support/cron'
import { staffOf } from '../support/dashboard'
import { clubWithFees, release } from '../support/direct-debits'
import { postMail } from '../support/mails'
import { createPerson, submit } from '../support/portal'
import { everyRow } from '../support/storage'
import { operator, workspace } from '../support/workspace'

const PAUSED = { PAUSED: 'restore' } as Partial<Bindings>

const DOORS = ['/portal', '/join', '/unsubscribe', '/dashboard']
const isPage = (path: string): boolean => DOORS.some((door) => path.startsWith(door))

/** The routes that the service has, with ids that name nothing. */
const ROUTES = [
  ...new Set(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
      .map(({ method, path }) => `${method} ${path.replace(/:\w+(\{[^}]*\})?/g, 'unknown')}`),
  ),
].map((route) => route.split(' ') as [string, string])

const WRITES = ROUTES.filter(
  ([method, path]) => method !== 'GET' && !/^\/operator\/(restores|erasures)(\/|$)/.test(path),
)

describe('while the service is paused', () => {
  it('every write of every door is 503, says when to try again, and writes nothing', async () => {
    const { key } = await workspace()
    const before = await everyRow()
    const wrong: unknown[] = []
    for (const [method, path] of WRITES) {
      const sent = { key: path.startsWith('/operator') ? env.OPERATOR_TOKEN : key, env: PAUSED }
      const { status, headers, body, text } = isPage(path)
        ? await submit(path, {}, { env: PAUSED })
        : await call(method, path, { ...sent, ...(method !== 'DELETE' && { body: {} }) })
      const says = isPage(path)
        ? text.includes('Gerade nur zum Ansehen')
        : body?.type?.endsWith('/problems/paused')
      if (status !== 503 || headers.get('Retry-After') !== '300' || !says)
        wrong.push([method, path, status, text])
    }
    expect(wrong).toEqual([])
    expect(WRITES.length).toBeGreaterThan(200)
    expect(await everyRow()).toEqual(before)
  })

  it('every read of staff, of a key and of the operator goes on, and writes nothing', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const [feeId = ''] = feeIds
    const { body } = await release(club, feeIds)
    const owner = await staffOf(club, 'owner')
    const { key } = club
    const before = await everyRow()
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const served: Record<string, number> = {}
    for (const path of [
      '/me',
      '/lists/members/persons',
      `/fees/${feeId}`,
      '/events',
      `/collections/${body.data.id}`,
      '/mails',
    ])
      served[path] = (await call('GET', path, { key, env: PAUSED })).status
    for (const path of ['', '/members', '/fees', '/mails', '/direct-debits', '/settings', '/log'])
      served[path] = (await owner.get(`/dashboard/${club.id}${path}`, { env: PAUSED })).status
    served.workspaces = (
      await call('GET', '/operator/workspaces', { key: env.OPERATOR_TOKEN as string, env: PAUSED })
    ).status
    expect(Object.entries(served).filter(([, status]) => status !== 200)).toEqual([])
    expect(await everyRow()).toEqual(before)
    expect(log).not.toHaveBeenCalled()
    log.mockRestore()
  })

  it('a read that would record an event is 503', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const { body } = await release(club, feeIds)
    const before = await everyRow()
    const file = await call('GET', `/collections/${body.data.id}/file`, { key: club.key, env: PAUSED })
    expect([file.status, file.body.title]).toEqual([503, 'Paused'])
    expect(await everyRow()).toEqual(before)
  })

  it('tells in the language of the reader that nothing was saved', async () => {
    const page = async (language: string) =>
      (await submit('/portal/club', {}, { env: PAUSED, headers: { 'Accept-Language': language } })).text
    expect(await page('de')).toContain('Es wurde nichts gespeichert')
    expect(await page('en')).toContain('Nothing was saved')
  })

  it('messages of both queues stay for half an hour, and nothing is claimed', async () => {
    const club = await workspace()
    await createPerson(club, { email: 'ada@example.org' })
    const { queued } = await postMail(club, { filter: {} })
    const bodies: (QueuedMail | QueuedMailing)[] = [
      ...queued,
      {
        kind: 'portal_link',
        workspace_id: club.id,
        email: 'ada@example.org',
        origin: 'https://members.example.org',
        requested_at: new Date().toISOString(),
      } as unknown as QueuedMail,
    ]
    const before = await everyRow()
    const batch = createMessageBatch<QueuedMail | QueuedMailing>(
      'membership-mails',
      bodies.map((body, index) => ({ id: `${index}`, timestamp: new Date(), attempts: 1, body })),
    )
    const retries = batch.messages.map((message) => vi.spyOn(message, 'retry'))
    await worker.queue(batch, { ...env, ...QUIET, ...PAUSED } as Bindings)
    const result = await getQueueResult(batch, createExecutionContext())
    expect(result.explicitAcks).toEqual([])
    for (const retry of retries) expect(retry.mock.calls).toEqual([[{ delaySeconds: 1800 }]])
    expect(await everyRow()).toEqual(before)
  })

  it('no cron runs', async () => {
    const club = await workspace()
    await createPerson(club, { email: 'ada@example.org' })
    await postMail(club, { filter: {} })
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    const before = await everyRow()
    await runCron(new Date(), { ...PAUSED, LOG_LEVEL: 'info' })
    await runNightly({ ...PAUSED, LOG_LEVEL: 'info' })
    expect(await everyRow()).toEqual(before)
    expect(log.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
      { cron: '17 * * * *', paused: true },
      { cron: '37 3 * * *', paused: true },
    ])
    log.mockRestore()
  })

  it('/health says so, and is ready', async () => {
    const { status, body } = await call('GET', '/health', { env: PAUSED })
    expect([status, body.status, body.paused]).toEqual([200, 'paused', true])
  })

  it('the token is asked for as ever', async () => {
    expect((await call('GET', '/operator/workspaces', { env: PAUSED })).status).toBe(401)
    expect((await operator('GET', '/operator/workspaces')).status).toBe(200)
  })
})
