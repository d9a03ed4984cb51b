import { permits } from '../../domain/access/authorize'
import { type CustomColumn, columnKey } from '../../domain/custom-columns/column'
import type { ListContext } from '../../domain/custom-columns/query-list'
import { parseTarget, type Target } from '../../domain/imports/targets'
import { GUARDIAN, PAYER } from '../../domain/person-fields/fields'
import { maskIban, maskIbansIn } from '../../domain/persons/mask'
import type { Locale } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import type { Viewer } from '../layout'
import { fieldLabel } from '../members/fields'
import { importTexts } from './texts'

const IBAN: Target = 'bank_account.iban'

/** How much of a cell a page shows. */
const MAX_SHOWN = 80

/** A text of a file as a viewer may see it: who lacks `bank_accounts:read` sees the last four characters of IBANs. */
export function maskedCell(cell: string, target: Target | undefined, { staff }: Viewer): string {
  if (permits(staff, 'bank_accounts:read')) return cell
  return target === IBAN ? maskIban(cell) : maskIbansIn(cell)
}

/** The beginning of a text of a file as a viewer may see it. */
export function cellText(cell: string, target: Target | undefined, viewer: Viewer): string {
  const shown = maskedCell(cell, target, viewer)
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown
}

/** A name for what a column becomes. */
export function targetLabel(target: Target, { list, columns }: ListContext, locale: Locale): string {
  const t = importTexts(locale).columns
  const parsed = parseTarget(target, list, columns)
  switch (parsed?.kind) {
    case 'path':
      return pathLabel(parsed.path, locale)
    case 'composed':
      return t.composed[parsed.path] ?? parsed.path
    case 'custom':
      return parsed.column.name
    case 'new':
      return t.newField(t.newTypes[parsed.type])
    case 'value':
      return t.addsValue(parsed.column.name, parsed.value)
    default:
      return t.ignore
  }
}

/** The label of a path of the list's CSV, such as `sepa_mandate.signature_date`. */
export function pathLabel(path: string, locale: Locale): string {
  if (path === 'id') return importTexts(locale).columns.id
  if (path === PAYER) return importTexts(locale).columns.payer
  if (path === GUARDIAN) return importTexts(locale).columns.guardian
  const { fields } = formTexts(locale)
  // Lists have a short label for it, which names no field by itself.
  if (path === 'membership_number') return fields.membership_number
  const label = fieldLabel({ key: path }, locale)
  return /^sepa_mandate\.(?:signature_date|last_used_on)$/.test(path)
    ? `${fields.sepa_mandate}: ${label}`
    : label
}

/** The label of a slot of a plan: a path, the key of a custom column, or `new:COLUMN`. */
export function slotLabel(
  slot: string,
  { columns, headers, locale }: { columns: CustomColumn[]; headers: string[]; locale: Locale },
): string {
  const [, index] = /^new:(\d+)$/.exec(slot) ?? []
  if (index !== undefined) return headers[Number(index)] ?? slot
  const column = columns.find((one) => columnKey(one) === slot)
  return column?.name ?? importTexts(locale).columns.composed[slot] ?? pathLabel(slot, locale)
}
