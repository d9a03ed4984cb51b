import { retryOnConflict, type Statement, WriteConflict } from '../../db/client'
import type { Sql } from '../../db/sql'
import { idempotently, storeResult } from '../access/idempotency'
import type { Principal } from '../access/principal'
import { type ListColumns, type ListContext, writableList, writeToList } from '../custom-columns/query-list'
import { RELATION_KEYS } from '../person-fields/fields'
import { newId } from '../shared/ids'
import { uniqueStrings } from '../shared/text'
import { validate } from '../shared/validation'
import { diff, NUMBER_TAKEN, personIssues, TAKEN } from './diff'
import { MandateReferences, referencesIn } from './mandate-references'
import { listsOfPayers, namesAny, type RelationNames, relationsIn, selectNamed } from './payers/facts'
import { failUnlessGuarded, failUnlessPaid } from './payers/guard'
import { namedByExternalId, namedIn, withNamedIds } from './payers/named'
import { relationRule } from './payers/relation-rule'
import { toVersioned, type VersionedPerson } from './precondition'
import { type PersonInput, schemasFor } from './schemas'
import { recordCreations } from './store/events'
import { selectByExternalIds } from './store/lookups'
import { selectReferences } from './store/mandate-references'
import { failUnlessUnnumbered, selectNumbered } from './store/numbers'
import { type NewPerson, Patches } from './store/patches'
import { insertPersons } from './store/write'
import { personFromResult, resultSql } from './stored-result'

/**
 * A person to create in a list. `toBody` makes the input from the columns of the list. A `membershipNumber` must not belong
 * to another member. The statements `alongside` run after the creation in its batch, with the tenant filter of the write.
 */
type NewPersonRequest = {
  list: string
  externalId: unknown
  named?: RelationNames
  mandateReference?: string | null
  membershipNumber?: string | null
  toBody: (columns: ListColumns) => PersonInput
  alongside?: (workspace: Sql, personId: string) => Statement[]
}

const NOBODY: RelationNames = { ids: [], externalIds: [] }

/** Creates a person from an input; see {@link createPersonFrom}. */
export const createPerson = (
  principal: Principal,
  { list, body }: { list: string; body: PersonInput },
): Promise<VersionedPerson> =>
  createPersonFrom(principal, {
    list,
    externalId: body.external_id,
    named: relationsIn([body]),
    mandateReference: referencesIn([body])[0] ?? null,
    toBody: () => body,
  })

/**
 * Creates a person, `unconfirmed` as an applicant. One trip with the cached columns, two without, and with a payer or guardian, who is read
 * first; three if the cached ones were not current. Throws `invalid`, also for a taken `external_id`.
 */
export async function createPersonFrom(
  principal: Principal,
  request: NewPersonRequest,
): Promise<VersionedPerson> {
  const stored = await idempotently(principal, () =>
    retryOnConflict((attempt) =>
      create(principal, request, attempt > 1 || namesAny(request.named ?? NOBODY)),
    ),
  )
  return personFromResult(stored)
}

async function create(
  principal: Principal,
  {
    list,
    externalId,
    named = NOBODY,
    mandateReference,
    membershipNumber,
    toBody,
    alongside,
  }: NewPersonRequest,
  readFirst: boolean,
): Promise<string> {
  const externalIds = uniqueStrings([externalId])
  const numbers = uniqueStrings([membershipNumber])
  const lookups = () => ({
    holders: selectByExternalIds(principal.workspace(), list, externalIds),
    numbered: selectNumbered(principal.workspace(), numbers),
    payers: selectNamed(principal.workspace(), named),
    references: selectReferences(principal.workspace(), uniqueStrings([mandateReference])),
  })
  return writeToList(principal, list, { lookups, readFirst }, async ({ columns, write }, snapshot) => {
    const id = newId('per', principal.now)
    const body = toBody(columns)
    const lists = snapshot ? listsOfPayers(snapshot.credential) : []
    const found = snapshot?.rows.payers ?? []
    const idOf = namedByExternalId(found, lists, columns.list, { given: new Map([[body.external_id, id]]) })
    const relations = RELATION_KEYS.map((relation) => namedIn(body, relation, columns, idOf))
    const input = validate(schemasFor(columns).newPerson, withNamedIds(body, relations), function* (given) {
      yield* personIssues(given, undefined, columns)
      if (snapshot && snapshot.rows.holders.length > 0) yield TAKEN
      if (snapshot && snapshot.rows.numbered.length > 0) yield NUMBER_TAKEN
      if (snapshot) yield* new MandateReferences(snapshot.rows.references).issuesOf(given, undefined)
      if (snapshot)
        yield* relationRule(
          { payers: found, dependants: [] },
          lists,
          columns,
        )(relations, {
          id,
          area: areaOf(given),
          birthdate: given.birthdate,
        })
    })
    const person: NewPerson = {
      id,
      area: areaOf(input),
      custom_values: {},
      ...diff(input, undefined, columns),
    }
    const workspace = writableList(principal, columns)
    const { context, rows } = await write({
      free: failUnlessUnnumbered(principal.workspace(), numbers),
      created: insertPersons(workspace, columns.list, new Patches(person)),
      recorded: recordCreations(principal.actor, workspace, columns.list, person.area, [person.id]),
      paid: person.payer_id ? failUnlessPaid(principal.workspace(), [person.id]) : [],
      guarded: person.guardian_id ? failUnlessGuarded(principal.workspace(), [person.id]) : [],
      alongside: alongside?.(workspace, person.id) ?? [],
      result: snapshot
        ? storeResult(principal, createdSql(principal, snapshot.context, person), person.id)
        : [],
    })
    const [row] = rows.created
    if (!row) throw new WriteConflict()
    const { version, json } = toVersioned(row, context)
    return `${version}${json}`
  })
}

const areaOf = ({ creation_behaviour: behaviour }: PersonInput): NewPerson['area'] =>
  behaviour === 'unconfirmed' ? 'applications' : 'regular'

/** The result of a creation, as SQL that runs after it in the same batch. */
function createdSql(principal: Principal, context: ListContext, { id, area, ...patch }: NewPerson): Sql {
  const leaveDate = (patch.leave_date as string | undefined) ?? null
  const customValues = JSON.stringify(patch.custom_values)
  return resultSql(principal, context, { id, area, leaveDate, openJson: '', customValues, revision: 1 })
}
