import { afterEach, describe, expect, it, vi } from 'vitest'
import { addAccount, credit, importEntries, inbox, stored } from '../support/bank'
import type { CamtEntry } from '../support/camt'
import { ADA, bankAccount, clubOf, fee, person } from '../support/club'
import { staffOf } from '../support/dashboard'
import {
  COLLECTED_ON,
  CREDITOR,
  clubWithFees as collectingClub,
  setDay,
  submitted,
} from '../support/direct-debits'
import { textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { rows, type Workspace } from '../support/workspace'

afterEach(async () => {
  vi.useRealTimers()
  await expectSoundBooks()
})

/** A club with a bank account and fees of Ada that name no cost unit. */
const clubWithFees = (...amounts: number[]) =>
  clubOf(bankAccount(), person(ADA), ...amounts.map((amount) => fee(amount)))

/** Records payments of fees by hand, and gives the ids of the payments and of their vouchers. */
async function pay(club: Workspace, ...items: object[]) {
  const { status, body, text } = await club.post('/payments', {
    data: items.map((item) => ({ paid_on: '2026-02-02', method: 'bank_transfer', ...item })),
  })
  expect(status, text).toBe(201)
  const payments = body.data.map(({ id }: { id: string }) => id) as string[]
  const lines = await rows<{ payment_id: string; id: string; number: number }>(
    `SELECT payment_id, vouchers.id, vouchers.number FROM voucher_lines
     JOIN vouchers USING (workspace_id, year, number) WHERE workspace_id = ?`,
    club.id,
  )
  const vouchers = payments.map((id) => lines.find(({ payment_id }) => payment_id === id)?.id ?? '')
  return { payments, vouchers }
}

const confirm = (club: Workspace, line: { id: string }, body: object = {}) =>
  club.post(`/bank_lines/${line.id}/confirmation`, body)
const loosen = (club: Workspace, line: { id: string }) => club.delete(`/bank_lines/${line.id}/confirmation`)

async function lineOf(club: Workspace, account: string, entry: CamtEntry) {
  await importEntries(club, account, [entry])
  return (await inbox(club)).at(-1)
}

const balance = async (club: Workspace, account: string) => {
  const { body } = await club.get('/accounts')
  return body.data.find(({ id }: { id: string }) => id === account).balance
}

describe('a bank line of a fee that was paid by hand', () => {
  it('is offered the voucher of the payment, and shows its money without booking it again', async () => {
    const { club, account, fees } = await clubWithFees(12000)
    const { vouchers } = await pay(club, { fee_id: fees[0]?.id, amount: 12000 })
    const line = await lineOf(club, account, credit(12000, `Beitrag ${fees[0]?.reference}`))
    expect(line.suggestion).toMatchObject({
      kind: 'voucher',
      certain: false,
      reason_code: 'voucher_reference',
      voucher_ids: vouchers,
      rest: 0,
    })
    expect(line.suggestion.reason).toContain('2026-1')

    const taken = await confirm(club, line)
    expect([taken.status, taken.body.data.state, taken.body.data.assigned_amount]).toEqual([
      201,
      'done',
      12000,
    ])
    expect(await balance(club, account)).toBe(12000)
    expect(await stored(club, 'vouchers')).toMatchObject([{ id: vouchers[0], met_line_id: line.id }])
    expect((await club.get(`/vouchers/${vouchers[0]}`)).body.data).toMatchObject({
      met_line_id: line.id,
      bank_line_id: null,
    })
    expect((await club.get(`/bank_lines/${line.id}`)).body.data.voucher_ids).toEqual(vouchers)
    const { body } = await club.get('/events')
    expect(body.data.at(-1)).toMatchObject({
      action: 'bank_line.met',
      changes: { vouchers: [null, '2026-1'], state: ['open', 'done'] },
    })
  })

  it('is open again after an undo, which leaves voucher and payment', async () => {
    const { club, account, fees } = await clubWithFees(12000)
    const { vouchers } = await pay(club, { fee_id: fees[0]?.id, amount: 12000 })
    const line = await lineOf(club, account, credit(12000, `${fees[0]?.reference}`))
    await confirm(club, line)
    const undone = await loosen(club, line)
    expect([undone.status, undone.body.data.state, undone.body.data.assigned_amount]).toEqual([
      200,
      'open',
      0,
    ])
    expect(await stored(club, 'vouchers')).toMatchObject([
      { id: vouchers[0], met_line_id: null, reversed_by: null },
    ])
    expect(await balance(club, account)).toBe(12000)
    expect((await inbox(club))[0].suggestion).toMatchObject({ kind: 'voucher', voucher_ids: vouchers })
  })

  it('keeps the payment from being taken back until the line is open again', async () => {
    const { club, account, fees } = await clubWithFees(12000)
    const { payments, vouchers } = await pay(club, { fee_id: fees[0]?.id, amount: 12000 })
    const line = await lineOf(club, account, credit(12000, `${fees[0]?.reference}`))
    await confirm(club, line)
    const reason = { reason: 'Wrong fee' }
    const refused = await club.post(`/payments/${payments[0]}/reversal`, reason)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      {
        payment_id: ['is in a voucher that a bank line shows; undo the confirmation of that line first'],
      },
    ])
    expect((await club.post(`/vouchers/${vouchers[0]}/reversal`, reason)).body.errors).toEqual({
      voucher_id: ['is shown by a bank line; undo the confirmation of that line first'],
    })
    await loosen(club, line)
    expect((await club.post(`/payments/${payments[0]}/reversal`, reason)).status).toBe(201)
    expect(await balance(club, account)).toBe(0)
    expect((await confirm(club, line, { voucher_ids: vouchers })).body.errors).toEqual({
      'voucher_ids.0': ['was reversed'],
    })
  })

  it('is told where the money was booked if that is another account', async () => {
    const { club, account, fees } = await clubWithFees(12000)
    const { vouchers } = await pay(club, { fee_id: fees[0]?.id, amount: 12000, method: 'cash' })
    const line = await lineOf(club, account, credit(12000, `${fees[0]?.reference}`))
    expect(line.suggestion).toMatchObject({ kind: 'notice', reason_code: 'reference_booked' })
    expect(line.suggestion.reason).toContain('Kasse')
    expect((await confirm(club, line, { voucher_ids: vouchers })).body.errors).toEqual({
      'voucher_ids.0': ['is of the account "Kasse", and the line of "Giro"'],
    })
  })

  it('stays open with its rest, and pays the other half of the fee', async () => {
    const { club, account, fees } = await clubWithFees(12000)
    const { vouchers } = await pay(club, { fee_id: fees[0]?.id, amount: 6000 })
    const line = await lineOf(club, account, credit(12000, `${fees[0]?.reference}`))
    const met = await confirm(club, line, { voucher_ids: vouchers })
    expect([met.status, met.body.data.state, met.body.data.assigned_amount]).toEqual([201, 'open', 6000])
    const rest = await confirm(club, line, { parts: [{ fee_id: fees[0]?.id, amount: 6000 }] })
    expect([rest.status, rest.body.data.state]).toEqual([201, 'done'])
    expect(await balance(club, account)).toBe(12000)
    expect((await club.get(`/fees/${fees[0]?.id}`)).body.data).toMatchObject({ status: 'paid' })
    expect((await loosen(club, line)).status).toBe(200)
    expect(await balance(club, account)).toBe(6000)
  })

  it('asks a person if it may be the half that was paid by hand, or the other one', async () => {
    const { club, account, fees } = await clubWithFees(12000)
    const { vouchers } = await pay(club, { fee_id: fees[0]?.id, amount: 6000 })
    const line = await lineOf(club, account, credit(6000, `${fees[0]?.reference}`))
    expect(line.suggestion).toBeNull()
    expect(line.alternatives).toMatchObject([
      { kind: 'voucher', voucher_ids: vouchers },
      { kind: 'payment', certain: false, parts: [{ fee_id: fees[0]?.id, amount: 6000 }] },
    ])
    expect((await club.post('/bank_lines/confirmations', {})).body.data).toEqual({ confirmed: 0, left: 0 })
    const paid = await confirm(club, line, { parts: [{ fee_id: fees[0]?.id, amount: 6000 }] })
    expect(paid.status).toBe(201)
    expect(await stored(club, 'vouchers')).toMatchObject([{ amount: 6000 }, { amount: 6000 }])
    expect((await club.get('/years/2026')).body.data).toMatchObject({
      spheres: [{ sphere: null, in: 12000, out: 0 }],
    })
  })
})

