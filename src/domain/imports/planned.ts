import type { ListId } from '../access/lists'
import type { CustomColumn } from '../custom-columns/column'
import type { DoubtKind, Grade, WrongCode } from './cells/grade'
import type { Target } from './targets'

/** What staff decided about a draft. Columns are numbered from 0. */
export type ImportSettings = {
  /** A column that is not mapped is ignored. */
  mapping: Record<number, Target>
  options: ImportOptions
  /** By the key of a question. */
  answers: Record<string, string>
  /** New texts of cells by `row.column`, as `17.6`. */
  edits: Record<string, string>
}

export type ImportOptions = {
  /** Whether an empty cell keeps what is stored or clears it; columns that are left out keep it. */
  empty: 'keep' | Record<number, 'keep' | 'clear'>
  /** Whether new persons are added, and known ones changed. */
  new: boolean
  known: boolean
  /** What happens to members that the file does not have. */
  missing: 'leave' | { leave_date: string }
  skipTotals: boolean
  /** What a text that cannot be read leaves out: its cell, or all rows of the person. */
  leaveOut: 'cells' | 'rows'
  /** The order of day and month in dates with slashes; day first if left out. */
  order?: Record<number, 'dmy' | 'mdy'>
}

export const DEFAULT_OPTIONS: ImportOptions = {
  empty: 'keep',
  new: true,
  known: true,
  missing: 'leave',
  skipTotals: true,
  leaveOut: 'cells',
}

/** What a plan needs to know beside the file and the settings. */
export type PlanContext = {
  list: ListId
  columns: CustomColumn[]
  today: string
  locale: 'de' | 'en'
  /** Of the table: a file without one (XLSX) writes numbers with a decimal point. */
  delimiter?: string | null
  /** Of the table: the rows that look like sums. */
  totals?: number[]
}

export type QuestionKind =
  | DoubtKind
  | 'mandate_without_date'
  | 'last_used_on'
  | 'leave_before_join'
  | 'doubles'

/** A decision for all cells of a kind. `becomes` is what a sample becomes with the answer; `null` if it is left out. */
export type Question = {
  /** The kind; with the column (`year_only.7`) and the word (`unknown_word.15.Judo`) if one is asked for each. */
  key: string
  kind: QuestionKind
  column: number | null
  count: number
  samples: { row: number; cell: string; becomes: string | null }[]
  /** The possible answers. `last_used_on` also takes a date, and is of an empty list beside `none`. */
  choices: string[]
  answer: string
  isAnswered: boolean
  /** The word that an `unknown_word` or a `payment_word` is about. */
  word?: string
  /** The pairs of `doubles`, each with an answer of its own; without one the answer of the question counts. */
  pairs?: DoublePair[]
}

/** Two persons of the file that may be one: their first rows, and the fields in which they differ or agree. */
export type DoublePair = {
  /** `doubles.ROW.ROW` */
  key: string
  rows: [number, number]
  names: [string, string]
  /** Of fields that either has, by target: the text of each. */
  fields: { field: string; values: [string, string] }[]
  answer: 'one' | 'two'
  isAnswered: boolean
}

/** A text of the file that is not imported. `column` is `null` if several columns have it. */
export type Gap = {
  row: number
  column: number | null
  cell: string
  code: WrongCode
  params?: Record<string, string | number>
}

/** A field of which rows of one person have several texts; the first one is taken. */
export type Contradiction = { field: string; values: [row: number, text: string][] }

/** What rows of the file make of one person. */
export type PlannedPerson = {
  /** The first one is that of the person, the others were united with it. */
  rows: number[]
  keys: PersonKeys
  /**
   * As `PUT /lists/{list}/persons` takes it, as JSON: ten thousand objects exceed the memory of a Worker. Objects have only
   * the parts that the file has: whoever writes it fills in the stored ones. The value of a new column is under `new:COLUMN`,
   * as `new:14`. `id` is left to the keys.
   */
  input: string
  gaps: Gap[]
  contradictions: Contradiction[]
}

/** What a person is known by. Names and the number's holder are compared by `nameKey`. */
export type PersonKeys = {
  id: string | null
  externalId: string | null
  number: string | null
  /** First and last name, folded, with a blank between them; `null` without either. */
  name: string | null
  birthdate: string | null
}

/** A custom column that the import creates. */
export type NewColumn = {
  column: number
  name: string
  type: CustomColumn['type']
  allowed_values: string[] | null
}

export type RowsPlan = {
  persons: PlannedPerson[]
  questions: Question[]
  /** Those of all persons and of rows that name nobody, in the order of the rows. */
  gaps: Gap[]
  newColumns: NewColumn[]
  /** Values that columns of the list do not allow yet, by the key of the column. */
  addedValues: { key: string; values: string[] }[]
  counts: PlanCounts
}

/** Cells are those that are not empty. */
export type PlanCounts = {
  rows: number
  totals: number
  persons: number
  united: number
  ignored: number
} & Record<Grade, number>
