import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { look } from './look.ts'
import { openSection, visitOffice } from './office.ts'
import { concurrency, service, visit, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    mails: 'E-Mails',
    empty: 'Noch keine E-Mails',
    write: 'E-Mail schreiben',
    wrong: 'hat den unbekannten Platzhalter {{vornahme}}. Meinst du {{vorname}}?',
    portal: 'Link ins Mitgliederportal',
    link: '{{portal_link}}',
    next: 'Weiter zur Prüfung',
    reach: '15 Personen bekommen 13 E-Mails.',
    leftOut: '1 ohne E-Mail-Adresse',
    test: 'Test an mich',
    tested: 'Der Test ist unterwegs an',
    send: '13 E-Mails senden',
    refresh: 'Aktualisieren',
    done: '13 von 13 gesendet',
    greeting: 'Liebe Mitglieder,',
    actions: 'Aktionen',
    chosen: 'Ausgewählte Personen: 2',
    one: '1 ausgewählte Person',
  },
  'en-GB': {
    mails: 'Emails',
    empty: 'No emails yet',
    write: 'Write an email',
    wrong: 'has the unknown placeholder {{vornahme}}. Did you mean {{vorname}}?',
    portal: 'Link into the member portal',
    link: '{{portal_link}}',
    next: 'Continue to the review',
    reach: '15 persons get 13 emails.',
    leftOut: '1 without an email address',
    test: 'Send me a test',
    tested: 'The test is on its way to',
    send: 'Send 13 emails',
    refresh: 'Refresh',
    done: '13 of 13 sent',
    greeting: 'Dear members,',
    actions: 'Actions',
    chosen: 'Chosen persons: 2',
    one: '1 chosen person',
  },
}

describe('mails', { concurrency }, () => {
  for (const [name, visitor] of visitors()) {
    const words = WORDS[visitor.locale]
    const hasScripts = !('javaScriptEnabled' in visitor)

    it(`are written, reviewed, tried and sent, ${name}`, () =>
      visitOffice(visitor, async (page, { home }) => {
        await page.goto(home)
        await openSection(page, words.mails)
        await look(page, 'mails-none', words.empty)
        await page.locator('main').getByRole('link', { name: words.write }).click()
        const subject = `${words.mails}: Einladung zur Versammlung`
        await page.fill('[name=subject]', subject)
        await page.fill('[name=body]', `${words.greeting} {{vornahme}}`)
        await page.getByRole('button', { name: words.next }).click()
        await look(page, 'mails-refused', words.wrong)

        await page.fill('[name=body]', `${words.greeting}\n\n**Freitag, 19 Uhr** im Vereinsheim.\n\n`)
        if (hasScripts) await page.getByRole('button', { name: words.portal }).click()
        else await page.fill('[name=body]', `${await page.inputValue('[name=body]')}${words.link}`)
        assert.match(await page.inputValue('[name=body]'), /\n\n\{\{portal_link\}\}$/)
        await look(page, 'mails-new')
        await page.getByRole('button', { name: words.next }).click()

        await look(page, 'mails-review', words.reach, words.leftOut)
        const frame = page.frameLocator('iframe').first()
        await frame.getByText(words.greeting).filter({ visible: true }).waitFor()

        await page.getByRole('button', { name: words.test }).click()
        await look(page, 'mails-tested', words.tested)
        await waitFor(() => printedMails(`[Test] ${subject}`).length === 1)
        assert.match(String(printedMails(`[Test] ${subject}`)), /^walks@example\.org/)
        assert.doesNotMatch(String(printedMails(`[Test] ${subject}`)), /\/login\//)

        await page.getByRole('button', { name: words.send }).click()
        if (hasScripts) await page.getByText(words.done).waitFor()
        else await refreshUntil(page, words.refresh, words.done)
        await look(page, 'mails-sent', words.done, 'Ingrid Vogt')
        const mails = printedMails(subject)
        assert.equal(mails.length, 13)
        assert.equal(new Set(mails.map((mail) => mail.split(':')[0])).size, 13)

        const [link = ''] = mails[0]?.match(/http:\/\/\S+\/portal\/[\w-]+\/login\/[\w-]{43}/) ?? []
        await visit(visitor, async (member) => {
          await member.goto(link)
          await member.locator('main').getByRole('button').click()
          await member.waitForURL(/\/portal/)
          assert.doesNotMatch(member.url(), /login/)
        })
        await openSection(page, words.mails)
        await look(page, 'mails', 'Einladung')
      }))

    it(`go to those who are chosen in a list, and to one person, ${name}`, () =>
      visitOffice(visitor, async (page, { home }) => {
        await page.goto(`${home}/members`)
        for (const index of [0, 1]) await page.locator('tbody tr').nth(index).getByRole('checkbox').check()
        const opener = page.getByRole('button', { name: words.actions, exact: true })
        if (await opener.isVisible()) await opener.click()
        await page.locator('.bulk').getByRole('button', { name: words.write, exact: true }).click()
        await look(page, 'mails-chosen', words.chosen)
        await page.goto(`${home}/members?search=vogt`)
        await page.getByRole('link', { name: /Vogt/ }).click()
        await page.locator('main').getByRole('link', { name: words.write }).click()
        await look(page, 'mails-one', words.one)
      }))
  }
})

async function refreshUntil(page: Page, refresh: string, text: string): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(300)) {
    if ((await page.getByText(text).count()) > 0) return
    const link = page.getByRole('link', { name: refresh })
    if ((await link.count()) > 0) await link.click()
    else await page.reload()
  }
  throw new Error(`The page never said ${text}.`)
}

/** The mails with a subject that the service has printed, from the address on. */
const printedMails = (subject: string): string[] =>
  service
    .printed()
    .split('Mail to ')
    .filter((mail) => mail.split('\n')[0]?.endsWith(`: ${subject}`))

async function waitFor(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) if (holds()) return
  throw new Error(`It did not come: ${service.printed().slice(-2000)}`)
}
