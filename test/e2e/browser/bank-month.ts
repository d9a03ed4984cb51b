import { inDays } from '../../../src/dev/demo/days.ts'
import { type Collection, collectedSql, release } from '../../../src/dev/release.ts'
import { type Booking, statementXml } from '../../../src/dev/statement.ts'
import {
  bankMonth,
  COLLECTED_FEES,
  FEES,
  MEMBERS,
  MONTH_IBAN,
  MONTH_OPENING,
  monthBefore,
  PARTNERS,
} from '../../support/bank-month.ts'
import { service } from './visit.ts'

const NAME = 'TSV Lindental 1898 e. V.'
const LAST_DAYS = { before: inDays(-30), month: inDays(-1) }

export type MonthClub = Awaited<ReturnType<typeof createMonthClub>>

/** A club whose month before is booked, and the statement of the month that its treasurer downloads: 200 lines. */
export async function createMonthClub(treasurer: { name: string; email: string }) {
  const creditor = { name: NAME, iban: MONTH_IBAN, creditor_id: 'DE98ZZZ09999999999' }
  const { id } = await service.operator('POST', '/workspaces', { name: NAME, creditor })
  await service.operator('POST', `/workspaces/${id}/staff`, { ...treasurer, role: 'treasurer' })
  const { token: key } = await service.operator('POST', `/workspaces/${id}/api_keys`, { name: 'walks' })
  const api = (method: string, path: string, body?: object) => service.api(key, method, path, body)
  const fees = await claim(api)
  const account = await api('POST', '/accounts', {
    ...{ kind: 'bank', name: 'Girokonto', iban: MONTH_IBAN },
    ...{ opening_on: inDays(-100), opening_amount: MONTH_OPENING },
  })
  const collection = await collect(api, fees)
  const before = monthBefore(LAST_DAYS.before, collection)
  await importStatement(key, account.id, statementXml(MONTH_IBAN, MONTH_OPENING, before))
  await bookMonthBefore(api)
  const bookings = bankMonth(LAST_DAYS.month, { fees, debits: debitsOf(collection) })
  const opening = before.reduce((sum, { amount }) => sum + amount, MONTH_OPENING)
  return { key, home: `${service.origin}/dashboard/${id}`, bookings, file: fileOf(opening, bookings) }
}

// biome-ignore lint/suspicious/noExplicitAny: tests know what they asked for
type Api = (method: string, path: string, body?: object) => Promise<any>
type Fee = { id: string; external_id: string; reference: string }

const DUES = {
  attached_expense: { costunit_name: 'Sport', category_name: 'Mitgliedsbeiträge', sphere: 'ideal' },
}

async function claim(api: Api): Promise<Fee[]> {
  const units = Map.groupBy(PARTNERS, ([, , , unit]) => unit)
  for (const [name, partners] of units)
    await api('POST', '/cost_units', {
      name,
      categories: [
        ...partners.map(([, , , , category]) => category),
        ...(name === 'Sport' ? ['Mitgliedsbeiträge'] : []),
      ],
    })
  await api('PUT', '/lists/members/persons', { data: MEMBERS })
  await api('POST', '/fees', { data: FEES.map((fee) => ({ ...fee, ...DUES })) })
  return api('GET', '/fees?per_page=500')
}

/** A collection that the bank has carried out in the month before. */
async function collect(api: Api, fees: Fee[]): Promise<Collection> {
  const ids = fees.flatMap(({ id, external_id }) => (COLLECTED_FEES.includes(external_id) ? [id] : []))
  const collection = await release(api, ids)
  await api('POST', `/collections/${collection.id}/submission`)
  await service.sql(collectedSql([collection.id], inDays(-58)))
  return collection
}

const debitsOf = ({ items }: Collection) =>
  items.flatMap(({ reference, debtor_name }) => {
    const debtor = MEMBERS.find(({ name }) => `${name.first_name} ${name.last_name}` === debtor_name)
    return debtor ? [{ person_external_id: debtor.external_id, reference }] : []
  })

async function importStatement(key: string, accountId: string, xml: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/xml' }
  const path = `${service.origin}/accounts/${accountId}/statements`
  const response = await fetch(path, { method: 'POST', headers, body: xml })
  if (!response.ok) throw new Error(await response.text())
}

async function bookMonthBefore(api: Api): Promise<void> {
  const lines: { id: string; party_name: string; text: string }[] = await api('GET', '/bank_lines?state=open')
  for (const { id, party_name, text } of lines) {
    const [, , , costunit_name, category_name, sphere] = PARTNERS.find(([name]) => name === party_name) ?? []
    const booking = { text, costunit_name, category_name, sphere }
    await api('POST', `/bank_lines/${id}/confirmation`, costunit_name ? { booking } : {})
  }
}

const fileOf = (opening: number, bookings: Booking[]) => ({
  name: 'statement.xml',
  mimeType: 'text/xml',
  buffer: Buffer.from(statementXml(MONTH_IBAN, opening, bookings)),
})
