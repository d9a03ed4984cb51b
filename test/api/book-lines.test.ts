import { afterEach, describe, expect, it } from 'vitest'
import { importEntries, inbox, stored } from '../support/bank'
import type { CamtEntry } from '../support/camt'
import { bankAccount, clubOf, settings } from '../support/club'
import { expectSoundBooks } from '../support/invariants'
import type { Workspace } from '../support/workspace'

afterEach(expectSoundBooks)

const spent = (amount: number, text: string, date = '2026-02-10'): CamtEntry => ({
  amount: -amount,
  date,
  details: [{ creditor: { name: 'Stadtwerke' }, text: [text] }],
})

const POWER = { text: 'Power', costunit_name: 'Clubhouse', category_name: 'Power' }

/** A club with four open lines of one party, of which the first is booked. */
async function clubWithLines() {
  const { club, account } = await clubOf(settings({}), bankAccount())
  await club.post('/cost_units', { name: 'Clubhouse', sphere: 'ideal', categories: ['Power'] })
  await importEntries(club, account, [
    spent(100, 'first', '2026-01-10'),
    spent(200, 'one'),
    spent(300, 'two'),
    spent(400, 'three'),
  ])
  const [first, ...lines] = await inbox(club)
  await club.post(`/bank_lines/${first.id}/confirmation`, { booking: POWER })
  return { club, account, lines: lines as { id: string; text: string }[] }
}

const book = (club: Workspace, data: object[], options?: Parameters<Workspace['post']>[2]) =>
  club.post('/bank_line_bookings', { data }, options)

const bookedAs = async (club: Workspace, id: string | undefined) => {
  const { voucher_ids } = (await club.get(`/bank_lines/${id}`)).body.data
  return (await club.get(`/vouchers/${voucher_ids[0]}`)).body.data
}

