import { describe, expect, it } from 'vitest'
import { changeImport } from '../../src/domain/imports/change'
import type { Answer, Options } from '../support/call'
import { principalOf } from '../support/staff-principal'
import { type Workspace, workspace } from '../support/workspace'
import { xlsx } from '../support/xlsx'

const CSV = { 'Content-Type': 'text/csv' }
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const PERSONS = '/lists/members/persons'
const COLUMNS = '/lists/members/custom_columns'

const upload = (club: Workspace, raw: string | Uint8Array, options: Options = {}) =>
  club.post('/lists/members/imports', undefined, { raw, headers: CSV, ...options })

const refusals = ({ body, text }: Answer): [string, string][] => {
  expect(body.issues, text).toBeDefined()
  return body.issues.map(({ path, code }: { path: string; code: string }) => [path, code])
}

const run = (club: Workspace, { id, mark }: { id: string; mark: string }) =>
  club.post(`/imports/${id}/run`, { mark })

/** Uploads a file, changes the draft, and runs it. */
async function importFile(club: Workspace, raw: string, change: object): Promise<void> {
  const { body } = await upload(club, raw)
  const changed = await club.patch(`/imports/${body.data.id}`, change)
  expect((await run(club, changed.body.data)).status, changed.text).toBe(201)
}

describe('a cell', () => {
  it('of a country with the code NO or NA is Norway or Namibia, and a crossed box is no', async () => {
    const club = await workspace()
    await importFile(
      club,
      'Name;Vorname;Straße;Land;Licht\nBerg;Ola;Vei 1;NO;✗\nNuuyoma;Selma;Weg 2;NA;✓\n',
      {
        mapping: { 3: 'address.country_code', 4: 'new:boolean' },
      },
    )
    const [{ id }] = (await club.get(COLUMNS)).body.data
    expect((await club.get(PERSONS)).body.data).toMatchObject([
      { address: { country_code: 'NO' }, [id]: false },
      { address: { country_code: 'NA' }, [id]: true },
    ])
  })
})

describe('a column that clears', () => {
  it('keeps what is stored in the next file of the same headers', async () => {
    const club = await workspace()
    await importFile(club, 'Mitgliedsnummer;Name;Vorname;E-Mail\n7;Berg;Ola;ola@example.org\n', {
      options: { empty: { 3: 'clear' } },
    })
    const { body } = await upload(club, 'Mitgliedsnummer;Name;Vorname;E-Mail\n7;Berg;Ola;\n')
    expect(body.data).toMatchObject({ options: { empty: 'keep' }, counts: { unchanged: 1, updated: 0 } })
  })
})

describe('a workspace', () => {
  it('has five drafts, however many files are uploaded at once', async () => {
    const club = await workspace()
    const file = 'Name;Vorname\nBerg;Ola\n'
    const answers = await Promise.all(Array.from({ length: 9 }, () => upload(club, file)))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(refusals)).toEqual(Array(4).fill([['file', 'too_many_drafts']]))
    expect((await club.get('/lists/members/imports')).body.data).toHaveLength(5)
  })
})

