import { createMiddleware } from 'hono/factory'

// Pages have no script; their styles and forms are of this origin, and the empty icon is a data: address.
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Lets the pages below a path load and run nothing but what they need. */
export const pagePolicy = createMiddleware(async (c, next) => {
  await next()
  c.header('Content-Security-Policy', POLICY)
})
