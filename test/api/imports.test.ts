import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { open, trip } from '../../src/db/client'
import { changeImport } from '../../src/domain/imports/change'
import { prepareImport } from '../../src/domain/imports/prepare'
import { runImport } from '../../src/domain/imports/run'
import { sweepImports } from '../../src/domain/imports/sweep'
import { uploadImport } from '../../src/domain/imports/upload'
import type { Answer, Options } from '../support/call'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const CSV = { 'Content-Type': 'text/csv' }
const IBAN = 'DE89370400440532013000'

const FILE = `MitgliedNr.;Name;Vorname;geb. am;PLZ/Ort;IBAN;Spind
1001;Müller;Jörg;1.3.1967;54290 Trier;${IBAN};4
1002;Łucka;Änne;24.12.1980;91054 Erlangen;DE00123;7
1003;Weiß;Zoë;;10115 Berlin;;
`

const upload = (club: Workspace, raw: string, options: Options = {}) =>
  club.post('/lists/members/imports?file_name=members.csv', undefined, {
    raw,
    ...options,
    headers: { ...CSV, ...options.headers },
  })

const run = (club: Workspace, { id, mark }: { id: string; mark: string }, options?: Options) =>
  club.post(`/imports/${id}/run`, { mark }, options)

/** Uploads a file, changes the draft, and runs it. */
async function importFile(club: Workspace, raw: string, change?: object): Promise<Answer> {
  const { body, text } = await upload(club, raw)
  expect(body.data, text).toBeDefined()
  const changed = change ? await club.patch(`/imports/${body.data.id}`, change) : { body, text }
  expect(changed.body.data, changed.text).toBeDefined()
  return run(club, changed.body.data)
}

/** All that a workspace holds of persons. */
const digest = async () => [
  await rows('SELECT * FROM persons ORDER BY id'),
  await rows('SELECT * FROM fees ORDER BY id'),
]

const codesOf = ({ body }: Answer): string[] => body.issues.map(({ code }: { code: string }) => code)

const parts = () => rows('SELECT kind FROM import_parts')

const members = async (club: Workspace) => (await club.get(PERSONS)).body.data

describe('a draft', () => {
  it('says what each column becomes and what is left out, and writes nothing to persons', async () => {
    const club = await workspace()
    const before = await digest()
    const { status, body, text } = await upload(club, FILE)
    expect(status, text).toBe(201)
    expect(body.data).toMatchObject({
      list: 'members',
      state: 'draft',
      file_name: 'members.csv',
      rows: 3,
      file: { format: 'csv', encoding: 'utf-8', delimiter: ';', header_row: 1 },
      counts: { created: 3, updated: 0, gaps: 1, left_out: 0 },
    })
    expect(body.data.columns.map(({ target }: { target: string }) => target)).toEqual([
      'membership_number',
      'name.last_name',
      'name.first_name',
      'birthdate',
      'address.postcode_and_city',
      'bank_account.iban',
      expect.stringMatching(/^new:/),
    ])
    expect(await digest()).toEqual(before)
    const wrong = await club.get(`/imports/${body.data.id}/rows?grade=wrong`)
    expect(wrong.body.data).toMatchObject([
      {
        rows: [3],
        becomes: 'new',
        id: null,
        gaps: [{ row: 3, column: 5, cell: 'DE00123', code: 'iban_wrong' }],
      },
    ])
  })

  it('names the values of a reason, as the row that has a number already', async () => {
    const club = await workspace()
    const { body } = await upload(club, 'MitgliedNr.;Name;Vorname\n1;Abel;Ada\n1;Bach;Emil\n')
    const wrong = await club.get(`/imports/${body.data.id}/rows?grade=wrong`)
    expect(wrong.body.data[0].gaps).toEqual([
      { row: 3, column: 0, cell: '1', code: 'number_held_twice', params: { row: 2 } },
    ])
  })
})

describe('a run', () => {
  it('writes what was shown, and the same file changes nothing the second time', async () => {
    const club = await workspace()
    const { status, body, text } = await importFile(club, FILE)
    expect(status, text).toBe(201)
    expect(body.data.counts).toMatchObject({ created: 3, updated: 0, gaps: 1, accounts_waiting: 0 })
    const stored = await members(club)
    expect(stored).toMatchObject([
      {
        membership_number: '1001',
        name: { first_name: 'Jörg', last_name: 'Müller' },
        birthdate: '1967-03-01',
        address: { postcode: '54290', city: 'Trier' },
        bank_account: { iban: IBAN },
      },
      { membership_number: '1002', bank_account: null },
      { membership_number: '1003', birthdate: null },
    ])
    const before = await digest()
    const again = await upload(club, FILE)
    expect(again.body.data.counts).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
    expect((await run(club, again.body.data)).body.data.counts).toMatchObject({ unchanged: 3 })
    expect(await digest()).toEqual(before)
  })
})

