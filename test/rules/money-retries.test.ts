import { describe, expect, it, vi } from 'vitest'
import type { Answer } from '../support/call'
import { expectUnavailable, losingAnswer } from '../support/faults'
import { expectSoundBooks } from '../support/invariants'
import { MONEY_ACTS } from '../support/money/acts'
import { type MoneyAct, moneyWorld, prepared } from '../support/money/world'
import { numbersAfterOne, numbersOf } from '../support/numbers'
import { openApi } from '../support/openapi'

/** The operations that take an `Idempotency-Key`. */
const KEYED = [
  'POST /fees',
  'POST /payments',
  'POST /fees/{fee_id}/refunds',
  'POST /collections',
  'POST /vouchers',
  'POST /vouchers/fees',
  'POST /accounts',
  'POST /accounts/{account_id}/counts',
  'POST /bank_lines/{line_id}/confirmation',
  'POST /bank_line_bookings',
  'POST /bank_lines/confirmations',
  'POST /dues_runs',
  'POST /dues_runs/{run_id}/discard',
  'POST /dues_plans/{plan_id}/differences',
]

const KEY = { headers: { 'Idempotency-Key': 'k' } }

const isKeyed = ({ operation }: MoneyAct) => KEYED.includes(operation)
const isReplay = ({ headers }: Answer) => headers.get('Idempotent-Replayed') === 'true'

it('tries every operation that writes money, with a key where the description has one', async () => {
  const { paths } = await openApi()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operation: `${method.toUpperCase()} ${path}`,
      keyed: JSON.stringify(operation).includes('"Idempotency-Key"'),
    })),
  )
  const written = operations.filter(
    ({ operation }) =>
      !operation.startsWith('GET') &&
      /\/(fees|payments|collections|accounts|statements|bank_lines|bank_line_bookings|vouchers|years|dues_runs|differences)/.test(
        operation,
      ),
  )
  expect(new Set(MONEY_ACTS.map(({ operation }) => operation))).toEqual(
    new Set(written.map(({ operation }) => operation)),
  )
  expect(written.flatMap(({ operation, keyed }) => (keyed ? operation : [])).sort()).toEqual(KEYED.toSorted())
})

describe('ten clients at once', () => {
  it.each(MONEY_ACTS.filter(isKeyed))('do $what once with one Idempotency-Key', async (act) => {
    const world = await moneyWorld()
    const send = await prepared(act, world)
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(KEY)))
    for (const { status } of answers) expect([act.status, 409]).toContain(status)
    const again = await send(KEY)
    expect([again.status, isReplay(again)], again.text).toEqual([act.status, true])
    for (const { status, text } of answers) if (status === act.status) expect(text).toBe(again.text)
    expect(answers.filter((answer) => answer.status === act.status && !isReplay(answer))).toHaveLength(1)
    expect(await numbersOf(world.club)).toEqual(await numbersAfterOne(act))
    await expectSoundBooks()
  })
})

describe('an answer of the database that is lost', () => {
  it.each(MONEY_ACTS.filter((act) => isKeyed(act) || act.again === 'nothing'))(
    'does not make $what happen twice',
    async (act) => {
      const world = await moneyWorld()
      const send = await prepared(act, world)
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      for (let batch = 1; ; batch++) {
        const { DB, hasFailed } = losingAnswer(batch)
        const answer = await send({ ...KEY, env: { DB } })
        if (!hasFailed()) break
        expectUnavailable(answer)
      }
      log.mockRestore()
      const answer = await send(KEY)
      expect([answer.status, isReplay(answer)], answer.text).toEqual([act.status, isKeyed(act)])
      expect(await numbersOf(world.club)).toEqual(await numbersAfterOne(act))
      await expectSoundBooks()
    },
  )
})
