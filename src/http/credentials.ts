import { timingSafeEqual } from 'node:crypto'
import type { Context, Next } from 'hono'
import { bookmarkOf } from '../db/databases'
import { HOME, type Place, placeOfKey } from '../db/places'
import { currentWork, note } from '../db/work'
import { apiKeyPrincipal } from '../domain/access/api-key-principal'
import { query } from '../domain/access/query'
import { tokenHash } from '../domain/access/tokens'
import { refusedAt } from '../domain/shared/error-list'
import { DomainError } from '../domain/shared/errors'
import { sha256 } from '../domain/shared/hash'
import type { Env } from '../env'
import { clientAddress } from './client-address'
import { isReading } from './etag'
import { databaseOfToken } from './open-database'
import { NOTHING_HERE } from './problem'
import { rateLimit, rateLimitPolicy } from './rate-limit'

/**
 * Sets `c.var.principal` to the principal of the API key, with a database session that is at least as new as the
 * bookmark sent, or that starts at the primary. Throws `unauthenticated`, and `invalid` for a malformed bookmark.
 */
export const bearer = [setPrincipal, checkBookmark] as const

/**
 * Throws `unauthenticated` without the operator token, and `not_found` if the deployment has none. The previous token works as
 * long as it is set, and the log tells who still sends it.
 */
export async function operator(c: Context<Env>, next: Next): Promise<void> {
  const { OPERATOR_TOKEN: current, OPERATOR_TOKEN_PREVIOUS: previous } = c.env
  if (!current) throw new DomainError('not_found', NOTHING_HERE)
  const sent = bearerToken(c)
  // Both are compared, so that the time tells nothing.
  const [isCurrent, isPrevious] = [isSame(sent, current), isSame(sent, previous || current)]
  if (!isCurrent && !isPrevious) return rejectKey(c, SEND_OPERATOR_TOKEN)
  if (!isCurrent) note('operator_token', 'previous')
  const work = currentWork()
  if (work) work.provedAt = 'operator'
  await next()
}

const isSame = (sent: string, wanted: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(sent)), Buffer.from(sha256(wanted)))

// The verb proves the key, in the batch that does its work. A key with a wrong checksum takes no trip.
async function setPrincipal(c: Context<Env>, next: Next): Promise<void> {
  // A made-up key with a right checksum costs one trip and 64 KiB of its body, also if its address has reached its
  // limit.
  const token = bearerToken(c)
  const hash = tokenHash(token)
  if (!hash) return rejectKey(c, SEND_API_KEY)
  await rateLimit(c.env.KEY_RATE, hash, KEY_QUOTA)
  const db = databaseOfToken(c.env, token, {
    hash,
    issuedAt: placeOfKey(token),
    session: (at) => sessionStart(c, at),
  })
  c.set(
    'principal',
    apiKeyPrincipal(db, {
      tokenHash: hash,
      opensSuspended: isReading(c),
      requestId: c.var.requestId,
      now: new Date(),
    }),
  )
  await next()
  if (c.error instanceof DomainError && c.error.reason === 'unauthenticated')
    return rejectKey(c, SEND_API_KEY)
  // Straight into the response: Hono would make a new one for a header after the answer.
  c.res.headers.set('RateLimit-Policy', rateLimitPolicy(KEY_QUOTA))
  const bookmark = bookmarkOf(db)
  if (bookmark) c.res.headers.set(BOOKMARK, `${prefixOf(db.place)}${bookmark}`)
}

async function checkBookmark(c: Context<Env>, next: Next): Promise<void> {
  if (c.req.header(BOOKMARK) === undefined || sentBookmark(c)) return next()
  await query(c.var.principal, {})
  throw refusedAt(BOOKMARK, { code: 'bookmark_malformed' })
}

/** How many requests a minute a key may send. */
const KEY_QUOTA = 600

const SEND_API_KEY = 'Send a valid API key as `Authorization: Bearer <key>`.'
const SEND_OPERATOR_TOKEN = 'Send the operator token as `Authorization: Bearer <token>`.'

const bearerToken = (c: Context<Env>): string =>
  /^Bearer +(\S+) *$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? ''

const BOOKMARK = 'X-D1-Bookmark'

/** What the caller sent: the bookmark, and the place of the database that it is of. */
function sentBookmark(c: Context<Env>): { place: Place; bookmark: string } | undefined {
  const [, place = HOME, bookmark] =
    /^(?:([b-z])\.)?([0-9a-f]{8}(?:-[0-9a-f]{8}){2}-[0-9a-f]{32})$/.exec(c.req.header(BOOKMARK) ?? '') ?? []
  return bookmark === undefined ? undefined : { place, bookmark }
}

// A write checks what it reads against the primary, however old a copy the caller accepts. The bookmark of another database
// says nothing of this one.
function sessionStart(c: Context<Env>, place: Place): string {
  const sent = isReading(c) ? sentBookmark(c) : undefined
  return sent?.place === place ? sent.bookmark : 'first-primary'
}

const prefixOf = (place: Place): string => (place === HOME ? '' : `${place}.`)

// Limited by address, which slows down guessing.
async function rejectKey(c: Context<Env>, detail: string): Promise<never> {
  await rateLimit(c.env.ADDRESS_RATE, clientAddress(c) || 'local', 60)
  throw new DomainError('unauthenticated', detail)
}
