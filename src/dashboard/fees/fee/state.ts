import { returnReason } from '../../../domain/collections/return-reasons'
import { isInForce, type ReminderHold } from '../../../domain/fees/reminder-hold'
import type { OpenedFee } from '../../../domain/pages/fee'
import { todayIn } from '../../../domain/shared/dates'
import { formatDate, formatMoney } from '../../../ui/i18n/format'
import type { Viewer } from '../../layout'
import { feeTexts } from './texts'

/** The state of a fee, in sentences. */
export function stateInWords({ fee }: OpenedFee, { staff, locale }: Viewer): string[] {
  const t = feeTexts(locale).states
  const money = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const date = (day: string) => formatDate(day, locale)
  const today = todayIn(staff.workspace.timezone, new Date())
  const sentences: string[] = []
  const { last_return: returned, cancellation } = fee
  if (fee.status === 'cancelled')
    return [
      cancellation?.kind === 'waived' ? t.cancelledWaived : t.mistake,
      ...(cancellation ? [cancellation.reason] : []),
    ]
  if (fee.status === 'paid') sentences.push(fee.paid_on ? t.paid(date(fee.paid_on)) : t.settled)
  if (fee.status === 'collecting' && fee.collection)
    sentences.push(t.collecting(date(fee.collection.collection_date)))
  if (fee.status === 'returned' && returned)
    sentences.push(
      t.returned(
        date(returned.returned_on),
        returnReason(returned.reason_code).forTreasurer[locale.language],
      ),
    )
  if (fee.status === 'open' || fee.status === 'returned') sentences.push(...dueSentences())
  if (fee.paid_amount > 0 && fee.open_amount > 0) sentences.push(t.partly(money(fee.paid_amount)))
  if (fee.waived_amount > 0) sentences.push(t.waived(money(fee.waived_amount)))
  if (fee.open_amount > 0 && isInForce(fee.reminder_hold, today))
    sentences.push(...holdSentences(fee.reminder_hold))
  return sentences

  function holdSentences({ until, note }: ReminderHold): string[] {
    return [until ? t.deferred(date(until)) : t.disputed, ...(note ? [note] : [])]
  }

  function dueSentences(): string[] {
    const { due_on: due } = fee
    if (due === null) return fee.status === 'open' ? [t.open] : []
    if (due > today) return [t.due(date(due))]
    return [due === today ? t.dueToday : t.overdue(date(due), daysBetween(due, today))]
  }
}

const DAY = 24 * 60 * 60 * 1000

/** How many days lie between two dates (YYYY-MM-DD). */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY)
