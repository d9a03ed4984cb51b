import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createMonthClub, type MonthClub } from './bank-month.ts'
import { look } from './look.ts'
import { addSession } from './office.ts'
import { assertTexts } from './page-checks.ts'
import { handsOn } from './treasurer.ts'
import { GERMAN, service, visit } from './visit.ts'

const JONAS = { name: 'Jonas Behrens', email: 'jonas.walks@example.org' }

/** What a month of 200 lines may take: presses and fields that are filled in, and pages that load. */
const MAX = { acts: 60, loads: 40 }

const WORDS = {
  bank: 'Bank',
  import: 'Kontoauszug einlesen',
  submit: 'Einlesen',
  imported: /200 neue Umsätze\. 150 sind sicher\./,
  confirmCertain: /^Alle \d+ sicheren bestätigen$/,
  review: 'Durchsehen',
  confirmTicked: /^\d+ bestätigen$/,
  takeReturn: 'Rücklastschrift bestätigen',
  bookAll: /^Alle( \d+)? buchen$/,
  asLastTime: /Wie letztes Mal/,
  take: 'Übernehmen',
  find: 'Beiträge suchen …',
  even: 'Alles ist verteilt.',
  assign: 'Zuordnen',
  bookExpense: 'Buchen …',
  book: 'Buchen',
  allDone: 'Alles zugeordnet',
  showStatements: 'Auszüge ansehen',
  isEqual: /Bank = Buch ✓/,
}

describe('a treasurer with a month of 200 lines', () => {
  it('works it from the screens, in few acts and loads', () =>
    visit(GERMAN, async (page) => {
      const club = await createMonthClub(JONAS)
      await addSession(page, JONAS.email)
      const { acts, loads } = await walkThroughMonth(page, club)
      assert.ok(acts <= MAX.acts && loads <= MAX.loads, `a month took ${acts} acts and ${loads} page loads`)
    }))
})

async function walkThroughMonth(page: Page, club: MonthClub) {
  const { press, follow, choose, open, main, taken } = handsOn(page)
  let fields = 0
  const matches = main.locator('.match')

  /** Does something with the first line that has it, until no line has it any more. */
  async function whileAny(lines: Locator, act: (line: Locator) => Promise<unknown>): Promise<void> {
    for (let left = await lines.count(); left > 0; ) {
      await act(lines.first())
      await page.waitForLoadState()
      const now = await lines.count()
      assert.ok(now < left, `${now} lines are left of ${left}`)
      left = now
    }
  }

  const has = (role: 'button' | 'link', name: string | RegExp) => page.getByRole(role, { name, exact: true })
  const linesWith = (role: 'button' | 'link', name: string | RegExp) =>
    matches.filter({ has: has(role, name) })

  async function divide(line: Locator): Promise<void> {
    await follow(WORDS.find, line)
    const ticks = main.locator('.shares [type=checkbox]')
    for (const tick of await ticks.all())
      if (!(await isEven()) && !(await tick.isChecked())) {
        await tick.check()
        fields += 1
      }
    await assertTexts(page, WORDS.even)
    await press(WORDS.assign)
  }
  const isEven = async () => (await main.getByText(WORDS.even, { exact: true }).count()) > 0

  async function book(line: Locator): Promise<void> {
    await follow(WORDS.bookExpense, line)
    await choose('place', 'Vereinsheim › Reinigung')
    await page.selectOption('[name=sphere]', 'ideal')
    fields += 2
    await press(WORDS.book)
  }

  await page.goto(club.home)
  await open(WORDS.bank)
  await follow(WORDS.import)
  await page.setInputFiles('input[type=file]', club.file)
  fields += 1
  await press(WORDS.submit)
  await assertTexts(page, WORDS.imported)
  await press(WORDS.confirmCertain)
  await look(page, 'bank-month-inbox', WORDS.review)
  await follow(WORDS.review)
  await look(page, 'bank-month-review', /\d+ Vorschläge/)
  await press(WORDS.confirmTicked)
  await look(page, 'bank-month-reviewed', /Umsätze bestätigt/)
  await whileAny(main.getByRole('button', { name: WORDS.bookAll }), (button) => {
    taken.clicks += 1
    return button.click()
  })
  await whileAny(matches.filter({ hasText: WORDS.asLastTime }), (line) => press(WORDS.book, line))
  await whileAny(linesWith('button', WORDS.takeReturn), (line) => press(WORDS.takeReturn, line))
  await whileAny(linesWith('button', WORDS.take), (line) => press(WORDS.take, line))
  await whileAny(linesWith('link', WORDS.find), divide)
  await whileAny(linesWith('link', WORDS.bookExpense), book)
  await assertTexts(page, WORDS.allDone)
  assert.deepEqual(await service.api(club.key, 'GET', '/bank_lines?state=open'), [])

  await open(WORDS.bank)
  const isEqual = main.getByText(WORDS.isEqual).first()
  if ((await isEqual.count()) === 0) await follow(WORDS.showStatements)
  const worked = { acts: taken.clicks + fields, loads: taken.pages }
  console.log(`A month of 200 lines took ${worked.acts} acts and ${worked.loads} page loads.`)
  await look(page, 'bank-month-equal', WORDS.isEqual)
  return worked
}
