import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { addAccount, importEntries, inbox } from '../support/bank'
import { BooksModel, type Confirmation, type Line, type Run } from '../support/books-model'
import type { Answer } from '../support/call'
import type { CamtEntry } from '../support/camt'
import { addPersons, CREDITOR, claim, collectingClub, payer, release, setDay } from '../support/direct-debits'
import { type FeeModel, openOf } from '../support/fee-model'
import { expectSoundBooks } from '../support/invariants'
import { expectJournalIsReport } from '../support/journal-columns'
import { runs } from '../support/runs'
import { operator, rows, type Workspace } from '../support/workspace'

afterEach(() => vi.useRealTimers())

// The first two are a few days apart, on both sides of the end of a year.
const DATES = ['2025-12-28', '2026-01-02', '2026-02-20'] as const
/** When the accounts open, and from when on the book is kept here again. */
const BEGIN = '2025-01-01'
/** When the account opens that is there for a part of the time. */
const LATER = '2026-01-15'
const AMOUNTS = [4500, 1200, 700, 3000, 700]
const CLOSED = 'is in the fiscal year 2025, which is closed'
const NOT_KEPT = 'is not kept here'

type World = {
  club: Workspace
  model: BooksModel
  accounts: { bank: string; cash: string; later: string }
  /** A plan of dues, whose fees have two parts, and how many members there are. */
  plan: string
  members: number
}
type Voucher = {
  id: string
  kind: 'money' | 'transfer'
  account_id: string
  amount: number
  booked_on: string
  bank_line_id: string | null
  met_line_id: string | null
  reversed_by: string | null
  reverses: string | null
  lines: { fee_id: string | null }[]
}
type Act = (world: World) => Promise<boolean | undefined>

/** How often each act was accepted, over all sequences. */
const accepted = new Map<string, number>()

/** Whether a request was accepted. It may be refused, and must be where its date is in the closed year. */
function isAccepted({ model }: World, { status, text }: Answer, date = '', refusal = CLOSED): boolean {
  expect([200, 201, 422], text).toContain(status)
  if (model.closed && date.startsWith('2025')) {
    expect(status, text).toBe(422)
    expect(text).toContain(refusal)
  }
  return status !== 422
}

const pick = <T>(list: readonly T[], nth: number): T | undefined => list[nth % list.length]

/** One of those that an act is for, or sometimes any, which the service may refuse. */
function prefer<T>(list: readonly T[], isMeant: (one: T) => boolean, nth: number): T | undefined {
  const meant = list.filter(isMeant)
  return pick(nth % 5 > 0 && meant.length > 0 ? meant : list, nth)
}

const nth = fc.nat(59)
const date = fc.constantFrom(...DATES)
const cents = fc.oneof(fc.constantFrom(...AMOUNTS), fc.integer({ min: 1, max: 5000 }))
/** An amount, or which part of a sum it is: one over this. */
const share = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(1, 1, 2) },
  { weight: 1, arbitrary: fc.integer({ min: 300, max: 5000 }) },
)
const partOf = (sum: number, share: number): number => (share < 3 && sum > 1 ? Math.ceil(sum / share) : share)

/** How money by a method is booked: `other` is set off, or names the bank account; `later` names the one that opens later. */
const methods = fc.constantFrom<[method: string, isSetOff?: boolean]>(
  ['cash'],
  ['bank_transfer'],
  ['bank_transfer'],
  ['other', true],
  ['other', false],
  ['later'],
)
const methodOf = ([method]: [string, boolean?]) => (method === 'later' ? 'bank_transfer' : method)
const fieldsOf = ({ accounts }: World, [method, isSetOff]: [string, boolean?]) => ({
  method: methodOf([method]),
  ...(method === 'later' && { account_id: accounts.later }),
  ...(method === 'other' && (isSetOff ? { set_off: true } : { account_id: accounts.bank })),
})
const placeOf = ({ model }: World, [method, isSetOff]: [string, boolean?], date: string) => {
  const waits = model.keepsBook && method === 'later' && date < LATER
  const account = method === 'cash' || method === 'later' ? method : 'bank'
  return {
    account: !model.keepsBook || isSetOff || waits ? null : (account as 'bank' | 'cash' | 'later'),
    isElsewhere: !model.keepsBook && !isSetOff,
    waits,
  }
}

