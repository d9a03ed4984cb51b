import { fees } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { hasReferenceSql } from './list'
import type { ReadableFee } from './readable-fee'

/** A fee that a search found, and the list of the person who pays it; null if the person was deleted. */
export type FoundFee = Pick<
  ReadableFee,
  'id' | 'reference' | 'amount' | 'description' | 'person_id' | 'person_name' | 'status'
> & { list: ListId | null }

/** How many fees are found at most. */
const MAX_FOUND = 20

/** How many fees are looked through at most for a part of a reference. */
const MAX_SEARCHED = 10_000

const REFERENCE_LENGTH = 25
const BEGINNING = /^RF\d\d[0-9A-Z]{0,21}$/

/**
 * Selects fees by their reference, with or without blanks: a whole one by key, the beginning of one among the newest
 * {@link MAX_SEARCHED}. A statement for the trip of the caller; undefined for a text that cannot begin a reference.
 */
export function selectFeesByReference(workspace: Sql, text: string): Sql<FoundFee> | undefined {
  const reference = text.toUpperCase().replaceAll(/\s/g, '')
  if (!BEGINNING.test(reference)) return undefined
  const newest = sql`(SELECT * FROM fees WHERE workspace_id = ${workspace} ORDER BY id DESC LIMIT ${MAX_SEARCHED})`
  const found =
    reference.length === REFERENCE_LENGTH
      ? sql`fees WHERE ${fees.workspaceId} = ${workspace} AND ${hasReferenceSql(reference)}`
      : sql`${newest} AS fees WHERE instr(reference, ${reference}) = 1`
  return sql<FoundFee>`
    SELECT id, reference, amount, description, person_id, person_name, status, (
      SELECT list_id FROM persons
      WHERE persons.workspace_id = ${workspace} AND list_id IN ('members', 'contacts')
        AND area IN ('regular', 'applications') AND persons.id = fees.person_id) AS list
    FROM ${found} LIMIT ${MAX_FOUND}`
}
