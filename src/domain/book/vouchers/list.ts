import * as z from 'zod'
import { SPHERES } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { DomainError } from '../../shared/errors'
import { keyset } from '../../shared/keyset'
import { answerPage, type Cursors, pageRequest, pagingQuery } from '../../shared/paging'
import { nameLine } from '../../shared/text'
import { lineIsUnassigned } from '../places/is-unassigned'
import { selectReadable, toApi, type Voucher, type VoucherRow } from './voucher'

/** The query of a page of vouchers. */
export const vouchersQuery = z.strictObject({
  ...pagingQuery,
  year: z
    .string()
    .refine((text) => /^\d{4}$/.test(text), { error: 'must be a year' })
    .optional()
    .meta({
      description: 'Only vouchers of this fiscal year. By key.',
      type: 'integer',
      minimum: 0,
      maximum: 9999,
    }),
  account_id: z.string().max(255).optional().describe('Only vouchers of this account. Scans the year.'),
  fee_id: z.string().max(255).optional().describe('Only vouchers that book this fee. By index.'),
  costunit_name: nameLine(255)
    .optional()
    .describe('Only vouchers with a line of this cost unit. Scans the year.'),
  sphere: z.enum(SPHERES).optional().describe('Only vouchers with a line of this sphere. Scans the year.'),
  unassigned: z
    .enum(['true'])
    .optional()
    .describe(
      'Only vouchers with a line that is not assigned: without a sphere and, unless the workspace is non-profit, without a ' +
        'cost unit. Scans the year.',
    ),
  format: z.enum(['json', 'csv']).optional().describe('`csv` gives all pages of `year` as one file'),
})
export type VouchersQuery = z.infer<typeof vouchersQuery>

export type VouchersPage = { vouchers: Voucher[]; perPage: number; cursors: Cursors; locale: string }

/** Lists a page of vouchers in the order of their years and numbers. One trip; without filters, the rows of the page. */
export async function listVouchers(
  principal: Principal,
  { query: { cursor, per_page, format: _, ...filter } }: { query: VouchersQuery },
): Promise<VouchersPage> {
  const request = pageRequest({ cursor, per_page })
  const { position, limit } = request
  const workspace = principal.workspace()
  const conditions = [...conditionsOf(workspace, filter), IN_ORDER.beyondSql(position)]
  const { credential, rows } = await query(
    principal,
    {
      page: sql<VoucherRow>`
        ${selectReadable(workspace, sql.join(conditions, ' AND '))}
        ORDER BY ${IN_ORDER.by(position)} LIMIT ${limit}`,
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const { locale } = credential.workspace
  const paged = { workspace: credential.workspace, scope: ['vouchers', filter] }
  const { rows: page, ...paging } = answerPage(request, rows.page, { ...paged, keyOf })
  return { vouchers: page.map(toApi), ...paging, locale }
}

/** Reads one voucher. One trip. Throws `permission_missing` and `not_found`. */
export async function getVoucher(principal: Principal, { id }: { id: string }): Promise<Voucher> {
  const { rows } = await query(
    principal,
    { vouchers: selectReadable(principal.workspace(), sql`vouchers.id = ${id}`) },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  return toApi(requireVoucher(rows.vouchers))
}

/** Throws `not_found` if there is no voucher. */
export function requireVoucher<V>([voucher]: V[]): V {
  if (voucher) return voucher
  throw new DomainError('not_found', 'There is no such voucher.')
}

function* conditionsOf(workspace: Sql, filter: Omit<VouchersQuery, 'cursor' | 'per_page' | 'format'>) {
  const { year, account_id, fee_id, costunit_name, sphere, unassigned } = filter
  if (year !== undefined) yield sql`vouchers.year = ${Number(year)}`
  if (account_id !== undefined) yield sql`${account_id} IN (vouchers.account_id, vouchers.other_account_id)`
  if (fee_id !== undefined) yield ofFeeSql(workspace, fee_id)
  if (costunit_name !== undefined)
    yield hasLineSql(
      workspace,
      sql`cost_unit_id = (SELECT id FROM cost_units WHERE workspace_id = ${workspace} AND name = ${costunit_name})`,
    )
  if (sphere !== undefined) yield hasLineSql(workspace, sql`sphere = ${sphere}`)
  if (unassigned !== undefined) yield hasLineSql(workspace, lineIsUnassigned(workspace))
}

const ofFeeSql = (workspace: Sql, feeId: string): Sql => sql`
  (vouchers.year, vouchers.number) IN (
    SELECT year, voucher_lines.number
    FROM payments CROSS JOIN voucher_lines INDEXED BY voucher_lines_by_payment
    WHERE payments.workspace_id = ${workspace} AND payments.fee_id = ${feeId}
      AND voucher_lines.workspace_id = ${workspace} AND payment_id = payments.id)`

const hasLineSql = (workspace: Sql, condition: Sql): Sql => sql`
  EXISTS (
    SELECT 1 FROM voucher_lines
    WHERE voucher_lines.workspace_id = ${workspace} AND voucher_lines.year = vouchers.year
      AND voucher_lines.number = vouchers.number AND ${condition})`

const keyOf = ({ year, number }: VoucherRow): string => `${year}.${number}`

const IN_ORDER = keyset([
  { column: sql`vouchers.year`, read: Number },
  { column: sql`vouchers.number`, read: Number },
])
