import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { inDays } from '../../../src/dev/demo/days.ts'
import { collectedSql } from '../../../src/dev/release.ts'
import { look } from './look.ts'
import { openSection, visitOffice } from './office.ts'
import { assertTexts } from './page-checks.ts'
import { concurrency, service, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    section: 'Lastschriften',
    missing: 'Für Lastschriften fehlen noch Angaben des Vereins',
    enter: 'Angaben eintragen',
    save: 'Speichern',
    empty: 'Noch kein Einzug',
    add: 'Neuer Einzug',
    anyone: 'Von allen',
    next: 'Weiter',
    check: 'Was noch fehlt',
    complete: 'Ergänzen',
    without: /^Weiter ohne/,
    announce: 'Den Mitgliedern ankündigen',
    weekend: 'An Wochenenden buchen Banken nicht ab.',
    right: 'Stimmt alles?',
    release: /freigeben/,
    released: 'Freigegeben. Die Datei liegt bereit.',
    download: 'Datei herunterladen',
    submit: 'Eingereicht',
    submitted: 'Als eingereicht vermerkt.',
    settle: 'Gutschrift von Hand erfassen',
    settleButton: 'Gutschrift erfassen',
    settled: 'Die Gutschrift ist erfasst.',
    return: /^Rücklastschrift .*erfassen$/,
    badCharge: 'Bitte gib einen Betrag wie 3,00 ein',
    returnButton: 'Rücklastschrift erfassen',
    returned: 'Die Rücklastschrift ist erfasst.',
    advice: 'Sprich zuerst mit dem Mitglied.',
    unblock: 'Einzug wieder erlauben',
    unblockButton: 'Wieder erlauben',
    unblocked: 'Der Einzug ist wieder erlaubt.',
    remove: /^Herausnehmen/,
    removeTitle: 'aus dem Einzug nehmen?',
    cancel: 'Abbrechen',
    discard: 'Verwerfen',
    discardButton: 'Einzug verwerfen',
    discarded: 'Verworfen. Die Beiträge sind wieder offen.',
  },
  'en-GB': {
    section: 'Direct debits',
    missing: 'Direct debits still need details of your association',
    enter: 'Enter the details',
    save: 'Save',
    empty: 'No collection yet',
    add: 'New collection',
    anyone: 'Everyone',
    next: 'Continue',
    check: 'What is missing',
    complete: 'Complete',
    without: /^Continue without/,
    announce: 'Tell the members',
    weekend: 'Banks do not collect on weekends.',
    right: 'Is everything right?',
    release: /^Release/,
    released: 'Released. The file is ready.',
    download: 'Download the file',
    submit: 'Submitted',
    submitted: 'Noted as submitted.',
    settle: 'Record the credit by hand',
    settleButton: 'Record the credit',
    settled: 'The credit is recorded.',
    return: /^Return of /,
    badCharge: 'Enter an amount such as 3.00',
    returnButton: 'Record the return',
    returned: 'The return is recorded.',
    advice: 'Talk to the member first.',
    unblock: 'Allow debits again',
    unblockButton: 'Allow again',
    unblocked: 'Debits are allowed again.',
    remove: /^Take out/,
    removeTitle: 'out of the collection?',
    cancel: 'Cancel',
    discard: 'Discard',
    discardButton: 'Discard the collection',
    discarded: 'Discarded. The fees are open again.',
  },
}

