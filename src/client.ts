import { hc } from 'hono/client'
import type { app } from './app'

type Options = { fetch?: typeof fetch }

/**
 * A client with the types of the service itself: paths, queries, bodies and answers. `const mas = client('https://…',
 * key)`, then `await mas.lists[':list_id'].persons.$get({ param, query })`. Nothing is generated: what does not fit
 * does not compile.
 */
export const client = (origin: string, key: string, options: Options = {}) =>
  hc<typeof app>(origin, { ...options, headers: { Authorization: `Bearer ${key}` } })
