import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { statementXml } from '../../../src/dev/statement.ts'
import { look } from './look.ts'
import { openSection, visitOffice } from './office.ts'
import { assertTexts } from './page-checks.ts'
import { concurrency, gotoAfter, service, visitors } from './visit.ts'

const WORDS = {
  'de-DE': {
    bank: 'Bank',
    import: 'Kontoauszug einlesen',
    submit: 'Einlesen',
    addFirst: 'Lege es an',
    save: 'Speichern',
    added: 'Das Konto ist angelegt.',
    imported: '7 neue Umsätze. 2 sind sicher.',
    confirmCertain: 'Alle 2 sicheren bestätigen',
    certainDone: '2 Umsätze bestätigt.',
    take: 'Übernehmen',
    confirmed: 'Zugeordnet:',
    undo: 'Rückgängig machen',
    undone: 'Rückgängig gemacht',
    find: 'Beiträge suchen …',
    search: 'Suchen',
    left: 'Es bleiben 48,00 € von 96,00 €.',
    even: 'Alles ist verteilt.',
    split: 'Zuordnen',
    book: 'Buchen …',
    booked: 'Gebucht:',
    bookNow: 'Buchen',
    ignore: 'Ausblenden',
    reason: 'Umbuchung auf das Sparkonto',
    noReason: 'Bitte gib einen Grund',
    ignoreNow: 'Ausblenden',
    allDone: 'Alles zugeordnet',
    done: 'Erledigt',
    history: 'Verlauf',
    nothingChanged: 'Deine Eingabe wurde nicht übernommen.',
    statements: 'Auszüge ansehen',
    undoImport: 'Rückgängig machen',
    touched: 'Mit Umsätzen dieser Datei wurde schon gearbeitet.',
  },
  'en-GB': {
    bank: 'Bank',
    import: 'Import a statement',
    submit: 'Import',
    addFirst: 'Add it, then import the file again.',
    save: 'Save',
    added: 'The account was added.',
    imported: '7 new lines. 2 are certain.',
    confirmCertain: 'Confirm all 2 certain ones',
    certainDone: '2 lines confirmed.',
    take: 'Take',
    confirmed: 'Confirmed:',
    undo: 'Undo',
    undone: 'Undone; the line is open again',
    find: 'Find fees …',
    search: 'Search',
    left: '€48.00 of €96.00 is left.',
    even: 'Nothing is left.',
    split: 'Assign',
    book: 'Book …',
    booked: 'Booked:',
    bookNow: 'Book',
    ignore: 'Ignore',
    reason: 'Transfer to the savings account',
    noReason: 'Enter a reason',
    ignoreNow: 'Ignore',
    allDone: 'All done',
    done: 'Done',
    history: 'History',
    nothingChanged: 'Your entry was not saved.',
    statements: 'Show statements',
    undoImport: 'Undo',
    touched: 'lines of this file were confirmed or ignored.',
  },
}

const IBAN = 'DE02120300000000202051'

type Fee = { external_id: string | null; reference: string }

/** What the bank booked: two payments with their reference, two without, one for two fees, and two that go out. */
async function statement(key: string): Promise<Buffer> {
  const fees: Fee[] = await service.api(key, 'GET', '/fees')
  const referenceOf = (member: string) =>
    fees.find(({ external_id }) => external_id === `annual-2026-${member}`)?.reference
  const booking = (day: string, amount: number, name: string, text: string) => ({
    date: `2026-03-${day}`,
    amount,
    name,
    text,
  })
  const xml = statementXml(IBAN, 250_000, [
    booking('02', 12_000, 'Ingrid Vogt', `Jahresbeitrag ${referenceOf('m-1001')}`),
    booking('02', 14_400, 'MEHMET YILDIZ', `SVWZ+Beitrag ${referenceOf('m-1002')} DANKE`),
    booking('03', 10_000, 'Bergmann, Katrin', `Beitrag 2026 ${referenceOf('m-1004')}`),
    booking('04', 7_200, 'Zoe de Vries', 'Mitgliedsbeitrag laut Schreiben vom 12. Januar'),
    booking('05', 9_600, 'Familie Bergmann', 'Beitrag der Kinder'),
    booking('06', -8_320, 'Stadtwerke Lindental', 'Abschlag Strom Vereinsheim Kd-Nr 4711'),
    booking('09', -50_000, 'TSV Lindental 1898 e. V.', 'Umbuchung'),
  ])
  return Buffer.from(xml)
}

