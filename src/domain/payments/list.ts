import * as z from 'zod'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { keyset } from '../shared/keyset'
import { requireKnownSince } from '../shared/known-since'
import {
  answerPage,
  type Cursors,
  type PageRequest,
  pageRequest,
  pagingQuery,
  timestampKey,
} from '../shared/paging'
import { exactLine, givenInstant, instant, inUtc } from '../shared/text'
import { METHODS, PAYMENT_COLUMNS, payment } from './payment'

/** The query of a page of payments. */
export const paymentsQuery = z.strictObject({
  ...pagingQuery,
  updated_since: givenInstant
    .optional()
    .describe('Only payments recorded at this instant or later, or whose `booking` changed since. By index.'),
  fee_id: exactLine(255).optional().describe('Only the journal of this fee. By key.'),
  method: z.enum(METHODS).optional().describe('Only money that moved in this way, so no waivers. By index.'),
})

/** A payment in a list of those of all fees. */
export const listedPayment = payment
  .extend({
    updated_at: instant.describe('When it was recorded, or when its `booking` changed last'),
  })
  .meta({ id: 'ListedPayment' })
export type ListedPayment = z.infer<typeof listedPayment>

type Filter = Omit<z.infer<typeof paymentsQuery>, 'cursor' | 'per_page'>
type PaymentsPage = { payments: ListedPayment[]; perPage: number; cursors: Cursors }

/** Spelled as in the index `payments_by_update`. */
const UPDATED_AT = sql.raw('coalesce(updated_at, created_at)')

const IN_ORDER = keyset([UPDATED_AT, sql`id`])

/**
 * Lists a page of the payments of all fees in the order of their last change. One trip; the rows of the page and a constant.
 * Throws `permission_missing`, and `invalid` for a cursor of another list or an instant that a restore made undone.
 */
export async function listPayments(
  principal: Principal,
  { query: { cursor, per_page, ...filter } }: { query: z.infer<typeof paymentsQuery> },
): Promise<PaymentsPage> {
  const request = pageRequest({ cursor, per_page })
  const { credential, rows } = await query(
    principal,
    { page: selectPage(principal.workspace(), filter, request) },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  const { workspace } = credential
  requireKnownSince('updated_since', filter.updated_since, workspace)
  const { rows: payments, ...paging } = answerPage(request, rows.page, {
    workspace,
    scope: ['payments', filter],
    keyOf: ({ id, updated_at }) => timestampKey(updated_at, id),
  })
  return { payments, ...paging }
}

function selectPage(
  workspace: Sql,
  filter: Filter,
  { position, order, limit }: PageRequest,
): Sql<ListedPayment> {
  const { updated_since, fee_id, method } = filter
  const conditionSql = sql.join(
    [
      sql`workspace_id = ${workspace}`,
      ...(updated_since === undefined ? [] : [sql`${UPDATED_AT} >= ${inUtc(updated_since)}`]),
      IN_ORDER.beyondSql(position),
    ],
    ' AND ',
  )
  const select = (from: Sql, placeSql: Sql) => sql<ListedPayment>`
    SELECT ${PAYMENT_COLUMNS}, ${UPDATED_AT} AS updated_at FROM payments ${from} WHERE ${conditionSql} AND ${placeSql}`
  // Each method is in the order of the index, so that SQLite merges them and stops at the limit.
  const methods = method ? [method] : [...METHODS, null]
  const selections =
    fee_id === undefined
      ? methods.map((one) => select(sql`INDEXED BY payments_by_update`, sql`method IS ${one}`))
      : [
          select(
            sql`NOT INDEXED`,
            sql`fee_id = ${fee_id} AND ${method ? sql`method = ${method}` : sql`TRUE`}`,
          ),
        ]
  return sql<ListedPayment>`
    ${sql.join(selections, ' UNION ALL ')} ORDER BY updated_at ${order}, id ${order} LIMIT ${limit}`
}
