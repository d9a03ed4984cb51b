import { createMiddleware } from 'hono/factory'
import type { IdempotentRequest } from '../domain/access/principal'
import { refusedAt } from '../domain/shared/error-list'
import { sha256 } from '../domain/shared/hash'
import { randomBase62 } from '../domain/shared/ids'
import type { Env } from '../env'
import type { Access } from './access'

/** Lets a request with an `Idempotency-Key` take effect once (draft-ietf-httpapi-idempotency-key-header). */
export function idempotencyKey({ authorize }: Access) {
  return createMiddleware<Env>(async (c, next) => {
    const header = c.req.header('Idempotency-Key')
    if (header === undefined) return next()
    const [, quoted, bare] =
      /^(?:"([\x20\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/.exec(header) ?? []
    const key = quoted ?? bare
    if (key === undefined) {
      await authorize(c)
      throw refusedAt('Idempotency-Key', { code: 'key_malformed' })
    }
    const idempotent: IdempotentRequest = {
      operation: `${c.req.method} ${c.req.path}`,
      key,
      fingerprint: sha256(c.var.bodyBytes),
      owner: randomBase62(16),
      replayed: false,
    }
    c.set('principal', { ...c.var.principal, idempotent })
    await next()
    if (idempotent.replayed) c.header('Idempotent-Replayed', 'true')
  })
}
