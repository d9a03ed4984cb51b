import * as z from 'zod'
import type { ListId } from '../access/lists'
import type { ImportSettings } from './planned'
import type { ReadOptions, Table } from './read/table'

/** The table of a file without its rows, and how it was read. Its headers, sheets and notes are gone when the rows are. */
export type TableHead = Omit<Table, 'rows'> & {
  /** SHA-256 of the file. */
  digest: string
  rowCount: number
  options: ReadOptions
  /** Whether a file with the same headers was imported before. */
  hasKnownHeaders: boolean
}

/** What a run did, in persons; `accountsWaiting` are those whose account or mandate waits for someone who may write it. */
export type RunCounts = {
  created: number
  updated: number
  unchanged: number
  ended: number
  leftOut: number
  gaps: number
  accountsWaiting: number
}

export type ImportState = 'draft' | 'imported' | 'undone'

/** An import as it is stored. */
export type ImportRow = {
  id: string
  listId: ListId
  state: ImportState
  fileName: string
  head: string
  settings: string
  counts: string | null
  batchId: string | null
  accountsBatchId: string | null
  revision: number
  createdAt: string
  updatedAt: string
  expiresAt: string | null
}

export type StoredImport = Omit<ImportRow, 'head' | 'settings' | 'counts'> & {
  head: TableHead
  settings: ImportSettings
  counts: RunCounts | null
}

export const fromRow = ({ head, settings, counts, ...row }: ImportRow): StoredImport => ({
  ...row,
  head: JSON.parse(head),
  settings: JSON.parse(settings),
  counts: counts === null ? null : JSON.parse(counts),
})

/** For how many persons accounts wait; none once the file has expired. */
export const accountsWaitingIn = ({ state, counts, expiresAt }: StoredImport): number =>
  state === 'imported' && expiresAt !== null ? (counts?.accountsWaiting ?? 0) : 0

/** Whether an import has something left to write. */
export const isOpen = (stored: StoredImport): boolean =>
  stored.state === 'draft' || accountsWaitingIn(stored) > 0

/** How many days the rows of an import are kept. */
export const KEPT_DAYS = 14

/** Up to how many drafts a workspace has. */
export const MAX_DRAFTS = 5

/** Up to how many cells of a draft have a new text. */
export const MAX_EDITS = 500

/** Up to how many answers a draft has. */
export const MAX_ANSWERS = 500

/** How many characters the settings of a draft have as JSON: each answer has them all. */
export const MAX_SETTINGS_CHARACTERS = 1_000_000

export const MAX_FILE_NAME = 255

export const importState = z.enum(['draft', 'imported', 'undone'])
