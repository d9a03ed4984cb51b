import type { Principal } from '../access/principal'
import { type ListContext, queryList } from '../custom-columns/query-list'
import { nextNumber, selectLastNumber } from './related'

/** What a form for a new person begins with; contacts have no membership number. */
export type NewPersonForm = { context: ListContext; nextNumber: string | undefined }

/** Gets what a form for a new person of a list needs. One trip. Throws what `queryList` throws. */
export async function viewNewPersonForm(
  principal: Principal,
  { list }: { list: string },
): Promise<NewPersonForm> {
  const isMember = list === 'members'
  const { context, rows } = await queryList(principal, list, 'write', {
    numbers: isMember ? [selectLastNumber(principal.workspace())] : [],
  })
  return { context, nextNumber: isMember ? nextNumber(rows.numbers) : undefined }
}
