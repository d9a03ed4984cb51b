import { type ListId, listNamed } from '../../../domain/access/lists'
import { readBrowseQuery } from '../../../domain/persons/browse-query'
import type { Selection } from '../../../domain/persons/bulk/selection'
import { parseMoney } from '../../../ui/i18n/money'
import { assignmentOf } from '../assignment'

/** Whom a form charges: all of the list, a saved view, the chosen persons, or those that a query finds. */
export type Audience = 'all' | 'view' | 'chosen' | 'query'

const AUDIENCES: Audience[] = ['all', 'view', 'chosen', 'query']

/** The list that a form or an address names. */
export const listIn = (form: URLSearchParams): ListId => listNamed(form.get('list') ?? '')

/** The audience of a form; one that comes from a list of persons brings what was chosen there. */
export function audienceOf(form: URLSearchParams): Audience {
  const chosen = AUDIENCES.find((audience) => audience === form.get('audience'))
  if (chosen) return chosen
  if (form.get('scope') === 'all') return 'query'
  return form.has('id') ? 'chosen' : 'all'
}

/** The persons that a form charges. A view is sent as its query, which the option of the select holds. */
export function selectionOf(form: URLSearchParams): Selection {
  const queryIn = (name: string) => ({
    query: readBrowseQuery(Object.fromEntries(new URLSearchParams(form.get(name) ?? ''))),
  })
  switch (audienceOf(form)) {
    case 'chosen':
      return { ids: form.getAll('id') }
    case 'view':
      return form.get('view') === null || form.get('view') === NO_VIEW ? { ids: [] } : queryIn('view')
    case 'query':
      return queryIn('query')
    default:
      return { query: readBrowseQuery({}) }
  }
}

/** The option of a select that names no view. A view of all has an empty query. */
export const NO_VIEW = '-'

/** The terms of charging as a form has them; see `chargeTerms`. */
export function termsOf(form: URLSearchParams): Record<string, unknown> {
  const calculation = form.get('calculation') ?? 'fixed'
  const amount = form.get('amount')?.trim() ?? ''
  return {
    calculation,
    amount: calculation === 'column' || amount === '' ? null : (parseMoney(amount) ?? 0),
    column_id: calculation === 'fixed' ? null : (form.get('column_id') ?? ''),
    description: form.get('description')?.trim() ?? '',
    due_on: form.get('due_on') || null,
    attached_expense: assignmentOf(form),
  }
}

/** The fields that the pages of charging carry from one to the next. */
export const carriedFields = (form: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...form].filter(([name]) => CARRIED.includes(name)))

const CARRIED = [
  'list',
  'audience',
  'view',
  'query',
  'id',
  'calculation',
  'amount',
  'column_id',
  'description',
  'due_on',
  'costunit_name',
  'sphere',
]
