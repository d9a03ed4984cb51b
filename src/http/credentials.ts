import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { open } from '../db/client'
import { apiKeyPrincipal } from '../domain/access/api-key-principal'
import { query } from '../domain/access/query'
import { tokenHash } from '../domain/access/tokens'
import { DomainError, invalid, unauthenticated } from '../domain/shared/errors'
import { sha256 } from '../domain/shared/hash'
import type { Env } from '../env'
import { NOTHING_HERE } from './problem'
import { rateLimit } from './rate-limit'
import { isReading } from './reading'

/**
 * Leaves the caller behind a bearer key, with a database session that is at least as new as the bookmark it sends, or
 * that begins at the primary. What the key's checksum unmasks is refused without a look into the database.
 */
export const bearer = [
  createMiddleware<Env>(async (c, next) => {
    const hash = await tokenHash(bearerToken(c.req.header('Authorization')))
    if (!hash) return refuseCredential(c)
    await rateLimit(c.env.KEY_RATE, hash, 600)
    const session = c.env.DB.withSession(beginningOf(c))
    c.set('principal', apiKeyPrincipal(open(session), hash, new Date()))
    await next()
    if (c.error instanceof DomainError && c.error.reason === 'unauthenticated') return refuseCredential(c)
    // Straight into the response: Hono would make a new one for a header after the answer.
    const bookmark = session.getBookmark()
    if (bookmark) c.res.headers.set(BOOKMARK, bookmark)
  }),
  createMiddleware<Env>(async (c, next) => {
    if (c.req.header(BOOKMARK) === undefined || bookmarkOf(c)) return next()
    await query(c.var.principal, {})
    throw invalid({ [BOOKMARK]: ['is not a bookmark; send back what a response carried, or leave it out'] })
  }),
] as const

/** Lets through whoever runs the service; without OPERATOR_TOKEN there is no such door. */
export const operator = createMiddleware<Env>(async (c, next) => {
  const expected = c.env.OPERATOR_TOKEN
  if (!expected) throw new DomainError('not_found', NOTHING_HERE)
  const given = bearerToken(c.req.header('Authorization'))
  const [left, right] = await Promise.all([sha256(given), sha256(expected)])
  if (!timingSafeEqual(Buffer.from(left), Buffer.from(right))) return refuseCredential(c)
  await next()
})

const bearerToken = (header = ''): string => /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? ''

const BOOKMARK = 'X-D1-Bookmark'

const bookmarkOf = (c: Context<Env>): string | undefined =>
  /^[0-9a-f]{8}(-[0-9a-f]{8}){2}-[0-9a-f]{32}$/.exec(c.req.header(BOOKMARK) ?? '')?.[0]

// What a write is decided on is read where it is written, however old a copy the caller would put up with.
const beginningOf = (c: Context<Env>): string => (isReading(c) && bookmarkOf(c)) || 'first-primary'

// Whoever tries keys is slowed down by address.
async function refuseCredential(c: Context<Env>): Promise<never> {
  await rateLimit(c.env.ADDRESS_RATE, c.req.header('CF-Connecting-IP') ?? 'local', 60)
  throw unauthenticated()
}
