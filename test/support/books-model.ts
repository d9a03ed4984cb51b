import { expect } from 'vitest'
import { type FeeModel, newFee, openOf, statusOf } from './fee-model'
import type { Workspace } from './workspace'

/** What a payment moved; `account` is where it is booked, null if it is not. */
type Entry = {
  id: string
  fee: number
  amount: number
  method: string
  account: Account | null
  byHand: boolean
  /** Whether it was recorded while the book was kept elsewhere, and is not booked here. */
  isElsewhere: boolean
  /** Whether it waits to be booked. */
  waits?: boolean
  /** The id of the payment, if a decision says where its money is. */
  decided?: string | undefined
}
type Account = 'bank' | 'cash' | 'later'
type Item = {
  id: string
  reference: string
  state: 'live' | 'settled' | 'returned'
  fees: { fee: number; amount: number }[]
}
export type Run = {
  id: string
  /** The day from which on its debits are credited and come back. */
  due: string
  state: 'released' | 'submitted' | 'settled' | 'discarded'
  items: Item[]
  /** What a settlement by hand paid. */
  byHand?: Done | undefined
}
export type DuesRun = { id: string; fees: number[] }

/** What a confirmation moved, so that it can be undone. */
type Done = { entries: Entry[]; items: { item: Item; before: Item['state'] }[] }
/** `booked` is what of the assigned amount the book has by the line, in cents. */
export type Line = {
  id: string
  amount: number
  assigned: number
  booked: number
  done: Done & { settled?: string; met?: string[] }
}

/** The names that a confirmation gives to what a line is. */
export type Confirmation = {
  parts?: { fee_id: string; amount: number }[]
  collection_id?: string
  item_ids?: string[]
  voucher_ids?: string[]
  booking?: object
}

/**
 * The books of a club in memory: what each fee and each account should come to. It follows what the service accepts, and
 * knows nothing of what it refuses.
 */
export class BooksModel {
  fees: FeeModel[] = []
  feeIds: string[] = []
  journal: Entry[] = []
  runs: Run[] = []
  /** The runs of dues that are not taken back, with their fees. */
  dues: DuesRun[] = []
  lines: Line[] = []
  vouchers: { id: string; moves: [Account, number][] }[] = []
  balance = { bank: 0, cash: 50_000, later: 0 }
  /** The report of the year that is closed. */
  closed: unknown
  keepsBook = true

  claim(ids: string[], amounts: number[]): void {
    this.feeIds.push(...ids)
    this.fees.push(...amounts.map(newFee))
  }

  /** A run of dues, by what each of its fees comes to. */
  claimDues(id: string, amounts: Map<string, number>): void {
    this.dues.push({ id, fees: [...amounts.keys()].map((_, index) => this.fees.length + index) })
    this.claim([...amounts.keys()], [...amounts.values()])
  }

  /** The fees of a run that stay if it is taken back. */
  keptOf({ fees }: DuesRun): number[] {
    return fees.filter((index) => this.fee(index).paid > 0 || this.isCollecting(index))
  }

  discardDues(run: DuesRun): void {
    const kept = this.keptOf(run)
    for (const index of run.fees) if (!kept.includes(index)) this.fee(index).isCancelled = true
    run.fees = kept
    this.dues = this.dues.filter(({ fees }) => fees.length > 0)
  }

  /** A payment, or with a negative amount what goes back. */
  post(entry: Entry): Entry {
    const fee = this.fee(entry.fee)
    fee.paid += entry.amount
    fee.isReturned = false
    if (entry.account) this.balance[entry.account] += entry.amount
    this.journal.push(entry)
    return entry
  }

  /** Takes an entry back, and what it was booked with. */
  takeBack(entry: Entry): void {
    const fee = this.fee(entry.fee)
    fee.paid -= entry.amount
    fee.isReturned = false
    if (entry.account) this.balance[entry.account] -= entry.amount
    this.journal = this.journal.filter((other) => other !== entry)
  }

