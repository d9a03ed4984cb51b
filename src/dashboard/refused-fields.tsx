import type { Issues } from '../domain/shared/errors'
import { inputId } from '../ui/form'
import { ErrorSummary } from '../ui/form-layout'
import type { Locale } from '../ui/i18n/locale'
import { formTexts } from '../ui/i18n/texts'

/** A field of a form: its label, and what is said where its value is refused. */
export type FieldTexts = { label: string; issue: string; hint?: string }

/** The names of inputs, by the fields that have another name. */
type Inputs = Record<string, string>

/** The message for each refused field of a form. A path of an issue belongs to the field that it begins with. */
export type Refused<Name extends string = string> = Partial<Record<Name, string>>

export function refusedOf<Name extends string>(
  issues: Issues,
  fields: Record<Name, FieldTexts>,
): Refused<Name> {
  const paths = Object.keys(issues)
  const names = Object.keys(fields) as Name[]
  const refused = names.filter((name) => paths.some((path) => path === name || path.startsWith(`${name}.`)))
  return Object.fromEntries(refused.map((name) => [name, fields[name].issue])) as Refused<Name>
}

type Props<Name extends string> = {
  refused: Refused<Name>
  fields: Record<Name, FieldTexts>
  inputs?: Inputs
  locale: Locale
}

/** What was refused, each with a link to its input; nothing if nothing was. */
export function RefusedList<Name extends string>({ refused, fields, inputs = {}, locale }: Props<Name>) {
  const issues = (Object.keys(fields) as Name[]).flatMap((name) => {
    const text = refused[name]
    return text ? [{ label: fields[name].label, text, inputId: inputId(inputs[name] ?? name) }] : []
  })
  return issues.length > 0 ? <ErrorSummary title={formTexts(locale).checkEntries} issues={issues} /> : null
}

/** Whether anything was refused. */
export const hasRefused = (refused: Refused): boolean => Object.keys(refused).length > 0
