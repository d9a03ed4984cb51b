import * as z from 'zod'
import { type Sql, sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import { type ListContext, queryList } from '../custom-columns/query-list'
import { refusedAt } from '../shared/error-list'
import { requireKnownSince } from '../shared/known-since'
import {
  type Cursors,
  cutPage,
  MAX_PER_PAGE,
  pagingQuery,
  readCursor,
  requireOwnCursor,
  timestampKey,
} from '../shared/paging'
import { epochOf } from '../shared/restores'
import { exactLine, givenInstant, inUtc, singleLine } from '../shared/text'
import type { BrowseQuery } from './browse-query'
import {
  haveSameState,
  pageVersion,
  requestHash,
  seenState,
  selectListState,
  versionWithHash,
} from './page-version'
import { type PersonJson, render } from './person'
import { queryToday } from './query-today'
import { narrowingText, requireMeetable } from './saved-query'
import { matchesQuery } from './store/browsed'
import { type Filter, indexFor, MAX_FILTERS, matches, requireFilterable } from './store/filter'
import { type PageRow, selectPage } from './store/page'

const FILTER_KEY = /^filter\[(.+)\]$/

/** The query of a page of persons: paging, the area, and what persons are to match. */
export const pageQuery = z
  .looseObject({
    ...pagingQuery,
    area: z
      .enum(['regular', 'applications'])
      .optional()
      .describe('`applications` pages the membership applications instead of the members'),
    updated_since: givenInstant
      .optional()
      .describe(
        'Only persons written at this instant or later, in the order of their last change. By index.',
      ),
    search: exactLine(255)
      .optional()
      .describe(
        'Part of a name, an email address or a membership number, whatever the case of ASCII letters. Scans the list.',
      ),
    segment_id: singleLine(64)
      .optional()
      .describe(
        'Only members or contacts whom this segment has: its status, search and conditions. Scans the list, and takes one database trip more.',
      ),
  })
  .superRefine(
    (query, context) => {
      const filters = Object.keys(query).filter((key) => !Object.hasOwn(pageQuery.shape, key))
      const unknown = filters.filter((key) => !FILTER_KEY.test(key))
      if (unknown.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: unknown, input: query })
      for (const key of filters)
        if (typeof query[key] !== 'string')
          context.addIssue({
            code: 'custom',
            path: [key],
            message: 'must be given once',
            params: { code: 'given_twice' },
          })
      if (filters.length > MAX_FILTERS)
        context.addIssue({
          code: 'custom',
          path: ['filter'],
          message: `may name at most ${MAX_FILTERS} fields`,
          params: { code: 'too_many_entries', max: MAX_FILTERS },
        })
    },
    { when: () => true },
  )
export type PageQuery = z.infer<typeof pageQuery>

/** A page of persons, and what it was read with; without persons where the caller has its version. */
export type PersonsPage = {
  persons: PersonJson[]
  perPage: number
  cursors: Cursors
  context: ListContext
  locale: string
  version: string
}

/** The versions of a page that a caller has (RFC 9110, `If-None-Match`), and what else its form depends on. */
export type IfNoneMatch = { versions: string[]; form: string }

/** The persons that a caller asks for. `segment` is the query of a saved view that they match as well. */
export type PageOfPersons = { list: string; query: PageQuery; segment?: BrowseQuery | undefined }

/**
 * Lists a page of persons in the order of their creation, or of their last change with `updated_since`. One trip; the rows
 * of the page and a constant, unless a filter scans. Of a version that the caller has only the constant is read, and a
 * second trip made where nothing but the day has changed.
 */
export async function listPersons(
  principal: Principal,
  asked: PageOfPersons & { ifNoneMatch?: IfNoneMatch },
): Promise<PersonsPage> {
  const { list, query, segment, ifNoneMatch } = asked
  const { cursor, per_page, area = 'regular', updated_since, search } = query
  const filter: Filter = { fields: filteredFields(query), search }
  const since = updated_since && inUtc(updated_since)
  const position = readCursor(cursor)?.position
  const perPage = Number(per_page ?? MAX_PER_PAGE)
  const { versions, form } = ifNoneMatch ?? { versions: [], form: '' }
  const ofSegment = segment ? [narrowingText(segment)] : []
  const hash = requestHash(principal.id, form, list, JSON.stringify(query), ...ofSegment)
  const seen = versionWithHash(versions, hash)
  const workspace = principal.workspace()
  const statementsOn = (today: string) => ({
    state: selectListState(workspace, list, area),
    page: selectPage(workspace, {
      list,
      area,
      since,
      position,
      limit: perPage + 1,
      condition: allOf([
        matches(principal, list, filter),
        segment && matchesQuery(workspace, list, segment, today),
      ]),
      index: indexFor(list, filter),
      seen: seen === undefined ? undefined : seenState(seen),
    }),
  })
  const { credential, context, rows } = segment
    ? await queryToday(principal, list, 'read', statementsOn)
    : await queryList(principal, list, 'read', statementsOn(''))
  if (area === 'applications' && list === 'contacts') throw refusedAt('area', { code: 'area_of_members' })
  requireFilterable(principal, filter, context)
  if (segment && area !== 'regular') throw refusedAt('segment_id', { code: 'segment_of_regular' })
  if (segment) requireMeetable(segment, context, credential.permissions)
  const scope = JSON.stringify([
    ...[credential.workspace.id, list, area, updated_since, search, filter.fields],
    ...ofSegment,
  ])
  const epoch = epochOf(credential.workspace)
  requireOwnCursor(cursor, scope, epoch)
  requireKnownSince('updated_since', updated_since, credential.workspace)
  const [state = { changed: null, deleted: null }] = rows.state
  const version = pageVersion(state, context, hash)
  // The rows were held back although the day is another.
  if (seen !== undefined && seen !== version && haveSameState(seen, version))
    return listPersons(principal, { ...asked, ifNoneMatch: { versions: [], form } })
  const keyOf = (row: PageRow) => (since === undefined ? row.id : timestampKey(row.updatedAt, row.id))
  const page = cutPage(rows.page, { perPage, position, scope, epoch, keyOf })
  return {
    persons: page.rows.map((row) => render(row, context)),
    perPage,
    cursors: page.cursors,
    context,
    locale: credential.workspace.locale,
    version,
  }
}

const filteredFields = (query: PageQuery): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .map(([key, text]) => [FILTER_KEY.exec(key)?.[1], text])
      .filter(([field]) => field !== undefined)
      .sort(),
  )

const allOf = (conditions: (Sql | undefined)[]): Sql | undefined => {
  const given = conditions.flatMap((condition) => condition ?? [])
  return given.length > 0 ? sql.join(given, ' AND ') : undefined
}
