import assert from 'node:assert/strict'
import { memberColumns } from '../../../src/dev/demo/custom-columns.ts'
import { inDays } from '../../../src/dev/demo/days.ts'
import { ibanOf } from '../../../src/dev/iban.ts'

// biome-ignore lint/suspicious/noExplicitAny: rehearsals know what they asked for
export type Send = (method: string, path: string, body?: object) => Promise<any>

/** How many persons or fees go with one request. */
const PART = 5_000

/** Sends requests with a key, and returns their data. Throws for those that are refused. */
export const sendTo =
  (origin: string, key: string): Send =>
  async (method, path, body) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${origin}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
    return text && JSON.parse(text).data
  }

type Club = { persons: number; debits: number; board: number }

/** Fills a workspace with members `p0` … who pay by direct debit, with custom values and a fee each, and collects the first fees. */
export async function fillClub(send: Send, { persons, debits, board }: Club): Promise<void> {
  const group = { name: 'Gruppe', type: 'string', external_id: 'group' }
  await send('PUT', '/lists/members/custom_columns', { data: [...memberColumns, group] })
  const fees: string[] = []
  for (let from = 0; from < persons; from += PART) {
    const numbers = Array.from({ length: Math.min(PART, persons - from) }, (_, n) => from + n)
    await send('PUT', '/lists/members/persons', { data: numbers.map((n) => member(n, n < board)) })
    const made = await send('POST', '/fees', {
      data: numbers.map((n) => ({ person_external_id: `p${n}`, amount: 4500, description: 'Jahresbeitrag' })),
    })
    fees.push(...made.map(({ id }: { id: string }) => id))
  }
  await release(send, fees.slice(0, debits))
}

/** Releases fees, and says that the bank has the file. */
export async function release(send: Send, fee_ids: string[]): Promise<void> {
  const { id } = await send('POST', '/collections', { fee_ids, collection_date: weekdayIn(21) })
  await send('POST', `/collections/${id}/submission`)
}

const member = (n: number, isBoard: boolean) => ({
  external_id: `p${n}`,
  name: { first_name: `Vorname ${n}`, last_name: `Nachname ${n}` },
  email: `p${n}@example.org`,
  birthdate: `19${String(50 + (n % 50))}-0${1 + (n % 9)}-1${n % 10}`,
  phone_numbers: [{ label: 'mobil', number: `+49 151 ${String(n).padStart(8, '0')}` }],
  address: { street: `Hauptstraße ${n}`, postcode: String(10_000 + (n % 80_000)), city: 'Musterdorf' },
  bank_account: { iban: ibanOf(n), signatory: `Vorname Nachname ${n}` },
  sepa_mandate: { reference: `M-${n}`, signature_date: inDays(-100) },
  shirt_size: ['S', 'M', 'L', 'XL'][n % 4],
  departments: ['Turnen', 'Chor'].slice(n % 2),
  helps_at_events: n % 3 === 0,
  work_hours: n % 40,
  fee_reduction: n % 100,
  ...(isBoard && { group: 'board' }),
})

/** A day on which banks collect. */
export function weekdayIn(days: number): string {
  const isOpen = (date: string) =>
    ![0, 6].includes(new Date(date).getUTCDay()) && !/-(01-01|05-01|12-2[456]|0[34]-..)$/.test(date)
  return String(Array.from({ length: 90 }, (_, n) => inDays(days + n)).find(isOpen))
}
