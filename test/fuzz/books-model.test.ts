import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { addAccount, importEntries, inbox } from '../support/bank'
import { withoutVouchers } from '../support/book'
import { BooksModel, type Confirmation, type Line, type Run } from '../support/books-model'
import type { Answer } from '../support/call'
import type { CamtEntry } from '../support/camt'
import { addPersons, CREDITOR, claim, collectingClub, payer, release } from '../support/direct-debits'
import { expectSoundBooks } from '../support/invariants'
import { expectJournalIsReport } from '../support/journal-columns'
import { runs } from '../support/runs'
import { rows, type Workspace } from '../support/workspace'

afterEach(() => vi.useRealTimers())

const DATES = ['2025-06-15', '2026-02-01', '2026-02-20'] as const
const AMOUNTS = [4500, 1200, 700]
const CLOSED = 'is in the fiscal year 2025, which is closed'

type World = {
  club: Workspace
  model: BooksModel
  accounts: { bank: string; cash: string }
  /** The vouchers that a bank line may show. */
  vouchers: { id: string; amount: number }[]
}
type Act = (world: World) => Promise<boolean | undefined>

/** How often each act was accepted, over all sequences. */
const accepted = new Map<string, number>()

/** Whether a request was accepted. It may be refused, and must be where its date is in the closed year. */
function isAccepted({ model }: World, { status, text }: Answer, date = ''): boolean {
  expect([200, 201, 422], text).toContain(status)
  if (model.closed && date.startsWith('2025')) {
    expect(status, text).toBe(422)
    expect(text).toContain(CLOSED)
  }
  return status !== 422
}

const pick = <T>(list: readonly T[], nth: number): T | undefined => list[nth % list.length]

const nth = fc.nat(11)
const date = fc.constantFrom(...DATES)
const cents = fc.oneof(fc.constantFrom(...AMOUNTS), fc.integer({ min: 1, max: 5000 }))

/** How money by a method is booked: `other` is set off, or names the bank account. */
const methods = fc.constantFrom<[method: string, isSetOff?: boolean]>(
  ['cash'],
  ['bank_transfer'],
  ['bank_transfer'],
  ['other', true],
  ['other', false],
)
const fieldsOf = ({ accounts }: World, [method, isSetOff]: [string, boolean?]) => ({
  method,
  ...(method === 'other' && (isSetOff ? { set_off: true } : { account_id: accounts.bank })),
})
const placeOf = ({ model }: World, [method, isSetOff]: [string, boolean?]) =>
  !model.keepsBook || isSetOff ? null : method === 'cash' ? ('cash' as const) : ('bank' as const)

const claims = fc.record({ amount: cents, person: fc.nat(2), isBooked: fc.boolean() }).map(
  ({ amount, person, isBooked }): Act =>
    async (world) => {
      const fee = { person_external_id: `m${person + 1}`, amount }
      const expense = isBooked ? { attached_expense: { sphere: 'ideal' } } : {}
      world.model.claim(await claim(world.club, [{ ...fee, ...expense }]), [amount])
      return true
    },
)

const pays = fc.record({ nth, amount: cents, method: methods, date }).map(
  ({ nth, amount, method, date }): Act =>
    async (world) => {
      const { club, model } = world
      const fee = nth % model.fees.length
      const data = [{ fee_id: model.feeIds[fee], amount, ...fieldsOf(world, method), paid_on: date }]
      const answer = await club.post('/payments', { data })
      if (!isAccepted(world, answer, date)) return false
      const [paid] = answer.body.data
      const account = placeOf(world, method)
      model.post({ id: paid.id, fee, amount, method: method[0], account, byHand: true })
      const voucher = (await club.get('/vouchers')).body.data.find(
        ({ lines }: { lines: { payment_id: string }[] }) =>
          lines.some(({ payment_id }) => payment_id === paid.id),
      )
      if (voucher) world.vouchers.push({ id: voucher.id, amount })
      return true
    },
)

