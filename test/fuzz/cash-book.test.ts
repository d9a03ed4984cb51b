import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { open, trip } from '../../src/db/client'
import { sql } from '../../src/db/sql'
import { addRecords, newDigest, selectRecords } from '../../src/domain/book/years/digest'
import { todayIn } from '../../src/domain/shared/dates'
import { balances, type Club, clubWithBook, stored } from '../support/book'
import { expectSoundBooks } from '../support/invariants'
import { expectJournalIsReport } from '../support/journal-columns'
import { runs } from '../support/runs'
import { operator, rows } from '../support/workspace'

const DATES = ['2024-01-01', '2024-06-15', '2024-12-31', '2025-01-01', '2025-05-05', '2025-09-09']
const SPHERES = [null, 'ideal', 'business'] as const
const SIDES = [null, null, 'in', 'out'] as const
const UNITS = [{}, { costunit_name: 'Youth' }, { costunit_name: 'Youth', category_name: 'Balls' }]

const amount = fc.integer({ min: -6000, max: 6000 }).filter((cents) => cents !== 0)
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('enter' as const),
      inCash: fc.boolean(),
      date: fc.constantFrom(...DATES),
      lines: fc.array(
        fc.record({
          amount,
          sphere: fc.constantFrom(...SPHERES),
          unit: fc.constantFrom(...UNITS),
          side: fc.constantFrom(...SIDES),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('transfer' as const),
      intoCash: fc.boolean(),
      date: fc.constantFrom(...DATES),
      amount: fc.integer({ min: 1, max: 6000 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('reverse' as const), nth: fc.nat(30) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('assign' as const),
      nth: fc.nat(30),
      sphere: fc.constantFrom(...SPHERES),
      side: fc.constantFrom(undefined, ...SIDES),
      unit: fc.constantFrom(...UNITS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('close' as const) }) },
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

/** What the book should hold: each movement of an account by its date, and which vouchers can be acted on. */
type Model = {
  moves: { account: string; date: string; amount: number }[]
  vouchers: {
    id: string
    date: string
    moves: Model['moves']
    assigned: boolean
    isReversed: boolean
    pair?: number
  }[]
  isClosed: boolean
  isNonprofit: boolean
}

it('holds what was written, whatever the sequence of acts', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 5, maxLength: 30 }),
      fc.boolean(),
      async (acts, isNonprofit) => {
        const club = await clubWithBook()
        await operator('PATCH', `/operator/workspaces/${club.id}`, {
          bookkeeping: { is_nonprofit: isNonprofit },
        })
        const model: Model = { moves: [], vouchers: [], isClosed: false, isNonprofit }
        let closed: unknown
        for (const one of acts) {
          await run(club, model, one)
          if (model.isClosed) closed ??= (await club.get('/years/2024')).body.data
        }
        await expectConsistent(club, model)
        if (closed) {
          expect((await club.get('/years/2024')).body.data).toEqual(closed)
          expect((closed as { sha256: string }).sha256).toBe(await digest(club))
        }
      },
    ),
    runs(25),
  )
})

async function run(club: Club, model: Model, one: Act): Promise<void> {
  switch (one.does) {
    case 'enter': {
      const account = one.inCash ? club.cash : club.bank
      const sum = one.lines.reduce((total, line) => total + line.amount, 0)
      const lines = one.lines.map(({ unit, ...line }) => ({ ...line, ...unit }))
      const assigned = one.lines.every((line) => isAssigned(model, line))
      const moves = [{ account, date: one.date, amount: sum }]
      return enter(club, model, { account_id: account, lines }, { date: one.date, moves, assigned })
    }
    case 'transfer': {
      const [to, from] = one.intoCash ? [club.cash, club.bank] : [club.bank, club.cash]
      const { date, amount } = one
      const moves = [
        { account: to, date, amount },
        { account: from, date, amount: -amount },
      ]
      const fields = { kind: 'transfer', account_id: to, other_account_id: from, amount }
      return enter(club, model, fields, { date, moves, assigned: true })
    }
    case 'reverse': {
      const voucher = model.vouchers[one.nth]
      if (!voucher) return
      const date = isClosedAt(model, voucher.date) ? today() : voucher.date
      const moves = voucher.moves.map((move) => ({ ...move, date, amount: -move.amount }))
      const { status, body } = await club.post(`/vouchers/${voucher.id}/reversal`, { reason: 'x' })
      const isPossible = !voucher.isReversed && hasCash(club, model, moves)
      expect(status, JSON.stringify([one, body])).toBe(isPossible ? 201 : 422)
      if (!isPossible) return
      voucher.isReversed = true
      voucher.pair = model.vouchers.length
      model.moves.push(...moves)
      const { assigned } = voucher
      model.vouchers.push({ id: body.data.id, date, moves, assigned, isReversed: true, pair: one.nth })
      return
    }
    case 'assign': {
      const voucher = model.vouchers[one.nth]
      if (!voucher) return
      const { data } = (await club.get(`/vouchers/${voucher.id}`)).body
      const assignment = { sphere: one.sphere, side: one.side, costunit_name: null, ...one.unit }
      const lines = data.lines.map(({ line }: { line: number }) => ({ line, ...assignment }))
      const { status, body } = await club.patch(`/vouchers/${voucher.id}`, { lines })
      const pair = voucher.pair === undefined ? undefined : model.vouchers[voucher.pair]
      const isOpen =
        !isClosedAt(model, voucher.date) && !(lines.length > 0 && pair && isClosedAt(model, pair.date))
      expect(status, JSON.stringify([one, body])).toBe(isOpen ? 200 : 422)
      if (!isOpen || lines.length === 0) return
      for (const written of [voucher, pair]) if (written) written.assigned = isAssigned(model, one)
      return
    }
    case 'close': {
      const { status, body } = await club.post('/years/2024/closing', undefined)
      const isReady =
        !model.isClosed && model.vouchers.every(({ date, assigned }) => date > '2025' || assigned)
      expect(status, JSON.stringify(body)).toBe(isReady ? 201 : 422)
      if (isReady) model.isClosed = true
    }
  }
}

