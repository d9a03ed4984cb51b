import { type SQL, sql } from 'drizzle-orm'
import { prepared } from '../../db/query'
import { sha256 } from '../access/tokens'
import type { ListContext } from './store/json'
import { lastDeletedAt, lastUpdatedAt } from './store/timestamps'

/** When an area of a list last changed, and when the list last lost somebody. */
export type Stamps = { changed: string | null; removed: string | null }

// An applicant who is confirmed leaves the applications for the regular area, so their page depends on both.
const ofArea = (workspace: SQL) => sql`CASE ${sql.placeholder('area')}
  WHEN 'applications' THEN nullif(max(
    coalesce(${lastUpdatedAt(workspace, sql`'applications'`)}, ''), coalesce(${lastUpdatedAt(workspace, sql`'regular'`)}, '')), '')
  ELSE ${lastUpdatedAt(workspace, sql`'regular'`)} END`

/** The stamps of an area of a list, for a trip: at most two rows read. */
export const stampsOf = prepared<Stamps>(
  (workspace) => sql`SELECT ${ofArea(workspace)} AS changed, ${lastDeletedAt(workspace)} AS removed`,
)

/** Whether the stamps are those in the placeholders `changed` and `removed`. */
export const isUnchanged = (workspace: SQL): SQL =>
  sql`(${ofArea(workspace)} IS ${sql.placeholder('changed')} AND ${lastDeletedAt(workspace)} IS ${sql.placeholder('removed')})`

/**
 * Names the edition of a page: where the name is the same, so is the page. It depends on the persons, which the stamps
 * tell, on the columns, which are only ever added, on the day, and on the `scope`: who asks, for what, in which form.
 */
export async function editionOf(
  stamps: Stamps,
  { columns, today }: ListContext,
  scope: string,
): Promise<string> {
  const { changed, removed } = stamps
  const seal = await sha256([scope, changed, removed, columns.length, today].join(' '))
  return [changed, removed, seal.slice(0, 16)].join('|')
}

/** The stamps of a list in which nothing was ever written. */
export const NO_STAMPS: Stamps = { changed: null, removed: null }

/** The stamps in the name of an edition; of what is no such name, some that {@link editionAmong} finds not to fit. */
export function stampsIn(edition: string): Stamps {
  const [changed, removed] = edition.split('|')
  return { changed: changed || null, removed: removed || null }
}

/** The edition among these that a page would be if the stamps in its name still stood. */
export async function editionAmong(editions: string[], rendering: ListContext, scope: string) {
  for (const edition of editions)
    if ((await editionOf(stampsIn(edition), rendering, scope)) === edition) return edition
  return undefined
}

/** Whether an edition has these stamps in its name. */
export function isOf({ changed, removed }: Stamps, edition: string): boolean {
  const named = stampsIn(edition)
  return named.changed === changed && named.removed === removed
}
