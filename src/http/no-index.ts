import { createMiddleware } from 'hono/factory'

/** Keeps the pages of a door out of search engines. */
export const noIndex = createMiddleware(async (c, next) => {
  await next()
  c.header('X-Robots-Tag', 'noindex')
})
