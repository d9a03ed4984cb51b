import * as z from 'zod'
import type { Principal } from '../../access/principal'
import { DomainError, type Issues, invalid } from '../../shared/errors'
import { assignLines, changeFields } from './assign-lines'
import { versionOf } from './page'
import type { Voucher } from './voucher'

/** The body that changes the text of a voucher and what its lines are booked to. */
export const voucherChange = z.strictObject(changeFields).meta({
  examples: [{ lines: [{ line: 1, costunit_name: 'Handball', sphere: 'ideal' }] }],
})

/**
 * Changes one voucher as {@link assignLines} does. Throws `permission_missing`, `not_found`, `invalid` also for a voucher of
 * a closed fiscal year, and `changed_meanwhile` if it no longer has a `version` that `versionOf` gave.
 */
export async function updateVoucher(
  principal: Principal,
  { id, body, version }: { id: string; body: Record<string, unknown>; version?: string },
): Promise<Voucher> {
  try {
    const [voucher] = await assignLines(principal, {
      body: { data: [{ ...body, voucher_id: id }] },
      requireSame: (voucher) => {
        if (version !== undefined && versionOf(voucher) !== version)
          throw new DomainError('changed_meanwhile', 'Someone else has changed the voucher.')
      },
    })
    return voucher as Voucher
  } catch (error) {
    throw error instanceof DomainError && error.issues ? ofOne(error.issues) : error
  }
}

/** The error of the only item of a batch. */
function ofOne(issues: Issues): DomainError {
  const [refusal] = issues['data.0.voucher_id'] ?? []
  if (refusal?.code === 'voucher_unknown') return new DomainError('not_found', 'There is no such voucher.')
  return invalid(
    Object.fromEntries(Object.entries(issues).map(([path, found]) => [path.replace('data.0.', ''), found])),
  )
}
