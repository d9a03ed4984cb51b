import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addAccount } from '../support/bank'
import { ADA, clubOf, person, signedIn } from '../support/club'
import { COLLECTED_ON, CREDITOR, clubWithFees, setDay, submitted } from '../support/direct-debits'
import { expectSoundBooks } from '../support/invariants'
import { runs } from '../support/runs'
import { rows, type Workspace } from '../support/workspace'

const SPHERES = ['ideal', 'business', 'purpose', 'assets']

/** Claims dues of these parts, each with a sphere of its own, from a member; returns the id of the fee. */
async function claimParts(club: Workspace, personId: string, amounts: readonly number[]): Promise<string> {
  const rules = amounts.map((amount, index) => ({
    kind: index === 0 ? 'base' : 'surcharge',
    name: `Part ${index + 1}`,
    amount,
    attached_expense: { sphere: SPHERES[index] },
  }))
  const planned = await club.post('/dues_plans', {
    ...{ name: 'Dues', list: 'members', interval: 'year', description: 'Dues', from_period: '2026' },
    version: { key_day: '01-01', due_day: 0, pro_rata: 'none', rounding: 1, rules },
  })
  expect(planned.status, planned.text).toBe(201)
  const asked = { plan_id: planned.body.data.id, period: '2026', person_ids: [personId] }
  const claimed = await club.post('/dues_runs', asked)
  expect(claimed.status, claimed.text).toBe(201)
  const parts = await club.get(`/dues_runs/${claimed.body.data.id}/parts`)
  return String(parts.body.data[0].fee_id)
}

async function clubWithParts(...amounts: number[]) {
  const { club, id: person_id, staff } = await clubOf(person(ADA), signedIn('treasurer'))
  const id = await claimParts(club, person_id, amounts)
  const pay = async (amount: number, more: object = {}) => {
    const paid = { amount, method: 'bank_transfer', paid_on: '2026-01-31', ...more }
    const { status, text, body } = await club.post('/payments', { data: [{ fee_id: id, ...paid }] })
    expect(status, text).toBe(201)
    return String(body.data[0].id)
  }
  const refund = (amount: number) =>
    club.post(`/fees/${id}/refunds`, {
      amount,
      method: 'bank_transfer',
      paid_on: '2026-01-31',
      reason: 'Too much',
    })
  const reverse = (payment: string) => club.post(`/payments/${payment}/reversal`, { reason: 'A mistake' })
  return { club, id, pay, refund, reverse, staff }
}

const linesOf = ({ id }: Workspace) =>
  rows(
    'SELECT number, line, amount, text, sphere, fee_part FROM voucher_lines WHERE workspace_id = ? ORDER BY number, line',
    id,
  )

/** What the book has of each part. */
const filled = ({ id }: Workspace) =>
  rows<{ part: number; amount: number }>(
    `SELECT fee_part AS part, sum(amount) AS amount FROM voucher_lines WHERE workspace_id = ?
     GROUP BY fee_part HAVING sum(amount) <> 0 ORDER BY fee_part`,
    id,
  )

