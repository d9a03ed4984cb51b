import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { undecoded } from '../../db/client'
import { persons } from '../../db/schema'
import { admitToList, ask, type Caller } from '../admission'
import { columnsOf } from '../custom-columns/column'
import {
  type Cursors,
  cutPage,
  isAheadOfStamp,
  MOST_PER_PAGE,
  type Position,
  pagingQuery,
  readCursor,
  requireIssued,
  stampedKey,
} from '../paging'
import { invalid } from '../refusal'
import { line } from '../text'
import { type Filter, indexedBy, MOST_FILTERS, matches, requireSensible } from './filter'
import { ofList } from './find'
import { renderingFor } from './read'
import { type PersonJson, type PersonRow, personRow, type Rendering, render } from './rows'

const FILTER_KEY = /^filter\[(.+)\]$/

/** The query of a page of persons: paging, the area, and what persons are to match. */
export const pageQuery = z
  .looseObject({
    ...pagingQuery,
    area: z
      .enum(['regular', 'applications'])
      .optional()
      .describe('`applications` pages the membership applications instead of the members'),
    updated_since: z.iso
      .datetime()
      .optional()
      .describe(
        'Only persons written at this instant or later, in the order of their last change. By index.',
      ),
    search: line(255)
      .optional()
      .describe(
        'Part of a name, an e-mail address or a membership number, whatever the case of ASCII letters. Scans the list.',
      ),
  })
  .superRefine(
    (query, context) => {
      const filters = Object.keys(query).filter((key) => !Object.hasOwn(pageQuery.shape, key))
      const unknown = filters.filter((key) => !FILTER_KEY.test(key))
      if (unknown.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: unknown, input: query })
      for (const key of filters)
        if (typeof query[key] !== 'string')
          context.addIssue({ code: 'custom', path: [key], message: 'must be given once' })
      if (filters.length > MOST_FILTERS)
        context.addIssue({
          code: 'custom',
          path: ['filter'],
          message: `may name at most ${MOST_FILTERS} fields`,
        })
    },
    { when: () => true },
  )
export type PageQuery = z.infer<typeof pageQuery>

/** A page of persons, and what it was rendered with. */
export type PersonsPage = {
  persons: PersonJson[]
  perPage: number
  cursors: Cursors
  rendering: Rendering
  locale: string
}

/**
 * Reads a page of persons in the order of their creation, or of their last change with `updated_since`. One trip; the
 * rows of the page and a constant, unless a filter scans.
 */
export async function readPersons(caller: Caller, listId: string, query: PageQuery): Promise<PersonsPage> {
  const { cursor, per_page, area = 'regular', updated_since, search } = query
  const filter: Filter = { fields: fieldsIn(query), search }
  const order = updated_since === undefined ? BY_CREATION : BY_CHANGE
  const position = readCursor(cursor)?.position
  const perPage = Number(per_page ?? MOST_PER_PAGE)
  const { credential, rows } = await ask(caller, {
    columns: columnsOf(caller, listId),
    page: undecoded<Row>(
      caller.db,
      caller.db
        .select({ ...personRow(listId), updatedAt: sql<string>`${persons.updatedAt}`.as('updatedAt') })
        .from(sql`persons ${indexedBy(listId, filter)}`)
        .where(
          and(
            ofList(caller, listId),
            eq(persons.area, area),
            updated_since === undefined
              ? undefined
              : sql`${persons.updatedAt} >= ${new Date(updated_since).toISOString()}`,
            position && order.isAhead(position),
            matches(caller, listId, filter),
          ),
        )
        .orderBy(...order.by.map(position?.direction === 'prev' ? desc : asc))
        .limit(perPage + 1),
    ),
  })
  admitToList(credential, listId, 'read')
  if (area === 'applications' && listId === 'contacts')
    throw invalid({ area: ['must be regular or left out: only members can be applicants'] })
  requireSensible(caller, filter, listId, rows.columns)
  const scope = JSON.stringify([credential.workspace.id, listId, area, updated_since, search, filter.fields])
  await requireIssued(cursor, scope)
  const page = await cutPage(rows.page, { perPage, position, scope, keyOf: order.keyOf })
  const rendering = renderingFor(caller, credential, listId, rows.columns)
  const shown = page.rows.map((row) => render(row, rendering))
  return { persons: shown, perPage, cursors: page.cursors, rendering, locale: credential.workspace.locale }
}

type Row = PersonRow & { updatedAt: string }
type Order = { by: SQL[]; keyOf: (row: Row) => string; isAhead: (position: Position) => SQL }

const BY_CREATION: Order = {
  by: [sql`${persons.id}`],
  keyOf: ({ id }) => id,
  isAhead: ({ direction, key }) => (direction === 'next' ? gt : lt)(persons.id, key),
}

const BY_CHANGE: Order = {
  by: [sql`${persons.updatedAt}`, sql`${persons.id}`],
  keyOf: ({ id, updatedAt }) => stampedKey(updatedAt, id),
  isAhead: (position) => isAheadOfStamp(position, persons.updatedAt, persons.id),
}

const fieldsIn = (query: PageQuery): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .map(([key, text]) => [FILTER_KEY.exec(key)?.[1], text])
      .filter(([field]) => field !== undefined)
      .sort(),
  )
