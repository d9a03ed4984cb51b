import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { look } from './look.ts'
import { createOffice } from './office.ts'
import { concurrency, service, visit, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    send: 'Code anfordern',
    oneAddress: 'Bitte gib genau eine E-Mail-Adresse ein',
    code: 'Code eingeben',
    signIn: 'Anmelden',
    fourLeft: 'Du hast noch 4 Versuche',
    account: /^Konto: Anna Weber/,
    signOut: 'Abmelden',
    signedOut: 'Du bist abgemeldet.',
    nothing: 'Hier ist nichts',
    prove: 'Bist du es noch?',
  },
  'en-GB': {
    send: 'Send me a code',
    oneAddress: 'Enter exactly one email address',
    code: 'Enter the code',
    signIn: 'Sign in',
    fourLeft: 'You have 4 attempts left',
    account: /^Account: Anna Weber/,
    signOut: 'Sign out',
    signedOut: 'You are signed out.',
    nothing: 'Nothing here',
    prove: 'Is it still you?',
  },
}

describe('signing in', { concurrency }, () => {
  for (const [name, visitor] of visitors())
    it(`takes a code, ${name}`, async () => {
      const words = WORDS[visitor.locale]
      const email = `sign-in.${visitor.locale}@example.org`.toLowerCase()
      await visit(visitor, async (page) => {
        const { home } = await createOffice(email)
        const enter = async (field: string, value: string, button: string) => {
          await page.fill(`input[name=${field}]`, value)
          await page.getByRole('button', { name: button }).click()
        }
        await page.goto(home)
        await look(page, 'sign-in', words.send)
        await enter('email', 'anna', words.send)
        await look(page, 'sign-in-refused', words.oneAddress)

        const before = service.printed().length
        await enter('email', ` ${email.toUpperCase()} `, words.send)
        await look(page, 'sign-in-code', words.code)
        const code = await service.mailedCode(email, before)
        await enter('code', code === '0000-0000' ? '1111-1111' : '0000-0000', words.signIn)
        await look(page, 'sign-in-wrong-code', words.fourLeft)
        await enter('code', code.toLowerCase().replace('-', ' '), words.signIn)
        await page.waitForURL(home)

        await page.goto(`${home}/nothing`)
        await look(page, 'not-found', words.nothing)
        await page.goto(`${service.origin}/dashboard/prove?to=${new URL(home).pathname}`)
        await look(page, 'prove', words.prove)
        await page.goto(home)
        await page.getByRole('button', { name: words.account }).click()
        await page.getByRole('button', { name: words.signOut }).click()
        await look(page, 'signed-out', words.signedOut)
        const kept = (await page.context().cookies()).map(({ name }) => name)
        assert.deepEqual(kept, ['__Host-known'])
        await page.goto(home)
        await page.getByRole('button', { name: words.send }).waitFor()
      })
    })
})
