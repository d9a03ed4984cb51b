import type { Tx } from '../access/act'
import { type CashDay, selectCash } from '../book/accounts/cash'
import { type BookFacts, bookFacts, selectBook } from '../book/book-facts'
import { DomainError } from '../shared/errors'
import { type FeeFacts, selectNamedFee } from './fee-facts'

/**
 * Reads what an act on one fee needs to know, the days of the cash boxes among it where the act may take money out of one.
 * One trip. Throws `permission_missing`, `not_found`, and `changed_meanwhile` if the fee no longer has the `revision`.
 */
export async function loadFee(
  tx: Tx,
  idOrExternalId: string,
  { takesCash = false, revision }: { takesCash?: boolean; revision?: number | undefined } = {},
): Promise<{ fee: FeeFacts; book: BookFacts; cash: CashDay[] }> {
  const workspace = tx.workspace()
  const rows = await tx.read({
    fees: selectNamedFee(workspace, idOrExternalId),
    cash: takesCash ? [selectCash(workspace)] : [],
    ...selectBook(workspace),
  })
  const [fee] = rows.fees
  if (!fee) throw new DomainError('not_found', 'There is no such fee.')
  requireRevision(fee, revision)
  return { fee, book: bookFacts(rows), cash: rows.cash }
}

/** Throws `changed_meanwhile` if a fee no longer has the revision that was shown; without one, any is right. */
export function requireRevision(fee: Pick<FeeFacts, 'revision'>, revision: number | undefined): void {
  if (revision === undefined || fee.revision === revision) return
  throw new DomainError('changed_meanwhile', 'The fee has changed since it was read. Read it again.')
}
