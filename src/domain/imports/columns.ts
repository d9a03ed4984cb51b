import { columnKey } from '../custom-columns/column'
import { MAX_COLUMNS } from '../custom-columns/limits'
import { RELATION_KEYS } from '../person-fields/fields'
import { wordKey } from './cells/choice'
import { type Content, contentsOf, type Look } from './content'
import { headerKey, isNameAlone, namesMandateDate, namesNotes, namesSeveral, targetOfHeader } from './headers'
import type { PlanContext } from './planned'
import type { Table } from './read/table-shape'
import { IGNORE, maySeveralHave, parseTarget, pathsOf, type Target } from './targets'

/** What a column may become. */
export type ColumnProposal = {
  column: number
  header: string
  /** What it becomes unless somebody maps it otherwise: a known target, or a new custom column. */
  target: Target
  /** How sure that is, from 0 to 1. */
  score: number
  /** A known target that is likely, but not enough to be chosen. */
  proposed: Target | null
  source: 'remembered' | 'own' | 'known' | 'new' | 'empty'
  filled: number
  distinct: number
  samples: string[]
}

/** A mapping of all columns, and the order of day and month where it is not day first. */
export type Proposal = {
  columns: ColumnProposal[]
  mapping: Record<number, Target>
  order: Record<number, 'mdy'>
}

type Candidate = { column: number; target: Target; score: number; source: ColumnProposal['source'] }

/** The score from which a target is chosen. */
const CHOSEN_FROM = 0.8
const PROPOSED_FROM = 0.4

/**
 * Proposes what the columns of a table become, by what was chosen before for a header (`remembered`), by the words of the header,
 * and by the content. No more columns are new than the list has room for, and the others are ignored. No two columns get the same target, unless their values can be put together.
 */
export function propose(
  table: Table,
  context: Pick<PlanContext, 'list' | 'columns' | 'today'>,
  remembered: Record<string, Target> = {},
): Proposal {
  const contents = contentsOf(table, context.today)
  const isPossible = ({ target }: Candidate) =>
    parseTarget(target, context.list, context.columns) !== undefined
  const candidates = candidatesOf(table, contents, context, remembered)
    .filter(isPossible)
    .sort((one, other) => other.score - one.score || one.column - other.column)
  const chosen = new Map<number, Candidate>()
  const taken = new Set<Target>()
  for (const candidate of candidates) {
    const { column, target, score } = candidate
    if (score < CHOSEN_FROM || chosen.has(column) || taken.has(target) || isSaid(target, taken)) continue
    chosen.set(column, candidate)
    if (!maySeveralHave(target, context.columns)) taken.add(target)
  }
  let room = MAX_COLUMNS - context.columns.length
  const repeated = repeatedColumns(table, [...chosen.values()])
  const columns = table.headers.map((header, column): ColumnProposal => {
    const content = contents[column] as Content
    const { filled, distinct, samples } = content
    const base = { column, header, filled, distinct, samples }
    const known = chosen.get(column)
    if (known)
      return {
        ...base,
        target: known.target,
        score: Math.min(known.score, 1),
        proposed: null,
        source: known.source,
      }
    if (filled === 0) return { ...base, target: IGNORE, score: 1, proposed: null, source: 'empty' }
    const likely = candidates.find(
      (one) =>
        one.column === column &&
        one.score >= PROPOSED_FROM &&
        !taken.has(one.target) &&
        !isSaid(one.target, taken),
    )
    const target = room-- > 0 ? newTarget(header, content, repeated.has(column)) : IGNORE
    return { ...base, target, score: CHOSEN_FROM, proposed: likely?.target ?? null, source: 'new' }
  })
  return {
    columns,
    mapping: Object.fromEntries(columns.map(({ column, target }) => [column, target])),
    order: ordersOf(contents),
  }
}

/** Whether other targets say what a composed one would. */
const isSaid = (target: Target, taken: Set<Target>): boolean =>
  (SAID_BY[target] ?? []).some((other) => taken.has(other))

const SAID_BY: Record<Target, Target[]> = {
  name: ['name.first_name', 'name.last_name'],
  'name.first_name': ['name'],
  'name.last_name': ['name'],
  'address.postcode_and_city': ['address.postcode', 'address.city'],
  'address.postcode': ['address.postcode_and_city'],
  'address.city': ['address.postcode_and_city'],
}

