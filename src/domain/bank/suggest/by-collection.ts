import type { Candidates } from './candidates'
import { fold } from './fold'
import type { MatchLine } from './line'
import { referencesOf } from './references'
import { type Suggestion, suggestion } from './suggestion'

/** For how many days after its date the credit of a collection is recognized by its sum alone. */
const MAX_DAYS = 14

/** The credit of a submitted collection that names it, or of one of its debits (rule 3). */
export function byCollectionReference(
  line: MatchLine,
  { collections, itemsByReference }: Candidates,
): Suggestion[] {
  const batch = fold(line.batch_reference ?? '')
  const collection = collections.find(({ references }) =>
    references.some((reference) => fold(reference) === batch),
  )
  if (batch !== '' && collection) {
    const difference = line.amount - collection.sum
    const code = 'batch_reference' as const
    const reason = difference === 0 ? { code } : { code: 'batch_reference_amount' as const, difference }
    return [suggestion({ kind: 'collection', reason, collection_id: collection.id })]
  }
  const items = referencesOf(line).flatMap((reference) => itemsByReference.get(reference) ?? [])
  const [item] = items
  if (items.length !== 1 || !item || item.state !== 'live' || item.amount !== line.amount) return []
  const { collection_id, fees: parts } = item
  return [
    suggestion({
      kind: 'collection',
      reason: { code: 'debit_reference' },
      collection_id,
      item_ids: [item.id],
      parts,
    }),
  ]
}

/** The credit of a submitted collection by its sum, on its date or in the days after it (rule 3). */
export function byCollectionSum(line: MatchLine, { collections }: Candidates): Suggestion[] {
  return collections
    .filter(({ sum, collection_date }) => sum === line.amount && isSoonAfter(line.booked_on, collection_date))
    .map(({ id, collection_date }) =>
      suggestion({
        kind: 'collection',
        reason: { code: 'collection_sum', collection_date },
        collection_id: id,
      }),
    )
}

function isSoonAfter(date: string, start: string): boolean {
  const days = (Date.parse(date) - Date.parse(start)) / 86_400_000
  return days >= 0 && days <= MAX_DAYS
}
