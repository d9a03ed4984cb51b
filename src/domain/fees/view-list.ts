import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { TENANT, workspaceCte } from '../access/principal'
import { query } from '../access/query'
import { expectedZone, isExpectedZone } from '../access/time-zone'
import { isOfDeceased, namesakesAmong } from '../persons/namesake'
import { todayIn } from '../shared/dates'
import { type Cursors, cutPage, readCursor, requireOwnCursor } from '../shared/paging'
import { epochOf } from '../shared/restores'
import type { StaffCredential, StaffPrincipal } from '../staff/principal'
import { FEES_PER_PAGE, type FeeQuery, isNarrowed, writeFeeQuery } from './browse-query'
import { type ListedFee, type ListedRow, selectListed, toListed } from './listed-fee'
import { keyIn, orderOf, selectMatching } from './matching'
import {
  type FeeTotals,
  isUnsettled,
  queryTotals,
  segmentSums,
  selectSegmentSums,
  selectTotals,
  type Unsettled,
} from './segment-sums'

/** A page of the list of fees. */
export type FeesPage = {
  fees: ListedFee[]
  /** What matches the query, on all pages. */
  totals: FeeTotals
  segments: Record<Unsettled, FeeTotals>
  /** The number of the first fee among all matches. */
  from: number
  cursors: Cursors
  /** The cost units that are not archived, to filter by. */
  costUnits: { id: string; name: string }[]
  /** The date in the workspace. */
  today: string
  credential: StaffCredential
}

/**
 * Reads a page of the list of fees for staff, with the totals of all matches and of the segments that are not settled. Reads
 * the rows of the page, and at most `MAX_FEES_MATCHED` to sum and to search. One trip; a second if the time zone of the
 * workspace is not the expected one, or where no fee is left on the page. Throws `permission_missing`, and `invalid` for a
 * cursor of another query or of the time before a restore.
 */
export async function viewFees(
  principal: StaffPrincipal,
  { query: asked }: { query: FeeQuery },
): Promise<FeesPage> {
  const workspace = principal.workspace()
  const today = todayIn(expectedZone(principal), principal.now)
  const position = readCursor(asked.cursor)?.position
  // The sums of a whole segment are among those of all segments.
  const isSummed = !isNarrowed(asked) && isUnsettled(asked.status)
  const { credential, rows } = await query(
    principal,
    {
      page: selectPage(workspace, asked, today),
      segments: selectSegmentSums(workspace, today),
      totals: isSummed ? [] : [selectTotals(workspace, asked, today)],
      costUnits: selectCostUnitNames(workspace),
    },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  if (!isExpectedZone(principal, credential)) return viewFees(principal, { query: asked })
  const scope = JSON.stringify([credential.workspace.id, 'fees', writeFeeQuery(asked).toString()])
  const epoch = epochOf(credential.workspace)
  requireOwnCursor(asked.cursor, scope, epoch)
  // What was on the page is settled by now.
  if (position && rows.page.length === 0)
    return viewFees(principal, { query: { ...asked, cursor: undefined, from: undefined } })
  const cut = cutPage(rows.page, {
    perPage: FEES_PER_PAGE,
    position,
    scope,
    epoch,
    keyOf: (fee: ListedRow) => keyIn(asked, fee),
  })
  const segments = segmentSums(rows.segments)
  const namesakes = namesakesAmong(
    cut.rows.map(({ person_id: id, person_name: name }) => ({ id, name })),
    ({ name }) => name,
  )
  const withNamesake = (row: ListedRow): ListedRow =>
    namesakes.has(row.person_id) || isOfDeceased(row.namesake) ? row : { ...row, namesake: null }
  return {
    fees: cut.rows.map((row) => toListed(withNamesake(row), credential)),
    totals: isUnsettled(asked.status) && isSummed ? segments[asked.status] : queryTotals(rows.totals),
    segments,
    from: (position && asked.from) || 1,
    cursors: cut.cursors,
    costUnits: rows.costUnits,
    today,
    credential,
  }
}

function selectPage(workspace: Sql, asked: FeeQuery, today: string): Sql<ListedRow> {
  const position = readCursor(asked.cursor)?.position
  const matching = selectMatching(TENANT, asked, today, { position, limit: FEES_PER_PAGE + 1 })
  return sql<ListedRow>`WITH ${workspaceCte(workspace)} ${selectListed(matching, orderOf(asked, 'fees.').by(position))}`
}

const selectCostUnitNames = (workspace: Sql) => sql<{ id: string; name: string }>`
  SELECT id, name FROM cost_units WHERE workspace_id = ${workspace} AND archived_at IS NULL ORDER BY name LIMIT 500`
