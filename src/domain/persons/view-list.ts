import type { Answers, Statements } from '../../db/client'
import type { Sql } from '../../db/sql'
import { permits } from '../access/authorize'
import type { Credential, Principal } from '../access/principal'
import type { ListContext } from '../custom-columns/query-list'
import type { Issues } from '../shared/errors'
import { type Cursors, cutPage, isOwnCursor, readCursor, requireOwnCursor } from '../shared/paging'
import { epochOf } from '../shared/restores'
import { type BrowseQuery, conditionIssues, writeBrowseQuery } from './browse-query'
import { maskedFor } from './mask'
import { type Person, type PersonRow, parsePerson } from './person'
import { queryToday } from './query-today'
import { sortIn } from './sorts'
import {
  letterOf,
  MAX_COUNTED,
  type Summary,
  selectBrowsed,
  selectOpenFees,
  selectSummary,
} from './store/browsed'

export { MAX_COUNTED }

/** A page of the table of a list. `count` is one more than {@link MAX_COUNTED} where there are more matches than that. */
export type BrowsedPage<C, S> = {
  persons: Person[]
  /** What is open of the fees of each person, in cents, by its id; empty if it was not asked for or without `fees:read`. */
  openFees: Map<string, number>
  count: number
  /** The number of the first person among all matches; undefined if that is not known. */
  from: number | undefined
  /** The first and the last folded name of the list, where it {@link isAlphabetical} and has names. */
  names: { first: string; last: string } | undefined
  cursors: Cursors
  /** The order: that of the query, or that of names where the list cannot be sorted so. */
  sort: string
  /** What is wrong with the conditions of the query; then there are no persons. */
  issues: Issues
  context: ListContext
  credential: C
  /** The rows of the extra statements. */
  rows: Answers<S>
}

type Asked<S> = { list: string; query: BrowseQuery; extra: S; wantsOpenFees?: Sql }

/**
 * Reads a page of the table of a list for staff: the persons of the regular area that match a query, in its order, with
 * the number of all matches. In the order of names, without conditions, the page reads its own rows and the count those
 * of the list up to {@link MAX_COUNTED}. IBANs are masked unless the principal may read them. `wantsOpenFees` is a
 * condition as SQL. One trip, with the `extra` statements; a second if the date in the workspace is not the
 * expected one, or where what the page would continue is gone, so that the list begins again. Throws what `queryList`
 * throws, and `invalid` for a cursor of another query or of the time before a restore.
 */
export async function viewPersons<C extends Credential, S extends Statements>(
  principal: Principal<C>,
  asked: Asked<S>,
): Promise<BrowsedPage<C, S>> {
  const { list, query, extra, wantsOpenFees } = asked
  const position = readCursor(query.cursor)?.position
  const letter = letterOf(query)
  const { credential, context, rows } = await queryToday(principal, list, 'read', (today) => ({
    ...(extra as Statements),
    page: selectBrowsed(principal.workspace(), list, query, today),
    openFees: wantsOpenFees ? [selectOpenFees(principal.workspace(), list, query, today, wantsOpenFees)] : [],
    summaries: selectSummary(principal.workspace(), list, query, today),
  }))
  const { page, openFees, summaries, ...extraRows } = rows as unknown as Answers<S> & {
    page: PersonRow[]
    openFees: { id: string; amount: number }[]
    summaries: [Summary]
  }
  const scopeOf = (sort: string) => viewScope(credential, list, { ...query, sort })
  const sort = sortIn(context, query.sort)
  const scope = scopeOf(sort)
  // The column that the pages before were sorted by is gone.
  if (query.cursor && sort !== query.sort && isOwnCursor(query.cursor, scopeOf(query.sort)))
    return viewPersons(principal, { ...asked, query: { ...query, cursor: undefined, sort } })
  const epoch = epochOf(credential.workspace)
  requireOwnCursor(query.cursor, scope, epoch)
  const issues = conditionIssues(query, context, credential.permissions)
  const isInvalid = Object.keys(issues).length > 0
  // The person at the edge of the page before was deleted, or no name begins with the letter or one after it. A condition
  // that may not be asked must not show by a second trip whether anyone meets it.
  if ((position || letter) && page.length === 0 && !isInvalid)
    return viewPersons(principal, { ...asked, query: { ...query, cursor: undefined, letter: undefined } })
  const cut = cutPage(isInvalid ? [] : page, {
    perPage: query.per_page,
    position: letter ? { direction: 'next', key: '' } : position,
    scope,
    epoch,
    keyOf: ({ id }) => id,
  })
  const [{ count, before, first, last }] = summaries
  return {
    persons: cut.rows.map((row) => maskedFor(credential.permissions, parsePerson(row, context))),
    openFees: new Map(permits(credential, 'fees:read') ? openFees.map(({ id, amount }) => [id, amount]) : []),
    count: isInvalid ? 0 : count,
    from: position ? query.from : letter && before === null ? undefined : (before ?? 0) + 1,
    names: first !== null && last ? { first, last } : undefined,
    cursors: cut.cursors,
    sort,
    issues,
    context,
    credential,
    rows: extraRows as unknown as Answers<S>,
  }
}

/** What the cursors of a query of a list are issued for. */
export const viewScope = ({ workspace }: Credential, list: string, query: BrowseQuery): string =>
  JSON.stringify([workspace.id, list, writeBrowseQuery(query).toString()])
