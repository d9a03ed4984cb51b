import { wordsIn } from './cells/choice'
import type { Grade, Reading, WrongCode } from './cells/grade'
import { MAX_PHONES, type Phone, phoneKey } from './cells/phone'
import { COUNTRY, type ColumnPlan } from './column-plans'
import type { Gap, ImportSettings } from './planned'
import type { Questions } from './questions'
import type { TableRow } from './read/table-rows'
import type { Spellings } from './spellings'

/** The values of a row by slot; `null` clears. */
export type Values = Record<string, unknown>

/** What a row says of a person, and what of it is left out. */
export type RowReading = { row: number; values: Values; gaps: Gap[] }

/** Reads rows by the plans of their columns, counts the grades of cells, and asks for what is doubtful. */
export class RowReader {
  readonly grades: Record<Grade, number> = { as_is: 0, tidied: 0, doubtful: 0, wrong: 0 }
  ignored = 0
  private readonly mapped: Set<number>
  private readonly hasEdits: boolean

  constructor(
    private readonly plans: ColumnPlan[],
    private readonly edits: ImportSettings['edits'],
    private readonly questions: Questions,
    /** The spellings of the words of new columns and of new values, by slot. */
    private readonly spellings: Map<string, Spellings>,
  ) {
    this.mapped = new Set(plans.map(({ index }) => index))
    this.hasEdits = Object.keys(edits).length > 0
  }

  read({ row, cells }: TableRow): RowReading {
    const reading: RowReading = { row, values: {}, gaps: [] }
    let country: string | null = null
    for (const plan of this.plans) {
      const cell = this.textAt(row, cells, plan.index)
      if (cell.trim() === '') {
        if (plan.clears) reading.values[plan.slot] ??= null
        continue
      }
      plan.context.country = country
      if (plan.holds === 'words' && plan.parsed.kind !== 'value') this.readWords(plan, cell, reading)
      else this.readCell(plan, cell, reading)
      if (plan.target === COUNTRY) country = (reading.values[COUNTRY] as string | undefined) ?? null
    }
    for (const [index, cell] of cells.entries())
      if (!this.mapped.has(index) && cell.trim() !== '') this.ignored++
    return reading
  }

  /** The texts of a row that are not ignored, as gaps of one code. */
  leaveOut({ row, cells }: TableRow, code: WrongCode): Gap[] {
    return this.plans.flatMap(({ index }) => {
      const cell = this.textAt(row, cells, index)
      return cell.trim() === '' ? [] : [{ row, column: index, cell, code }]
    })
  }

  private textAt(row: number, cells: string[], index: number): string {
    const edited = this.hasEdits ? this.edits[`${row}.${index}`] : undefined
    return edited ?? cells[index] ?? ''
  }

  private readCell(plan: ColumnPlan, cell: string, reading: RowReading): void {
    const result = plan.read(cell, plan.context)
    this.grades[result.grade]++
    const value = this.valueOf(result, plan, cell, reading)
    if (value !== undefined && value !== null) this.put(plan, value, cell, reading)
    else if (value === null && plan.clears) reading.values[plan.slot] ??= null
  }

  private readWords(plan: ColumnPlan, cell: string, reading: RowReading): void {
    const words = wordsIn(cell, plan.custom)
    let worst: Grade = cell.startsWith('[') || (words.length === 1 && words[0] === cell) ? 'as_is' : 'tidied'
    for (const word of words) {
      const result = plan.read(word, plan.context)
      if (GRADE_ORDER.indexOf(result.grade) > GRADE_ORDER.indexOf(worst)) worst = result.grade
      const value = this.valueOf(result, plan, word, reading)
      if (value !== undefined && value !== null) this.put(plan, [value], word, reading)
    }
    this.grades[worst]++
  }

  /** The value of a reading; undefined if it is left out. */
  private valueOf(result: Reading, plan: ColumnPlan, cell: string, { row, gaps }: RowReading): unknown {
    const column = plan.index
    if (result.grade === 'wrong') {
      const { code, params } = result
      gaps.push({ row, column, cell, code, ...(params && { params }) })
      return undefined
    }
    if (result.grade !== 'doubtful') return result.value
    const settled = this.questions.settle(result, plan, row, cell)
    if (settled === 'left_out') {
      gaps.push({ row, column, cell, code: 'left_out' })
      return undefined
    }
    if (result.leftOver) gaps.push({ row, column, cell: result.leftOver.text, code: result.leftOver.code })
    if (settled.isNewWord) this.spellings.get(plan.slot)?.add(String(settled.value))
    return settled.value
  }

