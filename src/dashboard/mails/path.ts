import type { Context } from 'hono'
import type { ListId } from '../../domain/access/lists'
import type { Steering } from '../../domain/mails/steer'
import { type BrowseQuery, writeBrowseQuery } from '../../domain/persons/browse-query'
import type { Env } from '../../env'
import { done } from '../../http/done'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'

/** The path of the pages of one mail. */
export const MAIL = '/:workspace/mails/:mail_id'

/** The address of a page of mails. */
export const mailsPath = (
  { staff }: Pick<Viewer, 'staff'>,
  page = '',
  query: Record<string, string> = {},
): string => {
  const parameters = new URLSearchParams(query)
  return pathIn(staff.workspace, `/mails${page}${parameters.size > 0 ? `?${parameters}` : ''}`)
}

/** The address of the form of a new mail to those that a query of a list finds. */
export const newMailPath = (viewer: Viewer, list: ListId, query: BrowseQuery): string =>
  mailsPath(viewer, '/new', { list, ...Object.fromEntries(writeBrowseQuery(query)) })

/** Leads to the page of a mail. */
export const redirectToMail = (c: Context<Env>, id: string) =>
  c.redirect(mailsPath({ staff: c.var.staff.current() }, `/${id}`), 303)

/** Leads to the page of a mail, which says what was done. */
export const doneWithMail = (
  c: Context<Env>,
  word: Steering | 'dropped' | 'released' | 'meanwhile' | 'tested' | 'too_large' | 'too_many',
  id: string,
  query: Record<string, string> = {},
) => done(c, word, { to: mailsPath({ staff: c.var.staff.current() }, `/${id}`, query) })
