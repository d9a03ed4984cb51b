import type { Issues } from '../../domain/shared/errors'
import { inputId } from '../../ui/form'
import { ErrorSummary, inFormOrder } from '../../ui/form-layout'
import { formatDate, formatMoney } from '../../ui/i18n/format'
import type { Viewer } from '../layout'
import { type BookTexts, bookTexts } from './texts'

/** What is said about the inputs of a form, by their names. */
export type Refusals = Record<string, string>

type Field = keyof BookTexts['refusals']

/** What to say about the issues of a voucher that a form sends, or of a count. */
export function refusalsOf(issues: Issues, viewer: Viewer): Refusals {
  const entries = Object.entries(issues).map(([path, [message = '']]) => {
    const name = inputOf(path)
    return [name, sentence(name, message, viewer)] as const
  })
  return Object.fromEntries(entries.toReversed())
}

/** The name of the input that a path of an issue is about. */
function inputOf(path: string): string {
  const name = path.replace(/^data\.0\.?/, '').replace(/(costunit_name|category_name)$/, 'place')
  if (name === 'Idempotency-Key' || name === 'external_id' || name === '') return 'form'
  return name
}

function sentence(name: string, message: string, viewer: Viewer): string {
  const { locale, staff } = viewer
  const t = bookTexts(locale)
  const [, date = ''] = /(\d{4}-\d\d-\d\d)/.exec(message) ?? []
  const [, year = ''] = /fiscal year (\d+)/.exec(message) ?? []
  const [, sum = '0'] = /sum of the lines, (-?\d+)/.exec(message) ?? []
  const field = (name.split('.').at(-1) ?? '') as Field
  if (message.includes('in the future')) return t.future
  if (message.includes('before 1900')) return t.tooEarly
  if (year) return t.closed(year)
  if (message.includes('the other is in a closed')) return t.pairClosed
  if (message.includes('below zero')) return t.belowZero(formatDate(date, locale))
  if (message.includes('begins')) return t.begins(formatDate(date, locale))
  if (message.includes('is not the sum'))
    return t.notSum(formatMoney(Math.abs(Number(sum)), staff.workspace.currency, locale))
  if (name === 'account_id' && message.includes('is archived')) return t.archivedAccount
  return t.refusals[field] ?? t.refusals.form
}

type Props = { refusals: Refusals; viewer: Viewer; labels?: Record<string, string>; title: string }

/** What was refused, each with a link to its input; nothing where nothing was. */
export function RefusalList({ refusals, viewer, labels = {}, title }: Props) {
  const t = bookTexts(viewer.locale)
  const names = inFormOrder(Object.keys(refusals), t.entry.labels)
  if (names.length === 0) return null
  const issues = names.map((name) => {
    const field = (name.split('.').at(-1) ?? '') as keyof typeof t.entry.labels
    return {
      label: labels[name] ?? t.entry.labels[field] ?? t.entry.labels.form,
      text: refusals[name],
      ...(name !== 'form' && { inputId: inputId(name) }),
    }
  })
  return <ErrorSummary title={title} issues={issues} />
}
