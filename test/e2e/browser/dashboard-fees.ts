import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look, lookAtPrint } from './look.ts'
import { openSection, visitOffice } from './office.ts'
import { concurrency, service, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    fees: 'Beiträge',
    filter: 'Filter',
    apply: 'Anwenden',
    actions: 'Aktionen',
    pay: 'Als bezahlt markieren',
    sum: '96,00 €',
    run: '2 Beiträge als bezahlt markieren',
    paid: '2 Beiträge als bezahlt markiert, 96,00 €.',
    future: 'Das Datum liegt in der Zukunft',
    cancel: 'Stornieren',
    all: 'Alle',
    book: 'Verbuchen',
    untouched: '2 schon bezahlt',
    confirmCancel: 'stornieren',
    cancelled: 'Stornierte Beiträge lassen sich unter „Storniert“ wieder öffnen.',
    showCancelled: 'Storniert zeigen',
    nothing: 'Es ist nichts überfällig.',
    overdue: 'Überfällig',
  },
  'en-GB': {
    fees: 'Fees',
    filter: 'Filter',
    apply: 'Apply',
    actions: 'Actions',
    pay: 'Mark as paid',
    sum: '€96.00',
    run: 'Mark 2 fees as paid',
    paid: 'Marked 2 fees as paid, €96.00.',
    future: 'The date is in the future',
    cancel: 'Cancel',
    all: 'All',
    book: 'Book',
    untouched: '2 paid already',
    confirmCancel: 'Cancel',
    cancelled: 'Cancelled fees can be reopened',
    showCancelled: 'Show cancelled fees',
    nothing: 'Nothing is overdue.',
    overdue: 'Overdue',
  },
}

/** Fees of members of the demo, of which one is overdue and one paid in part. */
const FEES = [
  { person_external_id: 'm-1004', amount: 4800, description: 'Hallenbeitrag 2026', due_on: '2026-01-31' },
  { person_external_id: 'm-1005', amount: 4800, description: 'Hallenbeitrag 2026', due_on: '2026-01-31' },
  { person_external_id: 'm-1004', amount: 123_450, description: 'Baukostenzuschuss Vereinsheim' },
]

describe('the list of fees', { concurrency }, () => {
  for (const [name, visitor] of visitors()) {
    const words = WORDS[visitor.locale]

    it(`is searched, and fees are marked as paid and cancelled, ${name}`, () =>
      visitOffice(visitor, async (page, { home, key }) => {
        const claimed = await service.api(key, 'POST', '/fees', { data: FEES })
        const [, , large] = claimed
        const part = { amount: 50_000, method: 'bank_transfer', paid_on: '2026-01-31' }
        await service.api(key, 'POST', '/payments', { data: [{ fee_id: large.id, ...part }] })
        await page.goto(home)
        await openSection(page, words.fees)
        await look(page, 'fees', 'Baukostenzuschuss Vereinsheim')
        await lookAtPrint(page, 'fees', 'Baukostenzuschuss Vereinsheim')

        await page.locator('summary', { hasText: words.filter }).click()
        await page.fill('[name=due_before]', '2026-02-15')
        await look(page, 'fees-filter')
        await page.getByRole('button', { name: words.apply }).click()
        await page.fill('main [name=search]', 'hallenbeitrag 48,00')
        await page.press('main [name=search]', 'Enter')
        await assertRows(page, 2)

        await choose(page, 'Hallenbeitrag', 2)
        await look(page, 'fees-chosen')
        await act(page, words.actions, words.pay)
        await look(page, 'fees-pay', words.sum)
        await page.fill('[name=paid_on]', '2999-01-01')
        await page.getByRole('button', { name: words.run }).click()
        await look(page, 'fees-refused', words.future)
        await page.fill('[name=paid_on]', '2026-02-15')
        await page.getByRole('button', { name: words.run }).click()
        await look(page, 'fees-paid', words.paid)

        await page.goto(`${home}/fees?status=all&search=hallenbeitrag`)
        await choose(page, 'Hallenbeitrag', 2)
        await act(page, words.actions, words.book)
        await page.goto(`${home}/fees?status=all&search=hallenbeitrag`)
        await choose(page, 'Hallenbeitrag', 2)
        await act(page, words.actions, words.cancel)
        await look(page, 'fees-nothing', words.untouched)

        const reference = large.reference.replaceAll(/(.{4})/g, '$1 ')
        await page.goto(`${home}/fees`)
        await page.fill('main [name=search]', reference)
        await page.press('main [name=search]', 'Enter')
        await look(page, 'fees-reference', 'Baukostenzuschuss Vereinsheim')
        await page.goto(`${home}/fees?search=1.234,50`)
        await assertRows(page, 1)
      }))

    it(`cancels what was claimed by mistake, and shows it, ${name}`, () =>
      visitOffice(visitor, async (page, { home, key }) => {
        await service.api(key, 'POST', '/fees', { data: FEES })
        await page.goto(`${home}/fees?search=hallenbeitrag`)
        await choose(page, 'Hallenbeitrag', 2)
        await act(page, words.actions, words.cancel)
        await page.fill('[name=reason]', 'Doppelt erhoben')
        await look(page, 'fees-cancel')
        await page.locator('main').getByRole('button', { name: words.confirmCancel }).click()
        await look(page, 'fees-cancelled', words.cancelled)
        await page.getByRole('link', { name: words.showCancelled }).click()
        await assertRows(page, 2)
      }))
  }
})

async function assertRows(page: Page, count: number): Promise<void> {
  await page
    .locator('tbody tr')
    .nth(count - 1)
    .waitFor()
  assert.equal(await page.locator('tbody tr').count(), count)
}

/** Chooses the first rows with a text. */
async function choose(page: Page, text: string, count: number): Promise<void> {
  const rows = page.locator('tbody tr', { hasText: text })
  for (let index = 0; index < count; index += 1) await rows.nth(index).getByRole('checkbox').check()
}

/** Presses a button of the bar of the chosen rows. Phones have it behind another button. */
async function act(page: Page, actions: string, name: string): Promise<void> {
  const opener = page.getByRole('button', { name: actions, exact: true })
  if (await opener.isVisible()) await opener.click()
  await page.locator('.bulk').getByRole('button', { name, exact: true }).click()
}
