import { mayShareNumber } from '../persons/known'
import { nameKey } from '../persons/name-key'
import { wordKey } from './cells/choice'
import type { Phone } from './cells/phone'
import type { ColumnPlan } from './column-plans'
import type { Contradiction, Gap, PersonKeys } from './planned'
import { type RowReading, unite, unitePhones, type Values } from './row-reading'
import { compact, textOf } from './value-text'

/** A person of the file as its rows are united. */
export type UnitedPerson = {
  rows: number[]
  keys: PersonKeys
  values: Values
  gaps: Gap[]
  contradictions: Contradiction[]
}

/** The persons of a file: rows of one person are united by number, key of another system, or name and birthdate. */
export class Persons {
  readonly united: UnitedPerson[] = []
  private readonly byKey = new Map<string, UnitedPerson>()
  private readonly isWords: Set<string>

  constructor(plans: ColumnPlan[]) {
    this.isWords = new Set(plans.filter(({ holds }) => holds === 'words').map(({ slot }) => slot))
  }

  /** Adds a row, to the person that it is of. Returns false for one that names nobody. */
  add({ row, values, gaps }: RowReading, columnOfNumber: number | null): boolean {
    const keys = keysOf(values)
    if (!keys.id && !keys.externalId && !keys.number && !keys.name && !values.email) return false
    const holder = keys.number ? this.byKey.get(`number ${keys.number}`) : undefined
    if (keys.number && holder && !mayShareNumber(holder.keys, keys)) {
      // No number has two holders: the one that comes first in the file keeps it.
      gaps.push({
        row,
        column: columnOfNumber,
        cell: keys.number,
        code: 'number_held_twice',
        params: { row: holder.rows[0] ?? 0 },
      })
      keys.number = null
      delete values.membership_number
    }
    const known = lookupKeys(keys, values)
      .map((key) => this.byKey.get(key))
      .find((draft) => draft !== undefined)
    const ofRow = { rows: [row], keys, values, gaps, contradictions: [] }
    const person = known ?? { ...ofRow, values: compact(values), gaps: withGaps([], gaps) }
    if (known) this.mergeInto(known, ofRow)
    else this.united.push(person)
    for (const key of lookupKeys(person.keys, person.values))
      if (!this.byKey.has(key)) this.byKey.set(key, person)
    return true
  }

  /** Unites a person with another one: arrays and phones together, of the rest the first that is filled. */
  mergeInto(draft: UnitedPerson, other: UnitedPerson): void {
    const [row] = other.rows
    for (const [slot, value] of Object.entries(other.values)) {
      const before = draft.values[slot]
      if (before === undefined || before === null) draft.values[slot] = value
      else if (value === null) continue
      else if (slot === 'phone_numbers') {
        if (!unitePhones(draft.values, value as Phone[])) addContradiction(draft, slot, row, value)
      } else if (this.isWords.has(slot)) {
        if (!unite(draft.values, slot, value as string[])) addContradiction(draft, slot, row, value)
      } else if (before !== value) addContradiction(draft, slot, row, value)
    }
    withGaps(draft.gaps, other.gaps)
    for (const { field, values } of other.contradictions)
      for (const [from, text] of values)
        if (textOf(draft.values[field]) !== text) addContradiction(draft, field, from, text)
    draft.rows.push(...other.rows)
    draft.keys = keysOf(draft.values)
    draft.values = compact(draft.values)
  }
}

function addContradiction(draft: UnitedPerson, field: string, row: number | undefined, value: unknown): void {
  const known = draft.contradictions.find((one) => one.field === field)
  const text = textOf(value)
  if (known?.values.some(([, other]) => other === text)) return
  if (known) known.values.push([row ?? 0, text])
  else
    draft.contradictions.push({
      field,
      values: [
        [draft.rows[0] ?? 0, textOf(draft.values[field])],
        [row ?? 0, text],
      ],
    })
}

/** Adds gaps that are not there yet: the second row of a person has most cells of the first one. */
function withGaps(gaps: Gap[], more: Gap[]): Gap[] {
  for (const gap of more) if (!gaps.some((one) => isSameGap(one, gap))) gaps.push(gap)
  return gaps
}

const isSameGap = (one: Gap, other: Gap): boolean =>
  one.code === other.code && one.column === other.column && one.cell === other.cell

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export function keysOf(values: Values): PersonKeys {
  const name = [values['name.first_name'], values['name.last_name']]
    .filter((part) => typeof part === 'string')
    .join(' ')
  return {
    id: text(values.id),
    externalId: text(values.external_id),
    number: text(values.membership_number),
    name: nameKey(name).replace(/\s+/g, ' ').trim() || null,
    birthdate: text(values.birthdate),
  }
}

/** The keys by which a row finds its person. Without a number it is name and birthdate, or else name and address. */
function lookupKeys({ id, externalId, number, name, birthdate }: PersonKeys, values: Values): string[] {
  const keys = []
  if (id) keys.push(`id ${id}`)
  if (externalId) keys.push(`external ${externalId}`)
  if (number) keys.push(`number ${number}`)
  if (keys.length > 0) return keys
  const place = birthdate ?? placeKey(values)
  if (name && place) return [`name ${name} ${place}`]
  return name === null && typeof values.email === 'string' ? [`email ${values.email.toLowerCase()}`] : []
}

/** Where a person lives, folded; undefined without a street. */
export function placeKey(values: Values): string | undefined {
  const street = text(values['address.street'])
  if (!street) return undefined
  const parts = [street, text(values['address.house_number']), text(values['address.postcode'])]
  return parts
    .filter((part) => part !== null)
    .map((part) =>
      wordKey(part)
        .replace(/strasse/g, 'str')
        .replace(/(?<=\p{L}) (?=\p{L})/gu, ''),
    )
    .join(' ')
}
