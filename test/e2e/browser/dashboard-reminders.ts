import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look } from './look.ts'
import { addSession } from './office.ts'
import { createTreasury } from './treasurer.ts'
import { concurrency, visit, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    automatic: 'Automatische E-Mails',
    announcement: 'Ankündigung einer Lastschrift',
    required: 'Die Ankündigung ist Pflicht',
    refresh: 'Vorschau aktualisieren',
    typed: 'Guten Tag Erika Muster, bald',
    save: 'Speichern',
    saved: 'Gespeichert und eingeschaltet.',
    isOn: 'Jeder Einzug wird mit dieser E-Mail angekündigt.',
    overdue: /Person(en)? (hat|haben) überfällige Beiträge/,
    review: 'noch nie gemahnt',
    actions: 'Aktionen',
    next: 'Weiter zur Prüfung',
    isReviewed: 'Wer sie bekommt',
    send: /^\d+ Mahnung(en)? senden$/,
    sent: /\d+ Mahnung(en werden| wird) gesendet\./,
    text: 'Fällige Mahnungen',
    more: 'Weitere Aktionen',
    defer: 'Stunden bis …',
    deferred: 'Der Beitrag ist gestundet.',
    deferNow: 'Stunden',
    badDate: 'Bitte gib ein Datum ab heute an.',
  },
  'en-GB': {
    automatic: 'Automatic emails',
    announcement: 'Announcement of a direct debit',
    required: 'The notice is required',
    refresh: 'Refresh the preview',
    typed: 'Guten Tag Erika Muster, bald',
    save: 'Save',
    saved: 'Saved and switched on.',
    isOn: 'Each collection is announced with this email.',
    overdue: /persons? (has|have) overdue fees/,
    review: 'never reminded',
    actions: 'Actions',
    next: 'Continue to the review',
    isReviewed: 'Who gets it',
    send: /^Send \d+ reminders?$/,
    sent: /\d+ reminders? (is|are) being sent\./,
    text: 'Reminders that are due',
    more: 'More actions',
    defer: 'Defer until …',
    deferred: 'The fee is deferred.',
    deferNow: 'Defer',
    badDate: 'Enter today or a later date.',
  },
}

describe('automatic mails and reminders', { concurrency }, () => {
  for (const [name, visitor] of visitors()) {
    const words = WORDS[visitor.locale]
    const email = `reminds.${visitor.width}@example.org`
    const main = (page: Page) => page.locator('main')
    const press = (page: Page, button: string | RegExp) =>
      main(page).getByRole('button', { name: button, exact: true }).click()
    const follow = (page: Page, link: string | RegExp) =>
      main(page).getByRole('link', { name: link }).first().click()

    it(`are switched on, and sent after review, ${name}`, () =>
      visit(visitor, async (page) => {
        const { home } = await createTreasury({ name: 'Miriam Yıldız', email })
        await addSession(page, email)
        await page.goto(`${home}/mails`)
        await follow(page, words.automatic)
        await look(page, 'automatic', words.announcement)
        await follow(page, words.announcement)
        await look(page, 'automatic-announcement', words.required)
        await page.fill('[name=body]', '{{anrede}}, bald')
        await press(page, words.refresh)
        await look(page, 'automatic-preview', words.typed)
        await page.check('[name=enabled]')
        await press(page, words.save)
        await look(page, 'automatic-on', words.saved, words.isOn)

        await page.goto(home)
        await follow(page, words.overdue)
        await look(page, 'reminders', words.review)
        await main(page).locator('tbody input[type=checkbox]').first().uncheck()
        const isFolded = await main(page).locator('.bulk-open').isVisible()
        if (isFolded) await main(page).locator('.bulk-open').click()
        await press(page, words.next)
        await look(page, 'reminders-review', words.isReviewed)
        await press(page, words.send)
        await look(page, 'reminders-sent', words.sent)

        await page.goto(`${home}/mails/reminders`)
        await look(page, 'reminders-left', words.review)
        await main(page).locator('tbody a[href*="/fees/"]').first().click()
        await press(page, words.more)
        await page.locator('#more').getByText(words.defer).click()
        await page.fill('[name=until]', '2020-01-01')
        await press(page, words.deferNow)
        await look(page, 'fee-deferral-refused', words.badDate)
        await page.fill('[name=until]', '2999-01-31')
        await press(page, words.deferNow)
        await look(page, 'fee-deferred', words.deferred)
      }))
  }
})
