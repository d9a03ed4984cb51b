import { admitToList, ask, type Caller, type Credential, type Tenant } from '../admission'
import { type CustomColumn, columnsOf } from '../custom-columns/column'
import { dateIn } from '../dates'
import type { ListId } from '../lists'
import { Refusal } from '../refusal'
import { personBySegment, type personsByExternalId } from './find'
import { type PersonJson, type Rendering, render } from './rows'

/** Reads one person by `id` or `external_id`. One trip. */
export async function readPerson(caller: Caller, listId: string, segment: string): Promise<PersonJson> {
  const { row, rendering } = await findPerson(caller, listId, segment, 'read')
  return render(row, rendering)
}

/** Finds the stored person that a path segment means, with all that is needed to render or change it. One trip. */
export async function findPerson(
  caller: Caller,
  listId: string,
  segment: string,
  action: 'read' | 'write',
  holders: ReturnType<typeof personsByExternalId> = [],
) {
  const { credential, rows } = await ask(caller, {
    columns: columnsOf(caller, listId),
    person: personBySegment(caller, listId, segment),
    holders,
  })
  admitToList(credential, listId, action)
  const [row] = rows.person
  if (!row) throw new Refusal('not_found', 'The list has no person with this id or external_id.')
  const rendering = renderingFor(caller, credential, listId, rows.columns)
  return { row, rendering, holders: rows.holders }
}

/** What rendering the persons of a list needs, as whoever was admitted sees them now. */
export const renderingFor = (
  { now }: Pick<Tenant, 'now'>,
  credential: Pick<Credential, 'workspace'>,
  list: ListId,
  columns: CustomColumn[],
): Rendering => ({ list, columns, today: dateIn(credential.workspace.timezone, now) })
