import { describe, expect, it } from 'vitest'
import { addAccount, importEntries, inbox } from '../support/bank'
import { addTo, fee, person } from '../support/club'
import { ibanOf } from '../support/direct-debit-file'
import {
  addPersons,
  COLLECTED_ON,
  claim,
  clubWithFees,
  collectingClub,
  payer,
  release,
  setDay,
  stored,
  submitted,
} from '../support/direct-debits'
import { eventsOf } from '../support/events'
import { expectSoundBooks } from '../support/invariants'
import { operator, rows, type Workspace } from '../support/workspace'

const IDEAL = { attached_expense: { sphere: 'ideal' } }
const BUSINESS = { attached_expense: { sphere: 'business' } }

/** Three debits of three fees, two of them with an attached expense; the clock is after the collection date. */
async function threeDebits(settings: object = {}) {
  const { club, fees } = await addTo(
    await collectingClub(settings),
    ...[1, 2, 3].map((n) => person(payer(n))),
    fee(4500, { person_external_id: 'm1', ...IDEAL }),
    fee(2000, { person_external_id: 'm2', ...BUSINESS }),
    fee(4500, { person_external_id: 'm3' }),
  )
  const feeIds = fees.map(({ id }) => id)
  const run = await submitted(club, feeIds)
  setDay('2026-03-20')
  return { club, feeIds, run, itemIds: run.items.map(({ id }) => id) }
}

const settle = (club: Workspace, id: string, body: object = {}) =>
  club.post(`/collections/${id}/settlement`, { settled_on: COLLECTED_ON, ...body })

const comeBack = (club: Workspace, id: string, item_id: string | undefined, body: object = {}) =>
  club.post(`/collections/${id}/returns`, {
    item_id,
    returned_on: '2026-03-18',
    reason_code: 'AM04',
    ...body,
  })

describe('submission and discard', () => {
  it('submits once, and discards only what is not submitted', async () => {
    const { club, feeIds } = await clubWithFees(2)
    const { body } = await release(club, feeIds)
    const path = `/collections/${body.data.id}`
    const answer = await club.post(`${path}/submission`, undefined)
    expect([answer.status, answer.cost.trips]).toEqual([201, 2])
    expect(answer.body.data).toMatchObject({ state: 'submitted', submitted_at: expect.any(String) })
    const wrong = { collection_id: ['is submitted to the bank'] }
    expect((await club.post(`${path}/submission`, undefined)).body.errors).toEqual(wrong)
    expect((await club.post(`${path}/discard`, { reason: 'x' })).body.errors).toEqual(wrong)
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'collection.submitted',
      changes: { state: ['released', 'submitted'] },
    })
  })

  it('discards a released collection, and leaves its fees as before', async () => {
    const { club, feeIds } = await clubWithFees(2)
    const before = (await stored(club, 'fees')).map(({ status }) => status)
    const { body } = await release(club, feeIds)
    const path = `/collections/${body.data.id}`
    const answer = await club.post(`${path}/discard`, { reason: 'Wrong day' })
    expect([answer.status, answer.cost.trips], answer.text).toEqual([201, 2])
    expect(answer.body.data).toMatchObject({ state: 'discarded', discard_reason: 'Wrong day' })
    for (const table of ['collection_items', 'collection_fees'])
      expect(new Set((await stored(club, table)).map(({ state }) => state))).toEqual(new Set(['discarded']))
    expect((await stored(club, 'fees')).map(({ status }) => status)).toEqual(before)
    const actions = (await eventsOf(club)).slice(-3).map(({ action }) => action)
    expect(actions).toEqual([...Array(2).fill('fee.collection_discarded'), 'collection.discarded'])
    for (const act of ['submission', 'discard', 'settlement'])
      expect((await club.post(`${path}/${act}`, { reason: 'x', settled_on: '2026-03-01' })).status).toBe(422)
    expect((await release(club, feeIds)).status).toBe(201)
  })

  it('leaves a fee returned that was returned before the discarded attempt', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const { id, items } = await submitted(club, feeIds)
    await comeBack(club, id, items[0]?.id, { returned_on: '2026-03-02' })
    const { body } = await release(club, feeIds)
    await club.post(`/collections/${body.data.id}/discard`, { reason: 'x' })
    expect(await stored(club, 'fees')).toMatchObject([{ status: 'returned' }])
  })

  it.each(['submission', 'discard', 'settlement', 'returns'])(
    'takes one of ten %ss at a time',
    async (act) => {
      const { club, feeIds } = await clubWithFees(2)
      const { body } = await release(club, feeIds)
      const path = `/collections/${body.data.id}`
      if (act === 'settlement' || act === 'returns') await club.post(`${path}/submission`, undefined)
      if (act === 'settlement') setDay(COLLECTED_ON)
      const bodies = {
        submission: undefined,
        discard: { reason: 'x' },
        settlement: { settled_on: COLLECTED_ON },
        returns: { item_id: body.data.items[0].id, returned_on: '2026-03-02', reason_code: null },
      }
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => club.post(`${path}/${act}`, bodies[act as keyof typeof bodies])),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)])
    },
  )
})

