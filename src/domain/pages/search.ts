import { permits } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { type FoundFee, selectFeesByReference } from '../fees/search'
import { readable } from '../persons/related'
import { type FoundPerson, selectFound } from '../persons/search'

/** What a search found that the principal may read. */
export type Found = { persons: FoundPerson[]; fees: FoundFee[] }

/** How many characters of a search are read. */
const MAX_LENGTH = 100

/**
 * Searches the persons and fees of the principal's workspace; a text without a word finds none. One trip, which reads
 * some ten thousand rows at most of each list and of the fees.
 */
export async function searchWorkspace(principal: Principal, { text }: { text: string }): Promise<Found> {
  const workspace = principal.workspace()
  const searched = text.slice(0, MAX_LENGTH).trim()
  const { credential, rows } = await query(principal, {
    persons: searched === '' ? [] : selectFound(workspace, searched),
    fees: selectFeesByReference(workspace, searched) ?? [],
  })
  return {
    persons: readable(rows.persons, credential),
    fees: permits(credential, 'fees:read') ? rows.fees : [],
  }
}
