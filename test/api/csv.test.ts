import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mintToken } from '../../src/domain/access/tokens'
import { visible } from '../../src/domain/shared/text'
import { ORIGIN } from '../support/call'
import { clubOf, columns, NOTE, settings } from '../support/club'
import { seedMembers } from '../support/seed-members'
import { rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const BOM = '\uFEFF'

const exported = async (club: Workspace, query = '') => {
  const answer = await club.get(`${PERSONS}${query}`, { headers: { Accept: 'text/csv' } })
  expect(answer.status, answer.text).toBe(200)
  return answer
}

const CONVERTED = [
  '007',
  '01099',
  '0.125',
  '1,5',
  '1e21',
  '1E5',
  '4005500000000123456',
  '1-2',
  '3/4',
  '5 %',
  '€5',
  '$5',
  '(5)',
]
  .concat([
    '12:30',
    '1. Mai 2024',
    'Mai 24',
    'May-24',
    'Monday, May 5, 2024',
    'Sept. 5',
    '2024-12-31',
    'TRUE',
    'true',
    'wahr',
  ])
  .concat(['.5', ',5', '５', '½'])

const PLAIN = [
  'Marktstraße 5',
  'Maiweg 3',
  'Halle 5',
  'm-1001',
  'DE89370400440532013000',
  'Q1 2024',
  'truely',
  'a\nb',
]

const imported = (club: Workspace, csv: string, query = '') =>
  club.put(`${PERSONS}${query}`, undefined, { raw: csv, headers: { 'Content-Type': 'text/csv' } })

async function createFixture(given: object = {}): Promise<Workspace> {
  const { club } = await clubOf(
    settings(given),
    columns([
      NOTE,
      { name: 'Teams', type: 'array', external_id: 'teams' },
      { name: 'Trainer', type: 'boolean', external_id: 'trainer' },
      { name: 'Balance', type: 'number' },
    ]),
  )
  return club
}

describe('CSV export', () => {
  it('streams all pages as one file with a byte order mark, in the delimiter of the locale', async () => {
    const club = await createFixture({ locale: 'en-GB' })
    await seedMembers(club.id, 1201)
    const answer = await exported(club)
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="members.csv"')
    const lines = answer.text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(1202)
    expect(lines[0]).toMatch(/^id,external_id,name\.first_name,name\.last_name,email,/)
    expect(answer.cost.trips).toBe(3)
    const german = await createFixture({ locale: 'de-DE' })
    expect((await exported(german)).text).toMatch(/^id;external_id;name\.first_name;/)
  })

  it('starts with the byte order mark that spreadsheets need', async () => {
    const club = await createFixture()
    const { default: worker } = await import('../../src/index')
    const { env } = await import('cloudflare:workers')
    const { createExecutionContext } = await import('cloudflare:test')
    const headers = { Authorization: `Bearer ${club.key}`, Accept: 'text/csv' }
    const request = new Request(`${ORIGIN}${PERSONS}`, { headers })
    const response = await worker.fetch(request, env, createExecutionContext())
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  })

  it('contains the persons that the filters match, and refuses the queries that a page refuses', async () => {
    const club = await createFixture()
    await seedMembers(club.id, 20)
    expect(
      (await exported(club, '?filter[name.first_name]=First7')).text.trimEnd().split('\r\n'),
    ).toHaveLength(2)
    for (const query of ['?filter[nonsense]=1', '?cursor=x', '?per_page=0']) {
      const { status } = await club.get(`${PERSONS}${query}`, { headers: { Accept: 'text/csv' } })
      expect(status, query).toBe(422)
    }
    const stranger = await club.keyWith('fees:read')
    expect((await club.get(PERSONS, { key: stranger, headers: { Accept: 'text/csv' } })).status).toBe(403)
  })

  it('escapes texts that a spreadsheet would run as a formula', async () => {
    const club = await createFixture()
    const texts = ['=1+1', '+49', '-1', '@A1', '＝1+1', '＋1', '－1', '＠A1', "'quoted", '']
    await club.put(PERSONS, { data: texts.map((note, index) => ({ external_id: `p${index}`, note })) })
    const { text } = await exported(club)
    for (const note of texts) expect(text).toContain(`;'${note};`)
    expect(text).not.toMatch(/[;\n] ?[=+@＝＋－＠]/)
  })

  it.each(['de-DE', 'en-GB'])(
    'guards texts that a spreadsheet would convert, and no others (%s)',
    async (locale) => {
      const club = await createFixture({ locale })
      await club.put(PERSONS, {
        data: [...CONVERTED, ...PLAIN].map((note) => ({ name: { last_name: 'X' }, note })),
      })
      const { text } = await exported(club, '?filter[name.last_name]=X')
      for (const note of CONVERTED) expect(text).toContain(`'${note}`)
      for (const note of PLAIN) {
        expect(text).toContain(note)
        expect(text).not.toContain(`'${note}`)
      }
    },
  )

  it('keeps tabs and carriage returns that a spreadsheet drops', async () => {
    const club = await createFixture()
    await club.put(PERSONS, { data: [{ external_id: 'a', note: 'a\tb\r\n"c"' }] })
    expect((await exported(club)).text).toContain(String.raw`;"'""a\tb\r\n\""c\""""";`)
  })

  it.each([
    ['de-DE', '"0,125"', `"'0,30000000000000004"`],
    ['en-GB', '0.125', "'0.30000000000000004"],
  ])(
    'writes numbers in the format of the locale, and guards those that a spreadsheet would round (%s)',
    async (locale, ...cells) => {
      const club = await createFixture({ locale })
      const column = (await club.get('/lists/members/custom_columns')).body.data[3].id
      const numbers = [0.125, 0.30000000000000004, 1e21, -5, 9007199254740991, 1234567890, 12345678901]
      await club.put(PERSONS, {
        data: numbers.map((number) => ({ email: 'a@example.org', [column]: number })),
      })
      const lines = (await exported(club)).text.trimEnd().split('\r\n').slice(1)
      const whole = ['1e+21', '-5', "'9007199254740991", '1234567890', "'12345678901"]
      for (const [index, cell] of [...cells, ...whole].entries())
        expect(lines[index]?.endsWith(`${locale === 'de-DE' ? ';' : ','}${cell}`), lines[index]).toBe(true)
    },
  )

  it('quotes delimiters and line breaks in cells', async () => {
    const club = await createFixture()
    await club.put(PERSONS, { data: [{ external_id: 'a', note: 'hi\n=1+cmd,=2+2\r=3\t=4' }] })
    const { text } = await exported(club)
    expect(text.replace(/"(?:[^"]|"")*"/g, '')).not.toMatch(/\r(?!\n)|(?<!\r)\n|[,\t]/)
  })

  it('returns JSON when the client accepts JSON and CSV alike', async () => {
    const club = await createFixture()
    const answer = await club.get(PERSONS, { headers: { Accept: '*/*' } })
    expect(answer.headers.get('Content-Type')).toBe('application/json')
  })
})

describe('CSV import', () => {
  const FULL = {
    external_id: 'ada',
    name: { first_name: '=Ada', last_name: 'Love;lace, "L"' },
    email: 'ada@example.org',
    birthdate: '1985-12-10',
    phone_numbers: [{ label: 'home', number: '+49 30 1815' }],
    address: { street: 'Uferweg 12; Hof', postcode: '01099', city: 'Köln', country_code: 'DE' },
    bank_account: { iban: 'DE89370400440532013000', bic: null, signatory: null },
    sepa_mandate: { reference: '+1', signature_date: null },
    payment_method: 'direct_debit',
    membership_number: "'007",
    join_date: '2020-01-01',
    leave_date: null,
    note: 'line\nline 😀',
    teams: ['a;b', '"c"', ''].filter(Boolean),
    trainer: true,
  }

  it.each(['de-DE', 'en-GB'])('changes nothing when an export is imported again (%s)', async (locale) => {
    const club = await createFixture({ locale })
    await club.put(PERSONS, {
      data: [FULL, { external_id: 'empty', note: '' }, { name: { last_name: 'X' } }],
    })
    const before = await rows('SELECT * FROM persons ORDER BY id')
    const answer = await imported(club, (await exported(club)).text)
    expect([answer.status, answer.body.meta]).toEqual([
      200,
      { created: 0, updated: 0, unchanged: 3, deleted: 0 },
    ])
    expect(answer.cost.trips).toBe(1)
    expect(await rows('SELECT * FROM persons ORDER BY id')).toEqual(before)
  })

  it.each(['?delete_omitted=false', ''])('deletes nobody with the query "%s"', async (query) => {
    const club = await createFixture()
    await club.put(PERSONS, { data: [{ external_id: 'a' }, { external_id: 'b' }] })
    const answer = await imported(club, 'external_id\r\na\r\nc\r\n', query)
    expect(answer.body.meta).toEqual({ created: 1, updated: 0, unchanged: 1, deleted: 0 })
    const stored = (await club.get(PERSONS)).body.data
    expect(stored.map((person: { external_id: string }) => person.external_id).sort()).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it('creates and updates persons, and deletes omitted ones with delete_omitted', async () => {
    const club = await createFixture()
    await club.put(PERSONS, { data: [{ external_id: 'a', note: 'x' }, { external_id: 'b' }] })
    const csv = `${BOM}external_id;note;trainer\r\na;;true\r\nc;new;false\r\n`
    const answer = await imported(club, csv, '?delete_omitted=true')
    expect(answer.body.meta).toEqual({ created: 1, updated: 1, unchanged: 0, deleted: 1 })
    const shown = answer.body.data.map((person: Record<string, unknown>) => [
      person.external_id,
      person.note,
      person.trainer,
    ])
    expect(shown).toEqual([
      ['a', null, true],
      ['c', 'new', false],
    ])
  })

  it('imports an edited export, and the same file once more', async () => {
    const club = await createFixture()
    await club.put(PERSONS, { data: [FULL, { external_id: 'b' }] })
    const edited = (await exported(club)).text.replace('ada@example.org', 'new@example.org')
    const first = await imported(club, edited)
    expect(first.body.meta).toMatchObject({ updated: 1, unchanged: 1 })
    const second = await imported(club, edited)
    expect([second.status, second.body.meta]).toMatchObject([200, { updated: 0, unchanged: 2 }])
  })

  it('imports what people type: apostrophes in names, decimal commas, empty rows', async () => {
    const club = await createFixture()
    const column = (await club.get('/lists/members/custom_columns')).body.data[3].id
    const csv = `external_id;name.last_name;${column}\r\n;;\r\n\r\na;'s-Hertog;0,5\r\n`
    const answer = await imported(club, csv)
    expect(answer.body.data).toMatchObject([{ name: { last_name: "'s-Hertog" }, [column]: 0.5 }])
  })

  it('imports what spreadsheets write: booleans in capitals, German dates and words, guarded and large numbers', async () => {
    const club = await createFixture()
    const column = (await club.get('/lists/members/custom_columns')).body.data[3].id
    const csv = [
      `external_id;birthdate;trainer;${column};note`,
      "'007;3.2.1985;WAHR;'0,30000000000000004;''68er",
      "a;1985-02-03;FALSE;1E+021;'0049",
      "b;'31.12.1999;falsch;0,125;'68",
      'c;;TRUE;0.125;"\'""C:\\new"',
    ].join('\n')
    const answer = await imported(club, csv)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toMatchObject([
      {
        external_id: '007',
        birthdate: '1985-02-03',
        trainer: true,
        [column]: 0.30000000000000004,
        note: "'68er",
      },
      { external_id: 'a', birthdate: '1985-02-03', trainer: false, [column]: 1e21, note: '0049' },
      { external_id: 'b', birthdate: '1999-12-31', trainer: false, [column]: 0.125, note: '68' },
      { external_id: 'c', birthdate: null, trainer: true, [column]: 0.125, note: '\'"C:\\new' },
    ])
  })

  it.each([
    ['external_id;birthdate\na;03/02/1985\n', 'row 2, birthdate'],
    ['external_id;balance\na;1.234\n', 'row 2, balance'],
    ['external_id,balance\na,"1,234"\n', 'row 2, balance'],
  ])('refuses ambiguous values: %j', async (csv, key) => {
    const club = await createFixture()
    const balance = { name: 'Balance', type: 'number', external_id: 'balance' }
    await club.put('/lists/members/custom_columns', { data: [balance] })
    expect(Object.keys((await imported(club, csv)).body.errors)).toEqual([key])
  })

  it('imports a custom column of contacts whose key is a read-only field of members', async () => {
    const club = await workspace()
    const column = { name: 'Status', type: 'string', external_id: 'membership_status' }
    await club.put('/lists/contacts/custom_columns', { data: [column] })
    const headers = { 'Content-Type': 'text/csv' }
    const raw = 'external_id,membership_status,created_at\na,guest,2026-01-01\n'
    const { body } = await club.put('/lists/contacts/persons', undefined, { raw, headers })
    expect(body.data).toMatchObject([{ external_id: 'a', membership_status: 'guest' }])
  })

  it.each(['true', 'false'])(
    'refuses delete_omitted=%s in the query beside a JSON body, after checking the key',
    async (value) => {
      const club = await createFixture()
      await club.put(PERSONS, { data: [{ external_id: 'a' }] })
      const path = `${PERSONS}?delete_omitted=${value}`
      const answer = await club.put(path, { data: [{ external_id: 'b' }] })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['delete_omitted']])
      expect((await club.put(path, { data: [] }, { key: mintToken('a') })).status).toBe(401)
      expect(await rows('SELECT external_id FROM persons')).toEqual([{ external_id: 'a' }])
    },
  )

  it.each(['de-DE', 'en-GB'])(
    'changes nothing when any exported person is imported again (%s)',
    async (locale) => {
      const club = await createFixture({ locale })
      const column = (await club.get('/lists/members/custom_columns')).body.data[3].id
      const nasty = fc.oneof(
        fc.constantFrom(...CONVERTED, ...PLAIN, "''", '\'"a\\tb"', '"', '\r', '\n', '\t', ' '),
        fc.stringMatching(/^[0-9.,:/ '"=+\-\t\r\n]{1,8}$/),
        fc.string({ unit: 'binary', maxLength: 12 }),
      )
      const line = nasty
        .map((text) => visible(text, ' '))
        .filter((text) => text !== '' && !/[\p{Cc}\p{Cs}]/u.test(text))
      const text = fc.option(line)
      const number = fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer(),
        fc.constantFrom(0.125, 1.234),
      )
      const person = fc.record({
        name: fc.record({ first_name: text, last_name: text }),
        membership_number: text,
        address: fc.option(fc.record({ street: text, postcode: text, city: line })),
        sepa_mandate: fc.option(
          fc.record({ reference: line, signature_date: fc.constantFrom('0050-01-01', '2024-02-29') }),
        ),
        note: fc.option(nasty),
        teams: fc.option(fc.array(line, { maxLength: 3 })),
        trainer: fc.option(fc.boolean()),
        [column]: fc.option(number),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 8 }), async (persons) => {
          for (const data of persons) await club.post(PERSONS, data)
          const before = await rows('SELECT * FROM persons WHERE workspace_id = ? ORDER BY id', club.id)
          const answer = await imported(club, (await exported(club)).text)
          expect(answer.body.meta).toEqual({ created: 0, updated: 0, unchanged: before.length, deleted: 0 })
          expect(await rows('SELECT * FROM persons WHERE workspace_id = ? ORDER BY id', club.id)).toEqual(
            before,
          )
        }),
        { numRuns: 15 },
      )
    },
  )

  it('counts empty rows in the row numbers of errors', async () => {
    const club = await createFixture()
    const answer = await imported(club, 'external_id;email\n\n;\na;notmail\n')
    expect(Object.keys(answer.body.errors)).toEqual(['row 4, email'])
  })

  it('keeps the fields that have no column in the file', async () => {
    const club = await createFixture()
    await club.put(PERSONS, { data: [FULL] })
    const answer = await imported(club, 'external_id,note\nada,changed\n')
    expect(answer.body.data[0]).toMatchObject({ ...FULL, note: 'changed' })
  })

  it.each([
    ['external_id,birthdate\na,2020-02-30\nb,x\n', ['row 2, birthdate', 'row 3, birthdate']],
    ['external_id,nonsense\na,1\n', ['row 1, nonsense']],
    ['external_id,external_id\na,b\n', ['row 1, external_id']],
    ['external_id,address.city\na,Köln\n', ['row 1, address.city']],
    ['external_id,note\na\n', ['row 2']],
    ['external_id,note\na,"open\n', ['row 2']],
    ['id,note\nper_unknown,x\n', ['row 2, id']],
    ['external_id,trainer,teams\na,maybe,"[1"\n', ['row 2, teams', 'row 2, trainer']],
    ['external_id\na\na\n', ['row 3, external_id']],
    ['note\nunknown\n', ['row 2, name']],
    ['', ['row 1']],
  ])('refuses %j by row and column, and changes nothing', async (csv, keys) => {
    const club = await createFixture()
    const answer = await imported(club, csv)
    expect([answer.status, Object.keys(answer.body.errors ?? {}).sort()], answer.text).toEqual([422, keys])
    expect(await rows('SELECT id FROM persons')).toEqual([])
  })

  it('refuses a header with more columns than any list has, before it reads a row', async () => {
    const club = await createFixture()
    const unreadable = 'x\na,"open\n'
    const wide = await imported(club, `${'note,'.repeat(229)}${unreadable}`)
    expect(wide.body.errors).toEqual({ 'row 1': ['has more columns than any list: at most 229'] })
    const widest = await imported(club, `${'note,'.repeat(228)}${unreadable}`)
    expect(Object.keys(widest.body.errors)).toEqual(['row 2'])
  })

  it.each([
    ['members', 229],
    ['contacts', 222],
  ])('imports the widest possible export of %s', async (list, width) => {
    const club = await workspace()
    const data = Array.from({ length: 200 }, (_, index) => ({
      name: 'Note',
      type: 'string',
      external_id: `c${index}`,
    }))
    await club.put(`/lists/${list}/custom_columns`, { data })
    const path = `/lists/${list}/persons`
    await club.put(path, { data: [{ external_id: 'a', c0: 'first', c199: 'last' }] })
    const { text } = await club.get(path, { headers: { Accept: 'text/csv' } })
    expect(text.slice(0, text.indexOf('\r')).split(/[,;]/)).toHaveLength(width)
    const answer = await club.put(path, undefined, { raw: text, headers: { 'Content-Type': 'text/csv' } })
    expect(answer.body.meta).toMatchObject({ updated: 0, unchanged: 1 })
  })

  it('stops at the first person and at the first row beyond the limit', async () => {
    const club = await createFixture()
    const unreadable = 'a,"open\n'
    const persons = await imported(club, `external_id\n\n${'x\n'.repeat(10_001)}${unreadable}`)
    expect(persons.body.errors).toEqual({ 'row 10003': ['exceeds the limit of 10000 persons'] })
    const empty = await imported(club, `external_id\n${'\n'.repeat(100_000)}${unreadable}`)
    expect(empty.body.errors).toEqual({
      'row 100001': ['exceeds the limit of 100000 rows; delete the empty ones'],
    })
  })

  it('reads a row of a million delimiters as a few cells', async () => {
    const club = await createFixture()
    const answer = await imported(club, `external_id,note\na${','.repeat(1_000_000)}\n`)
    expect(answer.body.errors).toEqual({ 'row 2': ['has 230 cells where the first row has 2'] })
  })

  it('checks permissions before the file', async () => {
    const club = await createFixture()
    const key = mintToken('a')
    for (const csv of ['external_id\n"open\n', ','.repeat(10_000), 'nonsense\na\n']) {
      const headers = { 'Content-Type': 'text/csv' }
      const { status } = await club.put(PERSONS, undefined, { raw: csv, headers, key })
      expect(status, csv.slice(0, 20)).toBe(401)
    }
  })

  it('names all errors of the header at once', async () => {
    const club = await createFixture()
    const answer = await imported(club, 'nonsense,note,note,address.city\na,b,c,d\n')
    expect(answer.body.errors).toEqual({
      'row 1, nonsense': ['is not a column of this list'],
      'row 1, note': ['appears twice'],
      'row 1, address.city': [
        'goes together with address.street, address.postcode, address.country_code; give all of them or none',
      ],
    })
  })

  it('refuses more than 10,000 rows, more than 10 MiB, and files that are not UTF-8', async () => {
    const club = await createFixture()
    expect((await imported(club, `external_id\n${'x\n'.repeat(10_001)}`)).status).toBe(422)
    expect((await imported(club, 'x'.repeat(10_485_761))).status).toBe(413)
    const latin = new Uint8Array([0x6e, 0x6f, 0x74, 0x65, 0x0a, 0xe4, 0x0a])
    const answer = await club.put(PERSONS, undefined, { raw: latin, headers: { 'Content-Type': 'text/csv' } })
    expect(answer.status).toBe(422)
  })
})
