import { expect, vi } from 'vitest'
import { addAccount } from './bank'
import { withoutVouchers } from './book'
import type { Answer, Options } from './call'
import { addTo, fee, person } from './club'
import { ibanOf } from './direct-debit-file'
import { rows, type Workspace, workspace } from './workspace'

export const CREDITOR = { name: 'Ruderclub e. V.', iban: ibanOf(1815), creditor_id: 'DE98ZZZ09999999999' }

/** The day on which the tests release, and a collection date of that day. */
export const TODAY = '2026-03-02'
export const COLLECTED_ON = '2026-03-16'

/** Sets the clock to noon of a day. */
export function setDay(day: string): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date(`${day}T12:00:00Z`))
}

/** A workspace that may collect direct debits, on {@link TODAY}. */
export async function collectingClub(settings: object = {}): Promise<Workspace> {
  setDay(TODAY)
  return workspace({ creditor: CREDITOR, ...settings })
}

/** A member with an account and a mandate; n makes them differ. */
export const payer = (n: number, fields: object = {}) => ({
  external_id: `m${n}`,
  name: { first_name: 'Ada', last_name: `Lovelace ${n}` },
  email: `m${n}@example.org`,
  bank_account: { iban: ibanOf(n) },
  sepa_mandate: { reference: `M-${n}`, signature_date: '2025-01-31' },
  ...fields,
})

export const addPersons = (club: Workspace, persons: object[], list = 'members'): Promise<Answer> =>
  club.put(`/lists/${list}/persons`, { data: persons })

/** Claims fees, each from the person with an `external_id`, and gives their ids. */
export async function claim(
  club: Workspace,
  fees: ({ person_external_id: string } & Record<string, unknown>)[],
) {
  const { status, body, text } = await club.post('/fees', {
    data: fees.map((fee) => ({ amount: 4500, description: 'Annual fee', ...fee })),
  })
  expect(status, text).toBe(201)
  return (body.data as { id: string }[]).map(({ id }) => id)
}

/** A club with so many payers, and a fee of each. */
export async function clubWithFees(count: number, settings: object = {}) {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const { club, ids, fees } = await addTo(
    await collectingClub(settings),
    ...numbers.map((n) => person(payer(n))),
    ...numbers.map((n) => fee(4500, { person_external_id: `m${n}` })),
  )
  return { club, ids, feeIds: fees.map(({ id }) => id) }
}

/** Releases fees, a second after what was before: the ids of debits are in the order of their releases. */
export function release(
  club: Workspace,
  fee_ids: string[],
  { date = COLLECTED_ON, ...options }: Options & { date?: string } = {},
): Promise<Answer> {
  vi.setSystemTime(Date.now() + 1000)
  return club.post('/collections', { fee_ids, collection_date: date }, options)
}

export const check = (club: Workspace, fee_ids: string[], date = COLLECTED_ON): Promise<Answer> =>
  club.post('/collections?dry_run=true', { fee_ids, collection_date: date })

/** Releases fees and submits the file; gives the collection. */
export async function submitted(club: Workspace, feeIds: string[], date = COLLECTED_ON) {
  const { status, body, text } = await release(club, feeIds, { date })
  expect(status, text).toBe(201)
  const answer = await club.post(`/collections/${body.data.id}/submission`, undefined)
  expect(answer.status, answer.text).toBe(201)
  return body.data as { id: string; amount: number; items: { id: string; reference: string }[] }
}

/** The rows of a table, in the order of its key. */
export const stored = (club: Workspace, table: string) =>
  rows(`SELECT * FROM ${table} WHERE workspace_id = ?`, club.id)

/**
 * A club that recorded the credit of a collection as an earlier version of the service did that of fees that name nothing:
 * without a voucher.
 */
export async function collectedUnbooked(count: number) {
  const { club, feeIds } = await clubWithFees(count)
  const account = await addAccount(club, { iban: CREDITOR.iban })
  const collection = await submitted(club, feeIds)
  vi.setSystemTime(new Date('2026-03-25T12:00:00Z'))
  const settled = await withoutVouchers(club, () =>
    club.post(`/collections/${collection.id}/settlement`, { settled_on: COLLECTED_ON }),
  )
  expect(settled.status, settled.text).toBe(201)
  expect(await stored(club, 'vouchers')).toEqual([])
  return { club: Object.assign(club, { bank: account, cash: '' }), account, feeIds, collection }
}
