import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look, lookAtPrint } from './look.ts'
import { assertFitsLargeType } from './page-checks.ts'
import { createPayingClub } from './paying-club.ts'
import { service, visit, visitors } from './visit.ts'

const club = await createPayingClub(service)

const WORDS = {
  'de-DE': {
    card: 'So zahlen Sie',
    open: 'Offen für Katrin',
    overdue: 'überfällig',
    howTo: 'So überweisen Sie',
    family: 'Offen in der Familie',
    collected: /ziehen wir am .* von •••• 0130 00 ein\. Sie müssen nichts tun\./,
    planned: /ziehen wir demnächst von •••• 0130 00 ein/,
    returned: 'Lastschrift zurückgegeben',
    reason: 'Vielleicht ist es geschlossen',
    settled: 'Erledigt',
    confirmation: /^Beitragsbestätigung/,
    total: 'Summe',
    noReceipt: /keine Zuwendungsbestätigung/,
  },
  'en-GB': {
    card: 'How to pay',
    open: 'Open for Katrin',
    overdue: 'overdue',
    howTo: 'How to pay by bank transfer',
    family: 'Open for the family',
    collected: /collect .* from •••• 0130 00 on .*\. You don’t need to do anything\./,
    planned: /from •••• 0130 00 soon/,
    returned: 'Direct debit returned',
    reason: 'It may be closed',
    settled: 'Settled',
    confirmation: /^Confirmation of payments/,
    total: 'Total',
    noReceipt: /not a donation receipt/,
  },
}

describe('the payments of members', () => {
  for (const [name, visitor] of visitors())
    it(`are told to a family, ${name}`, () =>
      visit(visitor, async (page) => {
        const words = WORDS[visitor.locale]
        await page.goto(await club.link())
        await page.locator('main button').click()
        await look(page, 'payments-home', words.card)
        await page.getByRole('link', { name: words.card }).click()
        await look(page, 'payments', words.open, words.overdue, words.howTo, words.family, words.settled)
        assert.equal(await page.locator('svg.qr-code').count(), 2)
        await assertSelectsWhole(page)
        await assertForcedColours(page)
        await assertFitsLargeType(page)

        await page.getByRole('link', { name: 'Jonas' }).first().click()
        await look(page, 'payments-debit', words.collected, words.planned)
        assert.equal(await page.locator('svg.qr-code').count(), 0)
        await page.getByRole('link', { name: 'Lina' }).first().click()
        await look(page, 'payments-returned', words.returned, words.reason, words.howTo)
        await assertFitsLargeType(page)

        await page.getByRole('link', { name: 'Katrin' }).first().click()
        await page.getByRole('link', { name: words.confirmation }).first().click()
        await look(page, 'payments-year', words.total, words.noReceipt)
        await assertFitsLargeType(page)
        await lookAtPrint(page, 'payments-year', words.total, words.noReceipt)
      }))
})

/** One click on an IBAN or a reference selects all of it. */
async function assertSelectsWhole(page: Page): Promise<void> {
  const texts = page.locator('.copyable-text')
  assert.equal(await texts.first().evaluate((element) => getComputedStyle(element).userSelect), 'all')
  assert.match(String(await texts.nth(1).textContent()), /^RF\d\d( \w{1,4})+$/)
}

/** In forced colours, the current tab and person differ from the others, and codes stay black on white. */
async function assertForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  const styleOf = (selector: string, property: 'borderBottomColor' | 'backgroundColor') =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element)[name], property)
  for (const [list, property] of [
    ['.tabs', 'borderBottomColor'],
    ['.chips', 'backgroundColor'],
  ] as const)
    assert.notEqual(
      await styleOf(`${list} a[aria-current]`, property),
      await styleOf(`${list} a:not([aria-current])`, property),
    )
  const fills = await page
    .locator('svg.qr-code path')
    .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill))
  assert.deepEqual([...new Set(fills)], ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  await page.emulateMedia({ forcedColors: null })
}