describe('settlement', () => {
  it('pays all fees, and books them in one voucher, whether they name a place or not', async () => {
    const { club, run, itemIds } = await threeDebits()
    const answer = await settle(club, run.id)
    expect([answer.status, answer.cost.trips], answer.text).toEqual([201, 2])
    expect(answer.body.data).toMatchObject({ state: 'settled', settled_on: COLLECTED_ON })
    const payments = await stored(club, 'payments')
    expect(payments).toMatchObject(
      [4500, 2000, 4500].map((amount, index) => ({
        amount,
        kind: 'payment',
        method: 'direct_debit',
        paid_on: COLLECTED_ON,
        item_id: itemIds[index],
      })),
    )
    for (const fee of await stored(club, 'fees'))
      expect(fee).toMatchObject({ status: 'paid', paid_on: COLLECTED_ON, collection_id: null })
    expect(await stored(club, 'vouchers')).toMatchObject([
      {
        amount: 11_000,
        booked_on: COLLECTED_ON,
        text: 'Lastschrifteinzug 16.03.2026',
        number: 1,
      },
    ])
    expect(await stored(club, 'voucher_lines')).toMatchObject([
      { line: 1, amount: 4500, sphere: 'ideal', payment_id: payments[0]?.id },
      { line: 2, amount: 2000, sphere: 'business', payment_id: payments[1]?.id },
      { line: 3, amount: 4500, sphere: null, cost_unit_id: null, payment_id: payments[2]?.id },
    ])
    expect((await club.get('/accounts')).body.data[0].balance).toBe(11_000)
    expect((await eventsOf(club)).slice(-4).map(({ action }) => action)).toEqual([
      'collection.settled',
      ...Array(3).fill('fee.paid'),
    ])
    expect((await settle(club, run.id)).body.errors).toEqual({ collection_id: ['is settled'] })
  })

  it('books to the account that is named, and refuses others', async () => {
    const { club, run } = await threeDebits()
    await rows(
      `INSERT INTO accounts (workspace_id, id, kind, name, opening_on, opening_amount, created_at, updated_at)
       VALUES (?1, 'acc_1', 'bank', 'A', '2026-01-01', 0, '', ''), (?1, 'acc_2', 'bank', 'B', '2026-01-01', 0, '', ''),
         (?1, 'acc_3', 'cash', 'C', '2026-01-01', 0, '', '')`,
      club.id,
    )
    const issue = async (account_id: string) =>
      (await settle(club, run.id, { account_id })).body.errors?.account_id
    expect(await issue('acc_x')).toEqual(['does not match an account'])
    expect(await issue('acc_3')).toEqual(['is a cash account, which direct debits do not reach'])
    expect((await settle(club, run.id, { account_id: 'acc_2' })).status).toBe(201)
    expect(await stored(club, 'vouchers')).toMatchObject([{ account_id: 'acc_2' }])
  })

  it('leaves the money to the opening balance of an account that begins later', async () => {
    const { club, run, itemIds } = await threeDebits()
    await rows(
      `INSERT INTO accounts (workspace_id, id, kind, name, opening_on, opening_amount, created_at, updated_at)
       VALUES (?1, 'acc_4', 'bank', 'D', '2026-03-17', 50000, '', '')`,
      club.id,
    )
    expect((await settle(club, run.id, { account_id: 'acc_4' })).status).toBe(201)
    expect(await stored(club, 'payments')).toMatchObject(Array(3).fill({ booking: 'before_opening' }))
    expect(await stored(club, 'vouchers')).toEqual([])
    expect((await comeBack(club, run.id, itemIds[0])).status).toBe(201)
    expect(await stored(club, 'vouchers')).toMatchObject([{ amount: -4500, account_id: 'acc_4' }])
    await expectSoundBooks(club.id)
  })

  it('books to the account of the creditor that collected, also after a change of creditor', async () => {
    const { club, run } = await threeDebits()
    const { iban } = (await club.get(`/collections/${run.id}`)).body.data.creditor
    const other = 'DE02120300000000202051'
    await rows(
      `INSERT INTO accounts (workspace_id, id, kind, name, iban, opening_on, opening_amount, created_at, updated_at)
       VALUES (?1, 'acc_1', 'bank', 'New', ?2, '2026-01-01', 0, '', ''), (?1, 'acc_2', 'bank', 'Old', ?3, '2026-03-18', 0, '', '')`,
      club.id,
      other,
      iban,
    )
    await rows('UPDATE workspaces SET creditor_iban = ? WHERE id = ?', other, club.id)
    expect((await settle(club, run.id, { settled_on: '2026-03-18' })).status).toBe(201)
    expect(await stored(club, 'vouchers')).toMatchObject([{ account_id: 'acc_2' }])
  })

  it('refuses a collection that is not submitted, and days in the future or in a closed year', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const { body } = await release(club, feeIds)
    expect((await settle(club, body.data.id)).body.errors).toEqual({
      collection_id: ['is not submitted to the bank yet'],
      settled_on: ['is in the future'],
    })
    await club.post(`/collections/${body.data.id}/submission`, undefined)
    await closeYear(club, 2025)
    expect((await settle(club, body.data.id, { settled_on: '2025-12-31' })).body.errors).toEqual({
      settled_on: [
        'is in the fiscal year 2025, which is closed',
        `is before the collection date, ${COLLECTED_ON}`,
      ],
    })
  })

  it('keeps the instant of the submission', async () => {
    const { club, run } = await threeDebits()
    const submittedAt = async () => (await stored(club, 'collections'))[0]?.submitted_at
    const before = await submittedAt()
    expect(before).toEqual(expect.any(String))
    await settle(club, run.id)
    expect(await submittedAt()).toBe(before)
  })

  it('refuses days before the collection date', async () => {
    const { club, run } = await threeDebits()
    const early = await settle(club, run.id, { settled_on: '2026-03-15' })
    expect([early.status, early.body.errors]).toEqual([
      422,
      { settled_on: [`is before the collection date, ${COLLECTED_ON}`] },
    ])
    expect(await stored(club, 'payments')).toEqual([])
    expect((await settle(club, run.id, { settled_on: COLLECTED_ON })).status).toBe(201)
  })
})

