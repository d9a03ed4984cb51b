import { act, type Tx } from '../../access/act'
import type { StaffPrincipal } from '../../staff/principal'
import { type FeeActKind, PERMISSION_OF_ACT } from './act'
import { bookPayments } from './book'
import { cancelFees, reopenFees, waiveFees } from './cancel'
import { payFees } from './pay'
import { previewFees, type ReadFees } from './preview'
import type { FeeSelection } from './selection'
import { takePaymentsBack } from './take-back'

/**
 * An act as its confirmation carries it. `mark` and `seen` are those of the preview that was shown. `input` is what was typed:
 * `paid_on`, `method` and `account_id` of payments, the `reason` to cancel or waive, and what payments are booked to.
 */
export type ConfirmedFees = {
  selection: FeeSelection
  act: FeeActKind
  mark: string
  seen: number
  input: Record<string, unknown>
}

/** What became of an act; or what it would do now, since the fees have changed. */
export type FeesOutcome = { outcome: 'done' | 'changed'; preview: ReadFees }

/**
 * Does an act to the fees of a selection that it is for, if it would still do what was confirmed, and leaves the others as they
 * are. Two trips. Throws `permission_missing`, and `invalid` for the input.
 */
export async function runFees(
  principal: StaffPrincipal,
  { selection, act: kind, mark, seen, input }: ConfirmedFees,
): Promise<FeesOutcome> {
  return act(principal, { permission: PERMISSION_OF_ACT[kind] }, async (tx) => {
    const preview = await previewFees(tx, { selection, act: kind, since: seen })
    if (preview.mark !== mark || preview.count === 0) return { outcome: 'changed', preview }
    await WRITE[kind](tx, preview, input)
    return { outcome: 'done', preview }
  })
}

type Write = (tx: Tx, read: ReadFees, input: Record<string, unknown>) => Promise<void>

const WRITE: Record<FeeActKind, Write> = {
  pay: payFees,
  book: bookPayments,
  waive: waiveFees,
  cancel: cancelFees,
  reopen: reopenFees,
  unpay: takePaymentsBack,
}
