import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { movesProblem } from '../../../src/dev/operate/moves'
import type { Bindings } from '../../../src/env'
import worker from '../../../src/index'
import { call, QUIET } from '../../support/call'
import { jobQueue } from '../../support/cron'
import { DATABASES, goOnTo, inPlace, locksIn, schedule, useDatabases } from '../../support/moves'
import { operator, workspace } from '../../support/workspace'

useDatabases()

const SEVERAL = DATABASES as Partial<Bindings>

const runOften = () =>
  worker.scheduled(createScheduledController({ scheduledTime: new Date(), cron: '*/10 * * * *' }), {
    ...env,
    ...QUIET,
    ...SEVERAL,
    JOBS: jobQueue().JOBS,
  } as unknown as Bindings)

const stateOf = async (place: string) =>
  (await operator('GET', `/operator/restores/database?database=${place}`, undefined, { env: SEVERAL })).body
    .data

const movingIn = (place: 'a' | 'b') => inPlace(place, 'SELECT moving_to FROM workspaces')

it('opens a workspace that a restore has left locked without a move, and names it before', async () => {
  const club = await workspace()
  await schedule(club, 'b')
  await goOnTo(club, 'opening')
  expect((await stateOf('b')).arriving_ids).toEqual([club.id])
  // The target went back to before it was opened, and the source has ended the move since.
  await inPlace('a', "UPDATE moves SET step = 'done', finished_at = moved_at")
  expect(await stateOf('b')).toMatchObject({ locked_ids: [club.id] })
  expect((await stateOf('a')).locked_ids).toEqual([])
  await runOften()
  expect([await movingIn('b'), await locksIn('b')]).toEqual([[{ moving_to: null }], 0])
  const given = { env: SEVERAL }
  expect((await club.post('/lists/members/persons', { name: { first_name: 'Ada' } }, given)).status).toBe(201)
  expect((await stateOf('b')).locked_ids).toEqual([])
})

it('opens none that moves, nor one that another database has as well', async () => {
  const club = await workspace()
  await schedule(club, 'b')
  await goOnTo(club, 'verifying')
  await runOften()
  expect([await movingIn('a'), await movingIn('b')]).toEqual([[{ moving_to: 'b' }], [{ moving_to: 'b' }]])
  await inPlace('a', 'DELETE FROM moves')
  await runOften()
  expect([await movingIn('a'), await movingIn('b')]).toEqual([[{ moving_to: 'b' }], [{ moving_to: 'b' }]])
})

it('nothing is released while workspaces move', async () => {
  const running = async () => (await call('GET', '/health', { env: SEVERAL })).body.moves_running
  const club = await workspace()
  await schedule(club, 'b')
  expect(await running()).toBe(0)
  await goOnTo(club, 'deleting')
  expect(await running()).toBe(1)
  expect(movesProblem({ moves_running: await running() })).toContain(
    'Wait until moves_running of /health is 0',
  )
  await goOnTo(club, 'done')
  expect([await running(), movesProblem({ moves_running: 0 }), movesProblem({})]).toEqual([
    0,
    undefined,
    undefined,
  ])
})
