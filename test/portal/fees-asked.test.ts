import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addPersons, claim, collectingClub, payer, setDay } from '../support/direct-debits'
import { type Session, signIn } from '../support/portal'
import { codesOf } from '../support/qr'
import { rows, type Workspace } from '../support/workspace'

const FEES = 4

type World = {
  club: Workspace
  /** The first fees are of a person who transfers, the others of one who pays by direct debit. */
  ids: string[]
  run: { id: string; items: string[] } | undefined
}

type Act = (world: World) => Promise<void>

const index = fc.nat(FEES - 1)

// The API refuses acts that do not fit; what matters here is the page after those that do.
const pay = fc.record({ index, amount: fc.integer({ min: 1, max: 4500 }) }).map(
  ({ index, amount }): Act =>
    async ({ club, ids }) =>
      void (await club.post('/payments', {
        data: [{ fee_id: ids[index], amount, method: 'cash', paid_on: '2026-02-01' }],
      })),
)

const cancel = index.map(
  (at): Act =>
    async ({ club, ids }) =>
      void (await club.post(`/fees/${ids[at]}/cancellation`, { kind: 'mistake', reason: 'x' })),
)

const waive = index.map(
  (at): Act =>
    async ({ club, ids }) =>
      void (await club.post(`/fees/${ids[at]}/waiver`, { reason: 'x' })),
)

const collect = fc.uniqueArray(index, { minLength: 1 }).map(
  (chosen): Act =>
    async (world) => {
      const fee_ids = chosen.map((at) => world.ids[at])
      const { status, body } = await world.club.post('/collections', {
        fee_ids,
        collection_date: '2026-03-16',
      })
      if (status !== 201) return
      world.run = { id: body.data.id, items: body.data.items.map(({ id }: { id: string }) => id) }
      await world.club.post(`/collections/${world.run.id}/submission`, undefined)
    },
)

const comeBack = fc.constantFrom('AM04', 'MS03', 'AC04', 'MD06').map(
  (reason_code): Act =>
    async ({ club, run }) =>
      void (
        run &&
        (await club.post(`/collections/${run.id}/returns`, {
          item_id: run.items[0],
          returned_on: '2026-03-20',
          reason_code,
        }))
      ),
)

const settle: Act = async ({ club, run }) =>
  void (run && (await club.post(`/collections/${run.id}/settlement`, { settled_on: '2026-03-16' })))

const acts = fc.array(fc.oneof(pay, cancel, waive, collect, comeBack, fc.constant(settle)), { maxLength: 8 })

/** The transfers that the page of a person asks for: reference and cents. */
async function askedOf(visit: Session, personId: string) {
  const { text, status } = await visit.get(`/portal/persons/${personId}/fees`)
  expect(status).toBe(200)
  return codesOf(text)
    .map((code) => code.split('\n'))
    .map((lines) => [lines[9], Math.round(Number(lines[7]?.slice(3)) * 100)])
    .sort()
}

describe('what the portal asks members to transfer', () => {
  it('is what is open of the fees that nobody collects, whatever happened', async () => {
    const club = await collectingClub()
    await fc.assert(
      fc.asyncProperty(acts, async (sequence) => {
        setDay('2026-03-02')
        const n = Math.floor(Math.random() * 1e9)
        const transfers = payer(n, { email: `${n}@example.org`, payment_method: 'bank_transfer' })
        const debited = payer(n + 1, { email: `${n}@example.org`, payment_method: 'direct_debit' })
        await addPersons(club, [transfers, debited])
        const world: World = {
          club,
          run: undefined,
          ids: await claim(
            club,
            Array.from({ length: FEES }, (_, at) => ({
              person_external_id: `m${at < FEES / 2 ? n : n + 1}`,
            })),
          ),
        }
        setDay('2026-03-22')
        for (const act of sequence) await act(world)
        const visit = await signIn(club, { email: `${n}@example.org` })
        for (const externalId of [`m${n}`, `m${n + 1}`]) {
          const [person] = await rows<{ id: string }>(
            'SELECT id FROM persons WHERE workspace_id = ? AND external_id = ?',
            club.id,
            externalId,
          )
          const { body } = await club.get(`/fees?person_external_id=${externalId}`)
          const mandate = await rows(
            `SELECT 1 FROM collection_items WHERE workspace_id = ? AND person_id = ? AND state = 'returned'
               AND return_code IN ('AC04', 'MD06')`,
            club.id,
            person?.id ?? '',
          )
          const isCollected = externalId !== `m${n}` && mandate.length === 0
          const expected = (body.data as { status: string; reference: string; open_amount: number }[])
            .filter(({ status }) => status === 'returned' || (status === 'open' && !isCollected))
            .map(({ reference, open_amount }) => [reference, open_amount])
            .sort()
          expect(await askedOf(visit, person?.id ?? '')).toEqual(expected)
        }
      }),
      { numRuns: 25 },
    )
  })
})
