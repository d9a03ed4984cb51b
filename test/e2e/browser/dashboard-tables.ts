import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type createOffice, visitOffice } from './office.ts'
import { assertFits } from './page-checks.ts'
import { concurrency, GERMAN, service } from './visit.ts'

const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

type Office = Awaited<ReturnType<typeof createOffice>>

describe('a table', { concurrency }, () => {
  it('keeps amounts in sight next to a long word, also in a wide font', () =>
    visitOffice(GERMAN, async (page, office) => {
      await bookLongWord(office)
      for (const path of ['/cash-book', '/fees']) {
        await page.goto(`${office.home}${path}`)
        for (const spacing of ['normal', '0.06em']) {
          await page.evaluate((value) => {
            document.body.style.letterSpacing = value
          }, spacing)
          await assertFits(page)
          assert.deepEqual(await hiddenAmounts(page), [], `${path} ${spacing}`)
        }
      }
    }))

  it('does not scroll by itself within the page', () =>
    visitOffice(GERMAN, async (page, office) => {
      await bookLongWord(office)
      await page.setViewportSize({ width: 1280, height: 500 })
      await page.goto(`${office.home}/cash-book`)
      const box = page.locator('.table').first()
      assert.equal(await box.evaluate((element) => getComputedStyle(element).overflowY), 'visible')
      await page.mouse.wheel(0, 300)
      await page.waitForFunction(() => scrollY > 100)
      const head = await box.locator('thead th').first().boundingBox()
      assert.equal(head && Math.round(head.y), 60)
    }))
})

/** The amounts that are not within the window. */
const hiddenAmounts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.table .number')]
      .filter((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        const { right } = range.getBoundingClientRect()
        const table = cell.closest('.table')?.getBoundingClientRect().right ?? 0
        return right > Math.min(innerWidth, table)
      })
      .map((cell) => cell.textContent ?? ''),
  )

async function bookLongWord({ key }: Office): Promise<void> {
  const account = await service.api(key, 'POST', '/accounts', {
    kind: 'cash',
    name: 'Kasse',
    opening_on: '2026-01-01',
    opening_amount: 1_080_000_00,
  })
  const { id } = await service.api(key, 'GET', '/lists/members/persons/m-1004')
  const voucher = { account_id: account.id, text: WORD, party: WORD, booked_on: '2026-02-01' }
  await service.api(key, 'POST', '/vouchers', {
    data: Array.from({ length: 20 }, () => ({ ...voucher, lines: [{ amount: 12345, sphere: 'purpose' }] })),
  })
  await service.api(key, 'POST', '/fees', {
    data: [{ amount: 1_080_000_00, description: WORD, person_id: id }],
  })
}
