import { describe, expect, it } from 'vitest'
import { importTexts } from '../../src/dashboard/imports/texts'
import { MAX_ALLOWED_VALUES } from '../../src/domain/custom-columns/limits'
import type { Role } from '../../src/domain/staff/roles'
import { supportedLocale } from '../../src/ui/i18n/locale'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo, openAfter } from '../support/done'
import { formValues, inputValue, textOf } from '../support/html'
import { upload } from '../support/import-file'
import { rows, workspace } from '../support/workspace'

const IBAN = 'DE89370400440532013000'

/** What a club of 1998 might have kept: a title above, two-digit years, a word for direct debit, a wrong IBAN. */
const DIRTY = [
  'Mitgliederliste TSV;;;;;;;',
  'Nr;Nachname;Vorname;Geb.-Datum;Zahlungsart;IBAN;Abteilung;Spind',
  `1;Müller;Jörg;1.8.56;Bankeinzug;${IBAN};Fußball;17`,
  '2;Kühn;Jördis;23.04.1963;Überweisung;;Turnen;',
  '3;Vogt;Ada;31.02.1990;Tauschgeschäft;DE00123;Turnen;4',
  '4;Kühn;Jördis;23.04.1963;Überweisung;;Fußball;',
].join('\r\n')

async function fixture(role: Role = 'office', persons: object[] = []) {
  const club = await workspace()
  if (persons.length > 0) await club.put('/lists/members/persons', { data: persons })
  const staff = await staffOf(club, role)
  return { club, staff, base: `/dashboard/${club.id}/members/import` }
}

/** The address of a new draft, with the texts of Windows. */
async function draftOf({ staff, base }: { staff: Staff; base: string }, text = DIRTY): Promise<string> {
  const bytes = Uint8Array.from([...text].map((letter) => letter.charCodeAt(0) & 0xff))
  const answer = await upload(staff, base, bytes)
  expect(answer.status, textOf(answer.text)).toBe(303)
  return String(answer.headers.get('Location'))
}

/** Sends the form of a page that an act is the address of, as it is shown but for some fields. */
async function submitForm(staff: Staff, page: string, action: string, changes: Record<string, string> = {}) {
  const { text } = await staff.get(page)
  const [form = ''] = text.match(new RegExp(`<form[^>]*action="${action}"[\\s\\S]*?</form>`)) ?? []
  expect(form, textOf(text)).not.toBe('')
  return staff.submit(action, { ...Object.fromEntries(formValues(form)), ...changes })
}

