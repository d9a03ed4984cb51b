import { type Context, Hono } from 'hono'
import { sha256 } from '../domain/shared/hash'
import type { Env } from '../env'
import { IMMUTABLE } from './immutable'

const TYPE = 'application/speculationrules+json'

/**
 * Lets browsers fetch a page of a door when the pointer rests on its link, which is safe since no GET writes anything.
 * Links with `data-no-prefetch` are left out.
 */
export function speculation(door: string) {
  const rules = JSON.stringify(rulesOf(door))
  const path = `/speculation/${sha256(rules).slice(0, 12)}.json`
  return new Hono<Env>()
    .use(async (c, next) => {
      await next()
      if (c.req.method === 'POST') forgetPrefetched(c)
      if (c.res.headers.get('Content-Type')?.startsWith('text/html'))
        c.header('Speculation-Rules', `"${door}${path}"`)
    })
    .get(path, (c) => c.body(rules, 200, { ...IMMUTABLE, 'Content-Type': TYPE }))
}

/** Whether a browser fetches a page before anyone has asked for it, and may never show it. */
export const isPrefetch = (c: Context<Env>): boolean => /prefetch/i.test(c.req.header('Sec-Purpose') ?? '')

/** Has the browser forget the pages that it prefetched: it would show them after a redirect, as they were before a form. */
export const forgetPrefetched = (c: Context<Env>): void =>
  c.header('Clear-Site-Data', '"prefetchCache", "prerenderCache"')

const rulesOf = (door: string) => ({
  prefetch: [
    {
      where: {
        and: [{ href_matches: `${door}/*` }, { not: { selector_matches: '[data-no-prefetch]' } }],
      },
      eagerness: 'moderate',
    },
  ],
})
