import { afterEach, describe, expect, it, vi } from 'vitest'
import { bookTexts } from '../../src/dashboard/cash-book/texts'
import { de } from '../../src/dashboard/refusal-texts'
import { closeAsItIs, clubWithBook, enter, payUnbooked, stored } from '../support/book'
import { type Staff, staffOf } from '../support/dashboard'
import { collectedUnbooked } from '../support/direct-debits'
import { textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import type { Workspace } from '../support/workspace'

const GERMAN = { headers: { 'Accept-Language': 'de' } }
const { fees: t, fields: inputs } = bookTexts({ language: 'de', tag: 'de-DE' })

const MAY_HAVE = 'steht vielleicht schon in Beleg 2025-1'
const said = de({ day: String, money: String, number: String, because: String })

afterEach(async () => {
  vi.useRealTimers()
  await expectSoundBooks()
})

const pathOf = (club: Workspace, page = '') => `/dashboard/${club.id}/cash-book/fees${page}`

/** A club with a payment of which a voucher may have the money, and one without. */
async function waitingClub() {
  const club = await clubWithBook()
  const [matched, free] = await payUnbooked(club, {}, { paid_on: '2025-06-01' })
  const [voucher] = await enter(club, {
    account_id: club.bank,
    amount: 12000,
    booked_on: '2025-04-09',
    text: 'Beitrag <Ada>',
  })
  const staff = await staffOf(club, 'treasurer')
  return { club, staff, matched: matched?.id ?? '', free: free?.id ?? '', voucher: voucher?.id ?? '' }
}

/** Sends a form of the page, and gives the page that it leads to. */
async function act(club: Workspace, staff: Staff, page: string, fields: Record<string, string>) {
  const answer = await staff.submit(pathOf(club, page), fields, GERMAN)
  expect(answer.status, answer.text).toBe(303)
  return staff.get(String(answer.headers.get('Location')), GERMAN)
}

const bookings = async (club: Workspace) => (await stored(club, 'payments')).map(({ booking }) => booking)

describe('the page of payments that wait', () => {
  it('shows vouchers beside the payments whose money they may have, which are not chosen to be booked', async () => {
    const { club, staff, matched, free, voucher } = await waitingClub()
    const { text } = await staff.get(pathOf(club), GERMAN)
    expect(text).toMatch(new RegExp(`name="voucher" value="${voucher}"`))
    expect(textOf(text)).toContain(t.isVoucher('2025-1'))
    expect(text).toMatch(new RegExp(`name="payment" value="${free}" checked`))
    expect(text).not.toMatch(new RegExp(`type="checkbox" name="payment" value="${matched}"`))
    expect(textOf(text)).toContain('Beitrag <Ada>')
  })

  it('ties a payment to a voucher, offers the undo, and lists the decision', async () => {
    const { club, staff, matched, voucher } = await waitingClub()
    const done = await act(club, staff, '/decision', { payment: matched, voucher })
    expect(textOf(done.text)).toContain(t.did.tied('Ada, Annual fee (120,00 €)', '2025-1'))
    expect(textOf(done.text)).toContain(t.decided)
    expect(await bookings(club)).toEqual(['tied', null])
    const undone = await act(club, staff, '/undo', { payment: matched })
    expect(textOf(undone.text)).toContain(t.undone)
    expect(textOf(undone.text)).not.toContain(t.decided)
    expect(await bookings(club)).toEqual([null, null])
  })

  it('books a payment although a voucher may have its money', async () => {
    const { club, staff, matched } = await waitingClub()
    const done = await act(club, staff, '/decision', { payment: matched, act: 'book' })
    expect(textOf(done.text)).toContain(t.done('1'))
    expect(await bookings(club)).toEqual(['booked', null])
    expect(await stored(club, 'vouchers')).toHaveLength(2)
  })

  it('leaves a payment out for a reason, which it asks for', async () => {
    const { club, staff, matched } = await waitingClub()
    const fields = { payment: matched, act: 'leave_out', [`reason.${matched}`]: ' ' }
    const refused = await staff.submit(pathOf(club, '/decision'), fields, GERMAN)
    expect([refused.status, textOf(refused.text)]).toEqual([
      422,
      expect.stringContaining(inputs.reason.issue),
    ])
    expect(refused.text).toMatch(new RegExp(`<details class="fold" open.*id="field-reason-${matched}"`, 's'))
    const done = await act(club, staff, '/decision', { ...fields, [`reason.${matched}`]: 'Jugendkasse' })
    expect(textOf(done.text)).toContain(t.did.left_out('Ada, Annual fee (120,00 €)'))
    expect(textOf(done.text)).toContain(`${t.decidedAs.left_out}: Jugendkasse`)
    expect(await stored(club, 'booking_decisions')).toMatchObject([{ reason: 'Jugendkasse' }])
  })

  it('leaves chosen payments out together, and undoes that together', async () => {
    const { club, staff } = await waitingClub()
    const ids = (await stored(club, 'payments')).map(({ id }) => ['payment', String(id)] as [string, string])
    const send = (...fields: [string, string][]) =>
      staff.submit(pathOf(club), [['act', 'leave_out'], ...fields], GERMAN)
    expect(textOf((await send(['reason', 'Verband'])).text)).toContain(String(said.payment_missing))
    expect(textOf((await send(...ids)).text)).toContain(inputs.reason.issue)
    const done = await send(...ids, ['reason', 'Verband'])
    const page = textOf((await staff.get(String(done.headers.get('Location')), GERMAN)).text)
    expect(page).toContain(t.did.left_out('2 Zahlungen (240,00 €)'))
    expect(await bookings(club)).toEqual(['left_out', 'left_out'])
    await act(club, staff, '/undo', { payment: String(ids[1]?.[1]) })
    expect(await bookings(club)).toEqual([null, null])
  })

  it('books the chosen ones, and refuses one that has got a voucher meanwhile', async () => {
    const { club, staff, matched, free } = await waitingClub()
    const refused = await staff.submit(pathOf(club), { payment: matched }, GERMAN)
    expect([refused.status, textOf(refused.text)]).toEqual([
      422,
      expect.stringContaining(`Ada, Annual fee: Das Geld der Zahlung vom 2. April 2025 ${MAY_HAVE}`),
    ])
    const done = await act(club, staff, '', { payment: free, sphere: 'ideal' })
    expect(textOf(done.text)).toContain(t.done('1'))
    expect(await bookings(club)).toEqual([null, 'booked'])
  })

  it('says what was settled meanwhile, and what a closed year keeps', async () => {
    const { club, staff, matched, voucher } = await waitingClub()
    await act(club, staff, '/decision', { payment: matched, act: 'book' })
    const late = await staff.submit(pathOf(club, '/decision'), { payment: matched, voucher }, GERMAN)
    expect([late.status, textOf(late.text)]).toEqual([
      422,
      expect.stringContaining(String(said.payment_not_waiting)),
    ])
    const [, free] = await stored(club, 'payments')
    const decision = { payment: String(free?.id), act: 'leave_out', [`reason.${free?.id}`]: 'x' }
    await act(club, staff, '/decision', decision)
    await closeAsItIs(club, 2025)
    const kept = await staff.submit(pathOf(club, '/undo'), { payment: String(free?.id) }, GERMAN)
    expect([kept.status, textOf(kept.text)]).toEqual([422, expect.stringContaining('2025')])
    expect(await bookings(club)).toEqual(['booked', 'left_out'])
  })

  it('decides the payments of a collection in one row', async () => {
    const { club, account } = await collectedUnbooked(2)
    const [sum] = await enter(club, { booked_on: '2026-03-17', account_id: account, amount: 9000 })
    const staff = await staffOf(club, 'treasurer')
    const { text } = await staff.get(pathOf(club), GERMAN)
    expect(textOf(text)).toContain(t.collection)
    expect(textOf(text)).toContain(t.payments('2'))
    expect(text).not.toContain('type="checkbox" name="payment"')
    const [, payment = ''] = /name="payment" value="(\w+)"/.exec(text) ?? []
    const done = await act(club, staff, '/decision', { payment, whole: '1', voucher: String(sum?.id) })
    expect(textOf(done.text)).toContain(t.did.tied('2 Zahlungen (90,00 €)', '2026-1'))
    expect(await bookings(club)).toEqual(['tied', 'tied'])
    await act(club, staff, '/undo', { payment })
    expect(await bookings(club)).toEqual([null, null])
  })

  it('is named where the page of a fee, or an act on many, would book such a payment', async () => {
    const { club, staff, matched } = await waitingClub()
    const fee = (await stored(club, 'payments')).find(({ id }) => id === matched)?.fee_id
    const refused = await staff.submit(`/dashboard/${club.id}/fees/${fee}/booking`, {}, GERMAN)
    expect([refused.status, textOf(refused.text)]).toEqual([422, expect.stringContaining(MAY_HAVE)])
    const bulk = await staff.submit(
      `/dashboard/${club.id}/fees/bulk`,
      [
        ['action', 'book'],
        ...(await stored(club, 'fees')).map(({ id }) => ['id', String(id)] as [string, string]),
      ],
      GERMAN,
    )
    expect(textOf(bulk.text)).toContain('1, für die es schon einen passenden Beleg gibt')
    expect(await bookings(club)).toEqual([null, null])
  })

  it('goes on after the first hundred', async () => {
    const club = await clubWithBook()
    await payUnbooked(club, ...Array.from({ length: 101 }, () => ({})))
    const staff = await staffOf(club, 'treasurer')
    const first = await staff.get(pathOf(club), GERMAN)
    const [, next = ''] = /href="([^"]*after=[^"]*)"/.exec(first.text) ?? []
    const boxes = (text: string) => [...text.matchAll(/type="checkbox" name="payment"/g)].length
    expect([boxes(first.text), boxes((await staff.get(next, GERMAN)).text)]).toEqual([100, 1])
  })
})
