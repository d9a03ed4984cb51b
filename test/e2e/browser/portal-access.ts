import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClub } from './club.ts'
import { look, lookAtPrint } from './look.ts'
import { assertFits } from './page-checks.ts'
import { GERMAN, service, visit, visitors } from './visit.ts'

const CONTACT = {
  name: 'Geschäftsstelle',
  email: 'buero@tsv-lindental.example',
  phone: '030 123456',
  imprint_url: 'https://tsv-lindental.example/impressum',
  privacy_url: 'https://tsv-lindental.example/datenschutz',
}

const club = await createClub(service, {
  contact: CONTACT,
  locale: 'de-DE',
  member_portal: {
    slug: 'tsv-access',
    colour: '#1f6f54',
    functions: ['view_data', 'edit_data', 'view_fees'],
  },
})
const entry = `${service.origin}/portal/tsv-access`

const WORDS = {
  'de-DE': {
    other: 'English',
    open: 'Portal öffnen',
    change: 'Ändern',
    send: 'Link senden',
    empty: 'Ohne E-Mail-Adresse kommen Sie nicht mehr ins Portal.',
    waits: 'Neue Adresse wartet auf Bestätigung',
    confirm: 'Adresse bestätigen',
    confirmed: 'Die neue Adresse gilt',
    save: 'Speichern',
    kept: 'Ihre Eingaben sind noch da',
    goOn: 'Weiter',
    saved: 'Gespeichert',
    gone: 'Dieser Link ist abgelaufen',
    missing: 'Diese Seite gibt es nicht',
    ended: 'Sie sind nicht angemeldet',
    printed: /Stand .* · TSV Lindental 1898 e\. V\./,
  },
  'en-GB': {
    other: 'Deutsch',
    open: 'Open the portal',
    change: 'Change',
    send: 'Send link',
    empty: 'Without an email address you can no longer sign in',
    waits: 'New address waiting for confirmation',
    confirm: 'Confirm address',
    confirmed: 'Your new address is set',
    save: 'Save',
    kept: 'What you entered is still here',
    goOn: 'Continue',
    saved: 'Saved',
    gone: 'This link has expired',
    missing: 'Page not found',
    ended: 'You are signed out',
    printed: /As of .* · TSV Lindental 1898 e\. V\./,
  },
}

const linkFor = async (member: object): Promise<string> =>
  (await service.api(club.key, 'POST', '/member_portal_sessions', member)).url

describe('access to the portal', () => {
  for (const [name, visitor] of visitors())
    it(`has a name, keeps input and confirms a new address, ${name}`, () =>
      visit(visitor, async (page) => {
        const words = WORDS[visitor.locale]
        // A second try changes them as well.
        const address = `neu.${Date.now()}@example.com`
        const street = `Lindenallee ${Date.now() % 10_000}`
        await page.goto(entry)
        await look(page, 'access-entry', CONTACT.name, words.other)
        await page.goto(`${entry}/login/mistyped`)
        await look(page, 'access-login', 'TSV Lindental')
        await page.getByRole('button', { name: words.open }).click()
        await look(page, 'access-gone', words.gone, 'TSV Lindental')
        assert.equal(await page.locator('input[name=email]').count(), 1)
        await page.goto(`${service.origin}/portal`)
        await look(page, 'access-ended', words.ended, 'TSV Lindental')
        await page.goto(`${entry}/nothing/here`)
        await look(page, 'access-missing', words.missing, 'TSV Lindental')

        const [katrin] = club.persons as { id: string }[]
        // An address that was changed by the visitor before, or the first try, can be changed again after a day.
        await service.sql('UPDATE portal_guards SET address_changed_at = NULL')
        const link = await linkFor({ person_id: katrin?.id })
        await page.goto(link)
        await page.getByRole('button', { name: words.open }).click()
        await lookAtPrint(page, 'access-printed', words.printed, CONTACT.phone)
        await page.locator('#email').getByRole('link', { name: words.change }).click()
        await page.getByRole('button', { name: words.send }).click()
        await look(page, 'access-email-refused', words.empty)
        const before = service.printed().length
        await page.fill('input[name=email]', address)
        await page.getByRole('button', { name: words.send }).click()
        await look(page, 'access-email-waits', words.waits, address)
        await page.goto(await confirmationLink(before))
        await look(page, 'access-email-confirm', words.confirm)
        await page.getByRole('button', { name: words.confirm }).click()
        await look(page, 'access-email-confirmed', words.confirmed)

        // A new address ends the session.
        await page.goto(await linkFor({ person_id: katrin?.id }))
        await page.getByRole('button', { name: words.open }).click()
        await page.goto(`${service.origin}/portal/persons/${katrin?.id}/edit/address`)
        await page.fill('[name="address.street"]', street)
        const cookies = await page.context().cookies()
        await page.context().clearCookies({ name: '__Host-portal' })
        await page.getByRole('button', { name: words.save }).click()
        await look(page, 'access-kept', words.kept)
        await page.context().addCookies(cookies)
        await page.getByRole('button', { name: words.goOn }).click()
        await look(page, 'access-saved', words.saved, street)
      }))

  it('fits large type on a narrow phone', () =>
    visit(GERMAN, async (page) => {
      const [katrin] = club.persons as { id: string }[]
      await page.goto(await linkFor({ person_id: katrin?.id }))
      await page.getByRole('button', { name: 'Portal öffnen' }).click()
      await page.setViewportSize({ width: 320, height: 700 })
      for (const path of [`/portal/persons/${katrin?.id}`, '/portal/tsv-access', '/portal/nothing/here']) {
        await page.goto(`${service.origin}${path}`)
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '28px'
        })
        await assertFits(page)
      }
    }))
})

/** The link of the mail that asks a new address to confirm itself, once it is printed. */
async function confirmationLink(after: number): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const [link] = /http:\/\/\S+\/email\/[\w-]{43}/.exec(service.printed().slice(after)) ?? []
    if (link) return link
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('No mail to the new address was printed.')
}
