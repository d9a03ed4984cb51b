import { permits } from '../../domain/access/authorize'
import type { FeeQuery } from '../../domain/fees/browse-query'
import { type FeeActKind, PERMISSION_OF_ACT } from '../../domain/payments/bulk/act'
import type { StaffCredential } from '../../domain/staff/principal'

/** What a member of staff may do with the fees of a segment. */
export function actionsFor(staff: StaffCredential, { status }: FeeQuery): (FeeActKind | 'collect')[] {
  const acts = ACTS.filter((act) =>
    permits(staff, act === 'collect' ? 'collections:write' : PERMISSION_OF_ACT[act]),
  )
  const fitting: (FeeActKind | 'collect')[] =
    status === 'all' ? ACTS : status === 'cancelled' ? ['reopen'] : status === 'paid' ? ['book'] : TO_PAY
  return acts.filter((act) => fitting.includes(act))
}

const TO_PAY: (FeeActKind | 'collect')[] = ['pay', 'collect', 'book', 'waive', 'cancel']
const ACTS: (FeeActKind | 'collect')[] = [...TO_PAY, 'reopen']
