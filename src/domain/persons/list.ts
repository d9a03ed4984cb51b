import { z } from 'zod'
import type { Caller } from '../access/admission'
import { invalid } from '../shared/errors'
import {
  type Cursors,
  cutPage,
  MOST_PER_PAGE,
  pagingQuery,
  readCursor,
  requireOwnCursor,
  timestampKey,
} from '../shared/paging'
import { singleLine } from '../shared/text'
import { askOfList, renderingRemembered } from './admission'
import { editionAmong, editionOf, isOf, NO_STAMPS, stampsIn, stampsOf } from './page-version'
import { type Filter, MOST_FILTERS, requireSensible } from './store/filter'
import { type ListContext, type PersonJson, render } from './store/json'
import { type PageRow, pageRows } from './store/page'

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
    search: singleLine(255)
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

/** A page of persons, and what it was rendered with; nobody where its edition was seen. */
export type PersonsPage = {
  persons: PersonJson[]
  perPage: number
  cursors: Cursors
  rendering: ListContext
  locale: string
  edition: string
  isSeen: boolean
}

/** The editions of a page that somebody has seen, in which form: what tells it apart beside who asks and for what. */
export type Sight = { editions: string[]; form: string }

/**
 * Reads a page of persons in the order of their creation, or of their last change with `updated_since`. One trip; the
 * rows of the page and a constant, unless a filter scans. Of an edition that was seen only the constant is read, and a
 * second trip made where a column or a day has come since this isolate remembered the list.
 */
export async function listPersons(
  caller: Caller,
  listId: string,
  query: PageQuery,
  { editions, form }: Sight = { editions: [], form: '' },
): Promise<PersonsPage> {
  const { cursor, per_page, area = 'regular', updated_since, search } = query
  const filter: Filter = { fields: fieldsIn(query), search }
  const since = updated_since && new Date(updated_since).toISOString()
  const position = readCursor(cursor)?.position
  const perPage = Number(per_page ?? MOST_PER_PAGE)
  const asked = [caller.tokenHash, form, listId, JSON.stringify(query)].join(' ')
  const remembered = renderingRemembered(caller, listId)
  const seen = remembered && (await editionAmong(editions, remembered, asked))
  const { credential, rendering, rows } = await askOfList(caller, listId, 'read', (reader) => ({
    stamps: stampsOf(reader, { list: listId, area }),
    page: pageRows(reader, listId, {
      area,
      since,
      filter,
      position,
      limit: perPage + 1,
      seen: seen === undefined ? undefined : stampsIn(seen),
    }),
  }))
  if (area === 'applications' && listId === 'contacts')
    throw invalid({ area: ['must be regular or left out: only members can be applicants'] })
  requireSensible(caller, filter, rendering.list, rendering.columns)
  const scope = JSON.stringify([credential.workspace.id, listId, area, updated_since, search, filter.fields])
  await requireOwnCursor(cursor, scope)
  const [stamps = NO_STAMPS] = rows.stamps
  const edition = await editionOf(stamps, rendering, asked)
  // The persons stand as in the edition seen, and were held back, but not the columns or the day.
  if (seen !== undefined && seen !== edition && isOf(stamps, seen))
    return listPersons(caller, listId, query, { editions: [], form })
  const keyOf = (row: PageRow) => (since === undefined ? row.id : timestampKey(row.updatedAt, row.id))
  const page = await cutPage(rows.page, { perPage, position, scope, keyOf })
  return {
    persons: page.rows.map((row) => render(row, rendering)),
    perPage,
    cursors: page.cursors,
    rendering,
    locale: credential.workspace.locale,
    edition,
    isSeen: seen === edition,
  }
}

const fieldsIn = (query: PageQuery): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .map(([key, text]) => [FILTER_KEY.exec(key)?.[1], text])
      .filter(([field]) => field !== undefined)
      .sort(),
  )
