import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createClub } from './club.ts'
import { assertAccessible, assertShown } from './page-checks.ts'
import { LOCALES, service, visit } from './visit.ts'

let club: Awaited<ReturnType<typeof createClub>>

before(async () => {
  club = await createClub(service)
})

const WORDS = {
  'de-DE': {
    lang: 'de',
    sent: 'Sieh in dein Postfach',
    open: 'Portal öffnen',
    edit: 'Ändern',
    save: 'Speichern',
    badIban: 'Diese IBAN stimmt nicht',
    saved: 'Gespeichert',
    birthday: '23. November 1981',
    fees: 'Beiträge',
    amount: '12.345,67\u00a0€',
    state: 'offen',
    signOut: 'Abmelden',
    signedOut: 'Du bist abgemeldet.',
    ended: 'Du bist nicht angemeldet',
    gone: 'Dieser Link gilt nicht mehr',
  },
  'en-GB': {
    lang: 'en',
    sent: 'Check your inbox',
    open: 'Open the portal',
    edit: 'Change',
    save: 'Save',
    badIban: 'This IBAN is not right',
    saved: 'Saved',
    birthday: '23 November 1981',
    fees: 'Fees',
    amount: '€12,345.67',
    state: 'open',
    signOut: 'Sign out',
    signedOut: 'You are signed out.',
    ended: 'You are not signed in',
    gone: 'This link is no longer valid',
  },
}

describe('the member portal', () => {
  for (const locale of LOCALES)
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1280, 'light'],
    ] as const)
      it(`lets a family in, ${locale}, ${width} pixels wide, ${colorScheme}`, () =>
        visit({ locale, width, colorScheme }, async (page) => {
          const words = WORDS[locale]
          await page.goto(`${service.origin}/portal/tsv-rottal`)
          assert.equal(await page.getAttribute('html', 'lang'), words.lang)
          await assertShown(page, 'TSV Lindental 1898 e. V.')

          await page.fill('input[name=email]', 'nobody')
          await page.locator('main button').click()
          assert.equal(await page.getAttribute('input[name=email]', 'aria-invalid'), 'true')
          await assertAccessible(page)

          const before = service.printed().length
          await page.fill('input[name=email]', ' FAMILIE.bergmann@Example.org ')
          await page.locator('main button').click()
          await assertShown(page, words.sent)

          await page.goto(await service.mailedLink(before))
          assert.deepEqual(await page.context().cookies(), [])
          assert.equal((await page.textContent('body'))?.includes('Bergmann'), false)
          await assertAccessible(page)
          await page.getByRole('button', { name: words.open }).click()

          assert.equal(page.url(), `${service.origin}/portal`)
          await assertShown(page, 'Katrin Bergmann', words.birthday)
          assert.equal((await page.textContent('body'))?.includes('Nicht für Mitglieder'), false)

          await page.getByRole('link', { name: words.edit }).click()
          await assertAccessible(page)
          await page.fill('[name="bank_account.iban"]', 'DE00 1234')
          await page.fill('[name="address.street"]', `Lindenallee ${width}`)
          await page.getByRole('button', { name: words.save }).click()
          await assertShown(page, words.badIban)
          assert.equal(await page.inputValue('[name="address.street"]'), `Lindenallee ${width}`)
          await page.fill('[name="bank_account.iban"]', 'de89 3704 0044 0532 0130 00')
          await page.getByRole('button', { name: words.save }).click()
          await assertShown(page, words.saved, `Lindenallee ${width}`)

          await page.getByRole('link', { name: words.fees }).click()
          await assertShown(page, words.amount, words.state, 'Jahresbeitrag 2026')
          await page.getByRole('link', { name: 'Jonas' }).click()
          await assertShown(page, 'Jonas Bergmann', 'Jahresbeitrag 2026')

          await page.getByRole('button', { name: words.signOut }).click()
          await assertShown(page, words.signedOut)
          assert.deepEqual(await page.context().cookies(), [])
          await page.goto(`${service.origin}/portal`)
          await assertShown(page, words.ended)

          await page.goto(`${service.origin}/portal/login/mistyped`)
          await page.getByRole('button', { name: words.open }).click()
          await assertShown(page, words.gone)
        }))

  it('stays readable in any colour of a workspace', async () => {
    for (const colour of ['#ffee00', '#ffffff', '#000000', '#00ff80', '#0000ff', '#808080'])
      for (const colorScheme of ['light', 'dark'] as const) {
        const path = `/workspaces/${club.workspace.id}`
        await service.operator('PATCH', path, { member_portal: { colour } })
        await visit({ locale: 'de-DE', width: 390, colorScheme }, async (page) => {
          await page.goto(`${service.origin}/portal/tsv-rottal?signed_out=1`)
          await assertAccessible(page)
        })
      }
  })
})