describe('a run', () => {
  it('adds new columns and the values that a column does not allow yet', async () => {
    const club = await workspace()
    await club.put('/lists/members/custom_columns', {
      data: [{ name: 'Sparte', type: 'array', allowed_values: ['Judo'], external_id: 'sections' }],
    })
    const file = 'MitgliedNr.;Name;Vorname;Sparte;Spind\n1;Abel;Ada;Judo, Kanu;A7\n2;Bach;Emil;Kanu;B9\n'
    const { body } = await upload(club, file)
    const [question] = body.data.questions.filter(({ kind }: { kind: string }) => kind === 'unknown_word')
    const changed = await club.patch(`/imports/${body.data.id}`, {
      mapping: { 4: 'new:string' },
      answers: { [question.key]: 'new' },
    })
    expect(changed.body.data.added_values).toEqual([{ key: 'sections', values: ['Kanu'] }])
    expect((await run(club, changed.body.data)).status).toBe(201)
    const columns = (await club.get('/lists/members/custom_columns')).body.data
    expect(columns).toMatchObject([
      { name: 'Sparte', allowed_values: ['Judo', 'Kanu'] },
      { name: 'Spind', type: 'string', allowed_values: null },
    ])
    expect(await members(club)).toMatchObject([
      { sections: ['Judo', 'Kanu'], [columns[1].id]: 'A7' },
      { sections: ['Kanu'], [columns[1].id]: 'B9' },
    ])
    const again = await upload(club, file)
    expect(again.body.data).toMatchObject({ new_columns: [], counts: { unchanged: 2 } })
  })

  it('knows persons by external id, by number, and by name and birthdate', async () => {
    const club = await workspace()
    const name = { first_name: 'Ada', last_name: 'Abel' }
    await club.put(PERSONS, {
      data: [
        { external_id: 'x1', name },
        { membership_number: '7', name: { first_name: 'Emil', last_name: 'Bach' } },
        { name: { first_name: 'Zoë', last_name: 'Müller' }, birthdate: '1990-05-04' },
        { name: { first_name: 'Zoë', last_name: 'Müller' }, birthdate: '1950-05-04' },
      ],
    })
    const file = `external_id;membership_number;name.last_name;name.first_name;birthdate;email
x1;;Abel;Ada;;a@example.org
;7;Bach;Emil;;b@example.org
;;Mueller;Zoe;1990-05-04;other@example.org
;;MÜLLER;Zoë;1950-05-04;c@example.org
`
    const { body } = await importFile(club, file)
    expect(body.data.counts).toMatchObject({ created: 1, updated: 3 })
    expect((await members(club)).map(({ email }: { email: string | null }) => email)).toEqual([
      'a@example.org',
      'b@example.org',
      null,
      'c@example.org',
      'other@example.org',
    ])
  })

  it('leaves out who has the number of another person, so that no number has two holders', async () => {
    const club = await workspace()
    const birthdate = '1967-03-01'
    await club.put(PERSONS, {
      data: [{ membership_number: '7', name: { first_name: 'Emil', last_name: 'Bach' }, birthdate }],
    })
    const file = 'MitgliedNr.;Name;Vorname;geb. am\n7;Abel;Ada;24.12.1980\n8;Cohn;Ida;1.1.1970\n'
    const { body } = await upload(club, file)
    expect(body.data.counts).toMatchObject({ created: 1, left_out: 1, gaps: 1 })
    const { text } = await club.get(`/imports/${body.data.id}/rows`, { headers: { Accept: 'text/csv' } })
    expect(text).toBe(
      'MitgliedNr.;Name;Vorname;geb. am;missing\r\n7;Abel;Ada;24.12.1980;number_of_another\r\n',
    )
    await run(club, body.data)
    expect(await members(club)).toHaveLength(2)
    const after = await club.get(`/imports/${body.data.id}/rows`, { headers: { Accept: 'text/csv' } })
    expect(after.text).toBe(text)
  })

  it('keeps what empty cells and other values say, and clears a column that is told to', async () => {
    const club = await workspace()
    await club.put(PERSONS, {
      data: [
        {
          membership_number: '1',
          email: 'a@example.org',
          sex: 'f',
          address: { street: 'Weg 1', city: 'Trier' },
        },
      ],
    })
    const file = 'MitgliedNr.;eMail;Ort;Straße\n1;;;Weg 2\n'
    expect((await importFile(club, file)).body.data.counts).toMatchObject({ updated: 1 })
    expect(await members(club)).toMatchObject([
      { email: 'a@example.org', sex: 'f', address: { street: 'Weg 2', city: 'Trier' } },
    ])
    await importFile(club, file, { mapping: { 1: 'email' }, options: { empty: { 1: 'clear' } } })
    expect(await members(club)).toMatchObject([{ email: null, address: { city: 'Trier' } }])
  })

  it('reads why members left', async () => {
    const club = await workspace()
    const file =
      'MitgliedNr.;Nachname;Austrittsdatum;Austrittsgrund\n1;Abel;30.6.2026;verstorben\n2;Bär;31.12.2026;Kündigung\n3;Cho;;Umzug\n'
    expect((await importFile(club, file)).body.data.counts).toMatchObject({ created: 3 })
    const stored = await rows('SELECT leave_date, leave_reason FROM persons ORDER BY membership_number')
    expect(stored).toEqual([
      { leave_date: '2026-06-30', leave_reason: 'deceased' },
      { leave_date: '2026-12-31', leave_reason: 'left' },
      { leave_date: null, leave_reason: null },
    ])
  })

  it('ends the membership of members whom the file does not name', async () => {
    const club = await workspace()
    await club.put(PERSONS, { data: ['1', '2', '3'].map((membership_number) => ({ membership_number })) })
    const file = 'MitgliedNr.;eMail\n2;b@example.org\n'
    const { body } = await importFile(club, file, { options: { missing: { leave_date: '2026-12-31' } } })
    expect(body.data.counts).toMatchObject({ created: 0, updated: 1, ended: 2 })
    expect((await members(club)).map(({ leave_date }: { leave_date: string }) => leave_date)).toEqual([
      '2026-12-31',
      null,
      '2026-12-31',
    ])
  })

  it('ends nobody with the name of a row, neither the first time nor the second', async () => {
    const club = await workspace()
    const name = { first_name: 'Ada', last_name: 'Kühn' }
    const other = { first_name: 'Ida', last_name: 'Kühn' }
    await club.put(PERSONS, { data: [{ name }, { name, birthdate: '1950-01-01' }, { name: other }] })
    const file = 'Name;Vorname;Geburtsdatum\nKühn;Ada;1.1.1980\n'
    const options = { missing: { leave_date: '2026-12-31' } }
    const { body: first } = await importFile(club, file, { options })
    expect(first.data.counts).toMatchObject({ created: 1, ended: 1 })
    const { body: second } = await importFile(club, file, { options })
    expect(second.data.counts).toMatchObject({ created: 0, updated: 0, ended: 0 })
    expect(
      await rows('SELECT first_name, birthdate, leave_date FROM persons ORDER BY first_name, birthdate'),
    ).toEqual([
      { first_name: 'Ada', birthdate: null, leave_date: null },
      { first_name: 'Ada', birthdate: '1950-01-01', leave_date: null },
      { first_name: 'Ada', birthdate: '1980-01-01', leave_date: null },
      { first_name: 'Ida', birthdate: null, leave_date: '2026-12-31' },
    ])
  })

  it('says when mandates were last used, of those who were members and had signed by then', async () => {
    const club = await workspace()
    const file = `MitgliedNr.;Name;Vorname;Mitglied seit;IBAN;SEPA-Mandat;Mandat vom;Zahlweise
1;Abel;Ada;1.1.2010;${IBAN};M-1;1.2.2014;Lastschrift
2;Bach;Emil;1.1.2010;${IBAN};M-2;1.2.2026;Lastschrift
`
    const { body } = await importFile(club, file, { answers: { last_used_on: '2026-01-15' } })
    expect(body.data.counts).toMatchObject({ created: 2 })
    expect((await members(club)).map(({ sepa_mandate }: { sepa_mandate: unknown }) => sepa_mandate)).toEqual([
      { reference: 'M-1', signature_date: '2014-02-01', last_used_on: '2026-01-15', granted: 'paper' },
      { reference: 'M-2', signature_date: '2026-02-01', last_used_on: null, granted: 'paper' },
    ])
  })

  it('is refused under the mark of something else', async () => {
    const club = await workspace()
    await importFile(club, FILE)
    const { body } = await upload(club, FILE.replace('54290 Trier', '54290 Konz'))
    expect(body.data.counts).toMatchObject({ updated: 1 })
    const [first] = await members(club)
    await club.put(`${PERSONS}/${first.id}`, { email: 'new@example.org' })
    const late = await run(club, body.data)
    expect([late.status, codesOf(late)]).toEqual([422, ['mark_outdated']])
    const current = await club.get(`/imports/${body.data.id}`)
    expect((await run(club, current.body.data)).status).toBe(201)
    expect(codesOf(await run(club, current.body.data))).toEqual(['import_state'])
  })

  it('ends the draft, which is then neither changed nor deleted', async () => {
    const club = await workspace()
    await importFile(club, FILE)
    const [{ id }] = (await club.get('/lists/members/imports')).body.data
    const tag = String((await club.get(`/imports/${id}`)).headers.get('ETag'))
    const change = { mapping: { 6: 'ignore' } }
    for (const answer of [
      await club.patch(`/imports/${id}`, change),
      await club.patch(`/imports/${id}`, change, { headers: { 'If-Match': tag } }),
      await club.delete(`/imports/${id}`),
    ])
      expect([answer.status, codesOf(answer)]).toEqual([422, ['import_state']])
  })

  it('is not found by an upload that is repeated after its draft was deleted, and not made again', async () => {
    const club = await workspace()
    const headers = { 'Idempotency-Key': 'once' }
    const { body } = await upload(club, FILE, { headers })
    expect((await club.delete(`/imports/${body.data.id}`)).status).toBe(204)
    const again = await upload(club, FILE, { headers })
    expect([again.status, again.body.detail]).toEqual([
      404,
      'The draft that this Idempotency-Key made was deleted.',
    ])
    expect((await club.get('/lists/members/imports')).body.data).toEqual([])
  })

  it('repeats its answer to an Idempotency-Key, and so does an upload', async () => {
    const club = await workspace()
    const headers = { 'Idempotency-Key': 'once' }
    const [one, two] = [await upload(club, FILE, { headers }), await upload(club, FILE, { headers })]
    expect(two.body.data).toEqual(one.body.data)
    const [done, again] = [
      await run(club, one.body.data, { headers }),
      await run(club, one.body.data, { headers }),
    ]
    expect([again.status, again.body]).toEqual([201, done.body])
    expect(await members(club)).toHaveLength(3)
  })
})

