import { sql } from '../../db/sql'
import { act, CHECKED_BY_READS, only } from '../access/act'
import { requireList } from '../access/authorize'
import type { Principal } from '../access/principal'
import { type CustomColumn, columnKey, columnsFromRows } from '../custom-columns/column'
import { type ListContext, queryList, selectColumns, writableList } from '../custom-columns/query-list'
import { valueSchema } from '../custom-columns/value-schema'
import { uniqueStrings } from '../shared/text'
import { isGiven, validate } from '../shared/validation'
import { NUMBER_TAKEN, TAKEN } from './diff'
import { requirePerson } from './get'
import { membership } from './membership'
import { type Person, parseFixedFields, parsePerson } from './person'
import { nextNumber, type RelatedPerson, selectDoubles, selectLastNumber } from './related'
import { selectPerson } from './store/lookups'
import { moveContact, selectMemberWithExternalIdOf } from './store/move'
import { failUnlessUnnumbered, selectNumbered } from './store/numbers'

/** A contact who may become a member. */
export type ContactToMove = {
  contact: Person
  context: ListContext
  nextNumber: string
  /** The custom columns whose values the list of members has no column for. */
  lost: CustomColumn[]
  /** The member who has the same `external_id`: while there is one, the contact cannot become a member. */
  holder: Person | undefined
  /** Who may be the same person. */
  doubles: RelatedPerson[]
}

/** Gets a contact who may become a member. One trip. Throws what `queryList` throws for both lists, and `not_found`. */
export async function viewContactToMove(
  principal: Principal,
  { id }: { id: string },
): Promise<ContactToMove> {
  const { row: _, carried: __, ...contact } = await loadContact(principal, id, [])
  return contact
}

/**
 * Makes a contact a member: the person moves to the list of members with its id, its fees and the custom values that a
 * column there has a place for: one with the same `external_id`, or with the same name, of the same type. Two trips. Throws
 * `not_found`, and `invalid`, also for a membership number or an `external_id` that a member has.
 */
export async function makeMember(
  principal: Principal,
  { id, input }: { id: string; input: { membership_number: string | null; join_date: string | null } },
): Promise<void> {
  await act(principal, CHECKED_BY_READS, async (tx) => {
    const numbers = uniqueStrings([input.membership_number])
    const { row, context, carried, holder, isNumberTaken } = await loadContact(tx, id, numbers)
    const { membership_number, join_date } = validate(membership, input, function* () {
      if (isNumberTaken) yield NUMBER_TAKEN
      if (holder) yield TAKEN
    })
    const { moved } = await tx.write({
      free: failUnlessUnnumbered(tx.workspace(), numbers),
      ...moveContact(
        tx.actor,
        writableList(tx, context),
        writableList(tx, { ...context, list: 'members' }),
        row,
        { membership_number, join_date, custom_values: carried },
      ),
    })
    only(moved)
  })
}

async function loadContact(principal: Principal, id: string, numbers: string[]) {
  const workspace = principal.workspace()
  const { credential, context, rows } = await queryList(principal, 'contacts', 'write', {
    persons: selectPerson(workspace, 'contacts', id),
    memberColumns: selectColumns(workspace, 'members'),
    last: selectLastNumber(workspace),
    numbered: selectNumbered(workspace, numbers),
    holders: selectMemberWithExternalIdOf(workspace, id),
    doubles: selectDoubles(workspace, 'contacts', sql`${id}`, 'members'),
  })
  requireList(credential, 'members', 'write')
  const row = requirePerson(rows.persons)
  const contact = parsePerson(row, context)
  const memberColumns = columnsFromRows('members', rows.memberColumns)
  const [holder] = rows.holders
  return {
    row,
    contact,
    context,
    ...sortValues(contact, context.columns, memberColumns),
    nextNumber: nextNumber(rows.last),
    isNumberTaken: rows.numbered.length > 0,
    holder: holder && parseFixedFields(holder),
    doubles: rows.doubles,
  }
}

/** The custom values of a contact that members have a column for, by its id, and the columns of the others. */
function sortValues(contact: Person, columns: CustomColumn[], memberColumns: CustomColumn[]) {
  const carried: Record<string, unknown> = {}
  const lost: CustomColumn[] = []
  for (const column of columns) {
    const value = contact[columnKey(column)]
    if (!isGiven(value)) continue
    const target = memberColumns.find(
      (other) => isSame(other, column) && valueSchema(other).safeParse(value).success,
    )
    if (target) carried[target.id] = value
    else lost.push(column)
  }
  return { carried, lost }
}

const isSame = (one: CustomColumn, other: CustomColumn): boolean =>
  one.type === other.type &&
  (one.name === other.name || (one.external_id !== null && one.external_id === other.external_id))
