import { describe, expect, it } from 'vitest'
import { clubWithBook, enter, payUnbooked } from '../support/book'
import type { Answer } from '../support/call'
import { ADA, BEN, clubOf, fee, person } from '../support/club'
import { rows, type Workspace } from '../support/workspace'

const PAID = { method: 'bank_transfer', paid_on: '2026-01-31' }

const record = async (club: Workspace, ...data: object[]): Promise<string[]> => {
  const { status, body, text } = await club.post('/payments', {
    data: data.map((one) => ({ ...PAID, ...one })),
  })
  expect(status, text).toBe(201)
  return body.data.map(({ id }: { id: string }) => id)
}

const list = async (club: Workspace, query = ''): Promise<Answer> => {
  const answer = await club.get(`/payments${query}`)
  expect([answer.status, answer.cost.trips], answer.text).toEqual([200, 1])
  return answer
}

const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id)

const writtenAt = (id: string | undefined, instant: string) =>
  rows('UPDATE payments SET created_at = ? WHERE id = ?', instant, id)

/** Three fees, each with a payment: in cash, by transfer, in cash, written in the reverse order of their ids. */
async function threePaid() {
  const { club, fees } = await clubOf(person(ADA), fee(4500), fee(4500), fee(4500))
  const methods = ['cash', 'bank_transfer', 'cash']
  const paid = await record(
    club,
    ...fees.map(({ id }, index) => ({ fee_id: id, amount: 100, method: methods[index] })),
  )
  for (const [index, id] of paid.entries()) await writtenAt(id, `2026-02-0${3 - index}T00:00:00.000Z`)
  return { club, fees, paid, inOrder: paid.toReversed() }
}

