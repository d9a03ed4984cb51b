import type { Child } from 'hono/jsx'
import { inputId } from '../ui/form'
import { ErrorSummary, inFormOrder } from '../ui/form-layout'
import type { Locale } from '../ui/i18n/locale'
import { formTexts } from '../ui/i18n/texts'

/** A field of a form: its label, and what is said if its value is refused. */
export type FieldTexts = { label: string; issue: string; hint?: string }

/** The fields of a form in its order. With `form`, the form also says what none of its inputs takes. */
export type FieldsTexts<Name extends string = string> = Record<Name, FieldTexts>

/** The message for each refused input of a form: a field, or one of a line such as `lines.0.amount`. */
export type Refused<Name extends string = string> = Partial<Record<Name, string>>

/** The input that a path of an issue is about; undefined if the form says nothing about it. */
export function refusedInput(path: string, fields: object): string | undefined {
  if (path in fields || fieldOf(path, fields)) return path
  if ('form' in fields) return path
  const [first = ''] = path.split('.')
  return first in fields ? first : undefined
}

/** The field of an input: its own, or that of an input of a line. */
export function fieldOf(input: string, fields: object): string | undefined {
  const [, field = input] = /^\w+\.\d+\.(\w+)$/.exec(input) ?? []
  return field in fields ? field : undefined
}

type Props = {
  refused: Refused
  fields: Record<string, Pick<FieldTexts, 'label'> & Partial<FieldTexts>>
  /** The names of inputs, by the fields that have another name; null if a field has no input. */
  inputs?: Record<string, string | null>
  /** Labels of inputs that are not those of their fields. */
  labels?: Record<string, string>
  /** What is said above, even if no input of the form was refused. */
  title?: string
  locale: Locale
  /** A message about the whole form, which is shown even if no input was refused. */
  children?: Child
}

/** What was refused, in the order of the form, each with a link to its input; nothing if nothing was. */
export function RefusedList({ refused, fields, inputs = {}, labels = {}, title, locale, children }: Props) {
  const names = inFormOrder(Object.keys(refused), fields)
  if (names.length === 0 && title === undefined && !children) return null
  const issues = names.map((name) => {
    const field = fieldOf(name, fields)
    const input = field === undefined || field === 'form' ? null : (inputs[name] ?? name)
    return {
      label: labels[name] ?? fields[field ?? 'form']?.label ?? '',
      text: refused[name],
      ...(input !== null && inputs[name] !== null && { inputId: inputId(input) }),
    }
  })
  return (
    <ErrorSummary title={title ?? formTexts(locale).checkEntries} issues={issues}>
      {children}
    </ErrorSummary>
  )
}

/** Whether anything was refused. */
export const hasRefused = (refused: Refused): boolean => Object.keys(refused).length > 0
