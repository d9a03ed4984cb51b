import { type Sql, sql } from '../../db/sql'
import { listNamed } from '../access/lists'
import type { Principal } from '../access/principal'
import { type ListContext, queryList } from '../custom-columns/query-list'
import { refusedAt } from '../shared/error-list'
import { requireKnownSince } from '../shared/known-since'
import {
  type Cursors,
  cutPage,
  MAX_PER_PAGE,
  readCursor,
  requireOwnCursor,
  timestampKey,
} from '../shared/paging'
import { epochOf } from '../shared/restores'
import { inUtc } from '../shared/text'
import { type BrowseQuery, requireConditions } from './browse-query'
import { permissionsToFilter } from './mask'
import { type PageQuery, readFilters } from './page-query'
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
import { meets } from './store/conditions'
import { type Filter, indexFor, matches, requireFilterable } from './store/filter'
import { type PageRow, selectPage } from './store/page'

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
  const { fields, conditions } = readFilters(query)
  const filter: Filter = { fields, search }
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
        ...conditions.map((condition) => meets({ workspace, list: listNamed(list), today }, condition)),
        segment && matchesQuery(workspace, list, segment, today),
      ]),
      index: indexFor(list, filter),
      seen: seen === undefined ? undefined : seenState(seen),
    }),
  })
  const { credential, context, rows } =
    segment || conditions.length > 0
      ? await queryToday(principal, list, 'read', statementsOn)
      : await queryList(principal, list, 'read', statementsOn(''))
  if (area === 'applications' && list === 'contacts') throw refusedAt('area', { code: 'area_of_members' })
  requireFilterable(principal, filter, context)
  requireConditions({ query: { conditions } }, context, permissionsToFilter(credential))
  if (segment && area !== 'regular') throw refusedAt('segment_id', { code: 'segment_of_regular' })
  if (segment) requireMeetable(segment, context, credential.permissions)
  const scope = JSON.stringify([
    ...[credential.workspace.id, list, area, updated_since, search, fields],
    ...(conditions.length > 0 ? [conditions] : []),
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

const allOf = (conditions: (Sql | undefined)[]): Sql | undefined => {
  const given = conditions.flatMap((condition) => condition ?? [])
  return given.length > 0 ? sql.join(given, ' AND ') : undefined
}