describe('GET /payments', () => {
  it('returns the journals of all fees, each entry as that of its fee has it', async () => {
    const { club, fees } = await clubOf(person(ADA), fee(4500), fee(4500))
    const [first, second] = fees
    const [payment, part] = await record(
      club,
      { fee_id: first?.id, amount: 4500, external_id: 'till-1', note: 'At the door' },
      { fee_id: second?.id, amount: 1500, method: 'cash' },
    )
    await club.post(`/fees/${first?.id}/refunds`, { ...PAID, amount: 500, reason: 'Too much' })
    await club.post(`/payments/${part}/reversal`, { reason: 'Another fee' })
    await record(club, { fee_id: second?.id, amount: 4000 })
    await club.post(`/fees/${second?.id}/waiver`, { reason: 'Bank charges' })
    const { body } = await list(club)
    const journals = await Promise.all(fees.map(({ id }) => club.get(`/fees/${id}/payments`)))
    const entries = journals.flatMap((answer) => answer.body.data)
    expect(body.data.map(({ updated_at: _, ...entry }: Record<string, unknown>) => entry)).toEqual(
      entries.toSorted((a, b) => (`${a.created_at}.${a.id}` < `${b.created_at}.${b.id}` ? -1 : 1)),
    )
    expect(entries).toMatchObject([
      { id: payment, kind: 'payment', amount: 4500, external_id: 'till-1', note: 'At the door' },
      { kind: 'refund', amount: -500 },
      { id: part, kind: 'payment', amount: 1500, method: 'cash' },
      { kind: 'reversal', amount: -1500, reverses: part },
      { kind: 'payment', amount: 4000 },
      { kind: 'waiver', amount: 500, method: null, booking: null },
    ])
    for (const { id } of fees) {
      const money = body.data.filter(
        (one: { fee_id: string; kind: string }) => one.fee_id === id && one.kind !== 'waiver',
      )
      const sum = money.reduce((total: number, one: { amount: number }) => total + one.amount, 0)
      expect((await club.get(`/fees/${id}`)).body.data.paid_amount).toBe(sum)
    }
  })

  it('pages forwards and back in the order of the last change', async () => {
    const { club, inOrder } = await threePaid()
    expect(idsOf(await list(club))).toEqual(inOrder)
    const first = await list(club, '?per_page=2')
    expect([idsOf(first), first.body.meta.prev_cursor]).toEqual([inOrder.slice(0, 2), null])
    const second = await list(club, `?per_page=2&cursor=${first.body.meta.next_cursor}`)
    expect([idsOf(second), second.body.meta.next_cursor]).toEqual([inOrder.slice(2), null])
    const back = await list(club, `?per_page=2&cursor=${second.body.meta.prev_cursor}`)
    expect(idsOf(back)).toEqual(inOrder.slice(0, 2))
    expect(first.headers.get('Link')).toContain('rel="next"')
  })

  it('pages those that were written in one millisecond by their ids', async () => {
    const { club, paid } = await threePaid()
    for (const id of paid) await writtenAt(id, '2026-02-01T00:00:00.000Z')
    const first = await list(club, '?per_page=2')
    const second = await list(club, `?per_page=2&cursor=${first.body.meta.next_cursor}`)
    expect([...idsOf(first), ...idsOf(second)]).toEqual(paid)
  })

  it('finds by instant, by fee and by method, all at once', async () => {
    const { club, fees, paid } = await threePaid()
    const [oldestId, middle, newest] = [paid[2], paid[1], paid[0]]
    const since = 'updated_since=2026-02-02T00:00:00Z'
    expect(idsOf(await list(club, `?${since}`))).toEqual([middle, newest])
    expect(idsOf(await list(club, '?updated_since=2026-02-02T01:00:00%2B01:00'))).toEqual([middle, newest])
    expect(idsOf(await list(club, '?method=cash'))).toEqual([oldestId, newest])
    expect(idsOf(await list(club, `?method=cash&${since}`))).toEqual([newest])
    expect(idsOf(await list(club, `?fee_id=${fees[0]?.id}`))).toEqual([newest])
    expect(idsOf(await list(club, `?fee_id=${fees[0]?.id}&method=bank_transfer`))).toEqual([])
    expect(idsOf(await list(club, `?fee_id=${fees[2]?.id}&${since}`))).toEqual([])
    expect(idsOf(await list(club, '?fee_id=fee_unknown'))).toEqual([])
  })

  it('refuses what no payment can match, and a cursor of other parameters', async () => {
    const { club } = await threePaid()
    const { next_cursor } = (await list(club, '?per_page=1&method=cash')).body.meta
    for (const [query, errors] of [
      ['?method=card', { method: [expect.any(String)] }],
      ['?updated_since=yesterday', { updated_since: [expect.any(String)] }],
      ['?payer=x', { payer: [expect.any(String)] }],
      [`?per_page=1&cursor=${next_cursor}`, { cursor: [expect.any(String)] }],
    ] as const) {
      const { status, body } = await club.get(`/payments${query}`)
      expect([status, body.errors]).toEqual([422, errors])
    }
  })

  it('has an entry again when it is decided where its money is', async () => {
    const club = await clubWithBook()
    const [payment, other] = await payUnbooked(club, {}, {})
    for (const one of [payment, other]) await writtenAt(one?.id, '2021-01-01T00:00:00.000Z')
    const since = async () => {
      const { body } = await list(club, '?updated_since=2021-06-01T00:00:00Z')
      return body.data.map(({ id, booking }: { id: string; booking: string }) => [id, booking])
    }
    expect(await since()).toEqual([])
    await club.post(`/payments/${payment?.id}/booking`, { reason: 'Paid to the youth section' })
    expect(await since()).toEqual([[payment?.id, 'left_out']])
    await rows('UPDATE payments SET updated_at = ? WHERE id = ?', '2021-01-02T00:00:00.000Z', payment?.id)
    await club.delete(`/payments/${payment?.id}/booking`)
    expect(await since()).toEqual([[payment?.id, null]])
    const reversal = await club.post(`/payments/${other?.id}/reversal`, { reason: 'A mistake' })
    expect(reversal.status, reversal.text).toBe(201)
    const [first, ...both] = await since()
    expect([first, both.map(([, booking]: string[]) => booking)]).toEqual([
      [payment?.id, null],
      ['taken_back', 'taken_back'],
    ])
    // Written together, the two may be in either order.
    expect(both).toContainEqual([other?.id, 'taken_back'])
  })

  it('has entries again that wait since the book has come to begin before them', async () => {
    const { club, fees } = await clubOf(person(ADA), fee(4500))
    const [id] = await record(club, { fee_id: fees[0]?.id, amount: 4500, paid_on: '2025-04-02' })
    await rows("UPDATE payments SET booking = 'before_opening', created_at = '2021-01-01T00:00:00.000Z'")
    const opening = { opening_on: '2025-01-01', opening_amount: 0 }
    const account = await club.post('/accounts', { kind: 'cash', name: 'Box', ...opening })
    await enter(club, { account_id: account.body.data.id, amount: 100, booked_on: '2025-01-02' })
    const { body } = await list(club, '?updated_since=2021-06-01T00:00:00Z')
    expect(body.data).toMatchObject([{ id, booking: null, created_at: '2021-01-01T00:00:00.000Z' }])
  })

  it('keeps the entries of a person who is deleted, and of one who is merged', async () => {
    const { club, ids, fees } = await clubOf(
      person(ADA),
      person(BEN),
      fee(4500),
      fee(4500, { person_external_id: 'ben' }),
    )
    const paid = await record(club, ...fees.map(({ id }) => ({ fee_id: id, amount: 4500 })))
    const before = (await list(club)).body.data
    const merged = await club.post(`/lists/members/persons/${ids[0]}/merge`, { from: ids[1] })
    expect(merged.status, merged.text).toBe(200)
    await club.delete(`/lists/members/persons/${ids[0]}`)
    const after = (await list(club)).body.data
    expect(after).toEqual(before)
    expect(idsOf(await list(club))).toEqual(paid)
    const { body } = await club.get(`/fees/${after[1].fee_id}`)
    expect(body.data).toMatchObject({ person_id: ids[0], paid_amount: 4500 })
  })

  it('answers 304 until something changes', async () => {
    const { club, fees } = await threePaid()
    const tag = String((await list(club)).headers.get('ETag'))
    const again = () => club.get('/payments', { headers: { 'If-None-Match': tag } })
    expect((await again()).status).toBe(304)
    await record(club, { fee_id: fees[0]?.id, amount: 1 })
    expect((await again()).status).toBe(200)
  })

  it('returns 403 for a key without fees:read', async () => {
    const { club } = await threePaid()
    const key = await club.keyWith('payments:write', 'bookkeeping:read')
    expect((await club.get('/payments', { key })).status).toBe(403)
  })
})
