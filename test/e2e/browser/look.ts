import type { Locator, Page } from 'playwright-core'
import { isFirefox } from './firefox.ts'
import { assertAccessible, assertFits, assertTexts } from './page-checks.ts'

type Scheme = 'dark' | 'light'
const SCHEMES: Scheme[] = isFirefox ? ['light'] : ['light', 'dark']

/** The rules of axe that see another page in another scheme. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

let looks = 0

/** The schemes in which a page is checked: both, or with `TURNS` one of them in turns, which halves the time of axe. */
export function schemesInTurn(): Scheme[] {
  if (!process.env.TURNS) return SCHEMES
  looks += 1
  return SCHEMES.filter((_, index) => index === looks % SCHEMES.length)
}

let journeys = 0

/** With `TURNS`, journeys check every other page of the dashboard: `dashboard-pages.ts` checks each of them. */
function schemesOnJourney(page: Page): Scheme[] {
  const isTaken = page.url().includes('/dashboard/') && process.env.TURNS && journeys++ % 2 === 0
  return isTaken ? [] : schemesInTurn()
}

/**
 * Waits for texts on the page. Checks that it fits both widths, and with axe in its schemes at the width of the visitor.
 * The variable `SCREENSHOTS` names a folder that gets a picture of each.
 */
export async function look(page: Page, name: string, ...texts: (string | RegExp)[]): Promise<void> {
  await assertTexts(page, ...texts)
  await lookIn(schemesOnJourney(page), page, name)
}

/** Checks a page as `look` does, with all rules of axe in the first of some schemes. */
export async function lookIn(checked: readonly Scheme[], page: Page, name: string): Promise<void> {
  const own = page.viewportSize()?.width ?? 0
  for (const width of [1280 + 390 - own, own]) {
    await page.setViewportSize({ width, height: 844 })
    await assertFits(page)
    for (const colorScheme of SCHEMES) {
      const isChecked = width === own && checked.includes(colorScheme)
      if (!isChecked && !process.env.SCREENSHOTS) continue
      await page.emulateMedia({ colorScheme })
      if (isChecked) await assertAccessible(page, colorScheme === checked[0] ? undefined : COLOUR_RULES)
      await takePicture(page, `${name}-${width}-${colorScheme}`)
    }
  }
}

/** Checks what a printer gets of the page: it fits on a sheet, and shows texts. */
export async function lookAtPrint(page: Page, name: string, ...texts: (string | RegExp)[]): Promise<void> {
  if (isFirefox) return
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

async function takePicture(page: Page, name: string): Promise<void> {
  const { SCREENSHOTS } = process.env
  if (!SCREENSHOTS) return
  const language = await page.getAttribute('html', 'lang')
  await page.screenshot({ path: `${SCREENSHOTS}/${name}-${language}.png`, fullPage: true })
}
