import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createClub } from './club.ts'
import { look, lookAtPrint } from './look.ts'
import { service, visit, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    open: 'Portal öffnen',
    save: 'Speichern',
    checkDetails: 'Bitte prüfen Sie Ihre Angaben',
    needsIban: 'Für die Lastschrift brauchen wir eine IBAN.',
    confirm: 'Bitte bestätigen Sie, dass Beiträge vom neuen Konto',
    mandate: 'einzuziehen (Mandat TSV-M-1004)',
    saved: 'Gespeichert: ',
    savedForAll: 'auch für die anderen ausgewählten Personen',
    unchanged: 'Es war nichts zu ändern.',
    conflict: 'Hier steht inzwischen: Lindenallee 99.',
    decided: /Erteilt am .* von Ihnen/,
    lastChanged: /Zuletzt geändert am .* von Ihnen/,
    download: 'Meine Daten herunterladen',
    print: 'Zum Drucken ansehen',
    changes: 'Änderungen',
    card: 'Mitgliedsausweis zeigen',
    validUntil: 'Gültig bis',
    yes: 'Ja',
  },
  'en-GB': {
    open: 'Open the portal',
    save: 'Save',
    checkDetails: 'Please check what you entered',
    needsIban: 'We need an IBAN for direct debit.',
    confirm: 'Please confirm that fees may be collected from the new account.',
    mandate: 'by direct debit (mandate TSV-M-1004)',
    saved: 'Saved: ',
    savedForAll: 'for the other people you chose as well',
    unchanged: 'there was nothing to change.',
    conflict: 'This now says: Lindenallee 99.',
    decided: /Given on .* by you/,
    lastChanged: /Last changed on .* by you/,
    download: 'Download my data',
    print: 'View for printing',
    changes: 'Changes',
    card: 'Show membership card',
    validUntil: 'Valid until',
    yes: 'Yes',
  },
}

describe('editing own data in the portal', () => {
  for (const [name, visitor] of visitors())
    it(`card by card, ${name}`, () =>
      visit(visitor, async (page) => {
        const words = WORDS[visitor.locale]
        const { club, katrin } = await createFamily()
        const save = () => page.getByRole('button', { name: words.save }).click()
        const edit = (card: string) => page.locator(`a[href$="/edit/${card}"]`).click()
        await signIn(page, club.key, words.open)
        await page.goto(`${service.origin}/portal/persons/${katrin}`)
        await look(page, 'editing-cards', 'Katrin Bergmann', '•••• 0130 00')

        await edit('contact')
        await look(page, 'editing-contact')
        assert.equal(await page.locator('.chips, .tabs').count(), 0)
        await page.fill('[name="phone_numbers.2.label"]', 'Privat')
        await save()
        await look(page, 'editing-contact-refused', words.checkDetails)
        assert.equal(await page.inputValue('[name="phone_numbers.2.label"]'), 'Privat')
        assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'alert')
        await page.fill('[name="phone_numbers.2.number"]', '030 23125 555')
        await save()
        await look(page, 'editing-contact-saved', words.saved, '030 23125 555 (Privat)')
        await page.reload()
        assert.equal(await page.getByText(words.saved).count(), 0)

        await edit('address')
        await page.fill('[name="address.street"]', 'Neue Anschrift 12')
        const address = { ...ADDRESS, street: 'Lindenallee 99' }
        await service.api(club.key, 'PUT', '/lists/members/persons/m-1004', { address })
        await save()
        await look(page, 'editing-conflict', words.conflict)
        assert.equal(await page.inputValue('[name="address.street"]'), 'Neue Anschrift 12')
        await page.locator('[name="relatives.ids"][type=checkbox]').first().check()
        await save()
        await look(page, 'editing-family-saved', words.savedForAll, 'Neue Anschrift 12')

        await edit('bank')
        await look(page, 'editing-bank', words.mandate)
        await page.fill('[name="bank_account.iban"]', '')
        await save()
        await look(page, 'editing-bank-refused', words.needsIban)
        await page.fill('[name="bank_account.iban"]', 'IBAN: NL91 ABNA 0417 1643 00')
        await save()
        await look(page, 'editing-mandate', words.confirm)
        await page.check('[name="mandate.confirmation"]')
        await save()
        await look(page, 'editing-bank-saved', words.saved, '•••• 1643 00')

        await edit('consents')
        await look(page, 'editing-consents')
        await page.getByLabel(words.yes).last().check()
        await save()
        await look(page, 'editing-consented', words.decided, words.lastChanged)

        await edit('more')
        await look(page, 'editing-more')
        await save()
        await look(page, 'editing-unchanged', words.unchanged)

        const waiting = page.waitForEvent('download')
        await page.getByRole('button', { name: words.download }).click()
        const file = await waiting
        assert.match(file.suggestedFilename(), /^(Daten|Data)-Katrin-Bergmann-\d{4}-\d\d-\d\d\.json$/)
        const content = JSON.parse(await readFile(await file.path(), 'utf8'))
        assert.equal(content.person.address.street, 'Neue Anschrift 12')

        await page.getByRole('link', { name: words.print }).click()
        await look(page, 'editing-record', words.changes)
        await lookAtPrint(page, 'editing-record', words.changes)

        await page.goto(`${service.origin}/portal/persons/${katrin}`)
        await page.getByRole('link', { name: words.card }).click()
        await look(page, 'membership-card', '1004', words.validUntil)
        await lookAtPrint(page, 'membership-card', '1004', words.validUntil)
        await assertFitsLargeType(page, [
          `/portal/persons/${katrin}`,
          `/portal/persons/${katrin}/card`,
          `/portal/persons/${katrin}/edit/bank`,
          `/portal/persons/${katrin}/edit/address`,
        ])
      }))
})

