import { parsePerson } from '../../domain/persons/person'
import { relativesOf } from '../../domain/portal/my-data'
import { type CardData, type CardInput, sharedField } from '../../domain/portal/update-card'
import type { Issue } from '../../domain/shared/error-list'
import type { Locale } from '../../ui/i18n/locale'
import { type FormConflict, mergeForm } from '../../ui/person-fields/merge'
import { parseValue, shownEntries } from '../../ui/person-fields/parse'

// The dots tell these names from the keys of custom columns, which name inputs of the form.
export const RELATIVES = 'relatives.ids'
export const MANDATE = 'mandate.confirmation'
const SEEN = 'was.'

/** A form of a card, read against what is stored: what it asks for, and what keeps it from being saved. */
export type CardReading = CardInput & { conflicts: FormConflict[] }

/** What a form of a card showed, as hidden fields of it. */
export function seenEntries({ editable, person, ...data }: CardData, locale: Locale): URLSearchParams {
  const entries = shownEntries(editable, person, locale)
  for (const { id, isAlike } of relativesFor({ editable, person, ...data }, locale))
    if (isAlike) entries.append(RELATIVES, id)
  return new URLSearchParams([...entries].map(([name, value]) => [SEEN + name, value]))
}

/** Reads a form of a card. */
export function readCard(form: URLSearchParams, data: CardData, locale: Locale): CardReading {
  const { person, editable } = data
  const shown = new URLSearchParams(
    [...form].flatMap(([name, value]) => (name.startsWith(SEEN) ? [[name.slice(SEEN.length), value]] : [])),
  )
  const { changes, conflicts } = mergeForm(form, { fields: editable, person, shown }, locale)
  keepBic(changes, person)
  const relatives = form.getAll(RELATIVES).filter(Boolean)
  const changed = changedRelatives(
    { ...data, person: { ...person, ...changes } },
    { relatives, shown },
    locale,
  )
  return {
    changes,
    conflicts,
    relatives,
    isMandateConfirmed: form.has(MANDATE),
    issues: [...conflicts.map(({ path }) => path), ...(changed ? [RELATIVES] : [])].map(
      (path): Issue => [path.split('.'), { code: 'changed_meanwhile' }],
    ),
  }
}

/** A relative who may get the same address or bank account, what they have now, and whether that is the same already. */
export type Relative = { id: string; person: Record<string, unknown>; isAlike: boolean }

/** The relatives for whom a card can be saved as well. */
export function relativesFor({ session, person, editable }: CardData, locale: Locale): Relative[] {
  const field = editable.find(({ key }) => key === sharedField(editable))
  if (!field) return []
  const asEntered = (of: Record<string, unknown>) =>
    JSON.stringify(parseValue(shownEntries([field], of, locale), field, locale))
  return relativesOf(session, field.key).map((row) => {
    const relative = parsePerson(row, session.context)
    return { id: row.id, person: relative, isAlike: asEntered(relative) === asEntered(person) }
  })
}

type Ticks = { relatives: string[]; shown: URLSearchParams }

/** Whether a relative was chosen for having the same, and has something else by now. */
function changedRelatives(data: CardData, { relatives, shown }: Ticks, locale: Locale): boolean {
  const field = data.editable.find(({ key }) => key === sharedField(data.editable))
  if (!field) return false
  const seen = JSON.stringify(parseValue(shown, field, locale))
  return relativesFor(data, locale).some(({ id, person, isAlike }) => {
    if (isAlike || !relatives.includes(id) || !shown.getAll(RELATIVES).includes(id)) return false
    return JSON.stringify(parseValue(shownEntries([field], person, locale), field, locale)) !== seen
  })
}

// The form has no input for the BIC of an account that needs none: it goes with its account.
function keepBic(changes: CardInput['changes'], person: Record<string, unknown>): void {
  const [account, stored] = [Object(changes.bank_account), Object(person.bank_account)]
  if (changes.bank_account && !('bic' in account) && account.iban === stored.iban)
    changes.bank_account = { ...account, bic: stored.bic ?? null }
}
