import * as z from 'zod'
import { fees } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { idPrefixOf } from '../shared/creditor-reference'
import { firstIdAt } from '../shared/ids'
import { beyondIdSql } from '../shared/keyset'
import { requireKnownSince } from '../shared/known-since'
import {
  answerPage,
  type Cursors,
  type PageRequest,
  type Position,
  pageRequest,
  pagingQuery,
} from '../shared/paging'
import { exactLine, givenInstant, inUtc, singleLine } from '../shared/text'
import { type FeeRow, type FeeStatus, type ReadableFee, selectFees, toApi } from './readable-fee'

/** The query of a page of fees. */
export const feesQuery = z.strictObject({
  ...pagingQuery,
  person_id: exactLine(255).optional().describe('Only fees of this person. By index.'),
  person_external_id: exactLine(255)
    .optional()
    .describe('Only fees of the persons with this external_id. By index.'),
  external_id: exactLine(255).optional().describe('Only the fee with this external_id. By index.'),
  reference: singleLine(35).optional().describe('Only the fee with this reference. By key.'),
  status: z
    .union([z.enum(fees.status.enumValues), z.array(z.enum(fees.status.enumValues)).min(1).max(5)])
    .optional()
    .describe('Only fees in this status, or in one of several. By index.'),
  due_before: z.iso
    .date()
    .optional()
    .describe(
      'Only fees that are due before this date; without `status`, those that are open or returned. By index.',
    ),
  created_since: givenInstant.optional().describe('Only fees created at this instant or later. By key.'),
  updated_since: givenInstant.optional().describe('Only fees written at this instant or later. Scans.'),
  format: z.enum(['json', 'csv']).optional().describe('`csv` gives all pages as one file'),
})

export type FeesQuery = z.infer<typeof feesQuery>
type Filter = Omit<FeesQuery, 'cursor' | 'per_page' | 'format'>

export type FeesPage = { fees: ReadableFee[]; perPage: number; cursors: Cursors; locale: string }

/** Lists a page of fees in the order of their creation. One trip; the rows of the page and a constant. */
export async function listFees(
  principal: Principal,
  { query: { cursor, per_page, format: _, ...filter } }: { query: FeesQuery },
): Promise<FeesPage> {
  const request = pageRequest({ cursor, per_page })
  const { credential, rows } = await query(
    principal,
    { page: selectPage(principal.workspace(), filter, request) },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  requireKnownSince('updated_since', filter.updated_since, credential.workspace)
  const paged = { workspace: credential.workspace, scope: ['fees', filter] }
  const { rows: page, ...paging } = answerPage(request, rows.page, { ...paged, keyOf: ({ id }) => id })
  return { fees: page.map(toApi), ...paging, locale: credential.workspace.locale }
}

function selectPage(workspace: Sql, filter: Filter, { position, order, limit }: PageRequest): Sql<FeeRow> {
  const condition = sql.join([sql`TRUE`, ...conditions(workspace, filter, position)], ' AND ')
  const statuses = statusesOf(filter)
  const lookup = lookupOf(filter)
  if (!statuses || lookup) {
    const inStatusSql = statuses ? sql`fees.status IN (${sql.join(statuses)})` : sql`TRUE`
    const index = sql.raw(lookup ? `INDEXED BY ${lookup}` : '')
    return sql<FeeRow>`
      ${selectFees(workspace, sql`${condition} AND ${inStatusSql}`, index)} ORDER BY ${fees.id} ${order} LIMIT ${limit}`
  }
  // Each status is in the order of ids in the index, so that SQLite merges them and stops at the limit.
  const selections = statuses.map((status) =>
    selectFees(workspace, sql`fees.status = ${status} AND ${condition}`, sql`INDEXED BY fees_by_status`),
  )
  return sql<FeeRow>`${sql.join(selections, ' UNION ALL ')} ORDER BY 1 ${order} LIMIT ${limit}`
}

/** The index that finds what a filter names; left to itself the planner reads all fees of the workspace. */
function lookupOf({ external_id, person_id, person_external_id }: Filter): string | undefined {
  if (external_id !== undefined) return 'fees_by_external_id'
  return (person_id ?? person_external_id) ? 'fees_by_person' : undefined
}

/** The statuses that a filter asks for; undefined for all. */
function statusesOf({ status, due_before }: Filter): FeeStatus[] | undefined {
  if (status !== undefined) return [...new Set([status].flat())]
  return due_before === undefined ? undefined : ['open', 'returned']
}

function* conditions(workspace: Sql, filter: Filter, position: Position | undefined): Iterable<Sql> {
  const { person_id, person_external_id, external_id, reference, due_before, created_since, updated_since } =
    filter
  if (person_id !== undefined) yield sql`${fees.personId} = ${person_id}`
  if (person_external_id !== undefined)
    yield sql`${fees.personId} IN (
      SELECT id FROM persons WHERE workspace_id = ${workspace}
        AND list_id IN ('members', 'contacts') AND external_id = ${person_external_id})`
  if (external_id !== undefined) yield sql`${fees.externalId} = ${external_id}`
  if (reference !== undefined) yield hasReferenceSql(reference)
  if (due_before !== undefined) yield sql`${fees.dueOn} < ${due_before}`
  if (created_since !== undefined) yield sql`${fees.id} >= ${firstIdAt('fee', new Date(created_since))}`
  if (updated_since !== undefined) yield sql`${fees.updatedAt} >= ${inUtc(updated_since)}`
  yield beyondIdSql(position, fees.id)
}

/** The condition that a fee has a reference. It holds the beginning of the fee's id, so that it needs no index of its own. */
export function hasReferenceSql(reference: string): Sql {
  const prefix = idPrefixOf(reference, 'fee')
  return sql`${fees.reference} = ${reference} AND ${fees.id} >= ${prefix} AND ${fees.id} < ${`${prefix}~`}`
}
