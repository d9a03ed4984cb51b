import type { Locator, Page } from 'playwright-core'
import { assertAccessible, assertFits, assertTexts } from './page-checks.ts'

// Most rules of axe see the same page in both schemes.
const VIEWS = [
  { width: 390, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light', rules: ['color-contrast'] },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark', rules: ['color-contrast'] },
] as const

type WithTransition = Document & { activeViewTransition?: { finished: Promise<void> } | null }

/**
 * Waits for texts on the page, and checks it at both widths and in both schemes: it fits, and axe, which needs scripts,
 * finds nothing. The variable `SCREENSHOTS` names a folder that gets a picture of each.
 */
export async function look(page: Page, name: string, ...texts: (string | RegExp)[]): Promise<void> {
  await assertTexts(page, ...texts)
  const viewport = page.viewportSize()
  const hasScripts = await page.evaluate(() => matchMedia('(scripting: enabled)').matches)
  const language = await page.getAttribute('html', 'lang')
  // A new width would abort the transition that led to the page.
  if (hasScripts) await settle(page)
  for (const { width, colorScheme, ...axe } of VIEWS) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await assertFits(page)
    if (hasScripts) await settle(page)
    if (hasScripts) await assertAccessible(page, 'rules' in axe ? [...axe.rules] : undefined)
    await takePicture(page, `${name}-${language}-${width}-${colorScheme}${hasScripts ? '' : '-plain'}`)
  }
  await page.emulateMedia({ colorScheme: null })
  if (viewport) await page.setViewportSize(viewport)
}

/** Checks what a printer gets of the page: it fits on a sheet, and shows texts. */
export async function lookAtPrint(page: Page, name: string, ...texts: (string | RegExp)[]): Promise<void> {
  const viewport = page.viewportSize()
  await page.emulateMedia({ media: 'print' })
  // The width of A4 between its margins, in CSS pixels.
  await page.setViewportSize({ width: 680, height: 1000 })
  await assertTexts(page, ...texts)
  await assertFits(page)
  await takePicture(page, `${name}-print`)
  await page.emulateMedia({ media: null })
  if (viewport) await page.setViewportSize(viewport)
}

/** What screen readers get of a part of a page, but for addresses, choices, and the texts of labels. */
export async function outlineOf(part: Locator): Promise<string> {
  const lines = (await part.ariaSnapshot()).split('\n')
  return lines
    .filter((line) => !/^ *- (\/url:|option |text:)/.test(line))
    .map((line) => line.replace(/:$/, ''))
    .join('\n')
}

/** Waits until nothing moves on the page. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (document as WithTransition).activeViewTransition?.finished
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
}

async function takePicture(page: Page, name: string): Promise<void> {
  const { SCREENSHOTS } = process.env
  if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true })
}