const FAMILY = 'familie.bergmann@example.org'

const ADDRESS = { street: 'Lindenallee 8', postcode: '99999', city: 'Lindental', country_code: 'DE' }

/** A family with a mandate, in a club of its own that says whom to ask. */
async function createFamily() {
  const club = await createClub(service, {
    member_portal: { functions: ['view_data', 'edit_data', 'view_fees'], colour: '#1f6f54' },
    contact: { name: 'Geschäftsstelle', email: 'buero@tsv-lindental.example' },
  })
  await service.api(club.key, 'PUT', '/lists/members/custom_columns', {
    data: [{ name: 'Fotos auf der Webseite', type: 'boolean', external_id: 'photos' }],
  })
  const fields = { payment_method: 'editable', photos: 'editable', name: 'visible' }
  await service.operator('PATCH', `/workspaces/${club.workspace.id}`, { member_portal: { fields } })
  const sepa_mandate = { reference: 'TSV-M-1004', signature_date: '2019-03-01' }
  await service.api(club.key, 'PUT', '/lists/members/persons/m-1004', { sepa_mandate })
  await service.api(club.key, 'PUT', '/lists/members/persons/m-1006', {
    address: { ...ADDRESS, street: 'Am Bach 3' },
  })
  const katrin = await service.api(club.key, 'GET', '/lists/members/persons/m-1004')
  return { club, katrin: String(katrin.id) }
}

async function signIn(page: Page, key: string, open: string): Promise<void> {
  const made = await service.api(key, 'POST', '/member_portal_sessions', { email: FAMILY })
  await page.goto(made.url)
  await page.getByRole('button', { name: open }).click()
}

/** Fails when the content of a page overflows a phone whose letters are large. */
async function assertFitsLargeType(page: Page, paths: string[]): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of paths) {
    await page.goto(`${service.origin}${path}`)
    const overhang = await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(':root { font-size: 28px !important }')
      document.adoptedStyleSheets = [sheet]
      const main = document.querySelector('main')
      return main ? main.scrollWidth - main.clientWidth : Number.NaN
    })
    assert.ok(overhang <= 0, `${path} is ${overhang} pixels too wide`)
  }
}
