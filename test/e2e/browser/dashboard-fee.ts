import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look, lookAtPrint } from './look.ts'
import { visitOffice } from './office.ts'
import { assertTexts } from './page-checks.ts'
import { concurrency, service, visitors } from './visit.ts'

const CREDITOR = {
  name: 'TSV Lindental 1898 e. V.',
  iban: 'DE02120300000000202051',
  creditor_id: 'DE98ZZZ09999999999',
}

const WORDS = {
  'de-DE': {
    next: 'Weiter zur Prüfung',
    noAmount: 'Bitte gib einen Betrag ein',
    check: /\d+ Beiträge erheben\?/,
    claim: /^\d+ Beiträge erheben$/,
    claimed: /\d+ Beiträge erhoben, zusammen/,
    undo: 'Als Irrtum stornieren',
    undone: /Beiträge storniert/,
    claimOne: 'Beitrag erheben',
    fromOne: 'Von 1 ausgewählten Person',
    oneButton: '1 Beitrag erheben',
    open: '48,00 €',
    pay: 'Als bezahlt markieren',
    record: 'Zahlung eintragen',
    tooMuch: 'Betrag von 0,01 € bis 48,00 €',
    paid: 'Die Zahlung ist eingetragen.',
    partly: '20,00 € sind schon bezahlt.',
    takeBack: 'Eintrag stornieren',
    reversed: 'Zahlung über 20,00 € storniert',
    notice: 'Zahlungsaufforderung drucken',
    noIban: 'noch keine IBAN',
    letter: 'Bitte um Zahlung',
    more: 'Weitere Aktionen',
    cancel: 'Stornieren',
    cancelled: 'Der Beitrag ist storniert.',
    changed: 'Der Beitrag wurde inzwischen geändert',
    mandate: 'Mandat',
  },
  'en-GB': {
    next: 'Continue to the check',
    noAmount: 'Enter an amount',
    check: /Claim \d+ fees\?/,
    claim: /^Claim \d+ fees$/,
    claimed: /Claimed \d+ fees,/,
    undo: 'Cancel as a mistake',
    undone: /Cancelled \d+ fees/,
    claimOne: 'Claim a fee',
    fromOne: 'From 1 selected person',
    oneButton: 'Claim 1 fee',
    open: '€48.00',
    pay: 'Mark as paid',
    record: 'Record payment',
    tooMuch: 'amount from €0.01 to €48.00',
    paid: 'The payment is recorded.',
    partly: '€20.00 is paid already.',
    takeBack: 'Reverse this entry',
    reversed: 'Payment of €20.00 reversed',
    notice: 'Print payment notice',
    noIban: 'has no IBAN yet',
    letter: 'Bitte um Zahlung',
    more: 'More actions',
    cancel: 'Cancel the fee',
    cancelled: 'The fee is cancelled.',
    changed: 'The fee has been changed in the meantime',
    mandate: 'Mandate',
  },
}

describe('fees', { concurrency }, () => {
  for (const [name, visitor] of visitors()) {
    const words = WORDS[visitor.locale]
    const press = (page: Page, button: string | RegExp) =>
      page.locator('main').getByRole('button', { name: button, exact: true }).click()
    const follow = (page: Page, link: string) =>
      page.locator('main').getByRole('link', { name: link, exact: true }).first().click()

    it(`are claimed from many and taken back, ${name}`, () =>
      visitOffice(visitor, async (page, { home, key }) => {
        const number = { name: 'Ermäßigung in Prozent', type: 'integer', external_id: 'reduction' }
        await service.api(key, 'PUT', '/lists/members/custom_columns', { data: [number] })
        await page.goto(`${home}/fees/claim`)
        await look(page, 'claim', words.next)
        await press(page, words.next)
        await look(page, 'claim-refused', words.noAmount)
        await page.fill('[name=amount]', '48,00')
        await page.fill('[name=description]', 'Vereinsbeitrag {{year}}')
        await page.fill('[name=due_on]', '2026-12-31')
        await press(page, words.next)
        await look(page, 'claim-check', words.check, /Vereinsbeitrag 2026/)
        await press(page, words.claim)
        await look(page, 'claimed', words.claimed)
        await press(page, words.undo)
        await look(page, 'claim-undone', words.undone)
      }))

    it(`are claimed from one, paid, taken back and cancelled, ${name}`, () =>
      visitOffice(visitor, async (page, { home, key }) => {
        const [member] = await service.api(key, 'GET', '/lists/members/persons?per_page=1')
        await page.goto(`${home}/members/${member.id}?tab=fees`)
        await look(page, 'person-fees', words.mandate)
        await follow(page, words.claimOne)
        await assertTexts(page, words.fromOne)
        await page.fill('[name=amount]', '48.00')
        await page.fill('[name=description]', 'Startgeld Herbstlauf')
        await page.fill('[name=due_on]', '2026-11-01')
        await press(page, words.next)
        await press(page, words.oneButton)
        await page.goto(`${home}/members/${member.id}?tab=fees`)
        await follow(page, 'Startgeld Herbstlauf')
        await look(page, 'fee', words.open)
        const fee = page.url()
        const choose = async (item: string) => {
          await press(page, words.more)
          await page.locator('#more').getByText(item).click()
        }

        await choose(words.notice)
        await look(page, 'fee-notice-no-iban', words.noIban)
        await service.operator('PATCH', `/workspaces/${home.split('/').at(-1)}`, { creditor: CREDITOR })
        await page.reload()
        await look(page, 'fee-notice', words.letter, 'DE02 1203 0000 0000 2020 51')
        await lookAtPrint(page, 'fee-notice', words.letter)

        await page.goto(`${fee}/payment`)
        const late = await page.content()
        const [, revision = ''] = /name="revision" value="(\d+)"/.exec(late) ?? []
        await page.goto(fee)
        await follow(page, words.pay)
        await page.fill('[name=amount]', '480')
        await press(page, words.record)
        await look(page, 'fee-payment-refused', words.tooMuch)
        await page.fill('[name=amount]', '20')
        await press(page, words.record)
        await look(page, 'fee-partly-paid', words.paid, words.partly)
        // The form of another treasurer, from before the payment.
        await follow(page, words.pay)
        await page
          .locator('[name=revision]')
          .evaluate((input, value) => input.setAttribute('value', value), revision)
        await page.fill('[name=amount]', '20')
        await press(page, words.record)
        await look(page, 'fee-changed', words.changed)
        await page.goto(fee)
        await follow(page, words.takeBack)
        await page.fill('[name=reason]', 'Falsches Mitglied')
        await press(page, words.takeBack)
        await look(page, 'fee-reversed', words.reversed)
        await choose(words.cancel)
        await page.locator('[name=kind][value=mistake]').check()
        await page.fill('[name=reason]', 'Nicht mitgelaufen')
        await press(page, words.cancel)
        await look(page, 'fee-cancelled', words.cancelled)
      }))
  }
})
