import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { seedSql } from '../../../src/dev/seed.ts'
import { cookieFor, DONE_COOKIE } from '../../support/done-cookie.ts'
import { startService } from '../support/service.ts'
import { openBrowser } from './browser.ts'
import { emptyBeforeFilling, isFirefox } from './firefox.ts'
import { watch } from './page-checks.ts'

/** The service and the browser of a run, whose files share a process. The demo workspace of the service has a past. */
export const service = await startService(seedSql())
const browser = await openBrowser()

after(async () => {
  await browser.close()
  await service.stop()
})

export type Visitor = {
  locale: 'de-DE' | 'en-GB'
  width: 390 | 1280
  javaScriptEnabled?: boolean
}

/** Visitors who have each language and width. The phone has no scripts, which only Chromium can do without. */
export const VISITORS = {
  'in German on a desktop': { locale: 'de-DE', width: 1280 },
  'in English on a phone': { locale: 'en-GB', width: 390, javaScriptEnabled: false },
} satisfies Record<string, Visitor>

export const GERMAN = VISITORS['in German on a desktop']

let files = 0

/** The visitors of the journeys of a file, with their names: both, or with `TURNS` each of them in every other file. */
export function visitors() {
  const both = Object.entries(VISITORS)
  if (!process.env.TURNS) return both
  files += 1
  return both.filter((_, index) => index === files % 2)
}

/** Whether a visitor looks at a page of a section: at all, or with `TURNS` at the first one and at every other one. */
export const takesTurn = (visitor: Visitor, index: number): boolean =>
  !process.env.TURNS || index === 0 || (index % 2 === 0) === (visitor === GERMAN)

/** How many walks of a suite share the processors. */
export const concurrency = 3

/**
 * Walks through the service with a page of a new browser session. Fails where {@link watch} found something, twice: a walk
 * that fails is walked again for a trace, which `npx playwright show-trace` shows and which would slow down every walk.
 */
export async function visit(visitor: Visitor, walk: (page: Page) => Promise<void>): Promise<void> {
  try {
    await attempt(visitor, walk)
  } catch (error) {
    const trace = join(tmpdir(), `membership-walk-${process.pid}-${Date.now()}.zip`)
    const second = await attempt(visitor, walk, trace).catch(String)
    // On a busy machine, a page may be replaced while it is looked at.
    if (second === undefined)
      return console.error(`A walk passed in its second try only. The first: ${error}`)
    throw new Error(`${error}\nA second try, traced in ${trace}: ${second}`, { cause: error })
  }
}

async function attempt(
  { width, ...visitor }: Visitor,
  walk: (page: Page) => Promise<void>,
  trace?: string,
): Promise<void> {
  // Without motion, no walk waits for the transition between two pages.
  const options = { ...visitor, viewport: { width, height: 844 }, reducedMotion: 'reduce' } as const
  const context = await browser.newContext(options)
  context.setDefaultTimeout(15_000)
  const finish = watch(context, service.origin)
  if (trace) await context.tracing.start({ snapshots: true })
  const page = await context.newPage()
  if (isFirefox) emptyBeforeFilling(page)
  try {
    await walk(page)
    await finish()
  } catch (error) {
    throw new Error(`A walk failed on ${page.url()}: ${error} ${lastFault()}`, { cause: error })
  } finally {
    if (trace) await context.tracing.stop({ path: trace })
    await context.close()
  }
}

/** The last fault that the service has logged, as a walk may have met it. */
const lastFault = (): string =>
  service
    .printed()
    .match(/\{"request_id".*/g)
    ?.at(-1) ?? ''

/** Opens a page as if a form had led there, which tells it a word with its numbers. */
export async function gotoAfter(page: Page, address: string, told: string): Promise<Response | null> {
  const { hostname: domain } = new URL(service.origin)
  const cookie = { name: DONE_COOKIE, value: cookieFor(address, told), domain, path: '/', secure: true }
  await page.context().addCookies([cookie])
  return page.goto(address)
}
