import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addAccount, credit, inbox, OWN_IBAN, statementOf, upload } from '../support/bank'
import { camt } from '../support/camt'
import { ADA, clubOf, fee, person } from '../support/club'
import { expectSoundBooks } from '../support/invariants'
import { runs } from '../support/runs'
import type { Workspace } from '../support/workspace'

/** The second account; the third one, `paper`, has no IBAN and no statements. */
const OTHER_IBAN = 'DE02120300000000202051'
const IBANS = { giro: OWN_IBAN, other: OTHER_IBAN }
type Account = 'giro' | 'other' | 'paper'
const ACCOUNTS = ['giro', 'other', 'paper'] as const

/** Days around the ends of two months, and one long after. */
const DAYS = ['2026-01-28', '2026-01-30', '2026-02-01', '2026-02-04', '2026-03-02', '2026-03-20'] as const
const PERIODS = [
  ['2026-01-01', '2026-01-31'],
  ['2026-02-01', '2026-02-28'],
  ['2026-01-29', '2026-02-03'],
  ['2026-03-01', '2026-03-31'],
  ['2026-02-01', '2026-02-01'],
] as const
const OPENING = { giro: 100_000, other: 50_000, paper: 20_000 }

/** How often each kind of difference was named, over all sequences. */
const named = new Map<string, number>()

/** What the bank did, whether or not statements were imported. */
type Move = { account: Account; day: string; amount: number; text: string }
type World = { club: Workspace; ids: Record<Account, string>; fees: string[]; moves: Move[]; count: number }
type Line = { id: string; amount: number; assigned_amount: number; state: string; account_id: string }
type Voucher = {
  id: string
  kind: string
  account_id: string
  other_account_id: string | null
  booked_on: string
  amount: number
}
type Act = (world: World) => Promise<unknown>

const pick = <T>(list: readonly T[], nth: number): T | undefined => list[nth % Math.max(list.length, 1)]
const nth = fc.nat(59)
const day = fc.constantFrom(...DAYS)
const account = fc.constantFrom(...ACCOUNTS)
const ofBank = fc.constantFrom('giro' as const, 'other' as const)
const cents = fc.constantFrom(-4000, -1500, 1200, 1500, 4000, 4500)
const SPHERE = { sphere: 'ideal', text: 'Strom' }

const allLines = async ({ club }: World): Promise<Line[]> =>
  (await club.get('/bank_lines?per_page=500')).body.data
const allVouchers = async ({ club }: World): Promise<Voucher[]> =>
  (await club.get('/vouchers?per_page=500')).body.data

const balanceOf = ({ moves }: World, one: Account, until: string): number =>
  moves
    .filter(({ account, day }) => account === one && day <= until)
    .reduce((sum, { amount }) => sum + amount, OPENING[one])

/** Money moves at the bank. Statements that were imported before stay as they are, so only days without one move. */
const moves = fc.record({ account: ofBank, day, amount: cents }).map(
  ({ account, day, amount }): Act =>
    async (world) => {
      const told: { from_on: string; to_on: string }[] = (
        await world.club.get(`/accounts/${world.ids[account]}/statements`)
      ).body.data
      if (told.some(({ from_on, to_on }) => from_on <= day && day <= to_on)) return
      world.count += 1
      world.moves.push({ account, day, amount, text: `Umsatz ${world.count}` })
    },
)

const imports = fc
  .record({ account: ofBank, period: fc.constantFrom(...PERIODS), hasBalance: fc.boolean() })
  .map(
    ({ account, period: [from, to], hasBalance }): Act =>
      async (world) => {
        const entries = world.moves
          .filter((move) => move.account === account && from <= move.day && move.day <= to)
          .map(({ amount, day, text }) => credit(amount, text, { date: day }))
        const before = new Date(Date.parse(from) - 86_400_000).toISOString().slice(0, 10)
        const opening = hasBalance ? balanceOf(world, account, before) : null
        const statement = statementOf(entries, { iban: IBANS[account], opening, period: [from, to] })
        const { status, text } = await upload(
          world.club,
          world.ids[account],
          camt({ statements: [statement] }),
        )
        expect(status, text).toBe(201)
      },
  )

const undoesImport = fc.record({ account: ofBank, nth }).map(
  ({ account, nth }): Act =>
    async ({ club, ids }) => {
      const { body } = await club.get(`/accounts/${ids[account]}/statements`)
      const statement = pick<{ id: string }>(body.data, nth)
      if (statement) await club.delete(`/statements/${statement.id}`)
    },
)

