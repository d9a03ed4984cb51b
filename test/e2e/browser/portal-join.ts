import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look } from './look.ts'
import { addSession, openSection } from './office.ts'
import { assertFitsLargeType } from './page-checks.ts'
import { GERMAN, service, visit, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    slug: 'tsv-linde',
    invitation: 'Antrag stellen',
    title: 'Mitglied werden',
    send: 'Antrag absenden',
    missing: 'Bitte geben Sie Ihren Vornamen an.',
    sent: 'Prüfen Sie Ihr Postfach',
    check: 'Prüfen Sie Ihre Angaben',
    confirm: 'Antrag bestätigen',
    done: 'Ihr Antrag ist eingegangen',
    gone: 'Dieser Link ist abgelaufen',
    closed: 'Im Moment keine Anträge',
  },
  'en-GB': {
    slug: 'tsv-linden',
    invitation: 'Apply for membership',
    title: 'Become a member',
    send: 'Send application',
    missing: 'Enter your first name.',
    sent: 'Check your inbox',
    check: 'Check your details',
    confirm: 'Confirm application',
    done: 'We have your application',
    gone: 'This link has expired',
    closed: 'No applications at the moment',
  },
}

const COLUMNS = [
  {
    name: 'Abteilungen',
    type: 'array',
    allowed_values: ['Turnen', 'Handball', 'Schwimmen', 'Chor'],
    external_id: 'departments',
  },
]

/** Creates a club whose owner switches the form on. */
async function createClub(slug: string) {
  const { id } = await service.operator('POST', '/workspaces', {
    name: 'TSV Lindental 1898 e. V.',
    member_portal: { slug, colour: '#1f6f54' },
    contact: { name: 'Geschäftsstelle', privacy_url: 'https://example.org/datenschutz' },
  })
  await service.operator('POST', `/workspaces/${id}/staff`, { name: 'Anna Weber', email: OWNER })
  const { token } = await service.operator('POST', `/workspaces/${id}/api_keys`, { name: 'tests' })
  await service.api(token, 'PUT', '/lists/members/custom_columns', { data: COLUMNS })
  return { id, home: `${service.origin}/dashboard/${slug}` }
}

const OWNER = 'joining@example.org'

async function switchOn(page: Page, home: string): Promise<void> {
  await page.goto(`${home}/settings/join`)
  await look(page, 'join-settings', 'Adresse des Formulars')
  await page.getByRole('checkbox').first().check()
  await page.locator('[name="field.bank_account"][value=optional]').check()
  await page.locator('[name="field.payment_method"][value=optional]').check()
  await page.locator('[name="field.departments"][value=optional]').check()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await look(page, 'join-settings-refused', 'Ohne Satzung lässt sich das Formular nicht einschalten')
  await page.fill('[name=statutes_url]', 'example.org/satzung.pdf')
  await page.fill('[name=intro]', 'Schön, dass Sie zu uns kommen!\nErwachsene zahlen 120 € im Jahr.')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await look(page, 'join-settings-saved', 'Gespeichert.')
  await page.getByRole('link', { name: 'Vorschau' }).click()
  await look(page, 'join-preview', 'Abteilungen (freiwillig)')
}

async function fillIn(page: Page): Promise<void> {
  const values = {
    'name.last_name': 'Lovelace',
    birthdate: '1985-12-10',
    email: 'ada@example.org',
    'address.street': 'Uferweg 12',
    'address.postcode': '10115',
    'address.city': 'Berlin',
    'bank_account.iban': 'DE89 3704 0044 0532 0130 00',
  }
  for (const [name, value] of Object.entries(values)) await page.fill(`[name="${name}"]`, value)
  await page.selectOption('[name=payment_method]', 'direct_debit')
  await page.getByLabel('Chor').first().check()
}

describe('the form for applications', () => {
  for (const [name, visitor] of visitors())
    it(`leads to an applicant, whom the office admits, ${name}`, async () => {
      const words = WORDS[visitor.locale]
      const { id, home } = await createClub(words.slug)
      await visit(GERMAN, async (page) => {
        await addSession(page, OWNER)
        await switchOn(page, home)
      })
      await visit(visitor, async (page) => {
        await page.goto(`${service.origin}/portal/${words.slug}`)
        await look(page, 'join-invitation')
        await page.getByRole('link', { name: words.invitation }).click()
        await look(page, 'join-form', words.title, 'Erwachsene zahlen 120 € im Jahr.')
        await fillIn(page)
        await page.getByRole('button', { name: words.send }).last().click()
        await look(page, 'join-refused', words.missing)
        assert.equal(await page.inputValue('[name="address.street"]'), 'Uferweg 12')
        await assertFitsLargeType(page)
        await page.fill('[name="name.first_name"]', 'Ada')
        await page.locator('[name="consent.statutes"]').check()
        const before = service.printed().length
        await page.getByRole('button', { name: words.send }).last().click()
        await look(page, 'join-sent', words.sent, 'ada@example.org')

        const link = await service.mailedLink(before, /http:\/\/\S+\/join\/confirm\/[\w-]{43}/)
        await page.goto(link)
        await look(page, 'join-check', words.check, 'Ada Lovelace', '•••• 3000')
        await page.getByRole('button', { name: words.confirm }).click()
        await look(page, 'join-done', words.done)
        await page.goto(link)
        await look(page, 'join-done', words.done)
        await page.goto(`${service.origin}/join/confirm/mistyped`)
        await look(page, 'join-gone', words.gone)
      })
      await visit(GERMAN, async (page) => {
        await addSession(page, OWNER)
        await page.goto(home)
        await page.getByRole('link', { name: '1 Antrag' }).first().click()
        await look(page, 'join-application', 'Ada Lovelace', 'Satzung anerkannt am')
        await page.getByRole('link', { name: 'Ansehen' }).click()
        await look(page, 'join-applicant', 'Satzung anerkannt am')
        await openSection(page, 'Anträge')
        await page.getByRole('link', { name: 'Aufnehmen' }).click()
        await page.getByRole('button', { name: 'Aufnehmen' }).click()
        await page.getByText('Mitglied').first().waitFor()
      })
      await service.operator('PATCH', `/workspaces/${id}`, { join_form: { enabled: false } })
      await visit(visitor, async (page) => {
        await page.goto(`${service.origin}/join/${words.slug}`)
        await look(page, 'join-closed', words.closed)
      })
    })
})
