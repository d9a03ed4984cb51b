import { retryOnConflict, trip, WriteConflict } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import type { Permission } from '../access/permissions'
import type { Principal } from '../access/principal'
import { type ListContext, type ListWriter, writableList, writeToList } from '../custom-columns/query-list'
import { LEAVE_DETAILS, RELATION_KEYS, RELATIONS } from '../person-fields/fields'
import { indexedFields } from '../person-fields/list-fields'
import type { Issue } from '../shared/error-list'
import { uniqueStrings } from '../shared/text'
import { validate } from '../shared/validation'
import { fieldIssues, givenPatch, isUnchangedBy, TAKEN } from './diff'
import { requirePerson } from './get'
import { MandateReferences, referencesIn } from './mandate-references'
import { listsOfPayers, namesAny, relationsIn, selectDependants, selectNamed } from './payers/facts'
import { failUnlessGuarded, failUnlessPaid } from './payers/guard'
import { namedByExternalId, namedIn, withNamedIds } from './payers/named'
import { relationRule } from './payers/relation-rule'
import { type PersonRow, parsePerson } from './person'
import { planUpdate, updateStatements } from './plan-update'
import { type Precondition, requirePrecondition, toVersioned, type VersionedPerson } from './precondition'
import { type PersonInput, schemasFor } from './schemas'
import { selectByExternalIds, selectPerson } from './store/lookups'
import { selectReferences } from './store/mandate-references'
import { writePatch } from './store/write'

type Update = {
  list: string
  idOrExternalId: string
  body: PersonInput
  precondition?: Precondition | undefined
}

/**
 * Updates a person by merging: absent keys stay, `null` clears, `name` merges by part. One trip with the cached
 * columns; two without them, for indexed fields, for the end of a membership, and under a precondition, since the person is read first; three if
 * the cached columns were not current. Throws `invalid`, `not_found`, and `changed_meanwhile` if the precondition
 * does not hold. Two writers of different fields both win. A write-only key reads what it writes: the answer is the
 * whole person, as the contract has it.
 */
export async function updatePerson(principal: Principal, update: Update): Promise<VersionedPerson> {
  const { list, idOrExternalId, body, precondition } = update
  const isReadFirst = precondition !== undefined || READ_FIRST.some((key) => key in body)
  return retryOnConflict((attempt) => {
    const workspace = principal.workspace()
    const lookups = () => ({
      persons: [selectPerson(workspace, list, idOrExternalId)],
      holders: selectByExternalIds(workspace, list, uniqueStrings([body.external_id])),
      references: selectReferences(workspace, referencesIn([body])),
      ...relationLookups(workspace, list, idOrExternalId, body),
    })
    const options = { lookups, readFirst: isReadFirst || attempt > 1 }
    return writeToList(principal, list, options, async (writer, snapshot) => {
      if (!snapshot) return updateUnread(principal, writer, idOrExternalId, body)
      const { credential, context, rows } = snapshot
      const row = requirePerson(rows.persons)
      requirePrecondition(row, context, precondition)
      const isTaken = rows.holders.some((holder) => holder.id !== row.id)
      const stored = parsePerson(row, context)
      const lists = listsOfPayers(credential)
      const given = new Map([[body.external_id, row.id]])
      const idOf = namedByExternalId(rows.payers, lists, context.list, { given })
      const relations = RELATION_KEYS.map((relation) => namedIn(body, relation, context, idOf))
      const { payer_id: payerId, guardian_id: guardianId } = stored
      const person = { ...row, payerId, guardianId, birthdate: body.birthdate ?? stored.birthdate }
      const taken = [
        ...(isTaken ? [TAKEN] : []),
        ...new MandateReferences(rows.references).issuesOf(body, stored),
        ...relationRule(rows, lists, context)(relations, person),
      ]
      return updateRow(principal, context, row, withNamedIds(body, relations), taken)
    })
  })
}

/** What decides whether those may be payer and guardian whom a body names. */
const relationLookups = (workspace: Sql, list: string, idOrExternalId: string, body: PersonInput) => {
  const named = relationsIn([body])
  const person = sql`SELECT id FROM (${selectPerson(workspace, list, idOrExternalId)})`
  return {
    payers: selectNamed(workspace, named),
    dependants: namesAny(named) ? [selectDependants(workspace, person)] : [],
  }
}

const READ_FIRST = [
  ...indexedFields('members').map(([key]) => key),
  ...Object.values(RELATIONS),
  'leave_date',
  ...LEAVE_DETAILS,
]

/** Writes an input over a person that was not read. Throws `WriteConflict` if it must be read first. One trip. */
async function updateUnread(
  principal: Principal,
  { columns, write }: ListWriter,
  idOrExternalId: string,
  body: PersonInput,
): Promise<VersionedPerson> {
  const input = validate(schemasFor(columns).person, body, (given) => fieldIssues(given, undefined, columns))
  const patch = givenPatch(input, columns)
  const person = selectPerson(principal.workspace(), columns.list, idOrExternalId)
  const workspace = writableList(principal, columns)
  const { context, rows } = await write({
    ...writePatch(principal.actor, workspace, columns.list, idOrExternalId, patch),
    // The person as it is, unless the statement before this one has changed it.
    unchanged: sql<PersonRow>`
      SELECT person.* FROM (SELECT 1 WHERE changes() = 0) CROSS JOIN (${person}) AS person`,
  })
  const [written] = rows.changed
  if (written) return toVersioned(written, context)
  const row = requirePerson(rows.unchanged)
  if (isUnchangedBy(input, parsePerson(row, context), context)) return toVersioned(row, context)
  throw new WriteConflict()
}

/**
 * Writes what an input changes of a person as it was read; `taken` are the issues of values that others have, and `permission` is
 * what the write needs, if that is not to write to the list. One trip, none if nothing changes. Throws `invalid`, and
 * `WriteConflict` if the person has changed since: only the difference is written, which would mix two writes.
 */
export async function updateRow(
  principal: Principal,
  context: ListContext,
  row: PersonRow,
  body: PersonInput,
  taken: readonly Issue[] = [],
  permission?: Permission,
): Promise<VersionedPerson> {
  const update = planUpdate(context, row, body, () => taken)
  if (!update.isChange) return toVersioned(row, context)
  const { changed } = await trip(principal.db, {
    ...updateStatements(principal.actor, writableList(principal, context, permission), context, update),
    paid: update.patch.payer_id ? failUnlessPaid(principal.workspace(), [row.id]) : [],
    guarded: update.patch.guardian_id ? failUnlessGuarded(principal.workspace(), [row.id]) : [],
  })
  const [written] = changed
  if (!written) throw new WriteConflict()
  return toVersioned(written, context)
}
