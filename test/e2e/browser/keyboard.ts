import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Fails unless the tab key alone reaches everything on the page that a pointer can use, and shows where it is. */
export async function assertKeyboardReaches(page: Page): Promise<void> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  const reached = new Set<string>()
  let last = ''
  for (;;) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(focus)
    // The tab key moves within a date, too.
    if (focused?.name === last) continue
    if (!focused || reached.has(focused.name)) break
    assert.ok(focused.isShown, `${page.url()} does not show that it focuses ${focused.name}`)
    reached.add(focused.name)
    last = focused.name
  }
  const missed = (await page.evaluate(interactive)).filter((name) => !reached.has(name))
  assert.deepEqual(missed, [], `The tab key does not reach all of ${page.url()}`)
}

// Both run in the page. A name counts the element, so that links with one text differ.

function focus() {
  const element = document.activeElement
  if (!element || element === document.body) return undefined
  const all = [...document.querySelectorAll('*')]
  const isOutlined = (one: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && outlineWidth !== '0px'
  }
  const { top, bottom } = element.getBoundingClientRect()
  const isInView = bottom > 0 && top < innerHeight
  return {
    name: `${all.indexOf(element)} ${element.outerHTML.slice(0, 200)}`,
    isShown: isInView && (isOutlined(element) || !!element.closest('.input-unit')),
  }
}

function interactive() {
  const all = [...document.querySelectorAll('*')]
  const usable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]'
  // Arrow keys move through radio buttons, so the tab key reaches one of a group.
  const isOtherRadio = (one: Element) => {
    if (!(one instanceof HTMLInputElement) || one.type !== 'radio') return false
    const group = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
      ({ name, form }) => name === one.name && form === one.form,
    )
    return one !== (group.find(({ checked }) => checked) ?? group[0])
  }
  return all
    .filter((one) => one.matches(usable) && !one.matches(':disabled, [tabindex="-1"]'))
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !isOtherRadio(one))
    .map((one) => `${all.indexOf(one)} ${one.outerHTML.slice(0, 200)}`)
}
