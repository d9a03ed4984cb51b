import { permits } from '../access/authorize'
import type { Credential } from '../access/principal'
import { columnKey } from '../custom-columns/column'
import type { ListContext } from '../custom-columns/query-list'
import { RELATION_KEYS, type Relation } from '../person-fields/fields'
import { hasRelation } from '../person-fields/list-fields'
import { isStored, personIssues } from '../persons/diff'
import { foldedName, type Known, knownPersons } from '../persons/known'
import type { MandateReferences } from '../persons/mandate-references'
import { maskIbansIn } from '../persons/mask'
import { type Person, type PersonRow, parseFixedFields } from '../persons/person'
import { type PersonInput, schemasFor } from '../persons/schemas'
import { completed } from './complete'
import type { StoredImport } from './import'
import type { ColumnsAfter } from './new-columns'
import type { Gap, ImportOptions, PlannedPerson } from './planned'
import { parseTarget } from './targets'
import { textOf } from './value-text'

/** What becomes of a person of the file: the stored one that it is, if it is known, or why it is left out. */
export type Outcome = {
  person: PlannedPerson
  id: string | null
  becomes: 'new' | 'known' | 'left_out' | 'waits'
}

/** The fields that wait in an import of staff who may not write them. */
const ACCOUNT_FIELDS = ['bank_account', 'sepa_mandate']

export const isKey = (credential: Credential): boolean => !('session' in credential)

/** What who asks may write of an import. An API key that writes persons writes their accounts too, as the contract has it. */
type Rights = { writesPersons: boolean; writesAccounts: boolean }

export function rightsOf(credential: Credential, { listId, state }: StoredImport): Rights {
  return {
    // Once persons are imported, only their accounts are left to write.
    writesPersons: state === 'draft' && permits(credential, `${listId}:write`),
    writesAccounts: isKey(credential) || permits(credential, 'bank_accounts:write'),
  }
}

/** A person of the file that is written, over the stored one that it is. */
export type Source = {
  person: PlannedPerson
  target: Person | undefined
  named: Partial<Record<Relation, unknown>>
}

export type Decided = {
  outcomes: Outcome[]
  /** What is written, as JSON that {@link itemIn} reads, with the keys of each. */
  items: string[]
  keys: { id?: unknown; external_id?: unknown }[]
  /** The persons of the file that the first items are of, with what names payer and guardian; `null` for none. */
  sources: Source[]
  rowsById: Map<string, number[]>
  rowsOfNew: number[][]
  gaps: Gap[]
  leftOut: number
  ended: number
  accountsWaiting: number
}

type Deciding = {
  stored: StoredImport
  columns: ColumnsAfter
  may: Rights
  references: MandateReferences
}

