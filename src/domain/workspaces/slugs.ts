import { type Db, trip } from '../../db/client'
import { failUnless } from '../../db/guard'
import { HOME } from '../../db/places'
import { type Sql, sql } from '../../db/sql'
import { daysFrom } from '../shared/dates'
import { refusedAt } from '../shared/error-list'
import { isWorkspaceId } from '../shared/ids'

/**
 * How long nobody else gets a slug that was given up, in days: links and caches still know it. One day, and one more in which the
 * night puts right what a request that was cut off has left.
 */
const RESERVED_DAYS = 2

/** Selects the workspace that has a slug, in the first database: it may be in another one. */
export const selectSlug = (slug: string): Sql<{ workspaceId: string }> => sql<{ workspaceId: string }>`
  SELECT id AS workspaceId FROM workspaces WHERE portal_slug = ${slug}
  UNION ALL SELECT named_id FROM slugs WHERE slug = ${slug} AND released_at IS NULL`

/** Selects the workspaces by which a slug is taken, as far as a database knows: the first one knows all. */
export const selectSlugHolders = (slug: string, now: Date): Sql<{ id: string }> => sql<{ id: string }>`
  SELECT id FROM workspaces WHERE portal_slug = ${slug}
  UNION ALL SELECT named_id FROM slugs WHERE slug = ${slug} AND ${isTakenSql(now)}`

const isTakenSql = (now: Date): Sql =>
  sql`(released_at IS NULL OR released_at > ${daysFrom(now, -RESERVED_DAYS).toISOString()})`

type Named = { id: string; slug: string | null | undefined; now: Date }

/** The statements with which a workspace of the first database takes a slug in place of its own. They fail as a conflict if it is taken. */
export function takeSlug({ place }: Db, { id, slug, now }: Named): Sql[] {
  if (place !== HOME || slug === undefined) return []
  return [
    failUnless(sql`NOT EXISTS (
      SELECT 1 FROM slugs WHERE slug = ${slug} AND named_id <> ${id} AND ${isTakenSql(now)})`),
    sql`
      INSERT INTO slugs (slug, named_id, released_at)
      SELECT portal_slug, id, ${now.toISOString()} FROM workspaces
      WHERE id = ${id} AND portal_slug IS NOT NULL AND portal_slug IS NOT ${slug}
      ON CONFLICT (slug) DO UPDATE SET named_id = excluded.named_id, released_at = excluded.released_at`,
  ]
}

/**
 * Reserves a slug in the first database, before a workspace of another one takes it: as one that was given up now, so that it lapses
 * by itself unless {@link settleSlug} follows. Throws `invalid` if another workspace has it. One trip; none for one of the first
 * database, or without a slug.
 */
export async function reserveSlug(db: Db, { id, slug, now }: Named): Promise<void> {
  if (db.place === HOME || typeof slug !== 'string') return
  const { reserved } = await trip(db.at(HOME), {
    reserved: sql<{ slug: string }>`
      INSERT INTO slugs (slug, named_id, released_at) SELECT ${slug}, ${id}, ${now.toISOString()}
      WHERE NOT EXISTS (SELECT 1 FROM workspaces WHERE portal_slug = ${slug})
      ON CONFLICT (slug) DO UPDATE SET named_id = excluded.named_id,
        released_at = iif(named_id = excluded.named_id, released_at, excluded.released_at)
        WHERE named_id = excluded.named_id OR NOT ${isTakenSql(now)}
      RETURNING slug`,
  })
  if (reserved.length === 0) throw refusedAt('member_portal.slug', { code: 'taken', noun: 'workspace' })
}

/** Keeps in the first database that a workspace of another one has a slug, and has given up its others. One trip; none for the first. */
export async function settleSlug(db: Db, { id, slug, now }: Named): Promise<void> {
  if (db.place === HOME || slug === undefined) return
  await trip(db.at(HOME), { settled: settle({ id, slug, now }) })
}

const settle = ({ id, slug = null, now }: Named): Sql => sql`
  UPDATE slugs SET released_at = iif(slug IS ${slug}, NULL, coalesce(released_at, ${now.toISOString()}))
  WHERE named_id = ${id}`

/** Gives up the slugs of a workspace that is erased, whichever database it was in. One trip. */
export async function giveUpSlugs(db: Db, id: string): Promise<void> {
  await trip(db.at(HOME), { given: settle({ id, slug: null, now: new Date() }) })
}

/** The statements with which a workspace that leaves the first database keeps its slug. They go before its row does. */
export const keepSlug = ({ place }: Db, id: string): Sql[] =>
  place === HOME
    ? [
        sql`
          INSERT INTO slugs (slug, named_id)
          SELECT portal_slug, id FROM workspaces WHERE id = ${id} AND portal_slug IS NOT NULL
          ON CONFLICT (slug) DO UPDATE SET named_id = excluded.named_id, released_at = NULL`,
      ]
    : []

/** Deletes the slugs that were given up so long ago that anybody may take them. */
export const sweepSlugs = (now: Date): Sql =>
  sql`DELETE FROM slugs INDEXED BY slugs_released WHERE released_at IS NOT NULL AND NOT ${isTakenSql(now)}`

/**
 * Writes the slugs of a database into the first one, where a move, a restore or a request that was cut off left another state. Two
 * trips; none for the first database.
 */
export async function alignSlugs(db: Db, now: Date): Promise<void> {
  if (db.place === HOME) return
  const { named } = await trip(db, {
    named: sql<{ id: string; slug: string | null }>`
      SELECT id, portal_slug AS slug FROM workspaces WHERE moving_to IS NULL`,
  })
  const all = JSON.stringify(named)
  await trip(db.at(HOME), {
    added: sql`
      INSERT INTO slugs (slug, named_id) SELECT value ->> 'slug', value ->> 'id' FROM json_each(${all})
      WHERE value ->> 'slug' IS NOT NULL
      ON CONFLICT (slug) DO UPDATE SET released_at = NULL WHERE named_id = excluded.named_id`,
    released: sql`
      UPDATE slugs SET released_at = ${now.toISOString()}
      WHERE released_at IS NULL AND EXISTS (
        SELECT 1 FROM json_each(${all}) WHERE value ->> 'id' = named_id AND value ->> 'slug' IS NOT slug)`,
  })
}

/** Selects the state of a workspace by its id or slug: whether it is here, and where it moves to. */
export const selectMoving = (idOrSlug: string): Sql<{ movingTo: string | null }> => sql<{
  movingTo: string | null
}>`
  SELECT moving_to AS movingTo FROM workspaces
  WHERE ${isWorkspaceId(idOrSlug) ? sql`id = ${idOrSlug}` : sql`portal_slug = ${idOrSlug.toLowerCase()}`}`