describe('the rows that an import leaves out, as CSV,', () => {
  it.each([
    ['+49 (651) 12-3', '+49 (651) 12-3'],
    ['-12.50', '-12.50'],
    ["+1+cmd|' /C calc'!A0", "'+1+cmd|' /C calc'!A0"],
    ['-2+3*HYPERLINK(A1)', "'-2+3*HYPERLINK(A1)"],
    [' =1+1', "' =1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
  ])('write %s as %s', async (cell, written) => {
    const club = await workspace()
    const { body } = await upload(club, `Name;Vorname;=1+1;IBAN\nBerg;Ola;${cell};DE00123\n`)
    await club.patch(`/imports/${body.data.id}`, { mapping: { 3: 'bank_account.iban' } })
    const { text } = await club.get(`/imports/${body.data.id}/rows`, { headers: { Accept: 'text/csv' } })
    expect(text).toBe(`Name;Vorname;'=1+1;IBAN;missing\r\nBerg;Ola;${written};DE00123;IBAN: iban_wrong\r\n`)
  })

  it('guard what says what is wrong, which begins with a header', async () => {
    const club = await workspace()
    const { body } = await upload(club, 'Name;Vorname;=IBAN()\nBerg;Ola;DE00123\n')
    const { text: draft, body: mapped } = await club.patch(`/imports/${body.data.id}`, {
      mapping: { 2: 'bank_account.iban' },
    })
    expect(mapped.data?.counts.gaps, draft).toBe(1)
    const { text } = await club.get(`/imports/${body.data.id}/rows`, { headers: { Accept: 'text/csv' } })
    expect(text).toContain(";'=IBAN(): iban_wrong\r\n")
  })
})

describe('what is decided about a draft', () => {
  const answersTo = (count: number, answer: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`unknown_word.2.word${at}`, answer]))

  it('has 500 answers, and one that is taken back makes room', async () => {
    const club = await workspace()
    const { body } = await upload(club, 'Name;Vorname\nBerg;Ola\n')
    const path = `/imports/${body.data.id}`
    expect((await club.patch(path, { answers: answersTo(500, 'new') })).status).toBe(200)
    const more = { 'unknown_word.2.more': 'new' }
    expect(refusals(await club.patch(path, { answers: more }))).toEqual([['answers', 'too_many_answers']])
    const swapped = { ...more, 'unknown_word.2.word0': null }
    expect((await club.patch(path, { answers: swapped })).status).toBe(200)
  })

  it('has a million characters', async () => {
    const club = await workspace()
    const { body } = await upload(club, 'Name;Vorname\nBerg;Ola\n')
    const path = `/imports/${body.data.id}`
    expect((await club.patch(path, { answers: answersTo(190, 'x'.repeat(5100)) })).status).toBe(200)
    const longer = await club.patch(path, { answers: answersTo(200, 'x'.repeat(5100)) })
    expect(refusals(longer)).toEqual([['body', 'decisions_too_long']])
  })

  it('takes an allowed value of 255 characters as an answer, each of two UTF-16 units', async () => {
    const club = await workspace()
    const value = '𝒳'.repeat(255)
    await club.put(COLUMNS, {
      data: [{ name: 'Sparte', type: 'string', allowed_values: [value], external_id: 'sections' }],
    })
    await importFile(club, 'Name;Vorname;Sparte\nBerg;Ola;Kanu\n', {
      answers: { 'unknown_word.2.kanu': `as:${value}` },
    })
    expect((await club.get(PERSONS)).body.data).toMatchObject([{ sections: value }])
  })
})

describe('the sheets of a workbook', () => {
  it('are the 100 longest, with 255 characters of their names, by which one is chosen', async () => {
    const club = await workspace()
    const name = 'A'.repeat(3_000)
    const rows = [
      ['Name', 'Vorname'],
      ['Berg', 'Ola'],
    ]
    const others = Array.from({ length: 120 }, (_, at) => ({ name: `Blatt ${at}`, rows: [['x']] }))
    const file = xlsx([...others, { name, rows }])
    const { body, text } = await upload(club, file, { headers: { 'Content-Type': XLSX } })
    expect(body.data?.file, text).toMatchObject({ sheet: 'A'.repeat(255) })
    expect(body.data.file.sheets).toHaveLength(100)
    const chosen = await club.patch(`/imports/${body.data.id}`, { sheet: 'A'.repeat(255) })
    expect(chosen.body.data?.rows, chosen.text).toBe(1)
  })
})

