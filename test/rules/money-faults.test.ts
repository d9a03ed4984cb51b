import { describe, expect, it, vi } from 'vitest'
import { INVARIANTS } from '../../src/domain/book/invariants'
import { credit, statementOf, stored, upload } from '../support/bank'
import { camt } from '../support/camt'
import { everythingOf, expectOpaque, failEverywhere, failingAt } from '../support/faults'
import { expectSoundBooks } from '../support/invariants'
import { MONEY_ACTS } from '../support/money/acts'
import { moneyWorld, prepared } from '../support/money/world'
import { inPart, typical } from '../support/runs'
import { rows } from '../support/workspace'

describe('a database that fails at any statement of any batch', () => {
  it.each(typical(MONEY_ACTS, 8))('leaves nothing of $what, and lets it be sent again', async (act) => {
    const world = await moneyWorld()
    const send = await prepared(act, world)
    const keyed = { headers: { 'Idempotency-Key': 'k' } }
    const { answer, batches } = await failEverywhere(world.club, (options) => send({ ...keyed, ...options }))
    expect([answer.status, batches >= 2], answer.text).toEqual([act.status, true])
    await expectSoundBooks()
  })

  it('stores a statement of many lines whole, or nothing of it', { timeout: 60_000 }, async () => {
    const { club, bank } = await moneyWorld()
    const before = await everythingOf(club)
    const count = inPart(12_000, 3000)
    const entries = Array.from({ length: count }, (_, n) => ({ amount: 1, info: `${n}` }))
    const file = camt({ statements: [statementOf(entries, { opening: 0 })] })
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    for (let batch = 1; ; batch++) {
      const database = failingAt(batch, 0)
      const answer = await upload(club, bank, file, { env: { DB: database.DB } })
      if (!database.hasFailed()) {
        expect(answer.body.data).toMatchObject({ lines_new: count, statements: [{ closing: count }] })
        break
      }
      expectOpaque(answer)
      expect(await everythingOf(club)).toEqual(before)
    }
    log.mockRestore()
    await expectSoundBooks()
    await rows("DELETE FROM bank_lines WHERE text = '1'")
    const [{ id }] = (await stored(club, 'statements')) as [{ id: string }]
    expect(await rows(String(INVARIANTS['A bank statement has as many lines as it brought']))).toEqual([
      { workspace_id: club.id, id },
    ])
  })

  it('stores the lines of an import that cannot confirm them, and confirms them once it is sent again', async () => {
    const { club, feeIds, bank } = await moneyWorld({ bookkeeping: { confirms_certain_lines: true } })
    const { body } = await club.get(`/fees/${feeIds[0]}`)
    const file = camt({ statements: [statementOf([credit(4500, body.data.reference), credit(100, 'Gift')])] })
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    // The first two batches import, the others confirm.
    for (const batch of [3, 4, 5]) {
      const { DB } = failingAt(batch, 0)
      expectOpaque(await upload(club, bank, file, { env: { DB } }))
      expect(await stored(club, 'bank_lines')).toMatchObject([{ state: 'open' }, { state: 'open' }])
      expect(await stored(club, 'payments')).toEqual([])
    }
    log.mockRestore()
    const again = await upload(club, bank, file)
    expect(again.body.data).toMatchObject({ lines_new: 0, lines_known: 2, confirmed: 1 })
    await expectSoundBooks()
  })
})