const confirms = fc
  .record({ nth, shape: fc.constantFrom('book', 'fee', 'meet', 'meet', 'part'), other: nth })
  .map(
    ({ nth, shape, other }): Act =>
      async (world) => {
        const { club, fees } = world
        const line = pick<Line>(await inbox(club), nth)
        if (!line) return
        const rest = line.amount - line.assigned_amount
        const half = Math.trunc(rest / 2)
        const fits = (await allVouchers(world)).filter(
          ({ account_id, other_account_id, amount }) =>
            (account_id === line.account_id && amount === rest) ||
            (other_account_id === line.account_id && amount === -rest),
        )
        const met = pick(fits, other) ?? pick(await allVouchers(world), other)
        const bodies = {
          book: { booking: SPHERE },
          fee: { parts: [{ fee_id: pick(fees, other), amount: rest }] },
          part: { parts: [{ fee_id: pick(fees, other), amount: half }] },
          meet: { voucher_ids: [met?.id ?? ''], ...(other % 7 === 0 && { booking: SPHERE }) },
        }
        await club.post(`/bank_lines/${line.id}/confirmation`, bodies[shape])
      },
  )

/** A voucher or transfer that is entered by hand some days before or after its line, and shown by it. */
const meets = fc
  .record({ nth, days: fc.constantFrom(-6, -3, 0, 2, 7), other: account, isTransfer: fc.boolean() })
  .map(
    ({ nth, days, other, isTransfer }): Act =>
      async (world) => {
        const { club, ids } = world
        const line = pick<Line & { booked_on: string }>(await inbox(club), nth)
        if (!line || (isTransfer && ids[other] === line.account_id)) return
        const rest = line.amount - line.assigned_amount
        const [to, from] = rest > 0 ? [line.account_id, ids[other]] : [ids[other], line.account_id]
        const booked_on = new Date(Date.parse(line.booked_on) + days * 86_400_000).toISOString().slice(0, 10)
        const voucher = isTransfer
          ? { kind: 'transfer', account_id: to, other_account_id: from, amount: Math.abs(rest) }
          : { account_id: line.account_id, lines: [{ amount: rest, sphere: 'ideal' }] }
        const { body } = await club.post('/vouchers', { data: [{ booked_on, text: 'Strom', ...voucher }] })
        const { status, text } = await club.post(`/bank_lines/${line.id}/confirmation`, {
          voucher_ids: [body.data[0].id],
        })
        expect(status, text).toBe(201)
      },
  )

const lineActs = fc.record({ nth, does: fc.constantFrom('loosen', 'ignore', 'restore') }).map(
  ({ nth, does }): Act =>
    async (world) => {
      const state = { loosen: ['done', 'open'], ignore: ['open'], restore: ['ignored'] }[does] as string[]
      const line = pick(
        (await allLines(world)).filter((one) => state.includes(one.state)),
        nth,
      )
      if (!line) return
      const path = `/bank_lines/${line.id}`
      if (does === 'loosen') await world.club.delete(`${path}/confirmation`)
      else if (does === 'ignore') await world.club.post(`${path}/ignoring`, { reason: 'x' })
      else await world.club.delete(`${path}/ignoring`)
    },
)

const enters = fc.record({ account, day, amount: cents }).map(
  ({ account, day, amount }): Act =>
    async ({ club, ids }) => {
      const data = [
        { booked_on: day, account_id: ids[account], text: 'Strom', lines: [{ amount, sphere: 'ideal' }] },
      ]
      const { status, text } = await club.post('/vouchers', { data })
      expect(status, text).toBe(201)
    },
)

const transfers = fc.record({ account, other: account, day, amount: cents }).map(
  ({ account, other, day, amount }): Act =>
    async ({ club, ids }) => {
      if (account === other) return
      const transfer = { account_id: ids[account], other_account_id: ids[other], amount: Math.abs(amount) }
      const data = [{ kind: 'transfer', booked_on: day, text: 'Umbuchung', ...transfer }]
      const { status, text } = await club.post('/vouchers', { data })
      expect(status, text).toBe(201)
    },
)

