import { expect, it } from 'vitest'
import { cancelMove } from '../../../src/domain/workspaces/move/cancel'
import { listDueMoves } from '../../../src/domain/workspaces/move/move'
import {
  begunBefore,
  goOnNow,
  goOnOnce,
  goOnTo,
  inPlace,
  PLACES,
  schedule,
  useDatabases,
  view,
} from '../../support/moves'
import { workspace } from '../../support/workspace'

useDatabases()

const [HOME] = PLACES

/** A claim of a request that has not ended, so many seconds ago. */
const claim = (id: string, key: string, seconds: number) =>
  inPlace(
    'a',
    `INSERT INTO idempotent_requests (workspace_id, operation, idempotency_key, part, owner, started_at)
      VALUES (?, 'createPerson', ?, 0, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?))`,
    id,
    key,
    key,
    `-${seconds} seconds`,
  )

it('locks rows half a minute after a move began at the earliest, for what nothing has claimed', async () => {
  const club = await workspace()
  await schedule(club, 'b')
  const first = await goOnNow(club)
  expect([first.left, first.move.step, first.move.waits_for]).toEqual([
    'later',
    'draining',
    expect.stringContaining('half a minute'),
  ])
  await begunBefore(club.id, 25)
  expect((await goOnNow(club)).left).toBe('later')
  await begunBefore(club.id, 31)
  const last = await goOnNow(club)
  expect([last.left, last.move.step, last.move.waits_for]).toEqual(['more', 'storing', null])
})

it('waits for a request that had begun before, and for none of those that clients keep sending', async () => {
  const club = await workspace()
  await schedule(club, 'b')
  await goOnTo(club, 'draining')
  await begunBefore(club.id, 40)
  await claim(club.id, 'before', 45)
  expect((await goOnNow(club)).left).toBe('later')
  await inPlace('a', 'DELETE FROM idempotent_requests')
  for (const seconds of [0, 1, 10, 30]) await claim(club.id, `later-${seconds}`, seconds)
  expect((await goOnNow(club)).move.step).toBe('storing')
})

it('begins no move while the night sweeps, and says so', async () => {
  const club = await workspace()
  await schedule(club, 'b')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const at = (time: string) => new Date(`${tomorrow}T${time}:00Z`)
  for (const time of ['03:30', '04:29']) {
    const { left, move } = await goOnOnce(club, { now: at(time) })
    expect([left, move.step, move.waits_for]).toEqual([
      'nothing',
      'scheduled',
      expect.stringContaining('04:30 UTC'),
    ])
  }
  expect((await goOnOnce(club, { now: at('04:30') })).move.step).toBe('draining')
})

it('is given up if the databases are of different migrations by then', async () => {
  const club = await workspace()
  await schedule(club, 'b')
  const [last] = await inPlace<{ id: number }>('b', 'SELECT max(id) AS id FROM d1_migrations')
  await inPlace('b', 'UPDATE d1_migrations SET id = -id WHERE id = ?', last?.id)
  try {
    await goOnOnce(club)
  } finally {
    await inPlace('b', 'UPDATE d1_migrations SET id = -id WHERE id < 0')
  }
  await goOnTo(club, 'cancelled')
  expect((await view(club)).failure).toContain('npm run release')
})

it('finds a cancelled move that was not due yet', async () => {
  const club = await workspace()
  await schedule(club, 'b', new Date(Date.now() + 3_600_000).toISOString())
  const due = () => (HOME ? listDueMoves(HOME, new Date()) : [])
  expect(await due()).toEqual([])
  await cancelMove(PLACES, club.id)
  expect(await due()).toEqual([club.id])
})