/** A payment of earlier times, which waits to be booked. */
const paysEarlier = fc.record({ nth, amount: cents, isCash: fc.boolean(), date }).map(
  ({ nth, amount, isCash, date }): Act =>
    async (world) => {
      const { club, model } = world
      const fee = nth % model.fees.length
      const method = isCash ? 'cash' : 'bank_transfer'
      if (!model.keepsBook) return undefined
      const data = [{ fee_id: model.feeIds[fee], amount, method, paid_on: date }]
      const answer = await withoutVouchers(club, () => club.post('/payments', { data }))
      if (!isAccepted(world, answer, date)) return false
      model.post({
        id: answer.body.data[0].id,
        fee,
        amount,
        method,
        account: null,
        byHand: true,
        waits: true,
      })
      return true
    },
)

/** The id of the last payment of a fee. */
const lastPayment = async ({ club, model }: World, fee: number): Promise<string> =>
  (await club.get(`/fees/${model.feeIds[fee]}/payments`)).body.data.at(-1).id

const refunds = fc.record({ nth, amount: cents, method: methods, date, cancels: fc.boolean() }).map(
  ({ nth, amount, method, date, cancels }): Act =>
    async (world) => {
      const { club, model } = world
      const fee = nth % model.fees.length
      const body = { amount, ...fieldsOf(world, method), paid_on: date, reason: 'x', cancels }
      if (!isAccepted(world, await club.post(`/fees/${model.feeIds[fee]}/refunds`, body), date)) return false
      const id = await lastPayment(world, fee)
      model.post({
        id,
        fee,
        amount: -amount,
        method: method[0],
        account: placeOf(world, method),
        byHand: true,
      })
      const stored = model.fees[fee]
      if (stored && cancels) stored.isCancelled = true
      return true
    },
)

const reverses = nth.map(
  (nth): Act =>
    async (world) => {
      const entry = pick(
        world.model.journal.filter(({ byHand }) => byHand),
        nth,
      )
      if (!entry) return undefined
      const answer = await world.club.post(`/payments/${entry.id}/reversal`, { reason: 'x' })
      if (!isAccepted(world, answer)) return false
      world.model.takeBack(entry)
      return true
    },
)

const states = fc.record({ nth, does: fc.constantFrom('waiver', 'cancellation', 'reopening') }).map(
  ({ nth, does }): Act =>
    async (world) => {
      const { club, model } = world
      const fee = model.fees[nth % model.fees.length]
      const path = `/fees/${model.feeIds[nth % model.fees.length]}`
      const isMade =
        does === 'reopening'
          ? await club.delete(`${path}/cancellation`)
          : await club.post(`${path}/${does}`, {
              reason: 'x',
              ...(does === 'cancellation' && { kind: 'mistake' }),
            })
      if (!fee || !isAccepted(world, isMade)) return false
      if (does === 'waiver') fee.waived = fee.amount - fee.paid
      else fee.isCancelled = does === 'cancellation'
      if (does === 'waiver') fee.isReturned = false
      return true
    },
)

const releases = fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 }).map(
  (wanted): Act =>
    async (world) => {
      const { club, model } = world
      const fee_ids = wanted.flatMap((index) => model.feeIds[index] ?? [])
      const answer = await release(club, fee_ids)
      if (!isAccepted(world, answer)) return false
      const { id, items } = answer.body.data
      model.runs.push({
        id,
        state: 'released',
        items: items.map((item: { fees: { fee_id: string; amount: number }[] } & Run['items'][number]) => ({
          id: item.id,
          reference: item.reference,
          state: 'live',
          fees: item.fees.map(({ fee_id, amount }) => ({ fee: model.feeIds.indexOf(fee_id), amount })),
        })),
      })
      return true
    },
)

const collectionActs = fc
  .record({ nth, does: fc.constantFrom('submission', 'submission', 'settlement', 'undo', 'discard'), date })
  .map(
    ({ nth, does, date }): Act =>
      async (world) => {
        const { club, model } = world
        const run = pick(model.runs, nth)
        if (!run) return undefined
        const bodies = { submission: undefined, settlement: { settled_on: date }, discard: { reason: 'x' } }
        const body = bodies[does as keyof typeof bodies]
        const path = `/collections/${run.id}`
        const answer =
          does === 'undo' ? await club.delete(`${path}/settlement`) : await club.post(`${path}/${does}`, body)
        if (!isAccepted(world, answer, does === 'settlement' ? date : '')) return false
        if (does === 'submission') run.state = 'submitted'
        else if (does === 'discard') run.state = 'discarded'
        else if (does === 'undo') model.unsettle(run)
        else run.byHand = model.settleWhole(run)
        return true
      },
  )

