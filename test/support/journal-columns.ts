import { expect } from 'vitest'
import type { Staff } from './dashboard'
import type { Workspace } from './workspace'

const GERMAN = { headers: { 'Accept-Language': 'de' } }

type Sums = { in: number; out: number }
type Line = { amount: number; side: string }

/** The sums of lines on both sides, in cents. */
const sumsOf = (lines: Line[]): Sums => ({
  in: total(lines.filter(({ side }) => side === 'in').map(({ amount }) => amount)),
  out: 0 - total(lines.filter(({ side }) => side === 'out').map(({ amount }) => amount)),
})

const total = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0)
const added = (sums: Sums[]): Sums => ({
  in: total(sums.map((one) => one.in)),
  out: total(sums.map(({ out }) => out)),
})
const cents = (text = ''): number => Number(text.replaceAll('−', '-').replaceAll(/[^\d-]/g, ''))

/** The records of a German CSV whose cells have no quoted semicolons, by the names in its head. */
function recordsOf(csv: string): Record<string, string>[] {
  const [head = '', ...records] = csv.replace('\uFEFF', '').trim().split('\r\n')
  const names = head.split(';')
  return records.map((record) =>
    Object.fromEntries(record.split(';').map((cell, index) => [names[index], cell.replaceAll('"', '')])),
  )
}

/** The columns of the pages of the journal of a year, added up. */
async function shownIn(staff: Staff, club: Workspace, year: number): Promise<Sums> {
  const sums: Sums[] = []
  for (let path: string | undefined = `/dashboard/${club.id}/cash-book?year=${year}`; path; ) {
    const { text }: { text: string } = await staff.get(path, GERMAN)
    const [, table = ''] = /<tbody>([\s\S]*?)<\/tbody>/.exec(text) ?? []
    const column = (label: string) =>
      total(
        [...table.matchAll(new RegExp(`data-label="${label}">([^<]*)<`, 'g'))].map(([, cell]) => cents(cell)),
      )
    sums.push({ in: column('Einnahme'), out: column('Ausgabe') })
    path = /href="([^"]*cursor=next[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  }
  return added(sums)
}

/**
 * Fails where the journal of a year, as vouchers, as either CSV or on its pages, does not add up to the report of the year; gives
 * the sums of the report.
 */
export async function expectJournalIsReport(club: Workspace, year: number, staff?: Staff): Promise<Sums> {
  const [report, vouchers, csv] = await Promise.all([
    club.get(`/years/${year}`),
    club.get(`/vouchers?year=${year}&per_page=500`),
    club.get(`/vouchers?year=${year}&format=csv`),
  ])
  const { accounts, spheres, cost_units } = report.body.data
  const sums = added(accounts)
  const lines = vouchers.body.data.flatMap((voucher: { lines: Line[] }) => voucher.lines)
  const records = recordsOf(csv.text).filter(({ side }) => side !== '')
  const found = {
    spheres: added(spheres),
    costUnits: added(cost_units),
    json: sumsOf(lines),
    csv: sumsOf(records.map(({ amount, side = '' }) => ({ amount: cents(amount), side }))),
    ...(staff && { pages: await shownIn(staff, club, year), staffCsv: await exported(staff, club, year) }),
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((key) => [key, sums])))
  return sums
}

async function exported(staff: Staff, club: Workspace, year: number): Promise<Sums> {
  const { text } = await staff.submit(`/dashboard/${club.id}/cash-book/export?year=${year}`, {}, GERMAN)
  return added(recordsOf(text).map(({ Einnahme, Ausgabe }) => ({ in: cents(Einnahme), out: cents(Ausgabe) })))
}
