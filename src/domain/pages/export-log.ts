import { trip } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { requireNeed } from '../access/authorize'
import type { Need } from '../access/principal'
import { query } from '../access/query'
import { expectedZone, isExpectedZone } from '../access/time-zone'
import { type CustomColumn, columnsFromRows } from '../custom-columns/column'
import { selectColumns } from '../custom-columns/query-list'
import { EVENT_ROW } from '../events/event'
import { type Changes, recordEvents } from '../events/record'
import { CHANGED_NAMES, type ToldEvent, type ToldRow, toTold } from '../persons/payers/told-events'
import { refusedAt } from '../shared/error-list'
import type { StaffPrincipal } from '../staff/principal'
import { needsProof } from '../staff/proofs'
import { indexOf, type LogQuery, matchesLogQuery, rangeOf, writeLogQuery } from './log-query'

/** How many events an export has at most. */
const MAX_EXPORTED = 10_000

const TO_EXPORT: Need = { permission: 'audit:read', freshProof: needsProof('export_log') }

/**
 * Reads all events that a query matches, newest first, and records that they were exported. Two trips, a third where the
 * time zone of the workspace is not the expected one. Throws `permission_missing`, `proof_required`, and `invalid` for more than
 * {@link MAX_EXPORTED} events.
 */
export async function exportLog(
  principal: StaffPrincipal,
  { query: asked }: { query: LogQuery },
): Promise<{ events: ToldEvent[]; columns: CustomColumn[] }> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      events: selectAll(workspace, asked, expectedZone(principal)),
      members: selectColumns(workspace, 'members'),
      contacts: selectColumns(workspace, 'contacts'),
    },
    requireNeed(principal, TO_EXPORT),
  )
  if (!isExpectedZone(principal, credential) && (asked.from || asked.to))
    return exportLog(principal, { query: asked })
  if (rows.events.length > MAX_EXPORTED)
    throw refusedAt('query', { code: 'too_many_events_match', max: MAX_EXPORTED })
  const { id, name } = credential.workspace
  const changes: Changes = {
    filter: [null, String(writeLogQuery(asked))],
    events: [null, rows.events.length],
  }
  await trip(principal.db, {
    recorded: recordEvents(
      principal.actor,
      principal.writableWorkspace(TO_EXPORT),
      { action: 'log.exported', subject: 'workspace' },
      [{ id, name, changes }],
    ),
  })
  return {
    events: rows.events.map(toTold),
    columns: [...columnsFromRows('members', rows.members), ...columnsFromRows('contacts', rows.contacts)],
  }
}

function selectAll(workspace: Sql, asked: LogQuery, timeZone: string): Sql<ToldRow> {
  const { first, last } = rangeOf(workspace, asked, timeZone)
  return sql<ToldRow>`
    SELECT ${EVENT_ROW}, ${CHANGED_NAMES} FROM events ${indexOf(asked)}
    WHERE ${matchesLogQuery(workspace, asked)} AND events.number BETWEEN ${first} AND ${last}
    ORDER BY events.number DESC LIMIT ${MAX_EXPORTED + 1}`
}