const pays = fc.record({ nth, day, amount: fc.constantFrom(1200, 1500) }).map(
  ({ nth, day, amount }): Act =>
    async ({ club, ids, fees }) => {
      const paid = { fee_id: pick(fees, nth), amount, method: 'bank_transfer', paid_on: day }
      await club.post('/payments', { data: [{ ...paid, account_id: ids.giro }] })
    },
)

const reverses = nth.map(
  (nth): Act =>
    async (world) => {
      const voucher = pick(await allVouchers(world), nth)
      if (voucher) await world.club.post(`/vouchers/${voucher.id}/reversal`, { reason: 'x' })
    },
)

const types = fc.record({ account, day, amount: cents, isRight: fc.boolean() }).map(
  ({ account, day, amount, isRight }): Act =>
    async (world) => {
      const balance = balanceOf(world, account, day) + (isRight ? 0 : amount)
      await world.club.put(`/accounts/${world.ids[account]}/balances/${day}`, { balance })
    },
)

const untypes = fc.record({ account, day }).map(
  ({ account, day }): Act =>
    ({ club, ids }) =>
      club.delete(`/accounts/${ids[account]}/balances/${day}`),
)

async function createWorld(): Promise<World> {
  const { club, fees } = await clubOf(person(ADA), ...[9000, 9000, 9000].map((amount) => fee(amount)))
  const opened = (name: Account) =>
    addAccount(club, {
      name,
      iban: name === 'paper' ? null : IBANS[name],
      opening_on: '2026-01-01',
      opening_amount: OPENING[name],
    })
  const ids = { giro: await opened('giro'), other: await opened('other'), paper: await opened('paper') }
  return { club, ids, fees: fees.map(({ id }) => id), moves: [], count: 0 }
}

/** Fails unless the named differences of each account on a day add up, and the balances are those of the bank and the vouchers. */
async function expectNamed(world: World, on: string): Promise<void> {
  const vouchers = await allVouchers(world)
  for (const name of ACCOUNTS) {
    const id = world.ids[name]
    const { status, body, text } = await world.club.get(`/accounts/${id}/reconciliation?on=${on}`)
    expect(status, text).toBe(200)
    const { bank, book, difference, differences, reconciled } = body.data
    const booked = vouchers
      .filter(({ booked_on }) => booked_on <= on)
      .reduce((sum, voucher) => {
        if (voucher.account_id === id) return sum + voucher.amount
        return voucher.other_account_id === id ? sum - voucher.amount : sum
      }, OPENING[name])
    expect(book).toBe(booked)
    if (!bank) {
      expect(differences).toEqual([])
      continue
    }
    for (const { kind } of differences) named.set(kind, (named.get(kind) ?? 0) + 1)
    type Difference = { amount: number; count: number; periods: { amount: number }[] }
    const sum = (list: { amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0)
    expect(sum(differences), `${name} on ${on}: ${text}`).toBe(difference)
    expect(bank.balance - book).toBe(difference)
    expect(reconciled).toBe(differences.length === 0)
    for (const { amount, periods } of differences as Difference[])
      if (periods.length > 0) expect(sum(periods)).toBe(amount)
  }
}

const acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: moves },
    { weight: 4, arbitrary: imports },
    { weight: 1, arbitrary: undoesImport },
    { weight: 6, arbitrary: confirms },
    { weight: 3, arbitrary: meets },
    { weight: 2, arbitrary: lineActs },
    { weight: 3, arbitrary: enters },
    { weight: 2, arbitrary: transfers },
    { weight: 2, arbitrary: pays },
    { weight: 1, arbitrary: reverses },
    { weight: 2, arbitrary: types },
    { weight: 1, arbitrary: untypes },
  ),
  { minLength: 15, maxLength: 40, size: 'max' },
)

const { numRuns } = runs(6)

it('names all by which bank and book differ, on any day and whatever is done in any order', {
  timeout: 30_000 * numRuns,
}, async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      const world = await createWorld()
      for (const [index, act] of sequence.entries()) {
        await act(world)
        if (index % 8 === 7) await expectNamed(world, pick(DAYS, index) ?? DAYS[0])
      }
      for (const on of ['2026-01-01', ...DAYS, '2026-01-26', '2026-02-28']) await expectNamed(world, on)
      await expectSoundBooks(world.club.id)
    }),
    { numRuns, endOnFailure: true },
  )
  // Where nothing differs, nothing is tested.
  expect(named.size).toBeGreaterThan(0)
})
