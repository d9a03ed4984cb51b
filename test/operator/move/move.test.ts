import { describe, expect, it } from 'vitest'
import { cancelMove } from '../../../src/domain/workspaces/move/cancel'
import { createEverything } from '../../support/everything'
import {
  goOnOnce,
  goOnTo,
  inPlace,
  locksIn,
  moved,
  PLACES,
  rowsIn,
  schedule,
  useDatabases,
} from '../../support/moves'
import { rows, workspace } from '../../support/workspace'

useDatabases()

describe('a move', () => {
  it('takes all rows there and back, and leaves only the way that it went', async () => {
    const club = await workspace()
    await createEverything(club)
    const before = await rowsIn('a', club.id)
    const staff = await rows('SELECT * FROM staff')
    expect(Object.keys(before).length).toBeGreaterThan(40)

    const done = await moved(club, 'b')
    expect(done).toMatchObject({ from: 'a', to: 'b', step: 'done', failure: null, file: null })
    expect(await rowsIn('b', club.id)).toEqual(before)
    expect(await rowsIn('a', club.id)).toEqual({})
    expect(await inPlace('b', 'SELECT * FROM staff')).toEqual(staff)
    expect([await locksIn('a'), await locksIn('b')]).toEqual([0, 0])

    await moved(club, 'c')
    await moved(club, 'a')
    expect(await rowsIn('a', club.id)).toEqual(before)
    expect([await rowsIn('b', club.id), await rowsIn('c', club.id)]).toEqual([{}, {}])
    expect(await inPlace('a', 'SELECT place FROM moves')).toEqual([])
    expect(await inPlace('b', 'SELECT place FROM moves')).toEqual([{ place: 'c' }])
    expect(await inPlace('c', 'SELECT place FROM moves')).toEqual([{ place: 'a' }])
    expect((await club.get('/me')).status).toBe(200)
  })

  it('leaves its neighbours as they are', async () => {
    const [club, other] = [await workspace(), await workspace()]
    await createEverything(other)
    const before = await rowsIn('a', other.id)
    await moved(club, 'b')
    expect(await rowsIn('a', other.id)).toEqual(before)
    expect(await rowsIn('b', other.id)).toEqual({})
  })
})

describe('cancelling', () => {
  const STEPS = [
    'scheduled',
    'draining',
    'storing',
    'clearing',
    'copying',
    'comparing',
    'arriving',
    'verifying',
    'leaving',
  ] as const

  it.each(STEPS)('before the step %s leaves nothing', async (step) => {
    const club = await workspace()
    const before = await rowsIn('a', club.id)
    await schedule(club, 'b')
    await goOnTo(club, step)
    await cancelMove(PLACES, club.id)
    expect(await rowsIn('a', club.id)).toEqual(before)
    const person = { name: { first_name: 'Ada' } }
    expect((await club.post('/lists/members/persons', person)).status).toBe(201)
    const written = await rowsIn('a', club.id)
    await goOnOnce(club)
    expect([await rowsIn('a', club.id), await rowsIn('b', club.id)]).toEqual([written, {}])
    expect([await locksIn('a'), await locksIn('b')]).toEqual([0, 0])
    expect(await inPlace('a', 'SELECT * FROM moves')).toEqual([])
  })

  it('is refused once the workspace is at its new place', async () => {
    const club = await workspace()
    await schedule(club, 'b')
    for (const step of ['opening', 'deleting'] as const) {
      await goOnTo(club, step)
      await expect(cancelMove(PLACES, club.id)).rejects.toThrow('not_movable')
    }
    await goOnTo(club, 'done')
    await expect(cancelMove(PLACES, club.id)).rejects.toThrow('not_found')
  })
})