const vouchersOf = async ({ club }: World): Promise<Voucher[]> =>
  (await club.get('/vouchers?per_page=500')).body.data

/** A fee for an act, with its place. */
function feeFor(
  { model }: World,
  nth: number,
  isMeant: (fee: FeeModel, index: number) => boolean,
): [index: number, fee: FeeModel] {
  const fees = [...model.fees.entries()]
  return prefer(fees, ([index, fee]) => isMeant(fee, index), nth) as [number, FeeModel]
}

const claims = fc.record({ amount: cents, person: fc.nat(2), isBooked: fc.boolean() }).map(
  ({ amount, person, isBooked }): Act =>
    async (world) => {
      const fee = { person_external_id: `m${person + 1}`, amount }
      const expense = isBooked ? { attached_expense: { sphere: 'ideal' } } : {}
      world.model.claim(await claim(world.club, [{ ...fee, ...expense }]), [amount])
      return true
    },
)

const DUES = '2026'
/** A child and an adult on the first day of {@link DUES}. */
const BIRTHDATES = ['2012-05-05', '1990-05-05'] as const
const member = (n: number, birthdate: string = BIRTHDATES[1]) => payer(n, { birthdate })

/** Follows a run of dues: each of its fees is the sum of its parts. */
async function learnRun({ club, model }: World, { id, amount }: { id: string; amount: number }) {
  const amounts = new Map<string, number>()
  type Part = { fee_id: string | null; amount: number }
  for (const part of (await club.get(`/dues_runs/${id}/parts`)).body.data as Part[])
    if (part.fee_id) amounts.set(part.fee_id, (amounts.get(part.fee_id) ?? 0) + part.amount)
  expect([...amounts.values()].reduce((sum, one) => sum + one, 0)).toBe(amount)
  model.claimDues(id, amounts)
}

/** Claims what members owe by the plan: of those who joined since, and what was taken back. */
const claimsDues: Act = async (world) => {
  const answer = await world.club.post('/dues_runs', { plan_id: world.plan, period: DUES })
  if (!isAccepted(world, answer)) return false
  await learnRun(world, answer.body.data)
  return true
}

const joins = fc.constantFrom(...BIRTHDATES).map(
  (birthdate): Act =>
    async (world) => {
      if (world.members === 6) return undefined
      world.members += 1
      return isAccepted(world, await addPersons(world.club, [member(world.members, birthdate)]))
    },
)

/** Makes a member a child or an adult, of whom the plan then says something else than was claimed. */
const ages = fc.record({ nth, birthdate: fc.constantFrom(...BIRTHDATES) }).map(
  ({ nth, birthdate }): Act =>
    async (world) => {
      const path = `/lists/members/persons/m${(nth % world.members) + 1}`
      return isAccepted(world, await world.club.put(path, { birthdate }))
    },
)

const settlesDues = fc.record({ nth, decision: fc.constantFrom('claim', 'claim', 'keep') }).map(
  ({ nth, decision }): Act =>
    async (world) => {
      const { club, plan } = world
      const shown = await club.post('/dues_runs?dry_run=true', { plan_id: plan, period: DUES })
      const { persons } = shown.body.data.differences
      type Difference = { person: { id: string }; claimed: number; now: number }
      const difference = prefer<Difference>(persons, ({ claimed, now }) => now > claimed, nth)
      if (!difference) return undefined
      const { person, claimed, now } = difference
      const body = { period: DUES, person_id: person.id, decision, now }
      const answer = await club.post(`/dues_plans/${plan}/differences`, body)
      expect(isAccepted(world, answer), answer.text).toBe(decision === 'keep' || now > claimed)
      if (answer.status === 201 && answer.body.data.run) await learnRun(world, answer.body.data.run)
      return answer.status === 201
    },
)

