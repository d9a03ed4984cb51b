import fc from 'fast-check'
import { expect, it } from 'vitest'
import { credit, importEntries, OWN_IBAN } from '../support/bank'
import type { CamtEntry } from '../support/camt'
import { ADA, bankAccount, clubOf, fee, person } from '../support/club'
import { expectSoundBooks } from '../support/invariants'
import { runs } from '../support/runs'
import { rows, type Workspace } from '../support/workspace'

const FEES = [4500, 1200, 700]
const AMOUNTS = [4500, 5000, 1200, -700, 1900]

type World = { club: Workspace; fees: string[]; lines: string[] }
type Act = (world: World) => Promise<void>

/** A request may be refused, as long as it says why and the books stay sound. */
async function ask(request: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await request
  expect([200, 201, 422], text).toContain(status)
}

const line = fc.nat(AMOUNTS.length - 1)
const part = fc.record({
  fee: fc.nat(FEES.length - 1),
  amount: fc.oneof(fc.constantFrom(...FEES), fc.integer({ min: -1500, max: 5000 })),
})

const confirm = fc.record({ line, parts: fc.array(part, { maxLength: 3 }), isBooked: fc.boolean() }).map(
  ({ line, parts, isBooked }): Act =>
    ({ club, fees, lines }) =>
      ask(
        club.post(`/bank_lines/${lines[line]}/confirmation`, {
          ...(parts.length > 0 && {
            parts: parts.map(({ fee, amount }) => ({ fee_id: fees[fee], amount })),
          }),
          ...(isBooked && { booking: { text: 'Donation', sphere: 'ideal' } }),
        }),
      ),
)

const loosen = line.map(
  (line): Act =>
    ({ club, lines }) =>
      ask(club.delete(`/bank_lines/${lines[line]}/confirmation`)),
)

const ignore = fc.record({ line, isBack: fc.boolean() }).map(
  ({ line, isBack }): Act =>
    ({ club, lines }) => {
      const path = `/bank_lines/${lines[line]}/ignoring`
      return ask(isBack ? club.delete(path) : club.post(path, { reason: 'Own transfer' }))
    },
)

const acts = fc.array(
  fc.oneof(
    { arbitrary: confirm, weight: 5 },
    { arbitrary: loosen, weight: 2 },
    { arbitrary: ignore, weight: 1 },
  ),
  { minLength: 4, maxLength: 12 },
)

async function createWorld(): Promise<World> {
  const { club, account, fees } = await clubOf(
    bankAccount(),
    person(ADA),
    ...FEES.map((amount, index) => fee(amount, index > 0 ? { attached_expense: { sphere: 'ideal' } } : {})),
  )
  const entries = AMOUNTS.map(
    (amount, index): CamtEntry => ({ ...credit(amount, `Line ${index}`, { iban: OWN_IBAN }), amount }),
  )
  await importEntries(club, account, entries)
  const lines = await club.get('/bank_lines')
  const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)
  return { club, fees: idsOf(fees), lines: idsOf(lines.body.data) }
}

/** Where the fees and lines are, and what of the money is booked to which sphere. */
async function stateOf({ club }: World) {
  const of = (sql: string) => rows(sql, club.id)
  return {
    fees: await of('SELECT id, status, paid_amount, paid_on FROM fees WHERE workspace_id = ? ORDER BY id'),
    lines: await of(
      'SELECT id, state, assigned_amount, debits FROM bank_lines WHERE workspace_id = ? ORDER BY id',
    ),
    net: await of(
      `SELECT sphere, fee_id, sum(amount) AS amount FROM voucher_lines WHERE workspace_id = ?
       GROUP BY sphere, fee_id HAVING sum(amount) <> 0 ORDER BY 1, 2`,
    ),
  }
}

it('undoes whatever was made of bank lines, and keeps the books sound', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      const world = await createWorld()
      const before = await stateOf(world)
      for (const act of sequence) {
        await act(world)
        await expectSoundBooks()
      }
      // A payment cannot be undone before the refund that came after it.
      for (let round = 0; round < AMOUNTS.length; round++)
        for (const line of world.lines) {
          await world.club.delete(`/bank_lines/${line}/confirmation`)
          await world.club.delete(`/bank_lines/${line}/ignoring`)
        }
      expect(await stateOf(world)).toEqual(before)
      await expectSoundBooks()
    }),
    runs(15),
  )
})
