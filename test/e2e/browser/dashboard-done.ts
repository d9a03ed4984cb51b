import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { visitOffice } from './office.ts'
import { concurrency, GERMAN } from './visit.ts'

const SAVED = 'Gespeichert.'
const notice = (page: Page) => page.getByRole('status').filter({ hasText: SAVED })

/** Has the browser load the page of a link before it is followed, as it does when the pointer rests there. */
async function prefetch(page: Page, path: string): Promise<void> {
  const loaded = page.context().waitForEvent('request', {
    predicate: (request) =>
      new URL(request.url()).pathname === path && /prefetch/.test(request.headers()['sec-purpose'] ?? ''),
    timeout: 10_000,
  })
  await page.locator(`main a[href="${path}"]`).first().hover()
  await (await loaded).response()
}

describe('what a form did', { concurrency }, () => {
  it('is said by its page, also if the browser loaded that before, and once', () =>
    visitOffice(GERMAN, async (page, { home }) => {
      await page.goto(`${home}/settings/cost-units/new`)
      await prefetch(page, new URL(`${home}/settings/cost-units`).pathname)
      await page.fill('[name=name]', 'Jugend 2')
      await page.getByRole('button', { name: 'Speichern' }).click()
      await notice(page).waitFor()
      await page.reload()
      assert.equal(await notice(page).count(), 0)
    }))
})
