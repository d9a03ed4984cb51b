import { DomainError, type Issues } from '../../domain/shared/errors'
import { type ExplainedRefusal, isExplained } from '../../domain/shared/refusals'
import { inputId } from '../../ui/form'
import { ErrorSummary } from '../../ui/form-layout'
import type { Locale } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'

/** What is wrong with an input: its issues, and those of them that pages explain, by the same paths. */
export type Faults = { issues: Issues; refusals: Record<string, ExplainedRefusal[]> }

/** The faults of an input that has these issues. */
export const faultsOf = (issues: Issues): Faults => ({
  issues,
  refusals: Object.fromEntries(
    Object.entries(issues).flatMap(([path, found]) => {
      const explained = found.filter(isExplained)
      return explained.length > 0 ? [[path, explained]] : []
    }),
  ),
})

/** Runs an act. Gives its result, or the faults of its input where it refuses that; throws every other error. */
export async function attempt<T>(act: () => Promise<T>): Promise<{ result: T } | Faults> {
  try {
    return { result: await act() }
  } catch (error) {
    if (error instanceof DomainError && error.issues) return faultsOf(error.issues)
    throw error
  }
}

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

/** What was refused, each with a link to its input; nothing where nothing was. */
export function RefusedList<Name extends string>({ refused, fields, inputs = {}, locale }: Props<Name>) {
  const issues = (Object.keys(fields) as Name[]).flatMap((name) => {
    const text = refused[name]
    return text ? [{ label: fields[name].label, text, inputId: inputId(inputs[name] ?? name) }] : []
  })
  return issues.length > 0 ? <ErrorSummary title={formTexts(locale).checkEntries} issues={issues} /> : null
}

/** Whether anything was refused. */
export const hasRefused = (refused: Refused): boolean => Object.keys(refused).length > 0

/** The lines of a text that are not empty. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