/** What is written of each person of the file: over the stored one that it names, or as a new one; or why it is left out. */
export function* decide(
  planned: PlannedPerson[],
  rows: PersonRow[],
  { stored, columns, may, references }: Deciding,
): Generator<void, Decided> {
  const { options } = stored.settings
  const list = knownPersons(rows, columns.context)
  const decided: Decided = {
    outcomes: [],
    items: [],
    keys: [],
    sources: [],
    rowsById: new Map(),
    rowsOfNew: [],
    gaps: [],
    leftOut: 0,
    ended: 0,
    accountsWaiting: 0,
  }
  // Who is or may be in the file does not end: one with the name of a row may be that person. Who is in it twice is written once.
  const inFile = new Set<string>()
  const names = new Set(planned.map(({ keys }) => keys.name))
  const written = new Set<string>()
  const externalIds = new Set<unknown>()
  const write = (item: PersonInput, text = JSON.stringify(item)) => {
    decided.items.push(text)
    decided.keys.push({ id: item.id, external_id: item.external_id })
  }
  const addsTo = arraysAddedTo(stored, columns.context)
  for (const person of planned) {
    yield
    const known = list.find(person.keys)
    const target = known && 'person' in known ? known.person : undefined
    const leftOut = reasonToLeaveOut(person, known, written, options)
    for (const { id } of candidatesOf(known)) inFile.add(id)
    if (target) written.add(target.id)
    const becomes = leftOut ? 'left_out' : target ? 'known' : may.writesPersons ? 'new' : 'waits'
    const outcome: Outcome = { person, id: leftOut ? null : (target?.id ?? null), becomes }
    decided.outcomes.push(outcome)
    if (leftOut) decided.leftOut += 1
    if (leftOut && leftOut !== 'not_wanted' && leftOut !== 'has_gaps')
      decided.gaps.push(gapOf(person, leftOut))
    if (leftOut || becomes === 'waits') continue
    const { given, named } = withoutRelations(itemIn(person.input, columns), columns.context)
    const complete = completed(given, target, addsTo)
    if (!may.writesAccounts && hasNewAccount(complete, target)) decided.accountsWaiting += 1
    const taken = (externalId: unknown) => {
      const holder = list.holderOf(externalId)
      return externalIds.has(externalId) || (holder !== undefined && holder.id !== target?.id)
    }
    const mine = writable(complete, may)
    decided.gaps.push(...accountsElsewhere(complete, mine, person, may))
    const { item, gaps } = accepted(mine, {
      person,
      target,
      taken,
      references,
      context: columns.context,
    })
    if (item?.external_id) externalIds.add(item.external_id)
    decided.gaps.push(...gaps)
    if (!item) {
      decided.leftOut += 1
      Object.assign(outcome, { id: null, becomes: 'left_out' })
      continue
    }
    if (target) decided.rowsById.set(target.id, person.rows)
    else decided.rowsOfNew.push(person.rows)
    decided.sources.push({ person, target, named: may.writesPersons ? named : {} })
    if (target) write({ ...item, id: target.id })
    else write(item, item === given && Object.keys(named).length === 0 ? person.input : undefined)
  }
  if (options.missing !== 'leave' && may.writesPersons)
    for (const row of rows)
      if (!inFile.has(row.id) && mayEnd(row, options.missing.leave_date, names)) {
        write({ id: row.id, leave_date: options.missing.leave_date })
        decided.ended += 1
      }
  return decided
}

/** What a file says of a person, and apart from it what names payer and guardian: whoever that is, it is no id yet. */
function withoutRelations(
  input: PersonInput,
  context: ListContext,
): { given: PersonInput; named: Source['named'] } {
  const relations = RELATION_KEYS.filter((relation) => relation in input && hasRelation(context, relation))
  if (relations.length === 0) return { given: input, named: {} }
  const given = Object.fromEntries(
    Object.entries(input).filter(([key]) => relations.every((relation) => relation !== key)),
  )
  return { given, named: Object.fromEntries(relations.map((relation) => [relation, input[relation]])) }
}

/** Whether an import may end the membership of a person whom the file does not name: not before it began. */
function mayEnd(row: PersonRow, day: string, names: Set<string | null>): boolean {
  if (row.area !== 'regular' || row.leaveDate !== null) return false
  const { name, join_date: joined } = parseFixedFields(row)
  return !names.has(foldedName(name)) && !(typeof joined === 'string' && joined > day)
}

/** The columns of which the file has single values alone, so that others stay. */
const arraysAddedTo = ({ settings, listId }: StoredImport, { columns }: ListContext): string[] =>
  Object.values(settings.mapping).flatMap((target) => {
    const parsed = parseTarget(target, listId, columns)
    return parsed?.kind === 'value' ? [columnKey(parsed.column)] : []
  })

/** Whether a person of the file has an account or a mandate that is not stored. */
const hasNewAccount = (input: PersonInput, stored: Person | undefined): boolean =>
  ACCOUNT_FIELDS.some((key) => input[key] && !(stored && isStored({ [key]: input[key] }, stored)))

/** Why a person of the file is left out: a gap that is named, a decision of staff, or a text of it that is left out. */
function reasonToLeaveOut(
  { gaps }: PlannedPerson,
  known: Known | undefined,
  written: Set<string>,
  options: ImportOptions,
): Gap['code'] | 'not_wanted' | 'has_gaps' | undefined {
  if (known && 'refused' in known) return known.refused
  if (known && written.has(known.person.id)) return 'known_twice'
  if (known ? !options.known : !options.new) return 'not_wanted'
  return options.leaveOut === 'rows' && gaps.length > 0 ? 'has_gaps' : undefined
}