function candidatesOf(
  table: Table,
  contents: Content[],
  { list, columns }: Pick<PlanContext, 'list' | 'columns'>,
  remembered: Record<string, Target>,
): Candidate[] {
  const own = new Set(pathsOf(list, columns))
  const hasFirstName = table.headers.some((header) => targetOfHeader(header)?.target === 'name.first_name')
  const birth = birthColumn(table.headers, contents)
  return table.headers.flatMap((header, column) => {
    const content = contents[column] as Content
    const found: Omit<Candidate, 'column'>[] = []
    const add = (target: Target, score: number, source: Candidate['source'] = 'known') =>
      found.push({ target, score, source })
    const before = Object.hasOwn(remembered, header) ? remembered[header] : undefined
    if (before !== undefined) add(before, 4, 'remembered')
    if (own.has(header) && (header !== 'id' || content.samples.every((text) => text.startsWith('per_'))))
      add(header, 3, 'own')
    if (ASSIGNED.has(header)) add(IGNORE, 3, 'own')
    if (content.filled === 0) return found.map((one) => ({ ...one, column }))
    for (const custom of columns) {
      const key = columnKey(custom)
      if (custom.type === 'array' && content.share.yesNo === 1)
        for (const value of custom.allowed_values ?? [])
          if (wordKey(value) === wordKey(header)) add(`value:${key}:${value}`, 1.5)
      if (isNamed(header, custom.name) || isNamed(header, key)) add(key, 1.4)
    }
    const said = targetOfHeader(header)
    if (said) {
      const target = bySense(said.target, content, {
        header,
        hasFirstName,
        before: table.headers[column - 1],
      })
      add(target, scoreOf(target, said.score, content))
    } else if (/^id$/i.test(header)) add('external_id', 0.6)
    for (const [target, score] of byContent(content, column === birth)) add(target, score)
    if (namesMandateDate(header) && content.share.date > 0.7) add('sepa_mandate.signature_date', 0.85)
    return found.map((one) => ({ ...one, column }))
  })
}

/** The headers of our own files that imports leave out. */
const ASSIGNED = new Set<string>(['created_at', 'updated_at', 'membership_status'])

const isNamed = (header: string, name: string): boolean => {
  const [one, other] = [headerKey(header), headerKey(name)]
  return (
    one !== '' &&
    (one === other || (one.length >= 4 && `${one}en` === other) || (one.length >= 4 && `${one}n` === other))
  )
}

/** The target that a header means beside its content and the other headers. */
function bySense(
  target: Target,
  { share }: Content,
  { header, hasFirstName, before }: { header: string; hasFirstName: boolean; before: string | undefined },
): Target {
  if (target === 'name' && isNameAlone(header))
    return hasFirstName || share.twoWords < 0.3 ? 'name.last_name' : 'name'
  if ((target === 'address.city' || target === 'address.postcode') && share.postcodeAndCity > 0.6)
    return 'address.postcode_and_city'
  const followsStreet = before !== undefined && targetOfHeader(before)?.target === 'address.street'
  return target === 'membership_number' && /^(?:haus)?nr\.?$/i.test(header) && followsStreet
    ? 'address.house_number'
    : target
}

/** What the cells of a target look like, where that can be told. */
const LOOK_OF: Record<Target, Look> = {
  'bank_account.iban': 'iban',
  'bank_account.bic': 'bic',
  email: 'email',
  birthdate: 'date',
  join_date: 'date',
  leave_date: 'date',
  'sepa_mandate.signature_date': 'date',
  'sepa_mandate.last_used_on': 'date',
  'address.postcode_and_city': 'postcodeAndCity',
  payment_method: 'payment',
  sex: 'sex',
}

function scoreOf(target: Target, header: number, content: Content): number {
  const look = LOOK_OF[target]
  if (look !== undefined) {
    const share = content.share[look]
    return share < 0.3 ? header - 0.5 : header + 0.3 * share
  }
  const { iban, email, date } = content.share
  const looksOther = iban > 0.8 || email > 0.8 || (date > 0.8 && content.share.digits < 0.8)
  if (target === 'phone_numbers')
    return content.share.phone < 0.3 ? header - 0.3 : header + 0.3 * content.share.phone
  // Payers and guardians are named by numbers and ids. A column of names says less than who reads it may think.
  if (RELATION_KEYS.some((relation) => relation === target) && content.share.twoWords > 0.3)
    return header - 0.5
  return looksOther ? header - 0.5 : header
}

