import type { PersonInput } from '../../domain/persons/schemas'
import { isObject } from '../../domain/shared/validation'
import type { Locale } from '../i18n/locale'
import { type Kind, kindOf, PARTS } from './kind'
import { type FormPerson, parseChanges, parseValue, shownEntries } from './parse'

/** A value that a form changes, which someone else has changed to another one since the form was shown. */
export type FormConflict = { path: string; stored: unknown; sent: unknown }

type Merged = {
  /** What the form changes, as the body of an update. */
  changes: PersonInput
  conflicts: FormConflict[]
}

/** Merges what a form changes of what it showed into the person as it is stored now. */
export function mergeForm(
  form: URLSearchParams,
  { fields, person, shown }: Required<FormPerson>,
  locale: Locale,
): Merged {
  const current = shownEntries(fields, person, locale)
  const conflicts = fields.flatMap((field) => {
    const sent = parseValue(form, field, locale, shown)
    if (sent === undefined) return []
    const [before, now] = [shown, current].map((entries) => parseValue(entries, field, locale))
    return partsOf(kindOf(field)).flatMap((part): FormConflict[] => {
      const [given, seen, stored] = [sent, before, now].map((value) => valueAt(value, part))
      const isConflict = !isSame(given, seen) && !isSame(stored, seen) && !isSame(given, stored)
      return isConflict ? [{ path: part ? `${field.key}.${part}` : field.key, stored, sent: given }] : []
    })
  })
  return { changes: parseChanges(form, { fields, person, shown }, locale), conflicts }
}

/** The parts of a value that are merged one by one; of others the whole. */
const partsOf = (kind: Kind): (string | undefined)[] =>
  Object.hasOwn(PARTS, kind) ? PARTS[kind as keyof typeof PARTS] : [undefined]

const valueAt = (value: unknown, part: string | undefined): unknown =>
  part === undefined ? value : ((isObject(value) ? value[part] : null) ?? null)

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
