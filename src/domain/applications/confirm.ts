import { act, CHECKED_BY_READS, only } from '../access/act'
import type { Principal } from '../access/principal'
import { queryList, writableList } from '../custom-columns/query-list'
import { findPerson } from '../persons/get'
import { admission } from '../persons/membership'
import { toVersioned, type VersionedPerson } from '../persons/precondition'
import { failUnlessUnnumbered, selectNumbered } from '../persons/store/numbers'
import { moveToMembers } from '../persons/store/write'
import type { Issue } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { uniqueStrings } from '../shared/text'
import { validate } from '../shared/validation'
import { admitApplicants, selectApplicants } from './applicants'

/**
 * Makes an applicant a member: the person moves from the area for membership applications to the regular one. Two trips,
 * one if the person is a member already. Throws `not_found` for an unknown person, and for the list of contacts.
 */
export async function confirmPerson(
  principal: Principal,
  { list, idOrExternalId }: { list: string; idOrExternalId: string },
): Promise<VersionedPerson> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const { row, context } = await findPerson(tx, list, idOrExternalId, 'write')
    if (context.list !== 'members') throw new DomainError('not_found', 'Only members apply for a membership.')
    if (row.area === 'regular') return toVersioned(row, context)
    const workspace = writableList(tx, context)
    const { confirmed } = await tx.write(moveToMembers(tx.actor, workspace, row))
    return toVersioned(only(confirmed), context)
  })
}

/** What applicants get on becoming members; `numbers` are their membership numbers by id. */
export type Admissions = { joinDate: string | null; numbers: Record<string, string | null> }

/**
 * Makes applicants members, with their membership numbers and the date on which they join: all or none. Two trips. Throws
 * `invalid` under `joinDate` and `numbers.{id}`, also for a number that another member has, and `changed_meanwhile` if
 * one of them is no applicant any more.
 */
export async function confirmApplicants(principal: Principal, admissions: Admissions): Promise<void> {
  await act(principal, CHECKED_BY_READS, async (tx) => {
    const ids = Object.keys(admissions.numbers)
    const numbers = uniqueStrings(Object.values(admissions.numbers))
    const { context, rows } = await queryList(tx, 'members', 'write', {
      applicants: selectApplicants(tx.workspace(), ids),
      numbered: selectNumbered(tx.workspace(), numbers),
    })
    if (rows.applicants.length < ids.length || ids.length === 0)
      throw new DomainError('changed_meanwhile', 'Some of these applications were decided meanwhile.')
    const { joinDate } = validate(admission, admissions, () => numberIssues(admissions, rows.numbered))
    const admitted = rows.applicants.map(({ id, revision }) => ({
      id,
      revision,
      number: admissions.numbers[id] ?? null,
    }))
    const workspace = writableList(tx, context)
    await tx.write({
      free: failUnlessUnnumbered(tx.workspace(), numbers, ids),
      ...admitApplicants(tx.actor, workspace, admitted, joinDate),
    })
  })
}

function* numberIssues({ numbers }: Admissions, numbered: { id: string; number: string }[]): Iterable<Issue> {
  for (const [id, number] of Object.entries(numbers)) {
    if (number === null) continue
    const isOfAnother = numbered.some((holder) => holder.number === number && holder.id !== id)
    const isGivenTwice = Object.values(numbers).filter((other) => other === number).length > 1
    if (isOfAnother || isGivenTwice) yield [['numbers', id], { code: 'taken', noun: 'member' }]
  }
}
