import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { collectedSql } from '../../../src/dev/release.ts'
import { look } from './look.ts'
import { assertTexts } from './page-checks.ts'
import { type Club, handsOn, YEAR } from './treasurer.ts'
import { service } from './visit.ts'

export const YEAR_WORDS = {
  'de-DE': {
    home: 'Übersicht',
    fees: 'Beiträge',
    claim: 'Beiträge erheben',
    toCheck: 'Weiter zur Prüfung',
    check: '4 Beiträge erheben?',
    sum: '192,00 €',
    claimAll: '4 Beiträge erheben',
    claimed: '4 Beiträge erhoben, zusammen 192,00 €.',
    debits: 'Lastschriften',
    newCollection: 'Neuer Einzug',
    next: 'Weiter',
    missing: 'Bei 1 Beitrag fehlt etwas',
    complete: 'Ergänzen',
    save: 'Speichern',
    nothingMissing: 'Bereit zum Einzug: 4 Beiträge, zusammen 192,00 €.',
    release: /^4 Lastschriften freigeben · 192,00/,
    released: 'Freigegeben. Die Datei liegt bereit.',
    download: 'Datei herunterladen',
    submit: 'Eingereicht',
    settle: 'Gutschrift von Hand erfassen',
    settleNow: 'Gutschrift erfassen',
    return: /Rücklastschrift von Ada Muster erfassen$/,
    returnNow: 'Rücklastschrift erfassen',
    returned: 'Die Rücklastschrift ist erfasst.',
    cameBack: 'Bei 1 Beitrag kam die Lastschrift zurück',
    pay: 'Als bezahlt markieren',
    payNow: 'Zahlung eintragen',
    paid: 'Die Zahlung ist eingetragen.',
    book: 'Kassenbuch',
    twoLines: '2 Zeilen sind noch nicht zugeordnet.',
    assign: 'Zuordnen',
    assigned: 'Alles zugeordnet',
    more: 'Weitere Aktionen',
    newVoucher: 'Neuer Beleg',
    enter: 'Buchen',
    entered: 'auf den Beleg.',
    count: 'Kasse zählen',
    countNow: 'Zählung festhalten',
    right: 'Die Kasse stimmt.',
    report: 'Jahresbericht',
    balances: ['1.001,00 €', '98,00 €', '1.099,00 €'],
    close: 'Jahr abschließen',
    typeIn: 'Eintragen',
    agrees: 'Bank = Buch ✓',
    toClosing: `Zurück zum Abschluss von ${YEAR}`,
    ready: 'Alles Nötige ist erledigt.',
    closed: 'Das Jahr ist abgeschlossen. Druck den Bericht und lass ihn unterschreiben.',
    allDone: 'Alles erledigt.',
  },
  'en-GB': {
    home: 'Home',
    fees: 'Fees',
    claim: 'Claim fees',
    toCheck: 'Continue to the check',
    check: 'Claim 4 fees?',
    sum: '€192.00',
    claimAll: 'Claim 4 fees',
    claimed: 'Claimed 4 fees, €192.00 in all.',
    debits: 'Direct debits',
    newCollection: 'New collection',
    next: 'Continue',
    missing: 'Something is missing for 1 fee',
    complete: 'Complete',
    save: 'Save',
    nothingMissing: 'Ready to collect: 4 fees, €192.00 together.',
    release: /^Release 4 debits · €192.00/,
    released: 'Released. The file is ready.',
    download: 'Download the file',
    submit: 'Submitted',
    settle: 'Record the credit by hand',
    settleNow: 'Record the credit',
    return: /Return of Ada Muster$/,
    returnNow: 'Record the return',
    returned: 'The return is recorded.',
    cameBack: 'The direct debit of 1 fee came back',
    pay: 'Mark as paid',
    payNow: 'Record payment',
    paid: 'The payment is recorded.',
    book: 'Cash book',
    twoLines: '2 lines are not assigned yet.',
    assign: 'Assign',
    assigned: 'Everything is assigned',
    more: 'More actions',
    newVoucher: 'New voucher',
    enter: 'Book',
    entered: 'on the receipt.',
    count: 'Count cash',
    countNow: 'Record the count',
    right: 'The cash box is right.',
    report: 'Report of the year',
    balances: ['€1,001.00', '€98.00', '€1,099.00'],
    close: 'Close the year',
    typeIn: 'Enter',
    agrees: 'Bank = book ✓',
    toClosing: `Back to closing ${YEAR}`,
    ready: 'Everything that is needed is done.',
    closed: 'The year is closed. Print the report and have it signed.',
    allDone: 'All done.',
  },
}

type Words = (typeof YEAR_WORDS)['de-DE' | 'en-GB']
type Hands = ReturnType<typeof handsOn>

/** A year of a treasurer: fees are claimed and collected, one comes back, and the books are closed. */
export async function walkThroughYear(page: Page, club: Club, words: Words) {
  const hands = handsOn(page)
  await page.goto(club.home)
  await claim(page, hands, words)
  await collect(page, hands, words)
  await recordBankAnswer(page, hands, words)
  await takeCash(page, hands, words)
  await completeBook(page, hands, words)
  await close(page, hands, words)
  await hands.open(words.home)
  await assertTexts(page, words.allDone)
  const { accounts, closed_at } = await service.api(club.key, 'GET', `/years/${YEAR}`)
  assert.deepEqual(
    accounts.map(({ closing }: { closing: number }) => closing),
    [100_100, 9_800],
  )
  assert.ok(closed_at)
  return hands.taken
}

