import { trip } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import { requireFreshProof } from '../../access/fresh-proof'
import { TENANT, workspaceCte } from '../../access/principal'
import type { ListContext } from '../../custom-columns/query-list'
import { type Changes, recordEvents } from '../../events/record'
import type { StaffCredential, StaffPrincipal } from '../../staff/principal'
import { needsProof } from '../../staff/proofs'
import { requireConditions } from '../browse-query'
import { type Selection, selectedSql } from '../bulk/selection'
import { PERSON_ROW, type PersonRow, render } from '../person'
import { queryToday } from '../query-today'
import { csvColumns } from './cells'
import { csvWriter } from './export'

const PER_PIECE = 500

/**
 * Exports the persons of a selection as CSV, in the order of their creation, as `exportPersons` does: what it writes can be
 * imported. Without `bank_accounts:read` it has no bank accounts. One trip for 500 persons, and one that records the
 * export before the first piece. Throws before the first piece what `queryList` throws, `invalid` for
 * conditions that the list cannot meet, and `proof_required` for a whole list, or over 100 persons, without a fresh proof.
 */
export async function exportSelection(
  principal: StaffPrincipal,
  { list, selection }: { list: string; selection: Selection },
): Promise<AsyncIterable<string>> {
  const first = await readPiece(principal, list, selection, '')
  const { credential, context } = first
  requireConditions(selection, context, credential.permissions)
  if (isOfMany(selection, first.count)) requireFreshProof(credential, principal.now)
  await recordExport(principal, selection, first)
  return pieces(principal, list, selection, first)
}

/** Records how many persons were exported, but no condition: it may name a person, and this event is never emptied. */
async function recordExport(principal: StaffPrincipal, selection: Selection, piece: Piece): Promise<void> {
  const { context, credential, count } = piece
  const { id, name } = credential.workspace
  const workspace = principal.writableWorkspace({
    permission: `${context.list}:read`,
    freshProof: isOfMany(selection, count),
  })
  const changes: Changes = { list: [null, context.list], persons: [null, count] }
  await trip(principal.db, {
    recorded: recordEvents(principal.actor, workspace, { action: 'persons.exported', subject: 'workspace' }, [
      { id, name, changes },
    ]),
  })
}

type Piece = { credential: StaffCredential; context: ListContext; persons: PersonRow[]; count: number }

async function readPiece(
  principal: StaffPrincipal,
  list: string,
  selection: Selection,
  after: string,
): Promise<Piece> {
  const { credential, context, rows } = await queryToday(principal, list, 'read', (today) => ({
    persons: selectAfter(principal.workspace(), list, selection, today, after),
    counts: after === '' ? countAll(principal.workspace(), list, selection, today) : [],
  }))
  return { credential, context, persons: rows.persons, count: rows.counts[0]?.count ?? 0 }
}

const selectAfter = (
  workspace: Sql,
  list: string,
  selection: Selection,
  today: string,
  after: string,
): Sql<PersonRow> => sql<PersonRow>`
  WITH ${workspaceCte(workspace)}
  SELECT ${PERSON_ROW} FROM persons
  WHERE ${selectedSql(TENANT, list, selection, today)} AND persons.id > ${after}
  ORDER BY persons.id LIMIT ${PER_PIECE}`

const countAll = (
  workspace: Sql,
  list: string,
  selection: Selection,
  today: string,
): Sql<{ count: number }> => sql<{ count: number }>`
  WITH ${workspaceCte(workspace)}
  SELECT count(*) AS count FROM persons WHERE ${selectedSql(TENANT, list, selection, today)}`

async function* pieces(principal: StaffPrincipal, list: string, selection: Selection, first: Piece) {
  const { credential, context } = first
  const columns = csvColumns(context.list, context.columns).filter(
    ({ path }) => !path.startsWith('bank_account.') || credential.permissions.includes('bank_accounts:read'),
  )
  const { head, recordsOf } = csvWriter(columns, credential.workspace.locale)
  yield head
  for (let piece = first; ; ) {
    yield recordsOf(piece.persons.map((row) => render(row, piece.context)))
    const last = piece.persons.at(-1)
    if (!last || piece.persons.length < PER_PIECE) return
    piece = await readPiece(principal, list, selection, last.id)
  }
}

// A query without any condition is the whole list, even if that is short.
const isOfMany = (selection: Selection, count: number): boolean =>
  needsProof('export_persons', count) ||
  ('query' in selection && selection.query.conditions.length === 0 && selection.query.search === '')
