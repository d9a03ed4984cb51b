import { afterEach, describe, expect, it } from 'vitest'
import { credit, importEntries, inbox, OWN_IBAN, stored } from '../support/bank'
import type { CamtEntry } from '../support/camt'
import { bankAccount, clubOf, type Fee, fee, person, settings } from '../support/club'
import { expectSoundBooks } from '../support/invariants'
import { memberId, seedMembers } from '../support/seed-members'
import { rows, type Workspace } from '../support/workspace'

const ADA_IBAN = 'DE02120300000000202051'

afterEach(expectSoundBooks)

/** A club with a bank account, two members, and fees: of Ada unless they say else. */
const clubWithFees = (fees: object[], given: object = {}) =>
  clubOf(
    settings(given),
    bankAccount(),
    person({
      external_id: 'ada',
      name: { first_name: 'Ada', last_name: 'Müller' },
      bank_account: { iban: ADA_IBAN },
    }),
    person({ external_id: 'grace', name: { first_name: 'Grace', last_name: 'Hopper' } }),
    ...fees.map((fields) => fee(4500, fields)),
  )

const feeOf = async (club: Workspace, fee: Fee | undefined) => (await club.get(`/fees/${fee?.id}`)).body.data
const debit = (amount: number, text: string, rest: object = {}): CamtEntry => ({
  amount: -amount,
  date: '2026-02-10',
  details: [{ creditor: { name: 'Stadtwerke' }, text: [text], ...rest }],
})

/** Imports one entry and gives its line. */
async function lineOf(club: Workspace, account: string, entry: CamtEntry) {
  await importEntries(club, account, [entry])
  const lines = await inbox(club)
  return lines.at(-1)
}

const confirm = (club: Workspace, line: { id: string }, body: object = {}) =>
  club.post(`/bank_lines/${line.id}/confirmation`, body)
const loosen = (club: Workspace, line: { id: string }) => club.delete(`/bank_lines/${line.id}/confirmation`)

