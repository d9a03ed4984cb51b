import { sql } from '../../db/sql'
import { permits } from '../access/authorize'
import type { Principal } from '../access/principal'
import { columnKey } from '../custom-columns/column'
import { queryList } from '../custom-columns/query-list'
import { type Event, toApi as eventToApi } from '../events/event'
import { selectHistory } from '../events/history'
import { type ReadableFee, selectFees, toApi } from '../fees/readable-fee'
import { requirePerson } from './get'
import { maskedFor } from './mask'
import { type Person, parsePerson } from './person'
import { selectPerson } from './store/lookups'

/** How many events a file has at most: the last ones. */
const MAX_EVENTS = 10_000

/** All that is stored about a person; `custom_columns` are the names of columns by their keys on the person. */
export type PersonalData = {
  list: string
  person: Person
  custom_columns: Record<string, string>
  fees: ReadableFee[]
  events: Event[]
}

/**
 * Gets all that is stored about a person. Without `bank_accounts:read` the IBAN is masked, and without `fees:read` there
 * are no fees. One trip. Throws what `queryList` throws, and `not_found`.
 */
export async function getPersonalData(
  principal: Principal,
  { list, id }: { list: string; id: string },
): Promise<PersonalData> {
  const workspace = principal.workspace()
  const { credential, context, rows } = await queryList(principal, list, 'read', {
    persons: selectPerson(workspace, list, id),
    fees: selectFees(workspace, sql`fees.person_id = ${id}`, sql.raw('INDEXED BY fees_by_person')),
    events: selectHistory(workspace, id, MAX_EVENTS),
  })
  return {
    list: context.list,
    person: maskedFor(credential.permissions, parsePerson(requirePerson(rows.persons), context)),
    custom_columns: Object.fromEntries(context.columns.map((column) => [columnKey(column), column.name])),
    fees: permits(credential, 'fees:read') ? rows.fees.map(toApi) : [],
    events: rows.events.map(eventToApi).reverse(),
  }
}
