import { type Sql, sql } from '../../db/sql'
import { permits } from '../access/authorize'
import { requireFreshProof } from '../access/fresh-proof'
import type { ListId } from '../access/lists'
import { inList, type Principal, TENANT } from '../access/principal'
import { columnKey } from '../custom-columns/column'
import { queryList } from '../custom-columns/query-list'
import { type Event, toApi as eventToApi } from '../events/event'
import { selectPersonHistory } from '../events/history'
import { insertEvents } from '../events/record'
import { BY_PERSON } from '../fees/open-amount'
import { type ReadableFee, selectFees, toApi } from '../fees/readable-fee'
import { requirePerson } from '../persons/get'
import { maskedFor, maskIban, maskIbansIn } from '../persons/mask'
import { DISPLAY_NAME, type Person, parsePerson } from '../persons/person'
import { PERSON_TABLES } from '../persons/person-tables'
import { selectPerson } from '../persons/store/lookups'
import { SUBJECT } from '../persons/subject'
import type { StaffPrincipal } from '../staff/principal'
import { needsProof } from '../staff/proofs'

/** How many events a file has at most: the last ones. */
const MAX_EVENTS = 10_000

/** All that is stored about a person; `custom_columns` are the names of columns by their keys on the person. */
export type PersonalData = {
  list: string
  person: Person
  custom_columns: Record<string, string>
  fees: ReadableFee[]
  events: Event[]
  /** What other tables have of the person, as `PERSON_TABLES` says: rows by key. Amounts are in cents. */
  more: Record<string, Record<string, unknown>[]>
}

/**
 * Exports all that is stored about a person, and records the export. Without `bank_accounts:read` the IBAN is masked, and
 * without `fees:read` there are no fees; `PERSON_TABLES` says what is told of other tables. One trip.
 * Throws what `queryList` throws, `proof_required` and `not_found`.
 */
export async function exportPersonalData(
  principal: StaffPrincipal,
  { list, id }: { list: ListId; id: string },
): Promise<PersonalData> {
  const workspace = principal.workspace()
  const { credential, context, rows } = await queryList(principal, list, 'read', {
    persons: selectPerson(workspace, list, id),
    fees: selectFees(workspace, sql`fees.person_id = ${id}`, BY_PERSON),
    events: selectPersonHistory(workspace, id, MAX_EVENTS),
    recorded: recordExport(principal, list, id),
    ...Object.fromEntries(TOLD.map(({ key, select }) => [key, select(workspace, id)])),
  })
  if (needsProof('export_person')) requireFreshProof(credential, principal.now)
  return {
    list: context.list,
    person: maskedFor(credential.permissions, parsePerson(requirePerson(rows.persons), context)),
    custom_columns: Object.fromEntries(context.columns.map((column) => [columnKey(column), column.name])),
    fees: permits(credential, 'fees:read') ? rows.fees.map(toApi) : [],
    events: rows.events.map(eventToApi).reverse(),
    more: Object.fromEntries(
      TOLD.filter(({ needs }) => !needs || permits(credential, needs)).map(({ key }) => [
        key,
        (rows as Record<string, unknown[]>)[key]?.map((row) => shown(row as Record<string, unknown>)) ?? [],
      ]),
    ),
  }

  function shown(row: Record<string, unknown>): Record<string, unknown> {
    if (permits(credential, 'bank_accounts:read')) return row
    const masked = Object.entries(row).map(([column, value]) => [
      column,
      typeof value !== 'string' ? value : column === 'iban' ? maskIban(value) : maskIbansIn(value),
    ])
    return Object.fromEntries(masked)
  }
}

/** The tables that are told of row by row. */
const TOLD = PERSON_TABLES.flatMap(({ told }) =>
  'key' in told && told.select ? [{ ...told, select: told.select }] : [],
)

// Without the permission and the proof the tenant filter is NULL, and no person is found.
const recordExport = (principal: Principal, list: ListId, id: string): Sql =>
  insertEvents(
    principal.actor,
    principal.writableWorkspace({ permission: `${list}:read`, freshProof: needsProof('export_person') }),
    { action: 'person.exported', subject: SUBJECT[list] },
    sql`
      SELECT id, ${DISPLAY_NAME}, json_object('format', json_array(NULL, 'json')) FROM persons
      WHERE ${inList(TENANT, list)} AND area IN ('regular', 'applications') AND id = ${id}`,
  )
