import { expect, it } from 'vitest'
import { expectSoundBooks } from '../support/invariants'
import { MONEY_ACTS } from '../support/money/acts'
import { moneyWorld, prepared } from '../support/money/world'
import { numbersAfterOne, numbersOf } from '../support/numbers'
import { typical } from '../support/runs'

const CLIENTS = 10

it.each(
  typical(
    MONEY_ACTS.filter(({ again }) => again !== 'repeats'),
    9,
  ),
)('does $what once, where ten clients ask at once', async (act) => {
  const world = await moneyWorld()
  const send = await prepared(act, world)
  const answers = await Promise.all(Array.from({ length: CLIENTS }, () => send()))
  const statuses = answers.map(({ status }) => status).sort()
  const others = Array(CLIENTS - 1).fill(act.again === 'refused' ? 422 : act.status)
  expect(statuses).toEqual([act.status, ...others])
  expect(await numbersOf(world.club)).toEqual(await numbersAfterOne(act))
  await expectSoundBooks()
})
