import { type ListId, listNamed } from '../../domain/access/lists'
import { readBrowseQuery, writeBrowseQuery } from '../../domain/persons/browse-query'
import type { Selection } from '../../domain/persons/bulk/selection'
import type { MailTexts } from './problems'

/** The list that a form or an address names. */
export const listIn = (form: URLSearchParams): ListId => listNamed(form.get('list') ?? '')

/** To whom a form writes: those that a list has chosen, or all that its query finds. */
export function selectionIn(form: URLSearchParams): Selection {
  if (form.has('id') && form.get('scope') !== 'all') return { ids: [...new Set(form.getAll('id'))] }
  return { query: readBrowseQuery(Object.fromEntries(new URLSearchParams(form.get('query') ?? ''))) }
}

/** A selection as fields of a form, which {@link selectionIn} reads. */
export function selectionFields(list: ListId, selection: Selection): URLSearchParams {
  const fields = new URLSearchParams({ list })
  if ('ids' in selection) for (const id of selection.ids) fields.append('id', id)
  else fields.set('query', writeBrowseQuery(selection.query).toString())
  return fields
}

/** The address of a new mail, whose query is that of a list or names persons, as the fields of its form. */
export function formOfAddress(address: URLSearchParams): URLSearchParams {
  const form = new URLSearchParams({ list: listIn(address) })
  for (const id of address.getAll('id')) form.append('id', id)
  form.set('query', writeBrowseQuery(readBrowseQuery(Object.fromEntries(address))).toString())
  return form
}

/** What a form says. Browsers send line breaks as CR LF. */
export const textsIn = (form: URLSearchParams): MailTexts => ({
  subject: (form.get('subject') ?? '').trim(),
  body: (form.get('body') ?? '').replace(/\r\n?/g, '\n'),
})

/** Whether a form writes to payers. */
export const isToPayers = (form: URLSearchParams): boolean => form.get('to_payers') === '1'

/** What a form says, as verbs take it. */
export const contentIn = (form: URLSearchParams) => ({
  ...textsIn(form),
  kind: form.get('kind') === 'news' ? 'news' : 'official',
})