describe('the undo of a settlement', () => {
  const undo = (club: Workspace, id: string) => club.delete(`/collections/${id}/settlement`)

  it('reverses payments and vouchers, and lets the collection wait for its credit again', async () => {
    const { club, run } = await threeDebits()
    await settle(club, run.id)
    const { status, body, text, cost } = await undo(club, run.id)
    expect([status, cost.trips], text).toEqual([200, 2])
    expect(body.data).toMatchObject({ state: 'submitted', settled_on: null })
    for (const fee of await stored(club, 'fees'))
      expect(fee).toMatchObject({ status: 'collecting', paid_amount: 0, collection_id: run.id })
    const reversals = (await stored(club, 'payments')).filter(({ kind }) => kind === 'reversal')
    expect(reversals).toMatchObject(
      [-4500, -2000, -4500].map((amount) => ({ amount, method: 'direct_debit', paid_on: COLLECTED_ON })),
    )
    expect((await stored(club, 'vouchers')).map(({ amount, booked_on }) => [amount, booked_on])).toEqual(
      [11_000, -11_000].map((amount) => [amount, COLLECTED_ON]),
    )
    expect((await club.get('/accounts')).body.data[0].balance).toBe(0)
    expect((await eventsOf(club)).slice(-4).map(({ action }) => action)).toEqual([
      'collection.submitted',
      ...Array(3).fill('fee.payment_reversed'),
    ])
    expect((await undo(club, run.id)).body.errors).toEqual({ collection_id: ['is submitted to the bank'] })
    expect((await settle(club, run.id, { settled_on: '2026-03-17' })).status).toBe(201)
    expect(await stored(club, 'fees')).toMatchObject(Array(3).fill({ status: 'paid', paid_on: '2026-03-17' }))
    await expectSoundBooks(club.id)
  })

  it('reverses today what was booked in a year that is closed since', async () => {
    const { club, run } = await threeDebits()
    await settle(club, run.id)
    setDay('2027-01-20')
    const [{ id, lines }] = (await club.get('/vouchers?unassigned=true')).body.data
    const assigned = lines.map(({ line }: { line: number }) => ({ line, sphere: 'ideal' }))
    expect((await club.patch(`/vouchers/${id}`, { lines: assigned })).status).toBe(200)
    expect((await club.post('/years/2025/closing', undefined)).status).toBe(201)
    expect((await club.post('/years/2026/closing', undefined)).status).toBe(201)
    expect((await undo(club, run.id)).status).toBe(200)
    expect((await stored(club, 'vouchers')).map(({ booked_on }) => booked_on)).toEqual([
      COLLECTED_ON,
      '2027-01-20',
    ])
    await expectSoundBooks(club.id)
  })

  it('is refused after a return and a refund', async () => {
    const { club, run, itemIds, feeIds } = await threeDebits()
    await settle(club, run.id)
    const refund = { amount: 1, paid_on: '2026-03-19', method: 'bank_transfer', reason: 'x' }
    await club.post(`/fees/${feeIds[1]}/refunds`, refund)
    expect((await undo(club, run.id)).body.errors).toEqual({
      collection_id: [`has the fee ${feeIds[1]}, of which money was given back; reverse that first`],
    })
    await comeBack(club, run.id, itemIds[0])
    const { status, body } = await undo(club, run.id)
    expect(status).toBe(422)
    expect(body.errors).toEqual({ collection_id: ['has a debit that came back after its settlement'] })
    expect(await stored(club, 'collections')).toMatchObject([{ state: 'settled' }])
  })

  it.each(['by hand', 'by a bank line'])(
    'is refused where a fee that was settled %s is open again, since its debit would take less',
    async (how) => {
      const { club, feeIds } = await clubWithFees(1)
      const [fee] = feeIds
      const half = { fee_id: fee, amount: 2000, method: 'cash', paid_on: '2026-03-01' }
      const [payment] = (await club.post('/payments', { data: [half] })).body.data
      const run = await submitted(club, feeIds)
      setDay('2026-03-20')
      const account = await addAccount(club)
      await importEntries(club, account, [
        { amount: 2500, date: COLLECTED_ON, details: [{ text: ['Credit'] }] },
      ])
      const [line] = await inbox(club)
      const path = `/bank_lines/${line.id}/confirmation`
      if (how === 'by hand') await settle(club, run.id)
      else expect((await club.post(path, { collection_id: run.id })).status).toBe(201)
      await club.post(`/payments/${payment.id}/reversal`, { reason: 'Wrong fee' })
      const takeBack = () => (how === 'by hand' ? undo(club, run.id) : club.delete(path))
      const sentence = `the fee ${fee}, of which other money went back since; undo that first`
      expect((await takeBack()).body.errors).toEqual(
        how === 'by hand' ? { collection_id: [`has ${sentence}`] } : { bank_line_id: [`is of ${sentence}`] },
      )
      expect((await club.post('/payments', { data: [half] })).status).toBe(201)
      expect((await takeBack()).status).toBe(200)
      expect(await stored(club, 'collection_items')).toMatchObject([{ state: 'live', amount: 2500 }])
      expect(await stored(club, 'fees')).toMatchObject([{ status: 'collecting', paid_amount: 2000 }])
      await expectSoundBooks(club.id)
    },
  )

  it('keeps a settlement by the bank', async () => {
    const { club, run } = await threeDebits()
    const account = await addAccount(club)
    await importEntries(club, account, [
      { amount: 11_000, date: COLLECTED_ON, details: [{ text: ['Credit'] }] },
    ])
    const [line] = await inbox(club)
    await club.post(`/bank_lines/${line.id}/confirmation`, { collection_id: run.id })
    expect((await undo(club, run.id)).body.errors).toEqual({
      collection_id: ['has no payment that was recorded by hand; undo what was confirmed of its bank line'],
    })
    expect((await stored(club, 'payments')).map(({ kind }) => kind)).toEqual(Array(3).fill('payment'))
  })
})