describe('the voucher of a fee with parts', () => {
  it('has a line for each part, with its place', async () => {
    const { club, pay } = await clubWithParts(12_000, 8_000)
    await pay(20_000)
    expect(await linesOf(club)).toEqual([
      { number: 1, line: 1, amount: 12_000, text: 'Dues: Part 1', sphere: 'ideal', fee_part: 1 },
      { number: 1, line: 2, amount: 8_000, text: 'Dues: Part 2', sphere: 'business', fee_part: 2 },
    ])
    await expectSoundBooks(club.id)
  })

  it('fills the first part with a payment in part, and goes on with the next payment', async () => {
    const { club, pay } = await clubWithParts(12_000, 8_000)
    await pay(5_000)
    await pay(10_000)
    expect(await linesOf(club)).toMatchObject([
      { number: 1, amount: 5_000, fee_part: 1 },
      { number: 2, line: 1, amount: 7_000, fee_part: 1 },
      { number: 2, line: 2, amount: 3_000, fee_part: 2 },
    ])
    await expectSoundBooks(club.id)
  })

  it('fills parts in their order if one request has several payments of a fee', async () => {
    const { club, id } = await clubWithParts(12_000, 8_000)
    const paid = { fee_id: id, method: 'bank_transfer', paid_on: '2026-01-31' }
    const { status } = await club.post('/payments', {
      data: [
        { ...paid, amount: 11_000 },
        { ...paid, amount: 9_000 },
      ],
    })
    expect(status).toBe(201)
    expect(await linesOf(club)).toMatchObject([
      { number: 1, amount: 11_000, fee_part: 1 },
      { number: 2, line: 1, amount: 1_000, fee_part: 1 },
      { number: 2, line: 2, amount: 8_000, fee_part: 2 },
    ])
  })

  it('takes a refund from the last part first', async () => {
    const { club, pay, refund } = await clubWithParts(12_000, 8_000)
    await pay(20_000)
    expect((await refund(9_000)).status).toBe(201)
    expect(await filled(club)).toEqual([{ part: 1, amount: 11_000 }])
    await expectSoundBooks(club.id)
  })

  it('takes a reversal from the parts that its payment filled, and fills these again', async () => {
    const { club, pay, reverse } = await clubWithParts(12_000, 8_000)
    const first = await pay(12_000)
    await pay(8_000)
    expect((await reverse(first)).status).toBe(201)
    expect(await filled(club)).toEqual([{ part: 2, amount: 8_000 }])
    await pay(12_000)
    expect(await filled(club)).toEqual([
      { part: 1, amount: 12_000 },
      { part: 2, amount: 8_000 },
    ])
    await expectSoundBooks(club.id)
  })

  it('gives the last part what is paid back of money that is not in the book', async () => {
    const { club, pay, refund } = await clubWithParts(12_000, 8_000)
    await pay(20_000, { method: 'other', set_off: true })
    expect((await refund(3_000)).status).toBe(201)
    expect(await filled(club)).toEqual([{ part: 1, amount: -3_000 }])
  })

  it('takes a returned debit back from where it was booked, also if a line was assigned to another place since', async () => {
    const { club, ids } = await clubWithFees(1)
    const feeId = await claimParts(club, String(ids[0]), [3_000, 1_500])
    await addAccount(club, { iban: CREDITOR.iban })
    const { id: collection, items } = await submitted(club, [feeId])
    setDay(COLLECTED_ON)
    const settled = await club.post(`/collections/${collection}/settlement`, { settled_on: COLLECTED_ON })
    expect(settled.status, settled.text).toBe(201)
    expect(await linesOf(club)).toMatchObject([
      { line: 1, amount: 3_000, fee_part: 1, sphere: 'ideal' },
      { line: 2, amount: 1_500, fee_part: 2, sphere: 'business' },
    ])
    await rows("UPDATE voucher_lines SET sphere = 'purpose' WHERE fee_part = 2")
    const returned = await club.post(`/collections/${collection}/returns`, {
      item_id: items[0]?.id,
      returned_on: COLLECTED_ON,
      reason_code: 'AC04',
    })
    expect(returned.status, returned.text).toBe(201)
    expect((await linesOf(club)).slice(2)).toMatchObject([
      { line: 1, amount: -3_000, fee_part: 1, sphere: 'ideal' },
      { line: 2, amount: -1_500, fee_part: 2, sphere: 'purpose' },
    ])
    await expectSoundBooks(club.id)
  })

  it('is in one row of the page of the fee', async () => {
    const { club, id, pay, staff } = await clubWithParts(12_000, 8_000)
    await pay(20_000)
    const { text } = await staff.get(`/dashboard/${club.id}/fees/${id}`)
    expect(text.match(/Beleg 1 von 2026/g)).toHaveLength(1)
  })

  it('books whatever is paid and goes back to the cent, and no part gets more than it is', async () => {
    const act = fc.record({
      kind: fc.constantFrom('pay', 'refund', 'reverse'),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 4 }),
        fc.array(act, { minLength: 1, maxLength: 8 }),
        async (amounts, acts) => {
          const { club, id, pay, refund, reverse } = await clubWithParts(...amounts)
          const payments: string[] = []
          for (const { kind, share } of acts) {
            const [state] = await rows<{ amount: number; paid_amount: number }>(
              'SELECT amount, paid_amount FROM fees WHERE id = ?',
              id,
            )
            const open = Number(state?.amount) - Number(state?.paid_amount)
            const sum = (most: number) => Math.max(1, Math.round(most * share))
            if (kind === 'pay' && open > 0) payments.push(await pay(sum(open)))
            if (kind === 'refund' && open < Number(state?.amount))
              await refund(sum(Number(state?.paid_amount)))
            const payment = kind === 'reverse' && payments.pop()
            if (payment) await reverse(payment)
          }
          const [total] = await rows(
            `SELECT (SELECT paid_amount FROM fees WHERE id = ?) - coalesce(sum(amount), 0) AS difference
             FROM voucher_lines WHERE fee_id = ?`,
            id,
            id,
          )
          expect(total).toEqual({ difference: 0 })
          await expectSoundBooks(club.id)
        },
      ),
      runs(12),
    )
  })
})

it('are in both CSV files of fees, with their period and the payer, in the last columns', async () => {
  const { club, staff } = await clubWithParts(12_000, 8050)
  const parts = `'2026;"Part 1 120.00; Part 2 80.50"`
  const { text } = await club.get('/fees?format=csv')
  const [head = '', record = ''] = text.trimEnd().split('\r\n')
  expect(head).toMatch(/;updated_at;payer_id;dues_period;dues_parts$/)
  expect(record.endsWith(`;;${parts}`), record).toBe(true)
  const file = await staff.submit(`/dashboard/${club.id}/fees/export`, { query: '' })
  expect(file.text.trimEnd().endsWith(`;;${parts}`), file.text).toBe(true)
})
