import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look, lookAtPrint } from './look.ts'
import { openSection, visitOffice } from './office.ts'
import { assertTexts } from './page-checks.ts'
import { concurrency, service, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    members: 'Mitglieder',
    add: 'Neues Mitglied',
    create: 'Anlegen',
    badEmail: 'Das ist keine gültige E-Mail-Adresse.',
    created: 'Angelegt.',
    edit: 'Bearbeiten',
    save: 'Speichern',
    badIban: 'Diese IBAN stimmt nicht.',
    saved: 'Gespeichert.',
    more: 'Weitere Aktionen',
    portalLink: 'Portal-Link',
    sendLink: 'Link schicken',
    showLink: 'Link anzeigen',
    once: 'Der Link ist nur jetzt zu sehen',
    end: 'Mitgliedschaft beenden',
    ended: 'Der Austritt ist eingetragen.',
    endButton: 'Austritt eintragen',
    undo: 'Rückgängig machen',
    undone: 'Rückgängig gemacht.',
    delete: 'Löschen',
    deleteButton: 'Endgültig löschen',
    deleted: '1 Mitglied gelöscht.',
    applications: 'Anträge',
    confirm: 'Aufnehmen',
    admit: 'Aufnehmen',
    numberTaken: 'Diese Mitgliedsnummer ist schon vergeben',
    confirmed: 'Die Person ist aufgenommen.',
    reject: 'Ablehnen',
    rejectButton: 'Ablehnen und löschen',
    rejected: 'Der Antrag ist abgelehnt',
    empty: 'Keine Anträge',
    contacts: 'Kontakte',
    makeMember: 'Zum Mitglied machen',
    moved: 'Aus dem Kontakt ist ein Mitglied geworden.',
  },
  'en-GB': {
    members: 'Members',
    add: 'New member',
    create: 'Create',
    badEmail: 'This is not a valid email address.',
    created: 'Created.',
    edit: 'Edit',
    save: 'Save',
    badIban: 'This IBAN is not right.',
    saved: 'Saved.',
    more: 'More actions',
    portalLink: 'Portal link',
    sendLink: 'Send link',
    showLink: 'Show link',
    once: 'The link is shown only now',
    end: 'End membership',
    ended: 'The end of the membership is set.',
    endButton: 'End membership',
    undo: 'Undo',
    undone: 'Undone.',
    delete: 'Delete',
    deleteButton: 'Delete for good',
    deleted: 'Deleted 1 member.',
    applications: 'Applications',
    confirm: 'Admit',
    admit: 'Admit',
    numberTaken: 'This membership number is taken already',
    confirmed: 'The person is admitted.',
    reject: 'Reject',
    rejectButton: 'Reject and delete',
    rejected: 'The application is rejected',
    empty: 'No applications',
    contacts: 'Contacts',
    makeMember: 'Make a member',
    moved: 'The contact has become a member.',
  },
}

describe('persons', { concurrency }, () => {
  for (const [name, visitor] of visitors()) {
    const words = WORDS[visitor.locale]
    const press = (page: Page, button: string) =>
      page.locator('main').getByRole('button', { name: button, exact: true }).click()
    const follow = (page: Page, link: string) =>
      page.locator('main').getByRole('link', { name: link }).click()

    it(`are added, edited, ended and deleted, ${name}`, () =>
      visitOffice(visitor, async (page, { home }) => {
        await page.goto(home)
        await openSection(page, words.members)
        await follow(page, words.add)
        await page.fill('[name="name.first_name"]', 'Ngozi')
        await page.fill('[name="name.last_name"]', 'Okafor')
        await page.fill('[name=email]', 'ngozi')
        await press(page, words.create)
        await look(page, 'member-new-refused', words.badEmail)
        await page.fill('[name=email]', 'ngozi.okafor@example.org')
        await press(page, words.create)
        await look(page, 'member-created', words.created, 'Ngozi Okafor')

        await follow(page, words.edit)
        await page.fill('[name="address.street"]', 'Lindenallee 9')
        await page.fill('[name="bank_account.iban"]', 'DE00 1234')
        await press(page, words.save)
        await look(page, 'member-edit-refused', words.badIban)
        await page.fill('[name="bank_account.iban"]', 'de89 3704 0044 0532 0130 00')
        await press(page, words.save)
        await look(page, 'member-saved', words.saved, 'Lindenallee 9', 'DE89 3704 0044 0532 0130 00')
        await lookAtPrint(page, 'member', 'Ngozi Okafor', 'Lindenallee 9')

        const choose = async (item: string) => {
          await press(page, words.more)
          await page.locator('#more').getByText(item).click()
        }
        const { pathname } = new URL(page.url())
        await choose(words.portalLink)
        await look(page, 'member-portal-link', words.sendLink)
        await press(page, words.showLink)
        await look(page, 'member-portal-link-shown', words.once)
        await page.goto(`${service.origin}${pathname}`)
        await choose(words.end)
        await press(page, words.endButton)
        await look(page, 'member-ended', words.ended)
        await page.locator('.notice').getByRole('button', { name: words.undo }).click()
        await assertTexts(page, words.undone)
        await choose(words.delete)
        await press(page, words.deleteButton)
        await look(page, 'member-deleted', words.deleted)
      }))

    it(`apply and are confirmed or rejected, ${name}`, () =>
      visitOffice(visitor, async (page, { home, key }) => {
        const applicant = {
          creation_behaviour: 'unconfirmed',
          name: { first_name: 'Bot', last_name: 'Spam' },
        }
        await service.api(key, 'POST', '/lists/members/persons', applicant)
        await page.goto(home)
        await openSection(page, words.applications)
        const card = (person: string) => page.locator('.card', { hasText: person })
        await card('Novák').getByRole('link', { name: words.confirm }).click()
        const number = page.locator('[name^="number."]')
        const suggested = await number.inputValue()
        await number.fill('1004')
        await press(page, words.admit)
        await look(page, 'application-confirm-refused', words.numberTaken)
        await number.fill(suggested)
        await press(page, words.admit)
        await look(page, 'application-confirmed', words.confirmed, 'Amélie Novák', suggested)

        await openSection(page, words.applications)
        await card('Spam').getByRole('link', { name: words.reject }).click()
        await press(page, words.rejectButton)
        await look(page, 'applications-empty', words.rejected, words.empty)
      }))

    it(`become members, ${name}`, () =>
      visitOffice(visitor, async (page, { home }) => {
        await page.goto(home)
        await openSection(page, words.contacts)
        await follow(page, 'Ferreira, Tomás')
        await follow(page, words.makeMember)
        await page.fill('[name=join_date]', '2026-11-01')
        await press(page, words.makeMember)
        await look(page, 'contact-moved', words.moved, 'Tomás Ferreira')
      }))
  }
})
