import { retrying } from '../../db/client'
import type { PersonInput } from '../persons/input'
import { type Person, personOf } from '../persons/rows'
import { merge } from '../persons/update'
import { invalid, Refusal } from '../refusal'
import { type Member, personIn, type Visit, visit } from './sessions'
import { type OwnField, ownFieldsOf } from './settings'

/** What members see of one of their persons: none of the fields where the portal does not offer it. */
export type OwnData = { visit: Visit; person: Person; fields: OwnField[] }

/** Reads the data of a person of the session, of the first where none is named. One trip. */
export async function readOwnData(member: Member, personId?: string): Promise<OwnData> {
  const entered = await visit(member, {})
  const { workspace, rendering } = entered
  const person = personOf(personIn(entered, personId), rendering)
  return { visit: entered, person, fields: ownFieldsOf(workspace, rendering.columns) }
}

/**
 * Changes what members may change of a person of the session; `written` reads it by the fields. Two trips, one where
 * nothing changes. Refuses as `invalid` what the API would, and a change of data that was `seen` in an older state.
 */
export const changeOwnData = (
  member: Member,
  personId: string,
  seen: string,
  written: (editable: OwnField[], workspace: Visit['workspace']) => PersonInput,
): Promise<void> =>
  retrying(async () => {
    const { visit, person, fields } = await readOwnData(member, personId)
    const input = written(editableAmong(fields), visit.workspace)
    if (person.updated_at !== seen) throw invalid({ updated_at: ['was another when the data was read'] })
    const row = personIn(visit, personId)
    await merge(member, visit.rendering, row, input, { revision: row.revision })
  })

/** The fields that members may change. Refuses as `not_found` where there is none. */
export function editableAmong(fields: OwnField[]): OwnField[] {
  const editable = fields.filter(({ isEditable }) => isEditable)
  if (editable.length > 0) return editable
  throw new Refusal('not_found', 'Members can change nothing here.')
}
