import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { sql } from '../../db/sql'
import { act } from '../access/act'
import type { Need, Principal } from '../access/principal'
import { bookFacts, selectBook } from '../book/book-facts'
import { numberOf, selectYear, yearOf } from '../book/years/get'
import type { FiscalYear } from '../book/years/year'
import { recordEvents } from '../events/record'
import { singleLine } from '../shared/text'
import { requireNoErrors } from '../shared/validation'
import { needsProof } from '../staff/proofs'

/** The query that reopens a year. */
export const reopeningQuery = z.strictObject({
  reason: singleLine(500)
    .describe('Why; the log keeps it')
    .meta({ examples: ['A receipt turned up'] }),
})

/**
 * Reopens the last closed fiscal year. Its report is then that of its vouchers again. Two trips. Throws
 * `permission_missing`, also for staff who are not owners, `proof_required`, `not_found`, and `invalid` for a year
 * that is not the last closed one.
 */
export async function reopenYear(
  principal: Principal,
  { year: text, reason }: { year: string; reason: string },
): Promise<FiscalYear> {
  return act(principal, needToReopen(principal), async (tx) => {
    const year = numberOf(text)
    const rows = await tx.read({ ...selectYear(tx.workspace(), year), ...selectBook(tx.workspace()) })
    const { closed_at, sha256 } = await yearOf(rows, year)
    const { closedYear } = bookFacts(rows)
    if (!closed_at) requireNoErrors([[['year'], { code: 'not_closed' }]])
    if (closedYear !== null && closedYear !== year)
      requireNoErrors([[['year'], { code: 'not_last_closed', year: closedYear }]])
    const workspace = tx.writable()
    const lastSql = sql`
      workspace_id = ${workspace} AND closed_at IS NOT NULL AND year = ${year} AND NOT EXISTS (
        SELECT 1 FROM fiscal_years AS later
        WHERE later.workspace_id = ${workspace} AND later.closed_at IS NOT NULL AND later.year > ${year})`
    const reopened = await tx.write({
      lastSql: failUnless(sql`EXISTS (SELECT 1 FROM fiscal_years WHERE ${lastSql})`),
      written: sql`UPDATE fiscal_years SET closed_at = NULL WHERE workspace_id = ${workspace} AND year = ${year}`,
      recorded: recordEvents(
        tx.actor,
        workspace,
        { action: 'fiscal_year.reopened', subject: 'fiscal_year' },
        [{ id: text, name: text, changes: { sha256: [sha256, null], reason: [null, reason] } }],
      ),
      ...selectYear(tx.workspace(), year),
    })
    return yearOf(reopened, year)
  })
}

/** Staff must be owners with a fresh proof; keys keep the book as a whole. */
const needToReopen = ({ actor }: Principal): Need =>
  actor.kind === 'staff'
    ? { permission: 'settings:write', freshProof: needsProof('reopen_year') }
    : { permission: 'bookkeeping:write' }