const returns = fc.record({ nth, which: nth, date, charge: fc.constantFrom(null, 300) }).map(
  ({ nth, which, date, charge }): Act =>
    async (world) => {
      const { club, model, accounts } = world
      const run = pick(model.runs, nth)
      const item = run && pick(run.items, which)
      if (!run || !item) return undefined
      const body = {
        item_id: item.id,
        returned_on: date,
        reason_code: 'AM04',
        charge,
        account_id: accounts.bank,
      }
      if (!isAccepted(world, await club.post(`/collections/${run.id}/returns`, body), date)) return false
      model.giveBack(item)
      model.balance.bank -= model.keepsBook ? (charge ?? 0) : 0
      return true
    },
)

/** A line of the bank: about a fee, a debit, a collection or nothing of ours. */
const imports = fc
  .record({
    nth,
    about: fc.constantFrom('fee', 'debit', 'return', 'collection', 'other'),
    amount: cents,
    isOld: fc.boolean(),
  })
  .map(
    ({ nth, about, amount, isOld }): Act =>
      async (world) => {
        const { club, model, accounts } = world
        const items = model.runs.flatMap(({ items }) => items)
        const item = pick(items, nth)
        const run = pick(model.runs, nth)
        const sum = (list: Run['items']) =>
          list.flatMap(({ fees }) => fees).reduce((all, { amount }) => all + amount, 0)
        const text = `Line ${model.lines.length}`
        const entry: CamtEntry = {
          amount,
          date: isOld && nth % 4 === 0 ? DATES[0] : DATES[2],
          details: [{ text: [text] }],
        }
        if (about === 'fee') {
          const { body } = await club.get(`/fees/${model.feeIds[nth % model.feeIds.length]}`)
          entry.amount = body.data.open_amount || amount
          entry.details = [{ text: [`${text} ${body.data.reference}`] }]
        } else if (about === 'debit' && item) {
          entry.amount = sum([item])
          entry.details = [{ text: [text], endToEnd: item.reference }]
        } else if (about === 'return' && item) {
          entry.amount = -sum([item]) - 300
          entry.code = 'NRTI+109+931'
          entry.details = [{ text: [text], endToEnd: item.reference, returned: { code: 'AM04' } }]
        } else if (about === 'collection' && run) entry.amount = sum(run.items)
        await importEntries(club, accounts.bank, [], {
          statements: [{ iban: CREDITOR.iban, entries: [entry] }],
        })
        const line = (await inbox(club)).find((one: { text: string }) =>
          `${one.text} `.startsWith(`${text} `),
        )
        if (!line) return false
        model.lines.push({
          id: line.id,
          amount: line.amount,
          assigned: 0,
          booked: 0,
          done: { entries: [], items: [] },
        })
        return true
      },
  )

const part = fc.record({ nth, amount: cents })
const confirms = fc
  .record({
    nth,
    by: fc.constantFrom(
      ...['suggestion', 'suggestion', 'suggestion', 'parts', 'collection', 'items', 'vouchers', 'booking'],
    ),
    parts: fc.array(part, { minLength: 1, maxLength: 2 }),
    isBooked: fc.boolean(),
  })
  .map(
    ({ nth, by, parts, isBooked }): Act =>
      async (world) => {
        const { club, model } = world
        const line = pick(model.lines, nth)
        if (!line) return undefined
        const { body: shown } = await club.get(`/bank_lines/${line.id}`)
        const given = confirmationBy(world, line, { by, parts })
        if (isBooked || by === 'booking') given.booking = { text: 'Rest', sphere: 'ideal' }
        const isSuggested = by === 'suggestion' || Object.keys(given).length === 0
        const answer = await club.post(`/bank_lines/${line.id}/confirmation`, isSuggested ? {} : given)
        if (
          !isAccepted(world, answer, shown.data.state === 'open' && !isSuggested ? shown.data.booked_on : '')
        )
          return false
        const taken = isSuggested ? suggestedBy(shown.data.suggestion) : given
        const met = world.vouchers.filter(({ id }) => taken.voucher_ids?.includes(id))
        if (met.length > 0) accepted.set('meet', (accepted.get('meet') ?? 0) + 1)
        model.confirm(
          line,
          taken,
          met.reduce((sum, { amount }) => sum + amount, 0),
        )
        return true
      },
  )

