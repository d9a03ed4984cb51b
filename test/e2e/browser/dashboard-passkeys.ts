import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look } from './look.ts'
import { signIn } from './office.ts'
import { assertTexts } from './page-checks.ts'
import { concurrency, GERMAN, service, visit } from './visit.ts'

const { id } = await service.operator('POST', '/workspaces', { name: 'TSV Lindental 1898 e. V.' })
const home = `${service.origin}/dashboard/${id}`

/** A new member of staff, whose passkeys and answers no other walk has. */
async function createStaff(): Promise<string> {
  const email = `passkeys.${randomUUID()}@example.org`
  await service.operator('POST', `/workspaces/${id}/staff`, { name: 'Anna Weber', email })
  return email
}

const WORDS = {
  'de-DE': {
    send: 'Code anfordern',
    offer: 'Beim nächsten Mal ohne E-Mail?',
    add: 'Passkey hinzufügen',
    notNow: 'Jetzt nicht',
    usePasskey: 'Passkey nutzen',
    failed: 'Mit dem Passkey hat es nicht geklappt.',
  },
  'en-GB': {
    send: 'Send me a code',
    offer: 'Next time without an email?',
    add: 'Add a passkey',
    notNow: 'Not now',
    usePasskey: 'Use a passkey',
    failed: 'That did not work with the passkey.',
  },
}

describe('passkeys', { concurrency }, () => {
  for (const [locale, width] of [
    ['de-DE', 390],
    ['en-GB', 1280],
  ] as const)
    it(`sign in and prove again, ${locale}, ${width} pixels wide`, () =>
      visit({ locale, width }, async (page) => {
        const words = WORDS[locale]
        const device = await addAuthenticator(page)

        await signIn(page, await createStaff(), home)
        await look(page, 'passkey-offer', words.offer)
        await page.getByRole('button', { name: words.add }).click()
        await page.waitForURL(home)
        assert.equal((await device.credentials()).length, 1)
        await page.goto(`${home}/account`)
        await look(page, 'account-passkeys')
        await page.locator('main a[href*="/account/passkeys/"]').click()
        await look(page, 'account-passkey-remove')

        await signOut(page)
        await look(page, 'sign-in-passkey', words.usePasskey)
        await page.getByRole('button', { name: words.usePasskey }).click()
        await page.waitForURL(home)

        const proved = `${home}?proved`
        await page.goto(`${service.origin}/dashboard/prove?to=${encodeURIComponent(pathOf(proved))}`)
        await look(page, 'prove-passkey', words.usePasskey)
        await page.getByRole('button', { name: words.usePasskey }).click()
        await page.waitForURL(proved)

        await signOut(page)
        await device.verifiesUser(false)
        await page.getByRole('button', { name: words.usePasskey }).click()
        await look(page, 'passkey-failed', words.failed)

        await device.verifiesUser(true)
        await page.route('**/sign-in/passkey?*', (route) =>
          route.continue({ postData: forged(route.request().postData() ?? '') }),
        )
        await page.getByRole('button', { name: words.usePasskey }).click()
        await page.waitForURL('**/sign-in/passkey?*')
        await assertTexts(page, words.failed)
      }))

  it('can be left for later, once', () =>
    visit(GERMAN, async (page) => {
      const words = WORDS['de-DE']
      await addAuthenticator(page)
      const email = await createStaff()
      await signIn(page, email, home)
      await page.getByRole('link', { name: words.notNow }).click()
      await page.waitForURL(home)
      await signOut(page)
      await signIn(page, email, home)
      await page.waitForURL(home)
    }))

  it('are not offered where the device has none', () =>
    visit(GERMAN, async (page) => {
      await signIn(page, await createStaff(), home)
      await page.waitForURL(home)
    }))

  it('are not shown without scripts, and codes work', () =>
    visit({ ...GERMAN, javaScriptEnabled: false }, async (page) => {
      const words = WORDS['de-DE']
      await page.goto(`${service.origin}/dashboard/sign-in`)
      assert.equal(await page.getByRole('button', { name: words.usePasskey }).count(), 0)
      await signIn(page, await createStaff(), home)
      await page.waitForURL(home)
    }))
})

const pathOf = (address: string): string => new URL(address).pathname + new URL(address).search

/** A form whose signature has another character. */
const forged = (form: string): string =>
  form.replace(
    /(signature%22%3A%22.{20})(.)/,
    (_, head: string, char: string) => head + (char === 'A' ? 'B' : 'A'),
  )

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies({ name: '__Host-staff' })
  await page.goto(`${service.origin}/dashboard/sign-in?to=${pathOf(home)}`)
}

/** Gives the page a device that keeps passkeys and verifies its user, as a phone does. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    verifiesUser: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}
