import type { TableRows } from './table-rows'

/** How the bytes of a text file stand for letters. */
export const ENCODINGS = [
  'utf-8',
  'windows-1252',
  'macintosh',
  'iso-8859-15',
  'utf-16le',
  'utf-16be',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** What separates the cells of a text file. */
export const DELIMITERS = [';', ',', '\t', '|'] as const
export type TableDelimiter = (typeof DELIMITERS)[number]

/** What the reader noticed in a file, with the numbers of the first rows that have it. */
export type TableNote = {
  kind: 'double_encoded' | 'lost_letters' | 'hidden_rows' | 'rounded_numbers' | 'other_sheets'
  rows: number[]
}

/** A file as a table of texts. */
export type Table = {
  format: 'csv' | 'xlsx'
  /** `null` for XLSX. */
  encoding: Encoding | null
  /** `null` for XLSX, and for a file of one column. */
  delimiter: TableDelimiter | null
  /** The sheets of XLSX, the longest first. */
  sheets: string[]
  sheet: string | null
  /** The number of the row with the headers, from 1; 0 if the file has none. */
  headerRow: number
  /** As in the file without blanks around them; equal ones are numbered, and empty ones named by their letter. */
  headers: string[]
  /** The rows below the header, without the empty ones. */
  rows: TableRows
  /** The numbers of the rows at the end that look like sums. */
  totals: number[]
  notes: TableNote[]
}

/** What a person chose in place of what is detected. */
export type ReadOptions = {
  encoding?: Encoding
  delimiter?: TableDelimiter
  sheet?: string
  /** The number of the row with the headers, from 1; 0 if the file has none. */
  headerRow?: number
  /** Whether to repair text that was converted twice, as MÃ¼ller. */
  repairsEncoding?: boolean
}
