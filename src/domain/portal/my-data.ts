import { retryOnConflict } from '../../db/client'
import { type Person, parsePerson } from '../persons/person'
import type { PersonInput } from '../persons/schemas'
import { updateRow } from '../persons/update'
import { DomainError, invalid } from '../shared/errors'
import { type Dues, duesOf, selectDues } from './dues'
import { selectRefusals } from './my-news'
import type { PortalPrincipal } from './principal'
import { loadPortalSession, type PortalSession } from './sessions'
import { functionsOf, type PortalField, portalFields } from './settings'

/** What members see of one of their persons: no fields where the portal does not offer them. */
export type MyData = {
  session: PortalSession
  person: Person
  fields: PortalField[]
  /** Since when the person refuses news by mail; null for one who wants them. */
  newsRefusedAt: string | null
  /** What the persons of the session have to pay; none where the portal does not show fees. */
  household: Dues[]
}

/** Gets the data of the principal's person. One trip. */
export async function getMyData(principal: PortalPrincipal): Promise<MyData> {
  const session = await loadPortalSession(principal, (principal) => ({
    refusals: selectRefusals(principal),
    dues: selectDues(principal),
  }))
  const { workspace, person, context, rows } = session
  return {
    session,
    person: parsePerson(person, context),
    fields: portalFields(workspace, context.columns),
    newsRefusedAt: rows.refusals.find(({ id }) => id === person.id)?.refusedAt ?? null,
    household: functionsOf(workspace).includes('view_fees')
      ? duesOf(session.persons, rows.dues, principal.now)
      : [],
  }
}

/**
 * Updates what members may change of the principal's person; `toInput` makes the input from what is stored. Two trips, one
 * where nothing changes. Throws `not_found` where members may change nothing, and `invalid`, also where the data has
 * changed since the member saw it: `updatedAt` is that of what the member saw.
 */
export async function updateMyData(
  principal: PortalPrincipal,
  { updatedAt, toInput }: { updatedAt: string; toInput: (data: MyData) => PersonInput },
): Promise<void> {
  await retryOnConflict(async () => {
    const data = await getMyData(principal)
    const input = toInput({ ...data, fields: editableFields(data.fields) })
    if (data.person.updated_at !== updatedAt)
      throw invalid({ updated_at: ['was another when the data was read'] })
    await updateRow(principal, data.session.context, data.session.person, input)
  })
}

/** The fields that members may change. Throws `not_found` where there is none. */
export function editableFields(fields: PortalField[]): PortalField[] {
  const editable = fields.filter(({ isEditable }) => isEditable)
  if (editable.length > 0) return editable
  throw new DomainError('not_found', 'Members can change nothing here.')
}
