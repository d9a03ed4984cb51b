import * as z from 'zod'
import { fees } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { narrowedTo } from '../access/narrowed'
import { type Credential, type Principal, TENANT, workspaceCte } from '../access/principal'
import { query } from '../access/query'
import { queryToday } from '../persons/query-today'
import { narrowingText, requireMeetable } from '../persons/saved-query'
import { matchesQuery } from '../persons/store/browsed'
import { openSegment, type SegmentQuery } from '../segments/shared-segment'
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
  segment_id: singleLine(64)
    .optional()
    .describe(
      'Only fees of the persons whom this segment has now; needs the permission to read its list. Scans the list, and takes one database trip more.',
    ),
  format: z.enum(['json', 'csv']).optional().describe('`csv` gives all pages as one file'),
})

export type FeesQuery = z.infer<typeof feesQuery>
type Filter = Omit<FeesQuery, 'cursor' | 'per_page' | 'format'>

export type FeesPage = { fees: ReadableFee[]; perPage: number; cursors: Cursors; locale: string }

/** The fees that a caller asks for. `segment` has their persons. */
export type AskedFees = { query: FeesQuery; segment?: SegmentQuery | undefined }

/** Looks up the segment that a query names. One trip if it names one. Throws `permission_missing` and `invalid`. */
export async function askedFees(principal: Principal, query: FeesQuery): Promise<AskedFees> {
  const authorize = (credential: Credential) => requirePermission(credential, 'fees:read')
  return { query, segment: await openSegment(principal, { id: query.segment_id, authorize }) }
}

/**
 * Lists a page of fees in the order of their creation. One trip; the rows of the page and a constant, and with a segment those
 * of its list. Throws `permission_missing`, what `requireList` throws for the list of a segment, and `invalid`.
 */
export async function listFees(
  principal: Principal,
  { query: { cursor, per_page, format: _, ...filter }, segment }: AskedFees,
): Promise<FeesPage> {
  const request = pageRequest({ cursor, per_page })
  const { credential, rows } = segment
    ? await queryOfSegment(principal, segment, filter, request)
    : await query(principal, { page: selectPage(principal.workspace(), filter, request) }, (credential) =>
        requirePermission(credential, 'fees:read'),
      )
  requireKnownSince('updated_since', filter.updated_since, credential.workspace)
  const ofSegment = segment ? [narrowingText(segment.query)] : []
  const paged = { workspace: credential.workspace, scope: ['fees', filter, ...ofSegment] }
  const { rows: page, ...paging } = answerPage(request, rows.page, { ...paged, keyOf: ({ id }) => id })
  return { fees: page.map(toApi), ...paging, locale: credential.workspace.locale }
}

/** The rows of a page of the fees of the persons of a segment. */
async function queryOfSegment(
  principal: Principal,
  { list, query: segment }: SegmentQuery,
  filter: Filter,
  request: PageRequest,
) {
  const answer = await queryToday(narrowedTo('fees:read', principal), list, 'read', (today) => ({
    page: sql<FeeRow>`
      WITH ${workspaceCte(principal.workspace())}, chosen (id) AS MATERIALIZED (
        SELECT persons.id FROM persons WHERE ${matchesQuery(TENANT, list, segment, today)})
      ${selectPage(TENANT, filter, request, sql`fees.person_id IN (SELECT id FROM chosen)`)}`,
  }))
  requireMeetable(segment, answer.context, answer.credential.permissions)
  return answer
}

function selectPage(
  workspace: Sql,
  filter: Filter,
  { position, order, limit }: PageRequest,
  ofPersonsSql = sql`TRUE`,
): Sql<FeeRow> {
  const condition = sql.join([ofPersonsSql, ...conditions(workspace, filter, position)], ' AND ')
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