describe('direct debits', { concurrency }, () => {
  for (const [name, visitor] of visitors()) {
    const words = WORDS[visitor.locale]
    const main = (page: Page) => page.locator('main')
    const press = (page: Page, button: string | RegExp) =>
      main(page).getByRole('button', { name: button, exact: true }).click()
    const follow = (page: Page, link: string | RegExp) =>
      main(page).getByRole('link', { name: link, exact: true }).first().click()

    it(`are chosen, completed, released, submitted, credited and returned, ${name}`, () =>
      visitOffice(visitor, async (page, { home }) => {
        await page.goto(home)
        await openSection(page, words.section)
        await look(page, 'debits-no-creditor', words.missing, words.empty)
        await follow(page, words.enter)
        await page.fill('[name=name]', 'TSV Lindental 1898 e. V.')
        await page.fill('[name=iban]', 'DE89 3704 0044 0532 0130 00')
        await page.fill('[name=creditor_id]', 'DE98ZZZ09999999999')
        await press(page, words.save)
        await page.waitForURL(/direct-debits$/)
        await follow(page, words.add)
        await page.getByLabel(words.anyone).check()
        await look(page, 'debits-choose')
        await press(page, words.next)
        await look(page, 'debits-check', words.check)
        await follow(page, words.complete)
        await page.waitForURL(/edit\?to=/)
        await press(page, words.save)
        await page.waitForURL(/new\/check/)
        await follow(page, words.without)
        await look(page, 'debits-date', words.announce)
        const earliest = await page.inputValue('[name=date]')
        await page.fill('[name=date]', weekendAfter(earliest))
        await press(page, words.next)
        await look(page, 'debits-date-refused', words.weekend)
        await page.fill('[name=date]', earliest)
        await press(page, words.next)
        await look(page, 'debits-release', words.right)
        await press(page, words.release)
        await look(page, 'debits-released', words.released)

        const [download] = await Promise.all([page.waitForEvent('download'), press(page, words.download)])
        assert.match(download.suggestedFilename(), new RegExp(`^${earliest}-RF\\w+\\.xml$`))
        await press(page, words.submit)
        await look(page, 'debits-submitted', words.submitted)
        const [id = ''] = /run_\w+/.exec(page.url()) ?? []
        await service.sql(collectedSql([id], inDays(-1)))
        await follow(page, words.settle)
        await page.fill('[name=settled_on]', inDays(0))
        await look(page, 'debits-settle')
        await press(page, words.settleButton)
        await look(page, 'debits-settled', words.settled)

        await follow(page, words.return)
        await page.selectOption('[name=reason_code]', 'MD06')
        await page.fill('[name=charge]', 'drei')
        await press(page, words.returnButton)
        await look(page, 'debits-return-refused', words.badCharge)
        await page.fill('[name=charge]', '3.00')
        await press(page, words.returnButton)
        await look(page, 'debits-returned', words.returned, words.advice)
        await follow(page, words.unblock)
        await page.fill('[name=note]', 'Am Telefon geklärt')
        await press(page, words.unblockButton)
        await assertTexts(page, words.unblocked)
        await openSection(page, words.section)
        await look(page, 'debits-list')
      }))

    it(`are discarded before they are at the bank, ${name}`, () =>
      visitOffice(visitor, async (page, { home, key }) => {
        const { pathname } = new URL(home)
        await service.operator('PATCH', `/workspaces/${pathname.split('/').at(-1)}`, { creditor: CREDITOR })
        const person = {
          external_id: 'm-debit',
          name: { first_name: 'Ngozi', last_name: 'Okafor' },
          bank_account: { iban: 'DE89370400440532013000' },
          sepa_mandate: { reference: 'M-1', signature_date: inDays(-600) },
          payment_method: 'direct_debit',
        }
        await service.api(key, 'POST', '/lists/members/persons', person)
        const fee = { amount: 4500, description: 'Jahresbeitrag', person_external_id: 'm-debit' }
        const [{ id }] = await service.api(key, 'POST', '/fees', { data: [fee] })
        await page.goto(`${home}/direct-debits/new?id=${id}`)
        await follow(page, words.next)
        await follow(page, words.next)
        await press(page, words.next)
        await press(page, words.release)
        await follow(page, words.remove)
        await look(page, 'debits-remove', words.removeTitle)
        await follow(page, words.cancel)
        await follow(page, words.discard)
        await look(page, 'debits-discard')
        await page.fill('[name=reason]', 'Falsches Jahr')
        await press(page, words.discardButton)
        await look(page, 'debits-discarded', words.discarded)
      }))
  }
})

const CREDITOR = {
  name: 'TSV Lindental 1898 e. V.',
  iban: 'DE89370400440532013000',
  creditor_id: 'DE98ZZZ09999999999',
}

/** The first Saturday after a date. */
function weekendAfter(date: string): string {
  const day = new Date(date)
  day.setUTCDate(day.getUTCDate() + 6 - day.getUTCDay())
  return day.toISOString().slice(0, 10)
}
