import { type Db, tripOfAnyMigration } from '../../../db/client'
import { type Place, placeOfWorkspace } from '../../../db/places'
import { type Sql, sql } from '../../../db/sql'
import { DomainError } from '../../shared/errors'
import { listStranded } from '../move/stranded'
import { unlessLost } from './lost'

/** Where workspaces are, and where they have moved to from each place, as the other databases of a deployment know it. */
export type Elsewhere = {
  found: ReadonlyMap<string, Place>
  moved: ReadonlyMap<Place, ReadonlyMap<string, Place>>
}

/** What a restored database has of a time before moves. */
export type MovedSince = {
  /** Workspaces that another database has as well: they had left. */
  twice_ids: string[]
  /** Workspaces that have moved here, and are not here. */
  missing_ids: string[]
  /** Workspaces that are on their way here, and still where they were. */
  arriving_ids: string[]
  /** Workspaces that can only be read for a move that no database has any more. */
  locked_ids: string[]
  /** Of the workspaces with files in the bucket, those that were here last. */
  backed_up_ids: string[]
}

/**
 * Reads what the other databases know of workspaces and moves. One that has no tables is lost as well, and knows nothing. A trip to
 * each, side by side.
 */
export async function readElsewhere(db: Db): Promise<Elsewhere> {
  const places = db.places.filter((place) => place !== db.place)
  const read = await Promise.all(places.map(async (place) => ({ place, ...(await readPlace(db.at(place))) })))
  return {
    found: new Map(read.flatMap(({ place, workspaces }) => workspaces.map(({ id }) => [id, place]))),
    moved: new Map(read.map(({ place, moves }) => [place, moves])),
  }
}

async function readPlace(db: Db): Promise<{ workspaces: { id: string }[]; moves: Map<string, Place> }> {
  const ask = () =>
    tripOfAnyMigration(db, {
      // One that has not arrived is still where it was.
      workspaces: sql<{ id: string }>`SELECT id FROM workspaces WHERE moving_to IS NULL`,
      moves: selectMoved(),
    })
  const { workspaces, moves } = await unlessLost(ask, { workspaces: [], moves: [] })
  return { workspaces, moves: new Map(moves.map(({ id, place }) => [id, place])) }
}

const selectMoved = (): Sql<{ id: string; place: Place }> =>
  sql<{ id: string; place: Place }>`SELECT moved_id AS id, place FROM moves WHERE moved_at IS NOT NULL`

/** Where a workspace was last, as the other databases know it, by its id and its moves. */
export function lastPlaceOf(id: string, { moved }: Pick<Elsewhere, 'moved'>): Place {
  let place = placeOfWorkspace(id)
  const seen = new Set<Place>()
  for (
    let next = moved.get(place)?.get(id);
    next !== undefined && !seen.has(place);
    next = moved.get(place)?.get(id)
  ) {
    seen.add(place)
    place = next
  }
  return place
}

const FIRST_WITH_MOVES = '0059_moves.sql'

type Here = { workspace_ids: readonly string[]; stored: readonly string[]; migration: string }

/** Compares the workspaces of a database, and those with files in the bucket, with what the others know. Three trips to each at most. */
export async function readMovedSince(
  db: Db,
  { workspace_ids, stored, migration }: Here,
): Promise<MovedSince> {
  const elsewhere = await readElsewhere(db)
  // A database that is being restored may be of a migration from before moves.
  const own = migration < FIRST_WITH_MOVES ? { erased: [], moves: [], arriving: [] } : await readOwn(db)
  const moved = withOwn(elsewhere, db.place, own.moves)
  const known = new Set([...workspace_ids, ...elsewhere.found.keys(), ...own.erased.map(({ id }) => id)])
  const left = new Set([...elsewhere.moved.values()].flatMap((moves) => [...moves.keys()]))
  const isOfHere = (id: string) => lastPlaceOf(id, { moved }) === db.place
  return {
    twice_ids: workspace_ids.filter((id) => elsewhere.found.has(id)),
    arriving_ids: own.arriving.map(({ id }) => id),
    locked_ids: await lockedIn(db),
    missing_ids: [...left].filter((id) => !known.has(id) && isOfHere(id)).sort(),
    backed_up_ids: stored.filter((id) => !elsewhere.found.has(id) && isOfHere(id)),
  }
}

const readOwn = (db: Db) =>
  tripOfAnyMigration(db, {
    erased: sql<{ id: string }>`SELECT erased_id AS id FROM workspace_erasures WHERE copy_of IS NULL`,
    moves: selectMoved(),
    arriving: sql<{ id: string }>`SELECT id FROM workspaces WHERE moving_to = ${db.place}`,
  })

async function lockedIn(db: Db): Promise<string[]> {
  // A database that is lost as well may have had the move.
  const stranded = await unlessLost(() => listStranded(db.places.map((place) => db.at(place))), [])
  return stranded.filter((one) => one.db.place === db.place).map(({ id }) => id)
}

const withOwn = (
  { moved }: Elsewhere,
  place: Place,
  own: readonly { id: string; place: Place }[],
): Elsewhere['moved'] => new Map([...moved, [place, new Map(own.map((move) => [move.id, move.place]))]])

/** Throws `invalid` while a database has workspaces that another one has as well: both would send mails and collect debits. */
export async function requireNoneTwice(db: Db): Promise<void> {
  if (db.places.length === 1) return
  const { found } = await readElsewhere(db)
  const { workspaces } = await tripOfAnyMigration(db, {
    workspaces: sql<{ id: string }>`SELECT id FROM workspaces`,
  })
  const twice = workspaces.filter(({ id }) => found.has(id)).map(({ id }) => id)
  if (twice.length > 0)
    throw new DomainError(
      'invalid',
      `Another database has these workspaces as well: ${twice.slice(0, 20).join(', ')}. Delete them in the one that was restored.`,
    )
}

/**
 * Writes the moves away from a database that it has lost by a restore, so that the ids and keys that it has issued lead to where
 * their workspaces are. Two trips, and one to each other database.
 */
export async function forwardAgain(db: Db, now: Date): Promise<void> {
  if (db.places.length === 1) return
  const elsewhere = await readElsewhere(db)
  const { own } = await tripOfAnyMigration(db, { own: selectMoved() })
  const moved = withOwn(elsewhere, db.place, own)
  const lost = [...elsewhere.found].filter(([id]) => lastPlaceOf(id, { moved }) === db.place)
  if (lost.length === 0) return
  const at = now.toISOString()
  await tripOfAnyMigration(db, {
    forwarded: sql`
      INSERT INTO moves (moved_id, place, step, due_at, moved_at, finished_at)
      SELECT value ->> 0, value ->> 1, 'done', ${at}, ${at}, ${at} FROM json_each(${JSON.stringify(lost)}) WHERE TRUE
      ON CONFLICT DO UPDATE SET place = excluded.place, step = excluded.step, progress = NULL, held_by = NULL, held_until = NULL,
        moved_at = excluded.moved_at, finished_at = excluded.finished_at`,
  })
}
