import type { BrowserContextOptions, Page } from 'playwright-core'
import { demoRequests } from '../../../src/dev/demo.ts'
import { service, visit } from './visit.ts'

export type Session = BrowserContextOptions['storageState']

/** Creates a workspace with the demo data, whose owner is Anna Weber. Its pages are below `home`. */
export async function createOffice(email: string, settings: object = {}) {
  const { id } = await service.operator('POST', '/workspaces', {
    name: 'TSV Lindental 1898 e. V.',
    member_portal: { colour: '#1f6f54' },
    ...settings,
  })
  await service.operator('POST', `/workspaces/${id}/staff`, { name: 'Anna Weber', email })
  const { token } = await service.operator('POST', `/workspaces/${id}/api_keys`, { name: 'Website' })
  for (const [method, path, body] of demoRequests()) await service.api(token, method, path, body)
  return { id, key: token, home: `${service.origin}/dashboard/${id}` }
}

/** Signs in with a code. The page then shows what `to` names, or the workspaces of who signs in. */
export async function signIn(page: Page, email: string, to = ''): Promise<void> {
  const { pathname } = new URL(to, service.origin)
  await page.goto(`${service.origin}/dashboard/sign-in?to=${encodeURIComponent(pathname)}`)
  const before = service.printed().length
  await page.fill('input[name=email]', email)
  await page.press('input[name=email]', 'Enter')
  await page.fill('input[name=code]', await service.mailedCode(email, before))
  await page.press('input[name=code]', 'Enter')
  await page.waitForURL((url) => url.pathname !== '/dashboard/sign-in/code')
}

let session: Session

/** Creates an office for a walk of a file, in which its owner is signed in. */
export async function openOffice(name: string) {
  const email = `${name}.${process.pid}@example.org`
  const office = await createOffice(email)
  session ??= await sessionOf(email)
  return { ...office, email, session }
}

/** Opens a section from the navigation, which phones have behind a button. */
export async function openSection(page: Page, name: string): Promise<void> {
  const menu = page.locator('.menu-button')
  if (await menu.isVisible()) await menu.click()
  await page.locator('#navigation').getByRole('link', { name }).click()
}

/** The session of who signs in, which other visits can use, too. */
export async function sessionOf(email: string): Promise<Session> {
  let session: Session
  await visit({ locale: 'de-DE', width: 1280, colorScheme: 'light' }, async (page) => {
    await signIn(page, email)
    session = await page.context().storageState()
  })
  return session
}
