import type { Event } from '../events/event'
import type { FeeDebit, JournalEntry, OpenedFee } from './fee'

/** A thing that happened to a fee: the event, where it is still kept, with its payment and its debit. */
export type FeeStep = {
  event: Event | undefined
  payment: JournalEntry | undefined
  debit: FeeDebit | undefined
}

type Course = Pick<OpenedFee, 'events' | 'payments' | 'debits'>

/**
 * What happened to a fee, newest first. Each event says what was paid and waived after it, so that the payments of the
 * journal in their order belong to the event that they add up to. Payments older than all events come without one.
 */
export function courseOf({ events, payments, debits }: Course): FeeStep[] {
  const oldestFirst = events.toReversed()
  const journal = [...payments]
  const sums = { paid: 0, waived: 0 }
  const takeUntil = (paid: unknown, waived: unknown): JournalEntry[] => {
    const taken: JournalEntry[] = []
    while ((sums.paid !== paid || sums.waived !== waived) && journal.length > 0) {
      const next = journal.shift() as JournalEntry
      sums[next.kind === 'waiver' ? 'waived' : 'paid'] += next.amount
      taken.push(next)
    }
    return taken
  }
  const steps: FeeStep[] = []
  const add = (event: Event | undefined, taken: JournalEntry[]) => {
    const rows = taken.length > 0 ? taken : event ? [undefined] : []
    for (const payment of rows) steps.push({ event, payment, debit: debitOf(event, payment, debits) })
  }
  for (const event of oldestFirst) {
    const { paid_amount: paid, waived_amount: waived } = event.changes ?? {}
    if (!paid && !waived) add(event, [])
    else {
      add(undefined, takeUntil(paid?.[0] ?? sums.paid, waived?.[0] ?? sums.waived))
      add(event, takeUntil(paid?.[1] ?? sums.paid, waived?.[1] ?? sums.waived))
    }
  }
  add(undefined, journal)
  return steps.reverse()
}

/** The debit of a payment, else the one that the fee came into or left. */
function debitOf(event: Event | undefined, payment: JournalEntry | undefined, debits: FeeDebit[]) {
  if (payment?.item_id) return debits.find(({ item_id }) => item_id === payment.item_id)
  const [before, after] = event?.changes?.collection_id ?? []
  const collection = after ?? before
  return collection ? debits.find(({ collection_id }) => collection_id === collection) : undefined
}
