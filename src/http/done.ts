import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'
import type { Env } from '../env'
import { HOST_COOKIE_ATTRIBUTES } from './cookie'
import { forgetPrefetched, isPrefetch } from './speculation'

const COOKIE = 'done'
const SECONDS = 60

const doneSchema = z.object({
  path: z.string(),
  word: z.string().regex(/^[\w.-]{1,60}$/),
  batch: z
    .string()
    .regex(/^bat_\w{24}$/)
    .optional(),
  about: z
    .string()
    .regex(/^[a-z]{3}_\w{1,40}$/)
    .optional(),
  numbers: z.record(z.string(), z.int().nonnegative()).default({}),
  days: z.array(z.iso.date()).default([]),
})

/** What a form did, as the page that it led to reads it. Anyone can write a cookie, so only the shape is certain. */
export type Done = {
  /** What was done: a word of the page. A page ignores words that it does not know. */
  word: string
  /** The batch of events that the form recorded, if it can be taken back. */
  batch?: string | undefined
  /** The id of the thing that the sentence is about. */
  about?: string | undefined
  /** The counts, amounts and times of the sentence. */
  numbers: Record<string, number>
  /** The dates of the sentence. */
  days: string[]
}

type Told = Partial<Omit<Done, 'word'>> & { to: string }

/**
 * Answers a form: redirects to a path (`to`), whose page says once what was done. A cookie of a minute tells it, so that a
 * reload does not repeat it. It holds no names and no secrets.
 */
export function done(c: Context<Env>, word: string, { to, ...told }: Told): Response {
  // A browser drops a prefetched answer that is no success, and asks again when the link is followed.
  if (isPrefetch(c)) return c.body(null, 503)
  const value = JSON.stringify({ path: pathOf(c, to), word, ...told })
  setCookie(c, COOKIE, value, { ...HOST_COOKIE_ATTRIBUTES, maxAge: SECONDS })
  // The page may have been prefetched, without what it says now.
  forgetPrefetched(c)
  return c.redirect(to, 303)
}

/**
 * Returns what the form before this page did, and takes the cookie; undefined if the cookie is for another path, which so
 * stays there for it, or has another shape. A prefetch takes nothing, since nobody may ever see its page.
 */
export function takeDone(c: Context<Env>): Done | undefined {
  const value = getCookie(c, COOKIE, 'host')
  if (value === undefined || c.req.method !== 'GET' || isPrefetch(c)) return undefined
  const told = parse(value)
  if (told?.path !== pathOf(c, c.req.url)) return undefined
  deleteCookie(c, COOKIE, HOST_COOKIE_ATTRIBUTES)
  return told
}

function parse(value: string) {
  try {
    return doneSchema.safeParse(JSON.parse(value)).data
  } catch {
    return undefined
  }
}

const pathOf = (c: Context<Env>, address: string): string => new URL(address, c.req.url).pathname
