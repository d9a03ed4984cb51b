import { LRUCache } from 'lru-cache'
import { type Db, trip, WorkspaceMoving } from '../db/client'
import { type Opening, openAt, openHome, placesOf } from '../db/databases'
import { HOME, type Place, placeOfToken, placeOfWorkspace } from '../db/places'
import { wherever } from '../domain/access/wherever'
import { sha256 } from '../domain/shared/hash'
import { isWorkspaceId } from '../domain/shared/ids'
import { leaseSession } from '../domain/staff/places'
import { notStaff } from '../domain/staff/principal'
import { selectForwarding, selectPlacesMovedTo } from '../domain/workspaces/move/forwarding'
import { selectMoving, selectSlug } from '../domain/workspaces/slugs'
import type { Bindings } from '../env'

/**
 * Opens the database of a workspace by its id, at the place that it was created in or that it was last found in. If it has moved on,
 * the handle is led to where it went. No trip.
 */
export const databaseOf = (env: Bindings, workspaceId: string): Db =>
  openAt(env, placeOf(workspaceId), {
    elsewhere: (db) => whereMoved(env, db, workspaceId),
  })

/** As {@link databaseOf}, by the id or the slug of a workspace. One trip for a slug that is not cached, if there are several databases. */
export async function databaseOfNamed(env: Bindings, idOrSlug: string): Promise<Db> {
  const workspaceId = await idOf(env, idOrSlug)
  return workspaceId === undefined ? openHome(env) : databaseOf(env, workspaceId)
}

/**
 * As {@link databaseOfNamed}, for a page of staff. In another database than the first one, where they sign in, the handle is led on
 * by a copy of their session: three or four trips, once in 15 minutes.
 */
export async function databaseOfStaff(
  env: Bindings,
  { idOrSlug, sessionId, now }: { idOrSlug: string; sessionId: string; now: Date },
): Promise<Db> {
  const workspaceId = await idOf(env, idOrSlug)
  if (workspaceId === undefined) return openHome(env)
  const session = { sessionHash: sha256(sessionId), now }
  return openAt(env, placeOf(workspaceId), {
    elsewhere: (db) => whereLeased(env, db, { workspaceId, session }),
  })
}

/** The id of a workspace that an address names; undefined if the first database is the only one, or for an unknown slug. */
async function idOf(env: Bindings, idOrSlug: string): Promise<string | undefined> {
  if (!hasSeveral(env)) return undefined
  if (isWorkspaceId(idOrSlug)) return idOrSlug
  const slug = idOrSlug.toLowerCase()
  return slugs.get(slug) ?? (await lookUpSlug(env, slug))
}

/**
 * Opens the database that issued a token, or where it was last found. If a workspace has moved away from there, the handle is led
 * to where it went, since the token may have gone with it. No trip.
 */
export function databaseOfToken(
  env: Bindings,
  token: string,
  {
    hash = sha256(token),
    issuedAt = placeOfToken(token),
    ...opening
  }: { hash?: string; issuedAt?: Place } & Pick<Opening, 'session'> = {},
): Db {
  const elsewhere = (db: Db) => whereOthersMoved(env, db, { key: hash, issuedAt })
  return openAt(env, knownPlaces.get(hash) ?? issuedAt, { ...opening, elsewhere })
}

export const hasSeveral = (env: Bindings): boolean => placesOf(env).length > 1

const placeOf = (workspaceId: string): Place => knownPlaces.get(workspaceId) ?? placeOfWorkspace(workspaceId)

/** Where workspaces and tokens were found that had moved, by id and by hash: hints, which each lookup proves. */
const knownPlaces = new LRUCache<string, Place>({ max: 1000 })

/** The workspaces of slugs, as the first database had them within the last minute. */
const slugs = new LRUCache<string, string>({ max: 1000, ttl: 60_000 })

async function lookUpSlug(env: Bindings, slug: string): Promise<string | undefined> {
  const { named } = await trip(openHome(env), { named: selectSlug(slug) })
  const workspaceId = named[0]?.workspaceId
  if (workspaceId !== undefined) slugs.set(slug, workspaceId)
  return workspaceId
}

/** Follows a workspace from move to move. It is asked once nothing was found at a place. */
async function* whereMoved(env: Bindings, db: Db, workspaceId: string): AsyncGenerator<Place> {
  if (!hasSeveral(env)) return
  const seen = new Set<Place>()
  const created = placeOfWorkspace(workspaceId)
  if (db.place !== created) {
    // The hint is out of date, as for a workspace that has moved back.
    knownPlaces.delete(workspaceId)
    yield created
  }
  while (!seen.has(db.place)) {
    seen.add(db.place)
    const { moved } = await trip(db, { moved: selectForwarding(workspaceId) })
    const [to] = moved
    if (!to) return
    knownPlaces.set(workspaceId, to.place)
    yield to.place
    knownPlaces.delete(workspaceId)
  }
}

/**
 * The place where a workspace is, once the session of staff is there, and those to which it has moved. Throws `not_found` for staff who
 * are signed in and work in none of them.
 */
async function* whereLeased(
  env: Bindings,
  db: Db,
  { workspaceId, session }: { workspaceId: string; session: { sessionHash: string; now: Date } },
): AsyncGenerator<Place> {
  const leases = [await leaseAt(db, session)]
  if (leases.includes('leased')) yield db.place
  for await (const place of whereMoved(env, db, workspaceId)) {
    yield place
    const lease = await leaseAt(db, session)
    leases.push(lease)
    if (lease === 'leased') yield place
  }
  if (leases.includes('nowhere')) throw notStaff()
}

const leaseAt = async (db: Db, session: { sessionHash: string; now: Date }) =>
  db.place === HOME ? 'ended' : leaseSession(db, session)

/** All places to which workspaces have moved from here, and from there on. */
async function* whereOthersMoved(
  env: Bindings,
  db: Db,
  { key, issuedAt }: { key: string; issuedAt: Place },
): AsyncGenerator<Place> {
  if (!hasSeveral(env)) return
  if (db.place !== issuedAt && placesOf(env).includes(issuedAt)) {
    // The hint is out of date, as for a workspace that has moved back.
    knownPlaces.delete(key)
    yield issuedAt
  }
  const waiting: Place[] = [db.place]
  const seen = new Set<Place>(waiting)
  for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
    const { moved } = await trip(openAt(env, place), { moved: selectPlacesMovedTo() })
    for (const { place: next } of moved) {
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push(next)
      knownPlaces.set(key, next)
      yield next
      knownPlaces.delete(key)
    }
  }
}

/**
 * Opens the database where a workspace is now, by its id or slug, for what acts on one database alone: messages of queues, and the
 * links in mails. One trip if there are several databases. Throws {@link WorkspaceMoving} while it moves.
 */
export async function locate(env: Bindings, idOrSlug: string): Promise<Db> {
  const db = await databaseOfNamed(env, idOrSlug)
  if (!hasSeveral(env)) return db
  const located = await wherever(db, async () => (await trip(db, { named: selectMoving(idOrSlug) })).named[0])
  if (located?.movingTo) throw new WorkspaceMoving()
  return db
}