  /** Books the entries of a fee that are not booked. */
  book(fee: number): void {
    for (const entry of this.journal.filter((one) => one.fee === fee && one.waits)) {
      entry.waits = false
      entry.account = entry.method === 'cash' ? 'cash' : 'bank'
      this.balance[entry.account] += entry.amount
    }
  }

  /** Settles the payment with one of these ids, of a fee and an amount, which waits to be booked. */
  decide(ids: unknown[], { fee, amount }: Pick<Entry, 'fee' | 'amount'>, paymentId: string): void {
    const entry = this.journal.find(
      (one) => one.waits && one.fee === fee && one.amount === amount && ids.includes(one.id),
    )
    if (!entry) throw new Error(`The payment ${paymentId} does not wait.`)
    Object.assign(entry, { waits: false, decided: paymentId })
  }

  undecide(entry: Entry): void {
    Object.assign(entry, { waits: true, decided: undefined })
  }

  /** Switches the book; on, it asks for what was recorded while it was off. */
  switchBook(keepsBook: boolean): void {
    this.keepsBook = keepsBook
    for (const entry of this.journal)
      if (keepsBook && entry.isElsewhere) Object.assign(entry, { isElsewhere: false, waits: true })
  }

  /** The credit of debits. */
  settle(run: Run, items: Item[]): Done {
    const done: Done = { entries: [], items: items.map((item) => ({ item, before: item.state })) }
    for (const item of items) {
      item.state = 'settled'
      for (const { fee, amount } of item.fees)
        done.entries.push(this.post(entryOf(item, fee, amount, this.bank)))
    }
    if (run.state === 'released') run.state = 'submitted'
    if (run.items.every(({ state }) => state !== 'live')) run.state = 'settled'
    return done
  }

  giveBack(item: Item): Done {
    const done: Done = { entries: [], items: [{ item, before: item.state }] }
    const run = this.runs.find(({ items }) => items.includes(item))
    if (run?.state === 'released') run.state = 'submitted'
    for (const { fee, amount } of item.fees) {
      if (item.state === 'settled') done.entries.push(this.post(entryOf(item, fee, -amount, this.bank)))
      this.fee(fee).isReturned = true
    }
    item.state = 'returned'
    return done
  }

  /** The account of money on the bank account; null while the book is kept elsewhere. */
  get bank(): Account | null {
    return this.keepsBook ? 'bank' : null
  }

  /** `met` is what the vouchers have that the line shows, in cents. */
  confirm(line: Line, { parts = [], collection_id, item_ids = [], booking }: Confirmation, met = 0): void {
    const rest = line.amount - line.assigned
    const run = this.runs.find(({ id }) => id === collection_id)
    const items = item_ids.map((id) => this.item(id))
    const before = this.balance.bank
    const done: Done[] = []
    if (run) line.done.settled = run.id
    if (run) done.push(this.settleWhole(run))
    else if (items.length > 0 && line.amount > 0) done.push(this.settle(this.runOf(items), items))
    else done.push(...items.map((item) => this.giveBack(item)))
    for (const { fee_id, amount } of parts) {
      const fee = this.feeIds.indexOf(fee_id)
      done.push({
        entries: [this.post(entryOf(line, fee, amount, this.bank))],
        items: [],
      })
    }
    const isAll = run !== undefined || items.length > 0 || booking !== undefined
    const moved = isAll ? rest : parts.reduce((sum, { amount }) => sum + amount, met)
    const booked = this.keepsBook ? moved - met : 0
    this.balance.bank = before + booked
    line.assigned += moved
    line.booked += booked
    line.done.entries.push(...done.flatMap(({ entries }) => entries))
    line.done.items.push(...done.flatMap(({ items }) => items))
  }

  /** A credit of the whole settles a collection, also one of which no debit is live. */
  settleWhole(run: Run): Done {
    const live = run.items.filter(({ state }) => state === 'live')
    const done = this.settle(run, live)
    run.state = 'settled'
    return done
  }

  unsettle(run: Run): void {
    for (const entry of run.byHand?.entries ?? []) this.takeBack(entry)
    for (const { item } of run.byHand?.items ?? []) item.state = 'live'
    run.state = 'submitted'
    run.byHand = undefined
  }