describe('a draft', () => {
  const decided = { mapping: { 1: 'ignore' }, answers: { doubles: 'two' }, edits: { '2.1': 'Ole' } }

  it('of CSV has no sheet, and keeps what was decided', async () => {
    const club = await workspace()
    const { body } = await upload(club, 'Name;Spitzname\nBerg;Ola\n')
    const path = `/imports/${body.data.id}`
    const before = (await club.patch(path, decided)).body.data
    expect(refusals(await club.patch(path, { sheet: 'x' }))).toEqual([['sheet', 'table_only_xlsx']])
    expect((await club.get(path)).body.data).toEqual(before)
  })

  it('of XLSX has no encoding and no delimiter', async () => {
    const club = await workspace()
    const rows = [
      ['Name', 'Vorname'],
      ['Berg', 'Ola'],
    ]
    const { body } = await upload(club, xlsx([{ name: 'Liste', rows }]), {
      headers: { 'Content-Type': XLSX },
    })
    const change = { encoding: 'utf-8', delimiter: ';', repair_encoding: true }
    expect(refusals(await club.patch(`/imports/${body.data.id}`, change))).toEqual([
      ['encoding', 'table_only_csv'],
      ['delimiter', 'table_only_csv'],
      ['repair_encoding', 'table_only_csv'],
    ])
  })
})

describe('cells of accounts and mandates', () => {
  const file = 'Name;Vorname;IBAN;Notiz\nBerg;Ola;DE89370400440532013000;DE02120300000000202051\n'
  const edits = { '2.2': 'DE02120300000000202051' }
  const refused = { issues: { 'edits.2.2': [{ code: 'account_column' }] } }

  it('are edited by staff who may write accounts, and by API keys', async () => {
    const club = await workspace()
    const { body } = await upload(club, file)
    const { id } = body.data
    const office = await principalOf(club, 'office')
    await expect(changeImport(office, { id, body: { edits } })).rejects.toMatchObject(refused)
    expect((await club.patch(`/imports/${id}`, { edits: { '2.2': 'DE00' } })).status).toBe(200)
    await expect(changeImport(office, { id, body: { edits: { '2.2': null } } })).rejects.toMatchObject(
      refused,
    )
    const owner = await principalOf(club, 'owner')
    await changeImport(owner, { id, body: { edits } })
    // What others edited is no reason to refuse another change.
    await changeImport(office, { id, body: { mapping: { 2: 'bank_account.iban', 3: 'new:string' } } })
  })

  it('are not edited by reading the file anew, or before they are mapped', async () => {
    const club = await workspace()
    const { body } = await upload(club, file)
    const { id } = body.data
    const office = await principalOf(club, 'office')
    await changeImport(office, { id, body: { mapping: { 2: 'new:string' } } })
    await expect(changeImport(office, { id, body: { header_row: 1, edits } })).rejects.toMatchObject(refused)
    await changeImport(office, { id, body: { edits } })
    const mapping = { 2: 'bank_account.iban' }
    await expect(changeImport(office, { id, body: { mapping } })).rejects.toMatchObject(refused)
  })
})

