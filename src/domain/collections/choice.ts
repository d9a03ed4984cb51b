import { persons } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { selectFeesOfRun } from '../dues/runs'
import type { FeeQuery } from '../fees/browse-query'
import { selectMatching } from '../fees/matching'
import { ofDebtor } from './debtors'
import { MAX_FEES, selectNamed } from './propose'

/**
 * Which fees to collect: some by their ids, what a query of the list of fees shows, or all that are to be paid and meet a
 * filter. `dueBy` is a date; fees without a due date are due. `runId` is the run of dues that claimed them. `pays` leaves out persons
 * who pay in another way.
 */
export type FeeChoice =
  | { ids: string[] }
  | { query: FeeQuery }
  | {
      dueBy: string | undefined
      costUnitId: string | undefined
      runId: string | undefined
      statuses: readonly ('open' | 'returned')[]
      pays: 'direct_debit' | 'anyone'
    }

/** Queries of the ids of chosen fees on a date as `id`, {@link MAX_FEES} at most. They read the fees to be paid, by index. */
export function selectChosen(workspace: Sql, choice: FeeChoice, today: string): Sql[] {
  if ('ids' in choice) return selectNamed(choice.ids)
  if ('query' in choice)
    return [sql`SELECT id FROM ${selectMatching(workspace, choice.query, today, { limit: MAX_FEES })}`]
  const { dueBy, costUnitId, runId, statuses, pays } = choice
  const condition = sql.join(
    [
      sql`fees.workspace_id = ${workspace}`,
      ...(dueBy ? [sql`(due_on IS NULL OR due_on <= ${dueBy})`] : []),
      ...(costUnitId ? [sql`cost_unit_id = ${costUnitId}`] : []),
      ...(runId ? [sql`fees.id IN (${selectFeesOfRun(workspace, runId)})`] : []),
      ...(pays === 'direct_debit' ? [paysByDebit(workspace)] : []),
    ],
    ' AND ',
  )
  const selections = statuses.map(
    (status) =>
      sql`SELECT fees.id FROM fees INDEXED BY fees_by_status WHERE ${condition} AND status = ${status}`,
  )
  return [sql`${sql.join(selections, ' UNION ALL ')} ORDER BY id LIMIT ${MAX_FEES}`]
}

/**
 * The condition that who is debited for a fee pays by direct debit: as they say, or by a mandate where they say nothing. The fees of
 * those who have lost their payer are chosen as well, to be told that somebody has to decide who pays.
 */
const paysByDebit = (workspace: Sql): Sql => sql`EXISTS (
  SELECT 1 FROM persons
  WHERE persons.workspace_id = ${workspace} AND list_id IN ('members', 'contacts')
    AND area IN ('regular', 'applications') AND persons.id = fees.person_id
    AND (persons.payer_lost_on IS NOT NULL OR ${ofDebtor(PAYS)} = 'direct_debit'))`

const PAYS = sql`coalesce(${persons.paymentMethod}, iif(${persons.sepaMandate} ->> 'reference' IS NULL, '', 'direct_debit'))`
