import type { Context } from 'hono'
import type { Env } from '../../env'
import { done } from '../../http/done'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'

type Query = Record<string, string | number | undefined>

/** The address of a page of the cash book; parts of the query that are undefined or empty are left out. */
export const bookPath = ({ staff }: Pick<Viewer, 'staff'>, page = '', query: Query = {}): string =>
  pathIn(staff.workspace, `/cash-book${page}${queryText(query)}`)

/** Leads to a page of the cash book. */
export const seeBook = (c: Context<Env>, page: string, query: Query = {}) =>
  c.redirect(bookPath({ staff: c.var.staff.current() }, page, query), 303)

/** What a form of the cash book did, as the next page says. */
type Word =
  | 'saved'
  | 'entered'
  | 'reversed'
  | 'was_reversed'
  | 'closed'
  | 'reopened'
  | 'assigned'
  | 'booked'
  | 'decided'
  | 'undone'

type Told = { page: string; query?: Query; about?: string | undefined; numbers?: Record<string, number> }

/** Leads to a page of the cash book, which says what was done. */
export const doneInBook = (c: Context<Env>, word: Word, { page, query, ...told }: Told) =>
  done(c, word, { to: bookPath({ staff: c.var.staff.current() }, page, query), ...told })

function queryText(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** The year that an address names; undefined for none. */
export const yearIn = (text: string | undefined): number | undefined =>
  /^(19|20|21)\d\d$/.test(text ?? '') ? Number(text) : undefined
