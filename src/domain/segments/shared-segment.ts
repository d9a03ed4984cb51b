import * as z from 'zod'
import { type Sql, sql } from '../../db/sql'
import { requireList } from '../access/authorize'
import { LISTS, type ListId } from '../access/lists'
import type { Credential, Principal } from '../access/principal'
import { query as ask } from '../access/query'
import { type BrowseQuery, readBrowseQuery } from '../persons/browse-query'
import { OPERATORS } from '../persons/filter-fields'
import { refusedAt } from '../shared/error-list'
import type { RequestRefusal } from '../shared/request-refusals'
import { instant } from '../shared/text'

/** A segment that is shared with all staff, as programs read it. */
export const sharedSegment = z
  .object({
    id: z.string(),
    list: z.enum(LISTS),
    name: z.string(),
    status: z
      .enum(['active', 'former', 'all'])
      .describe('Which members; always `active` for contacts, which are all'),
    search: z
      .string()
      .nullable()
      .describe('Words that each person matches in name, email address or membership number'),
    conditions: z.array(
      z.object({
        field: z.string(),
        operator: z.enum(OPERATORS),
        value: z.string(),
      }),
    ),
    created_at: instant,
  })
  .meta({
    id: 'Segment',
    examples: [
      {
        id: 'seg_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        list: 'members',
        name: 'Youth',
        status: 'active',
        search: null,
        conditions: [{ field: 'birthdate.age', operator: 'less', value: '18' }],
        created_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  })
export type SharedSegment = z.infer<typeof sharedSegment>

type Row = { id: string; list: ListId; name: string; query: string; created_at: string }

/** The shared segments that match a condition. */
const selectShared = (workspace: Sql, condition: Sql): Sql<Row> => sql<Row>`
  SELECT id, list_id AS list, name, query, created_at FROM segments
  WHERE workspace_id = ${workspace} AND ${condition} AND staff_id IS NULL ORDER BY name, id`

/** Lists the segments of a list that are shared, in the order of their names. One trip. Throws what `requireList` throws. */
export async function listSharedSegments(principal: Principal, list: string): Promise<SharedSegment[]> {
  const { rows } = await ask(
    principal,
    { segments: selectShared(principal.workspace(), sql`list_id = ${list}`) },
    (credential) => requireList(credential, list, 'read'),
  )
  return rows.segments.map(toApi)
}

const queryOf = ({ query }: Pick<Row, 'query'>): BrowseQuery =>
  readBrowseQuery(Object.fromEntries(new URLSearchParams(query)))

function toApi({ query, ...row }: Row): SharedSegment {
  const { status, search, conditions } = queryOf({ query })
  return { ...row, status, search: search || null, conditions }
}

/** Whom a segment has: a list, and the query of its persons. */
export type SegmentQuery = { list: ListId; query: BrowseQuery }

type Asked<C> = { id: string; list?: string | undefined; authorize: (credential: C) => void }

/**
 * Finds whom a shared segment has, of one list if that is given; or says why not: it is gone, a member of staff's own, or of
 * another list. One trip. Throws what `authorize` throws.
 */
export async function findSegment<C extends Credential>(
  principal: Principal<C>,
  { id, list, authorize }: Asked<C>,
): Promise<SegmentQuery | { refused: RequestRefusal }> {
  const { rows } = await ask(
    principal,
    { segments: selectShared(principal.workspace(), sql`list_id IN ('members', 'contacts') AND id = ${id}`) },
    authorize,
  )
  const [segment] = rows.segments
  if (!segment) return { refused: { code: 'segment_unknown' } }
  if (list !== undefined && segment.list !== list)
    return { refused: { code: 'segment_of_list', list: segment.list } }
  return { list: segment.list, query: queryOf(segment) }
}

/** {@link findSegment}; undefined without an id, and without a trip. Throws `invalid` at `segment_id` in place of a refusal. */
export async function openSegment<C extends Credential>(
  principal: Principal<C>,
  { id, ...asked }: Omit<Asked<C>, 'id'> & { id: string | undefined },
): Promise<SegmentQuery | undefined> {
  if (id === undefined) return undefined
  const found = await findSegment(principal, { id, ...asked })
  if ('refused' in found) throw refusedAt('segment_id', found.refused)
  return found
}
