import * as z from 'zod'
import { pack, unpack } from '../../../db/json'
import { bankLines } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { showsIbans } from '../../persons/mask'
import { keyset } from '../../shared/keyset'
import { answerPage, type Cursors, type PageRequest, pageRequest, pagingQuery } from '../../shared/paging'
import { singleLine } from '../../shared/text'
import { LOOKUP_COLUMNS, LOOKUPS, selectCandidates } from '../suggest/select-candidates'
import type { Suggested } from '../suggest/suggest'
import { type BankLine, LISTED, LISTED_KEYS, type ListedRow, lineToApi, selectLines } from './bank-line'
import { suggestFor } from './suggested'

/** The query of a page of bank lines. */
export const bankLinesQuery = z.strictObject({
  ...pagingQuery,
  account_id: singleLine(255).optional().describe('Only lines of this account'),
  state: z.enum(bankLines.state.enumValues).optional().describe('Only lines in this state. By index.'),
})

/** The order of bank lines: by day, then by id. */
const IN_ORDER = keyset([bankLines.bookedOn, bankLines.id])

type LinesQuery = z.infer<typeof bankLinesQuery>
type Filter = Omit<LinesQuery, 'cursor' | 'per_page'>

/** A line with what it may be. */
export type SuggestedLine = { line: BankLine } & Suggested

/**
 * Lists a page of bank lines in the order of their days, with what each open one may be. One trip. Throws
 * `permission_missing`, and `invalid` for a cursor of another list.
 */
export async function listLines(
  principal: Principal,
  { query: { cursor, per_page, ...filter } }: { query: LinesQuery },
): Promise<{ lines: SuggestedLine[]; locale: string; perPage: number; cursors: Cursors }> {
  const request = pageRequest({ cursor, per_page })
  const { credential, rows } = await query(
    principal,
    {
      page: pack(LISTED_KEYS, selectPage(principal.workspace(), filter, request)),
      ...selectCandidates(principal, selectPageLookups(principal.workspace(), filter, request)),
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const { locale } = credential.workspace
  const paged = { workspace: credential.workspace, scope: ['bank_lines', filter] }
  const keyOf = (line: ListedRow) => `${line.booked_on}.${line.id}`
  const listed = unpack<ListedRow>(LISTED_KEYS, rows.page)
  const { rows: page, ...paging } = answerPage(request, listed, { ...paged, keyOf })
  const { suggested } = await suggestFor(principal, page, rows)
  const isWhole = showsIbans(credential)
  const lines = page.map((line, index) => ({
    line: lineToApi(line, isWhole),
    suggestion: suggested[index]?.suggestion ?? null,
    alternatives: suggested[index]?.alternatives ?? [],
  }))
  return { lines, locale, ...paging }
}

function selectPage(
  workspace: Sql,
  { account_id, state }: Filter,
  { position, order, limit }: PageRequest,
  columns = LISTED,
): Sql<ListedRow> {
  const conditions = [
    ...(account_id === undefined ? [] : [sql`bank_lines.account_id = ${account_id}`]),
    IN_ORDER.beyondSql(position),
  ]
  // Each state is in the order of days in the index, so that SQLite merges them and stops at the limit.
  const states = state ? [state] : bankLines.state.enumValues
  const selections = states.map((one) =>
    selectLines(workspace, sql.join([sql`bank_lines.state = ${one}`, ...conditions], ' AND '), {
      index: sql`INDEXED BY bank_lines_by_date`,
      columns,
    }),
  )
  return sql<ListedRow>`
    ${sql.join(selections, ' UNION ALL ')} ORDER BY booked_on ${order}, id ${order} LIMIT ${limit}`
}

/** What the open lines of a page look up. */
const selectPageLookups = (workspace: Sql, filter: Filter, request: PageRequest): Sql => {
  const columns = sql`${LOOKUP_COLUMNS}, state, id`
  return sql`SELECT ${LOOKUPS} FROM (${selectPage(workspace, filter, request, columns)}) WHERE state = 'open'`
}
