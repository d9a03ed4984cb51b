import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { cancelMove } from '../../../src/domain/workspaces/move/cancel'
import type { Bindings } from '../../../src/env'
import worker from '../../../src/index'
import { QUIET } from '../../support/call'
import { jobQueue, runJobsOf } from '../../support/cron'
import {
  begunBefore,
  DATABASES,
  goOnOnce,
  goOnTo,
  inPlace,
  rowsIn,
  schedule,
  useDatabases,
  watchedBy,
} from '../../support/moves'
import { operator, rows, workspace } from '../../support/workspace'

useDatabases()

const SEVERAL = DATABASES as Partial<Bindings>
const pathOf = ({ id }: { id: string }) => `/operator/workspaces/${id}/move`
const post = (club: { id: string }, body: object, bindings: Partial<Bindings> = {}) =>
  operator('POST', pathOf(club), body, { env: { ...SEVERAL, ...bindings } })
const get = (club: { id: string }) => operator('GET', pathOf(club), undefined, { env: SEVERAL })
const cancel = (club: { id: string }) => operator('DELETE', pathOf(club), undefined, { env: SEVERAL })

describe('the endpoint of moves', () => {
  it('moves a workspace with the jobs that it queues, and stores its file before', async () => {
    const club = await workspace()
    const before = await rowsIn('a', club.id)
    const queue = jobQueue()
    const bindings = { ...env, ...QUIET, ...SEVERAL, JOBS: queue.JOBS } as unknown as Bindings
    const begun = await post(club, { to: 'b' }, { JOBS: queue.JOBS })
    expect([begun.status, begun.body.data.step, begun.body.data.to]).toEqual([202, 'draining', 'b'])
    await begunBefore(club.id, 31)
    expect(await runJobsOf(queue.queued, bindings)).toEqual([])
    const { body } = await get(club)
    expect(body.data).toMatchObject({
      workspace_id: club.id,
      from: 'a',
      to: 'b',
      step: 'done',
      failure: null,
    })
    expect(await env.BACKUPS.head(body.data.file)).not.toBeNull()
    expect(await rowsIn('b', club.id)).toEqual(before)
    expect((await club.get('/me', { env: SEVERAL })).status).toBe(200)
  })

  it('waits for the time that the association chose, and is found by the run of every ten minutes', async () => {
    const club = await workspace()
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const { status, body } = await post(club, { to: 'b', at })
    expect([status, body.data.step, body.data.due_at]).toEqual([202, 'scheduled', at])
    expect((await club.post('/lists/members/persons', { name: { first_name: 'Ada' } })).status).toBe(201)
    const queued = async (now: Date) => {
      const queue = jobQueue()
      const bindings = { ...env, ...QUIET, ...SEVERAL, JOBS: queue.JOBS } as unknown as Bindings
      await worker.scheduled(
        createScheduledController({ scheduledTime: now, cron: '*/10 * * * *' }),
        bindings,
      )
      return queue.queued
        .filter(({ job }) => job === 'move_workspace')
        .map(({ workspace_id }) => workspace_id)
    }
    expect(await queued(new Date())).toEqual([])
    expect(await queued(new Date(Date.parse(at) + 1))).toEqual([club.id])
    expect((await post(club, { to: 'b', at: new Date().toISOString() })).body.data.step).toBe('draining')
    expect(await queued(new Date())).toEqual([club.id])
  })

  it('cancels a move, and then has none', async () => {
    const club = await workspace()
    await post(club, { to: 'b' })
    expect((await club.post('/lists/members/persons', {})).status).toBe(503)
    expect((await cancel(club)).status).toBe(202)
    expect((await club.post('/lists/members/persons', { name: { first_name: 'Ada' } })).status).toBe(201)
    expect([(await get(club)).status, (await cancel(club)).status]).toEqual([404, 404])
  })

  it('leaves nothing to retry to the jobs of a move that was cancelled', async () => {
    const club = await workspace()
    const queue = jobQueue()
    const bindings = { ...env, ...QUIET, ...SEVERAL, JOBS: queue.JOBS } as unknown as Bindings
    await post(club, { to: 'b' }, { JOBS: queue.JOBS })
    await cancel(club)
    expect(queue.queued.map(({ job }) => job)).toEqual(['move_workspace'])
    expect(await runJobsOf(queue.queued, bindings)).toEqual([])
  })

  it('answers not_found to the second of two that cancel at the same time', async () => {
    const club = await workspace()
    await schedule(club, 'b')
    let reads = 0
    const places = watchedBy(async (place, texts) => {
      const isRead = place === 'a' && texts.some((text) => /FROM moves WHERE moved_id = /.test(text))
      if (!isRead || ++reads !== 2) return
      expect((await cancel(club)).status).toBe(202)
    })
    await expect(cancelMove(places, club.id)).rejects.toMatchObject({ reason: 'not_found' })
  })

  it('refuses what cannot move, and says why', async () => {
    const club = await workspace()
    const below = (
      await operator('POST', '/operator/workspaces', { name: 'B', superordinate_workspace_id: club.id })
    ).body.data
    const why = async (one: { id: string }, body: object, more?: Partial<Bindings>) => {
      const answer = await post(one, body, more)
      return [answer.status, answer.body.type?.split('/').at(-1), answer.body.detail]
    }
    expect(await why(club, { to: 'b' })).toEqual([409, 'has_subordinates', expect.stringContaining(below.id)])
    expect(await why(below, { to: 'b' })).toEqual([
      409,
      'not_movable',
      expect.stringContaining('below another'),
    ])
    const own = await workspace()
    expect(await why(own, { to: 'a' })).toEqual([409, 'not_movable', expect.stringContaining('already')])
    expect(await why(own, { to: 'd' })).toEqual([
      409,
      'not_movable',
      expect.stringContaining('no database d'),
    ])
    expect(await why(own, { to: 'B' })).toEqual([422, 'invalid', expect.any(String)])
    const closed = { DATABASE_LIMITS_GB: { DB_B: 0 } }
    expect(await why(own, { to: 'b' }, closed)).toEqual([
      409,
      'not_movable',
      expect.stringContaining('closed'),
    ])
    await rows('UPDATE workspaces SET exporting_since = ? WHERE id = ?', new Date().toISOString(), own.id)
    expect(await why(own, { to: 'b' })).toEqual([409, 'export_running', expect.any(String)])
    await rows("UPDATE workspaces SET exporting_since = NULL, copy_of = 'wsp_other' WHERE id = ?", own.id)
    expect(await why(own, { to: 'b' })).toEqual([409, 'not_movable', expect.stringContaining('copy')])
    expect((await why({ id: 'wsp_unknown' }, { to: 'b' })).slice(0, 2)).toEqual([404, 'not_found'])
    const last = await workspace()
    await schedule(last, 'b', new Date(Date.now() + 60_000).toISOString())
    expect(await why(last, { to: 'c' })).toEqual([
      409,
      'not_movable',
      expect.stringContaining('moves to database b'),
    ])
    expect(await inPlace('a', 'SELECT moved_id FROM moves')).toEqual([{ moved_id: last.id }])
  })

  it('moves a workspace back once nothing is left to do of its last move', async () => {
    const club = await workspace()
    await schedule(club, 'b')
    await goOnTo(club, 'deleting')
    expect((await post(club, { to: 'a' })).status).toBe(409)
    await goOnTo(club, 'done')
    expect((await post(club, { to: 'a' })).body.data).toMatchObject({ from: 'b', to: 'a', step: 'draining' })
  })
})

