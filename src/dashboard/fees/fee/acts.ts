import type { Permission } from '../../../domain/access/permissions'
import { holdReminders, releaseHold } from '../../../domain/mails/reminders/hold'
import type { OpenedFee } from '../../../domain/pages/fee'
import { bookFees } from '../../../domain/payments/booking/book-fees'
import { cancelFee, reopenFee } from '../../../domain/payments/cancel'
import { recordPayments } from '../../../domain/payments/record'
import { refundFee } from '../../../domain/payments/refund'
import { reversePayment } from '../../../domain/payments/reverse'
import { setDueDate } from '../../../domain/payments/set-due-date'
import { waiveRest } from '../../../domain/payments/waive'
import type { StaffPrincipal } from '../../../domain/staff/principal'
import { parseMoney } from '../../../ui/i18n/money'
import { accountIn } from '../account-choice'
import type { ActName } from '../act-texts'
import { assignmentOf } from '../assignment'
import type { FeeDone } from './path'

/** What a form of an act asks for. */
export type Asked = { id: string; paymentId: string; revision: number; form: URLSearchParams }

/** An act on a fee: its page below that of the fee, who may do it, the amount that it is about, and the verb. */
export type FeeAct = {
  name: ActName
  page: string
  permission: Permission
  done: FeeDone
  isPossible: (opened: OpenedFee) => boolean
  amountOf: (fee: OpenedFee['fee']) => number
  run: (principal: StaffPrincipal, asked: Asked) => Promise<unknown>
}

const isPayable = ({ fee }: OpenedFee) => fee.status === 'open' || fee.status === 'returned'
const hasMoney = ({ fee }: OpenedFee) =>
  fee.paid_amount > 0 && fee.status !== 'collecting' && fee.status !== 'cancelled'

const noteIn = (form: URLSearchParams) => form.get('note')?.trim() || null

const reasonIn = (form: URLSearchParams) => ({ reason: form.get('reason')?.trim() ?? '' })

const moneyIn = (form: URLSearchParams) => ({
  amount: parseMoney(form.get('amount') ?? '') ?? 0,
  paid_on: form.get('paid_on') ?? '',
  method: form.get('method') ?? '',
  ...accountIn(form),
})

export const FEE_ACTS: FeeAct[] = [
  {
    name: 'payment',
    page: '/payment',
    permission: 'payments:write',
    done: 'paid',
    isPossible: isPayable,
    amountOf: ({ open_amount }) => open_amount,
    run: (principal, { id, revision, form }) => {
      const item = { fee_id: id, ...moneyIn(form), note: form.get('note')?.trim() || null }
      return recordPayments(principal, { body: { data: [item] }, revision })
    },
  },
  {
    name: 'reversal',
    page: '/payments/:payment_id{pay_\\w+}/reversal',
    permission: 'payments:write',
    done: 'reversed',
    isPossible: ({ fee }) => fee.status !== 'collecting' && fee.status !== 'cancelled',
    amountOf: ({ paid_amount }) => paid_amount,
    run: (principal, { id: feeId, paymentId, revision, form }) =>
      reversePayment(principal, { id: paymentId, feeId, body: reasonIn(form), revision }),
  },
  {
    name: 'refund',
    page: '/refund',
    permission: 'payments:write',
    done: 'refunded',
    isPossible: hasMoney,
    amountOf: ({ paid_amount }) => paid_amount,
    run: (principal, { id, revision, form }) => {
      const body = { ...moneyIn(form), ...reasonIn(form), cancels: form.has('cancels') }
      return refundFee(principal, { id, body, revision })
    },
  },
  {
    name: 'waiver',
    page: '/waiver',
    permission: 'payments:write',
    done: 'waived',
    isPossible: (opened) => isPayable(opened) && opened.fee.paid_amount > 0,
    amountOf: ({ open_amount }) => open_amount,
    run: (principal, { id, revision, form }) => waiveRest(principal, { id, body: reasonIn(form), revision }),
  },
  {
    name: 'cancellation',
    page: '/cancellation',
    permission: 'fees:write',
    done: 'cancelled',
    isPossible: (opened) => isPayable(opened) && opened.fee.paid_amount === 0,
    amountOf: ({ open_amount }) => open_amount,
    run: (principal, { id, revision, form }) =>
      cancelFee(principal, { id, body: { kind: form.get('kind') ?? '', ...reasonIn(form) }, revision }),
  },
  {
    name: 'due',
    page: '/due',
    permission: 'fees:write',
    done: 'due',
    isPossible: isPayable,
    amountOf: ({ open_amount }) => open_amount,
    run: (principal, { id, revision, form }) =>
      setDueDate(principal, { id, body: { due_on: form.get('due_on') || null }, revision }),
  },
  {
    name: 'deferral',
    page: '/deferral',
    permission: 'fees:write',
    done: 'deferred',
    isPossible: isPayable,
    amountOf: ({ open_amount }) => open_amount,
    run: (principal, { id: feeId, revision, form }) => {
      const body = { kind: 'deferred', until: form.get('until') || null, note: noteIn(form) }
      return holdReminders(principal, { feeId, body, revision })
    },
  },
  {
    name: 'dispute',
    page: '/dispute',
    permission: 'fees:write',
    done: 'disputed',
    isPossible: isPayable,
    amountOf: ({ open_amount }) => open_amount,
    run: (principal, { id: feeId, revision, form }) =>
      holdReminders(principal, { feeId, body: { kind: 'disputed', note: noteIn(form) }, revision }),
  },
  {
    name: 'release',
    page: '/release',
    permission: 'fees:write',
    done: 'released',
    isPossible: ({ fee }) => fee.reminder_hold !== null,
    amountOf: ({ open_amount }) => open_amount,
    run: (principal, { id: feeId, revision }) => releaseHold(principal, { feeId, revision }),
  },
  {
    name: 'booking',
    page: '/booking',
    permission: 'bookkeeping:write',
    done: 'booked',
    isPossible: ({ payments }) => payments.some(({ kind }) => kind !== 'waiver'),
    amountOf: ({ paid_amount }) => paid_amount,
    run: (principal, { id, form }) =>
      bookFees(principal, {
        body: { fee_ids: [id], account_id: form.get('account_id') || null, ...assignmentOf(form) },
      }),
  },
  {
    name: 'reopening',
    page: '/reopening',
    permission: 'fees:write',
    done: 'reopened',
    isPossible: ({ fee }) => fee.status === 'cancelled',
    amountOf: ({ amount }) => amount,
    run: (principal, { id, revision }) => reopenFee(principal, { id, revision }),
  },
]
