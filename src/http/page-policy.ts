import { createMiddleware } from 'hono/factory'

// Styles and forms are of this origin, and the empty icon is a data: address.
const EVERY_PAGE = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]

// Scripts are of this origin. Trusted Types keep them from writing HTML.
const WITH_SCRIPTS = [
  "script-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]

/** Lets the pages of a door load and run nothing but what they need: only those of the dashboard have a script. */
export const pagePolicy = (door: 'portal' | 'dashboard' | 'docs') =>
  createMiddleware(async (c, next) => {
    await next()
    const policy = door === 'dashboard' ? [...EVERY_PAGE, ...WITH_SCRIPTS] : EVERY_PAGE
    c.header('Content-Security-Policy', policy.join('; '))
  })
