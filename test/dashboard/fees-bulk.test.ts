import { describe, expect, it } from 'vitest'
import { type Club, closeAsItIs, clubWithBook, stored, withoutVouchers } from '../support/book'
import type { Answer } from '../support/call'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { seedFees } from '../support/fees'
import { formValues, textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { seedMembers } from '../support/seed-members'
import { rows, workspace } from '../support/workspace'

const PAID_ON = '2026-02-15'

type Page = { club: Club; treasurer: Staff; fees: string[]; at: (page: string) => string }

/** A workspace with a book, and so many fees of 45.00 from as many members. */
async function openClub(count: number, fee: object = {}): Promise<Page> {
  const club = await clubWithBook()
  await seedMembers(club.id, count)
  const data = Array.from({ length: count }, (_, n) => ({
    person_external_id: `e${n + 1}`,
    description: `Fee ${n + 1}`,
    amount: 4500,
    ...fee,
  }))
  const { body } = await club.post('/fees', { data })
  const treasurer = await staffOf(club, 'treasurer')
  const fees = body.data.map(({ id }: { id: string }) => id)
  return { club, treasurer, fees, at: (page) => `/dashboard/${club.id}/fees${page}` }
}

type Fields = [string, string][]
const chosen = (...ids: (string | undefined)[]): Fields => ids.map((id) => ['id', String(id)])
const ALL: Fields = [['scope', 'all']]
const OPTIONS = { headers: { 'Accept-Language': 'en-GB' } }

/** Posts a selection, as the bar below the list does. */
const ask = (
  { treasurer, at }: Page,
  action: string,
  selection: Fields,
  staff = treasurer,
): Promise<Answer> => staff.submit(at('/bulk'), [['query', ''], ['action', action], ...selection], OPTIONS)

/** Presses the button of the page that asks. */
const run = (
  { treasurer, at }: Page,
  asked: Answer,
  typed: Record<string, string> = {},
  staff = treasurer,
) => {
  const fields = formValues(asked.text).filter(([name]) => !(name in typed))
  return staff.submit(at('/bulk/run'), [...fields, ...Object.entries(typed)], OPTIONS)
}

const statuses = async ({ club }: Page): Promise<string[]> =>
  (await rows<{ status: string }>('SELECT status FROM fees WHERE workspace_id = ? ORDER BY id', club.id)).map(
    ({ status }) => status,
  )

const pay = ({ club }: Page, fee_id: string | undefined, amount: number) =>
  club.post('/payments', { data: [{ fee_id, amount, method: 'cash', paid_on: '2026-01-31' }] })

/** Follows the redirect of an act and gives the text of the page. */
const followed = async ({ treasurer }: Page, answer: Answer): Promise<string> => {
  expect(answer.status, textOf(answer.text)).toBe(303)
  return textOf((await treasurer.get(String(answer.headers.get('Location')), OPTIONS)).text)
}

describe('marking fees as paid', () => {
  it('says how many and what sum, leaves what is settled, and says so afterwards', async () => {
    const page = await openClub(5)
    const [first, second, third] = page.fees
    await pay(page, first, 4500)
    await pay(page, second, 1000)
    await rows(`UPDATE fees SET status = 'collecting' WHERE id = ?`, third)
    const asked = await ask(page, 'pay', chosen(...page.fees))
    expect([asked.status, asked.cost.trips, asked.cost.rowsWritten]).toEqual([200, 1, 0])
    const text = textOf(asked.text)
    expect(text).toContain('€125.00 3 fees')
    expect(text).toContain('1 paid already')
    expect(text).toContain('1 being collected')
    const done = await run(page, asked, { paid_on: PAID_ON, method: 'bank_transfer' })
    expect(done.cost.trips).toBe(2)
    const after = await followed(page, done)
    expect(after).toContain('Marked 3 fees as paid, €125.00.')
    expect(after).toContain('Untouched: 1 paid already, 1 being collected.')
    expect(await statuses(page)).toEqual(['paid', 'paid', 'collecting', 'paid', 'paid'])
    const payments = await stored<{ amount: number; method: string; paid_on: string }>(page.club, 'payments')
    expect(payments.map(({ amount, method, paid_on }) => [amount, method, paid_on])).toEqual([
      [4500, 'cash', '2026-01-31'],
      [1000, 'cash', '2026-01-31'],
      [3500, 'bank_transfer', PAID_ON],
      [4500, 'bank_transfer', PAID_ON],
      [4500, 'bank_transfer', PAID_ON],
    ])
    const events = (await eventsOf(page.club)).filter(({ action }) => action === 'fee.paid')
    expect(events.slice(1).map(({ actor_id }) => actor_id)).toEqual(Array(3).fill(page.treasurer.id))
    const owner = await staffOf(page.club, 'owner')
    const log = await owner.get(`/dashboard/${page.club.id}/log`, OPTIONS)
    expect(textOf(log.text)).toContain('Staff treasurer recorded 3 fees as paid')
  })

  it('books fees with an attached expense to the account that was chosen', async () => {
    const page = await openClub(2, { attached_expense: { costunit_name: 'Youth', sphere: 'ideal' } })
    const asked = await ask(page, 'pay', ALL)
    await followed(
      page,
      await run(page, asked, { paid_on: PAID_ON, method: 'cash', account_id: page.club.cash }),
    )
    const vouchers = await stored<{ account_id: string; amount: number; booked_on: string }>(
      page.club,
      'vouchers',
    )
    expect(vouchers.map(({ account_id, amount, booked_on }) => [account_id, amount, booked_on])).toEqual(
      Array(2).fill([page.club.cash, 4500, PAID_ON]),
    )
    await expectSoundBooks()
  })

  it('takes all of the filter, not only the page', async () => {
    const page = await openClub(1)
    await seedFees(page.club, 150, 1, { description: 'Sauna' })
    await seedFees(page.club, 5, 500, { description: 'Sauna', status: 'paid', paid: 4500 })
    const list = await page.treasurer.get(page.at('?status=all&search=sauna'), OPTIONS)
    expect(textOf(list.text)).toContain('All 155 instead of this page')
    const fields: Fields = [['query', 'status=all&search=sauna'], ['action', 'pay'], ...ALL]
    const asked = await page.treasurer.submit(page.at('/bulk'), fields, OPTIONS)
    expect(textOf(asked.text)).toContain('€6,750.00 150 fees')
    expect(textOf(asked.text)).toContain('5 paid already')
    const done = await run(page, asked, { paid_on: PAID_ON, method: 'bank_transfer' })
    expect(leadsTo(done)).toMatch(
      /\?status=all&search=sauna after pay\?count=150&amount=675000&at=\d+&left.paid=5$/,
    )
    expect((await statuses(page)).filter((status) => status === 'open')).toHaveLength(1)
  })

  it.each([
    [{ paid_on: '2999-01-01', method: 'other' }, 'The date is in the future.'],
    [{ paid_on: '', method: 'other' }, 'Enter a day that is neither in the future'],
    [{ paid_on: PAID_ON, method: 'gold' }, 'Choose how it was paid.'],
    [{ paid_on: PAID_ON, method: 'other' }, 'Choose the account that has the money'],
    [
      { paid_on: PAID_ON, method: 'cash', account_id: 'set_off' },
      'Only money by the method “Other” is set off.',
    ],
    [
      { paid_on: PAID_ON, method: 'bank_transfer', account_id: 'cash' },
      'Money by this method does not reach this account.',
    ],
  ])('refuses %o with the page again, as it was typed', async (typed, message) => {
    const page = await openClub(1)
    const asked = await ask(page, 'pay', chosen(...page.fees))
    const { cash } = page.club
    const answer = await run(
      page,
      asked,
      'account_id' in typed && typed.account_id === 'cash' ? { ...typed, account_id: cash } : typed,
    )
    expect([answer.status, textOf(answer.text)]).toEqual([422, expect.stringContaining(message)])
    expect(new Map(formValues(answer.text)).get('paid_on')).toBe(typed.paid_on)
    expect(answer.text).toMatch(/<a href="#field-\w+">/)
    expect(await statuses(page)).toEqual(['open'])
  })

  it('is done once, and tells the second treasurer by whom', async () => {
    const page = await openClub(3)
    const other = await staffOf(page.club, 'owner')
    const asked = await ask(page, 'pay', chosen(...page.fees))
    const theirs = await ask(page, 'pay', chosen(...page.fees.slice(1)), other)
    await run(page, theirs, { paid_on: PAID_ON, method: 'bank_transfer' }, other)
    const answer = await run(page, asked, { paid_on: PAID_ON, method: 'bank_transfer' })
    expect([answer.status, answer.cost.rowsWritten]).toEqual([409, 0])
    expect(textOf(answer.text)).toContain('Nothing was done. Please check it again.')
    expect(textOf(answer.text)).toMatch(/Last changed by Staff owner, \d/)
    expect(textOf(answer.text)).toContain('€45.00 1 fee')
    await followed(page, await run(page, answer, { paid_on: PAID_ON, method: 'bank_transfer' }))
    const again = await run(page, answer, { paid_on: PAID_ON, method: 'bank_transfer' })
    expect(again.status).toBe(409)
    expect(textOf(again.text)).toContain('There is nothing to do here')
    expect(await stored(page.club, 'payments')).toHaveLength(3)
  })

  it('takes ten thousand in two trips', { timeout: 120_000 }, async () => {
    const club = await workspace()
    await seedMembers(club.id, 1)
    await seedFees(club, 10_000)
    const treasurer = await staffOf(club, 'treasurer')
    const page = {
      club: club as Club,
      treasurer,
      fees: [],
      at: (path: string) => `/dashboard/${club.id}/fees${path}`,
    }
    const exact = await ask(page, 'pay', ALL)
    expect(textOf(exact.text)).toContain('€450,000.00 10,000 fees')
    expect(textOf(exact.text)).not.toContain('One act takes')
    const list = textOf((await treasurer.get(page.at(''), OPTIONS)).text)
    expect(list).toContain('10,000 fees €450,000.00 €450,000.00')
    expect(list).not.toContain('cover the newest')
    await seedFees(club, 1, 10_001)
    const asked = await ask(page, 'pay', ALL)
    expect(textOf(asked.text)).toContain('€450,000.00 10,000 fees')
    expect(textOf(asked.text)).toContain('One act takes 10,000 fees.')
    const done = await run(page, asked, { paid_on: PAID_ON, method: 'bank_transfer' })
    expect([done.status, done.cost.trips]).toEqual([303, 2])
    expect((await statuses(page)).filter((status) => status === 'open')).toHaveLength(1)
  })
})

describe('taking payments back', () => {
  it('reverses all payments of an act and their vouchers, once', async () => {
    const page = await openClub(4, { attached_expense: { costunit_name: 'Youth', sphere: 'ideal' } })
    const asked = await ask(page, 'pay', chosen(...page.fees.slice(0, 3)))
    const paid = await run(page, asked, { paid_on: PAID_ON, method: 'cash', account_id: page.club.cash })
    const notice = await page.treasurer.get(String(paid.headers.get('Location')), OPTIONS)
    expect(textOf(notice.text)).toContain('Reverse the payments')
    await pay(page, page.fees[3], 4500)
    const at = new URLSearchParams(leadsTo(paid)).get('at') ?? ''
    const back: Fields = [
      ['scope', 'paid'],
      ['at', at],
    ]
    const question = await ask(page, 'unpay', back)
    expect([question.status, question.cost.trips]).toEqual([200, 1])
    expect(textOf(question.text)).toContain('€135.00 3 fees')
    expect(new Map(formValues(question.text)).get('reason')).toBe('Recorded by mistake')
    const done = await run(page, question)
    expect(done.cost.trips).toBe(2)
    expect(await followed(page, done)).toContain('Reversed the payments of 3 fees, €135.00.')
    expect(await statuses(page)).toEqual(['open', 'open', 'open', 'paid'])
    const payments = await stored<{ kind: string; amount: number; note: string }>(page.club, 'payments')
    expect(
      payments.filter(({ kind }) => kind === 'reversal').map(({ amount, note }) => [amount, note]),
    ).toEqual(Array(3).fill([-4500, 'Recorded by mistake']))
    expect(await stored(page.club, 'vouchers')).toHaveLength(7)
    await expectSoundBooks()
    const again = await ask(page, 'unpay', back)
    expect([again.status, textOf(again.text)]).toEqual([422, expect.stringContaining('3 reversed already')])
  })

  it('leaves what was refunded since, and takes nothing of other workspaces', async () => {
    const page = await openClub(2)
    const paid = await run(page, await ask(page, 'pay', ALL), { paid_on: PAID_ON, method: 'bank_transfer' })
    const at = new URLSearchParams(leadsTo(paid)).get('at') ?? ''
    const refund = { amount: 4500, method: 'bank_transfer', paid_on: PAID_ON, reason: 'Left' }
    expect((await page.club.post(`/fees/${page.fees[0]}/refunds`, refund)).status).toBe(201)
    const back: Fields = [
      ['scope', 'paid'],
      ['at', at],
    ]
    expect(textOf((await ask(page, 'unpay', back)).text)).toMatch(/€45.00 1 fee.*1 refunded since/)
    const other = await openClub(1)
    expect((await ask(other, 'unpay', back)).status).toBe(422)
  })
})

describe('cancelling, waiving and reopening', () => {
  it('cancels mistakes that nothing is paid of, and reopens them', async () => {
    const page = await openClub(3)
    const [first] = page.fees
    await pay(page, first, 1000)
    const asked = await ask(page, 'cancel', ALL)
    expect(textOf(asked.text)).toContain('€90.00 2 fees')
    expect(textOf(asked.text)).toContain('1 partly paid (refund them first, or waive the rest)')
    const refused = await run(page, asked, { reason: ' ' })
    expect([refused.status, textOf(refused.text)]).toEqual([422, expect.stringContaining('Enter a reason')])
    const done = await run(page, asked, { reason: 'Claimed twice' })
    expect(done.cost.trips).toBe(2)
    const after = await followed(page, done)
    expect(after).toContain('Cancelled 2 fees, €90.00.')
    expect(after).toContain('Show cancelled fees')
    expect(await statuses(page)).toEqual(['open', 'cancelled', 'cancelled'])
    const { cancellation } = (await stored<{ cancellation: string }>(page.club, 'fees'))[1] ?? {}
    expect(JSON.parse(String(cancellation))).toMatchObject({ kind: 'mistake', reason: 'Claimed twice' })
    expect((await eventsOf(page.club)).at(-1)).toMatchObject({ action: 'fee.cancelled' })
    const back = await ask(page, 'reopen', [['query', 'status=cancelled'], ...ALL])
    const reopened = await page.treasurer.submit(
      page.at('/bulk'),
      [['query', 'status=cancelled'], ['action', 'reopen'], ...ALL],
      OPTIONS,
    )
    expect(back.status).toBe(422)
    expect(await followed(page, await run(page, reopened))).toContain('Reopened 2 fees, €90.00.')
    expect(await statuses(page)).toEqual(['open', 'open', 'open'])
  })

  it('waives the rest of what is partly paid, and cancels the others as waived', async () => {
    const page = await openClub(2)
    await pay(page, page.fees[0], 1000)
    const asked = await ask(page, 'waive', ALL)
    expect(textOf(asked.text)).toContain('€80.00 2 fees')
    await followed(page, await run(page, asked, { reason: 'Hardship' }))
    expect(await statuses(page)).toEqual(['paid', 'cancelled'])
    const waivers = await rows(`SELECT fee_id, amount FROM payments WHERE kind = 'waiver'`)
    expect(waivers).toEqual([{ fee_id: page.fees[0], amount: 3500 }])
    const actions = (await eventsOf(page.club)).map(({ action }) => action)
    expect(actions.slice(-2).toSorted()).toEqual(['fee.cancelled', 'fee.waived'])
    await expectSoundBooks()
  })
})

describe('booking', () => {
  it('books payments without a voucher, and leaves what is booked, unpaid or in a closed year', async () => {
    const page = await openClub(4)
    const [first, second, third] = page.fees
    await pay(page, second, 2000)
    await withoutVouchers(page.club, async () => {
      await pay(page, first, 4500)
      await page.club.post('/payments', {
        data: [{ fee_id: third, amount: 4500, method: 'cash', paid_on: '2025-05-01' }],
      })
    })
    await closeAsItIs(page.club, 2025)
    const asked = await page.treasurer.submit(
      page.at('/bulk'),
      [['query', 'status=all'], ['action', 'book'], ...ALL],
      OPTIONS,
    )
    expect([asked.status, asked.cost.trips]).toEqual([200, 1])
    for (const part of [
      '€45.00 1 fee',
      '1 without a payment',
      '1 booked already',
      '1 with payments in a closed year',
    ])
      expect(textOf(asked.text)).toContain(part)
    const booked_to = JSON.stringify(['Youth', 'Trips'])
    expect(asked.text).toContain(booked_to.replaceAll('"', '&quot;'))
    const done = await run(page, asked, { booked_to, sphere: 'ideal' })
    expect(done.cost.trips).toBe(2)
    expect(await followed(page, done)).toContain('Booked the payments of 1 fee, €45.00.')
    const lines = await stored<{ fee_id: string; amount: number; sphere: string; category_id: string }>(
      page.club,
      'voucher_lines',
    )
    expect(lines.find(({ fee_id }) => fee_id === first)).toMatchObject({
      amount: 4500,
      sphere: 'ideal',
      category_id: expect.any(String),
    })
    expect(lines).toHaveLength(2)
    await expectSoundBooks()
  })
})

describe('what an act is for', () => {
  it('leads to direct debits with the chosen fees, or with the query', async () => {
    const page = await openClub(2)
    const [first, second] = page.fees
    const to = (answer: Answer) => answer.headers.get('Location')
    expect(to(await ask(page, 'collect', chosen(first, second)))).toBe(
      `/dashboard/${page.club.id}/direct-debits/new?id=${first}&id=${second}`,
    )
    const fields: Fields = [['query', 'status=overdue&year=2026'], ['action', 'collect'], ...ALL]
    expect(to(await page.treasurer.submit(page.at('/bulk'), fields))).toBe(
      `/dashboard/${page.club.id}/direct-debits/new?status=overdue&year=2026&scope=all`,
    )
  })

  it('says that nothing is selected, or that nothing fits', async () => {
    const page = await openClub(1)
    const none = await ask(page, 'pay', [])
    expect([none.status, textOf(none.text)]).toEqual([
      422,
      expect.stringContaining('Select fees in the list first.'),
    ])
    const unfit = await ask(page, 'reopen', ALL)
    expect(textOf(unfit.text)).toContain('1 not cancelled')
  })

  it('leaves the fees of other workspaces alone', async () => {
    const page = await openClub(1)
    const other = await openClub(1)
    const asked = await ask(page, 'pay', chosen(...other.fees))
    expect(asked.status).toBe(422)
    const own = await ask(page, 'pay', chosen(...page.fees, ...other.fees))
    expect(textOf(own.text)).toContain('€45.00 1 fee')
    await run(page, own, { paid_on: PAID_ON, method: 'bank_transfer' })
    expect(await statuses(other)).toEqual(['open'])
  })
})
