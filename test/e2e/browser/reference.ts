import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look } from './look.ts'
import { assertAccessible } from './page-checks.ts'
import { GERMAN, service, VISITORS, visit } from './visit.ts'

const PHONE = { locale: 'en-GB', width: 390 } as const
const DESKTOP = { locale: 'en-GB', width: 1280 } as const

/** What axe finds in Scalar 1.72.1 itself: pale words in samples, and boxes that scroll without being in the tab order. */
const SCALARS_OWN = ['color-contrast', 'scrollable-region-focusable']

// A visit fails on a violation of the policy, which the console tells, and on a request to another origin.
describe('the API reference', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [name, visitor] of Object.entries({ 'a desktop': DESKTOP, 'a phone': PHONE })) {
      // With TURNS each scheme is looked at on one of the two.
      if (process.env.TURNS && (colorScheme === 'light') !== (visitor === DESKTOP)) continue
      it(`opens on ${name} in the ${colorScheme} scheme`, () =>
        visit(visitor, async (page) => {
          await open(page, colorScheme)
          assert.equal(
            await page.evaluate(() => document.body.classList.contains('dark-mode')),
            colorScheme === 'dark',
          )
          await assertAccessible(page, { except: SCALARS_OWN })
          await open(page, colorScheme, '/docs/operator')
        }))
    }

  it('finds an operation with Ctrl-K', () =>
    visit(DESKTOP, async (page) => {
      await open(page, 'light')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Enter search query' }).fill('Create fees')
      await page.getByRole('option', { name: /^Operation: Create fees\b/, selected: false }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.getByRole('option', { name: /^Operation: Create fees\b/, selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/docs#tag/fees/POST/fees')
      await page.getByRole('heading', { name: 'Create fees', exact: true }).waitFor()
    }))

  it('sends its first operation with the key of the demo', () =>
    visit(DESKTOP, async (page) => {
      await open(page, 'light')
      await page.getByRole('link', { name: /^Read all persons of a list/ }).click()
      await page
        .getByRole('button', { name: /^Test Request/ })
        .first()
        .click()
      const client = page.getByRole('dialog')
      const answer = page.waitForResponse(`${service.origin}/lists/members/persons?*`)
      await client.getByRole('button', { name: /^Send/ }).first().click()
      assert.equal((await answer).status(), 200)
      await client.getByRole('link', { name: /^200 OK/ }).waitFor()
    }))
})

describe('the pages without a workspace', () => {
  it('lead on, and explain problems', () =>
    visit(GERMAN, async (page) => {
      await page.goto(service.origin)
      await look(page, 'front-door', 'Öffnen Sie die Portalseite Ihres Vereins')
      await page.goto(`${service.origin}/nonsense`)
      await look(page, 'front-door-not-found', 'Diese Seite gibt es nicht')
      await page.goto(`${service.origin}/problems`)
      await look(page, 'front-door-problems', 'Validation error')
      await page.getByRole('link', { name: 'Validation error' }).click()
      await look(page, 'front-door-problem', 'What to do')
      await page.goto(`${service.origin}/docs/events`)
      await look(page, 'front-door-events', 'A person was charged a fee.')
      await page.getByRole('link', { name: 'fee.paid', exact: true }).click()
      await page.getByText('Example of fee.paid').click()
      await look(page, 'front-door-event', '"action": "fee.paid"')
    }))

  it('speak English, without scripts', () =>
    visit(VISITORS['in English on a phone'], async (page) => {
      await page.goto(service.origin)
      await look(page, 'front-door-english', 'Open the portal page of your association')
    }))
})

async function open(page: Page, colorScheme: 'light' | 'dark', path = '/docs'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.goto(`${service.origin}${path}`)
  await page.getByRole('heading', { level: 1, name: /^Membership Administration/ }).waitFor()
}