describe('a draft', () => {
  it('is changed by one of two people', async () => {
    const club = await workspace()
    const { body, headers } = await upload(club, FILE)
    const path = `/imports/${body.data.id}`
    const tag = { headers: { 'If-Match': String(headers.get('ETag')) } }
    expect((await club.patch(path, { mapping: { 6: 'ignore' } }, tag)).status).toBe(200)
    expect((await club.patch(path, { mapping: { 6: null } }, tag)).status).toBe(412)
    expect((await club.get(path)).body.data.columns[6].target).toBe('ignore')
  })

  it('names what is wrong with a change', async () => {
    const club = await workspace()
    const { body } = await upload(club, FILE)
    const answer = await club.patch(`/imports/${body.data.id}`, {
      mapping: { 60: 'email', 5: 'nothing', 6: 'birthdate' },
      edits: { '2.0': '1009' },
    })
    expect(answer.status).toBe(422)
    const codes = answer.body.issues.map(({ code }: { code: string }) => code)
    expect(codes.sort()).toEqual(['column_not_in_file', 'key_column', 'target_twice', 'target_unknown'])
  })

  it('is read in another way, and one cell gets another text', async () => {
    const club = await workspace()
    const latin = Buffer.from(FILE, 'latin1')
    const { body } = await club.post('/lists/members/imports', undefined, { raw: latin, headers: CSV })
    expect(body.data.file.encoding).toBe('windows-1252')
    const path = `/imports/${body.data.id}`
    const read = await club.patch(path, { encoding: 'iso-8859-15' })
    expect(read.body.data.file.encoding).toBe('iso-8859-15')
    const edited = await club.patch(path, { edits: { '3.5': IBAN } })
    expect(edited.body.data.counts.gaps).toBe(0)
  })

  it('is one of five, and is deleted', async () => {
    const club = await workspace()
    const ids = []
    for (let n = 0; n < 5; n++) ids.push((await upload(club, FILE)).body.data.id)
    expect((await upload(club, FILE)).body.issues).toMatchObject([{ path: 'file', code: 'too_many_drafts' }])
    expect((await club.delete(`/imports/${ids[0]}`)).status).toBe(204)
    expect((await club.get(`/imports/${ids[0]}`)).status).toBe(404)
    expect((await club.get('/lists/members/imports')).body.data).toHaveLength(4)
    expect((await upload(club, FILE)).status).toBe(201)
  })

  it('stands against merging the persons whom it names', async () => {
    const club = await workspace()
    await importFile(club, FILE)
    const [one, other] = await members(club)
    const { body } = await upload(club, FILE)
    const merge = () => club.post(`${PERSONS}/${one.id}/merge`, { from: other.id })
    expect((await merge()).body.issues).toMatchObject([
      { path: 'person_id', code: 'in_open_import' },
      { path: 'from', code: 'in_open_import' },
    ])
    await club.delete(`/imports/${body.data.id}`)
    expect((await merge()).status).toBe(200)
  })

  it('keeps its rows for 14 days, and what a run left out as long', async () => {
    const club = await workspace()
    await importFile(club, FILE)
    await upload(club, FILE)
    expect((await parts()).length).toBeGreaterThan(3)
    await sweep(13)
    expect((await parts()).length).toBeGreaterThan(3)
    await sweep(15)
    expect(await parts()).toEqual([])
    expect((await club.get('/lists/members/imports')).body.data).toMatchObject([
      { state: 'imported', expires_at: null, result: { created: 3 } },
    ])
  })
})