async function enter(
  club: Club,
  model: Model,
  fields: object,
  voucher: Pick<Model['vouchers'][number], 'date' | 'moves' | 'assigned'>,
): Promise<void> {
  const { status, body } = await club.post('/vouchers', {
    data: [{ text: 'x', booked_on: voucher.date, ...fields }],
  })
  const isPossible = !isClosedAt(model, voucher.date) && hasCash(club, model, voucher.moves)
  expect(status, JSON.stringify([fields, voucher, body])).toBe(isPossible ? 201 : 422)
  if (!isPossible) return
  model.moves.push(...voucher.moves)
  model.vouchers.push({ ...voucher, id: body.data[0].id, isReversed: false })
}

const isAssigned = (
  { isNonprofit }: Model,
  { sphere, unit }: { sphere: string | null; unit: object },
): boolean => sphere !== null || ('costunit_name' in unit && !isNonprofit)

const isClosedAt = ({ isClosed }: Model, date: string): boolean => isClosed && date < '2025'

/** Whether the cash box is at zero or more at the end of each day, after moves as well. */
function hasCash(club: Club, model: Model, moves: Model['moves']): boolean {
  const all = [...model.moves, ...moves].filter(({ account }) => account === club.cash)
  return all.every(
    ({ date }) =>
      10_000 + all.filter((move) => move.date <= date).reduce((sum, move) => sum + move.amount, 0) >= 0,
  )
}

const today = () => todayIn('Europe/Berlin', new Date())

async function expectConsistent(club: Club, model: Model): Promise<void> {
  const wrong = [
    // The lines of a voucher add up to it.
    `SELECT 1 FROM vouchers WHERE workspace_id = ?1 AND kind = 'money' AND amount <> (
       SELECT sum(amount) FROM voucher_lines AS line
       WHERE line.workspace_id = ?1 AND line.year = vouchers.year AND line.number = vouchers.number)`,
    // The numbers of a year have no gaps.
    `SELECT 1 FROM vouchers WHERE workspace_id = ?1 GROUP BY year HAVING count(*) <> max(number) OR min(number) <> 1`,
    // A voucher and its reversal come to nothing for each sphere, cost unit and category.
    `SELECT 1 FROM vouchers JOIN voucher_lines AS line
       ON line.workspace_id = ?1 AND line.year = vouchers.year AND line.number = vouchers.number
     WHERE vouchers.workspace_id = ?1 AND (reverses IS NOT NULL OR reversed_by IS NOT NULL)
     GROUP BY coalesce(reverses, id), sphere, cost_unit_id, category_id HAVING sum(line.amount) <> 0`,
  ]
  await expectSoundBooks(club.id)
  for (const query of wrong) expect(await rows(query, club.id), query).toEqual([])
  expect(await stored(club, 'vouchers')).toHaveLength(model.vouchers.length)
  const balanceOf = (account: string, opening: number) =>
    model.moves.reduce((sum, move) => sum + (move.account === account ? move.amount : 0), opening)
  expect(await balances(club)).toEqual({
    [club.bank]: balanceOf(club.bank, 100_000),
    [club.cash]: balanceOf(club.cash, 10_000),
  })
  let previous: Record<string, number> = { [club.bank]: 100_000, [club.cash]: 10_000 }
  for (let year = 2024; year <= Number(today().slice(0, 4)); year++) {
    const { data } = (await club.get(`/years/${year}`)).body
    for (const { id, opening, in: gained, out, transferred, closing } of data.accounts) {
      expect([year, opening]).toEqual([year, previous[id]])
      expect(opening + gained - out + transferred).toBe(closing)
    }
    const flow = (parts: { in: number; out: number }[]) => [
      parts.reduce((sum, part) => sum + part.in, 0),
      parts.reduce((sum, part) => sum + part.out, 0),
    ]
    expect(flow([await expectJournalIsReport(club, year)])).toEqual(flow(data.accounts))
    expect(flow(data.spheres)).toEqual(flow(data.accounts))
    expect(flow(data.cost_units)).toEqual(flow(data.accounts))
    expect(flow(data.spheres.flatMap((sphere: { categories: [] }) => sphere.categories))).toEqual(
      flow(data.accounts),
    )
    previous = Object.fromEntries(
      data.accounts.map(({ id, closing }: { id: string; closing: number }) => [id, closing]),
    )
  }
  expect(previous).toEqual(await balances(club))
}

async function digest(club: Club): Promise<string> {
  const { records } = await trip(open(env.DB), { records: selectRecords(sql`${club.id}`, 2024, 0) })
  return addRecords(newDigest(), records).digest('hex')
}
