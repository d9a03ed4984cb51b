import type { WaitingRow } from '../../domain/payments/booking/waiting'
import type { Faults } from '../attempt'
import type { Viewer } from '../layout'
import { refusalText, withPaths } from '../refusals'
import { nameOf } from './book-fees-name'
import { refusedInBook } from './refused'
import { bookTexts } from './texts'

/** What the acts of the page are about: the payments that were chosen, or the one that was decided. */
type Asked = { waiting: WaitingRow[]; chosen: string[]; viewer: Viewer }

/** What to say about the faults, by inputs, and the labels of those that are about a payment or a reason. */
export function refusedOfFees(faults: Faults, { waiting, chosen, viewer }: Asked) {
  const { fees: t, fields } = bookTexts(viewer.locale)
  const refused = refusedInBook(
    withPaths(faults, (path) => path.replace(/^book\./, '')),
    viewer,
  )
  const labels: Record<string, string> = {}
  for (const name of Object.keys(refused)) {
    const [isPayment, index] = /^(?:payment_ids?|voucher_id)(?:\.(\d+))?$/.exec(name) ?? []
    const payment = waiting.find(({ id }) => id === chosen[Number(index ?? 0)])
    if (isPayment) labels[name] = payment ? nameOf(payment, viewer) : t.title
    if (name === 'payment_ids') refused[name] = refusalText({ code: 'payment_missing' }, viewer)
    if (!name.startsWith('reason')) continue
    labels[name] = t.reason
    refused[name] = fields.reason.issue
  }
  return { refused, labels }
}
