import { timingSafeEqual } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { open } from '../db/client'
import { callerOf } from '../domain/admission'
import { sha256, tokenHash } from '../domain/credentials'
import { Refusal, unauthenticated } from '../domain/refusal'
import type { Env } from '../env'

/** Leaves the caller behind a bearer key. What its checksum unmasks is refused without a look into the database. */
export const bearer = createMiddleware<Env>(async (c, next) => {
  const hash = await tokenHash(bearerToken(c.req.header('Authorization')))
  if (!hash) throw unauthenticated()
  c.set('caller', callerOf(open(c.env.DB), hash, new Date()))
  await next()
})

/** Lets through whoever runs the service; without OPERATOR_TOKEN there is no such door. */
export const operator = createMiddleware<Env>(async (c, next) => {
  const expected = c.env.OPERATOR_TOKEN
  if (!expected) throw new Refusal('not_found', 'There is nothing at this address; see /docs.')
  const given = bearerToken(c.req.header('Authorization'))
  const [left, right] = await Promise.all([sha256(given), sha256(expected)])
  if (!timingSafeEqual(Buffer.from(left), Buffer.from(right))) throw unauthenticated()
  await next()
})

const bearerToken = (header = ''): string => /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? ''
