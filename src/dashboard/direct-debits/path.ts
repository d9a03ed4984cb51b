import type { Context } from 'hono'
import type { Env } from '../../env'
import { done } from '../../http/done'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import type { CollectionTexts } from './texts-collection'

/** The path of the pages of one collection. */
export const COLLECTION = '/:workspace/direct-debits/:collection_id'

/** The address of a page of direct debits. */
export const debitsPath = (
  { staff }: Pick<Viewer, 'staff'>,
  page = '',
  query = new URLSearchParams(),
): string => pathIn(staff.workspace, `/direct-debits${page}${query.size > 0 ? `?${query}` : ''}`)

/** What a form did with a collection; `meanwhile` if someone was faster, `stopped` if debits must leave it first, which the page says. */
type Word = keyof CollectionTexts['done'] | 'meanwhile' | 'stopped' | 'changed'

/** Leads to the page of a collection, which says what was done, and there to the returned debit `itemId`. */
export const doneWithCollection = (c: Context<Env>, word: Word, id: string, itemId?: string) =>
  done(c, word, { to: collectionPath(c, id, itemId) })

/** The address of the page of a collection, and there of the returned debit `itemId`. */
export const collectionPath = (c: Context<Env>, id: string, itemId?: string): string =>
  debitsPath({ staff: c.var.staff.current() }, `/${id}${itemId ? `#return-${itemId}` : ''}`)

/** Instead of what was done, that another release of the same debits still runs. */
export const RUNNING = 'running'
