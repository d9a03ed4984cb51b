import { businessLimit } from '../../../src/domain/book/years/year'
import { type Call, json, query, rowsOf, type Statement, workspaceOfKey } from './query'

const PERMISSION = 'bookkeeping:read'
const WORKSPACE = workspaceOfKey(PERMISSION)

const YEAR = `SELECT year_start FROM workspaces WHERE id = ${WORKSPACE}`

const ACCOUNTS = `
  SELECT id, kind, name, opening_amount + coalesce((
      SELECT sum(amount) FROM account_days
      WHERE workspace_id = ${WORKSPACE} AND account_id = accounts.id AND booked_on < ?2 || '-01-01'), 0) AS opening
  FROM accounts WHERE workspace_id = ${WORKSPACE} AND opening_on <= ?2 || '-12-31' ORDER BY id`

// Both tables are read once, in the order of their keys.
const SUMS = `
  WITH sums AS MATERIALIZED (
    SELECT v.account_id, v.other_account_id, l.sphere, l.cost_unit_id, l.category_id,
      coalesce(l.side = 'in', l.fee_id IS NOT NULL OR (l.amount > 0) = (v.reverses IS NULL)) AS is_income, count(*) AS lines,
      sum(coalesce(l.line, 1) = 1) AS vouchers, sum(coalesce(l.amount, v.amount)) AS amount, max(v.number) AS last
    FROM vouchers AS v
    LEFT JOIN voucher_lines AS l ON l.workspace_id = v.workspace_id AND l.year = v.year AND l.number = v.number
    WHERE v.workspace_id = ${WORKSPACE} AND v.year = ?2 GROUP BY 1, 2, 3, 4, 5, 6)
  SELECT account_id, other_account_id, sums.sphere, u.name AS unit, c.name AS category, is_income, lines, vouchers, amount, last
  FROM sums
  LEFT JOIN cost_units AS u ON u.workspace_id = ${WORKSPACE} AND u.id = sums.cost_unit_id
  LEFT JOIN cost_unit_categories AS c
    ON c.workspace_id = ${WORKSPACE} AND c.cost_unit_id = sums.cost_unit_id AND c.id = sums.category_id`

type Account = { id: string; kind: string; name: string; opening: number }
type Sum = {
  account_id: string
  other_account_id: string | null
  sphere: string | null
  unit: string | null
  category: string | null
  is_income: number
  lines: number
  vouchers: number
  amount: number
  last: number
}

/** The report of an open calendar year before which none was closed. */
export async function year(call: Call, name: string): Promise<Response> {
  const statements: Statement[] = [[YEAR], [ACCOUNTS, name], [SUMS, Number(name)]]
  const { results } = await query(call, PERMISSION, ...statements)
  const sums = rowsOf<Sum>(results[2])
  const lines = sums.filter(({ other_account_id }) => other_account_id === null)
  const moved = (key: 'account_id' | 'other_account_id', id: string) =>
    total(sums.filter((sum) => sum.other_account_id !== null && sum[key] === id))
  const unassigned = lines.filter(({ unit, sphere }) => unit === null && sphere === null)
  const report = {
    version: 2,
    is_nonprofit: false,
    year: Number(name),
    first_on: `${name}-01-01`,
    last_on: `${name}-12-31`,
    vouchers: sums.reduce((count, { vouchers }) => count + vouchers, 0),
    last_number: Math.max(0, ...sums.map(({ last }) => last)),
    accounts: rowsOf<Account>(results[1]).map((account) => {
      const flow = flowOf(lines.filter(({ account_id }) => account_id === account.id))
      const transferred = moved('account_id', account.id) - moved('other_account_id', account.id)
      return {
        ...account,
        ...flow,
        transferred,
        closing: account.opening + flow.in - flow.out + transferred,
        bank: null,
      }
    }),
    spheres: bySphere(lines).map(([sphere, ofSphere]) => ({
      sphere,
      ...flowOf(ofSphere),
      categories: groups(ofSphere, ({ unit, category }) => [unit, category]).map(([key, group]) => {
        const [costunit_name = null, category_name = null] = key
        return { costunit_name, category_name, ...flowOf(group) }
      }),
    })),
    cost_units: groups(lines, ({ unit }) => [unit]).map(([[costunit_name = null], group]) => ({
      costunit_name,
      ...flowOf(group),
    })),
    unassigned: { lines: unassigned.reduce((count, sum) => count + sum.lines, 0), amount: total(unassigned) },
    difference_reason: null,
    business_income: {
      amount: flowOf(lines.filter(({ sphere }) => sphere === 'business')).in,
      limit: businessLimit(`${name}-01-01`),
    },
    closed_at: null,
    sha256: null,
  }
  return json(`{"data":${JSON.stringify(report)}}`)
}

const total = (sums: Sum[]): number => sums.reduce((sum, { amount }) => sum + amount, 0)

const flowOf = (sums: Sum[]) => ({
  in: total(sums.filter(({ is_income }) => is_income === 1)),
  out: 0 - total(sums.filter(({ is_income }) => is_income === 0)),
})

const SPHERES = ['ideal', 'assets', 'purpose', 'business']

/** The sums of each sphere in their order, also of those that are not in use while another one is; none come last. */
function bySphere(lines: Sum[]): [string | null, Sum[]][] {
  const found = Map.groupBy(lines, ({ sphere }) => sphere)
  const none = found.get(null)
  const areUsed = SPHERES.some((sphere) => found.has(sphere))
  return [
    ...(areUsed ? SPHERES.map((sphere): [string, Sum[]] => [sphere, found.get(sphere) ?? []]) : []),
    ...(none ? [[null, none] as [null, Sum[]]] : []),
  ]
}

type Key = (string | null)[]

function groups(sums: Sum[], keyOf: (sum: Sum) => Key): [Key, Sum[]][] {
  const found = Map.groupBy(sums, (sum) =>
    keyOf(sum)
      .map((part) => part ?? '\uFFFF')
      .join('\n'),
  )
  return [...found]
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([, group]) => [keyOf(group[0] as Sum), group])
}
