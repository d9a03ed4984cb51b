import { expect, it } from 'vitest'
import {
  failingAt,
  goOnOnce,
  inPlace,
  locksIn,
  PLACES,
  rowsIn,
  schedule,
  useDatabases,
} from '../../support/moves'
import { inPart, UNHURRIED } from '../../support/runs'
import { rows, type Workspace, workspace } from '../../support/workspace'

useDatabases()

/** Which of its trips a run is killed at: each of them, or some in an ordinary run of the tests. */
const EVERY = inPart(1, 17)

/** Goes on until nothing is left; a run that was killed holds the move for a minute. */
async function finish(club: Workspace, places = PLACES): Promise<void> {
  for (let run = 0; run < 20; run++) {
    await Promise.all(
      (['a', 'b'] as const).map((place) => inPlace(place, 'UPDATE moves SET held_until = NULL')),
    )
    if ((await goOnOnce(club, { places })).left === 'nothing') return
  }
  throw new Error('The move has not ended.')
}

it.each(['before', 'after'] as const)(
  'goes on after a crash %s any trip, there and back',
  UNHURRIED,
  async (when) => {
    const club = await workspace()
    await club.post('/lists/members/persons', { name: { first_name: 'Ada' } })
    const before = await rowsIn('a', club.id)
    let crashes = 0
    for (let trip = when === 'before' ? 1 : 5; ; trip += EVERY) {
      const [from, to] = crashes % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const)
      await schedule(club, to)
      const { places, hasFailed } = failingAt(trip, when)
      const isKilled = await finish(club, places).then(
        () => false,
        (error: Error) => {
          if (!/isolate is gone/.test(error.message)) throw error
          return true
        },
      )
      if (isKilled) await finish(club)
      expect(await rowsIn(to, club.id), `trip ${trip}`).toEqual(before)
      expect(await rowsIn(from, club.id), `trip ${trip}`).toEqual({})
      expect([await locksIn('a'), await locksIn('b')]).toEqual([0, 0])
      crashes += 1
      if (!hasFailed()) break
    }
    expect(crashes).toBeGreaterThan(5)
    expect(await rows("SELECT 1 FROM moves WHERE step = 'cancelled'")).toEqual([])
  },
)
