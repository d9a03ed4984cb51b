import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import { HtmlValidate } from 'html-validate'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { isFirefox } from './firefox.ts'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const validator = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] })

/** What the console says of an answer that shows a form again, or that something is not there. */
const REFUSED_FORM = /^Failed to load resource: the server responded with a status of 4\d\d/

/** What axe and the trace of a second try provoke in the sandboxed frame of a mail, where no script may run. */
const SANDBOXED_FRAME = /the recipient window's origin \('null'\)|the document's frame is sandboxed/

/** Checks everything that a browser loads: from the service only, valid HTML, and no problem in the console. */
export function watch(context: BrowserContext, origin: string) {
  const complaints: string[] = []
  const checks: Promise<void>[] = []
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:')) complaints.push(`asked ${url}`)
  })
  context.on('console', (message) => {
    const isProblem = ['error', 'warning'].includes(message.type())
    const text = message.text()
    if (isProblem && !REFUSED_FORM.test(text) && !SANDBOXED_FRAME.test(text)) complaints.push(text)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('response', (response) => {
    if (response.request().resourceType() !== 'document' || response.status() === 303) return
    // A mail in a frame has the attributes that mail programs know.
    if (response.frame().parentFrame()) return
    // A page that is left at once has no text any more.
    const text = response.text().catch(() => '')
    checks.push(text.then((html) => validate(response.url(), html, complaints)))
  })
  return async () => {
    await Promise.all(checks)
    assert.deepEqual(complaints, [])
  }
}

async function validate(url: string, html: string, complaints: string[]): Promise<void> {
  const report = await validator.validateString(html)
  for (const { messages } of report.results)
    for (const { ruleId, message, line } of messages) complaints.push(`${url}:${line} ${ruleId}: ${message}`)
}

type WithAxe = { axe?: typeof axe }

/** Fails when axe finds a violation on the current page: of all rules, of these alone, or of all `except` these. */
export async function assertAccessible(page: Page, rules?: string[] | { except: string[] }): Promise<void> {
  const disableScripts = await enableScripts(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await addAxe(page)
  const choice = Array.isArray(rules)
    ? { runOnly: rules }
    : { rules: Object.fromEntries((rules?.except ?? []).map((rule) => [rule, { enabled: false }])) }
  const violations = await page.evaluate(async (chosen) => {
    const options = { resultTypes: ['violations' as const], selectors: false, ...chosen }
    const results = await (globalThis as WithAxe).axe?.run(document, options)
    return results?.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, choice)
  await disableScripts?.()
  assert.deepEqual(violations, [], page.url())
}

/** Chromium compiles what comes by its protocol once for all pages of a visit, and what `evaluate` sends for each page. */
async function addAxe(page: Page): Promise<void> {
  const expression = `${AXE};0`
  if (isFirefox) await page.evaluate(expression)
  else await (await sessionOf(page)).send('Runtime.evaluate', { expression })
}

const sessions = new WeakMap<Page, CDPSession>()

async function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  return session
}

/** Lets axe run on a page that was loaded without scripts, until the returned function is called. */
async function enableScripts(page: Page): Promise<undefined | (() => Promise<void>)> {
  if (await page.evaluate(() => matchMedia('(scripting: enabled)').matches)) return
  const session = await sessionOf(page)
  const disable = async (value: boolean): Promise<void> => {
    await session.send('Emulation.setScriptExecutionDisabled', { value })
  }
  // A new session takes scripts for enabled.
  await disable(true)
  await disable(false)
  return () => disable(true)
}

/** Fails when the page is wider than the window. */
export async function assertFits(page: Page): Promise<void> {
  await page.waitForLoadState('domcontentloaded')
  const overhang = await page.evaluate(() => document.body.scrollWidth - window.innerWidth)
  assert.ok(overhang <= 0, `${page.url()} is ${overhang} pixels too wide`)
}

/** Fails when the narrowest phone, or type of twice the size, makes the page wider than the window. */
export async function assertFitsLargeType(page: Page): Promise<void> {
  const viewport = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 844 })
  await assertFits(page)
  if (!isFirefox) await assertFitsTwiceTheSize(page)
  if (viewport) await page.setViewportSize(viewport)
}

async function assertFitsTwiceTheSize(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  assert.equal(await page.locator('html').evaluate((html) => getComputedStyle(html).fontSize), '32px')
  await assertFits(page)
  const { SCREENSHOTS } = process.env
  if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/large-${Date.now()}.png`, fullPage: true })
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await session.detach()
}

/** Waits for texts on the page. */
export async function assertTexts(page: Page, ...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) await page.getByText(text).filter({ visible: true }).first().waitFor()
}
