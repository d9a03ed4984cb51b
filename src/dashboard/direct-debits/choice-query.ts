import { z } from 'zod'
import type { FeeChoice } from '../../domain/collections/choice'
import { addDays } from '../../domain/shared/dates'

const isoDate = z.iso.date()

/** The names of what the address of a step to a new collection says. */
const NAMES = ['due_by', 'cost_unit_id', 'status', 'pays', 'date'] as const

/**
 * What the address of a step to a new collection says: which fees (`id`, or a filter), and on which day (`date`). With
 * `scope=all` it is a query of the list of fees, whose fees are chosen however they are paid.
 */
export type NewQuery = { choice: FeeChoice; date: string | undefined; isSearched: boolean }

export function readNewQuery(address: URLSearchParams): NewQuery {
  const ids = address.getAll('id').filter((id) => id !== '')
  const isFromList = address.get('scope') === 'all'
  const status = address.get('status')
  const before = dateIn(address.get('due_before'))
  return {
    choice:
      ids.length > 0
        ? { ids }
        : {
            dueBy: before ? addDays(before, -1) : dateIn(address.get('due_by')),
            costUnitId: address.get('cost_unit_id') || address.get('cost_unit') || undefined,
            statuses: status === 'returned' ? ['returned'] : ['open', 'returned'],
            pays: isFromList || address.get('pays') === 'anyone' ? 'anyone' : 'direct_debit',
          },
    date: address.get('date') ?? undefined,
    isSearched: isFromList && ['search', 'year', 'person'].some((name) => address.get(name)),
  }
}

/** The address that {@link readNewQuery} reads as this. */
export function writeNewQuery({ choice, date }: Pick<NewQuery, 'choice' | 'date'>): URLSearchParams {
  const address = new URLSearchParams()
  const set = (name: (typeof NAMES)[number], value: string | undefined) => {
    if (value) address.set(name, value)
  }
  if ('ids' in choice) for (const id of choice.ids) address.append('id', id)
  else {
    const { dueBy, costUnitId, statuses, pays } = choice
    set('due_by', dueBy)
    set('cost_unit_id', costUnitId)
    set('status', statuses.includes('open') ? undefined : 'returned')
    set('pays', pays === 'anyone' ? pays : undefined)
  }
  set('date', date)
  return address
}

const dateIn = (text: string | null): string | undefined =>
  isoDate.safeParse(text).success && text ? text : undefined