describe('vouchers that a line shows', () => {
  it('may be several, as of a family', async () => {
    const { club, account, fees } = await clubWithFees(4500, 3000)
    const { vouchers } = await pay(
      club,
      { fee_id: fees[0]?.id, amount: 4500 },
      { fee_id: fees[1]?.id, amount: 3000 },
    )
    const line = await lineOf(club, account, credit(7500, 'Familie'))
    const met = await confirm(club, line, { voucher_ids: vouchers })
    expect([met.status, met.body.data.state]).toEqual([201, 'done'])
    expect(await balance(club, account)).toBe(7500)
  })

  it('leave a difference that is booked', async () => {
    const { club, account, fees } = await clubWithFees(4500)
    const { vouchers } = await pay(club, { fee_id: fees[0]?.id, amount: 4500 })
    const line = await lineOf(club, account, credit(4300, 'Beitrag abzüglich Entgelt'))
    const refused = await confirm(club, line, { voucher_ids: vouchers })
    expect(refused.body.errors).toEqual({
      voucher_ids: [
        'are of 4500 cents, which are no part of the 4300 cents of the line; give a booking for the difference',
      ],
    })
    const booking = { text: 'Entgelt', sphere: 'assets' }
    const met = await confirm(club, line, { voucher_ids: vouchers, booking })
    expect([met.status, met.body.data.state]).toEqual([201, 'done'])
    expect(await balance(club, account)).toBe(4300)
    expect((await loosen(club, line)).status).toBe(200)
    expect(await balance(club, account)).toBe(4500)
  })

  it('are of its account and its days, live, booked by hand, and shown once', async () => {
    const { club, account, fees } = await clubWithFees(4500, 4500)
    const early = await pay(club, { fee_id: fees[0]?.id, amount: 4500, paid_on: '2026-01-20' })
    const { vouchers } = await pay(club, { fee_id: fees[1]?.id, amount: 4500 })
    const [one, two] = await (async () => {
      await importEntries(club, account, [credit(4500, 'one'), credit(4500, 'two')])
      return inbox(club)
    })()
    expect(one).toMatchObject({
      suggestion: null,
      alternatives: [{ kind: 'voucher', reason_code: 'voucher_amount', voucher_ids: vouchers }],
    })
    const ids = [early.vouchers[0], 'vch_unknown', vouchers[0], vouchers[0]]
    expect((await confirm(club, one, { voucher_ids: ids })).body.errors).toMatchObject({
      'voucher_ids.0': ['was booked on 2026-01-20, more than 7 days from the line'],
      'voucher_ids.1': ['does not match a voucher'],
      'voucher_ids.3': ['is named twice'],
    })
    expect((await confirm(club, one, { voucher_ids: vouchers })).status).toBe(201)
    expect((await confirm(club, two, { voucher_ids: vouchers })).body.errors).toEqual({
      'voucher_ids.0': ['is shown by another bank line'],
    })
    const booked = await confirm(club, two, { booking: { text: 'Spende', sphere: 'ideal' } })
    const [{ id: donation = '' } = {}] = await rows<{ id: string }>(
      'SELECT id FROM vouchers WHERE bank_line_id = ?',
      two.id,
    )
    expect(booked.status).toBe(201)
    await loosen(club, one)
    expect((await confirm(club, one, { voucher_ids: [donation] })).body.errors).toEqual({
      'voucher_ids.0': ['was booked by a bank line'],
    })
  })

  it('are up to 7 days from the line', async () => {
    const { club, account, fees } = await clubWithFees(4500)
    const { vouchers } = await pay(club, { fee_id: fees[0]?.id, amount: 4500 })
    const far = await lineOf(club, account, credit(4500, 'one', { date: '2026-02-10' }))
    expect((await confirm(club, far, { voucher_ids: vouchers })).body.errors).toEqual({
      'voucher_ids.0': ['was booked on 2026-02-02, more than 7 days from the line'],
    })
    await importEntries(club, account, [credit(4500, 'two', { date: '2026-02-09' })])
    const [near] = await rows<{ id: string }>(
      "SELECT id FROM bank_lines WHERE workspace_id = ? AND booked_on = '2026-02-09'",
      club.id,
    )
    const met = await confirm(club, { id: near?.id ?? '' }, { voucher_ids: vouchers })
    expect([met.status, met.body.data.state]).toEqual([201, 'done'])
    expect(await stored(club, 'vouchers')).toMatchObject([{ met_line_id: near?.id }])
  })

  it('are no reversals', async () => {
    const { club, account, fees } = await clubWithFees(4500)
    const { payments } = await pay(club, { fee_id: fees[0]?.id, amount: 4500 })
    await club.post(`/payments/${payments[0]}/reversal`, { reason: 'Wrong fee' })
    const [reversal] = await rows<{ id: string; booked_on: string }>(
      'SELECT id, booked_on FROM vouchers WHERE workspace_id = ? AND reverses IS NOT NULL',
      club.id,
    )
    const line = await lineOf(club, account, { amount: -4500, date: reversal?.booked_on })
    const refused = await confirm(club, line, { voucher_ids: [reversal?.id] })
    expect([refused.status, refused.body.errors]).toEqual([422, { 'voucher_ids.0': ['is a reversal'] }])
  })

  it('are shown by one of two lines that are confirmed at the same moment', async () => {
    const { club, account, fees } = await clubWithFees(4500)
    const { vouchers } = await pay(club, { fee_id: fees[0]?.id, amount: 4500 })
    await importEntries(club, account, [credit(4500, 'one'), credit(4500, 'two')])
    const lines = await inbox(club)
    const answers = await Promise.all(
      lines.map((line: { id: string }) => confirm(club, line, { voucher_ids: vouchers })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  })
})

/** A club that recorded the credit of two debits by hand, and the return of the first with its charge. */
async function clubWithReturn() {
  const { club, feeIds } = await collectingClub(2)
  const account = await addAccount(club, { iban: CREDITOR.iban })
  const { id, items } = await submitted(club, feeIds)
  setDay('2026-03-25')
  const settled = await club.post(`/collections/${id}/settlement`, { settled_on: COLLECTED_ON })
  expect(settled.status, settled.text).toBe(201)
  const { status, text } = await club.post(`/collections/${id}/returns`, {
    item_id: items[0]?.id,
    returned_on: '2026-03-19',
    reason_code: 'AM04',
    charge: 300,
    account_id: account,
  })
  expect(status, text).toBe(201)
  const [credited, returned, charge] = (await stored(club, 'vouchers')).map((voucher) => String(voucher.id))
  const importLine = async (entry: CamtEntry) => {
    await importEntries(club, account, [], { statements: [{ iban: CREDITOR.iban, entries: [entry] }] })
    return (await inbox(club)).at(-1)
  }
  return { club, account, items, vouchers: { credited, returned, charge }, importLine }
}

/** What the page of open lines says, and what its buttons take. */
async function pageOf(club: Workspace) {
  const staff = await staffOf(club, 'treasurer')
  const { text } = await staff.get(`/dashboard/${club.id}/bank/lines`)
  return { text: textOf(text), values: [...text.matchAll(/name="as" value="([^"]*)"/g)].map(([, as]) => as) }
}

const returnOf = (amount: number, detail: object = {}): CamtEntry => ({
  amount,
  date: '2026-03-20',
  code: 'NRTI+109+931',
  details: [{ returned: { code: 'AM04' }, original: 4500, ...detail }],
})

describe('a bank line of a collection that was recorded by hand', () => {
  it('is offered the voucher of its credit', async () => {
    const { club, account, vouchers, importLine } = await clubWithReturn()
    const line = await importLine(credit(9000, 'Sammler', { date: '2026-03-17' }))
    expect(line.suggestion).toMatchObject({
      kind: 'voucher',
      certain: false,
      reason_code: 'voucher_collection',
      voucher_ids: [vouchers.credited],
      rest: 0,
    })
    const { text, values } = await pageOf(club)
    expect(text).toContain('Beleg 2026-1 vom 16. März 2026 bucht den Lastschrifteinzug vom 16. März 2026.')
    expect(values).toEqual([`vouchers:${vouchers.credited}`])
    expect((await confirm(club, line)).status).toBe(201)
    expect(await balance(club, account)).toBe(4200)
    expect(await stored(club, 'vouchers')).toHaveLength(3)
  })

  it('is offered the vouchers of its return and of the charge, one after the other', async () => {
    const { club, account, items, vouchers, importLine } = await clubWithReturn()
    const line = await importLine(returnOf(-4800, { endToEnd: items[0]?.reference, charges: [300] }))
    expect(line.suggestion).toMatchObject({
      kind: 'voucher',
      reason_code: 'voucher_reference',
      voucher_ids: [vouchers.returned],
      rest: -300,
    })
    expect((await pageOf(club)).values).toEqual([`vouchers:${vouchers.returned}`])
    expect((await confirm(club, line)).body.data).toMatchObject({ state: 'open', assigned_amount: -4500 })
    expect((await inbox(club))[0].suggestion).toMatchObject({
      kind: 'voucher',
      certain: false,
      reason_code: 'voucher_amount',
      voucher_ids: [vouchers.charge],
      rest: 0,
    })
    expect((await pageOf(club)).values).toEqual([`vouchers:${vouchers.charge}`])
    expect((await confirm(club, line)).body.data.state).toBe('done')
    expect(await balance(club, account)).toBe(4200)
    expect(await stored(club, 'vouchers')).toHaveLength(3)
  })

  it('has the voucher of a return that the bank does not name among its alternatives', async () => {
    const { club, vouchers, importLine } = await clubWithReturn()
    expect(await importLine(returnOf(-4500))).toMatchObject({
      suggestion: null,
      alternatives: [{ kind: 'voucher', reason_code: 'voucher_amount', voucher_ids: [vouchers.returned] }],
    })
    expect((await pageOf(club)).values).toEqual([`vouchers:${vouchers.returned}`])
  })
})
