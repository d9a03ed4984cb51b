import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look, lookAtPrint } from './look.ts'
import { openSection, visitOffice } from './office.ts'
import { assertTexts } from './page-checks.ts'
import { concurrency, service, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    cashBook: 'Kassenbuch',
    add: 'Neuer Beleg',
    book: 'Buchen',
    split: 'Aufteilen',
    noAmount: 'Gib einen Betrag über 0 und unter 1 Milliarde ein, zum Beispiel 12,50.',
    booked: /Schreib \d{4}-3 auf den Beleg/,
    transfer: 'Umbuchen',
    count: 'Zählung festhalten',
    missing: 'In der Kasse fehlen',
    bookDifference: 'Abweichung buchen',
    reverse: 'Stornieren',
    reversed: 'Storniert. Dieser Beleg hebt den anderen auf.',
    assign: 'Zuordnen',
    allAssigned: 'Alles zugeordnet',
    report: /Kassenbericht \d{4}/,
    auditor: 'Kassenprüfung',
    close: 'Jahr abschließen',
    enter: 'Eintragen',
    agrees: 'Bank = Buch ✓',
    closed: 'Das Jahr ist abgeschlossen. Druck den Bericht und lass ihn unterschreiben.',
    isClosed: 'ist abgeschlossen',
  },
  'en-GB': {
    cashBook: 'Cash book',
    add: 'New voucher',
    book: 'Book',
    split: 'Split',
    noAmount: 'Enter an amount above 0 and below 1 billion, such as 12.50.',
    booked: /Write \d{4}-3 on the receipt/,
    transfer: 'Transfer',
    count: 'Record the count',
    missing: 'are missing in the cash box',
    bookDifference: 'Book the difference',
    reverse: 'Reverse',
    reversed: 'Reversed. This voucher cancels the other one out.',
    assign: 'Assign',
    allAssigned: 'Everything is assigned',
    report: /Treasurer's report \d{4}/,
    auditor: 'Auditor',
    close: 'Close the year',
    enter: 'Enter',
    agrees: 'Bank = book ✓',
    closed: 'The year is closed. Print the report and have it signed.',
    isClosed: 'is closed',
  },
}

const YEAR = new Date().getUTCFullYear() - 1

/** A bank account and a cash box, with two vouchers of last year. */
/** What the bank account holds at the end of the year by the book, as somebody types it from paper. */
async function bankBalance(key: string): Promise<string> {
  const accounts: { id: string; kind: string }[] = await service.api(key, 'GET', '/accounts')
  const bank = accounts.find(({ kind }) => kind === 'bank')
  const { book } = await service.api(key, 'GET', `/accounts/${bank?.id}/reconciliation?on=${YEAR}-12-31`)
  return (book / 100).toFixed(2).replace('.', ',')
}

async function openBook(key: string): Promise<void> {
  const account = (fields: object) =>
    service.api(key, 'POST', '/accounts', { opening_on: `${YEAR}-01-01`, ...fields })
  const bank = await account({ kind: 'bank', name: 'Girokonto', opening_amount: 250_000 })
  const cash = await account({ kind: 'cash', name: 'Barkasse', opening_amount: 20_000 })
  const voucher = (account_id: string, text: string, party: string, line: object) => ({
    account_id,
    booked_on: `${YEAR}-06-30`,
    text,
    party,
    lines: [line],
  })
  await service.api(key, 'POST', '/vouchers', {
    data: [
      voucher(bank.id, 'Hallenmiete', 'Stadt Lindental', { amount: -48_000, sphere: 'ideal' }),
      voucher(cash.id, 'Kiosk Sommerfest', 'Festausschuss', { amount: 31_250, sphere: 'business' }),
    ],
  })
}

describe('the cash book', { concurrency }, () => {
  for (const [name, visitor] of visitors()) {
    const words = WORDS[visitor.locale]
    const press = (page: Page, button: string) =>
      page.locator('main').getByRole('button', { name: button, exact: true }).click()

    it(`takes a treasurer from the receipt to the closed year, ${name}`, () =>
      visitOffice(visitor, async (page, { home, key }) => {
        await openBook(key)
        const book = `${home}/cash-book`
        await page.goto(home)
        await openSection(page, words.cashBook)
        await page.waitForURL(/cash-book/)
        await page.goto(`${book}?year=${YEAR}`)
        await look(page, 'journal', 'Hallenmiete', 'Kiosk Sommerfest')

        await page.locator('main').getByRole('link', { name: words.add }).click()
        await press(page, words.book)
        await look(page, 'new-refused', words.noAmount)
        await page.fill('[name=amount]', '12,50')
        await page.fill('[name=booked_on]', `${YEAR}-07-01`)
        await page.fill('[name=text]', 'Getränke')
        await press(page, words.split)
        await page.fill('[name="lines.0.amount"]', '10')
        await page.fill('[name="lines.1.amount"]', '2,50')
        await look(page, 'new-split')
        await press(page, words.book)
        await look(page, 'voucher', words.booked)

        await page.goto(`${book}/transfer`)
        await page.fill('[name=amount]', '100')
        await page.fill('[name=booked_on]', `${YEAR}-07-02`)
        await look(page, 'transfer')
        await press(page, words.transfer)
        await assertTexts(page, 'Barkasse → Girokonto')
        await page.locator('main').getByRole('link', { name: words.reverse, exact: true }).click()
        await page.fill('[name=reason]', 'Doppelt')
        await look(page, 'reverse')
        await press(page, words.reverse)
        await look(page, 'voucher-reversed', words.reversed)

        await page.goto(`${book}/count`)
        await page.fill('[name=counted]', '499')
        await page.fill('[name=counted_on]', `${YEAR}-12-31`)
        await look(page, 'count')
        await press(page, words.count)
        await look(page, 'count-result', words.missing)
        await press(page, words.bookDifference)
        await page.waitForURL(/cash-book\/vch_/)

        await page.goto(`${book}/assign?year=${YEAR}`)
        for (const box of await page.locator('tbody input[type=checkbox]').all()) await box.check()
        await page.selectOption('[name=sphere]', 'ideal')
        await look(page, 'assign')
        await press(page, words.assign)
        await look(page, 'assign-done', words.allAssigned)

        await page.goto(`${book}?year=${YEAR}`)
        await look(page, 'journal-full')
        await page.goto(`${book}/report?year=${YEAR}`)
        await look(page, 'report', words.report)
        await lookAtPrint(page, 'report', words.auditor)
        await page.goto(`${book}/close?year=${YEAR}`)
        await look(page, 'close-without-balance')
        await page.locator('main a[href*="/reconciliation"]').click()
        await page.fill('[name=balance]', await bankBalance(key))
        await look(page, 'reconciliation-entry')
        await press(page, words.enter)
        await look(page, 'reconciliation', words.agrees)
        await page.goto(`${book}/close?year=${YEAR}`)
        await look(page, 'close')
        await page.check('[name=confirmed]')
        await press(page, words.close)
        await look(page, 'report-closed', words.closed)
        await page.goto(`${book}?year=${YEAR}`)
        await assertTexts(page, words.isClosed)
        assert.equal(await page.locator('tr[id^=vch_]').count(), 6)
      }))
  }
})
