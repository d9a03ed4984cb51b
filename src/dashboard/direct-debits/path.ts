import type { Context } from 'hono'
import type { Env } from '../../env'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'

/** The path of the pages of one collection. */
export const COLLECTION = '/:workspace/direct-debits/:collection_id'

/** The address of a page of direct debits. */
export const debitsPath = ({ staff }: Viewer, page = '', query = new URLSearchParams()): string =>
  pathIn(staff.workspace, `/direct-debits${page}${query.size > 0 ? `?${query}` : ''}`)

/** Leads to the page of a collection after an act, and there to the debit `item`. */
export function redirectToCollection(c: Context<Env>, id: string, query: Record<string, string>, item = '') {
  const { workspace } = c.var.staff.current()
  const fragment = item && `#${item}`
  return c.redirect(pathIn(workspace, `/direct-debits/${id}?${new URLSearchParams(query)}${fragment}`), 303)
}
