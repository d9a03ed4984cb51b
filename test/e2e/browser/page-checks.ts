import assert from 'node:assert/strict'
import axe from 'axe-core'
import { HtmlValidate } from 'html-validate'
import type { BrowserContext, Page } from 'playwright-core'

const validator = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] })

/** Checks everything that a browser loads: from the service only, valid HTML, nothing that the policy blocks. */
export function watch(context: BrowserContext, origin: string) {
  const complaints: string[] = []
  const checks: Promise<void>[] = []
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:')) complaints.push(`asked ${url}`)
  })
  context.on('console', (message) => {
    if (/Content Security Policy|Refused/i.test(message.text())) complaints.push(message.text())
  })
  context.on('response', (response) => {
    if (response.request().resourceType() !== 'document' || response.status() === 303) return
    checks.push(response.text().then((html) => validate(response.url(), html, complaints)))
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
export async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  )
  const descriptions = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  assert.deepEqual(descriptions, [], page.url())
}

/** Checks that the page shows texts, is accessible, and fits the width of the window. */
export async function assertShown(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await page.getByText(text).first().waitFor({ timeout: 5_000 })
  await assertAccessible(page)
  const overhang = await page.evaluate(() => document.body.scrollWidth - window.innerWidth)
  assert.ok(overhang <= 0, `${page.url()} is ${overhang} pixels too wide`)
}
