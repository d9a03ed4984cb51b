import { retryOnConflict, type Statement, WriteConflict } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { idempotently, storeResult } from '../access/idempotency'
import { inList, type Principal } from '../access/principal'
import { type ListColumns, type ListContext, writableList, writeToList } from '../custom-columns/query-list'
import { newId } from '../shared/ids'
import { uniqueStrings } from '../shared/text'
import { validate } from '../shared/validation'
import { diff, NUMBER_TAKEN, personIssues, TAKEN } from './diff'
import { openJsonIn, PERSON_ROW } from './person'
import { toVersioned, type VersionedPerson } from './precondition'
import { type PersonInput, schemasFor } from './schemas'
import { recordCreations } from './store/events'
import { selectByExternalIds } from './store/lookups'
import { failUnlessUnnumbered, selectNumbered } from './store/numbers'
import { type NewPerson, Patches } from './store/patches'
import { insertPersons } from './store/write'

/**
 * A person to create in a list. `toBody` makes the input from the columns of the list. A `membershipNumber` must not belong
 * to another member. The statements `alongside` run after the creation in its batch, with the tenant filter of the write.
 */
type NewPersonRequest = {
  list: string
  externalId: unknown
  membershipNumber?: string | null
  toBody: (columns: ListColumns) => PersonInput
  alongside?: (workspace: Sql, personId: string) => Statement[]
}

/** Creates a person from an input; see {@link createPersonFrom}. */
export const createPerson = (
  principal: Principal,
  { list, body }: { list: string; body: PersonInput },
): Promise<VersionedPerson> =>
  createPersonFrom(principal, { list, externalId: body.external_id, toBody: () => body })

/**
 * Creates a person, `unconfirmed` as an applicant. One trip with the cached columns, two without; three if the cached
 * ones were not current. Throws `invalid`, also for a taken `external_id`.
 */
export async function createPersonFrom(
  principal: Principal,
  request: NewPersonRequest,
): Promise<VersionedPerson> {
  const stored = await idempotently(principal, () =>
    retryOnConflict((attempt) => create(principal, request, attempt > 1)),
  )
  // A replay has the same ETag, since the version is stored before the JSON.
  const start = stored.indexOf('{')
  return { version: stored.slice(0, start), json: stored.slice(start) }
}

async function create(
  principal: Principal,
  { list, externalId, membershipNumber, toBody, alongside }: NewPersonRequest,
  readFirst: boolean,
): Promise<string> {
  const externalIds = uniqueStrings([externalId])
  const numbers = uniqueStrings([membershipNumber])
  const lookups = () => ({
    holders: selectByExternalIds(principal.workspace(), list, externalIds),
    numbered: selectNumbered(principal.workspace(), numbers),
  })
  return writeToList(principal, list, { lookups, readFirst }, async ({ columns, write }, snapshot) => {
    const input = validate(schemasFor(columns).newPerson, toBody(columns), function* (given) {
      yield* personIssues(given, undefined, columns)
      if (snapshot && snapshot.rows.holders.length > 0) yield TAKEN
      if (snapshot && snapshot.rows.numbered.length > 0) yield NUMBER_TAKEN
    })
    const person: NewPerson = {
      id: newId('per', principal.now),
      area: input.creation_behaviour === 'unconfirmed' ? 'applications' : 'regular',
      custom_values: {},
      ...diff(input, undefined, columns),
    }
    const workspace = writableList(principal, columns)
    const { context, rows } = await write({
      free: failUnlessUnnumbered(principal.workspace(), numbers),
      created: insertPersons(workspace, columns.list, new Patches(person)),
      recorded: recordCreations(principal.actor, workspace, columns.list, person.area, [person.id]),
      alongside: alongside?.(workspace, person.id) ?? [],
      result: snapshot
        ? storeResult(principal, resultSql(principal, snapshot.context, person), person.id)
        : [],
    })
    const [row] = rows.created
    if (!row) throw new WriteConflict()
    const { version, json } = toVersioned(row, context)
    return `${version}${json}`
  })
}

/** The result of a creation, as SQL that runs after it in the same batch. */
function resultSql(principal: Principal, context: ListContext, { id, area, ...patch }: NewPerson): Sql {
  const leaveDate = (patch.leave_date as string | undefined) ?? null
  const row = {
    id,
    area,
    leaveDate,
    openJson: '',
    customValues: JSON.stringify(patch.custom_values),
    revision: 1,
  }
  const { version, json } = toVersioned(row, context)
  return sql`(SELECT ${version} || ${openJsonIn(context)} || ${json} FROM (
    SELECT ${PERSON_ROW} FROM persons
    WHERE ${inList(principal.workspace(), context.list)} AND persons.area = ${area} AND persons.id = ${id}))`
}