const discardsDues = fc.record({ nth, keep: fc.boolean() }).map(
  ({ nth, keep }): Act =>
    async (world) => {
      const { club, model } = world
      const run = pick(model.dues, nth)
      if (!run) return undefined
      const kept = model.keptOf(run)
      const answer = await club.post(`/dues_runs/${run.id}/discard`, { reason: 'x', keep })
      const isAllowed = kept.length < run.fees.length && (keep || kept.length === 0)
      expect(isAccepted(world, answer), answer.text).toBe(isAllowed)
      if (isAllowed) model.discardDues(run)
      return isAllowed
    },
)

const pays = fc.record({ nth, share, method: methods, date }).map(
  (paid): Act =>
    (world) =>
      pay(world, paid),
)

type Paid = { nth: number; share: number; method: [string, boolean?]; date: string }

async function pay(world: World, { nth, share, method, date }: Paid): Promise<boolean> {
  const { club, model } = world
  const [fee, stored] = feeFor(world, nth, (one, index) => openOf(one) > 0 && !model.isCollecting(index))
  const amount = partOf(openOf(stored), share)
  const data = [{ fee_id: model.feeIds[fee], amount, ...fieldsOf(world, method), paid_on: date }]
  const answer = await club.post('/payments', { data })
  if (!isAccepted(world, answer, date)) return false
  const [{ id }] = answer.body.data
  model.post({ id, fee, amount, method: methodOf(method), ...placeOf(world, method, date), byHand: true })
  return true
}

/** A payment from before the book was kept here, which waits to be booked. */
const paysEarlier = fc.record({ nth, share, method: methods, date }).map(
  (paid): Act =>
    async (world) => {
      if (!world.model.keepsBook || world.model.closed) return undefined
      await switchBook(world, false)
      const isPaid = await pay(world, paid)
      expect(await switchBook(world, true, BEGIN)).toBe(true)
      return isPaid
    },
)

/** The id of the last payment of a fee. */
const lastPayment = async ({ club, model }: World, fee: number): Promise<string> =>
  (await club.get(`/fees/${model.feeIds[fee]}/payments`)).body.data.at(-1).id

