import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectSoundBooks } from '../support/invariants'
import { inPart, runs, UNHURRIED } from '../support/runs'
import { rows, type Workspace, workspace } from '../support/workspace'
import { xlsx } from '../support/xlsx'

const PERSONS = '/lists/members/persons'

const upload = (club: Workspace, raw: string | Uint8Array<ArrayBuffer>) =>
  club.post('/lists/members/imports', undefined, {
    raw,
    headers: { 'Content-Type': 'application/octet-stream' },
  })

// Few numbers, names and days, so that a file names many persons of the list, some of them twice.
const number = fc.constantFrom('1', '2', '03', '4', '5a')
const first = fc.constantFrom('Ada', 'Jörg')
const last = fc.constantFrom('Müller', 'von der Au', 'Weiß')
const day = fc.constantFrom('1967-03-01', '1980-12-24')
const city = fc.constantFrom('Trier', 'Erlangen')

/** A person of the list, who may have what the file says already. */
const member = fc.record(
  {
    membership_number: number,
    name: fc.record({ first_name: first, last_name: last }),
    birthdate: day,
    email: fc.constantFrom('a@example.org', 'b@example.org'),
    address: fc.record({ city }),
    join_date: day,
    locker: fc.constantFrom('4', '7'),
    teams: fc.uniqueArray(fc.constantFrom('Judo', 'Fußball'), { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: ['name'] },
)

const HEADERS =
  'MitgliedNr.;Name;Vorname;geb. am;Eintritt;E-Mail;Ort;Spind;Sparte;Bemerkung;IBAN;Zahler'.split(';')

/** A row of a file with what lists have: other spellings, words, doubts, faults and empty cells. */
const row = fc.tuple(
  fc.oneof(number, number, fc.constantFrom('', '=1+1', ' 1 ')),
  fc.oneof(last, fc.constantFrom('', 'müller', 'Weiss  ')),
  fc.oneof(first, fc.constantFrom('', 'JÖRG')),
  fc.constantFrom('1.3.67', '01.03.1967', '24.12.1980', '1967-03-01', '1980', '00.00.0000', '31.02.1990', ''),
  fc.constantFrom('1.3.1967', '2001', 'bald', ''),
  fc.constantFrom('a@example.org', 'B(at)example.org', 'keine', 'a@example.org; b@example.org', ''),
  fc.constantFrom('Trier', 'trier', ''),
  fc.constantFrom('4', ' 7', '-', ''),
  fc.constantFrom('Judo', 'Fussball', 'Judo, Schach', ''),
  fc.constantFrom('=SUMME(A1)', '"', 'a;b', 'neu\nhier', ''),
  fc.constantFrom('DE89370400440532013000', 'DE00123', ''),
  fc.oneof(number, fc.constantFrom('', '', 'keiner')),
)

const quoted = (cell: string) => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const csvOf = (lines: string[][]) => lines.map((cells) => cells.map(quoted).join(';')).join('\r\n')

/** What staff may decide of a draft. */
const choices = fc.record(
  {
    answers: fc.dictionary(
      fc.constantFrom('two_digit_year', 'year_only', 'at_in_words', 'doubles', 'formula'),
      fc.constantFrom('accept', 'leave_out', 'one', 'two'),
    ),
    options: fc.record(
      {
        new: fc.boolean(),
        known: fc.boolean(),
        missing: fc.constantFrom<unknown>('leave', { leave_date: '2026-12-31' }),
      },
      { requiredKeys: [] },
    ),
    edits: fc.constantFrom({}, { '2.6': 'Mainz' }),
  },
  { requiredKeys: [] },
)

/** What a workspace holds of persons and fees, but for what every write changes, and for fields that are hidden. */
async function digest({ id }: Workspace, others: Record<string, null> = {}): Promise<unknown[]> {
  const persons = await rows('SELECT * FROM persons WHERE workspace_id = ? ORDER BY id', id)
  const fees = await rows('SELECT * FROM fees WHERE workspace_id = ? ORDER BY id', id)
  const hidden = { revision: 0, updated_at: '', ...others }
  return [persons.map((person) => ({ ...person, ...hidden })), fees]
}

/** The members by id as JSON, without what they lack: a new column adds `null` to all. */
async function shownOf(club: Workspace): Promise<Map<string, string>> {
  const { body } = await club.get(PERSONS)
  return new Map(
    body.data.map(({ revision: _, updated_at: __, ...person }: Record<string, unknown>) => [
      person.id,
      JSON.stringify(person, (_key, value) => value ?? undefined),
    ]),
  )
}

async function clubOf(members: object[]): Promise<Workspace> {
  const club = await workspace()
  await club.put('/lists/members/custom_columns', {
    data: [
      { name: 'Spind', type: 'string', external_id: 'locker' },
      { name: 'Sparte', type: 'array', external_id: 'teams', allowed_values: ['Judo', 'Fußball'] },
    ],
  })
  const stored = await club.put(PERSONS, { data: members })
  expect(stored.status, stored.text).toBe(200)
  const [person] = stored.body.data ?? []
  const [payer, dependant] = stored.body.data ?? []
  if (dependant) await club.put(`${PERSONS}/${dependant.id}`, { payer_id: payer.id })
  if (person) await club.post('/fees', { data: [{ amount: 100, description: 'Fee', person_id: person.id }] })
  return club
}

it(
  'writes what a draft says and nothing before, nothing the second time, and takes all back',
  UNHURRIED,
  async () => {
    const file = fc.array(row, { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(member, { maxLength: 4 }), file, choices, async (members, lines, change) => {
        const club = await clubOf(members)
        const before = await digest(club)
        // Events do not hold accounts, so that those of changed persons stay. A number that two had is not given back.
        const numbers = members.flatMap(({ membership_number }) => membership_number ?? [])
        const isHeldTwice = new Set(numbers).size < numbers.length
        const notRestored = { bank_account: null, ...(isHeldTwice && { membership_number: null }) }
        const restored = await digest(club, notRestored)
        const text = csvOf([HEADERS, ...lines])
        const uploaded = await upload(club, text)
        expect(uploaded.status, uploaded.text).toBe(201)
        const { id } = uploaded.body.data
        const changed = await club.patch(`/imports/${id}`, change)
        expect(changed.status, changed.text).toBe(200)
        const draft = (await club.get(`/imports/${id}`)).body.data
        expect(draft).toEqual(changed.body.data)
        const planned = (await club.get(`/imports/${id}/rows`)).body.data
        const gaps = await club.get(`/imports/${id}/rows`, { headers: { Accept: 'text/csv' } })
        expect(await digest(club)).toEqual(before)

        const kept = await shownOf(club)
        const ran = await club.post(`/imports/${id}/run`, { mark: draft.mark })
        expect(ran.status, ran.text).toBe(201)
        expect(ran.body.data.counts).toEqual(draft.counts)
        const after = await shownOf(club)
        const isChanged = ([id, person]: [string, string]) => after.get(id) !== person
        expect({
          created: after.size - kept.size,
          written: [...kept].filter(isChanged).length,
          named: planned.filter(({ becomes }: { becomes: string }) => becomes === 'new').length,
        }).toEqual({
          created: draft.counts.created,
          written: draft.counts.updated + draft.counts.ended,
          named: draft.counts.created,
        })

        await expectSoundBooks(club.id)
        const done = await digest(club)
        // Who is left out for what another member has is new the second time if that member has something else by then.
        const isSettled = !/number_of_another|known_(twice|several)/.test(gaps.text)
        const again = await upload(club, text)
        const repeated = await club.patch(`/imports/${again.body.data.id}`, change)
        // Who was not added may be known the second time, by the name that another person has now.
        if (isSettled && hasKeys(planned) && change.options?.new !== false) {
          await club.post(`/imports/${again.body.data.id}/run`, { mark: repeated.body.data.mark })
          expect(await digest(club)).toEqual(done)
          expect(repeated.body.data.counts).toMatchObject({ created: 0, updated: 0, ended: 0 })
        } else await club.delete(`/imports/${again.body.data.id}`)

        const undone = await club.post(`/imports/${id}/undo`, undefined)
        expect(undone.body.data, undone.text).toMatchObject({ deleted: draft.counts.created, kept: 0 })
        expect(await digest(club, notRestored)).toEqual(restored)
        await expectSoundBooks(club.id)
        expect(await rows('SELECT kind FROM import_parts WHERE import_id = ?', id)).toEqual([])
      }),
      runs(30),
    )
  },
)

/** Whether each new person has what it is known again by: a number, or a name and a birthdate. */
const hasKeys = (planned: { becomes: string; input: Record<string, unknown> }[]): boolean =>
  planned.every(
    ({ becomes, input }) => becomes !== 'new' || input.membership_number || (input.name && input.birthdate),
  )

const utf8 = (text: string) => new TextEncoder().encode(text)
const MIB = 1_048_576
const cells = (count: number, text: string) => Array.from({ length: count }, () => text)
const sheet = (content: Parameters<typeof xlsx>[0][0]['rows'], options = {}) =>
  Uint8Array.from(xlsx([{ name: 'Liste', rows: [['Name', 'Vorname', 'geb. am'], ...content] }], options))
const WORKBOOK = sheet([['Müller', 'Ada', { xml: 's="1"><v>24532</v>' }]])

it.each<[string, () => string | Uint8Array<ArrayBuffer>, 201 | 422]>([
  ['nothing', () => '', 422],
  ['a header alone', () => 'Name;Vorname', 201],
  ['quotation marks that are not closed', () => 'Name;Vorname\nA;"B\nC;D', 422],
  ['nothing but quotation marks', () => '"'.repeat(MIB), 422],
  ['quotation marks in every cell', () => `Name;Vorname\n${'a"b;"c""d"\n'.repeat(1000)}`, 201],
  ['250 columns', () => `${cells(250, 'Feld').join(';')}\nName${';x'.repeat(249)}`, 201],
  ['251 columns', () => `${cells(251, 'Feld').join(';')}\nName${';x'.repeat(250)}`, 422],
  ['20,000 rows of delimiters', () => `Name;Vorname\nA;B\n${';;;\n'.repeat(20_000)}`, 201],
  ['a cell of nearly 10 MiB', () => `Name;Vorname\nA;${'x'.repeat(10 * MIB - 100)}`, 422],
  ['a quoted cell of nearly 10 MiB', () => `Name;Vorname\nA;"${'""'.repeat(5 * MIB - 100)}"`, 422],
  ['formulas', () => 'Name;Vorname;IBAN\n=1+1;@SUM(A1);+cmd|x\n-2+3;=HYPERLINK("x");#NV', 201],
  [
    'NUL and lone surrogates',
    () => Uint8Array.of(...utf8('Name;Vorname\n'), 0, 0xed, 0xa0, 0x80, 59, 65),
    201,
  ],
  ['a ZIP without a workbook', () => Uint8Array.of(0x50, 0x4b, 5, 6, ...Array(18).fill(0)), 422],
  [
    'an old workbook',
    () => Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array(600).fill(0)),
    422,
  ],
  [
    'dates since 1904',
    () => sheet([['Müller', 'Ada', { xml: 's="1"><v>24532</v>' }]], { is1904: true }),
    201,
  ],
  ['dates that no calendar has', () => sheet([['Müller', 'Ada', { xml: 's="1"><v>1e300</v>' }]]), 201],
  [
    'formulas of a workbook',
    () => sheet([['A', { xml: '><f>1/0</f><v>3</v>' }, { xml: 't="e"><f>1/0</f><v>#DIV/0!</v>' }]]),
    201,
  ],
])('answers a file of %s', async (_, fileOf, status) => {
  const club = await workspace()
  const answer = await upload(club, fileOf())
  expect(answer.status, answer.text.slice(0, 500)).toBe(status)
  if (status === 422) expect(answer.body.errors).toBeDefined()
  else {
    const draft = await club.get(`/imports/${answer.body.data.id}`)
    const ran = await club.post(`/imports/${answer.body.data.id}/run`, { mark: draft.body.data.mark })
    expect(ran.status, ran.text.slice(0, 500)).toBe(201)
  }
})

it('refuses a workbook that is cut off anywhere', UNHURRIED, async () => {
  const club = await workspace()
  // Every third length cuts each of its parts many times.
  const step = inPart(3, Math.ceil(WORKBOOK.length / 40))
  for (let length = 4; length < WORKBOOK.length; length += step) {
    const answer = await upload(club, WORKBOOK.slice(0, length))
    expect(answer.status, `${length} ${answer.text}`).toBe(422)
  }
})

it('reads a workbook with a wrong byte, or refuses it', UNHURRIED, async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(WORKBOOK.length - 1), fc.nat(255), async (at, byte) => {
      const club = await workspace()
      const { status, text } = await upload(club, WORKBOOK.with(at, byte))
      expect([201, 422], text).toContain(status)
    }),
    runs(100),
  )
})
