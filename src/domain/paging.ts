import { z } from 'zod'
import { sha256 } from './credentials'
import { invalid } from './refusal'

export const MOST_PER_PAGE = 500

/** The paging part of a query: an opaque cursor and a page size. */
export const pagingQuery = {
  cursor: z.string().max(500).optional().describe('`next_cursor` or `prev_cursor` of an earlier page'),
  per_page: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/, { error: `must be a whole number from 1 to ${MOST_PER_PAGE}` })
    .refine((text) => Number(text) <= MOST_PER_PAGE, {
      error: `must be a whole number from 1 to ${MOST_PER_PAGE}`,
    })
    .optional()
    .describe(`Page size, 1 to ${MOST_PER_PAGE} (default ${MOST_PER_PAGE})`),
}

/** Where a page begins: behind (`next`) or before (`prev`) an id, in the order of ids. */
export type Position = { direction: 'next' | 'prev'; id: string }

export type Cursors = { next: string | null; prev: string | null }

/** The position in a cursor and the seal that ties it to what was paged; undefined for text that never was a cursor. */
export function readCursor(cursor: string | undefined): { position: Position; seal: string } | undefined {
  const [, direction, id, seal] = /^(next|prev)-([0-9A-Za-z_]*~*)-([0-9a-f]{16})$/.exec(cursor ?? '') ?? []
  if (id === undefined || seal === undefined) return undefined
  return { position: { direction: direction === 'prev' ? 'prev' : 'next', id }, seal }
}

/** Refuses a cursor that was not issued for this scope (the workspace and what is paged in it). */
export async function requireIssued(cursor: string | undefined, scope: string): Promise<void> {
  if (cursor === undefined) return
  const read = readCursor(cursor)
  if (read && (await sealOf(read.position, scope)) === read.seal) return
  throw invalid({ cursor: ['was not issued for this list; begin without a cursor'] })
}

/**
 * Cuts the rows read from a position (one more than the page, in reading direction) into a page in ascending order,
 * and issues the cursors around it. Where the caller came from, there is a page; an empty one has its other cursor.
 */
export async function cutPage<Row extends { id: string }>(
  rows: Row[],
  { perPage, position, scope }: { perPage: number; position: Position | undefined; scope: string },
): Promise<{ rows: Row[]; cursors: Cursors }> {
  const hasMore = rows.length > perPage
  const backwards = position?.direction === 'prev'
  const kept = rows.slice(0, perPage)
  if (backwards) kept.reverse()
  // Of an empty page the cursor turns round at the position itself, which '~' puts behind every id.
  const last = kept.at(-1)?.id ?? ''
  const first = kept[0]?.id ?? `${position?.id}~`
  const hasNext = backwards || hasMore
  const hasPrev = backwards ? hasMore : position !== undefined
  return {
    rows: kept,
    cursors: {
      next: hasNext ? await writeCursor({ direction: 'next', id: last }, scope) : null,
      prev: hasPrev ? await writeCursor({ direction: 'prev', id: first }, scope) : null,
    },
  }
}

async function writeCursor(position: Position, scope: string): Promise<string> {
  return `${position.direction}-${position.id}-${await sealOf(position, scope)}`
}

async function sealOf({ direction, id }: Position, scope: string): Promise<string> {
  return (await sha256(`${scope} ${direction} ${id}`)).slice(0, 16)
}
