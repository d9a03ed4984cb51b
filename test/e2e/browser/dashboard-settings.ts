import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look } from './look.ts'
import { openSection, visitOffice } from './office.ts'
import { assertTexts } from './page-checks.ts'
import { concurrency, service, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    settings: 'Einstellungen',
    save: 'Speichern',
    saved: 'Gespeichert.',
    portal: 'Mitgliederportal',
    preview: 'Farbe ansehen',
    contrast: 'Kontrast der Schrift auf der Farbe',
    columns: 'Eigene Felder',
    addColumn: 'Neues Feld',
    badName: 'Bitte gib einen Namen mit höchstens 64 Zeichen ein.',
    up: 'Führungszeugnis nach oben',
    takeOut: 'Alles mitnehmen',
    staff: 'Team',
    invite: 'Einladen',
    send: 'Einladung schicken',
    invited: 'eingeladen',
    apiKeys: 'API-Schlüssel',
    addKey: 'Neuer Schlüssel',
    issueKey: 'Schlüssel erstellen',
    noPermission: 'Bitte wähle mindestens ein Recht.',
    onlyNow: 'Er wird nur dieses eine Mal angezeigt.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    done: 'Fertig',
    revoke: 'Widerrufen',
    revokedKey: 'Der Schlüssel ist widerrufen.',
    prove: 'Code anfordern',
    signIn: 'Anmelden',
    account: 'Dein Konto',
    language: 'English',
    inAnotherLanguage: 'Saved.',
  },
  'en-GB': {
    settings: 'Settings',
    save: 'Save',
    saved: 'Saved.',
    portal: 'Member portal',
    preview: 'Show the colour',
    contrast: 'Contrast of text on the colour',
    columns: 'Custom fields',
    addColumn: 'New field',
    badName: 'Enter a name of at most 64 characters.',
    up: 'Move Führungszeugnis up',
    takeOut: 'Download all data',
    staff: 'Team',
    invite: 'Invite',
    send: 'Send invitation',
    invited: 'invited',
    apiKeys: 'API keys',
    addKey: 'New key',
    issueKey: 'Create key',
    noPermission: 'Choose at least one permission.',
    onlyNow: 'It is shown this once.',
    copy: 'Copy',
    copied: 'Copied',
    done: 'Done',
    revoke: 'Revoke',
    revokedKey: 'The key is revoked.',
    prove: 'Send me a code',
    signIn: 'Sign in',
    account: 'Your account',
    language: 'Deutsch',
    inAnotherLanguage: 'Gespeichert.',
  },
}

describe('the settings', { concurrency }, () => {
  for (const [name, visitor] of visitors()) {
    const words = WORDS[visitor.locale]
    const press = (page: Page, button: string) =>
      page.locator('main').getByRole('button', { name: button, exact: true }).click()
    const follow = (page: Page, link: string) =>
      page.locator('main').getByRole('link', { name: link }).click()
    const open = async (page: Page, setting: string) => {
      await openSection(page, words.settings)
      await follow(page, setting)
    }

    it(`change the portal and the columns, ${name}`, () =>
      visitOffice(visitor, async (page, { home }) => {
        await page.goto(home)
        await open(page, words.portal)
        await page.fill('[name=colour]', '#ffcc00')
        await press(page, words.preview)
        await look(page, 'settings-portal-preview', words.contrast)
        await page.check('[name="field.birthdate"][value=editable]')
        await press(page, words.save)
        await look(page, 'settings-portal-saved', words.saved)
        assert.equal(await page.inputValue('[name=colour]'), '#ffcc00')

        await open(page, words.columns)
        await follow(page, words.addColumn)
        await press(page, words.save)
        await look(page, 'settings-column-refused', words.badName)
        await page.fill('[name=name]', 'Führungszeugnis')
        await page.selectOption('[name=type]', 'date')
        await press(page, words.save)
        await assertTexts(page, words.saved, 'Führungszeugnis')
        const names = () => page.locator('tbody th').allTextContents()
        assert.equal((await names()).at(-1), 'Führungszeugnis')
        await press(page, words.up)
        await page.getByText(words.saved).waitFor({ state: 'detached' })
        await look(page, 'settings-columns-moved')
        assert.equal((await names()).at(-2), 'Führungszeugnis')

        await open(page, words.takeOut)
        await look(page, 'settings-take-out', 'README.txt')
      }))

    it(`invite staff, issue keys and change the account, ${name}`, () => {
      const email = `settings.${visitor.locale}@example.org`.toLowerCase()
      return visitOffice(
        visitor,
        async (page, { home }) => {
          await page.goto(home)
          await open(page, words.staff)
          await follow(page, words.invite)
          await page.fill('[name=name]', 'Jan Petersen')
          await page.fill('[name=email]', 'jan')
          await page.check('[name=role][value=office]')
          await press(page, words.send)
          await look(page, 'settings-staff-refused')
          await page.fill('[name=email]', 'jan.petersen@example.org')
          await press(page, words.send)
          await look(page, 'settings-staff-invited', 'jan.petersen@example.org', words.invited)

          // The proof that dangerous acts need: another code.
          const path = `${new URL(home).pathname}/settings/api-keys`
          await page.goto(`${service.origin}/dashboard/prove?to=${path}`)
          const before = service.printed().length
          await press(page, words.prove)
          await page.fill('[name=code]', await service.mailedCode(email, before))
          await press(page, words.signIn)
          await follow(page, words.addKey)
          await page.fill('[name=name]', 'Vereinsapp')
          await press(page, words.issueKey)
          await look(page, 'settings-api-key-refused', words.noPermission)
          await page.check('[name="members:read"]')
          await press(page, words.issueKey)
          await look(page, 'settings-api-key-issued', words.onlyNow)
          const copy = page.getByRole('button', { name: words.copy })
          assert.equal(await copy.isVisible(), visitor.locale === 'de-DE', 'the script alone can copy')
          await follow(page, words.done)
          await page
            .getByRole('row', { name: 'Vereinsapp' })
            .getByRole('link', { name: words.revoke })
            .click()
          await press(page, words.revoke)
          await look(page, 'settings-api-key-revoked', words.revokedKey)

          await open(page, words.account)
          await page.getByLabel(words.language).check()
          await press(page, words.save)
          await look(page, 'account-saved', words.inAnotherLanguage)
        },
        email,
      )
    })
  }
})