/** The values of the form that maps columns, which comes after that of the file. */
const columnValues = (html: string) =>
  Object.fromEntries(formValues(html.slice(html.search(/<form[^>]*action="[^"]*\/columns"/))))

/** The name of the input that answers the question with a key. */
const answerName = (html: string, key: string): string => {
  const [, number = ''] = html.match(new RegExp(`name="key\\.(\\d+)" value="${key}"`)) ?? []
  return `answer.${number}`
}

/** The addresses that the content of a page links to, with the status of each. */
async function linksOf(staff: Staff, page: string): Promise<[address: string, status: number][]> {
  const [main = ''] = (await staff.get(page)).text.match(/<main[\s\S]*<\/main>/) ?? []
  const addresses = [...main.matchAll(/<a[^>]* href="(\/[^"]*)"/g)].map(([, address = '']) => address)
  const answers: [string, number][] = []
  for (const address of new Set(addresses)) answers.push([address, (await staff.get(address)).status])
  return answers
}

const plain = (text: string) => textOf(text).replaceAll('\u00a0', ' ')
const names = async () =>
  (await rows("SELECT last_name, first_name FROM persons WHERE area = 'regular' ORDER BY 1, 2")).map((row) =>
    Object.values(row).join(' '),
  )

describe('an import of a file', () => {
  it('goes from the file to the list, step by step', async () => {
    const { staff, base } = await fixture('owner')
    const draft = await draftOf({ staff, base })
    const next = await staff.get(draft)
    expect(leadsTo(next)).toBe(`${draft}/columns`)

    const columns = await staff.get(`${draft}/columns`)
    expect(columns.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(plain(columns.text)).toContain(
      '4 Zeilen · Windows (Westeuropa) · Semikolon · Überschriften in Zeile 2',
    )
    expect(plain(columns.text)).toContain('1.8.56 · 23.04.1963 · 31.02.1990')
    const values = columnValues(columns.text)
    expect(values).toMatchObject({
      'column.0': 'membership_number',
      'column.1': 'name.last_name',
      'column.3': 'birthdate',
      'column.5': 'bank_account.iban',
    })
    const mapped = await submitForm(staff, `${draft}/columns`, `${draft}/columns`, {
      'column.7': 'new:string',
    })
    expect([mapped.status, leadsTo(mapped)]).toEqual([303, `${draft}/questions`])

    const questions = await staff.get(`${draft}/questions`)
    expect(questions.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(plain(questions.text)).toContain('1 Datum mit zweistelligem Jahr')
    expect(plain(questions.text)).toMatch(/1\.8\.56 → 0?1\.0?8\.1956 \(Zeile 3\)/)
    expect(plain(questions.text)).toContain('Welche Zahlungsart ist „Tauschgeschäft“?')
    expect(plain(questions.text)).toContain('1 Person steht vielleicht doppelt in der Datei')
    expect(plain(questions.text)).toContain('Vorausgewählt ist, was wahrscheinlicher ist.')
    const answered = await submitForm(staff, `${draft}/questions`, `${draft}/questions`)
    expect([answered.status, leadsTo(answered)]).toEqual([303, `${draft}/check`])

    const check = await staff.get(`${draft}/check`)
    expect(check.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    const shown = plain(check.text)
    expect(shown).toContain('Kühn, Jördis neu')
    expect(shown).toContain('Zeile 4 (+ 6)')
    expect(shown).toContain('IBAN falsch')
    expect(shown).toContain('3 übernehmen')
    expect(await names()).toEqual([])

    const run = await submitForm(staff, `${draft}/check`, `${draft}/run`)
    expect(leadsTo(run)).toBe(`${draft}/done after imported?created=3&updated=0`)
    expect(await names()).toEqual(['Kühn Jördis', 'Müller Jörg', 'Vogt Ada'])
    const done = plain((await openAfter(staff, leadsTo(run))).text)
    expect(done).toContain('Übernommen: 3 neu, 0 geändert.')
    expect(done).toContain('Nicht übernommene Angaben ansehen')
    expect(leadsTo(await staff.get(draft))).toBe(`${draft}/done`)
    expect(plain((await staff.get(base)).text)).toContain('mitglieder.csv')

    const links = await linksOf(staff, `${draft}/done`)
    expect(links.map(([address]) => address)).toContain(base.replace('members/import', 'fees/claim'))
    for (const link of links) expect(link).toEqual([link[0], 200])

    // Sent again, the form does nothing.
    const again = await staff.submit(`${draft}/run`, { mark: 'any' })
    expect(leadsTo(again)).toBe(`${draft}/done after already`)
    expect(plain((await staff.get(`${draft}/missing`)).text)).toContain('„DE00123“ ist keine gültige IBAN')
  })

  it('is undone, with the persons whom it added', async () => {
    const { staff, base } = await fixture('owner', [
      { name: { last_name: 'Stays' }, membership_number: '99' },
    ])
    const draft = await draftOf({ staff, base })
    await submitForm(staff, `${draft}/check`, `${draft}/run`)
    expect((await names()).length).toBe(4)
    const ask = await staff.get(`${draft}/undo`)
    expect(plain(ask.text)).toContain('3 neue Personen werden wieder gelöscht.')
    const undone = await staff.submit(`${draft}/undo`, { mark: String(inputValue(ask.text, 'mark')) })
    expect(leadsTo(undone)).toBe(`${draft}/done after undone?deleted=3&kept=0&restored=0&leftAlone=0`)
    expect(await names()).toEqual(['Stays '])
    expect(plain((await openAfter(staff, leadsTo(undone))).text)).toContain('Import rückgängig gemacht')
    expect((await staff.get(`${draft}/done`)).text).not.toContain('/undo"')
  })

  it('is undone without a word about new persons if it added none', async () => {
    const person = { name: { first_name: 'Ada', last_name: 'Vogt' }, membership_number: '1' }
    const { staff, base } = await fixture('owner', [person])
    const draft = await draftOf({ staff, base }, 'Nr;Nachname;Vorname;E-Mail\n1;Vogt;Ada;ada@example.org\n')
    await submitForm(staff, `${draft}/check`, `${draft}/run`)
    const ask = await staff.get(`${draft}/undo`)
    expect(plain(ask.text)).toContain('außer jemand hat es seitdem geändert')
    expect(plain(ask.text)).not.toContain('wieder gelöscht')
    const undone = await staff.submit(`${draft}/undo`, { mark: String(inputValue(ask.text, 'mark')) })
    expect(leadsTo(undone)).toBe(`${draft}/done after undone?deleted=0&kept=0&restored=1&leftAlone=0`)
    const { text } = await openAfter(staff, leadsTo(undone))
    expect(plain(text)).toContain('Angaben von 1 Person sind wieder wie vorher.')
    expect(plain(text)).not.toContain('sind wieder gelöscht')
  })

  it('leaves out persons with faults and takes them again, as staff choose', async () => {
    const { staff, base } = await fixture('owner')
    const draft = await draftOf({ staff, base })
    const choose = () => submitForm(staff, `${draft}/check`, `${draft}/check`)
    expect(leadsTo(await choose())).toBe(`${draft}/check`)
    const { text } = await staff.get(`${draft}/check`)
    expect(plain(text)).toContain('Neu 2')
    expect(plain(text)).toContain('Personen ausgelassen 1')
    expect(text).toContain('Diese Personen doch übernehmen')
    await choose()
    expect(plain((await staff.get(`${draft}/check`)).text)).toContain('Neu 3')
  })

  it('is undone by who proves again who they are, if it added more than 100 persons', async () => {
    const { club, staff, base } = await fixture('owner')
    const people = Array.from({ length: 101 }, (_, n) => `${n + 1};Müller${n};Jörg`)
    const draft = await draftOf({ staff, base }, ['Nr;Nachname;Vorname', ...people].join('\n'))
    await submitForm(staff, `${draft}/check`, `${draft}/run`)
    const provedAt = new Date(Date.now() - 31 * 60_000)
    const unproved = await staffOf(club, 'owner', { provedAt })
    expect(leadsTo(await unproved.get(`${draft}/undo`))).toMatch(/^\/dashboard\/prove/)
    const { text } = await staff.get(`${draft}/undo`)
    const mark = String(inputValue(text, 'mark'))
    expect((await unproved.submit(`${draft}/undo`, { mark })).status).toBe(403)
    expect((await names()).length).toBe(101)
    const undone = await staff.submit(`${draft}/undo`, { mark })
    expect(leadsTo(undone)).toBe(`${draft}/done after undone?deleted=101&kept=0&restored=0&leftAlone=0`)
    expect(await names()).toEqual([])
  })

  it('skips columns and questions for our own export, which changes nothing', async () => {
    const { staff, base } = await fixture('owner', [
      { external_id: 'a', name: { first_name: 'Ada', last_name: 'Lovelace' }, email: 'ada@example.org' },
    ])
    const exported = await staff.submit(base.replace('/import', '/bulk'), {
      action: 'export',
      scope: 'all',
      query: '',
    })
    expect(exported.status).toBe(200)
    const answer = await upload(staff, base, exported.text)
    const draft = String(answer.headers.get('Location'))
    expect(leadsTo(await staff.get(draft))).toBe(`${draft}/questions`)
    expect(leadsTo(await staff.get(`${draft}/questions`))).toBe(`${draft}/check`)
    const { text } = await staff.get(`${draft}/check`)
    expect(plain(text)).toContain('Die Datei ändert nichts')
    expect(text).not.toContain('übernehmen</button>')
  })

  it.each<[name: string, file: string | Uint8Array, sentence: string]>([
    ['no file', '', 'Wähle eine Datei aus.'],
    ['a PDF', '%PDF-1.7', 'Das ist ein PDF. Speichere die Tabelle als XLSX oder CSV.'],
    ['an open quote', 'Name;Ort\nA;"B\n', 'Zeile 2: Hier beginnt ein Anführungszeichen, das nicht endet.'],
    ['a damaged workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), 'Die Datei ist beschädigt'],
  ])('says what is wrong with %s', async (_, file, sentence) => {
    const { staff, base } = await fixture()
    const answer = await upload(staff, base, file)
    expect([answer.status, plain(answer.text)]).toEqual([422, expect.stringContaining(sentence)])
    expect(await rows('SELECT id FROM imports')).toEqual([])
  })

  it('corrects a cell that cannot be read', async () => {
    const { staff, base } = await fixture()
    const draft = await draftOf({ staff, base })
    const { text } = await staff.get(`${draft}/missing`)
    expect(plain(text)).toContain('Zeile 5, Geb.-Datum')
    const values = Object.fromEntries(formValues(text))
    // The payment method of row 5 is left out by the answer that stands; birthdates are keys.
    expect(values['edit.5.4']).toBe('Tauschgeschäft')
    expect(values).not.toHaveProperty(['edit.5.3'])
    const answer = await submitForm(staff, `${draft}/missing`, `${draft}/missing`, {
      'edit.5.4': 'bar',
    })
    expect(leadsTo(answer)).toBe(`${draft}/missing after saved?cells=1`)
    expect(plain((await staff.get(`${draft}/check`)).text)).toContain('Barzahlung')
  })

  it('corrects one word of a cell and keeps the others', async () => {
    const { club, staff, base } = await fixture()
    const column = {
      name: 'Sparte',
      type: 'array',
      external_id: 'sections',
      allowed_values: ['Turnen', 'Judo'],
    }
    await club.put('/lists/members/custom_columns', { data: [column] })
    const draft = await draftOf({ staff, base }, 'Nr;Nachname;Sparte\n1;Müller;Turnen, Tennis, Karate\n')
    await submitForm(staff, `${draft}/columns`, `${draft}/columns`, { 'column.2': 'sections' })
    const questions = await staff.get(`${draft}/questions`)
    const answers = Object.fromEntries(
      Object.keys(Object.fromEntries(formValues(questions.text)))
        .filter((name) => name.startsWith('answer.'))
        .map((name) => [name, 'leave_out']),
    )
    await submitForm(staff, `${draft}/questions`, `${draft}/questions`, answers)
    const { text } = await staff.get(`${draft}/missing`)
    expect(plain(text)).toContain('„Tennis“ wird weggelassen')
    expect(plain(text)).toContain('„Karate“ wird weggelassen')
    expect(text.match(/name="edit\.[^"]*"/g)).toEqual(['name="edit.2.2"'])
    expect(inputValue(text, 'edit.2.2')).toBe('Turnen, Tennis, Karate')
    await submitForm(staff, `${draft}/missing`, `${draft}/missing`, { 'edit.2.2': 'Turnen, Judo, Karate' })
    await submitForm(staff, `${draft}/check`, `${draft}/run`)
    const { body } = await club.get('/lists/members/persons')
    expect(body.data).toMatchObject([{ sections: ['Turnen', 'Judo'] }])
  })

  it('keeps cells of several lines that nobody corrects, the kind, and what was refused', async () => {
    const { staff, base } = await fixture()
    const file = 'Nr;Nachname;E-Mail\n1;Müller;"a@\nb"\n2;Kühn;c@\n'
    const draft = await draftOf({ staff, base }, file)
    await submitForm(staff, `${draft}/columns`, `${draft}/columns`, { 'column.2': 'email' })
    const page = `${draft}/missing?kind=email_wrong`
    const { text } = await staff.get(page)
    expect(text).toContain('>a@\nb</textarea>')
    expect(text).toContain(`action="${page}"`)
    const values = Object.fromEntries(formValues(text))
    const unchanged = await staff.submit(page, { ...values, 'edit.2.2': 'a@\r\nb' })
    expect(leadsTo(unchanged)).toBe(`${page} after saved?cells=0`)
    const revision = String(inputValue((await staff.get(page)).text, 'revision'))
    const refused = await staff.submit(page, { ...values, revision, 'edit.3.2': 'x'.repeat(5001) })
    expect(refused.status).toBe(422)
    expect(inputValue(refused.text, 'edit.3.2')).toHaveLength(5001)
  })

  it('downloads what is missing as CSV', async () => {
    const { staff, base } = await fixture('owner')
    const draft = await draftOf({ staff, base })
    const { status, text, headers } = await staff.submit(`${draft}/missing/file`, {})
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
    expect(text).toContain('Zeile;Person;Spalte;Inhalt;Warum nicht')
    expect(text).toMatch(/5;Ada Vogt;IBAN;DE00123;.*keine gültige IBAN/)
  })

  it('names the person of each row, and shortens what is missing on the page alone', async () => {
    const { staff, base } = await fixture('owner')
    const long = `${'x'.repeat(100)}@`
    const draft = await draftOf(
      { staff, base },
      `Nr;Nachname;Vorname;E-Mail\n1;Müller;Jörg;${long}\n2;;;keine@\n`,
    )
    await submitForm(staff, `${draft}/columns`, `${draft}/columns`, { 'column.3': 'email' })
    const isShown = async () => {
      const page = plain((await staff.get(`${draft}/missing`)).text)
      expect(page).toMatch(/Zeile 2, E-Mail Jörg Müller „x{80}…“/)
      expect((await staff.submit(`${draft}/missing/file`, {})).text).toContain(
        `2;Jörg Müller;E-Mail;${long};„${long}“ ist keine E-Mail-Adresse`,
      )
    }
    await isShown()
    await submitForm(staff, `${draft}/check`, `${draft}/run`)
    await isShown()
  })

  it('says once that an account is left out whose IBAN is wrong', async () => {
    const { staff, base } = await fixture('owner')
    const draft = await draftOf(
      { staff, base },
      `Nr;Nachname;IBAN;Kontoinhaber\n1;Müller;DE00123;Jörg Müller\n2;Kühn;${IBAN};\n`,
    )
    const page = plain((await staff.get(`${draft}/missing`)).text)
    expect(page).toContain('Ziffern fehlen oder sind vertauscht. Auch weggelassen: Jörg Müller.')
    expect(page).not.toContain('Kontoangabe ohne IBAN')
  })
})

describe('a draft that somebody else changed', () => {
  it('is shown as it is now, and nothing is saved', async () => {
    const { club, staff, base } = await fixture()
    const draft = await draftOf({ staff, base })
    const { text } = await staff.get(`${draft}/columns`)
    const other = await staffOf(club, 'owner')
    await submitForm(other, `${draft}/columns`, `${draft}/columns`, { 'column.7': 'ignore' })
    const answer = await staff.submit(`${draft}/columns`, {
      ...columnValues(text),
      'column.7': 'new:number',
    })
    expect(leadsTo(answer)).toBe(`${draft}/columns after changed`)
    const page = await openAfter(staff, leadsTo(answer))
    expect(plain(page.text)).toContain('Diesen Import hat inzwischen jemand geändert.')
    expect(columnValues(page.text)['column.7']).toBe('ignore')
  })

  it('is shown again in place of a run that would do something else', async () => {
    const { club, staff, base } = await fixture()
    const draft = await draftOf({ staff, base })
    const { text } = await staff.get(`${draft}/check`)
    await club.post('/lists/members/persons', {
      membership_number: '2',
      name: { last_name: 'Kühn', first_name: 'Jördis' },
    })
    const answer = await staff.submit(`${draft}/run`, { mark: String(inputValue(text, 'mark')) })
    expect([answer.status, plain(answer.text)]).toEqual([
      409,
      expect.stringContaining('Die Liste oder der Import hat sich inzwischen geändert'),
    ])
    expect((await names()).length).toBe(1)
  })

  it('refuses one field for two columns, and keeps what was chosen', async () => {
    const { staff, base } = await fixture()
    const draft = await draftOf({ staff, base })
    const answer = await submitForm(staff, `${draft}/columns`, `${draft}/columns`, {
      'column.7': 'email',
      'column.6': 'email',
    })
    expect(answer.status).toBe(422)
    expect(plain(answer.text)).toContain('Zu diesem Feld gehört schon eine andere Spalte.')
    expect(columnValues(answer.text)['column.6']).toBe('email')
  })

  it('shows the questions again with what was answered, and why a list refuses it', async () => {
    const { club, staff, base } = await fixture()
    const allowed_values = Array.from({ length: MAX_ALLOWED_VALUES }, (_, n) => `Sparte ${n}`)
    await club.put('/lists/members/custom_columns', {
      data: [{ name: 'Sparte', type: 'array', allowed_values }],
    })
    const draft = await draftOf({ staff, base }, 'Nr;Nachname;Sparte;geb. am\n1;Müller;Judo;1.3.67\n')
    const questions = await staff.get(`${draft}/questions`)
    const years = answerName(questions.text, 'two_digit_year')
    const answer = await submitForm(staff, `${draft}/questions`, `${draft}/questions`, {
      [years]: 'leave_out',
    })
    expect([answer.status, plain(answer.text)]).toEqual([
      422,
      expect.stringContaining(`höchstens ${MAX_ALLOWED_VALUES} Auswahlwerte`),
    ])
    expect(Object.fromEntries(formValues(answer.text))[years]).toBe('leave_out')
    const run = await submitForm(staff, `${draft}/check`, `${draft}/run`)
    expect([run.status, plain(run.text)]).toEqual([
      422,
      expect.stringContaining(`höchstens ${MAX_ALLOWED_VALUES} Auswahlwerte`),
    ])
    expect(run.text).toContain(`action="${draft}/run"`)
    expect(await names()).toEqual([])
  })

  it('says so if a form has what pages do not send', async () => {
    const { staff, base } = await fixture()
    const draft = await draftOf({ staff, base })
    const answer = await submitForm(staff, `${draft}/check`, `${draft}/check`, { leave_out: 'nothing' })
    expect([answer.status, plain(answer.text)]).toEqual([422, expect.stringContaining('Das geht so nicht')])
    const refused = await submitForm(staff, `${draft}/missing`, `${draft}/missing`, {
      'edit.5.4': 'x'.repeat(5001),
    })
    expect([refused.status, plain(refused.text)]).toEqual([422, expect.stringContaining('Das geht so nicht')])
  })

  it('keeps its options if the file cannot be read anew', async () => {
    const { staff, base } = await fixture()
    const draft = await draftOf({ staff, base })
    const refused = await submitForm(staff, `${draft}/columns`, `${draft}/file`, { header_row: '900' })
    expect(refused.status).toBe(422)
    expect(columnValues(refused.text)).toEqual(columnValues((await staff.get(`${draft}/columns`)).text))
    expect(columnValues(refused.text)).toMatchObject({ new: '1', known: '1' })
  })

  it('is not discarded once it was run, which its page says', async () => {
    const { staff, base } = await fixture('owner')
    const draft = await draftOf({ staff, base })
    await submitForm(staff, `${draft}/check`, `${draft}/run`)
    const answer = await staff.submit(`${draft}/discard`, {})
    expect(leadsTo(answer)).toBe(`${draft}/done after changed`)
    const { text } = await openAfter(staff, leadsTo(answer))
    expect(plain(text)).toContain('Diesen Import hat inzwischen jemand geändert.')
  })

  it('is discarded with its file', async () => {
    const { staff, base } = await fixture()
    const draft = await draftOf({ staff, base })
    const answer = await staff.submit(`${draft}/discard`, {})
    expect(leadsTo(answer)).toBe(`${base} after discarded`)
    expect(await rows('SELECT 1 FROM import_parts')).toEqual([])
  })
})

describe('accounts in a file', () => {
  it('are masked for the office, and wait for the treasurer', async () => {
    const { club, staff, base } = await fixture('office')
    const draft = await draftOf({ staff, base })
    for (const page of ['/columns', '/questions', '/check', '/missing']) {
      const { text } = await staff.get(draft + page)
      expect([page, text.replaceAll(/\s/g, '').includes(IBAN)]).toEqual([page, false])
      expect([page, text.includes('DE00123')]).toEqual([page, false])
    }
    await submitForm(staff, `${draft}/check`, `${draft}/run`)
    expect(await ibans()).toEqual([])
    expect(plain((await staff.get(`${draft}/done`)).text)).toContain('1 Konto wartet')

    const treasurer = await staffOf(club, 'treasurer')
    expect(plain((await treasurer.get(base)).text)).toContain('1 Konto wartet')
    const home = `/dashboard/${club.id}`
    const toDo = '1 Konto aus einem Import wartet'
    expect(plain((await treasurer.get(home)).text)).toContain(toDo)
    expect((await treasurer.get(home)).text).toContain(`href="${draft}/check"`)
    expect(plain((await staff.get(home)).text)).not.toContain(toDo)
    const run = await submitForm(treasurer, `${draft}/check`, `${draft}/run`)
    expect(leadsTo(run)).toBe(`${draft}/done after accounts`)
    expect(plain((await openAfter(treasurer, leadsTo(run))).text)).toContain('Die Konten sind übernommen.')
    expect(await ibans()).toEqual([IBAN])
    expect((await names()).length).toBe(3)
    expect(plain((await treasurer.get(home)).text)).not.toContain(toDo)
  })

  it('are closed by the treasurer if somebody has entered them by hand', async () => {
    const { club, staff, base } = await fixture('office')
    const draft = await draftOf({ staff, base })
    await submitForm(staff, `${draft}/check`, `${draft}/run`)
    const [person] = await rows("SELECT id FROM persons WHERE last_name = 'Müller'")
    await club.put(`/lists/members/persons/${person?.id}`, { bank_account: { iban: IBAN } })
    expect((await staff.get(`${draft}/check`)).text).not.toContain('Erledigt</button>')
    const treasurer = await staffOf(club, 'treasurer')
    const check = await treasurer.get(`${draft}/check`)
    expect(plain(check.text)).toContain('Von dieser Datei ist kein Konto und kein Mandat mehr einzutragen.')
    expect(check.text).toContain('Erledigt</button>')
    const run = await submitForm(treasurer, `${draft}/check`, `${draft}/run`)
    expect(leadsTo(run)).toBe(`${draft}/done after accounts`)
    expect(plain((await treasurer.get(`/dashboard/${club.id}`)).text)).not.toContain(
      'aus einem Import wartet',
    )
    expect(leadsTo(await treasurer.get(`${draft}/check`))).toBe(`${draft}/done`)
  })

  it('are masked in other columns as well, where they are not corrected', async () => {
    const { club, staff, base } = await fixture('office')
    const file = `Nr;Nachname;IBAN;BIC\n1;Müller;${IBAN};${IBAN}\n2;Kühn;${IBAN};NOBIC\n`
    const draft = await draftOf({ staff, base }, file)
    await submitForm(staff, `${draft}/columns`, `${draft}/columns`, { 'column.3': 'bank_account.bic' })
    const { text } = await staff.get(`${draft}/missing`)
    expect(plain(text)).toContain('„•••• 3000“ ist kein gültiger BIC')
    expect(text.replaceAll(/\s/g, '')).not.toContain(IBAN)
    expect(inputValue(text, 'edit.2.3')).toBeUndefined()
    expect(inputValue(text, 'edit.3.3')).toBe('NOBIC')
    const owner = await staffOf(club, 'owner')
    expect(inputValue((await owner.get(`${draft}/missing`)).text, 'edit.2.3')).toBe(IBAN)
  })

  it('are masked for the office in headers and in the words that questions are about', async () => {
    const { club, staff, base } = await fixture('office')
    await club.put('/lists/members/custom_columns', {
      data: [{ name: 'Sparte', type: 'string', allowed_values: ['Judo'] }],
    })
    const file = `Nr;Nachname;Sparte;${IBAN}\n1;Müller;${IBAN};5\n2;Kühn;Kanu;7\n`
    const draft = await draftOf({ staff, base }, file)
    const pages = []
    for (const page of ['/columns', '/questions']) pages.push((await staff.get(draft + page)).text)
    expect(plain(pages[0] ?? '')).toContain('•••• 3000')
    expect(plain(pages[1] ?? '')).toMatch(/„•••• 3000“/)
    expect(plain(pages[1] ?? '')).toContain('„Kanu“')
    for (const text of pages) expect(text.replaceAll(/\s/g, '')).not.toContain(IBAN)
  })

  const ibans = async () =>
    (await rows("SELECT bank_account ->> 'iban' AS iban FROM persons WHERE bank_account IS NOT NULL")).map(
      ({ iban }) => iban,
    )
})

describe('the pages of an import', () => {
  const PAGES = ['/columns', '/questions', '/check', '/missing', '/undo']

  it('speak English, too', async () => {
    const { staff, base } = await fixture('owner')
    const draft = await draftOf({ staff, base })
    const options = { headers: { 'Accept-Language': 'en' } }
    const texts = await Promise.all(
      ['/columns', '/questions', '/check', '/missing'].map(async (page) =>
        plain((await staff.get(draft + page, options)).text),
      ),
    )
    for (const [index, text] of [
      'becomes',
      '1 date with a year of two digits',
      'Import 3',
      'is not a valid IBAN',
    ].entries())
      expect(texts[index]).toContain(text)
  })

  it('count one thing in the singular', () => {
    const { questions, check, done } = importTexts(supportedLocale(['de']))
    expect(questions.lead('1', '1')).toContain('1 Frage zu 1 Zelle.')
    expect(check.ends('1', '31. Dezember')).toContain('1 Mitglied, das in der Datei fehlt, tritt')
    expect(check.accountsWait('1')).toContain('1 Konto oder Mandat darf')
    expect(done.undone('1')).toContain('1 neue Person ist wieder gelöscht.')
  })

  it('show the treasurer no button that would be refused', async () => {
    const { club, staff, base } = await fixture('owner')
    const draft = await draftOf({ staff, base })
    const treasurer = await staffOf(club, 'treasurer')
    for (const page of ['/columns', '/questions', '/check'])
      expect([page, (await treasurer.get(draft + page)).text.includes('/discard"')]).toEqual([page, false])
    expect((await treasurer.get(`${draft}/check`)).text).not.toContain('Diese Personen ganz auslassen')
    expect((await staff.get(`${draft}/check`)).text).toContain('/discard"')
  })

  it('find imports that are older than the list of them', async () => {
    const { staff, base } = await fixture('owner')
    const draft = await draftOf({ staff, base })
    await submitForm(staff, `${draft}/check`, `${draft}/run`)
    await rows(`
      INSERT INTO imports
        (workspace_id, id, list_id, state, file_name, head, settings, counts, batch_id, created_at, updated_at, expires_at)
      SELECT workspace_id, 'imp_zz' || value, list_id, state, file_name, head, settings, counts, batch_id, created_at, updated_at, expires_at
      FROM imports CROSS JOIN json_each('${JSON.stringify(Array.from({ length: 100 }, (_, n) => n))}')`)
    expect((await staff.get(base)).text).not.toContain(draft)
    expect((await staff.get(`${draft}/done`)).status).toBe(200)
    expect(leadsTo(await staff.get(draft))).toBe(`${draft}/done`)
  })

  it('are not for auditors', async () => {
    const { club, staff, base } = await fixture('owner')
    const draft = await draftOf({ staff, base })
    const auditor = await staffOf(club, 'auditor')
    for (const page of PAGES) expect([page, (await auditor.get(draft + page)).status]).toEqual([page, 403])
  })
})
