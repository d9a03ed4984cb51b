import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { UNBOOKED } from '../../../src/dev/demo/money.ts'
import { look } from './look.ts'
import { assertTexts } from './page-checks.ts'
import { handsOn, statementFile, type Treasury } from './treasurer.ts'
import { service } from './visit.ts'

export const MONTH_WORDS = {
  'de-DE': {
    home: 'Übersicht',
    toDo: 'Zu erledigen',
    returnedBefore: 'Bei 1 Beitrag kam die Lastschrift zurück',
    returnedAfter: 'Bei 4 Beiträgen kam die Lastschrift zurück',
    toSubmit: /Datei bei der Bank einreichen/,
    openLines: /Umsätze der Bank sind offen/,
    bank: 'Bank',
    import: 'Kontoauszug einlesen',
    submit: 'Einlesen',
    imported: '8 neue Umsätze. 2 sind sicher.',
    confirmCertain: 'Alle 2 sicheren bestätigen',
    certainDone: '2 Umsätze bestätigt.',
    take: 'Übernehmen',
    confirmed: 'Zugeordnet:',
    undo: 'Rückgängig machen',
    undone: 'Rückgängig gemacht',
    takeReturn: 'Rücklastschrift bestätigen',
    returned: 'Rücklastschrift bestätigt',
    againOpen: 'Wieder offen:',
    find: 'Beiträge suchen …',
    assign: 'Zuordnen',
    bookExpense: 'Buchen …',
    bookIncome: 'Buchen',
    book: 'Buchen',
    booked: 'Gebucht:',
    allDone: 'Alles zugeordnet',
  },
  'en-GB': {
    home: 'Home',
    toDo: 'To do',
    returnedBefore: 'The direct debit of 1 fee came back',
    returnedAfter: 'The direct debits of 4 fees came back',
    toSubmit: /send the file to the bank/,
    openLines: /bank lines are open/,
    bank: 'Bank',
    import: 'Import a statement',
    submit: 'Import',
    imported: '8 new lines. 2 are certain.',
    confirmCertain: 'Confirm all 2 certain ones',
    certainDone: '2 lines confirmed.',
    take: 'Take',
    confirmed: 'Confirmed:',
    undo: 'Undo',
    undone: 'Undone; the line is open again',
    takeReturn: 'Confirm the return',
    returned: 'Return confirmed',
    againOpen: 'Open again:',
    find: 'Find fees …',
    assign: 'Assign',
    bookExpense: 'Book …',
    bookIncome: 'Book',
    book: 'Book',
    booked: 'Booked:',
    allDone: 'All done',
  },
}

/** A month of a treasurer: a statement is imported, and each of its lines becomes what it is. */
export async function walkThroughMonth(
  page: Page,
  treasury: Treasury,
  words: (typeof MONTH_WORDS)['de-DE' | 'en-GB'],
) {
  const { press, follow, choose, open, main, taken, acts } = handsOn(page)
  const lineOf = (text: string) => main.locator('.match', { hasText: text })
  await page.goto(treasury.home)
  await look(page, 'month-home', words.returnedBefore, words.toSubmit)

  await open(words.bank)
  await follow(words.import)
  await page.setInputFiles('input[type=file]', statementFile(treasury))
  await press(words.submit)
  await look(page, 'month-inbox', words.imported, 'Stadtwerke Lindental')
  await press(words.confirmCertain)
  await assertTexts(page, words.certainDone)

  await press(words.take, lineOf('Soren Kjaer'))
  await assertTexts(page, words.confirmed)
  await press(words.undo)
  await assertTexts(page, words.undone)
  await press(words.take, lineOf('Soren Kjaer'))
  await assertTexts(page, words.confirmed)
  await press(words.takeReturn, lineOf('MD06'))
  await look(page, 'month-returned', words.returned, words.againOpen, /Jonas Bergmann/)
  const returned = await service.api(treasury.key, 'GET', '/fees?status=returned')
  assert.equal(returned.length, 4)

  await follow(words.find, lineOf('Sport Ritter'))
  await page.fill('main [name=q]', 'Ritter')
  await page.press('main [name=q]', 'Enter')
  await press(words.assign)
  await assertTexts(page, words.confirmed, /Plakat zum Sommerfest/)
  for (const [line, button, place] of [
    ['Stadtwerke', words.bookExpense, 'Vereinsheim › Strom'],
    ['Aoife', words.bookIncome, 'Turnen'],
    ['Kontoführung', words.bookExpense, 'Vereinsheim › Bankgebühren'],
  ] as const) {
    await follow(button, lineOf(line))
    await choose('place', place)
    await page.selectOption('[name=sphere]', 'ideal')
    await press(words.book)
    await assertTexts(page, words.booked)
  }
  await look(page, 'month-all-done', words.allDone)
  await open(words.home)
  await assertTexts(page, words.returnedAfter, words.toSubmit)
  assert.equal(await main.getByText(words.openLines).count(), 0)
  await assertBooked(treasury)
  assertActs(acts)
  return taken
}

/** The cash book has what the bank says but for what nobody booked yet, and no line is left. */
async function assertBooked({ key, opening, bookings }: Treasury): Promise<void> {
  assert.deepEqual(await service.api(key, 'GET', '/bank_lines?state=open'), [])
  const [account] = await service.api(key, 'GET', '/accounts')
  const closing = bookings.reduce((sum, { amount }) => sum + amount, opening)
  assert.equal(account.balance, closing - UNBOOKED)
}

/** One act was enough for all certain lines, and one for each other; the first was also undone and confirmed again. */
function assertActs(acts: string[]): void {
  const lines = acts.flatMap((path) => /\/bank\/lines\/(\w+)/.exec(path)?.[1] ?? [])
  const [certain, ...others] = Map.groupBy(lines, (line) => line).entries()
  assert.deepEqual(certain, ['certain', ['certain']])
  assert.deepEqual(
    others.map(([, acts]) => acts.length),
    [3, 1, 1, 1, 1, 1],
  )
}
