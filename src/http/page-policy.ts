import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../env'

// Styles, images and forms are of this origin.
const EVERY_PAGE = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
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

// What is shown in a frame of a page brings its own styles and images, and runs nothing.
const FRAMED = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "form-action 'none'",
  "frame-ancestors 'self'",
]

/** The policy of a page without scripts and frames. */
export const PLAIN_PAGE = EVERY_PAGE.join('; ')

/** Lets the pages of a door load and run nothing but what they need: only those of the dashboard have a script. */
export const pagePolicy = (door: 'portal' | 'dashboard' | 'docs') =>
  createMiddleware<Env>(async (c, next) => {
    await next()
    const page = door === 'dashboard' ? [...EVERY_PAGE, ...WITH_SCRIPTS] : EVERY_PAGE
    const policy = { framed: FRAMED, frames: [...page, "frame-src 'self'"] }
    c.header('Content-Security-Policy', (c.var.frames ? policy[c.var.frames] : page).join('; '))
  })

/** Lets a page have frames with documents of this origin (`frames`), or a document be in one (`framed`). */
export const allowFrames = (c: Context<Env>, frames: 'frames' | 'framed'): void => c.set('frames', frames)
