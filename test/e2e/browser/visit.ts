import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { watch } from './page-checks.ts'
import { joinService } from './service.ts'

/** The service and the browser of a file of walks. */
export const service = await joinService()
const browser = await openBrowser()

after(async () => {
  await browser.close()
  await service.stop()
})

export const LOCALES = ['de-DE', 'en-GB'] as const

export type Visitor = {
  locale: (typeof LOCALES)[number]
  width: number
  colorScheme: 'light' | 'dark'
  javaScriptEnabled?: boolean
  storageState?: BrowserContextOptions['storageState']
}

/**
 * Walks through the service with a page of a new browser session. Fails where {@link watch} found something. A walk that
 * fails leaves a trace in a file, which `npx playwright show-trace` shows.
 */
export async function visit(
  { width, ...visitor }: Visitor,
  walk: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ ...visitor, viewport: { width, height: 844 } })
  context.setDefaultTimeout(15_000)
  const finish = watch(context, service.origin)
  await context.tracing.start({ snapshots: true })
  const page = await context.newPage()
  try {
    await walk(page)
    await finish()
  } catch (error) {
    const path = join(tmpdir(), `membership-walk-${process.pid}-${Date.now()}.zip`)
    await context.tracing.stop({ path })
    throw new Error(`A walk failed on ${page.url()}: ${error}\nIts trace is in ${path}`, { cause: error })
  } finally {
    await context.close()
  }
}

export const DESKTOP = { width: 1280, colorScheme: 'light' } as const
const PHONE = { width: 390, colorScheme: 'dark' } as const
const PLAIN = { javaScriptEnabled: false } as const

/** Visitors who see everything in each language, width and scheme, with scripts and without. */
export const VISITORS = {
  'in German on a desktop': { locale: 'de-DE', ...DESKTOP },
  'in English on a phone, without scripts': { locale: 'en-GB', ...PHONE, ...PLAIN },
} satisfies Record<string, Visitor>
