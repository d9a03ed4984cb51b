import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Dialog, Page } from 'playwright-core'
import { assertKeyboardReaches } from './keyboard.ts'
import { look } from './look.ts'
import { visitOffice } from './office.ts'
import { concurrency, GERMAN, service } from './visit.ts'

const PAGES: Record<string, (member: string) => string> = {
  home: () => '',
  'the list of members': () => '/members?add=departments',
  'the form of a member': (member) => `${member}/edit`,
  applications: () => '/applications',
  'the settings of the portal': () => '/settings/portal',
}

describe('the keyboard', { concurrency }, () => {
  for (const [name, path] of Object.entries(PAGES))
    it(`reaches everything on ${name}`, () =>
      visitOffice(GERMAN, async (page, office) => {
        await page.goto(`${office.home}${path(await memberOf(office))}`)
        await assertKeyboardReaches(page)
      }))

  it('opens pages and moves through rows', () =>
    visitOffice(GERMAN, async (page, office) => {
      await page.goto(office.home)
      await press(page, 'g', 'm')
      await page.waitForURL(`${office.home}/members`)

      await press(page, '/')
      assert.equal(await focused(page).getAttribute('name'), 'search')
      await press(page, 'Tab', 'j', 'j')
      assert.equal(await focused(page).textContent(), 'Bergmann, Katrin')
      await press(page, 'k', 'x')
      await page.getByRole('checkbox', { name: 'Bergmann, Jonas auswählen', checked: true }).waitFor()
      assert.equal(await focused(page).textContent(), 'Bergmann, Jonas')

      await press(page, '?')
      await page.getByRole('heading', { name: 'Tastenkürzel' }).waitFor()
      await press(page, 'Escape', 'n')
      await page.waitForURL(`${office.home}/members/new`)
    }))

  it('finds a person from every page', () =>
    visitOffice(GERMAN, async (page, office) => {
      await page.goto(office.home)
      await press(page, 'Control+k')
      await page.keyboard.type('lefevre')
      await page.getByRole('option', { name: 'Françoise Lefèvre' }).waitFor()
      await look(page, 'palette', '1 Treffer')
      await press(page, 'Enter')
      await page.getByRole('heading', { name: 'Françoise Lefèvre' }).waitFor()
    }))

  it('takes the two keys of a shortcut, however shortly after another key', () =>
    visitOffice(GERMAN, async (page, office) => {
      await page.clock.install()
      await page.goto(office.home)
      await press(page, 'j')
      await page.clock.runFor(1400)
      await press(page, 'g')
      await page.clock.runFor(200)
      await press(page, 'm')
      await page.waitForURL(`${office.home}/members`)
    }))

  it('closes the search by a click beside it, also where browsers do not know closedby', () =>
    visitOffice(GERMAN, async (page, office) => {
      await page.goto(office.home)
      const palette = page.locator('#palette')
      await palette.evaluate((element) => element.removeAttribute('closedby'))
      await press(page, 'Control+k')
      await page.locator('#palette-hits').waitFor()
      await page.mouse.click(5, 500)
      await palette.waitFor({ state: 'hidden' })
    }))

  it('counts chosen rows, also once the window became narrow', () =>
    visitOffice(GERMAN, async (page, office) => {
      await page.goto(`${office.home}/members`)
      await page.locator('tbody input').first().check()
      await page.locator('tbody input').nth(1).check()
      await page.setViewportSize({ width: 390, height: 844 })
      assert.equal(await page.locator('.bulk-count').getAttribute('data-count'), '2')
    }))

  it('does not open pages for those who type, nor for those who switched shortcuts off', () =>
    visitOffice(
      GERMAN,
      async (page, office) => {
        await page.goto(`${office.home}/members`)
        await page.focus('main [name=search]')
        await press(page, 'g', 's')
        assert.equal(await page.inputValue('main [name=search]'), 'gs')

        await page.goto(`${office.home}/account`)
        await page.getByLabel('Tastenkürzel').uncheck()
        await page.getByRole('button', { name: 'Speichern' }).click()
        await page.getByText('Gespeichert.').waitFor()
        const url = page.url()
        await press(page, 'g', 'm', '?')
        assert.equal(page.url(), url)
        assert.equal(await page.getByRole('heading', { name: 'Tastenkürzel' }).isVisible(), false)
      },
      'keyboard@example.org',
    ))
})

describe('a form with changes', () => {
  it('asks before it is left', () =>
    visitOffice(GERMAN, async (page, office) => {
      const member = await memberOf(office)
      const asked: string[] = []
      const answer = (act: (dialog: Dialog) => Promise<void>) =>
        page.once('dialog', async (dialog) => {
          asked.push(dialog.type())
          await act(dialog)
        })
      const leave = () => page.getByRole('link', { name: 'Übersicht' }).click({ noWaitAfter: true })
      await page.goto(`${office.home}${member}/edit`)
      await page.fill('[name="name.first_name"]', 'Käthe')

      answer((dialog) => dialog.dismiss())
      await leave()
      assert.equal(await page.inputValue('[name="name.first_name"]'), 'Käthe')
      answer((dialog) => dialog.accept())
      await leave()
      await page.waitForURL(office.home)
      assert.deepEqual(asked, ['beforeunload', 'beforeunload'])

      await page.goto(`${office.home}${member}/edit`)
      await page.fill('[name="name.first_name"]', 'Käthe')
      await page.getByRole('button', { name: 'Speichern' }).click()
      await page.getByRole('heading', { name: 'Käthe Bergmann' }).waitFor()
      assert.equal(asked.length, 2)
    }))
})

async function memberOf({ key }: { key: string }): Promise<string> {
  const { id } = await service.api(key, 'GET', '/lists/members/persons/m-1004')
  return `/members/${id}`
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

const focused = (page: Page) => page.locator(':focus')
