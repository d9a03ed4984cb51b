import type { Child } from 'hono/jsx'
import { permits } from '../../../domain/access/authorize'
import { returnReason } from '../../../domain/collections/return-reasons'
import type { JournalEntry, OpenedFee } from '../../../domain/pages/fee'
import { courseOf, type FeeStep } from '../../../domain/pages/fee-course'
import { ButtonLink } from '../../../ui/button'
import { formatDate, formatInstant, formatMoney } from '../../../ui/i18n/format'
import { wordOf } from '../../../ui/i18n/word-of'
import { ChangeList, Timeline } from '../../../ui/timeline'
import type { Viewer } from '../../layout'
import { actorName } from '../../log/sentence'
import { sentenceTexts } from '../../log/sentence-texts'
import { reminderTexts } from '../../mails/texts-reminders'
import { pathIn } from '../../paths'
import { isReversible } from './act-menu'
import { feePath } from './path'
import { feeTexts } from './texts'

type Props = { opened: OpenedFee; viewer: Viewer }

/** What happened to a fee, newest first: who did it and when, with links to where it came from. */
export function FeeCourse({ opened, viewer }: Props) {
  const { staff, locale } = viewer
  const entries = courseOf(opened).map((step) => {
    const at = step.event?.at ?? step.payment?.created_at ?? opened.fee.created_at
    return {
      at,
      time: formatInstant(at, staff.workspace.timezone, locale),
      text: stepText(step, viewer),
      body: <Details step={step} viewer={viewer} />,
      detail: step.event && whoDid(step.event, viewer),
      action: <TakeBack step={step} opened={opened} viewer={viewer} />,
    }
  })
  // Both are newest first, and a sort keeps the order of what is equally old.
  const all = [...entries, ...remindersOf({ opened, viewer })].sort((one, other) =>
    other.at.localeCompare(one.at),
  )
  return <Timeline days={[{ entries: all }]} />
}

/** The reminders of a fee, newest first. */
function remindersOf({ opened, viewer }: Props) {
  const { staff, locale } = viewer
  return opened.reminders.toReversed().map(({ level, mail_id, created_at: at }) => ({
    at,
    time: formatInstant(at, staff.workspace.timezone, locale),
    text: reminderTexts(locale).levels[level],
    body: permits(staff, 'mails:read') && (
      <a href={pathIn(staff.workspace, `/mails/${mail_id}`)}>{feeTexts(locale).course.toMail}</a>
    ),
  }))
}

/** Who did what an event tells, and through which door where it is not this one. */
export function whoDid(event: NonNullable<FeeStep['event']>, { locale }: Viewer): string {
  const t = sentenceTexts(locale)
  const name = actorName(event, t)
  return event.door === 'dashboard' ? name : `${name} · ${wordOf(t.doors, event.door)}`
}

/** What a step says. */
export function stepText({ event, payment, debit }: FeeStep, { staff, locale }: Viewer): string {
  const t = feeTexts(locale).course
  const money = (cents: number) => formatMoney(Math.abs(cents), staff.workspace.currency, locale)
  const reason = () => returnReason(debit?.return_code ?? null).forTreasurer[locale.language]
  if (payment) return paymentText(payment)
  const { changes } = event ?? {}
  const date = (day: unknown) => formatDate(String(day), locale)
  switch (event?.action) {
    case 'fee.created':
      return t.created(money(Number(changes?.amount?.[1] ?? 0)))
    case 'fee.collecting':
      return debit ? t.released(date(debit.collection_date)) : event.action
    case 'fee.collection_discarded':
      return t.discarded
    case 'fee.returned':
      return t.returned(reason())
    case 'fee.return_undone':
      return t.returnUndone
    case 'fee.cancelled':
      return t.cancelled
    case 'fee.reopened':
      return t.reopened
    case 'fee.reminders_held': {
      const until = changes?.['reminder_hold.until']?.[1]
      return until ? t.deferred(date(until)) : t.disputed
    }
    case 'fee.reminders_released':
      return t.holdReleased
    case 'fee.updated':
      return changes?.due_on?.[1] ? t.dueDate(date(changes.due_on[1])) : t.noDueDate
    default:
      return event?.action ?? ''
  }

  function paymentText({ kind, amount, method, paid_on, bank_line_on }: JournalEntry): string {
    const on = formatDate(paid_on, locale)
    if (kind === 'waiver') return (amount > 0 ? t.waived : t.waiverReversed)(money(amount))
    if (kind === 'reversal') return (amount < 0 ? t.paymentReversed : t.refundReversed)(money(amount))
    if (kind === 'refund') return t.refunded(money(amount), on)
    if (kind === 'return') return t.debitReturned(money(amount), reason())
    if (bank_line_on && method !== 'direct_debit')
      return t.byBankLine(money(amount), formatDate(bank_line_on, locale))
    return t.paid[method ?? 'other'](money(amount), on)
  }
}

/** Where the money is and is booked, what was noted, and what the bank said. */
function Details({ step: { event, payment, debit }, viewer }: { step: FeeStep; viewer: Viewer }) {
  const { staff, locale } = viewer
  const t = feeTexts(locale).course
  const mayReadBook = permits(staff, 'bookkeeping:read')
  const isReturn = event?.action === 'fee.returned'
  const reason = event?.changes?.reason?.[1]
  const holdNote = event?.changes?.['reminder_hold.note']?.[1]
  const items = [
    isReturn && debit?.return_code && t.code(debit.return_code),
    isReturn && debit?.charge && t.charge(formatMoney(debit.charge, staff.workspace.currency, locale)),
    payment?.account_name && t.account(payment.account_name),
    payment?.voucher_year &&
      payment.voucher_number &&
      t.voucher(payment.voucher_year, payment.voucher_number),
    payment?.note && (payment.kind === 'payment' ? t.note : t.reason)(payment.note),
    !isReturn && reason && !payment?.note && t.reason(String(reason)),
    holdNote && t.note(String(holdNote)),
    debit && mayReadBook && (
      <a href={pathIn(staff.workspace, `/direct-debits/${debit.collection_id}`)}>{t.collection}</a>
    ),
  ].filter((item) => Boolean(item)) as Child[]
  return items.length > 0 ? <ChangeList items={items.map((label) => ({ label }))} /> : null
}

/** The link that takes a payment back, where that is possible. */
function TakeBack({ step: { payment }, opened, viewer }: { step: FeeStep } & Props) {
  if (!payment || !permits(viewer.staff, 'payments:write') || !isReversible(opened, payment)) return null
  return (
    <ButtonLink kind="plain" href={feePath(viewer, opened.fee.id, `/payments/${payment.id}/reversal`)}>
      {feeTexts(viewer.locale).acts.takeBack}
    </ButtonLink>
  )
}
