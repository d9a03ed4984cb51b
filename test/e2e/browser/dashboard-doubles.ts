import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look } from './look.ts'
import { visitOffice } from './office.ts'
import { assertTexts } from './page-checks.ts'
import { concurrency, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    doubles: 'Doppelte',
    title: 'Vielleicht doppelt',
    compare: 'Vergleichen',
    next: 'Weiter zur Bestätigung',
    forGood: 'Das lässt sich nicht rückgängig machen',
    merge: 'Zusammenführen',
    merged: 'Die beiden Einträge sind jetzt einer.',
    none: 'Keine Doppelten gefunden',
  },
  'en-GB': {
    doubles: 'Doubles',
    title: 'Possible doubles',
    compare: 'Compare',
    next: 'Continue to confirm',
    forGood: 'This cannot be undone',
    merge: 'Merge',
    merged: 'The two entries are one now.',
    none: 'No doubles found',
  },
}

async function mergeDoubles(page: Page, words: (typeof WORDS)['de-DE'], home: string): Promise<void> {
  await page.goto(`${home}/members`)
  await page.getByRole('link', { name: words.doubles, exact: true }).click()
  await look(page, 'doubles', words.title, 'Thomas Brandt', 'Birkenweg 12')
  await page.getByRole('link', { name: words.compare }).click()
  await look(page, 'doubles-compare', words.next, 'Ahornweg 3')
  // With the keyboard alone: the other address is chosen.
  await page.locator('[name="field.address"][value=kept]').focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: words.next }).click()
  await look(page, 'doubles-confirm', words.forGood, 'Ahornweg 3')
  await page.getByRole('button', { name: words.merge, exact: true }).click()
  await assertTexts(page, words.merged, 'Ahornweg 3')
  await page.goto(`${home}/members/doubles`)
  await look(page, 'doubles-none', words.none)
}

describe('persons who are there twice', { concurrency }, () => {
  for (const [name, visitor] of visitors())
    it(`are merged ${name}`, () =>
      visitOffice(visitor, (page, { home }) => mergeDoubles(page, WORDS[visitor.locale], home)))
})
