import { retryOnConflict } from '../../db/client'
import type { PersonInput } from '../persons/schemas'
import { type Person, personOf } from '../persons/store/json'
import { merge } from '../persons/update'
import { DomainError, invalid } from '../shared/errors'
import { type Member, type Visit, visit } from './sessions'
import { type OwnField, ownFieldsOf } from './settings'

/** What members see of one of their persons: none of the fields where the portal does not offer it. */
export type MyData = { visit: Visit; person: Person; fields: OwnField[] }

/** Reads the data of the member's person. One trip. */
export async function getMyData(member: Member): Promise<MyData> {
  const entered = await visit(member, {})
  const { workspace, rendering } = entered
  const person = personOf(entered.person, rendering)
  return { visit: entered, person, fields: ownFieldsOf(workspace, rendering.columns) }
}

/**
 * Changes what members may change of the member's person; `written` reads the input from what is stored. Two trips, one
 * where nothing changes. Throws `invalid` for what the API refuses, and where the data has changed since it was `seen`.
 */
export const updateMyData = (
  member: Member,
  seen: string,
  written: (own: MyData) => PersonInput,
): Promise<void> =>
  retryOnConflict(async () => {
    const own = await getMyData(member)
    const input = written({ ...own, fields: editableAmong(own.fields) })
    if (own.person.updated_at !== seen) throw invalid({ updated_at: ['was another when the data was read'] })
    const { person, rendering } = own.visit
    await merge(member, rendering, person, input)
  })

/** The fields that members may change. Refuses as `not_found` where there is none. */
export function editableAmong(fields: OwnField[]): OwnField[] {
  const editable = fields.filter(({ isEditable }) => isEditable)
  if (editable.length > 0) return editable
  throw new DomainError('not_found', 'Members can change nothing here.')
}