  private put(
    { parsed, slot, holds, index, header }: ColumnPlan,
    value: unknown,
    cell: string,
    reading: RowReading,
  ): void {
    const { values, gaps, row } = reading
    if (parsed.kind === 'value') {
      if (value === true) unite(values, slot, [parsed.value])
      return
    }
    if (parsed.kind === 'new' && (parsed.type === 'choice' || parsed.type === 'array'))
      for (const word of [value].flat()) this.spellings.get(slot)?.add(String(word))
    const leaveOut = (code: WrongCode, params?: Gap['params']) =>
      gaps.push({ row, column: index, cell, code, ...(params && { params }) })
    if (parsed.kind === 'composed') {
      if (!putComposed(values, parsed.path, value)) leaveOut('contradicts')
    } else if (holds === 'phones') {
      const label = header === slot ? null : labelOf(header)
      const phones = (value as Phone[]).map((phone) => ({
        label: phone.label ?? label,
        number: phone.number,
      }))
      if (!unitePhones(values, phones)) leaveOut('phones_too_many', { max: MAX_PHONES })
    } else if (holds === 'words') {
      if (!unite(values, slot, value as string[])) leaveOut('values_too_many', { max: MAX_WORDS })
    } else if (holds === 'text' && typeof values[slot] === 'string') {
      if (!joinText(values, slot, String(value))) leaveOut('too_long', { max: MAX_TEXT })
    } else if (!putFirst(values, slot, value)) leaveOut('contradicts')
  }
}

const GRADE_ORDER: Grade[] = ['as_is', 'tidied', 'doubtful', 'wrong']
const MAX_WORDS = 200
const MAX_TEXT = 5000

/** Adds a text behind that of another column, unless it has the text already; false if it has no room. */
function joinText(values: Values, slot: string, text: string): boolean {
  const before = String(values[slot])
  if (before.split('; ').includes(text)) return true
  if (before.length + text.length + 2 > MAX_TEXT) return false
  values[slot] = `${before}; ${text}`
  return true
}

/** Sets a value that is not set; false if another one is. */
function putFirst(values: Values, slot: string, value: unknown): boolean {
  const before = values[slot]
  if (before !== undefined && before !== null) return before === value
  values[slot] = value
  return true
}

/** The label of numbers below a header; a number behind an equal header is left out. */
const labelOf = (header: string): string | null => header.replace(/ \(\d+\)$/, '').slice(0, 64) || null

/** Sets the parts of a composed value that are not set; false if another column has another part. */
function putComposed(values: Values, path: string, value: unknown): boolean {
  if (path === 'address.house_number') return putFirst(values, path, value)
  const { first_name, last_name, postcode, city } = Object(value)
  const parts = {
    'name.first_name': first_name,
    'name.last_name': last_name,
    'address.postcode': postcode,
    'address.city': city,
  }
  let isPut = true
  for (const [slot, part] of Object.entries(parts))
    if (part !== undefined && part !== null && !putFirst(values, slot, part)) isPut = false
  return isPut
}

/** Adds words that an array does not have; false if it has no room. */
export function unite(values: Values, slot: string, words: readonly string[]): boolean {
  const all = [...new Set([...((values[slot] ?? []) as string[]), ...words])]
  if (all.length > MAX_WORDS) return false
  values[slot] = all
  return true
}

/** Adds numbers that a person does not have; false if there is no room. */
export function unitePhones(values: Values, phones: Phone[]): boolean {
  const all = [...((values.phone_numbers ?? []) as Phone[])]
  const known = new Set(all.map(({ number }) => phoneKey(number)))
  for (const phone of phones) {
    const key = phoneKey(phone.number)
    if (!known.has(key)) all.push(phone)
    known.add(key)
  }
  if (all.length > MAX_PHONES) return false
  values.phone_numbers = all
  return true
}
