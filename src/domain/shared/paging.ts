import * as z from 'zod'
import { type Sql, sql } from '../../db/sql'
import { refusedAt } from './error-list'
import { sha256 } from './hash'
import { epochOf, type Restored } from './restores'

export const MAX_PER_PAGE = 500

/** The paging part of a query: an opaque cursor and a page size. */
export const pagingQuery = {
  cursor: z.string().max(500).optional().describe('`next_cursor` or `prev_cursor` of an earlier page'),
  per_page: z
    .string()
    .refine((text) => /^[1-9][0-9]{0,2}$/.test(text) && Number(text) <= MAX_PER_PAGE, {
      error: `must be a whole number from 1 to ${MAX_PER_PAGE}`,
    })
    .optional()
    .meta({
      description: 'Page size',
      type: 'integer',
      minimum: 1,
      maximum: MAX_PER_PAGE,
      default: MAX_PER_PAGE,
    }),
}

/** Where a page begins: after (`next`) or before (`prev`) a key, in the order of keys. */
export type Position = { direction: 'next' | 'prev'; key: string }

export type Cursors = { next: string | null; prev: string | null }

/**
 * The position in a cursor, the checksum over it and what was paged, and the epoch in which it was issued, 0 before any restore;
 * undefined for text that is no cursor.
 */
export function readCursor(
  cursor: string | undefined,
): { position: Position; checksum: string; epoch: number } | undefined {
  const [, direction, key, checksum, epoch = '0'] =
    /^(next|prev)-([\w.:~-]*)-([0-9a-f]{16})(?:\.([1-9]\d{0,11}))?$/.exec(cursor ?? '') ?? []
  if (key === undefined || checksum === undefined) return undefined
  return {
    position: { direction: direction === 'prev' ? 'prev' : 'next', key },
    checksum,
    epoch: Number(epoch),
  }
}

/** The key of a row in an order by instant, then by id. */
export const timestampKey = (stamp: string, id: string): string => `${stamp}.${id}`

/**
 * Throws `invalid` for a cursor that was not issued for this scope, the workspace and what is paged in it, or in another epoch:
 * since a restore, other rows may be at its position.
 */
export function requireOwnCursor(cursor: string | undefined, scope: string, epoch: number): void {
  if (cursor === undefined) return
  if (!isOwnCursor(cursor, scope)) throw refusedAt('cursor', { code: 'cursor_foreign' })
  if (readCursor(cursor)?.epoch !== epoch) throw refusedAt('cursor', { code: 'cursor_before_restore' })
}

/** The epoch of cursors of the operator, whose lists are of no workspace: in the order of ids, a restore moves no row. */
export const NO_EPOCH = 0

/** Whether a cursor was issued for this scope. */
export function isOwnCursor(cursor: string, scope: string): boolean {
  const read = readCursor(cursor)
  return read !== undefined && cursorChecksum(read.position, scope, read.epoch) === read.checksum
}

/** A page that a caller asks for: where it begins, and how many rows in which order tell what is on it and after it. */
export type PageRequest = {
  cursor: string | undefined
  position: Position | undefined
  perPage: number
  order: Sql
  limit: number
}

/** Reads the paging part of a query. */
export function pageRequest({
  cursor,
  per_page,
}: {
  cursor?: string | undefined
  per_page?: string | undefined
}): PageRequest {
  const position = readCursor(cursor)?.position
  const perPage = Number(per_page ?? MAX_PER_PAGE)
  const order = sql.raw(position?.direction === 'prev' ? 'DESC' : 'ASC')
  return { cursor, position, perPage, order, limit: perPage + 1 }
}

/**
 * Cuts the rows of a request into its page, as {@link cutPage} does. `scope` says what is paged in the workspace. Throws `invalid`
 * for a cursor of another list, or of the time before a restore.
 */
export function answerPage<Row>(
  { cursor, position, perPage }: PageRequest,
  rows: Row[],
  { workspace, scope: parts, keyOf }: PageScope & { keyOf: (row: Row) => string },
): { rows: Row[]; perPage: number; cursors: Cursors } {
  const scope = scopeText({ workspace, scope: parts })
  const epoch = epochOf(workspace)
  requireOwnCursor(cursor, scope, epoch)
  return { perPage, ...cutPage(rows, { perPage, position, scope, epoch, keyOf }) }
}

/** What a cursor is for: the workspace, and what is paged in it. */
export type PageScope = { workspace: Restored & { id: string }; scope: unknown[] }

/** A scope as the checksums of its cursors have it. */
export const scopeText = ({ workspace, scope }: PageScope): string => JSON.stringify([workspace.id, ...scope])

type Paged<Row> = {
  perPage: number
  position: Position | undefined
  scope: string
  epoch: number
  keyOf: (row: Row) => string
}

/**
 * Cuts the rows read from a position (one more than the page, in reading direction) into a page in ascending order,
 * and issues the cursors around it. There is always a page in the direction that the caller came from.
 */
export function cutPage<Row>(
  rows: Row[],
  { perPage, position, scope, epoch, keyOf }: Paged<Row>,
): { rows: Row[]; cursors: Cursors } {
  const hasMore = rows.length > perPage
  const backwards = position?.direction === 'prev'
  const kept = rows.slice(0, perPage)
  if (backwards) kept.reverse()
  // The cursor of an empty page points back to the position itself; '~' sorts after every character of a key.
  const [first, last] = [kept[0], kept.at(-1)]
  const before = first ? keyOf(first) : `${position?.key}~`
  const after = last ? keyOf(last) : ''
  const hasNext = backwards || hasMore
  const hasPrev = backwards ? hasMore : position !== undefined
  return {
    rows: kept,
    cursors: {
      next: hasNext ? writeCursor({ direction: 'next', key: after }, scope, epoch) : null,
      prev: hasPrev ? writeCursor({ direction: 'prev', key: before }, scope, epoch) : null,
    },
  }
}

/** Writes the cursor of a page that begins after a position, or ends before it, in what `scope` says is paged. */
export function writeCursor(position: Position, scope: string, epoch: number): string {
  const ofEpoch = epoch === 0 ? '' : `.${epoch}`
  return `${position.direction}-${position.key}-${cursorChecksum(position, scope, epoch)}${ofEpoch}`
}

// Without a restore, checksums are as they always were.
function cursorChecksum({ direction, key }: Position, scope: string, epoch: number): string {
  return sha256(`${scope} ${direction} ${key}${epoch === 0 ? '' : ` ${epoch}`}`).slice(0, 16)
}