function confirmationBy(
  { model, vouchers }: World,
  line: Line,
  { by, parts }: { by: string; parts: { nth: number; amount: number }[] },
): Confirmation {
  const [{ nth } = { nth: 0 }] = parts
  const run = pick(model.runs, nth)
  if (by === 'collection') return run ? { collection_id: run.id } : {}
  if (by === 'items') return run ? { item_ids: run.items.slice(0, parts.length).map(({ id }) => id) } : {}
  if (by === 'vouchers') {
    const same = vouchers.filter(({ amount }) => amount === line.amount - line.assigned)
    return vouchers.length > 0
      ? { voucher_ids: [String(pick(same.length > 0 ? same : vouchers, nth)?.id)] }
      : {}
  }
  if (by === 'booking') return {}
  return {
    parts: parts.map(({ nth, amount }) => ({
      fee_id: String(model.feeIds[nth % model.feeIds.length]),
      amount: line.amount > 0 ? amount : -amount,
    })),
  }
}

const suggestedBy = ({
  kind,
  parts,
  collection_id,
  item_ids,
  voucher_ids,
}: Required<Confirmation> & { kind: string }): Confirmation => {
  if (kind === 'voucher') return { voucher_ids }
  if (kind === 'payment') return { parts }
  return item_ids.length > 0 ? { item_ids } : { collection_id }
}

const loosens = nth.map(
  (nth): Act =>
    async (world) => {
      const { club, model } = world
      const line = pick(model.lines, nth)
      if (!line) return undefined
      if (!isAccepted(world, await club.delete(`/bank_lines/${line.id}/confirmation`))) return false
      model.loosen(line)
      return true
    },
)

const ignores = fc.record({ nth, isBack: fc.boolean() }).map(
  ({ nth, isBack }): Act =>
    async (world) => {
      const line = pick(world.model.lines, nth)
      if (!line) return undefined
      const path = `/bank_lines/${line.id}/ignoring`
      return isAccepted(
        world,
        await (isBack ? world.club.delete(path) : world.club.post(path, { reason: 'x' })),
      )
    },
)

const enters = fc
  .record({
    amount: fc.integer({ min: -9000, max: 9000 }),
    account: fc.constantFrom('bank', 'cash'),
    date,
    isTransfer: fc.boolean(),
  })
  .map(
    ({ amount, account, date, isTransfer }): Act =>
      async (world) => {
        if (amount === 0) return undefined
        const { club, model, accounts } = world
        const other = account === 'bank' ? 'cash' : 'bank'
        const cents = isTransfer ? Math.abs(amount) : amount
        const kind = isTransfer
          ? { kind: 'transfer', amount: cents, other_account_id: accounts[other] }
          : { lines: [{ amount, sphere: 'ideal' }] }
        const voucher = { text: 'x', booked_on: date, account_id: accounts[account as 'bank'], ...kind }
        const answer = await club.post('/vouchers', { data: [voucher] })
        if (!isAccepted(world, answer, date)) return false
        if (!isTransfer) world.vouchers.push({ id: answer.body.data[0].id, amount })
        model.enter(answer.body.data[0].id, [
          [account as 'bank', cents],
          ...(isTransfer ? [[other, -cents] as ['bank', number]] : []),
        ])
        return true
      },
  )

const takesBack = nth.map(
  (nth): Act =>
    async (world) => {
      const { club, model } = world
      const voucher = pick(model.vouchers, nth)
      if (!voucher) return undefined
      if (!isAccepted(world, await club.post(`/vouchers/${voucher.id}/reversal`, { reason: 'x' })))
        return false
      model.vouchers = model.vouchers.filter((other) => other !== voucher)
      for (const [account, amount] of voucher.moves) model.balance[account] -= amount
      return true
    },
)

