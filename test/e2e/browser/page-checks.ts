import assert from 'node:assert/strict'
import axe from 'axe-core'
import { HtmlValidate } from 'html-validate'
import type { BrowserContext, Page } from 'playwright-core'

const validator = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] })

/** What the console says of an answer that shows a form again, or that something is not there. */
const REFUSED_FORM = /^Failed to load resource: the server responded with a status of 4\d\d/

/** What a view transition says where its page is left before it ends. */
const LEFT_EARLY = /ViewTransition opt-in disabled/

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
    if (isProblem && !REFUSED_FORM.test(message.text())) complaints.push(message.text())
  })
  context.on('weberror', (error) => {
    const text = String(error.error())
    if (!LEFT_EARLY.test(text)) complaints.push(text)
  })
  context.on('response', (response) => {
    if (response.request().resourceType() !== 'document' || response.status() === 303) return
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

/** Fails when axe finds a violation on the current page. */
export async function assertAccessible(page: Page, runOnly?: string[]): Promise<void> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (rules) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        ...(rules && { runOnly: rules }),
      }),
    runOnly,
  )
  const descriptions = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  assert.deepEqual(descriptions, [], page.url())
}

/** Fails when the page is wider than the window. */
export async function assertFits(page: Page): Promise<void> {
  const overhang = await page.evaluate(() => document.body.scrollWidth - window.innerWidth)
  assert.ok(overhang <= 0, `${page.url()} is ${overhang} pixels too wide`)
}

/** Waits for texts on the page. */
export async function assertTexts(page: Page, ...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) await page.getByText(text).filter({ visible: true }).first().waitFor()
}

/** Checks that the page shows texts, is accessible, and fits the width of the window. */
export async function assertShown(page: Page, ...texts: (string | RegExp)[]): Promise<void> {
  await assertTexts(page, ...texts)
  await assertAccessible(page)
  await assertFits(page)
}
