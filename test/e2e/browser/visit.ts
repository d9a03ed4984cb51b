import type { Browser } from 'playwright-core'
import { watch } from './page-checks.ts'

type Visitor = {
  locale: string
  width: number
  colorScheme: 'light' | 'dark'
  /** Whether the browser runs scripts. */
  javaScriptEnabled?: boolean
}

/** Opens a page in a browser without cookies. `finish` closes it, and fails where {@link watch} found something. */
export async function visit(browser: Browser, origin: string, { width, ...visitor }: Visitor) {
  const context = await browser.newContext({ ...visitor, viewport: { width, height: 844 } })
  const finish = watch(context, origin)
  return {
    page: await context.newPage(),
    finish: async () => {
      await finish().finally(() => context.close())
    },
  }
}