describe('the bank', { concurrency }, () => {
  for (const [name, visitor] of visitors()) {
    const words = WORDS[visitor.locale]
    const main = (page: Page) => page.locator('main')
    const press = (page: Page, button: string) =>
      main(page).getByRole('button', { name: button, exact: true }).first().click()
    const follow = (page: Page, link: string) =>
      main(page).getByRole('link', { name: link, exact: true }).first().click()
    const lineOf = (page: Page, text: string) => main(page).locator('.match', { hasText: text })

    it(`imports a statement and assigns its lines, ${name}`, () =>
      visitOffice(visitor, async (page, { home, key }) => {
        const file = { name: 'statement.xml', mimeType: 'text/xml', buffer: await statement(key) }
        const upload = async () => {
          await page.setInputFiles('input[type=file]', file)
          await press(page, words.submit)
        }
        await page.goto(home)
        await openSection(page, words.bank)
        await look(page, 'bank-empty', words.import)
        await follow(page, words.import)
        await upload()
        await look(page, 'bank-import-refused', words.addFirst)
        await page.fill('[name=name]', 'Girokonto')
        await press(page, words.save)
        await assertTexts(page, words.added)
        await upload()
        await look(page, 'bank-lines', words.imported, 'Stadtwerke Lindental')

        await press(page, words.confirmCertain)
        await assertTexts(page, words.certainDone)
        if (visitor.locale === 'de-DE') await page.keyboard.press('c')
        else await press(page, words.take)
        await look(page, 'bank-line-confirmed', words.confirmed, 'Zoe de Vries')
        await press(page, words.undo)
        await assertTexts(page, words.undone)
        await press(page, words.take)
        await lineOf(page, 'Zoe de Vries').getByRole('button', { name: words.take }).click()
        await assertTexts(page, words.confirmed)

        await lineOf(page, 'Beitrag der Kinder').getByRole('link', { name: words.find }).click()
        const feeOf = (person: string) =>
          main(page)
            .locator('li', { hasText: new RegExp(`Jahresbeitrag 2026 \\S+ ${person}`) })
            .getByRole('checkbox')
        await feeOf('Jonas').check()
        await feeOf('Lina').uncheck()
        await look(page, 'bank-fees', 'Jonas Bergmann')
        await page.fill('main [name=q]', '48,00')
        await press(page, words.search)
        await look(page, 'bank-split', words.left)
        await feeOf('Lina').check()
        if (visitor.locale === 'de-DE') await assertTexts(page, words.even)
        await press(page, words.split)
        await assertTexts(page, words.confirmed, 'Lina Bergmann')

        await lineOf(page, 'Stadtwerke').getByRole('link', { name: words.book }).click()
        await look(page, 'bank-book')
        await press(page, words.bookNow)
        await assertTexts(page, words.booked)
        await lineOf(page, 'Umbuchung').getByRole('link', { name: words.ignore }).click()
        await press(page, words.ignoreNow)
        await look(page, 'bank-ignore-refused', words.noReason)
        await page.fill('[name=reason]', words.reason)
        await press(page, words.ignoreNow)
        await look(page, 'bank-all-done', words.allDone)

        await follow(page, words.done)
        await look(page, 'bank-done', 'Stadtwerke Lindental')
        await follow(page, 'Familie Bergmann')
        await look(page, 'bank-line', words.history, 'Lina Bergmann')
        const line = page.url()
        await gotoAfter(page, line, 'line_changed')
        await look(page, 'bank-line-refused', words.nothingChanged, 'Anna Weber')
        await openSection(page, words.bank)
        await look(page, 'bank-accounts', 'Girokonto')
        await follow(page, words.statements)
        await look(page, 'bank-statements')
        await follow(page, words.undoImport)
        await assertTexts(page, words.touched)
        const lines = await service.api(key, 'GET', '/bank_lines?state=open')
        assert.deepEqual(lines, [])
      }))
  }
})
