import { z } from 'zod'
import { bankLines } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { showsIbans } from '../collections/collection'
import {
  type Cursors,
  cutPage,
  MAX_PER_PAGE,
  type Position,
  pagingQuery,
  readCursor,
  requireOwnCursor,
} from '../shared/paging'
import { singleLine } from '../shared/text'
import { type BankLine, type LineRow, lineToApi, selectLines } from './bank-line'
import type { Suggested } from './suggest/suggest'
import { suggestFor } from './suggested'

/** The query of a page of bank lines. */
export const bankLinesQuery = z.strictObject({
  ...pagingQuery,
  account_id: singleLine(255).optional().describe('Only lines of this account'),
  state: z.enum(bankLines.state.enumValues).optional().describe('Only lines in this state. By index.'),
})

type LinesQuery = z.infer<typeof bankLinesQuery>
type Filter = Omit<LinesQuery, 'cursor' | 'per_page'>

/** A line with what it may be. */
export type SuggestedLine = { line: BankLine } & Suggested

/**
 * Lists a page of bank lines in the order of their days, with what each open one may be. Two trips, one where no line is
 * open. Throws `permission_missing`, and `invalid` for a cursor of another list.
 */
export async function listLines(
  principal: Principal,
  { query: { cursor, per_page, ...filter } }: { query: LinesQuery },
): Promise<{ lines: SuggestedLine[]; locale: string; perPage: number; cursors: Cursors }> {
  const position = readCursor(cursor)?.position
  const perPage = Number(per_page ?? MAX_PER_PAGE)
  const { credential, rows } = await query(
    principal,
    { page: selectPage(principal.workspace(), filter, position, perPage + 1) },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const { id, locale } = credential.workspace
  const scope = JSON.stringify([id, 'bank_lines', filter])
  await requireOwnCursor(cursor, scope)
  const keyOf = (line: LineRow) => `${line.booked_on}.${line.id}`
  const page = await cutPage(rows.page, { perPage, position, scope, keyOf })
  const suggested = await suggestFor(principal, page.rows)
  const isWhole = showsIbans(credential)
  const lines = page.rows.map((line, index) => ({
    line: lineToApi(line, isWhole),
    suggestion: suggested[index]?.suggestion ?? null,
    alternatives: suggested[index]?.alternatives ?? [],
  }))
  return { lines, locale, perPage, cursors: page.cursors }
}

function selectPage(
  workspace: Sql,
  { account_id, state }: Filter,
  position: Position | undefined,
  limit: number,
): Sql<LineRow> {
  const order = sql.raw(position?.direction === 'prev' ? 'DESC' : 'ASC')
  const conditions = [
    ...(account_id === undefined ? [] : [sql`bank_lines.account_id = ${account_id}`]),
    ...(position ? [isBeyond(position)] : []),
  ]
  // Each state is in the order of days in the index, so that SQLite merges them and stops at the limit.
  const states = state ? [state] : bankLines.state.enumValues
  const selections = states.map((one) =>
    selectLines(
      workspace,
      sql.join([sql`bank_lines.state = ${one}`, ...conditions], ' AND '),
      sql`INDEXED BY bank_lines_by_date`,
    ),
  )
  return sql<LineRow>`
    ${sql.join(selections, ' UNION ALL ')} ORDER BY booked_on ${order}, id ${order} LIMIT ${limit}`
}

function isBeyond({ direction, key }: Position): Sql {
  const [day, id] = [key.slice(0, DAY_LENGTH), key.slice(DAY_LENGTH + 1)]
  const compares = sql.raw(direction === 'prev' ? '<' : '>')
  return sql`(bank_lines.booked_on, bank_lines.id) ${compares} (${day}, ${id})`
}

const DAY_LENGTH = '2026-01-31'.length
