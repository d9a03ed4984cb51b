import { columnKey } from '../../domain/custom-columns/column'
import { isAdult } from '../../domain/persons/adult'
import type { PersonInput } from '../../domain/persons/schemas'
import {
  completeFamily,
  type FamilyInput,
  type FamilyMandate,
  type FamilyPayer,
  MAX_APPLICANTS,
} from '../../domain/portal/join/family'
import { promisesToPay } from '../../domain/portal/join/issues'
import type { Change, OpenedForm } from '../../domain/portal/join/request'
import { isObject } from '../../domain/shared/validation'
import type { Locale } from '../../ui/i18n/locale'
import { guardianFields } from '../../ui/join/guardian'
import { CONSENT, FAMILY, GUARDIAN, prefixAt } from '../../ui/join/names'
import { ownOf } from '../../ui/join/own'
import { emptyForm, FIRST_BLOCKS, type JoinValues } from '../../ui/join/values'
import { mandateTextVersion } from '../../ui/mandate-text'
import type { PersonField } from '../../ui/person-fields/kind'
import { parseChanges } from '../../ui/person-fields/parse'

/** The fields by which a form names the application that it changes, and the one that asks to change it. */
export const LINK = 'family.link'
export const DRAFT = 'family.draft'
export const CHANGE = 'family.change'

/** The field that names the mandate which a page showed before it is given. */
export const MANDATE_MARK = 'family.shown'

/**
 * What an empty form shows: a value of a column that the address of the form names, as `?section=Tennis`. One alone, and only a
 * value that the column allows.
 */
export const emptyValues = (opened: OpenedForm, query = new URLSearchParams()): JoinValues =>
  emptyForm(suggested(opened, query))

function suggested({ fields }: OpenedForm, query: URLSearchParams): PersonInput {
  for (const { column } of fields) {
    const value = column && query.get(columnKey(column))
    if (!value) continue
    if (!column.allowed_values?.includes(value)) return {}
    return { [columnKey(column)]: column.type === 'array' ? [value] : value }
  }
  return {}
}

/** Which application that waits a form changes, and whether it is to be shown first. */
export function changeIn(sent: URLSearchParams): { change: Change | undefined; isAsked: boolean } {
  const [link, draft] = [sent.get(LINK), sent.get(DRAFT)]
  const change = link ? { link } : draft ? { draft } : undefined
  return { change, isAsked: sent.has(CHANGE) }
}

/**
 * What was typed into a form: the persons by the keys of the API, without empty fields and empty blocks. An account that the form
 * did not show stays as it is in the application that waits.
 */
export function readApplication(
  sent: URLSearchParams,
  opened: OpenedForm & { waiting?: FamilyInput | undefined },
  locale: Locale,
): JoinValues {
  const blocks = Math.min(MAX_APPLICANTS, Math.max(1, Number(sent.get(FAMILY.blocks)) || FIRST_BLOCKS))
  const typed = Array.from({ length: blocks }, (_, place) => ({
    place,
    person: withAccount(
      readPerson(sent, prefixAt(place), opened.fields, locale),
      sent.has(LINK) ? opened.waiting?.persons[place] : undefined,
    ),
  })).filter(({ place, person }) => place === 0 || Object.keys(person).length > 0)
  const guardian = readPerson(sent, GUARDIAN, guardianFields(), locale)
  const persons = typed.map(({ person }) => person)
  const isJoining = !sent.has(FAMILY.asksJoining) || sent.has(FAMILY.joins)
  return {
    persons,
    isJoining,
    payer: payerIn(
      sent,
      typed.map(({ place }) => place),
    ),
    blocks,
    consents: {
      statutes: sent.has(CONSENT.statutes),
      custody: sent.has(CONSENT.custody),
      pays: sent.has(CONSENT.pays),
    },
    mandate: sent.has(FAMILY.mandate) ? mandateIn(opened, locale) : null,
    ...guardianOf(
      { persons, isJoining, guardian: Object.keys(guardian).length > 0 ? guardian : null },
      opened,
    ),
  }
}

/** The mandate that a tick gives: to the creditor of the form, by the text in its language; null if the form takes none. */
function mandateIn({ offer }: OpenedForm, { language }: Locale): FamilyMandate | null {
  if (!offer) return null
  const { name, creditor_id } = offer.creditor
  return { textVersion: mandateTextVersion(language), creditor: { name, creditor_id } }
}

/** What a form shows of an application that waits. Whoever has its link sees no IBAN, which is another one's perhaps. */
export function valuesOf(family: FamilyInput, opened: OpenedForm, change: Change): JoinValues {
  const { today } = ownOf(opened.workspace)
  const members = completeFamily(family, today)
  return {
    ...family,
    persons: 'link' in change ? family.persons.map(withoutIban) : family.persons,
    blocks: Math.max(FIRST_BLOCKS, family.persons.length),
    consents: {
      statutes: true,
      custody: members.some(({ isMinor }) => isMinor),
      pays: promisesToPay(members),
    },
    ...guardianOf(family, opened),
  }
}

/** The guardian of an application whose first person is a minor, and whether the form asks for one. */
function guardianOf(
  { persons, isJoining, guardian }: Pick<FamilyInput, 'persons' | 'isJoining' | 'guardian'>,
  { workspace }: OpenedForm,
): Pick<JoinValues, 'guardian' | 'asksGuardian'> {
  const { birthdate } = persons[0] ?? {}
  const asksGuardian =
    isJoining && typeof birthdate === 'string' && !isAdult(birthdate, ownOf(workspace).today)
  return { guardian: asksGuardian ? guardian : null, asksGuardian }
}

function payerIn(sent: URLSearchParams, places: number[]): FamilyPayer {
  const chosen = sent.get(FAMILY.payer)
  if (chosen === 'each') return chosen
  const place = places.indexOf(Number(chosen) - 1)
  return place < 0 ? 0 : place
}

function readPerson(
  sent: URLSearchParams,
  prefix: string,
  fields: PersonField[],
  locale: Locale,
): PersonInput {
  const own = prefix
    ? new URLSearchParams(
        [...sent].flatMap(([name, text]) =>
          name.startsWith(prefix) ? [[name.slice(prefix.length), text]] : [],
        ),
      )
    : sent
  const { address, ...person } = parseChanges(own, { fields, person: {} }, locale)
  // The form suggests a country, which alone is no address.
  return hasMoreThanCountry(address) ? { ...person, address } : person
}

const withAccount = (person: PersonInput, waiting: PersonInput | undefined): PersonInput => {
  const stored = waiting?.bank_account
  const { iban, signatory = null } = Object(person.bank_account)
  return stored && !iban ? { ...person, bank_account: { ...Object(stored), signatory } } : person
}

const withoutIban = ({ bank_account: account, ...person }: PersonInput): PersonInput => {
  const { signatory } = Object(account)
  return signatory ? { ...person, bank_account: { signatory } } : person
}

const hasMoreThanCountry = (address: unknown): boolean =>
  isObject(address) &&
  Object.entries(address).some(([part, text]) => part !== 'country_code' && text !== null)
