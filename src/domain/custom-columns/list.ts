import type { Principal } from '../access/principal'
import type { CustomColumn } from './column'
import { queryList } from './query-list'

/**
 * Lists the custom columns of a list in the order that the office gave them, else as they were added. One trip. Throws
 * what `requireList` throws.
 */
export async function listColumns(principal: Principal, listId: string): Promise<CustomColumn[]> {
  const { context } = await queryList(principal, listId, 'read', {})
  return context.columns
}
