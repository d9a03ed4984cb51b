import { createHash, type Hash } from 'node:crypto'
import { type Sql, sql } from '../../../db/sql'

/** How many vouchers are read at a time. */
export const DIGEST_CHUNK = 5000

/** A voucher as the digest of its year takes it up. */
export type DigestRecord = { number: number; record: string }

/**
 * The vouchers of a year after a number, with everything in them that does not change while the year is closed: a reversal in a
 * later year marks the voucher that it reverses, which is left out.
 */
export const selectRecords = (
  workspace: Sql,
  year: number,
  after: number,
): Sql<DigestRecord> => sql<DigestRecord>`
  SELECT number, json_array(number, id, kind, account_id, other_account_id, booked_on, amount, text, party, bank_line_id,
    bank_line_part, reverses, external_id, created_at, (
      SELECT json_group_array(json(iif(side IS NULL, ${lineParts()}, ${lineParts(', side')})) ORDER BY line)
      FROM voucher_lines AS lines
      WHERE lines.workspace_id = ${workspace} AND lines.year = ${year} AND lines.number = vouchers.number)) AS record
  FROM vouchers WHERE workspace_id = ${workspace} AND year = ${year} AND number > ${after}
  ORDER BY number LIMIT ${DIGEST_CHUNK}`

// A line that says no side has the digest that it had before lines could.
const lineParts = (more = '') =>
  sql.raw(
    `json_array(line, lines.amount, lines.text, cost_unit_id, category_id, sphere, fee_id, payment_id${more})`,
  )

/** The digest of records, a line each, as far as they have come. */
export function addRecords(hash: Hash, records: DigestRecord[]): Hash {
  for (const { record } of records) hash.update(`${record}\n`)
  return hash
}

/** The digest of no records. */
export const newDigest = (): Hash => createHash('sha256')
