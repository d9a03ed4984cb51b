import { sql } from '../../../db/sql'
import { act, CHECKED_BY_READS } from '../../access/act'
import type { Principal } from '../../access/principal'
import { queryList, writableList } from '../../custom-columns/query-list'
import { GUARDIAN } from '../../person-fields/fields'
import { hasRelation } from '../../person-fields/list-fields'
import { throwIssues } from '../../shared/error-list'
import { DomainError } from '../../shared/errors'
import { requirePerson } from '../get'
import { listsOfPayers, selectNamed } from '../payers/facts'
import { failUnlessGuarded } from '../payers/guard'
import { settleLost } from '../payers/lost'
import { parsePerson } from '../person'
import { selectPerson } from '../store/lookups'
import { failUnlessAsRead } from '../store/undo'
import { writePatch } from '../store/write'
import { guardianRule } from './issues'

/** Who is to act for a person, `null` for nobody. `revision` is that of the person as it was shown. */
type WantedGuardian = { list: string; id: string; guardianId: string | null; revision?: number | undefined }

/**
 * Gives a member a guardian, or none, which also decides that one who has lost a guardian needs none. Returns whether the member
 * changes. Two trips, one if nothing changes. Throws what `queryList` throws, `not_found`, `changed_meanwhile`, and `invalid` under
 * `guardian_id`.
 */
export async function saveGuardian(
  principal: Principal,
  { list, id, guardianId, revision }: WantedGuardian,
): Promise<boolean> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const { credential, context, rows } = await queryList(tx, list, 'write', {
      persons: selectPerson(tx.workspace(), list, id),
      named: selectNamed(tx.workspace(), { ids: guardianId === null ? [] : [guardianId], externalIds: [] }),
      lost: sql<{ lost: 1 }>`
        SELECT 1 AS lost FROM (${selectPerson(tx.workspace(), list, id)}) AS found CROSS JOIN persons
        WHERE persons.workspace_id = ${tx.workspace()} AND persons.list_id = ${list} AND persons.area = found.area
          AND persons.id = found.id AND persons.guardian_lost_on IS NOT NULL`,
    })
    const row = requirePerson(rows.persons)
    if (!hasRelation(context, GUARDIAN)) throw new DomainError('not_found', 'The list has no guardians.')
    if (revision !== undefined && row.revision !== revision)
      throw new DomainError('changed_meanwhile', 'The person has changed since it was shown.')
    const { [GUARDIAN]: stored, birthdate } = parsePerson(row, context)
    const rule = guardianRule(rows.named, { lists: listsOfPayers(credential), today: context.today })
    throwIssues(rule(guardianId, { id: row.id, guardianId: stored, area: row.area, birthdate }))
    const isChange = guardianId !== (stored ?? null)
    if (!isChange && (guardianId !== null || rows.lost.length === 0)) return false
    const workspace = writableList(tx, context)
    await tx.write({
      asRead: failUnlessAsRead(workspace, context.list, JSON.stringify([[row.id, row.area, row.revision]])),
      ...(isChange
        ? writePatch(tx.actor, workspace, context.list, row.id, { guardian_id: guardianId }, row.revision)
        : { settled: settleLost(tx.actor, workspace, { relation: GUARDIAN, list: context.list }, [row]) }),
      guarded: guardianId === null ? [] : failUnlessGuarded(tx.workspace(), [row.id]),
    })
    return true
  })
}
