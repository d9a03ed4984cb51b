import { permits } from '../../../domain/access/authorize'
import type { Permission } from '../../../domain/access/permissions'
import type { FeeQuery } from '../../../domain/fees/browse-query'
import { type FeeActKind, PERMISSION_OF_ACT } from '../../../domain/payments/bulk/act'
import type { StaffCredential } from '../../../domain/staff/principal'

/** What can be done with the fees of a list: an act, or the page of direct debits or of reminders. */
export type ListAct = FeeActKind | 'collect' | 'remind'

const permissionOf = (act: ListAct): Permission => {
  if (act === 'remind') return 'mails:send'
  return act === 'collect' ? 'collections:write' : PERMISSION_OF_ACT[act]
}

/** What a member of staff may do with the fees of a segment. */
export function actionsFor(staff: StaffCredential, { status }: FeeQuery): ListAct[] {
  const acts = ACTS.filter((act) => permits(staff, permissionOf(act)))
  const fitting: ListAct[] =
    status === 'all' ? ACTS : status === 'cancelled' ? ['reopen'] : status === 'paid' ? ['book'] : TO_PAY
  return acts.filter((act) => fitting.includes(act))
}

const TO_PAY: ListAct[] = ['pay', 'collect', 'remind', 'book', 'waive', 'cancel']
const ACTS: ListAct[] = [...TO_PAY, 'reopen']
