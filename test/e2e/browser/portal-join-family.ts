import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look } from './look.ts'
import { addSession } from './office.ts'
import { GERMAN, service, type Visitor, visit } from './visit.ts'

const OWNER = 'family@example.org'
const SLUG = 'tsv-familie'
const PHONE: Visitor = { locale: 'de-DE', width: 390, javaScriptEnabled: false }

const YEAR = String(new Date().getFullYear())

const PLAN = {
  ...{ name: 'Jahresbeitrag', list: 'members', interval: 'year', description: 'Beitrag {{period}}' },
  from_period: YEAR,
  version: {
    ...{ key_day: '01-01', due_day: 59, pro_rata: 'months', rounding: 10 },
    rules: [
      {
        ...{ kind: 'base', name: 'Kinder und Jugendliche', amount: 6000 },
        conditions: [{ field: 'birthdate.age', operator: 'less', value: '18' }],
      },
      { kind: 'base', name: 'Erwachsene', amount: 12_000 },
      { kind: 'family', name: 'Familienbeitrag', cap: 30_000, of: 'all' },
    ],
  },
}

async function createClub(): Promise<string> {
  const { id } = await service.operator('POST', '/workspaces', {
    name: 'TSV Lindental 1898 e. V.',
    locale: 'de-DE',
    member_portal: { slug: SLUG, colour: '#1f6f54' },
    creditor: { name: 'TSV Lindental', iban: 'DE89370400440532013000', creditor_id: 'DE98ZZZ09999999999' },
    contact: { name: 'Geschäftsstelle', privacy_url: 'https://example.org/datenschutz' },
  })
  await service.operator('POST', `/workspaces/${id}/staff`, { name: 'Anna Weber', email: OWNER })
  const { token } = await service.operator('POST', `/workspaces/${id}/api_keys`, { name: 'tests' })
  await service.api(token, 'PUT', '/lists/members/custom_columns', {
    data: [
      {
        name: 'Abteilungen',
        type: 'array',
        allowed_values: ['Turnen', 'Tennis'],
        external_id: 'departments',
      },
    ],
  })
  // The form asks for the account because of the mandate.
  const fields = { payment_method: 'optional', departments: 'optional' }
  const statutes_url = 'https://example.org/satzung'
  const join_form = { enabled: true, statutes_url, fields, mandate: 'offered' }
  await service.operator('PATCH', `/workspaces/${id}`, { join_form })
  await service.api(token, 'POST', '/dues_plans', PLAN)
  return `${service.origin}/dashboard/${SLUG}`
}

const OTHERS = [
  ['Ben', '1984-02-03'],
  ['Cleo', '2017-03-04'],
  ['Dan', '2015-04-05'],
  ['Eli', '2013-05-06'],
] as const

async function fillIn(page: Page): Promise<void> {
  const values = {
    'name.first_name': 'Ada',
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
  await page.getByText('Weitere Personen anmelden').click()
  for (const [index, [name, birthdate]] of OTHERS.entries()) {
    const place = index + 2
    const block = page.locator(`#person-${place}`)
    if (index > 0) await block.getByText(`Person ${place}`).first().click()
    await page.fill(`[name="${place}.name.first_name"]`, name)
    await page.fill(`[name="${place}.name.last_name"]`, 'Lovelace')
    await page.fill(`[name="${place}.birthdate"]`, birthdate)
  }
}

describe('a family of five', () => {
  it('joins on a phone without scripts, and the office admits it with two presses', async () => {
    const home = await createClub()
    await visit(PHONE, async (page) => {
      await page.goto(`${service.origin}/join/${SLUG}?departments=Tennis`)
      assert.equal(await page.getByLabel('Tennis').first().isChecked(), true)
      await fillIn(page)
      await look(page, 'family-form', 'Wer bezahlt die Beiträge?', 'Ich ermächtige TSV Lindental')
      await page.locator('[name="family.mandate"]').check()
      await page.getByRole('button', { name: 'Noch eine Person' }).click()
      await look(page, 'family-one-more', 'Person 6')
      assert.equal(await page.inputValue('[name="5.name.first_name"]'), 'Eli')
      await page.locator('[name="consent.statutes"]').check()
      await page.getByRole('button', { name: 'Antrag absenden' }).last().click()
      await look(page, 'family-refused', 'für alle Sorgeberechtigten handeln')
      assert.equal(await page.locator('[name="family.mandate"]').isChecked(), true)
      await page.locator('[name="consent.pays"]').check()
      await page.locator('[name="consent.custody"]').check()
      await page.fill('[name=email]', 'ada@exmaple.org')
      await page.getByRole('button', { name: 'Antrag absenden' }).last().click()
      await look(page, 'family-sent', 'ada@exmaple.org')
      await page.getByRole('button', { name: 'Adresse oder Angaben ändern' }).click()
      assert.equal(await page.inputValue('[name="5.name.first_name"]'), 'Eli')
      await page.fill('[name=email]', 'ada@example.org')
      const before = service.printed().length
      await page.getByRole('button', { name: 'Antrag absenden' }).last().click()
      const link = await service.mailedLink(before, /http:\/\/\S+\/join\/confirm\/[\w-]{43}/)
      await page.goto(link)
      const mandate = ['Mandatsreferenz', 'Ich ermächtige TSV Lindental', '•••• 3000', 'Datum']
      await look(
        page,
        'family-check',
        'Eli Lovelace',
        'Danach 300,00 € im Jahr',
        'Ich handle für alle',
        ...mandate,
      )
      await page.getByRole('button', { name: 'Ändern' }).click()
      await look(page, 'family-change', 'das auf 3000 endet')
      assert.equal(await page.locator('[name="family.mandate"]').isChecked(), true)
      await page.getByRole('button', { name: 'Antrag absenden' }).last().click()
      const confirmed = service.printed().length
      await page.getByRole('button', { name: 'Antrag bestätigen' }).click()
      await look(page, 'family-done', 'Ihr Antrag ist eingegangen')
      await page.goto(await service.mailedLink(confirmed, /http:\/\/\S+\/mandate\/[\w-]{43}/))
      await look(page, 'family-take-back', 'Mandat widerrufen')
    })
    await visit(GERMAN, async (page) => {
      await addSession(page, OWNER)
      await page.goto(`${home}/applications`)
      await look(page, 'family-application', 'Gemeinsamer Antrag von 5 Personen', 'online erteilt am')
      await page.getByRole('link', { name: 'Ablehnen', exact: true }).first().click()
      await look(page, 'family-reject', 'Was wird aus ihnen?')
      await page.goto(`${home}/applications`)
      await page.getByRole('link', { name: 'Alle aufnehmen' }).click()
      await look(page, 'family-admit', '5 Personen aufnehmen')
      await page.getByRole('button', { name: '5 Personen aufnehmen' }).click()
      await look(page, 'family-admitted', '5 Personen sind aufgenommen.')
    })
  })
})
