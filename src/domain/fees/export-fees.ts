import { trip } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { TENANT, workspaceCte } from '../access/principal'
import { query } from '../access/query'
import { expectedZone, isExpectedZone } from '../access/time-zone'
import { type Changes, recordEvents } from '../events/record'
import { DISPLAY_NAME } from '../persons/person'
import { todayIn } from '../shared/dates'
import { refusedAt } from '../shared/error-list'
import type { StaffCredential, StaffPrincipal } from '../staff/principal'
import type { FeeQuery } from './browse-query'
import { JOIN_DEBTORS, LISTED, type ListedFee, type ListedRow, toListed } from './listed-fee'
import { MAX_FEES_MATCHED, orderOf, selectMatching } from './matching'
import { DUES, ofPayerOfFee, type ReadableFee } from './readable-fee'

/** A fee as the file has it: with who pays it for the person, what it is made up of, and what it is booked to. */
export type ExportedFee = ListedFee &
  Booked & { external_id: string | null; payer_name: string | null; dues: ReadableFee['dues'] }

type Booked = { costunit_name: string | null; category_name: string | null; sphere: string | null }

/**
 * Reads all fees that a query matches, in its order, and records that they were exported. Two trips, a third where the time zone
 * of the workspace is not the expected one. Throws `permission_missing`, and `invalid` for more than `MAX_FEES_MATCHED` fees.
 */
export async function exportFees(
  principal: StaffPrincipal,
  { query: asked }: { query: FeeQuery },
): Promise<ExportedFee[]> {
  const today = todayIn(expectedZone(principal), principal.now)
  const { credential, rows } = await query(
    principal,
    { fees: selectAll(principal.workspace(), asked, today) },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  if (!isExpectedZone(principal, credential)) return exportFees(principal, { query: asked })
  if (rows.fees.length > MAX_FEES_MATCHED)
    throw refusedAt('query', { code: 'too_many_fees_match', max: MAX_FEES_MATCHED })
  await recordExport(principal, credential, rows.fees.length)
  return rows.fees.map(({ external_id, payer_name, dues, costunit_name, category_name, sphere, ...row }) => ({
    ...toListed(row, credential),
    external_id,
    payer_name,
    dues: dues === null ? null : JSON.parse(dues),
    costunit_name,
    category_name,
    sphere,
  }))
}

/** Records how many fees were exported, but no condition: it may name a person, and this event is never emptied. */
async function recordExport(principal: StaffPrincipal, { workspace }: StaffCredential, count: number) {
  const { id, name } = workspace
  const changes: Changes = { fees: [null, count] }
  await trip(principal.db, {
    recorded: recordEvents(
      principal.actor,
      principal.writableWorkspace({ permission: 'fees:read' }),
      { action: 'fees.exported', subject: 'workspace' },
      [{ id, name, changes }],
    ),
  })
}

type ExportedRow = ListedRow &
  Booked & { external_id: string | null; payer_name: string | null; dues: string | null }

const selectAll = (workspace: Sql, asked: FeeQuery, today: string): Sql<ExportedRow> => sql<ExportedRow>`
  WITH ${workspaceCte(workspace)}
  SELECT ${LISTED}, fees.external_id, ${ofPayerOfFee(TENANT, DISPLAY_NAME)} AS payer_name, ${DUES} AS dues, fees.sphere, unit.name AS costunit_name, category.name AS category_name
  FROM ${selectMatching(TENANT, asked, today, { limit: MAX_FEES_MATCHED + 1 })} AS fees ${JOIN_DEBTORS}
  LEFT JOIN cost_units AS unit ON unit.workspace_id = ${TENANT} AND unit.id = fees.cost_unit_id
  LEFT JOIN cost_unit_categories AS category ON category.workspace_id = ${TENANT}
    AND category.cost_unit_id = fees.cost_unit_id AND category.id = fees.category_id
  ORDER BY ${orderOf(asked, 'fees.').by(undefined)}`