describe('the columns of a list', () => {
  const numbered = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word}${at}`)
  const targets = (from: number, count: number, target: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [from + at, target]))

  it('are 200, also if a file has more', async () => {
    const club = await workspace()
    await club.put(COLUMNS, { data: [{ name: 'Sparte', type: 'string' }] })
    const line = (first: string[], word: string) => [...first, ...numbered(240, word)].join(';')
    const file = `${line(['Name', 'Vorname'], 'Feld')}\n${line(['Berg', 'Ola'], 'x')}\n`
    const { body } = await upload(club, file)
    expect(body.data.new_columns).toHaveLength(199)
    const path = `/imports/${body.data.id}`
    const more = { mapping: { 2: 'ignore', 240: 'new:string', 241: 'new:string' } }
    expect(refusals(await club.patch(path, more))).toEqual([['mapping', 'too_many_columns']])
    const again = { header_row: 1, mapping: { 241: 'new:string' } }
    expect(refusals(await club.patch(path, again))).toEqual([['mapping', 'too_many_columns']])
    const { body: changed, text } = await club.patch(path, { mapping: { 2: 'ignore', 241: 'new:string' } })
    expect(changed.data?.new_columns, text).toHaveLength(199)
    await club.put(COLUMNS, { data: [{ name: 'Since', type: 'string' }] })
    const { mark } = (await club.get(path)).body.data
    expect(refusals(await run(club, { id: body.data.id, mark }))).toEqual([['mapping', 'too_many_columns']])
  })

  it('have names of 64 characters', async () => {
    const club = await workspace()
    const file = `Name;Vorname;${'𝒳'.repeat(70)};${'a'.repeat(63)} b\nBerg;Ola;x;y\n`
    await importFile(club, file, { mapping: targets(2, 2, 'new:string') })
    const names = (await club.get(COLUMNS)).body.data.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['𝒳'.repeat(64), 'a'.repeat(63)])
  })

  const sections = (club: Workspace, allowed: string[]) =>
    club.put(COLUMNS, {
      data: [{ name: 'Sparte', type: 'array', allowed_values: allowed, external_id: 'sections' }],
    })
  const oneEach = (words: string[]) =>
    `Mitgliedsnummer;Name;Vorname;Sparte\n${words.map((word, at) => `${at + 1};Berg;Ola ${at};${word}\n`).join('')}`

  it.each([
    [499, 201],
    [500, 422],
  ])('have 500 allowed values: one and %d more answer %d', async (count, status) => {
    const club = await workspace()
    await sections(club, ['Judo'])
    const { body } = await upload(club, oneEach(numbered(count, 'Gruppe ')))
    expect(body.data.added_values[0].values).toHaveLength(count)
    const answer = await run(club, body.data)
    expect(answer.status, answer.text).toBe(status)
    if (status === 201) return
    const refused = [['mapping', 'too_many_allowed_values']]
    expect(refusals(answer)).toEqual(refused)
    const path = `/imports/${body.data.id}`
    expect(refusals(await club.patch(path, { mapping: { 3: 'sections' } }))).toEqual(refused)
    expect((await club.patch(path, { mapping: { 3: 'ignore' } })).status).toBe(200)
  })

  it('have 200,000 characters of allowed values', async () => {
    const club = await workspace()
    const long = numbered(400, 'Feld').map((value) => value.padEnd(250, 'x'))
    const data = ['one', 'two'].map((external_id) => ({
      name: external_id,
      type: 'array',
      allowed_values: external_id === 'one' ? long : ['Judo'],
      external_id,
    }))
    await club.put(COLUMNS, { data })
    const words = numbered(400, 'Gruppe').map((value) => value.padEnd(250, 'x'))
    const { body } = await upload(club, oneEach(words))
    const change = await club.patch(`/imports/${body.data.id}`, { mapping: { 3: 'two' } })
    expect(refusals(change)).toEqual([['mapping', 'allowed_values_too_long']])
  })

  it.each([
    ['of blanks', ' ', 422],
    ['with NUL', '\u0000', 422],
    ['of two lines', 'a\nb', 422],
    ['that is ill-formed', '\ud800', 422],
    ['with a blank before it', ' a', 422],
    ['of 65 letters', 'a'.repeat(65), 200],
  ])('take no value that a list does not have: one %s', async (_, value, status) => {
    const club = await workspace()
    await sections(club, ['Judo'])
    const { body } = await upload(club, 'Name;Vorname;Kanu\nBerg;Ola;x\n')
    const answer = await club.patch(`/imports/${body.data.id}`, { mapping: { 2: `value:sections:${value}` } })
    expect(answer.status, answer.text).toBe(status)
    if (status === 422) expect(refusals(answer)).toEqual([['mapping.2', 'target_unknown']])
  })

  it('take no word of more than 255 characters', async () => {
    const club = await workspace()
    await sections(club, ['Judo'])
    const { body } = await upload(club, oneEach(['a'.repeat(255), 'b'.repeat(256)]))
    expect(body.data).toMatchObject({
      added_values: [{ values: ['a'.repeat(255)] }],
      counts: { gaps: 1 },
    })
  })
})
