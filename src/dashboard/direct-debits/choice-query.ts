import * as z from 'zod'
import type { FeeChoice } from '../../domain/collections/choice'
import { parseFeeQuery, writeFeeQuery } from '../../domain/fees/browse-query'

const isoDate = z.iso.date()

/** The names of what the address of a step to a new collection says. */
const NAMES = ['due_by', 'cost_unit_id', 'run', 'status', 'pays', 'date'] as const

/**
 * What the address of a step to a new collection says: which fees (`id`, or a filter), and on which day (`date`). With
 * `scope=all` it is a query of the list of fees.
 */
export type NewQuery = { choice: FeeChoice; date: string | undefined }

export const readNewQuery = (address: URLSearchParams): NewQuery => ({
  choice: choiceIn(address),
  date: dateIn(address.get('date')),
})

function choiceIn(address: URLSearchParams): FeeChoice {
  const ids = address.getAll('id').filter((id) => id !== '')
  if (ids.length > 0) return { ids }
  if (address.get('scope') === 'all') return { query: parseFeeQuery(`${address}`) }
  return {
    dueBy: dateIn(address.get('due_by')),
    costUnitId: address.get('cost_unit_id') || undefined,
    runId: address.get('run') || undefined,
    statuses: address.get('status') === 'returned' ? ['returned'] : ['open', 'returned'],
    pays: address.get('pays') === 'anyone' ? 'anyone' : 'direct_debit',
  }
}

/** The address that {@link readNewQuery} reads as this. */
export function writeNewQuery({ choice, date }: NewQuery): URLSearchParams {
  const address = 'query' in choice ? writeFeeQuery(choice.query) : new URLSearchParams()
  const set = (name: (typeof NAMES)[number], value: string | undefined) => {
    if (value) address.set(name, value)
  }
  if ('query' in choice) address.set('scope', 'all')
  else if ('ids' in choice) for (const id of choice.ids) address.append('id', id)
  else {
    const { dueBy, costUnitId, runId, statuses, pays } = choice
    set('due_by', dueBy)
    set('cost_unit_id', costUnitId)
    set('run', runId)
    set('status', statuses.includes('open') ? undefined : 'returned')
    set('pays', pays === 'anyone' ? pays : undefined)
  }
  set('date', date)
  return address
}

const dateIn = (text: string | null): string | undefined =>
  isoDate.safeParse(text).success && text ? text : undefined