describe('the headers of a file', () => {
  const kept = async () => {
    const [stored] = await rows('SELECT head FROM imports')
    return JSON.parse(String(stored?.head))
  }
  const remembered = async () =>
    (await rows('SELECT settings FROM import_mappings')).map(({ settings }) => JSON.parse(String(settings)))
  /** All that is stored of imports. */
  const stored = async () =>
    JSON.stringify([
      await rows('SELECT * FROM imports'),
      await rows('SELECT * FROM import_parts'),
      await rows('SELECT * FROM import_mappings'),
    ])

  it('go with its rows: at once if nothing is left out, else after 14 days or with an undo', async () => {
    const club = await workspace()
    await importFile(club, FILE.replace('DE00123', ''))
    expect(await kept()).toMatchObject({ headers: [], notes: [], totals: [], rowCount: 3, headerRow: 1 })
    await rows('DELETE FROM imports')
    await importFile(club, FILE)
    expect((await kept()).headers).toContain('MitgliedNr.')
    await sweep(15)
    expect(await kept()).toMatchObject({ headers: [], rowCount: 3 })
    await rows('DELETE FROM imports')
    await importFile(club, FILE.replace('Trier', 'Konz'))
    const [{ id }] = (await club.get('/lists/members/imports')).body.data
    expect((await club.post(`/imports/${id}/undo`, undefined)).status).toBe(200)
    expect(await kept()).toMatchObject({ headers: [] })
  })

  it('are remembered without ignored ones and values, and the mapping for a file with all of them', async () => {
    const club = await workspace()
    const file = 'MitgliedNr.;Name;Vorname;Spitzname Träne;Spind\n1;Abel;Ada;Adi;7\n'
    await importFile(club, file, { mapping: { 3: 'ignore', 4: 'new:string' } })
    const [locker] = (await rows('SELECT id FROM custom_columns')).map(({ id }) => id)
    expect(await remembered()).toMatchObject([
      {
        columns: { 0: 'membership_number', 3: 'ignore', 4: locker },
        mapping: { 'MitgliedNr.': 'membership_number', Spind: locker },
      },
    ])
    expect(await stored()).not.toContain('Träne')
    const same = await upload(club, file)
    const targets = ({ body }: Answer) => body.data.columns.map(({ target }: { target: string }) => target)
    expect(targets(same)).toEqual([
      'membership_number',
      'name.last_name',
      'name.first_name',
      'ignore',
      locker,
    ])
    const other = await upload(club, 'Spind;MitgliedNr.\n7;1\n')
    expect(targets(other)).toEqual([locker, 'membership_number'])
  })

  it.each([
    ['values', 'Abel;Ada;ada@example.org;1.3.1967;DE89 3704 0044 0532 0130 00'],
    ['names', 'Abel;Ada;;;'],
  ])('are not remembered if the first row is a person, with %s', async (_, person) => {
    const club = await workspace()
    const file = `${person}\nBach;Emil;emil@example.org;2.4.1970;\n`
    const { body } = await upload(club, file)
    const path = `/imports/${body.data.id}`
    await club.patch(path, { header_row: 1 })
    const changed = await club.patch(path, { mapping: { 0: 'name.last_name', 1: 'name.first_name' } })
    expect((await run(club, changed.body.data)).status).toBe(201)
    expect(await remembered()).toMatchObject([{ columns: { 0: 'name.last_name' }, mapping: {} }])
    for (const text of ['Abel', 'ada@', '1.3.1967', '3704 0044', '•••• 3000'])
      expect([text, (await stored()).includes(text)]).toEqual([text, false])
  })

  it('are forgotten after two years without a file that has them', async () => {
    const club = await workspace()
    await importFile(club, FILE)
    await sweep(729)
    expect(await remembered()).toHaveLength(1)
    await sweep(731)
    expect(await remembered()).toEqual([])
  })
})

