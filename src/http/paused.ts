import { createMiddleware } from 'hono/factory'
import { withDatabases } from '../db/databases'
import type { Bindings, Env } from '../env'
import { isReading } from './etag'

/** The service only reads: the operator has set PAUSED, to restore its data. Nothing was changed. */
export class Paused extends Error {
  override readonly name = 'Paused'
}

/** How long consumers leave messages in their queue while the service is paused. */
const PAUSED_RETRY_SECONDS = 1800

/** Whether the operator has paused the service: no run, no message and no write is served. */
export const isPaused = ({ PAUSED }: Pick<Bindings, 'PAUSED'>): boolean => Boolean(PAUSED)

/** Leaves messages in their queue while the service is paused. */
export function retryLater(messages: readonly Message[]): void {
  for (const message of messages) message.retry({ delaySeconds: PAUSED_RETRY_SECONDS })
}

/**
 * Refuses writes while the service is paused, and lets reads go on by a database that takes no writes: a download, for example,
 * would record an event. Throws {@link Paused}.
 */
export const readsWhilePaused = createMiddleware<Env>(async (c, next) => {
  if (!isPaused(c.env) || RESTORES.test(c.req.path)) return next()
  if (!isReading(c)) throw new Paused()
  c.env = withDatabases(c.env, readOnly)
  await next()
})

/** The operator's routes that belong to a restore. */
const RESTORES = /^\/operator\/(restores|erasures)(\/|$)/

type Queried = Pick<D1Database, 'prepare'>

/** A database of which each statement that writes throws {@link Paused}. */
const readOnly = (db: D1Database): D1Database =>
  withoutWrites(db, {
    withSession: (start?: string) => withoutWrites(db.withSession(start), {}),
  })

const withoutWrites = <T extends Queried>(db: T, overrides: Partial<D1Database>): T =>
  new Proxy(db, {
    get(target, name) {
      if (name === 'prepare') return (text: string) => target.prepare(requireReading(text))
      if (Object.hasOwn(overrides, name)) return overrides[name as keyof D1Database]
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

// Values are bound, so that the text of a statement has these words only where it writes.
function requireReading(text: string): string {
  if (/\b(INSERT INTO|INSERT OR|REPLACE INTO|UPDATE|DELETE FROM)\b/i.test(text)) throw new Paused()
  return text
}