const closeYear = (club: Workspace, year: number) =>
  rows(
    `INSERT INTO fiscal_years (workspace_id, year, closed_at, last_number, report, sha256)
     VALUES (?, ?, '2026-01-31', 0, '{}', '')`,
    club.id,
    year,
  )

describe('returns', () => {
  it('books the charge to the place in the settings, without a cost unit that is archived', async () => {
    const { club, run, itemIds } = await threeDebits()
    const unit = { name: 'Bank', sphere: 'purpose', categories: ['Interest', 'Returns'] }
    const { body } = await club.post('/cost_units', unit)
    const [, { id: category_id }] = body.data.categories
    await operator('PATCH', `/operator/workspaces/${club.id}`, {
      bookkeeping: { return_charges: { cost_unit_id: body.data.id, category_id } },
    })
    await settle(club, run.id)
    await comeBack(club, run.id, itemIds[0], { charge: 300 })
    await club.put(`/cost_units/${body.data.id}`, { archived: true })
    const answer = await comeBack(club, run.id, itemIds[1], { charge: 400 })
    expect([answer.status, answer.cost.trips], answer.text).toEqual([201, 2])
    const lines = await stored(club, 'voucher_lines')
    expect(lines.filter(({ amount }) => amount === -300 || amount === -400)).toMatchObject([
      { amount: -300, cost_unit_id: body.data.id, category_id, sphere: 'purpose', fee_id: null },
      { amount: -400, cost_unit_id: null, category_id: null, sphere: null },
    ])
  })

  it('takes the payment of a settled debit back, to where it was booked, with a charge of its own', async () => {
    const { club, run, itemIds, feeIds } = await threeDebits()
    await settle(club, run.id)
    const answer = await comeBack(club, run.id, itemIds[0], { charge: 300 })
    expect([answer.status, answer.cost.trips], answer.text).toEqual([201, 2])
    expect(answer.body.data).toMatchObject({
      id: itemIds[0],
      state: 'returned',
      returned_on: '2026-03-18',
      return_code: 'AM04',
      charge: 300,
    })
    const back = (await stored(club, 'payments')).filter(({ kind }) => kind === 'return')
    expect(back).toMatchObject([
      { fee_id: feeIds[0], amount: -4500, paid_on: '2026-03-18', item_id: itemIds[0] },
    ])
    const vouchers = await stored(club, 'vouchers')
    expect(vouchers).toMatchObject([
      { amount: 11_000 },
      {
        amount: -4500,
        booked_on: '2026-03-18',
        text: 'Rücklastschrift 18.03.2026',
        party: 'Ada Lovelace 1',
        account_id: vouchers[0]?.account_id,
      },
      {
        amount: -300,
        text: 'Gebühr für Rücklastschrift 18.03.2026',
        account_id: vouchers[0]?.account_id,
      },
    ])
    expect((await stored(club, 'voucher_lines')).slice(3)).toMatchObject([
      { number: 2, amount: -4500, sphere: 'ideal', payment_id: back[0]?.id },
      { number: 3, amount: -300, sphere: null, cost_unit_id: null, fee_id: null },
    ])
    const { body } = await club.get(`/fees/${feeIds[0]}`)
    expect(body.data).toMatchObject({
      status: 'returned',
      paid_amount: 0,
      open_amount: 4500,
      paid_on: null,
      last_return: { returned_on: '2026-03-18', reason_code: 'AM04' },
    })
    expect((await stored(club, 'fees')).map(({ status }) => status)).toEqual(['returned', 'paid', 'paid'])
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'fee.returned',
      subject_id: feeIds[0],
      changes: { status: ['paid', 'returned'], paid_amount: [4500, 0], reason: [null, 'AM04'] },
    })
    expect((await comeBack(club, run.id, itemIds[0])).body.errors).toEqual({
      item_id: ['was returned before'],
    })
  })

  it('writes no payment for a debit that comes back before the credit, which then leaves it out', async () => {
    const { club, run, itemIds, feeIds } = await threeDebits()
    expect((await comeBack(club, run.id, itemIds[0])).status).toBe(201)
    expect(await stored(club, 'payments')).toEqual([])
    expect(await stored(club, 'vouchers')).toEqual([])
    expect((await club.get(`/fees/${feeIds[0]}`)).body.data).toMatchObject({
      status: 'returned',
      collection: null,
    })
    await settle(club, run.id)
    expect((await stored(club, 'payments')).map(({ fee_id }) => fee_id)).toEqual(feeIds.slice(1))
    expect(await stored(club, 'vouchers')).toMatchObject([{ amount: 6500 }])
    expect((await stored(club, 'fees')).map(({ status, paid_amount }) => [status, paid_amount])).toEqual([
      ['returned', 0],
      ['paid', 2000],
      ['paid', 4500],
    ])
    expect((await eventsOf(club)).filter(({ action }) => action === 'collection.settled')).toMatchObject([
      { changes: { amount: [null, 6500] } },
    ])
  })

  it('settles a collection of which every debit came back', async () => {
    const { club, run, itemIds } = await threeDebits()
    for (const id of itemIds) await comeBack(club, run.id, id)
    expect((await settle(club, run.id)).status).toBe(201)
    expect(await stored(club, 'payments')).toEqual([])
    expect(await stored(club, 'vouchers')).toEqual([])
  })

  it('waits while another debit collects the fee, and the last one recorded is that of the fee', async () => {
    const club = await collectingClub()
    await addPersons(club, [payer(1)])
    const feeIds = await claim(club, [{ person_external_id: 'm1' }])
    const paid = { amount: 2500, method: 'bank_transfer', paid_on: '2026-03-02' }
    await club.post('/payments', { data: [{ ...paid, fee_id: feeIds[0] }] })
    const run = await submitted(club, feeIds)
    const itemIds = run.items.map(({ id }) => id)
    setDay('2026-03-20')
    await settle(club, run.id)
    await club.post(`/fees/${feeIds[0]}/refunds`, { ...paid, reason: 'x' })
    const again = await submitted(club, [String(feeIds[0])], '2026-04-08')
    expect((await comeBack(club, run.id, itemIds[0])).body.errors).toEqual({
      item_id: [
        `has the fee ${feeIds[0]}, which another direct debit collects; settle or discard that first`,
      ],
    })
    setDay('2026-04-10')
    await settle(club, again.id, { settled_on: '2026-04-08' })
    const back = { returned_on: '2026-04-10' }
    expect((await comeBack(club, again.id, again.items[0]?.id, back)).status).toBe(201)
    expect((await comeBack(club, run.id, itemIds[0], { ...back, reason_code: 'MD06' })).status).toBe(201)
    expect((await club.get(`/fees/${feeIds[0]}`)).body.data).toMatchObject({
      status: 'returned',
      open_amount: 4500,
      last_return: { reason_code: 'MD06' },
    })
    expect((await eventsOf(club)).filter(({ action }) => action === 'fee.returned')).toHaveLength(2)
  })

  it('is open rather than returned once a payment follows', async () => {
    const { club, run, itemIds, feeIds } = await threeDebits()
    await settle(club, run.id)
    await comeBack(club, run.id, itemIds[0])
    const part = { fee_id: feeIds[0], amount: 500, method: 'cash', paid_on: '2026-03-19' }
    await club.post('/payments', { data: [part] })
    expect((await club.get(`/fees/${feeIds[0]}`)).body.data).toMatchObject({
      status: 'open',
      open_amount: 4000,
    })
  })

  it.each([
    ['AM04', true],
    ['AC04', true],
    ['MD06', false],
    ['MD07', false],
    [null, false],
  ])(
    'passes the charge for %s on where the workspace wants and the debtor could help it',
    async (reason_code, passes) => {
      const { club, run, itemIds } = await threeDebits({ bookkeeping: { passes_charges_on: true } })
      await settle(club, run.id)
      await comeBack(club, run.id, itemIds[0], { charge: 425, reason_code })
      const fees = (await stored(club, 'fees')).slice(3)
      if (!passes) return expect(fees).toEqual([])
      const { body } = await club.get('/lists/members/persons/m1')
      expect(fees).toMatchObject([
        {
          amount: 425,
          status: 'open',
          description: 'Gebühr für Rücklastschrift 18.03.2026',
          person_id: body.data.id,
          person_name: 'Ada Lovelace 1',
        },
      ])
      const created = (await eventsOf(club)).filter(({ action }) => action === 'fee.created')
      expect(created.at(-1)).toMatchObject({ subject_id: fees[0]?.id })
    },
  )

  it('passes nothing on without a charge, without the setting, and to the deleted', async () => {
    const { club, run, itemIds } = await threeDebits()
    await comeBack(club, run.id, itemIds[0], { charge: 300 })
    await operator('PATCH', `/operator/workspaces/${club.id}`, { bookkeeping: { passes_charges_on: true } })
    await comeBack(club, run.id, itemIds[1])
    await club.delete('/lists/members/persons/m3')
    expect((await comeBack(club, run.id, itemIds[2], { charge: 300 })).status).toBe(201)
    expect(await stored(club, 'fees')).toHaveLength(3)
  })

  it("is dated by the bank's day, after the year of the credit was closed", async () => {
    const { club, run, itemIds } = await threeDebits()
    await settle(club, run.id)
    setDay('2027-02-01')
    await closeYear(club, 2026)
    expect((await comeBack(club, run.id, itemIds[0], { returned_on: '2026-12-31' })).body.errors).toEqual({
      returned_on: ['is in the fiscal year 2026, which is closed'],
    })
    expect((await comeBack(club, run.id, itemIds[0], { returned_on: '2027-01-05' })).status).toBe(201)
    expect((await stored(club, 'vouchers')).at(-1)).toMatchObject({ year: 2027, number: 1, amount: -4500 })
  })

  it('refuses what does not match, and writes nothing', async () => {
    const { club, run, itemIds, feeIds } = await threeDebits()
    const { body } = await release(club, await claim(club, [{ person_external_id: 'm1' }]), {
      date: '2026-04-07',
    })
    const [other] = body.data.items
    expect((await comeBack(club, run.id, other.id)).body.errors).toEqual({
      item_id: ['does not match a debit of this collection'],
    })
    const early = await comeBack(club, body.data.id, other.id, { returned_on: '2026-03-20' })
    expect(early.body.errors).toEqual({
      item_id: ['is of a collection that is not submitted to the bank yet'],
    })
    const wrong = { returned_on: '2026-03-21', reason_code: 'am04', charge: 0 }
    expect(Object.keys((await comeBack(club, run.id, itemIds[0], wrong)).body.errors).sort()).toEqual([
      'charge',
      'reason_code',
      'returned_on',
    ])
    expect((await comeBack(club, 'run_x', itemIds[0])).status).toBe(404)
    await settle(club, run.id)
    await club.post(`/fees/${feeIds[0]}/refunds`, {
      amount: 4500,
      paid_on: '2026-03-19',
      method: 'bank_transfer',
      reason: 'x',
    })
    expect((await comeBack(club, run.id, itemIds[0])).body.errors).toEqual({
      item_id: [`has the fee ${feeIds[0]}, of which money was given back; reverse that first`],
    })
    expect((await stored(club, 'payments')).filter(({ kind }) => kind === 'return')).toEqual([])
  })

  it('books back to where the last settlement was booked, after an undo of the first', async () => {
    const { club, run, itemIds } = await threeDebits()
    const accountOf = async (name: string, iban: string) => {
      const account = { kind: 'bank', name, iban, opening_on: '2026-01-01', opening_amount: 0 }
      return String((await club.post('/accounts', account)).body.data.id)
    }
    const first = await accountOf('One', 'DE02120300000000202051')
    const second = await accountOf('Two', 'DE02500105170137075030')
    expect((await settle(club, run.id, { account_id: first })).status).toBe(201)
    expect((await club.delete(`/collections/${run.id}/settlement`)).status).toBe(200)
    expect((await settle(club, run.id, { account_id: second })).status).toBe(201)
    expect((await comeBack(club, run.id, itemIds[0])).status).toBe(201)
    expect((await stored(club, 'vouchers')).at(-1)).toMatchObject({ account_id: second, amount: -4500 })
  })

  it('refuses days before the release, and before the credit once there was one', async () => {
    const { club, run, itemIds } = await threeDebits()
    const returned = async (itemId: string | undefined, returned_on: string) =>
      (await comeBack(club, run.id, itemId, { returned_on })).body.errors
    expect(await returned(itemIds[0], '2026-03-01')).toEqual({
      returned_on: ['is before the release of the collection, on 2026-03-02'],
    })
    expect(await returned(itemIds[0], '2026-03-02')).toBeUndefined()
    await settle(club, run.id, { settled_on: '2026-03-18' })
    await club.delete(`/collections/${run.id}/settlement`)
    await settle(club, run.id, { settled_on: '2026-03-17' })
    expect(await returned(itemIds[1], '2026-03-16')).toEqual({
      returned_on: [
        'is before the credit of the debit, on 2026-03-17; undo the settlement if the debit was never credited',
      ],
    })
    expect(await returned(itemIds[1], '2026-03-17')).toBeUndefined()
    expect((await stored(club, 'collection_items')).map(({ returned_on }) => returned_on)).toEqual([
      '2026-03-02',
      '2026-03-17',
      null,
    ])
  })

  it('takes back every fee of a debit', async () => {
    const club = await collectingClub()
    await addPersons(club, [payer(1)])
    const feeIds = await claim(club, [
      { person_external_id: 'm1' },
      { person_external_id: 'm1', amount: 100, ...IDEAL },
    ])
    const { id, items } = await submitted(club, feeIds)
    setDay('2026-03-20')
    await settle(club, id)
    await comeBack(club, id, items[0]?.id)
    expect((await stored(club, 'fees')).map(({ status }) => status)).toEqual(['returned', 'returned'])
    expect((await stored(club, 'vouchers')).map(({ amount }) => amount)).toEqual([4600, -4600])
    expect(ibanOf(1)).toBe((await stored(club, 'collection_items'))[0]?.iban)
  })
})