describe('GET /bank_lines', () => {
  it('suggests fees by reference, by account and by name, each with a reason', async () => {
    const { club, account, fees } = await clubWithFees([
      {},
      { amount: 1200 },
      { amount: 700, person_external_id: 'grace' },
    ])
    const [annual, shirt, other] = fees
    await importEntries(club, account, [
      credit(4500, `Beitrag ${annual?.reference.replace(/(.{4})/g, '$1 ')}`, { name: 'Somebody' }),
      credit(1200, 'T-Shirt', { name: 'Fam. Mueller', iban: ADA_IBAN }),
      credit(700, 'Beitrag fuer Grace Hopper', { name: 'H. Hopper' }),
      credit(800, 'no idea', { name: 'Bank' }),
    ])
    const { body, cost } = await club.get('/bank_lines?state=open')
    expect(cost.trips).toBe(1)
    expect(body.data).toMatchObject([
      {
        suggestion: {
          kind: 'payment',
          certain: true,
          reason_code: 'reference',
          parts: [{ fee_id: annual?.id, amount: 4500 }],
        },
      },
      {
        suggestion: { certain: false, reason_code: 'account', parts: [{ fee_id: shirt?.id, amount: 1200 }] },
      },
      { suggestion: { certain: false, reason_code: 'name', parts: [{ fee_id: other?.id, amount: 700 }] } },
      { suggestion: null, alternatives: [] },
    ])
    expect(body.data[0].suggestion.reason).toBe('RF-Referenz und Betrag stimmen.')
    const [first] = body.data
    expect((await club.get(`/bank_lines/${first.id}`)).body.data).toMatchObject({
      ...first,
      parts: [],
      voucher_ids: [],
    })
  })

  it('pages by day, and keeps states and accounts apart', async () => {
    const { club, account } = await clubWithFees([{}])
    const days = ['2026-02-05', '2026-02-03', '2026-02-04']
    await importEntries(
      club,
      account,
      days.map((date) => credit(100, date, { date })),
    )
    const first = await club.get('/bank_lines?per_page=2')
    expect(first.body.data.map(({ booked_on }: { booked_on: string }) => booked_on)).toEqual([
      '2026-02-03',
      '2026-02-04',
    ])
    const next = await club.get(`/bank_lines?per_page=2&cursor=${first.body.meta.next_cursor}`)
    expect(next.body.data).toMatchObject([{ booked_on: '2026-02-05' }])
    const back = await club.get(`/bank_lines?per_page=2&cursor=${next.body.meta.prev_cursor}`)
    expect(back.body.data).toEqual(first.body.data)
    expect((await club.get('/bank_lines?account_id=acc_x')).body.data).toEqual([])
    expect((await club.get('/bank_lines?state=done')).body.data).toEqual([])
  })

  it('matches a statement of 5,000 lines against 10,000 fees', { timeout: 120_000 }, async () => {
    const { club, account } = await clubOf(bankAccount())
    await seedMembers(club.id, 5000)
    const claim = async () => {
      const data = Array.from({ length: 5000 }, (_, n) => ({
        amount: 4500,
        description: 'x',
        person_id: memberId(n + 1),
      }))
      return (await club.post('/fees', { data })).body.data as Fee[]
    }
    const [fees] = [await claim(), await claim()]
    await importEntries(
      club,
      account,
      fees.map(({ reference }, n) => credit(n % 10 === 0 ? 4400 : 4500, reference)),
    )
    const page = await club.get('/bank_lines?state=open')
    expect(page.body.data[0].suggestion).toMatchObject({ certain: false, reason_code: 'reference_less' })
    expect(page.body.data[1].suggestion).toMatchObject({ certain: true })
    expect(page.cost.rowsRead).toBeLessThan(500 * 21)
    const { body, cost } = await club.post('/bank_lines/confirmations', {})
    expect(body.data).toEqual({ confirmed: 500, left: 4000 })
    expect(cost.rowsRead).toBeLessThan(5000 * 4 + 500 * 64)
  })

  it('looks up lines that an earlier version stored, in a second trip', async () => {
    const { club, account, fees } = await clubWithFees([{}])
    await importEntries(club, account, [credit(4500, String(fees[0]?.reference))])
    const { body } = await club.get('/bank_lines')
    await rows('UPDATE bank_lines SET lookups = NULL WHERE workspace_id = ?', club.id)
    const earlier = await club.get('/bank_lines')
    expect(earlier.body.data).toEqual(body.data)
    expect(earlier.body.data[0].suggestion).toMatchObject({ certain: true })
    expect(earlier.cost.trips).toBe(2)
  })

  it('recognizes an account that paid before', async () => {
    const { club, account, fees } = await clubWithFees([
      { person_external_id: 'grace' },
      { person_external_id: 'grace', amount: 900 },
    ])
    const iban = 'DE75512108001245126199'
    const line = await lineOf(club, account, credit(4500, 'x', { name: 'Aunt', iban }))
    expect(line.suggestion).toBeNull()
    await confirm(club, line, { parts: [{ fee_id: fees[0]?.id, amount: 4500 }] })
    const again = await lineOf(club, account, credit(900, 'y', { name: 'Aunt', iban }))
    expect(again.suggestion).toMatchObject({
      reason_code: 'account_learned',
      parts: [{ fee_id: fees[1]?.id }],
    })
  })
})

