import { expect, it } from 'vitest'
import { cancelMove } from '../../../src/domain/workspaces/move/cancel'
import {
  DATABASES,
  goOnNow,
  goOnOnce,
  goOnTo,
  inPlace,
  locksIn,
  PLACES,
  rowsIn,
  schedule,
  useDatabases,
  watchedBy,
} from '../../support/moves'
import { createPerson } from '../../support/portal'
import { workspace } from '../../support/workspace'

useDatabases()

/** Lets other runs take the move of one that stands still. */
const freeHold = () => inPlace('a', 'UPDATE moves SET held_until = NULL')

it('a run that stood still before it wrote a page writes nothing into the workspace that is in use', async () => {
  const club = await workspace()
  const id = await createPerson(club, { name: { last_name: 'Lovelace' } })
  await schedule(club, 'b')
  await goOnTo(club, 'copying')
  let hasStood = false
  const places = watchedBy(async (place, texts) => {
    if (hasStood || place !== 'b' || !texts.some((text) => /INSERT INTO "persons"/.test(text))) return
    hasStood = true
    await freeHold()
    await goOnTo(club, 'done')
    const path = `/lists/members/persons/${id}`
    expect((await club.delete(path, { env: DATABASES })).status).toBe(204)
  })
  const { left } = await goOnNow(club, { places })
  expect([hasStood, left]).toEqual([true, 'more'])
  expect(await inPlace('b', 'SELECT 1 FROM persons')).toEqual([])
})

it('a run that stood still before it let the workspace arrive leaves none behind once the move is cancelled', async () => {
  const club = await workspace()
  const before = await rowsIn('a', club.id)
  await schedule(club, 'b')
  await goOnTo(club, 'arriving')
  let hasStood = false
  const places = watchedBy(async (place, texts) => {
    if (hasStood || place !== 'a' || !texts.some((text) => /memberships CROSS JOIN staff/.test(text))) return
    hasStood = true
    await freeHold()
    await cancelMove(PLACES, club.id)
    await goOnOnce(club)
  })
  await goOnNow(club, { places })
  expect(hasStood).toBe(true)
  expect([await rowsIn('a', club.id), await rowsIn('b', club.id)]).toEqual([before, {}])
  expect([await locksIn('a'), await locksIn('b')]).toEqual([0, 0])
})