describe('who is left out', () => {
  it('is a person with a text that cannot be read, if staff want that', async () => {
    const club = await workspace()
    const { body } = await upload(club, FILE)
    const { body: changed } = await club.patch(`/imports/${body.data.id}`, { options: { leave_out: 'rows' } })
    expect(changed.data.counts).toMatchObject({ created: 2, left_out: 1, gaps: 1 })
    await run(club, changed.data)
    expect((await members(club)).map(({ name }: { name: { last_name: string } }) => name.last_name)).toEqual([
      'Müller',
      'Weiß',
    ])
    // The next file with the same headers takes them again.
    expect((await upload(club, FILE)).body.data.options).toMatchObject({ leave_out: 'cells' })
  })

  it('does not leave the association, if the file names them all the same', async () => {
    const club = await workspace()
    const namesake = { name: { first_name: 'Ada', last_name: 'Kühn' }, birthdate: '1980-01-01' }
    await club.put(PERSONS, {
      data: [
        { ...namesake, external_id: 'a' },
        { ...namesake, external_id: 'b' },
        { external_id: 'c', membership_number: '7', name: { first_name: 'Ben', last_name: 'Vogt' } },
        { external_id: 'd', membership_number: '8', name: { first_name: 'Cem', last_name: 'Wolf' } },
        { external_id: 'e', membership_number: '9', name: { first_name: 'Dora', last_name: 'Zahn' } },
      ],
    })
    const { body } = await upload(
      club,
      'Nr;Name;Vorname;Geburtsdatum\n;Kühn;Ada;1.1.1980\n7;Anders;Ida;1.1.1990\n8;Wolf;Cem;\n',
    )
    const options = { known: false, missing: { leave_date: '2026-12-31' } }
    const { body: changed } = await club.patch(`/imports/${body.data.id}`, { options })
    expect(changed.data.counts).toMatchObject({ created: 0, updated: 0, ended: 1, left_out: 3 })
    await run(club, changed.data)
    expect(await rows('SELECT external_id FROM persons WHERE leave_date IS NOT NULL')).toEqual([
      { external_id: 'e' },
    ])
  })
})

