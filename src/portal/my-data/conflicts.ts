import type { PortalField } from '../../domain/portal/settings'
import type { Locale } from '../../ui/i18n/locale'
import type { IssueTexts } from '../../ui/person-fields/issues'
import type { FormConflict } from '../../ui/person-fields/merge'
import { fieldText } from '../../ui/person-fields/value'
import { editCardTexts } from '../texts/edit-card'

/** What is shown next to an input that someone else has changed meanwhile: what is stored now, and what was entered. */
export function conflictTexts(conflicts: FormConflict[], fields: PortalField[], locale: Locale): IssueTexts {
  const t = editCardTexts(locale)
  return Object.fromEntries(
    conflicts.map(({ path, stored, sent }) => {
      const textOf = (value: unknown) => textAt(path, value, fields, locale) || t.nothing
      return [path, t.conflict(textOf(stored), textOf(sent))]
    }),
  )
}

function textAt(path: string, value: unknown, fields: PortalField[], locale: Locale): string {
  const field = fields.find(({ key }) => path === key || path.startsWith(`${key}.`))
  if (!field || value === null || value === undefined) return ''
  const part = path.slice(field.key.length + 1)
  return fieldText(field, part ? { [part]: value } : value, locale)
}
