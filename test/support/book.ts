import { expect } from 'vitest'
import { addTo, fee, person } from './club'
import { rows, type Workspace, workspace } from './workspace'

const MEMBER = person({ external_id: 'ada', name: { first_name: 'Ada' } })

export type Club = Workspace & { bank: string; cash: string }

/** A workspace with a bank account of 1,000.00 and a cash box of 100.00 since 2024, and a cost unit. */
export async function clubWithBook(): Promise<Club> {
  const club = await workspace()
  await club.post('/cost_units', { name: 'Youth', categories: ['Balls', 'Trips'] })
  const create = async (fields: object): Promise<string> => {
    const { status, body } = await club.post('/accounts', { opening_on: '2024-01-01', ...fields })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.data.id
  }
  const bank = await create({
    kind: 'bank',
    name: 'Bank',
    iban: 'DE02120300000000202051',
    opening_amount: 100_000,
  })
  const cash = await create({ kind: 'cash', name: 'Cash', opening_amount: 10_000 })
  return Object.assign(club, { bank, cash })
}

/** Enters vouchers and gives their ids and numbers. */
export async function enter(club: Workspace, ...vouchers: object[]): Promise<Entered[]> {
  const { status, body } = await club.post('/vouchers', {
    data: vouchers.map((voucher) => ({ text: 'Footballs', booked_on: '2025-03-01', ...voucher })),
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data
}
export type Entered = { id: string; year: number; number: number; external_id: string | null }

/** Pays a fee of 50.00 and refunds 20.00 of it, both by the bank on a day. Returns the id of the fee. */
export async function refundedFee(club: Workspace, day = '2025-03-01'): Promise<string> {
  const { fees } = await addTo(club, MEMBER, fee(5000))
  const [{ id }] = fees
  const paid = { method: 'bank_transfer', paid_on: day }
  await club.post('/payments', { data: [{ fee_id: id, amount: 5000, ...paid }] })
  const { status } = await club.post(`/fees/${id}/refunds`, { amount: 2000, reason: 'Left early', ...paid })
  if (status !== 201) throw new Error(`The refund was answered by ${status}.`)
  return id
}

/** The balances of the accounts by their ids. */
export async function balances(club: Workspace): Promise<Record<string, number>> {
  const { body } = await club.get('/accounts')
  return Object.fromEntries(
    body.data.map(({ id, balance }: { id: string; balance: number }) => [id, balance]),
  )
}

/** The rows that a workspace has in a table. */
export const stored = <Row = Record<string, unknown>>(club: Workspace, table: string): Promise<Row[]> =>
  rows<Row>(`SELECT * FROM ${table} WHERE workspace_id = ?`, club.id)

/** Records payments as an earlier version of the service did that of a fee that names nothing: without a voucher. */
export async function withoutVouchers<T>(club: Workspace, record: () => Promise<T>): Promise<T> {
  await rows('UPDATE workspaces SET keeps_book = 0 WHERE id = ?', club.id)
  const result = await record()
  await rows('UPDATE workspaces SET keeps_book = 1 WHERE id = ?', club.id)
  await rows(`UPDATE payments SET booking = NULL WHERE booking = 'elsewhere' AND workspace_id = ?`, club.id)
  return result
}

/** Closes a year as an earlier version of the service did, with payments that no voucher books. */
export const closeAsItIs = (club: Workspace, year: number): Promise<unknown> =>
  rows(
    `INSERT INTO fiscal_years (workspace_id, year, closed_at, last_number, report, sha256)
     SELECT ?1, ?2, '2999-01-01T00:00:00.000Z', (SELECT coalesce(max(number), 0) FROM vouchers
       WHERE workspace_id = ?1 AND year = ?2), '{}', ''`,
    club.id,
    year,
  )

/** Pays fees of Ada as an earlier version of the service did, without vouchers, and gives the payments. */
export async function payUnbooked(club: Club, ...items: object[]) {
  const { fees } = await addTo(club, MEMBER, ...items.map(() => fee(12000)))
  const data = items.map((item, index) => ({
    fee_id: fees[index]?.id,
    amount: 12000,
    method: 'bank_transfer',
    paid_on: '2025-04-02',
    ...item,
  }))
  const paid = await withoutVouchers(club, () => club.post('/payments', { data }))
  expect(paid.status, paid.text).toBe(201)
  return paid.body.data as { id: string; fee_id: string }[]
}