const refunds = fc.record({ nth, share, method: methods, date, cancels: fc.boolean() }).map(
  ({ nth, share, method, date, cancels }): Act =>
    async (world) => {
      const { club, model } = world
      const [fee, stored] = feeFor(world, nth, ({ paid }) => paid > 0)
      const amount = partOf(stored.paid, share)
      const body = { amount, ...fieldsOf(world, method), paid_on: date, reason: 'x', cancels }
      if (!isAccepted(world, await club.post(`/fees/${model.feeIds[fee]}/refunds`, body), date)) return false
      const id = await lastPayment(world, fee)
      model.post({
        id,
        fee,
        amount: -amount,
        method: methodOf(method),
        ...placeOf(world, method, date),
        byHand: true,
      })
      if (cancels) stored.isCancelled = true
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

const states = fc
  .record({ nth, does: fc.constantFrom('waiver', 'cancellation', 'reopening', 'reopening') })
  .map(
    ({ nth, does }): Act =>
      async (world) => {
        const { club, model } = world
        const [index, fee] = feeFor(world, nth, (one) => (does === 'reopening') === one.isCancelled)
        const path = `/fees/${model.feeIds[index]}`
        const isMade =
          does === 'reopening'
            ? await club.delete(`${path}/cancellation`)
            : await club.post(`${path}/${does}`, {
                reason: 'x',
                ...(does === 'cancellation' && { kind: 'mistake' }),
              })
        if (!isAccepted(world, isMade)) return false
        if (does === 'waiver') fee.waived = fee.amount - fee.paid
        else fee.isCancelled = does === 'cancellation'
        if (does === 'waiver') fee.isReturned = false
        return true
      },
  )

/** A second entry of a person with fees, who is merged into it, so that all that is of the person goes along. */
const merges = fc.nat(2).map(
  (person): Act =>
    async (world) => {
      const { club } = world
      const { body } = await club.post('/lists/members/persons', { email: 'second@example.org' })
      const path = `/lists/members/persons/${body.data.id}/merge`
      return isAccepted(world, await club.post(path, { from: `m${person + 1}` }))
    },
)

const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

const releases = fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 4 }).map(
  (wanted): Act =>
    async (world) => {
      const { club, model } = world
      const fee_ids = [
        ...new Set(wanted.map((index) => model.feeIds[index % model.feeIds.length])),
      ] as string[]
      const due = daysAfter(new Date().toISOString(), 14)
      const answer = await release(club, fee_ids, { date: due })
      if (!isAccepted(world, answer)) return false
      setDay(due)
      const { id, items } = answer.body.data
      model.runs.push({
        id,
        due,
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

const NEXT = { released: 'submission', submitted: 'settlement', settled: 'undo', discarded: 'undo' }
const collectionActs = fc
  .record({
    nth,
    wanted: fc.constantFrom('next', 'next', 'next', 'submission', 'settlement', 'undo', 'discard'),
  })
  .map(
    ({ nth, wanted }): Act =>
      async (world) => {
        const { club, model } = world
        const run = pick(model.runs, nth)
        if (!run) return undefined
        const does = wanted === 'next' ? NEXT[run.state] : wanted
        const bodies = {
          submission: undefined,
          settlement: { settled_on: run.due },
          discard: { reason: 'x' },
        }
        const body = bodies[does as keyof typeof bodies]
        const path = `/collections/${run.id}`
        const answer =
          does === 'undo' ? await club.delete(`${path}/settlement`) : await club.post(`${path}/${does}`, body)
        if (!isAccepted(world, answer)) return false
        if (does === 'submission') run.state = 'submitted'
        else if (does === 'discard') run.state = 'discarded'
        else if (does === 'undo') model.unsettle(run)
        else run.byHand = model.settleWhole(run)
        return true
      },
  )

const returns = fc.record({ nth, which: nth, charge: fc.constantFrom(null, 300) }).map(
  ({ nth, which, charge }): Act =>
    async (world) => {
      const { club, model, accounts } = world
      const run = pick(model.runs, nth)
      const item = run && pick(run.items, which)
      if (!run || !item) return undefined
      const body = {
        item_id: item.id,
        returned_on: run.due,
        reason_code: 'AM04',
        charge,
        account_id: accounts.bank,
      }
      if (!isAccepted(world, await club.post(`/collections/${run.id}/returns`, body))) return false
      model.giveBack(item)
      // The charge has a voucher of its own, which can be taken back as one that was entered.
      const charged = charge && model.keepsBook ? (await vouchersOf(world)).at(-1) : undefined
      if (charged) model.enter(charged.id, [['bank', charged.amount]])
      return true
    },
)

/** A line of the bank: about a fee, a debit, a collection, money that the book may have, or nothing of ours. */
const imports = fc
  .record({
    nth,
    about: fc.constantFrom('fee', 'debit', 'return', 'collection', 'voucher', 'voucher', 'other'),
    amount: cents,
    date,
  })
  .map(
    ({ nth, about, amount, date }): Act =>
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
          date,
          details: [{ text: [text] }],
        }
        if (about === 'fee') {
          const { body } = await club.get(`/fees/${model.feeIds[nth % model.feeIds.length]}`)
          entry.amount = body.data.open_amount || amount
          entry.details = [{ text: [`${text} ${body.data.reference}`] }]
        } else if (about === 'debit' && item) {
          entry.amount = sum([item])
          entry.date = dueOf(model, item)
          entry.details = [{ text: [text], endToEnd: item.reference }]
        } else if (about === 'return' && item) {
          entry.amount = -sum([item]) - 300
          entry.code = 'NRTI+109+931'
          entry.date = dueOf(model, item)
          entry.details = [{ text: [text], endToEnd: item.reference, returned: { code: 'AM04' } }]
        } else if (about === 'collection' && run) {
          entry.amount = sum(run.items)
          entry.date = run.due
        } else if (about === 'voucher') {
          const voucher = pick(await vouchersToMeet(world), nth)
          if (!voucher) return undefined
          entry.amount = voucher.amount
          entry.date = voucher.booked_on
          const [{ fee_id } = { fee_id: null }] = voucher.lines
          const { body } = fee_id ? await club.get(`/fees/${fee_id}`) : { body: null }
          if (body) entry.details = [{ text: [`${text} ${body.data.reference}`] }]
        }
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

const dueOf = ({ runs }: BooksModel, item: Run['items'][number]): string =>
  String(runs.find(({ items }) => items.includes(item))?.due)

/** The vouchers that a bank line may show. */
const vouchersToMeet = async (world: World): Promise<Voucher[]> =>
  (await vouchersOf(world)).filter(
    ({ kind, account_id, bank_line_id, met_line_id, reversed_by, reverses }) =>
      kind === 'money' &&
      account_id === world.accounts.bank &&
      !bank_line_id &&
      !met_line_id &&
      !reversed_by &&
      !reverses,
  )

const part = fc.record({ nth, amount: cents })
const confirms = fc
  .record({
    nth,
    by: fc.constantFrom(
      ...['suggestion', 'suggestion', 'suggestion', 'parts', 'collection', 'items', 'booking'],
      ...['vouchers', 'vouchers', 'vouchers'],
    ),
    parts: fc.array(part, { minLength: 1, maxLength: 2 }),
    isBooked: fc.boolean(),
  })
  .map(
    ({ nth, by, parts, isBooked }): Act =>
      async (world) => {
        const { club, model } = world
        const line = prefer(model.lines, ({ amount, assigned }) => amount !== assigned, nth)
        if (!line) return undefined
        const { body: shown } = await club.get(`/bank_lines/${line.id}`)
        const vouchers = await vouchersOf(world)
        const given = confirmationBy(world, line, { by, parts, vouchers: await vouchersToMeet(world) })
        if (isBooked || by === 'booking') given.booking = { text: 'Rest', sphere: 'ideal' }
        const isSuggested = by === 'suggestion' || Object.keys(given).length === 0
        const answer = await club.post(`/bank_lines/${line.id}/confirmation`, isSuggested ? {} : given)
        if (
          !isAccepted(world, answer, shown.data.state === 'open' && !isSuggested ? shown.data.booked_on : '')
        )
          return false
        const taken = isSuggested ? suggestedBy(shown.data.suggestion) : given
        const met = vouchers.filter(({ id }) => taken.voucher_ids?.includes(id))
        model.confirm(
          line,
          taken,
          met.reduce((sum, { amount }) => sum + amount, 0),
        )
        return true
      },
  )

function confirmationBy(
  { model }: World,
  line: Line,
  { by, parts, vouchers }: { by: string; parts: { nth: number; amount: number }[]; vouchers: Voucher[] },
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
      const line = prefer(model.lines, ({ assigned }) => assigned !== 0, nth)
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
        model.enter(answer.body.data[0].id, [
          [account as 'bank', cents],
          ...(isTransfer ? [[other, -cents] as ['bank', number]] : []),
        ])
        return true
      },
  )

/** Takes a voucher back, of which only those can be taken back that were entered. */
const takesBack = nth.map(
  (nth): Act =>
    async (world) => {
      const { club, model } = world
      const voucher = pick<{ id: string }>(nth % 2 ? await vouchersOf(world) : model.vouchers, nth)
      if (!voucher) return undefined
      if (!isAccepted(world, await club.post(`/vouchers/${voucher.id}/reversal`, { reason: 'x' })))
        return false
      model.takeVoucherBack(voucher.id)
      return true
    },
)

type Waiting = {
  id: string
  fee_id: string
  amount: number
  method: string
  paid_on: string
  vouchers: { id: string }[]
}

const waitingIn = async ({ club }: World): Promise<Waiting[]> =>
  (await club.get('/payments/waiting')).body.data

/** Enters the money of a payment that waits, as a treasurer does who knows no fees. */
const entersWaiting = nth.map(
  (nth): Act =>
    async (world) => {
      const waiting = pick(await waitingIn(world), nth)
      if (!waiting) return undefined
      const { amount, method, paid_on } = waiting
      const account = method === 'cash' ? 'cash' : 'bank'
      const voucher = {
        text: 'x',
        booked_on: nth % 3 ? paid_on : pick(DATES, nth),
        account_id: world.accounts[account],
        lines: [{ amount, sphere: 'ideal' }],
      }
      const answer = await world.club.post('/vouchers', { data: [voucher] })
      if (!isAccepted(world, answer, voucher.booked_on)) return false
      world.model.enter(answer.body.data[0].id, [[account, amount]])
      return true
    },
)

/** Ties a payment that waits to a voucher, or leaves it out. */
const decides = fc.record({ nth, which: nth, isTied: fc.boolean() }).map(
  ({ nth, which, isTied }): Act =>
    async (world) => {
      const all = await waitingIn(world)
      const tieable = all.filter(({ vouchers }) => vouchers.length > 0)
      const waiting = pick(isTied && tieable.length > 0 ? tieable : all, nth)
      if (!waiting) return undefined
      const voucher = pick(waiting.vouchers.length > 0 ? waiting.vouchers : await vouchersOf(world), which)
      const answer = await world.club.post(
        `/payments/${waiting.id}/booking`,
        isTied ? { voucher_id: voucher?.id ?? 'vch_none' } : { reason: 'x' },
      )
      if (!isAccepted(world, answer, waiting.paid_on)) return false
      const [origin] = await rows('SELECT item_id, bank_line_id FROM payments WHERE id = ?', waiting.id)
      world.model.decide(
        [waiting.id, origin?.item_id, origin?.bank_line_id],
        { fee: world.model.feeIds.indexOf(waiting.fee_id), amount: waiting.amount },
        waiting.id,
      )
      return true
    },
)

const takesDecisionsBack = nth.map(
  (nth): Act =>
    async (world) => {
      const entry = pick(
        world.model.journal.filter(({ decided }) => decided),
        nth,
      )
      if (!entry) return undefined
      if (!isAccepted(world, await world.club.delete(`/payments/${entry.decided}/booking`))) return false
      world.model.undecide(entry)
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
      // A count looks at the book before it looks at the day.
      return isAccepted(world, answer, date, world.model.keepsBook ? CLOSED : NOT_KEPT)
    },
)

const books = nth.map(
  (nth): Act =>
    async (world) => {
      const { club, model } = world
      const isWaiting = (index: number) => model.journal.some(({ fee, waits }) => fee === index && waits)
      const [fee] = feeFor(world, nth, (_, index) => isWaiting(index))
      const answer = await club.post('/vouchers/fees', { fee_ids: [model.feeIds[fee]], sphere: 'ideal' })
      if (!isAccepted(world, answer)) return false
      model.book(fee)
      return true
    },
)

const switches = fc.nat(3).map(
  (nth): Act =>
    async (world) => {
      if (world.model.keepsBook && nth > 0) return undefined
      return switchBook(world, !world.model.keepsBook, nth > 0 ? BEGIN : undefined)
    },
)

/** Switches the book on or off; on from a day, after which it asks for what was recorded elsewhere. */
async function switchBook(world: World, keepsBook: boolean, day?: string): Promise<boolean> {
  const { club, model } = world
  const bookkeeping = { keeps_book: keepsBook, ...(keepsBook && day && { book_begins_on: day }) }
  const answer = await operator('PATCH', `/operator/workspaces/${club.id}`, { bookkeeping })
  if (!isAccepted(world, answer, bookkeeping.book_begins_on)) return false
  model.switchBook(keepsBook)
  return true
}

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
    named('claimDues', 6, fc.constant(claimsDues)),
    named('join', 1, joins),
    named('age', 4, ages),
    named('settleDues', 6, settlesDues),
    named('discardDues', 2, discardsDues),
    named('pay', 4, pays),
    named('payEarlier', 6, paysEarlier),
    named('switch', 4, switches),
    named('enterWaiting', 5, entersWaiting),
    named('decide', 7, decides),
    named('takeDecisionBack', 3, takesDecisionsBack),
    named('refund', 2, refunds),
    named('reverse', 2, reverses),
    named('state', 2, states),
    named('merge', 2, merges),
    named('release', 3, releases),
    named('run', 4, collectionActs),
    named('return', 2, returns),
    named('import', 6, imports),
    named('confirm', 8, confirms),
    named('loosen', 3, loosens),
    named('ignore', 1, ignores),
    named('enter', 2, enters),
    named('takeBack', 2, takesBack),
    named('count', 1, counts),
    named('book', 1, books),
    named('close', 2, fc.constant(closes)),
    named('reopen', 1, fc.constant(reopens)),
  ),
  { minLength: 20, maxLength: 60, size: 'max' },
)

async function createWorld(): Promise<World> {
  const club = await collectingClub()
  const bank = await addAccount(club, { iban: CREDITOR.iban })
  const cash = await addAccount(club, { kind: 'cash', iban: null, opening_amount: 50_000 })
  const later = await addAccount(club, { name: 'Savings', iban: null, opening_on: LATER })
  await addPersons(
    club,
    [1, 2, 3].map((n) => member(n)),
  )
  const plan = await planOf(club)
  const world: World = { club, model: new BooksModel(), accounts: { bank, cash, later }, plan, members: 3 }
  const fees = AMOUNTS.map((amount, index) => ({
    amount,
    person_external_id: `m${(index % 3) + 1}`,
    ...(index > 0 && { attached_expense: { sphere: 'ideal' } }),
  }))
  world.model.claim(await claim(club, fees), AMOUNTS)
  return world
}

/** A plan by which everyone owes two parts, in two places of the book. */
async function planOf(club: Workspace): Promise<string> {
  await club.post('/cost_units', { name: 'Boats' })
  const ideal = { attached_expense: { sphere: 'ideal' } }
  const conditions = [{ field: 'birthdate.age', operator: 'less', value: '18' }]
  const rules = [
    { kind: 'base', name: 'Child', amount: 1500, conditions, ...ideal },
    { kind: 'base', name: 'Adult', amount: 3000, ...ideal },
    { kind: 'surcharge', name: 'Boats', amount: 1200, attached_expense: { costunit_name: 'Boats' } },
  ]
  const { status, body, text } = await club.post('/dues_plans', {
    ...{ name: 'Dues', list: 'members', interval: 'year', description: 'Dues', from_period: DUES },
    version: { key_day: '01-01', due_day: 0, pro_rata: 'none', rounding: 1, rules },
  })
  expect(status, text).toBe(201)
  return body.data.id
}

const { numRuns } = runs(12)

it('keeps all the books in step with a plain model, whatever is done in any order', {
  timeout: 24_000 * numRuns,
}, async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      const world = await createWorld()
      for (const { name, act } of sequence)
        if (await act(world)) {
          accepted.set(name, (accepted.get(name) ?? 0) + 1)
          await expectSoundBooks(world.club.id)
        }
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
