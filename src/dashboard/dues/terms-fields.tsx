import type { Period } from '../../domain/dues/period'
import { addDays } from '../../domain/shared/dates'
import { DateField } from '../../ui/choices'
import { SelectField, TextField } from '../../ui/form'
import type { Viewer } from '../layout'
import type { Refused } from '../refused-fields'
import { termsTexts } from './texts-terms'

type Terms = { key_day: string; due_day: number; pro_rata: string; rounding: number }

/** The fields of a form that shows the terms of a version, in days of a period. */
export const formOfTerms = (version: Terms, { begin }: Period): Record<string, string> => ({
  due_day: addDays(begin, version.due_day),
  key_day: `${begin.slice(0, 4)}-${version.key_day}`,
  pro_rata: version.pro_rata,
  rounding: String(version.rounding),
})

/** The terms that a form means, whose days are in a period; days that are none are values that no version takes. */
export const termsOf = (form: URLSearchParams, { begin }: Period) => ({
  key_day: (form.get('key_day') ?? '').slice(5),
  due_day: daysBetween(begin, form.get('due_day') ?? ''),
  pro_rata: (form.get('pro_rata') ?? '') as 'none' | 'months',
  rounding: Number(form.get('rounding')) as 1 | 10 | 50 | 100,
})

function daysBetween(from: string, to: string): number {
  const days = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000
  return Number.isInteger(days) ? days : -1
}

type Props = { values: (name: string) => string; refused: Refused; viewer: Viewer }

/** When dues are owed, whom a part of a period counts for, and how amounts are rounded. */
export function TermsFields({ values, refused, viewer }: Props) {
  const t = termsTexts(viewer.locale)
  const field = (name: 'due_day' | 'key_day' | 'pro_rata' | 'rounding') => ({
    ...t.fields[name],
    name,
    value: values(name),
    issue: refused[name],
  })
  return (
    <>
      <DateField {...field('due_day')} />
      <DateField {...field('key_day')} />
      <SelectField
        {...field('pro_rata')}
        options={(['months', 'none'] as const).map((value) => ({ value, label: t.proRatas[value] }))}
      />
      <SelectField
        {...field('rounding')}
        options={['1', '10', '50', '100'].map((value) => ({ value, label: t.roundings[value] ?? value }))}
      />
    </>
  )
}

/** The fields of what a plan and its fees are called. */
export function NameFields({ values, refused, viewer }: Props) {
  const t = termsTexts(viewer.locale).fields
  return (
    <>
      {(['name', 'description'] as const).map((name) => (
        <TextField {...t[name]} name={name} value={values(name)} issue={refused[name]} autocomplete="off" />
      ))}
    </>
  )
}
