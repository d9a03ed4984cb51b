import { type Browser, firefox, type Page } from 'playwright-core'

/**
 * Whether the walks are in Firefox, which WebDriver BiDi drives. There they have one colour scheme, always scripts, and do not
 * print, since playwright cannot ask it for others.
 */
export const isFirefox = process.env.ENGINE === 'firefox'

export async function openFirefox(executablePath: string): Promise<Browser> {
  const firefoxUserPrefs = { 'ui.prefersReducedMotion': 1 }
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath, firefoxUserPrefs })
  leaveOutSchemes(browser)
  return browser
}

type Session = { send: (method: string, params: object) => Promise<object> }
type Internals = { _connection: { toImpl: (browser: Browser) => { _browserSession: Session } } }

/** Playwright tells each context its colour scheme, by a command that this Firefox does not know and that fails all. */
function leaveOutSchemes(browser: Browser): void {
  const { _browserSession } = (browser as unknown as Internals)._connection.toImpl(browser)
  const session: Session = Object.getPrototypeOf(_browserSession)
  const { send } = session
  session.send = function (method, params) {
    return method === 'emulation.setMediaFeaturesOverride'
      ? Promise.resolve({})
      : send.call(this, method, params)
  }
}

/** Lets a page replace what an email field has: playwright adds to it, since it cannot be selected there. */
export function emptyBeforeFilling(page: Page): void {
  const frame = page.mainFrame()
  const fill = frame.fill.bind(frame)
  frame.fill = async (selector, value, options) => {
    await fill(selector, '', options)
    await fill(selector, value, options)
  }
}
