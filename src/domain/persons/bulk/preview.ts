import type { Statements } from '../../../db/client'
import { sql } from '../../../db/sql'
import { requireFreshProof } from '../../access/fresh-proof'
import { TENANT, workspaceCte } from '../../access/principal'
import type { ListContext } from '../../custom-columns/query-list'
import { refusedAt } from '../../shared/error-list'
import type { StaffCredential, StaffPrincipal } from '../../staff/principal'
import { needsProof } from '../../staff/proofs'
import { requireConditions } from '../browse-query'
import { DISPLAY_NAME } from '../person'
import { queryToday } from '../query-today'
import { markOf } from '../store/bulk-act'
import type { BulkAct } from './act'
import { bulkSeal, MAX_BULK, type Selection, selectedSql } from './selection'

/** What a confirmation shows: how many persons are selected, the names of the first, and what the button carries. */
export type BulkPreview = {
  count: number
  names: string[]
  mark: string
  seal: string
  context: ListContext
}

/** The act, without what it sets: that is typed where it is confirmed. */
export type BulkKind = Pick<BulkAct, 'kind' | 'field'>

const NAMES = 10

/**
 * Reads what an act on a selection would be about. One trip; a second if the date in the workspace is not the expected
 * one. Throws what `requireList` throws, `invalid` for conditions that the list cannot meet and for too many persons, and
 * `proof_required` for the deletion of several without a fresh proof.
 */
export async function previewBulk(
  principal: StaffPrincipal,
  { list, selection, act }: { list: string; selection: Selection; act: BulkKind },
): Promise<BulkPreview> {
  const { credential, context, rows } = await queryToday(principal, list, 'write', (today) =>
    selectSelection(principal, list, selection, today),
  )
  const mark = rows.marks[0]?.mark ?? ''
  const count = Number.parseInt(mark, 10)
  requireSelectable(credential, context, selection, count)
  if (act.kind === 'delete' && needsProof('delete_persons', count))
    requireFreshProof(credential, principal.now)
  return {
    count,
    names: rows.names.map(({ name }) => name),
    mark,
    seal: bulkSeal(credential.workspace.id, list, act, selection, mark),
    context,
  }
}

const selectSelection = (principal: StaffPrincipal, list: string, selection: Selection, today: string) =>
  ({
    marks: sql<{ mark: string }>`
      SELECT ${markOf(principal.workspace(), (workspace) => selectedSql(workspace, list, selection, today))} AS mark`,
    names: sql<{ name: string }>`
      WITH ${workspaceCte(principal.workspace())}
      SELECT ${DISPLAY_NAME} AS name FROM persons WHERE ${selectedSql(TENANT, list, selection, today)}
      ORDER BY last_name_key, first_name_key, persons.id LIMIT ${NAMES}`,
  }) satisfies Statements

function requireSelectable(
  { permissions }: StaffCredential,
  context: ListContext,
  selection: Selection,
  count: number,
): void {
  requireConditions(selection, context, permissions)
  if (count > MAX_BULK) throw refusedAt('selection', { code: 'selection_too_large', max: MAX_BULK })
}
