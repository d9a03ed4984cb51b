import { sql } from '../../db/sql'
import type { SettingsPrincipal } from '../access/principal'
import { type Leaving, viewLeaving } from '../payments/end-membership'
import { LEAVE_REASON, mandateReferenceOf } from '../person-fields/fields'
import { takenKeys } from '../person-fields/list-fields'
import { DISPLAY_NAME } from '../persons/person'
import { selectResignationOf } from '../portal/resign/decide'
import { isLiving, type ResignationRow } from '../portal/resign/resignation'

/** The resignation of a member as staff decide on it, with what follows from the end of the membership. */
export type OpenedResignation = Leaving & {
  /** Undefined if there is none that means something. */
  resignation: ResignationRow | undefined
  mandate: string | null
  dependants: string[]
  /** Why the member leaves, as it is stored with the end. */
  leaves: { leave_reason?: string; leave_note?: string | null }
}

/**
 * Gets the resignation of a member; `leaveDate` is the day that a form has, else the one that the member asked for. One trip. Throws
 * what `viewLeaving` throws.
 */
export async function viewResignation(
  principal: SettingsPrincipal,
  { id, leaveDate }: { id: string; leaveDate?: string | undefined },
): Promise<OpenedResignation> {
  const workspace = principal.workspace()
  const { rows, ...leaving } = await viewLeaving(principal, {
    ...{ id, leaveDate },
    extra: {
      resignations: selectResignationOf(workspace, id),
      dependants: sql<{ name: string }>`
        SELECT ${DISPLAY_NAME} AS name FROM persons INDEXED BY persons_by_payer
        WHERE workspace_id = ${workspace} AND payer_id = ${id} ORDER BY id`,
    },
    dayIn: (rows) => rows.resignations[0]?.leave_date,
  })
  const { person, context } = leaving
  const [stored] = rows.resignations
  const isShown = isLiving(stored, person.leave_date ?? null, principal.now)
  return {
    ...leaving,
    resignation: isShown ? stored : undefined,
    mandate: mandateReferenceOf(person) || null,
    dependants: rows.dependants.map(({ name }) => name),
    leaves: takenKeys(context).has(LEAVE_REASON)
      ? {}
      : { leave_reason: 'left', leave_note: stored?.note ?? null },
  }
}
