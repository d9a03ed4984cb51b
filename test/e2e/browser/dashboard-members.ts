import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { look, lookAtPrint } from './look.ts'
import { openSection, visitOffice } from './office.ts'
import { assertTexts } from './page-checks.ts'
import { concurrency, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    members: 'Mitglieder',
    search: 'Suchen',
    filter: 'Filter',
    addCondition: 'Bedingung hinzufügen',
    departments: 'Abteilungen',
    apply: 'Anwenden',
    condition: 'Abteilungen enthält Handball',
    number: 'Nummer',
    actions: 'Aktionen',
    change: 'Feld ändern',
    whatChanges: '2 Mitglieder ändern',
    shirt: 'T-Shirt-Größe',
    run: 'Bei 2 Mitgliedern setzen',
    changed: '2 Mitglieder geändert.',
    undo: 'Rückgängig machen',
    undone: 'Rückgängig gemacht.',
    remove: 'Löschen',
    removeLead: 'Das lässt sich nicht rückgängig machen.',
  },
  'en-GB': {
    members: 'Members',
    search: 'Search',
    filter: 'Filter',
    addCondition: 'Add a condition',
    departments: 'Abteilungen',
    apply: 'Apply',
    condition: 'Abteilungen has Handball',
    number: 'Number',
    actions: 'Actions',
    change: 'Change a field',
    whatChanges: 'Change 2 members',
    shirt: 'T-Shirt-Größe',
    run: 'Set for 2 members',
    changed: 'Changed 2 members.',
    undo: 'Undo',
    undone: 'Undone.',
    remove: 'Delete',
    removeLead: 'This cannot be undone.',
  },
}

describe('the list of members', { concurrency }, () => {
  for (const [name, visitor] of visitors()) {
    const words = WORDS[visitor.locale]

    it(`is searched, filtered and changed, ${name}`, () =>
      visitOffice(visitor, async (page, { home }) => {
        await page.goto(home)
        await openSection(page, words.members)

        await page.fill('main [name=search]', 'lefevre')
        await page.press('main [name=search]', 'Enter')
        await assertTexts(page, 'Lefèvre, Françoise', /[„“]lefevre[“”]/)
        await assertRows(page, 1)
        await page.getByRole('link', { name: /[„“]lefevre[“”]/ }).click()
        await assertRows(page, 16)
        await lookAtPrint(page, 'members', 'Bergmann, Jonas')

        await page.locator('summary', { hasText: words.filter }).click()
        await page.getByLabel(words.addCondition).selectOption(words.departments)
        await page.getByRole('button', { name: words.apply }).click()
        await page.locator('[name^="value"], [name*="value"]').last().selectOption('Handball')
        await page.getByRole('button', { name: words.apply }).click()
        await look(page, 'members-condition', words.condition)
        await assertRows(page, 4)

        await choose(page, 'Yıldız', 'Zieliński')
        await look(page, 'members-chosen')
        await act(page, words.actions, words.change)
        await look(page, 'bulk-choose', words.whatChanges)
        await page.getByRole('button', { name: words.shirt }).click()
        await page.locator('[name=shirt_size]').selectOption('M')
        await look(page, 'bulk-confirm', 'Yıldız')
        await page.getByRole('button', { name: words.run }).click()
        await look(page, 'bulk-done', words.changed)
        await page.getByRole('button', { name: words.undo }).click()
        await look(page, 'bulk-undone', words.undone)

        await choose(page, 'Yıldız')
        await act(page, words.actions, words.remove)
        await look(page, 'bulk-delete', words.removeLead)
      }))
  }
})

async function assertRows(page: Page, count: number): Promise<void> {
  await page
    .locator('tbody tr')
    .nth(count - 1)
    .waitFor()
  assert.equal(await page.locator('tbody tr').count(), count)
}

async function choose(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.locator('tbody tr', { hasText: name }).getByRole('checkbox').check()
}

/** Presses a button of the bar of the chosen rows. Phones have it behind another button. */
async function act(page: Page, actions: string, name: string): Promise<void> {
  const opener = page.getByRole('button', { name: actions, exact: true })
  if (await opener.isVisible()) await opener.click()
  await page.locator('.bulk').getByRole('button', { name }).click()
}