/** Targets that the content alone tells, and how surely. */
function* byContent(
  { share, filled, distinct, longest }: Content,
  isBirth: boolean,
): Iterable<[Target, number]> {
  if (share.iban > 0.7) yield ['bank_account.iban', 0.95]
  if (share.email > 0.7) yield ['email', 0.9]
  if (share.phone > 0.8) yield ['phone_numbers', 0.85]
  if (share.postcodeAndCity > 0.8) yield ['address.postcode_and_city', 0.85]
  if (share.postcode > 0.95 && longest >= 5)
    yield ['address.postcode', filled < 4 || distinct * 2 <= filled ? 0.8 : 0.5]
  if (isBirth) yield ['birthdate', 0.8]
  if (share.payment > 0.9 && distinct >= 2 && distinct <= 8) yield ['payment_method', 0.8]
  if (share.sex === 1 && distinct >= 2 && distinct <= 4) yield ['sex', 0.8]
}

/** The column of dates that looks like birthdates: of a wide range of years, and earlier than all others. */
function birthColumn(headers: string[], contents: Content[]): number | undefined {
  const dates = contents.flatMap(({ share, years }, column) =>
    share.date > 0.7 && years.length >= 3
      ? [{ column, middle: years[Math.floor(years.length / 2)] ?? 0, years }]
      : [],
  )
  const [first] = dates.sort((one, other) => one.middle - other.middle)
  if (!first || targetOfHeader(headers[first.column] ?? '')) return undefined
  return (first.years.at(-1) ?? 0) - (first.years[0] ?? 0) >= 15 ? first.column : undefined
}

const MAX_CHOICES = 30

/** The type of a new custom column by its content. */
function newTarget(header: string, content: Content, isRepeated: boolean): Target {
  const { share, filled, distinct, longest, words, hasSeveralWords } = content
  if (share.yesNo === 1 && distinct <= 3) return 'new:boolean'
  if (share.date > 0.8 && share.digits < 0.8) return 'new:date'
  if (share.amount > 0.9) return 'new:number'
  const isShort = longest <= 60 && !namesNotes(header)
  if (isShort && words <= 2 * MAX_CHOICES && (isRepeated || namesSeveral(header))) return 'new:array'
  if (isShort && hasSeveralWords && words <= MAX_CHOICES && distinct > words && filled >= 10)
    return 'new:array'
  if (isShort && distinct <= MAX_CHOICES && distinct * 3 <= filled) return 'new:choice'
  return 'new:string'
}

/** The columns in which rows of one membership number differ, as those of sections do. */
function repeatedColumns(table: Table, chosen: Candidate[]): Set<number> {
  const number = chosen.find(({ target }) => target === 'membership_number')?.column
  const found = new Map<number, number>()
  const seen = new Map<string, number>()
  let repeats = 0
  let index = -1
  for (const { cells } of number === undefined ? [] : table.rows) {
    index++
    const key = cells[number ?? 0]?.trim()
    if (!key) continue
    const before = table.rows.at(seen.get(key) ?? table.rows.length)?.cells
    seen.set(key, index)
    if (!before) continue
    repeats++
    for (const column of table.headers.keys()) {
      const [one = '', other = ''] = [before[column], cells[column]]
      if (one && other && one.trim() !== other.trim()) found.set(column, (found.get(column) ?? 0) + 1)
    }
  }
  return new Set([...found].filter(([, count]) => count * 2 > repeats).map(([column]) => column))
}

/** Month first for the columns that show it, and for those that do not say it if none shows day first. */
function ordersOf(contents: Content[]): Record<number, 'mdy'> {
  const isMonthFirst =
    contents.some(({ order }) => order === 'mdy') && !contents.some(({ order }) => order === 'dmy')
  return Object.fromEntries(
    contents.flatMap(({ order, share }, column) =>
      order === 'mdy' || (isMonthFirst && order === undefined && share.date > 0.5)
        ? [[column, 'mdy' as const]]
        : [],
    ),
  )
}
