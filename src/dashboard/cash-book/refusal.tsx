import { inputId } from '../../ui/form'
import { ErrorSummary, inFormOrder } from '../../ui/form-layout'
import type { Faults } from '../attempt'
import type { Viewer } from '../layout'
import { refusalText } from '../refusals'
import { type BookTexts, bookTexts } from './texts'

/** What is said about the inputs of a form, by their names. */
export type Refusals = Record<string, string>

/**
 * What to say about the faults of a form, the first of each input: why, if that has a code, and otherwise what the
 * input takes.
 */
export function refusalsOf({ issues, refusals }: Faults, viewer: Viewer): Refusals {
  const { refusals: t } = bookTexts(viewer.locale)
  const entries = Object.keys(issues).map((path) => {
    const name = inputOf(path)
    const [refusal] = refusals[path] ?? []
    const field = (name.split('.').at(-1) ?? '') as keyof BookTexts['refusals']
    return [name, refusal ? refusalText(refusal, viewer) : (t[field] ?? t.form)] as const
  })
  return Object.fromEntries(entries.toReversed())
}

/** The name of the input that a path of an issue is about. */
function inputOf(path: string): string {
  const name = path.replace(/^data\.0\.?/, '').replace(/(costunit_name|category_name)$/, 'place')
  if (name === 'Idempotency-Key' || name === 'external_id' || name === '') return 'form'
  return name
}

type Props = { refusals: Refusals; viewer: Viewer; labels?: Record<string, string>; title: string }

/** What was refused, each with a link to its input; nothing if nothing was. */
export function RefusalList({ refusals, viewer, labels = {}, title }: Props) {
  const t = bookTexts(viewer.locale)
  const names = inFormOrder(Object.keys(refusals), t.entry.labels)
  if (names.length === 0) return null
  const issues = names.map((name) => {
    const label = t.entry.labels[(name.split('.').at(-1) ?? '') as keyof typeof t.entry.labels]
    return {
      label: labels[name] ?? label ?? t.entry.labels.form,
      text: refusals[name],
      ...(label && name !== 'form' && { inputId: inputId(name) }),
    }
  })
  return <ErrorSummary title={title} issues={issues} />
}