const counts = date.map(
  (date): Act =>
    async (world) => {
      const answer = await world.club.post(`/accounts/${world.accounts.cash}/counts`, {
        counted_on: date,
        counted: 1,
      })
      return isAccepted(world, answer, date)
    },
)

const books = nth.map(
  (nth): Act =>
    async (world) => {
      const { club, model } = world
      const fee = nth % model.fees.length
      const answer = await club.post('/vouchers/fees', { fee_ids: [model.feeIds[fee]], sphere: 'ideal' })
      if (!isAccepted(world, answer)) return false
      model.book(fee)
      return true
    },
)

const switches = fc.boolean().map(
  (keepsBook): Act =>
    async ({ club, model }) => {
      if (model.keepsBook === keepsBook) return undefined
      await rows('UPDATE workspaces SET keeps_book = ? WHERE id = ?', keepsBook ? 1 : 0, club.id)
      model.keepsBook = keepsBook
      return true
    },
)

const report = async ({ club }: World) => (await club.get('/years/2025')).body.data

const closes: Act = async (world) => {
  if (!isAccepted(world, await world.club.post('/years/2025/closing', undefined))) return false
  world.model.closed = await report(world)
  return true
}

const reopens: Act = async (world) => {
  const { model } = world
  if (model.closed) expect(await report(world)).toEqual(model.closed)
  if (!isAccepted(world, await world.club.delete('/years/2025/closing?reason=x'))) return false
  model.closed = undefined
  return true
}

const named = (name: string, weight: number, act: fc.Arbitrary<Act>) => ({
  weight,
  arbitrary: act.map((act) => ({ name, act, [fc.toStringMethod]: () => name })),
})

const acts = fc.array(
  fc.oneof(
    named('claim', 1, claims),
    named('pay', 4, pays),
    named('payEarlier', 2, paysEarlier),
    named('switch', 1, switches),
    named('refund', 2, refunds),
    named('reverse', 2, reverses),
    named('state', 2, states),
    named('release', 4, releases),
    named('run', 4, collectionActs),
    named('return', 2, returns),
    named('import', 4, imports),
    named('confirm', 6, confirms),
    named('loosen', 3, loosens),
    named('ignore', 1, ignores),
    named('enter', 3, enters),
    named('takeBack', 1, takesBack),
    named('count', 1, counts),
    named('book', 2, books),
    named('close', 2, fc.constant(closes)),
    named('reopen', 1, fc.constant(reopens)),
  ),
  { minLength: 10, maxLength: 25, size: 'max' },
)

async function createWorld(): Promise<World> {
  const club = await collectingClub()
  const bank = await addAccount(club, { iban: CREDITOR.iban })
  const cash = await addAccount(club, { kind: 'cash', iban: null, opening_amount: 50_000 })
  await addPersons(
    club,
    [1, 2, 3].map((n) => payer(n)),
  )
  const world: World = { club, model: new BooksModel(), accounts: { bank, cash }, vouchers: [] }
  const fees = AMOUNTS.map((amount, index) => ({
    amount,
    person_external_id: `m${index + 1}`,
    ...(index > 0 && { attached_expense: { sphere: 'ideal' } }),
  }))
  world.model.claim(await claim(club, fees), AMOUNTS)
  return world
}

const { numRuns } = runs(25)

it('keeps all the books in step with a plain model, whatever is done in any order', {
  timeout: 24_000 * numRuns,
}, async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      const world = await createWorld()
      for (const { name, act } of sequence)
        if (await act(world)) accepted.set(name, (accepted.get(name) ?? 0) + 1)
      await world.model.expectIn(world.club, world.accounts)
      if (world.model.closed) expect(await report(world)).toEqual(world.model.closed)
      for (const year of [2025, 2026]) await expectJournalIsReport(world.club, year)
      await expectSoundBooks(world.club.id)
    }),
    { numRuns, endOnFailure: true },
  )
  // Where most is refused, nothing is tested.
  expect([...accepted.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(numRuns * 5)
})