it('reads as it is now, also under the entity tag of a read before', async () => {
  const club = await workspace()
  const { id } = (await upload(club, FILE)).body.data
  const { headers } = await club.get(`/imports/${id}`)
  await club.post(PERSONS, { membership_number: '1003', name: { first_name: 'Zoë', last_name: 'Weiß' } })
  const now = await club.get(`/imports/${id}`, { headers: { 'If-None-Match': String(headers.get('ETag')) } })
  expect([now.status, now.body.data.counts.created]).toEqual([200, 2])
  expect((await run(club, now.body.data)).status).toBe(201)
})

it('adds nobody twice whose file is run by two at once', async () => {
  const club = await workspace()
  const file = 'Nr;Nachname;Vorname;Geburtsdatum\n1;Adler;Ada;1.1.1990\n;Bär;Ben;2.2.1991\n'
  const drafts = [(await upload(club, file)).body.data, (await upload(club, file)).body.data]
  const answers = await Promise.all(drafts.map((draft) => run(club, draft)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  expect(await members(club)).toHaveLength(2)
})

describe('a person of the file', () => {
  it('who has the number of somebody else changes nobody', async () => {
    const club = await workspace()
    const joerg = { name: { first_name: 'Jörg', last_name: 'Müller' }, birthdate: '1967-03-01' }
    await club.put(PERSONS, {
      data: [
        { ...joerg, membership_number: '5', external_id: 'a' },
        { ...joerg, external_id: 'b' },
      ],
    })
    const { body } = await upload(club, 'Nr;Nachname;Vorname\n5;Schmidt;Anna\n')
    expect(body.data.counts).toMatchObject({ created: 0, updated: 0, left_out: 1 })
    const own = await upload(club, 'external_id,membership_number\nb,5\n')
    expect(own.body.data.counts).toMatchObject({ updated: 0, left_out: 1 })
    const married = await upload(club, 'Nr;Nachname;Vorname\n5;Schmidt;Jörg\n')
    expect(married.body.data.counts).toMatchObject({ updated: 1, left_out: 0 })
  })

  it('whom the list would refuse keeps what it takes, and blocks nobody else', async () => {
    const club = await workspace()
    const file = `Nr;Nachname;IBAN;Mandatsreferenz;Mandatsdatum;Letzter Einzug;Zahlungsart
1;Adler;${IBAN};M1;01.05.2024;01.02.2020;Lastschrift
2;Bär;;;;;
`
    const { status, body, text } = await upload(club, file)
    expect(status, text).toBe(201)
    expect(body.data.counts).toMatchObject({ created: 2, left_out: 0, gaps: 1 })
    expect((await run(club, body.data)).status).toBe(201)
    expect((await members(club)).map(({ sepa_mandate }: { sepa_mandate: unknown }) => sepa_mandate)).toEqual([
      null,
      null,
    ])
  })

  it('whom staff without accounts map the IBAN of to a text does not get it', async () => {
    const club = await workspace()
    const office = await principalOf(club, 'office')
    const file = Buffer.from(`Nr;Nachname;Konto\n1;Adler;DE89.3704.0044.0532.0130.00\n`)
    const id = await uploadImport(office, { list: 'members', fileName: 'f.csv', file })
    const prepared = await changeImport(office, { id, body: { mapping: { 2: 'address.street' } } })
    expect(JSON.stringify([prepared.changes, prepared.gaps])).not.toContain('0044.0532')
    await runImport(office, { id, body: { mark: prepared.mark } })
    expect(JSON.stringify(await rows('SELECT * FROM persons'))).not.toContain('0044.0532')
  })

  it('with a birthdate that cannot be read does not end, nor does who joins later', async () => {
    const club = await workspace()
    await club.put(PERSONS, {
      data: [
        { external_id: 'a', name: { first_name: 'Ada', last_name: 'Kühn' }, birthdate: '1990-02-28' },
        { external_id: 'b', name: { first_name: 'Ben', last_name: 'Vogt' }, join_date: '2027-01-01' },
        { external_id: 'c', name: { first_name: 'Cem', last_name: 'Wolf' } },
      ],
    })
    const { body } = await upload(club, 'Nachname;Vorname;Geburtsdatum\nKühn;Ada;30.02.1990\n')
    const change = { options: { leave_out: 'rows', missing: { leave_date: '2026-12-31' } } }
    const { data } = (await club.patch(`/imports/${body.data.id}`, change)).body
    await run(club, data)
    expect(await rows('SELECT external_id FROM persons WHERE leave_date IS NOT NULL')).toEqual([
      { external_id: 'c' },
    ])
  })

  it('has no last use on a day that does not exist', async () => {
    const club = await workspace()
    const file = `Nr;Nachname;IBAN;Mandatsreferenz;Mandatsdatum;Zahlungsart\n1;Adler;${IBAN};M1;01.05.2014;Lastschrift\n`
    const { body } = await upload(club, file)
    const answers = { last_used_on: '2026-02-30' }
    const { data } = (await club.patch(`/imports/${body.data.id}`, { answers })).body
    await run(club, data)
    const [person] = await members(club)
    expect(person.sepa_mandate).toMatchObject({ reference: 'M1', last_used_on: null })
  })
})

it('warns of API keys that deleted in the last week whom they omitted, and so would delete who is added', async () => {
  const club = await workspace()
  const warnedOf = async () => (await upload(club, FILE)).body.data.replacing_keys
  await club.put(PERSONS, { data: [{ external_id: 'a' }] })
  expect(await warnedOf()).toEqual([])
  const replace = () => club.put(PERSONS, { delete_omitted: true, data: [{ external_id: 'a' }] })
  expect((await replace()).cost.trips).toBe(2)
  expect((await replace()).cost.trips).toBe(1)
  expect(await warnedOf()).toEqual(['test'])
  const contacts = await club.post('/lists/contacts/imports', undefined, { raw: 'Name\nAda\n', headers: CSV })
  expect(contacts.body.data.replacing_keys).toEqual([])
  await rows(`UPDATE api_keys SET replaced_lists = '{"members":"2020-01-01"}'`)
  expect(await warnedOf()).toEqual([])
})

const sweep = (days: number) =>
  trip(open(env.DB), { swept: sweepImports(new Date(Date.now() + days * 86_400_000)) })

describe('an undo', () => {
  it('leaves persons and fees as they were', async () => {
    const club = await workspace()
    await club.put(PERSONS, {
      data: [
        {
          membership_number: '1001',
          name: { first_name: 'Jörg', last_name: 'Müller' },
          birthdate: '1967-03-01',
        },
      ],
    })
    const untimed = (person: Record<string, unknown>) => ({ ...person, revision: 0, updated_at: '' })
    const values = async () => (await digest()).flat().map(untimed)
    const before = await values()
    const { body } = await upload(club, FILE)
    await club.patch(`/imports/${body.data.id}`, { mapping: { 5: 'ignore', 6: 'ignore' } })
    await run(club, (await club.get(`/imports/${body.data.id}`)).body.data)
    const undone = await club.post(`/imports/${body.data.id}/undo`, undefined)
    expect(undone.body.data, undone.text).toEqual({ deleted: 2, kept: 0, restored: 1, left_alone: 0 })
    expect(await values()).toEqual(before)
    expect(await parts()).toEqual([])
    expect((await club.get(`/imports/${body.data.id}`)).body.data).toMatchObject({
      state: 'undone',
      mark: null,
    })
  })

  it('keeps persons who were changed or charged since', async () => {
    const club = await workspace()
    await importFile(club, FILE)
    const [one, two] = await members(club)
    await club.put(`${PERSONS}/${one.id}`, { email: 'new@example.org' })
    await club.post('/fees', { data: [{ amount: 100, description: 'Fee', person_id: two.id }] })
    const [{ id }] = (await club.get('/lists/members/imports')).body.data
    const { body } = await club.post(`/imports/${id}/undo`, undefined)
    expect(body.data).toMatchObject({ deleted: 1, kept: 2 })
  })
})

describe('staff', () => {
  it('of the office import all but accounts, which wait for the treasurer', async () => {
    const club = await workspace()
    const office = await principalOf(club, 'office')
    const file = Buffer.from(FILE)
    const id = await uploadImport(office, { list: 'members', fileName: 'members.csv', file })
    const { mark, counts } = await prepareImport(office, { id })
    expect(counts).toMatchObject({ created: 3, accountsWaiting: 1 })
    expect(await runImport(office, { id, body: { mark } })).toMatchObject({ outcome: 'done' })
    const account = async () =>
      (await members(club)).map(({ bank_account }: { bank_account: unknown }) => bank_account)
    expect(await account()).toEqual([null, null, null])

    const treasurer = await principalOf(club, 'treasurer')
    const waiting = await prepareImport(treasurer, { id })
    expect(waiting.counts).toMatchObject({ created: 0, updated: 1, accountsWaiting: 0 })
    expect(await runImport(treasurer, { id, body: { mark: waiting.mark } })).toMatchObject({
      outcome: 'done',
    })
    expect(await account()).toMatchObject([{ iban: IBAN }, null, null])
    expect(
      (await rows('SELECT DISTINCT kind FROM import_parts ORDER BY kind')).map(({ kind }) => kind),
    ).toEqual(['gaps', 'rows'])
  })

  it('write accounts that wait to persons without any key, against merging and within 14 days', async () => {
    const club = await workspace()
    const office = await principalOf(club, 'office')
    const treasurer = await principalOf(club, 'treasurer')
    const file = Buffer.from(`Name;Vorname;IBAN\nMüller;Jörg;${IBAN}\nWeiß;Zoë;DE02120300000000202051\n`)
    const id = await uploadImport(office, { list: 'members', fileName: 'members.csv', file })
    await runImport(office, { id, body: { mark: (await prepareImport(office, { id })).mark } })
    const [one, other] = await members(club)
    const merge = await club.post(`${PERSONS}/${one.id}/merge`, { from: other.id })
    expect(codesOf(merge)).toEqual(['in_open_import', 'in_open_import'])

    const waiting = await prepareImport(treasurer, { id })
    expect(waiting.counts).toMatchObject({ created: 0, updated: 2, leftOut: 0, accountsWaiting: 0 })
    await runImport(treasurer, { id, body: { mark: waiting.mark } })
    const ibans = (await members(club)).map(
      (person: { bank_account: { iban: string } }) => person.bank_account.iban,
    )
    expect(ibans.sort()).toEqual(['DE02120300000000202051', IBAN])
    expect((await club.post(`/imports/${id}/undo`, undefined)).body.data).toMatchObject({
      deleted: 2,
      kept: 0,
    })
    expect(await members(club)).toEqual([])
  })

  it('have nothing left to write once the file with accounts that wait has expired', async () => {
    const club = await workspace()
    const office = await principalOf(club, 'office')
    const treasurer = await principalOf(club, 'treasurer')
    const id = await uploadImport(office, { list: 'members', fileName: 'f.csv', file: Buffer.from(FILE) })
    const { mark } = await prepareImport(office, { id })
    await runImport(office, { id, body: { mark } })
    await sweep(15)
    const expired = await prepareImport(treasurer, { id })
    expect(expired.counts).toMatchObject({ updated: 0, accountsWaiting: 0 })
    await expect(runImport(treasurer, { id, body: { mark: expired.mark } })).rejects.toMatchObject({
      reason: 'changed_meanwhile',
    })
    expect((await club.get(`/imports/${id}`)).body.data).toMatchObject({ mark: null })
  })

  it('who may not write the list see no import', async () => {
    const club = await workspace()
    const { body } = await upload(club, FILE)
    const auditor = await principalOf(club, 'auditor')
    await expect(prepareImport(auditor, { id: body.data.id })).rejects.toMatchObject({
      reason: 'permission_missing',
    })
  })
})

describe('our own CSV', () => {
  it.each(['de-DE', 'en-GB'])('of a workspace in %s changes nothing', async (locale) => {
    const club = await workspace({ locale })
    await club.put('/lists/members/custom_columns', {
      data: [
        { name: 'Tags', type: 'array', external_id: 'tags' },
        { name: 'Weight', type: 'number', external_id: 'weight' },
        { name: 'Since', type: 'date', external_id: 'since' },
        { name: 'Vip', type: 'boolean', external_id: 'vip' },
      ],
    })
    const stored = await club.put(PERSONS, {
      data: [
        {
          external_id: '0012',
          membership_number: '0099',
          name: { first_name: 'Ada', last_name: 'von der  Heide' },
          email: 'a@example.org',
          birthdate: '1967-03-01',
          phone_numbers: [
            { label: 'mobile', number: '+491719618681' },
            { label: null, number: '+4965112345' },
          ],
          address: { street: 'Weg 1', postcode: '01067', city: 'Dresden', country_code: 'DE' },
          bank_account: { iban: IBAN, signatory: 'Ada Heide' },
          sepa_mandate: {
            reference: 'M_1',
            signature_date: '2014-02-01',
            last_used_on: '2026-01-15',
            granted: 'paper',
          },
          payment_method: 'direct_debit',
          join_date: '2010-01-01',
          tags: ['a;b', '=1'],
          weight: 1234.5,
          since: '2001-02-03',
          vip: false,
        },
        { external_id: 'm2' },
      ],
    })
    expect(stored.status, stored.text).toBe(200)
    const before = await digest()
    const { text } = await club.get(PERSONS, { headers: { Accept: 'text/csv' } })
    const { body } = await upload(club, text)
    expect(body.data).toMatchObject({
      questions: [],
      new_columns: [],
      cells: { tidied: 0, doubtful: 0, wrong: 0 },
      counts: { created: 0, updated: 0, unchanged: 2, gaps: 0 },
    })
    await run(club, body.data)
    expect(await digest()).toEqual(before)
    const masked = await upload(club, text.replace(IBAN, '•••• 3000'))
    expect(masked.body.data.counts).toMatchObject({ updated: 0, unchanged: 2, gaps: 0 })
  })
})
