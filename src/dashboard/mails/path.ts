import type { Context } from 'hono'
import type { ListId } from '../../domain/access/lists'
import { type BrowseQuery, writeBrowseQuery } from '../../domain/persons/browse-query'
import type { Env } from '../../env'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'

/** The path of the pages of one mail. */
export const MAIL = '/:workspace/mails/:mail_id'

/** The address of a page of mails. */
export const mailsPath = ({ staff }: Viewer, page = '', query: Record<string, string> = {}): string => {
  const parameters = new URLSearchParams(query)
  return pathIn(staff.workspace, `/mails${page}${parameters.size > 0 ? `?${parameters}` : ''}`)
}

/** The address of the form of a new mail to those that a query of a list finds. */
export const newMailPath = (viewer: Viewer, list: ListId, query: BrowseQuery): string =>
  mailsPath(viewer, '/new', { list, ...Object.fromEntries(writeBrowseQuery(query)) })

/** Leads to the page of a mail after an act. */
export function redirectToMail(c: Context<Env>, id: string, query: Record<string, string> = {}) {
  const { workspace } = c.var.staff.current()
  const parameters = new URLSearchParams(query)
  return c.redirect(pathIn(workspace, `/mails/${id}${parameters.size > 0 ? `?${parameters}` : ''}`), 303)
}
