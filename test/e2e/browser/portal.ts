import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createClub } from './club.ts'
import { COLOUR_RULES, look } from './look.ts'
import { assertAccessible } from './page-checks.ts'
import { GERMAN, service, visit, visitors } from './visit.ts'

const club = await createClub(service)

/** The cookies that tell who somebody is; others keep whose portal the browser visited, and that it signed in before. */
const sessionCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name !== '__Host-entry' && name !== '__Host-known')

const WORDS = {
  'de-DE': {
    lang: 'de',
    sent: 'Prüfen Sie Ihr Postfach',
    open: 'Portal öffnen',
    save: 'Speichern',
    badIban: 'Bitte prüfen Sie die IBAN',
    saved: 'Gespeichert',
    birthday: '23. November 1981',
    fees: 'Zahlungen',
    amount: '12.345,67\u00a0€',
    state: 'offen',
    signOut: 'Abmelden',
    signedOut: 'Sie sind abgemeldet.',
    ended: 'Sie sind nicht angemeldet',
    gone: 'Dieser Link ist abgelaufen',
  },
  'en-GB': {
    lang: 'en',
    sent: 'Check your inbox',
    open: 'Open the portal',
    save: 'Save',
    badIban: 'This IBAN is not right',
    saved: 'Saved',
    birthday: '23 November 1981',
    fees: 'Payments',
    amount: '€12,345.67',
    state: 'open',
    signOut: 'Sign out',
    signedOut: 'You are signed out.',
    ended: 'You are signed out',
    gone: 'This link has expired',
  },
}

describe('the member portal', () => {
  for (const [name, visitor] of visitors())
    it(`lets a family in, ${name}`, () =>
      visit(visitor, async (page) => {
        const words = WORDS[visitor.locale]
        // A second try changes it as well.
        const street = `Lindenallee ${Date.now() % 10_000}`
        await page.goto(`${service.origin}/portal/tsv-rottal`)
        assert.equal(await page.getAttribute('html', 'lang'), words.lang)
        await look(page, 'portal', 'TSV Lindental 1898 e. V.')

        await page.fill('input[name=email]', 'nobody')
        await page.locator('main button').click()
        assert.equal(await page.getAttribute('input[name=email]', 'aria-invalid'), 'true')
        await look(page, 'portal-refused')

        const before = service.printed().length
        await page.fill('input[name=email]', ' FAMILIE.bergmann@Example.org ')
        await page.locator('main button').click()
        await look(page, 'portal-sent', words.sent)

        await page.goto(await service.mailedLink(before))
        assert.deepEqual(await sessionCookies(page), [])
        assert.equal((await page.textContent('body'))?.includes('Bergmann'), false)
        await look(page, 'portal-link')
        await page.getByRole('button', { name: words.open }).click()

        assert.equal(page.url(), `${service.origin}/portal`)
        await look(page, 'portal-data', 'Katrin Bergmann', words.birthday)
        assert.equal((await page.textContent('body'))?.includes('Nicht für Mitglieder'), false)

        await page.locator('a[href$="/edit/bank"]').click()
        await page.fill('[name="bank_account.iban"]', 'DE00 1234')
        await page.getByRole('button', { name: words.save }).click()
        await look(page, 'portal-edit-refused', words.badIban)
        await page.fill('[name="bank_account.iban"]', 'de89 3704 0044 0532 0130 00')
        await page.getByRole('button', { name: words.save }).click()
        await page.locator('a[href$="/edit/address"]').click()
        await look(page, 'portal-edit')
        await page.fill('[name="address.street"]', street)
        await page.getByRole('button', { name: words.save }).click()
        await look(page, 'portal-saved', words.saved, street)

        await page.getByRole('link', { name: words.fees }).click()
        await look(page, 'portal-fees', words.amount, words.state, 'Jahresbeitrag 2026')
        await page.getByRole('link', { name: 'Jonas' }).first().click()
        await look(page, 'portal-child', 'Jonas Bergmann', 'Jahresbeitrag 2026')

        await page.getByRole('button', { name: words.signOut }).click()
        await look(page, 'portal-signed-out', words.signedOut)
        assert.deepEqual(await sessionCookies(page), [])
        await page.goto(`${service.origin}/portal`)
        await look(page, 'portal-ended', words.ended)

        await page.goto(`${service.origin}/portal/login/mistyped`)
        await page.getByRole('button', { name: words.open }).click()
        await look(page, 'portal-link-gone', words.gone)
      }))

  it('stays readable in any colour of a workspace', () =>
    visit(GERMAN, async (page) => {
      for (const colour of ['#ffee00', '#ffffff', '#000000', '#00ff80', '#0000ff', '#808080']) {
        await service.operator('PATCH', `/workspaces/${club.workspace.id}`, { member_portal: { colour } })
        await page.goto(`${service.origin}/portal/tsv-rottal?signed_out=1`)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await assertAccessible(page, COLOUR_RULES)
        }
      }
    }))
})