describe('POST /bank_lines/{line_id}/confirmation', () => {
  it('takes the suggestion, pays and books', async () => {
    const { club, account, fees } = await clubWithFees([{ attached_expense: { sphere: 'ideal' } }])
    const line = await lineOf(club, account, credit(4500, String(fees[0]?.reference)))
    const { status, body, cost, text } = await confirm(club, line)
    expect(status, text).toBe(201)
    expect(cost.trips).toBe(3)
    expect(body.data).toMatchObject({ id: line.id, state: 'done', assigned_amount: 4500, revision: 2 })
    expect(await feeOf(club, fees[0])).toMatchObject({
      status: 'paid',
      paid_amount: 4500,
      paid_on: '2026-02-03',
    })
    expect(await stored(club, 'vouchers')).toMatchObject([
      {
        account_id: account,
        amount: 4500,
        booked_on: '2026-02-03',
        bank_line_id: line.id,
        party: 'Ada Lovelace',
      },
    ])
    const [payment] = await stored(club, 'payments')
    expect(await stored(club, 'voucher_lines')).toMatchObject([
      { amount: 4500, sphere: 'ideal', fee_id: fees[0]?.id, payment_id: payment?.id },
    ])
    expect(await inbox(club)).toEqual([])
    const { body: events } = await club.get('/events')
    expect(events.data.slice(-2)).toMatchObject([
      { action: 'bank_line.confirmed', changes: { state: ['open', 'done'], assigned_amount: [0, 4500] } },
      { action: 'fee.paid' },
    ])
    const { data } = (await club.get(`/bank_lines/${line.id}`)).body
    expect(data).toMatchObject({ suggestion: null, parts: [{ fee_id: fees[0]?.id, amount: 4500 }] })
    expect(data.voucher_ids).toHaveLength(1)
    expect((await confirm(club, line)).body.errors).toEqual({
      bank_line_id: ['is confirmed already; undo that first'],
    })
  })

  it('splits a line, and leaves the rest open', async () => {
    const { club, account, fees } = await clubWithFees([{}, { amount: 1200 }])
    const line = await lineOf(club, account, credit(6000, 'both'))
    const first = await confirm(club, line, {
      parts: [
        { fee_id: fees[0]?.id, amount: 4500 },
        { fee_id: fees[1]?.id, amount: 500 },
      ],
    })
    expect(first.status, first.text).toBe(201)
    expect(first.cost.trips).toBe(2)
    expect(first.body.data).toMatchObject({ state: 'open', assigned_amount: 5000 })
    expect(await feeOf(club, fees[1])).toMatchObject({ status: 'open', open_amount: 700 })
    const whole = await confirm(club, line, {
      parts: [{ fee_id: fees[1]?.id, amount: 1000 }],
      booking: { text: 'Donation' },
    })
    expect([whole.status, whole.body.errors.booking]).toEqual([422, ['has nothing left to book']])
    const rest = await confirm(club, line, {
      parts: [{ fee_id: fees[1]?.id, amount: 700 }],
      booking: { text: 'Donation', sphere: 'ideal' },
    })
    expect(rest.status, rest.text).toBe(201)
    expect(rest.body.data).toMatchObject({ state: 'done', assigned_amount: 6000 })
    expect(await stored(club, 'vouchers')).toMatchObject([
      { amount: 5000, bank_line_part: 1, text: 'Annual fee + 1' },
      { amount: 1000, bank_line_part: 2 },
    ])
    expect(
      (await stored(club, 'voucher_lines')).map(({ amount, text, sphere }) => [amount, text, sphere]),
    ).toEqual([
      [4500, 'Annual fee', null],
      [500, 'Annual fee', null],
      [700, 'Annual fee', null],
      [300, 'Donation', 'ideal'],
    ])
  })

  it('books a line without a fee, in and out', async () => {
    const { club, account } = await clubWithFees([{}])
    await club.post('/cost_units', { name: 'House', categories: [{ name: 'Energy' }] })
    const line = await lineOf(club, account, debit(8000, 'Strom'))
    const booking = { costunit_name: 'House', category_name: 'Energy', sphere: 'ideal', text: 'Electricity' }
    const { status, body, text } = await confirm(club, line, { booking })
    expect(status, text).toBe(201)
    expect(body.data.state).toBe('done')
    expect(await stored(club, 'vouchers')).toMatchObject([
      { amount: -8000, text: 'Electricity', party: 'Stadtwerke' },
    ])
    expect(await stored(club, 'voucher_lines')).toMatchObject([
      { amount: -8000, sphere: 'ideal', cost_unit_id: expect.any(String), category_id: expect.any(String) },
    ])
    const { body: events } = await club.get('/events')
    expect(events.data.at(-1)).toMatchObject({ action: 'bank_line.booked', subject: { name: 'Stadtwerke' } })
  })

  it('refunds a paid fee', async () => {
    const { club, account, fees } = await clubWithFees([{}])
    const paid = await lineOf(club, account, credit(4500, 'x'))
    await confirm(club, paid, { parts: [{ fee_id: fees[0]?.id, amount: 4500 }] })
    const line = await lineOf(club, account, debit(2000, 'Erstattung'))
    const wrong = await confirm(club, line, { parts: [{ fee_id: fees[0]?.id, amount: 2000 }] })
    expect(wrong.body.errors).toEqual({ 'parts.0.amount': ['must be negative, as the line is'] })
    const { status, text } = await confirm(club, line, { parts: [{ fee_id: fees[0]?.id, amount: -2000 }] })
    expect(status, text).toBe(201)
    expect(await feeOf(club, fees[0])).toMatchObject({ status: 'open', paid_amount: 2500 })
    expect((await loosen(club, paid)).body.errors).toEqual({
      bank_line_id: [`is of the fee ${fees[0]?.id}, of which money was given back; reverse that first`],
    })
    expect((await loosen(club, line)).status).toBe(200)
    expect(await feeOf(club, fees[0])).toMatchObject({ status: 'paid', paid_amount: 4500 })
  })

  it('takes no money out of a cancelled fee, which holds none', async () => {
    const { club, account, fees } = await clubWithFees([{}])
    await club.post(`/fees/${fees[0]?.id}/cancellation`, { kind: 'mistake', reason: 'x' })
    const line = await lineOf(club, account, debit(2000, 'Refund'))
    const { status, body } = await confirm(club, line, { parts: [{ fee_id: fees[0]?.id, amount: -2000 }] })
    expect([status, body.errors]).toEqual([
      422,
      { 'parts.0.amount': ['is more than the 0 cents that are paid'] },
    ])
    expect(await stored(club, 'payments')).toEqual([])
  })

  it('refuses what does not fit, and writes nothing', async () => {
    const { club, account, fees } = await clubWithFees([{}, {}])
    await club.post(`/fees/${fees[1]?.id}/cancellation`, { kind: 'mistake', reason: 'x' })
    const line = await lineOf(club, account, credit(5000, 'x'))
    const { status, body } = await confirm(club, line, {
      revision: 7,
      parts: [
        { fee_id: fees[0]?.id, amount: 4501 },
        { fee_id: fees[1]?.id, amount: 1 },
        { fee_id: 'fee_x', amount: 500 },
        { fee_id: 'fee_x', amount: -1 },
      ],
      booking: { costunit_name: 'Nowhere', text: 'x' },
      collection_id: 'run_x',
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      revision: ['is not that of the line, which has changed since'],
      collection_id: [
        'cannot be given together with another of parts, collection_id, item_ids and voucher_ids',
        'does not match a collection',
      ],
      'parts.0.amount': ['is more than the 4500 cents that are open'],
      'parts.1.fee_id': ['is cancelled; reopen it first'],
      'parts.2.fee_id': ['does not match a fee of this workspace'],
      'parts.2.amount': ['is more than the 5000 cents that are left of the line'],
      'parts.3.fee_id': ['does not match a fee of this workspace'],
      'parts.3.amount': [
        'must be positive, as the line is',
        'is more than the 5000 cents that are left of the line',
      ],
      'booking.costunit_name': ['does not match a cost unit'],
    })
    expect(await stored(club, 'payments')).toEqual([])
    expect((await confirm(club, line)).body.errors).toEqual({
      body: ['must name parts or a booking, since nothing is suggested for the line'],
    })
    expect((await confirm(club, { id: 'lin_x' })).status).toBe(404)
  })

  it('refuses other currencies', async () => {
    const { club, account } = await clubWithFees([{}])
    const line = await lineOf(club, account, { ...credit(100, 'x'), currency: 'USD' })
    expect((await confirm(club, line, { booking: { text: 'x' } })).body.errors).toEqual({
      bank_line_id: ['is in USD; only euros are booked, so ignore it'],
    })
  })

  it('confirms a line once, however many ask at once', async () => {
    const { club, account, fees } = await clubWithFees([{ amount: 9000 }])
    const line = await lineOf(club, account, credit(4500, 'x'))
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        confirm(club, line, { parts: [{ fee_id: fees[0]?.id, amount: 4500 }] }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
    expect(await stored(club, 'payments')).toHaveLength(1)
    expect(await stored(club, 'vouchers')).toHaveLength(1)
  })

  it('answers a retry with one Idempotency-Key with the same bytes', async () => {
    const { club, account, fees } = await clubWithFees([{ amount: 9000 }])
    const line = await lineOf(club, account, credit(4500, 'x'))
    const ask = () =>
      club.post(
        `/bank_lines/${line.id}/confirmation`,
        { parts: [{ fee_id: fees[0]?.id, amount: 2000 }] },
        { headers: { 'Idempotency-Key': 'k' } },
      )
    const [first, second] = [await ask(), await ask()]
    expect(first.status, first.text).toBe(201)
    expect(second.text).toBe(first.text)
    expect(await stored(club, 'payments')).toHaveLength(1)
  })
})

describe('DELETE /bank_lines/{line_id}/confirmation', () => {
  it('puts everything back as it was', async () => {
    const { club, account, fees } = await clubWithFees([{ attached_expense: { sphere: 'ideal' } }, {}])
    const line = await lineOf(club, account, credit(6000, 'both'))
    await confirm(club, line, { parts: [{ fee_id: fees[0]?.id, amount: 4500 }] })
    await confirm(club, line, {
      parts: [{ fee_id: fees[1]?.id, amount: 1000 }],
      booking: { text: 'Donation' },
    })
    const { status, body, cost, text } = await loosen(club, line)
    expect(status, text).toBe(200)
    expect(cost.trips).toBe(2)
    expect(body.data).toMatchObject({ state: 'open', assigned_amount: 0, revision: 4 })
    for (const fee of fees) expect(await feeOf(club, fee)).toMatchObject({ status: 'open', paid_amount: 0 })
    const vouchers = await stored(club, 'vouchers')
    expect(vouchers.map(({ amount, bank_line_part }) => [amount, bank_line_part])).toEqual([
      [4500, 1],
      [1500, 2],
      [-4500, 1],
      [-1500, 2],
    ])
    const payments = await stored(club, 'payments')
    const lines = await stored(club, 'voucher_lines')
    expect(lines.filter(({ payment_id }) => payment_id !== null)).toHaveLength(payments.length)
    expect(payments.filter(({ kind }) => kind === 'reversal')).toHaveLength(2)
    expect((await loosen(club, line)).body.errors).toEqual({ bank_line_id: ['is not confirmed'] })
    expect((await confirm(club, line, { parts: [{ fee_id: fees[0]?.id, amount: 4500 }] })).status).toBe(201)
    const { body: events } = await club.get('/events')
    expect(events.data.map(({ action }: { action: string }) => action)).toContain('bank_line.loosened')
  })

  it('leaves lines of closed years alone', async () => {
    const { club, account, fees } = await clubWithFees([{ attached_expense: { sphere: 'ideal' } }])
    const line = await lineOf(club, account, credit(4500, 'x', { date: '2025-12-30' }))
    await confirm(club, line, { parts: [{ fee_id: fees[0]?.id, amount: 4500 }] })
    const { status, text } = await club.post('/years/2025/closing', undefined)
    expect(status, text).toBe(201)
    const closed = { bank_line_id: ['is in the fiscal year 2025, which is closed'] }
    expect((await loosen(club, line)).body.errors).toEqual(closed)
    const other = await lineOf(club, account, credit(100, 'y', { date: '2025-12-31' }))
    expect((await confirm(club, other, { booking: { text: 'x' } })).body.errors).toEqual(closed)
    expect((await club.post(`/bank_lines/${other.id}/ignoring`, { reason: 'x' })).status).toBe(201)
    expect((await club.delete(`/bank_lines/${other.id}/ignoring`)).body.errors).toEqual(closed)
  })
})

describe('POST /bank_lines/confirmations', () => {
  it('refuses the account of another workspace as one that does not exist', async () => {
    const { club } = await clubWithFees([{}])
    const { account: foreign } = await clubWithFees([{}])
    for (const account_id of [foreign, 'acc_nothing']) {
      const { status, body } = await club.post('/bank_lines/confirmations', { account_id })
      expect([status, body.errors]).toEqual([422, { account_id: ['does not match an account'] }])
    }
  })

  it('confirms what is certain, and nothing else', async () => {
    const { club, account, fees } = await clubWithFees([{}, { amount: 1200 }, { amount: 800 }])
    const [annual, shirt, other] = fees
    await importEntries(club, account, [
      credit(4500, String(annual?.reference)),
      credit(1200, String(shirt?.reference)),
      credit(1200, `${shirt?.reference} again`, { date: '2026-02-04' }),
      credit(700, String(other?.reference)),
      credit(800, 'Ada Müller'),
    ])
    const { status, body, cost, text } = await club.post('/bank_lines/confirmations', {})
    expect(status, text).toBe(201)
    expect(cost.trips).toBe(3)
    expect(body.data).toEqual({ confirmed: 2, left: 0 })
    expect(await inbox(club)).toMatchObject([
      { suggestion: { certain: false, reason_code: 'reference_less' } },
      { suggestion: { certain: false } },
      { suggestion: { kind: 'notice', reason_code: 'reference_paid' } },
    ])
    expect((await club.post('/bank_lines/confirmations', {})).body.data).toEqual({ confirmed: 0, left: 0 })
  })

  it('confirms 500 at once, and says how many are left', { timeout: 60_000 }, async () => {
    const { club, account, fees } = await clubWithFees(Array.from({ length: 600 }, () => ({})))
    await importEntries(
      club,
      account,
      fees.map(({ reference }) => credit(4500, reference)),
    )
    expect((await club.post('/bank_lines/confirmations', {})).body.data).toEqual({
      confirmed: 500,
      left: 100,
    })
    expect((await club.post('/bank_lines/confirmations', {})).body.data).toEqual({ confirmed: 100, left: 0 })
  })

  it('happens by itself where the workspace wants it, for new lines', async () => {
    const { club, account, fees } = await clubWithFees([{}, {}], {
      bookkeeping: { confirms_certain_lines: true },
    })
    const imported = await importEntries(club, account, [
      credit(4500, String(fees[0]?.reference)),
      credit(1, 'x'),
    ])
    expect(imported.confirmed).toBe(1)
    const [line] = (await club.get('/bank_lines?state=done')).body.data
    await loosen(club, line)
    const again = await importEntries(club, account, [
      credit(4500, String(fees[1]?.reference), { date: '2026-02-09' }),
    ])
    expect(again.confirmed).toBe(1)
    expect(await feeOf(club, fees[0])).toMatchObject({ status: 'open' })
  })
})

describe('POST /bank_lines/{line_id}/ignoring', () => {
  it('takes a line out of the inbox, and back', async () => {
    const { club, account, fees } = await clubWithFees([{}])
    const line = await lineOf(club, account, credit(5000, 'x'))
    const { status, body, text } = await club.post(`/bank_lines/${line.id}/ignoring`, {
      reason: 'Own transfer',
    })
    expect(status, text).toBe(201)
    expect(body.data).toMatchObject({ state: 'ignored', ignore_reason: 'Own transfer' })
    expect(await inbox(club)).toEqual([])
    expect((await confirm(club, line, { booking: { text: 'x' } })).body.errors).toEqual({
      bank_line_id: ['is ignored; take that back first'],
    })
    const back = await club.delete(`/bank_lines/${line.id}/ignoring`)
    expect(back.body.data).toMatchObject({ state: 'open', ignore_reason: null })
    expect((await club.delete(`/bank_lines/${line.id}/ignoring`)).body.errors).toEqual({
      bank_line_id: ['is not ignored'],
    })
    await confirm(club, line, { parts: [{ fee_id: fees[0]?.id, amount: 100 }] })
    expect((await club.post(`/bank_lines/${line.id}/ignoring`, { reason: 'x' })).body.errors).toEqual({
      bank_line_id: ['is confirmed, wholly or in part; undo that first'],
    })
    const { body: events } = await club.get('/events')
    expect(
      events.data.filter(({ action }: { action: string }) => action === 'bank_line.ignored'),
    ).toMatchObject([{ changes: { state: ['open', 'ignored'], ignore_reason: [null, 'Own transfer'] } }])
  })
})

it('shows whole IBANs to keys', async () => {
  const { club, account } = await clubWithFees([{}])
  const line = await lineOf(club, account, credit(1, 'x', { iban: OWN_IBAN }))
  expect(line.party_iban).toBe(OWN_IBAN)
})
