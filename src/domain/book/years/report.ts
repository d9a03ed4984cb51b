import { SPHERES } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'
import { balanceWhere, basesCte } from '../accounts/balances'
import { datesOfYear } from '../fiscal-year'
import { lacksPlace } from '../places/is-unassigned'
import { type Side, sideOf } from '../places/side'
import { businessLimit, REPORT_VERSION, type Report } from './year'

/**
 * The statements that sum up a fiscal year: one for each table. `year` is SQL; where it is NULL they read nothing. Opening
 * balances come from the report of the last closed year before it. The plus signs keep SQLite from the index by account, which
 * has all years.
 */
export const selectSums = (workspace: Sql, number: number, year: Sql) => ({
  openings: sql<Opening>`
    WITH ${basesCte(workspace, number)}, dates (first, next) AS MATERIALIZED (
      SELECT printf('%04d-%02d-01', ${number}, year_start), printf('%04d-%02d-01', ${number + 1}, year_start)
      FROM workspaces WHERE id = ${TENANT} AND ${year} IS NOT NULL)
    SELECT accounts.id, accounts.kind, name, ${balanceWhere(sql`booked_on < first`)} AS opening
    FROM dates CROSS JOIN bases CROSS JOIN accounts
    WHERE accounts.workspace_id = ${TENANT} AND accounts.id = bases.id AND opening_on < next
    ORDER BY accounts.id`,
  vouchers: sql<VoucherSum>`
    SELECT account_id AS accountId, other_account_id AS otherAccountId, count(*) AS count, sum(amount) AS amount,
      max(number) AS lastNumber
    FROM vouchers WHERE workspace_id = ${workspace} AND year = ${year}
    GROUP BY +account_id, +other_account_id`,
  lines: sql<LineSum>`
    WITH ${workspaceCte(workspace)}, sums AS MATERIALIZED (
      SELECT account_id AS accountId, sphere, cost_unit_id, category_id, ${sideOf('lines')} AS side, count(*) AS count,
        sum(lines.amount) AS amount
      FROM voucher_lines AS lines CROSS JOIN vouchers
      WHERE lines.workspace_id = ${TENANT} AND lines.year = ${year}
        AND vouchers.workspace_id = ${TENANT} AND vouchers.year = lines.year AND vouchers.number = lines.number
      GROUP BY 1, 2, 3, 4, 5)
    SELECT accountId, sums.sphere, cost_units.name AS costUnit, cost_unit_categories.name AS category, side, count, amount
    FROM sums
    LEFT JOIN cost_units ON cost_units.workspace_id = ${TENANT} AND cost_units.id = sums.cost_unit_id
    LEFT JOIN cost_unit_categories ON cost_unit_categories.workspace_id = ${TENANT}
      AND cost_unit_categories.cost_unit_id = sums.cost_unit_id AND cost_unit_categories.id = sums.category_id`,
})

type Opening = Pick<Report['accounts'][number], 'id' | 'kind' | 'name' | 'opening'>
type VoucherSum = {
  accountId: string
  otherAccountId: string | null
  count: number
  amount: number
  lastNumber: number
}
type LineSum = {
  accountId: string
  sphere: Report['spheres'][number]['sphere']
  costUnit: string | null
  category: string | null
  side: Side
  count: number
  amount: number
}

/** What of a workspace decides on its reports. */
export type ReportSettings = { yearStart: number; isNonprofit: number }

/** The report of a fiscal year of the rows that {@link selectSums} gave. */
export function reportOf(
  { openings, vouchers, lines }: { openings: Opening[]; vouchers: VoucherSum[]; lines: LineSum[] },
  year: number,
  { yearStart, isNonprofit }: ReportSettings,
): Report {
  const { first, last } = datesOfYear(year, yearStart)
  const unassigned = lines.filter(({ costUnit, sphere }) =>
    lacksPlace({ costunit_name: costUnit, sphere }, isNonprofit === 1),
  )
  const business = lines.filter(({ sphere }) => sphere === 'business')
  return {
    version: REPORT_VERSION,
    is_nonprofit: isNonprofit === 1,
    year,
    first_on: first,
    last_on: last,
    vouchers: total(vouchers.map(({ count }) => count)),
    last_number: Math.max(0, ...vouchers.map(({ lastNumber }) => lastNumber)),
    accounts: openings.map((account) => accountReport(account, vouchers, lines)),
    spheres: inOrder(
      groups(lines, ({ sphere }) => [sphere]).map(({ key: [sphere = null], group }) => ({
        sphere: sphere as LineSum['sphere'],
        ...flowOf(group),
        categories: groups(group, ({ costUnit, category }) => [costUnit, category]).map(
          ({ key: [costunit_name = null, category_name = null], group }) => ({
            costunit_name,
            category_name,
            ...flowOf(group),
          }),
        ),
      })),
      isNonprofit === 1,
    ),
    cost_units: groups(lines, ({ costUnit }) => [costUnit]).map(({ key: [costunit_name = null], group }) => ({
      costunit_name,
      ...flowOf(group),
    })),
    unassigned: {
      lines: total(unassigned.map(({ count }) => count)),
      amount: total(unassigned.map(({ amount }) => amount)),
    },
    difference_reason: null,
    business_income: { amount: flowOf(business).in, limit: businessLimit(first) },
  }
}

/**
 * The spheres of a report in their order, and what has none last. All four where one of them is in use or the association is
 * non-profit, those without lines at 0.
 */
export function inOrder(spheres: Report['spheres'], isNonprofit: boolean): Report['spheres'] {
  const bySphere = new Map(spheres.map((one) => [one.sphere, one]))
  const areUsed = isNonprofit || spheres.some(({ sphere }) => sphere !== null)
  const none = bySphere.get(null)
  return [
    ...(areUsed
      ? SPHERES.map((sphere) => bySphere.get(sphere) ?? { sphere, in: 0, out: 0, categories: [] })
      : []),
    ...(none ? [none] : []),
  ]
}

function accountReport(
  account: Opening,
  vouchers: VoucherSum[],
  lines: LineSum[],
): Report['accounts'][number] {
  const { id, opening } = account
  const flow = flowOf(lines.filter(({ accountId }) => accountId === id))
  const transfers = vouchers.filter(({ otherAccountId }) => otherAccountId !== null)
  const sumWhere = (key: 'accountId' | 'otherAccountId') =>
    total(transfers.filter(({ [key]: one }) => one === id).map(({ amount }) => amount))
  const transferred = sumWhere('accountId') - sumWhere('otherAccountId')
  return { ...account, ...flow, transferred, closing: opening + flow.in - flow.out + transferred, bank: null }
}

const total = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0)

function flowOf(lines: LineSum[]): { in: number; out: number } {
  const sumOf = (side: Side) => total(lines.filter((line) => line.side === side).map(({ amount }) => amount))
  // No cents are 0 rather than -0.
  return { in: sumOf('in'), out: 0 - sumOf('out') }
}

type Key = (string | null)[]

/** Lines by a key, in the order of the keys; those without one come last. */
function groups(lines: LineSum[], keyOf: (line: LineSum) => Key): { key: Key; group: LineSum[] }[] {
  const byKey = Map.groupBy(lines, (line) => JSON.stringify(keyOf(line)))
  return [...byKey]
    .map(([key, group]): { key: Key; group: LineSum[] } => ({ key: JSON.parse(key), group }))
    .sort((one, other) => sortKey(one.key).localeCompare(sortKey(other.key), 'en'))
}

const sortKey = (key: Key): string => key.map((part) => part ?? '\uFFFF').join('\n')