describe('a move that fails', () => {
  it('is cancelled for a row that differs, with the reason, and nothing was changed', async () => {
    const club = await workspace()
    const before = await rowsIn('a', club.id)
    await schedule(club, 'b')
    await goOnTo(club, 'comparing')
    await inPlace('b', "UPDATE events SET subject_name = 'Other' WHERE workspace_id = ?", club.id)
    await goOnOnce(club)
    expect((await club.get('/me')).status).toBe(200)
    await goOnOnce(club)
    const { body } = await get(club)
    expect(body.data).toMatchObject({
      step: 'cancelled',
      failure: expect.stringContaining('events'),
      moved_at: null,
    })
    expect([await rowsIn('a', club.id), await rowsIn('b', club.id)]).toEqual([before, {}])
    await schedule(club, 'b')
    expect(await goOnTo(club, 'done')).toMatchObject({ failure: null })
  })

  it('is cancelled for an account, key or slug that is taken there', async () => {
    const club = await workspace()
    await rows("UPDATE workspaces SET portal_slug = 'club' WHERE id = ?", club.id)
    const [row] = await rows('SELECT * FROM workspaces WHERE id = ?', club.id)
    const taken = { ...row, id: 'wsp_other' }
    const columns = Object.keys(taken)
    await inPlace(
      'b',
      `INSERT INTO workspaces (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
      ...Object.values(taken),
    )
    await schedule(club, 'b')
    for (let run = 0; run < 5; run++) await goOnOnce(club)
    expect((await get(club)).body.data).toMatchObject({
      step: 'cancelled',
      failure: expect.stringContaining('the slug club of wsp_other'),
    })
  })

  it('is cancelled if the workspace was restored meanwhile', async () => {
    const club = await workspace()
    await schedule(club, 'b')
    await goOnTo(club, 'draining')
    await rows('UPDATE workspaces SET moving_to = NULL WHERE id = ?', club.id)
    await goOnOnce(club)
    await goOnOnce(club)
    expect((await get(club)).body.data).toMatchObject({
      step: 'cancelled',
      failure: expect.stringContaining('restored'),
    })
  })

  it('is cancelled for a workspace below it that came meanwhile', async () => {
    const club = await workspace()
    await schedule(club, 'b')
    await goOnTo(club, 'leaving')
    const other = await workspace()
    await rows('UPDATE workspaces SET superordinate_workspace_id = ? WHERE id = ?', club.id, other.id)
    await goOnTo(club, 'cancelled')
    expect((await get(club)).body.data.failure).toContain(other.id)
    expect((await club.get('/me')).status).toBe(200)
    await rows('UPDATE workspaces SET superordinate_workspace_id = NULL')
  })

  it('is cancelled if a rule of its books is broken there, which it verifies in several runs', async () => {
    const club = await workspace()
    await schedule(club, 'b')
    await goOnTo(club, 'verifying')
    const slice = () => {
      let asked = 0
      return goOnOnce(club, { isTimeUp: () => ++asked > 12 })
    }
    const first = await slice()
    expect([first.left, first.move.progress]).toEqual(['more', { table: 'books' }])
    for (const { name } of await inPlace<{ name: string }>(
      'b',
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'moving_%'",
    ))
      await inPlace('b', `DROP TRIGGER "${name}"`)
    await inPlace(
      'b',
      "INSERT INTO account_days (workspace_id, account_id, booked_on, amount, tied) VALUES (?, 'acc_1', '2026-01-01', 100, 0)",
      club.id,
    )
    for (let run = 0; run < 20; run++) await slice()
    expect((await get(club)).body.data).toMatchObject({
      step: 'cancelled',
      failure: expect.stringContaining('A day of an account is the sum of its vouchers'),
    })
  })

  it('is cancelled if the target has the workspace in use, and deletes nothing there', async () => {
    const club = await workspace()
    await schedule(club, 'b')
    await goOnTo(club, 'clearing')
    const [row] = await rows('SELECT * FROM workspaces WHERE id = ?', club.id)
    const there = { ...row, moving_to: null }
    const columns = Object.keys(there)
    await inPlace(
      'b',
      `INSERT INTO workspaces (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
      ...Object.values(there),
    )
    await goOnTo(club, 'cancelled')
    expect((await get(club)).body.data.failure).toContain('in use at both places')
    expect(Object.keys(await rowsIn('b', club.id))).toEqual(['workspaces'])
  })

  it('is found by one run at a time', async () => {
    const club = await workspace()
    await schedule(club, 'b')
    const lefts = await Promise.all([goOnOnce(club), goOnOnce(club)])
    expect(lefts.map(({ left }) => left).sort()).toEqual(['later', 'nothing'])
  })
})