async function claim(page: Page, { open, follow, press, choose }: Hands, words: Words): Promise<void> {
  await open(words.fees)
  await follow(words.claim)
  await page.fill('[name=amount]', '48,00')
  await page.fill('[name=description]', 'Jahresbeitrag {{year}}')
  await page.fill('[name=due_on]', `${YEAR}-03-01`)
  await choose('costunit_name', 'Mitgliedsbeiträge')
  await page.selectOption('[name=sphere]', 'ideal')
  await press(words.toCheck)
  await assertTexts(page, words.check, words.sum, `Jahresbeitrag ${YEAR}`)
  await press(words.claimAll)
  await look(page, 'year-claimed', words.claimed)
}

/** Completes a person on the way, and checks what is in the file for the bank. */
async function collect(page: Page, { open, follow, press }: Hands, words: Words): Promise<void> {
  await open(words.debits)
  await follow(words.newCollection)
  await press(words.next)
  await look(page, 'year-missing', words.missing, 'Dorothy Muster')
  await follow(words.complete)
  await page.fill('[name="bank_account.iban"]', 'DE02 3002 0900 0106 5310 65')
  await page.fill('[name="sepa_mandate.reference"]', 'R-4')
  await page.fill('[name="sepa_mandate.signature_date"]', `${YEAR}-02-01`)
  await press(words.save)
  await assertTexts(page, words.nothingMissing)
  await follow(words.next)
  await press(words.next)
  await press(words.release)
  await assertTexts(page, words.released)
  const [download] = await Promise.all([page.waitForEvent('download'), press(words.download)])
  const file = readFileSync(await download.path(), 'utf8')
  assert.match(file, /<NbOfTxs>4<\/NbOfTxs>/)
  assert.match(file, /<CtrlSum>192\.00<\/CtrlSum>/)
  await press(words.submit)
  const [id = ''] = /run_\w+/.exec(page.url()) ?? []
  await service.sql(collectedSql([id], `${YEAR}-03-16`))
}

async function recordBankAnswer(page: Page, { follow, press }: Hands, words: Words): Promise<void> {
  await follow(words.settle)
  await page.fill('[name=settled_on]', `${YEAR}-03-16`)
  await press(words.settleNow)
  await follow(words.return)
  await page.selectOption('[name=reason_code]', 'AM04')
  await page.fill('[name=charge]', '3,00')
  await page.fill('[name=returned_on]', `${YEAR}-03-19`)
  await press(words.returnNow)
  await look(page, 'year-returned', words.returned)
}

/** The member whose debit came back pays in cash. */
async function takeCash(page: Page, { open, follow, press }: Hands, words: Words): Promise<void> {
  await open(words.home)
  await follow(words.cameBack)
  await follow(`Jahresbeitrag ${YEAR}`)
  await follow(words.pay)
  await page.selectOption('[name=method]', 'cash')
  await page.fill('[name=paid_on]', `${YEAR}-04-10`)
  await press(words.payNow)
  await assertTexts(page, words.paid)
}

/** Assigns the charge of the bank and a fee without a place, and enters what happened without a fee. */
async function completeBook(page: Page, hands: Hands, words: Words): Promise<void> {
  const { open, follow, press, choose, main } = hands
  const chooseMore = async (item: string) => {
    await press(words.more)
    await follow(item)
  }
  const openYear = async () => {
    await open(words.book)
    await follow(`${YEAR}`)
  }
  await openYear()
  await look(page, 'year-journal', words.twoLines)
  await follow(words.assign)
  await main.locator('tbody tr', { hasText: 'Startgeld' }).locator('input[type=checkbox]').check()
  await choose('place', 'Startgelder')
  await look(page, 'year-assign', 'Startgeld')
  await press(words.assign)
  await main.locator('tbody input[type=checkbox]').check()
  await choose('place', 'Bank')
  await press(words.assign)
  await assertTexts(page, words.assigned)
  for (const [direction, amount, place] of [
    ['out', '200', 'Miete'],
    ['in', '50', 'Spenden'],
  ] as const) {
    await openYear()
    await follow(words.newVoucher)
    await main.locator(`[name=direction][value=${direction}]`).check()
    await page.fill('[name=amount]', amount)
    await page.fill('[name=booked_on]', `${YEAR}-06-30`)
    await page.fill('[name=text]', place)
    // Without a choice, a voucher is one of the cash box.
    await choose('account_id', 'Girokonto')
    await choose('lines.0.place', place)
    await page.selectOption('[name="lines.0.sphere"]', 'ideal')
    await press(words.enter)
    await assertTexts(page, words.entered)
  }
  await openYear()
  await chooseMore(words.count)
  await page.fill('[name=counted]', '98')
  await page.fill('[name=counted_on]', `${YEAR}-12-31`)
  await press(words.countNow)
  await assertTexts(page, words.right)
}

async function close(page: Page, { open, follow, press, main }: Hands, words: Words): Promise<void> {
  await open(words.book)
  await follow(`${YEAR}`)
  await follow(words.report)
  await look(page, 'year-report', ...words.balances)
  await follow(words.close)
  await main.locator('a[href*="/reconciliation"]').click()
  await page.fill('[name=balance]', '1001')
  await press(words.typeIn)
  await look(page, 'year-bank', words.agrees)
  await follow(words.toClosing)
  await look(page, 'year-close', words.ready)
  await main.locator('[name=confirmed]').check()
  await press(words.close)
  await look(page, 'year-closed', words.closed)
}