  loosen(line: Line): void {
    const before = this.balance.bank
    for (const entry of line.done.entries) this.takeBack(entry)
    for (const { item, before } of line.done.items) {
      item.state = before
      const run = this.runOf([item])
      if (before === 'live') run.state = 'submitted'
      for (const { fee } of item.fees) this.fee(fee).isReturned = false
    }
    // Also one of which every debit had come back.
    const settled = this.runs.find(({ id }) => id === line.done.settled)
    if (settled) settled.state = 'submitted'
    this.balance.bank = before - line.booked
    line.assigned = 0
    line.booked = 0
    line.done = { entries: [], items: [] }
  }

  enter(id: string, moves: [Account, number][]): void {
    for (const [account, amount] of moves) this.balance[account] += amount
    this.vouchers.push({ id, moves })
  }

  takeVoucherBack(id: string): void {
    const voucher = this.vouchers.find((one) => one.id === id)
    if (!voucher) throw new Error(`The voucher ${id} was not entered.`)
    this.vouchers = this.vouchers.filter((other) => other !== voucher)
    for (const [account, amount] of voucher.moves) this.balance[account] -= amount
  }

  private fee(index: number): FeeModel {
    const fee = this.fees[index]
    if (!fee) throw new Error(`There is no fee ${index}.`)
    return fee
  }

  private item(id: string): Item {
    const item = this.runs.flatMap(({ items }) => items).find((one) => one.id === id)
    if (!item) throw new Error(`There is no debit ${id}.`)
    return item
  }

  private runOf(items: Item[]): Run {
    const run = this.runs.find((one) => items.every((item) => one.items.includes(item)))
    if (!run) throw new Error('Debits of no collection.')
    return run
  }

  isCollecting(fee: number): boolean {
    const live = this.runs.filter(({ state }) => state === 'released' || state === 'submitted')
    return live.some(({ items }) =>
      items.some(({ state, fees }) => state === 'live' && fees.some((link) => link.fee === fee)),
    )
  }

  /** Fails where the fees, collections and accounts of a club are not as they are here. */
  async expectIn(club: Workspace, accounts: Record<Account, string>): Promise<void> {
    const [fees, runs, balances, waiting] = await Promise.all([
      club.get('/fees?per_page=500'),
      club.get('/collections'),
      club.get('/accounts'),
      club.get('/payments/waiting'),
    ])
    type Stored = { id: string; status: string; paid_amount: number; open_amount: number }
    const shown = fees.body.data.map(({ id, status, paid_amount, open_amount }: Stored) => [
      id,
      { status, paid_amount, open_amount },
    ])
    const expected = this.fees.map((fee, index) => [
      this.feeIds[index],
      { status: statusOf(fee, this.isCollecting(index)), paid_amount: fee.paid, open_amount: openOf(fee) },
    ])
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected))
    const moved = (list: [fee: string | undefined, amount: number][]) => list.map(String).sort()
    type Waiting = { fee_id: string; amount: number }
    expect(moved(waiting.body.data.map(({ fee_id, amount }: Waiting) => [fee_id, amount]))).toEqual(
      moved(this.journal.filter(({ waits }) => waits).map(({ fee, amount }) => [this.feeIds[fee], amount])),
    )
    const byId = (list: { id: string; state: string }[]) =>
      Object.fromEntries(list.map(({ id, state }) => [id, state]))
    expect(byId(runs.body.data)).toEqual(byId(this.runs))
    expect(
      Object.fromEntries(
        balances.body.data.map(({ id, balance }: { id: string; balance: number }) => [id, balance]),
      ),
    ).toEqual(
      Object.fromEntries(Object.entries(accounts).map(([name, id]) => [id, this.balance[name as Account]])),
    )
  }
}

const entryOf = ({ id }: { id: string }, fee: number, amount: number, account: Account | null): Entry => ({
  id,
  fee,
  amount,
  account,
  isElsewhere: account === null,
  method: 'bank_transfer',
  byHand: false,
})