describe('POST /bank_line_bookings', () => {
  it('books lines as they are suggested or as it says, with a voucher each, and once for a key', async () => {
    const { club, lines } = await clubWithLines()
    const [one, two, three] = lines
    const data = [
      { bank_line_id: one?.id, revision: 1 },
      { bank_line_id: two?.id, booking: { costunit_name: 'Clubhouse', sphere: 'business' } },
      { bank_line_id: three?.id, booking: { text: 'Gas', side: 'in' } },
    ]
    const headers = { 'Idempotency-Key': 'k' }
    const answer = await book(club, data, { headers })
    expect([answer.status, answer.cost.trips], answer.text).toEqual([201, 3])
    const { id } = answer.body.data
    expect(answer.body.data).toEqual({ id: expect.stringMatching(/^bkg_\w{24}$/), lines: 3, amount: -900 })
    expect((await book(club, data, { headers })).text).toBe(answer.text)
    expect(await bookedAs(club, one?.id)).toMatchObject({
      text: 'Power',
      amount: -200,
      lines: [{ costunit_name: 'Clubhouse', category_name: 'Power', sphere: 'ideal' }],
    })
    expect(await bookedAs(club, two?.id)).toMatchObject({
      text: 'Stadtwerke: two',
      lines: [{ costunit_name: 'Clubhouse', category_name: null, sphere: 'business' }],
    })
    expect(await bookedAs(club, three?.id)).toMatchObject({ text: 'Gas', lines: [{ side: 'in' }] })
    const done = (await club.get('/bank_lines?state=done')).body.data
    expect(done.map((line: { bookings_id: unknown }) => line.bookings_id)).toEqual([null, id, id, id])
    const events = (await club.get('/events?per_page=500')).body.data.slice(-3)
    expect(events.map(({ action }: { action: string }) => action)).toEqual(Array(3).fill('bank_line.booked'))
  })

  it('books all or none', async () => {
    const { club, lines } = await clubWithLines()
    const [one, two, three] = lines
    await club.post(`/bank_lines/${three?.id}/ignoring`, { reason: 'x' })
    const before = [await stored(club, 'bank_lines'), await stored(club, 'vouchers')]
    const refused = await book(club, [
      { bank_line_id: one?.id, revision: 2 },
      { bank_line_id: one?.id },
      { bank_line_id: two?.id, booking: { text: 'x', costunit_name: 'Nowhere' } },
      { bank_line_id: three?.id },
      { bank_line_id: 'lin_x' },
      { bank_line_id: two?.id, booking: 'x' },
    ])
    expect(refused.status).toBe(422)
    expect(refused.body.issues.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual(
      [
        ['data.0.revision', 'line_changed'],
        ['data.1.bank_line_id', 'named_twice'],
        ['data.2.booking.costunit_name', 'cost_unit_unknown'],
        ['data.3.bank_line_id', 'line_ignored'],
        ['data.4.bank_line_id', 'bank_line_unknown'],
        ['data.5.booking', 'wrong_type'],
        ['data.5.bank_line_id', 'named_twice'],
      ],
    )
    expect([await stored(club, 'bank_lines'), await stored(club, 'vouchers')]).toEqual(before)
  })

  it('refuses a line that nothing is suggested for, and one of which a part is assigned', async () => {
    const { club, account, lines } = await clubWithLines()
    await importEntries(club, account, [
      { amount: -5, date: '2026-02-11', details: [{ creditor: { name: 'New' }, text: ['new'] }] },
    ])
    const unknown = (await inbox(club)).at(-1)
    const refused = await book(club, [{ bank_line_id: lines[0]?.id }, { bank_line_id: unknown.id }])
    expect(refused.body.issues).toMatchObject([{ path: 'data.1.booking', code: 'nothing_suggested' }])
    expect((await book(club, [])).status).toBe(422)
  })
})

describe('DELETE /bank_line_bookings/{bookings_id}', () => {
  it('opens all of its lines again, and leaves those alone that were undone by themselves', async () => {
    const { club, lines } = await clubWithLines()
    const before = await inbox(club)
    const { id } = (
      await book(
        club,
        lines.map(({ id }) => ({ bank_line_id: id })),
      )
    ).body.data
    await club.delete(`/bank_lines/${lines[1]?.id}/confirmation`)
    const undone = await club.delete(`/bank_line_bookings/${id}`)
    expect([undone.status, undone.body.data]).toEqual([200, { lines: 2 }])
    const after = await inbox(club)
    expect(after).toEqual(before.map((line: object) => ({ ...line, revision: 3 })))
    const again = await club.delete(`/bank_line_bookings/${id}`)
    expect(again.status).toBe(404)
    const balance = (await club.get('/accounts')).body.data[0].balance
    expect(balance).toBe(-100)
  })

  it('undoes none where a year was closed', async () => {
    const { club, account } = await clubWithLines()
    await importEntries(club, account, [spent(7, 'old', '2025-05-01'), spent(8, 'new', '2026-03-01')])
    const lines = (await inbox(club)).filter(({ text }: { text: string }) => ['old', 'new'].includes(text))
    const data = lines.map(({ id }: { id: string }) => ({ bank_line_id: id }))
    const { id } = (await book(club, data)).body.data
    const closed = await club.post('/years/2025/closing', undefined)
    expect(closed.status, closed.text).toBe(201)
    const refused = await club.delete(`/bank_line_bookings/${id}`)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [lines[0].id]])
    await club.delete('/years/2025/closing?reason=Mistake')
    expect((await club.delete(`/bank_line_bookings/${id}`)).body.data).toEqual({ lines: 2 })
  })

  it('undoes what was not booked, since the book is kept elsewhere', async () => {
    const { club, account } = await clubOf(settings({ bookkeeping: { keeps_book: false } }), bankAccount())
    await importEntries(club, account, [spent(1, 'one'), spent(2, 'two')])
    const before = await inbox(club)
    const data = before.map(({ id }: { id: string }) => ({ bank_line_id: id, booking: POWER_ELSEWHERE }))
    const booked = await book(club, data)
    expect(booked.status, booked.text).toBe(201)
    expect(await inbox(club)).toEqual([])
    await club.delete(`/bank_line_bookings/${booked.body.data.id}`)
    expect(await inbox(club)).toEqual(before.map((line: object) => ({ ...line, revision: 3 })))
  })
})

const POWER_ELSEWHERE = { text: 'Power' }