/** The stored persons that a person of the file is, or may be. */
const candidatesOf = (known: Known | undefined): Person[] =>
  known === undefined ? [] : 'person' in known ? [known.person] : known.candidates

const gapOf = ({ rows, keys }: PlannedPerson, code: Gap['code']): Gap => ({
  row: rows[0] ?? 0,
  column: null,
  cell: maskIbansIn([keys.number, keys.name].filter(Boolean).join(' ')),
  code,
})

/** What a text says of a person, with the values of new columns under the keys that these get. */
export function itemIn(text: string, { keys }: ColumnsAfter): PersonInput {
  if (keys.size === 0) return JSON.parse(text)
  // Replacing the keys in the text takes a quarter less than copying the object.
  // Behind a brace or a comma, `"new:1":` is always a key: quotes within texts are escaped.
  return JSON.parse(
    text.replace(/(?<=[{,])"new:(\d+)":/g, (key, column) => {
      const id = keys.get(Number(column))
      return id === undefined ? key : `"${id}":`
    }),
  )
}

/** What may be written. Texts with an IBAN are accounts, whatever their column becomes. */
function writable(input: PersonInput, { writesPersons, writesAccounts }: Rights): PersonInput {
  if (writesPersons && writesAccounts) return input
  return Object.fromEntries(
    Object.entries(input).filter(([key, value]) =>
      ACCOUNT_FIELDS.includes(key) ? writesAccounts : writesPersons && (writesAccounts || !hasIban(value)),
    ),
  )
}

const hasIban = (value: unknown): boolean => {
  const text = JSON.stringify(value ?? null)
  return maskIbansIn(text) !== text
}

/** The texts with an IBAN that staff may not write. */
const accountsElsewhere = (
  complete: PersonInput,
  mine: PersonInput,
  person: PlannedPerson,
  { writesPersons }: Rights,
): Gap[] =>
  writesPersons
    ? Object.keys(complete)
        .filter((key) => !(key in mine) && !ACCOUNT_FIELDS.includes(key))
        .map((key) => refusedValue(person, key, complete[key]))
    : []

const refusedValue = ({ rows }: PlannedPerson, field: string, value: unknown): Gap => ({
  row: rows[0] ?? 0,
  column: null,
  cell: maskIbansIn(textOf(value)),
  code: 'value_refused',
  params: { field },
})

type Acceptance = {
  person: PlannedPerson
  target: Person | undefined
  /** Whether an external id is that of another person. */
  taken: (externalId: unknown) => boolean
  references: MandateReferences
  context: ListContext
}

/**
 * What the list takes of an item, and what of it is left out; no item if it would not take the rest. Readers give what it takes,
 * so that little is ever left out here.
 */
function accepted(
  given: PersonInput,
  { person, target, taken, references, context }: Acceptance,
): { item: PersonInput | undefined; gaps: Gap[] } {
  const gaps: Gap[] = []
  let item = given
  const leaveOut = (keys: Set<string>) => {
    for (const key of keys) if (key in item) gaps.push(refusedValue(person, key, item[key]))
    item = Object.fromEntries(Object.entries(item).filter(([key]) => !keys.has(key)))
  }
  const { error } = schemasFor(context).person.safeParse(item)
  if (error) leaveOut(new Set(error.issues.map(({ path }) => String(path[0]))))
  if (taken(item.external_id)) leaveOut(new Set(['external_id']))
  if (references.isTaken(item, target)) {
    const { sepa_mandate: mandate, ...others } = item
    const cell = String(Object(mandate).reference)
    gaps.push({ row: person.rows[0] ?? 0, column: null, cell, code: 'mandate_of_another' })
    item = others
  }
  const issues = [...personIssues(item, target, context)]
  if (issues.length === 0) return { item, gaps }
  leaveOut(new Set(issues.map(([[key = '']]) => key).filter((key) => key in item)))
  return [...personIssues(item, target, context)].length > 0
    ? { item: undefined, gaps: [...gaps, gapOf(person, 'value_refused')] }
    : { item, gaps }
}
