import type { WaitingRow } from '../../domain/payments/booking/waiting'
import { formatNumber } from '../../ui/i18n/format'
import type { Viewer } from '../layout'
import { personOf } from '../named'
import { bookTexts } from './texts'

/** The name of a payment that waits, or of a collection. */
export function nameOf(payment: WaitingRow, viewer: Viewer): string {
  const { person_name, namesake, description, payments } = payment
  const { locale } = viewer
  const { fees: t } = bookTexts(locale)
  return person_name === null
    ? `${t.collection}, ${t.payments(formatNumber(payments, locale))}`
    : `${personOf({ person_name, namesake }, viewer)}, ${description}`
}
