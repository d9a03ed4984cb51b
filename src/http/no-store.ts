import { createMiddleware } from 'hono/factory'

/** Keeps answers out of every cache: nearly all of them are personal. An answer that says otherwise is left alone. */
export const noStore = createMiddleware(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})
