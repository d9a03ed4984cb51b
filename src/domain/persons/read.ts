import { and, asc, desc, eq, gt, lt } from 'drizzle-orm'
import { z } from 'zod'
import { persons } from '../../db/schema'
import { admitToList, ask, type Caller, type Credential, type Tenant } from '../admission'
import { type CustomColumn, columnsOf } from '../custom-columns'
import type { ListId } from '../lists'
import {
  type Cursors,
  cutPage,
  MOST_PER_PAGE,
  type Position,
  pagingQuery,
  readCursor,
  requireIssued,
} from '../paging'
import { invalid, Refusal } from '../refusal'
import { type PersonJson, personRow, type Rendering, render, todayIn } from './rows'
import { ofList, personBySegment, type personsByExternalId } from './store'

/** The query of a page of persons. */
export const pageQuery = z.strictObject({
  ...pagingQuery,
  area: z
    .enum(['regular', 'applications'])
    .optional()
    .describe('`applications` pages the membership applications instead of the members'),
})
export type PageQuery = z.infer<typeof pageQuery>

/** Reads a page of persons in the order of their creation. One trip; the rows of the page and a constant. */
export async function readPersons(
  caller: Caller,
  listId: string,
  { cursor, per_page, area = 'regular' }: PageQuery,
): Promise<{ persons: PersonJson[]; perPage: number; cursors: Cursors }> {
  const position = readCursor(cursor)?.position
  const perPage = Number(per_page ?? MOST_PER_PAGE)
  const within = and(ofList(caller, listId), eq(persons.area, area))
  const { credential, rows } = await ask(caller, {
    columns: columnsOf(caller, listId),
    page: caller.db
      .select(personRow(listId))
      .from(persons)
      .where(and(within, position && isAhead(position)))
      .orderBy(position?.direction === 'prev' ? desc(persons.id) : asc(persons.id))
      .limit(perPage + 1),
  })
  admitToList(credential, listId, 'read')
  if (area === 'applications' && listId === 'contacts')
    throw invalid({ area: ['must be regular or left out: only members can be applicants'] })
  const scope = `${credential.workspace.id}/${listId}/${area}`
  await requireIssued(cursor, scope)
  const page = await cutPage(rows.page, {
    perPage,
    position,
    scope,
  })
  const rendering = renderingFor(caller, credential, listId, rows.columns)
  return { persons: page.rows.map((row) => render(row, rendering)), perPage, cursors: page.cursors }
}

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
): Rendering => ({ list, columns, today: todayIn(credential, now) })

const isAhead = ({ direction, id }: Position) =>
  direction === 'next' ? gt(persons.id, id) : lt(persons.id, id)
