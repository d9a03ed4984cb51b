import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CustomColumn } from '../../src/domain/custom-columns/column'
import { tidyText } from '../../src/domain/imports/cells/text'
import {
  DEFAULT_OPTIONS,
  type ImportOptions,
  type ImportSettings,
  type PlanContext,
  type PlannedPerson,
  planRows,
  type RowsPlan,
} from '../../src/domain/imports/plan'
import { pathsOf } from '../../src/domain/imports/targets'
import { csvColumns, writeCell } from '../../src/domain/persons/csv/cells'
import { mayShareNumber } from '../../src/domain/persons/known'
import { atOnce } from '../../src/domain/shared/turns'
import { anyText } from '../support/any-text'
import { runs } from '../support/runs'

const sections: CustomColumn = {
  id: 'col_s',
  type: 'array',
  name: 'Abteilungen',
  allowed_values: ['Judo', 'Kanu'],
  external_id: 'sections',
}
const locker: CustomColumn = {
  id: 'col_l',
  type: 'string',
  name: 'Spind',
  allowed_values: null,
  external_id: null,
}
const context: PlanContext = {
  list: 'members',
  columns: [sections, locker],
  today: '2026-11-25',
  locale: 'de',
  delimiter: ';',
}

type More = Partial<Omit<ImportSettings, 'options'>> & { options?: Partial<ImportOptions>; totals?: number[] }

/** Plans rows of cells that `|` separates, below headers with their targets; the first row is row 2. */
function plan(
  columns: Record<string, string>,
  rows: string[],
  { options, totals, ...settings }: More = {},
): ParsedPlan {
  const headers = Object.keys(columns)
  const mapping = Object.fromEntries(Object.values(columns).map((target, index) => [index, target]))
  const table = rows.map((row, at) => ({ row: at + 2, cells: row.split('|') }))
  const given = { mapping, answers: {}, edits: {}, ...settings, options: { ...DEFAULT_OPTIONS, ...options } }
  return parsedPlan(table, headers, given, {
    ...context,
    ...(totals && { totals }),
  })
}

/** A plan with the objects that its texts are of. */
type ParsedPlan = Omit<RowsPlan, 'persons'> & {
  persons: (Omit<PlannedPerson, 'input'> & { input: Record<string, unknown> })[]
}

function parsedPlan(...given: Parameters<typeof planRows>): ParsedPlan {
  const { persons, ...others } = atOnce(planRows(...given))
  return { ...others, persons: persons.map((person) => ({ ...person, input: JSON.parse(person.input) })) }
}

const NAMES = {
  Nr: 'membership_number',
  Vorname: 'name.first_name',
  Name: 'name.last_name',
  geb: 'birthdate',
}
const inputs = ({ persons }: ParsedPlan) => persons.map(({ input }) => input)

describe('rows of one person', () => {
  it('are united by number: arrays and phones together, of the rest the first, with what contradicts', () => {
    const { persons, counts } = plan(
      { ...NAMES, Tel: 'phone_numbers', Abt: 'sections', Ort: 'address.city' },
      [
        '1|Ada|Abel|1.3.1967|0651 12345|Judo|',
        '1|Ada|Abel||+49 651 12345|Kanu|Trier',
        '1|Ada|Abel||0171 99999|Judo|Köln',
      ],
    )
    expect(persons).toHaveLength(1)
    expect(persons[0]).toMatchObject({
      rows: [2, 3, 4],
      keys: { number: '1', name: 'ada abel', birthdate: '1967-03-01' },
      input: {
        name: { first_name: 'Ada', last_name: 'Abel' },
        birthdate: '1967-03-01',
        address: { city: 'Trier' },
        sections: ['Judo', 'Kanu'],
        phone_numbers: [
          { label: 'Tel', number: '0651 12345' },
          { label: 'Tel', number: '0171 99999' },
        ],
      },
      contradictions: [
        {
          field: 'address.city',
          values: [
            [2, 'Trier'],
            [4, 'Köln'],
          ],
        },
      ],
    })
    expect(counts).toMatchObject({ rows: 3, persons: 1, united: 2 })
  })

  it('are united by folded name and birthdate without a number, and otherwise not', () => {
    const { persons } = plan(NAMES, [
      '|Jörg|Groß|1.3.1967',
      '|JÖRG|GROSS|1967-03-01',
      '|Jörg|Groß|2.3.1967',
      '|Jörg|Groß|',
    ])
    expect(persons.map(({ rows }) => rows)).toEqual([[2, 3], [4], [5]])
  })

  it.each([
    ['one', 'a birthdate', '7|Ada|Abel|1.3.1967', '7|Adele|Weiß|1.3.1967'],
    ['one', 'a first name without birthdates', '7|Ada|Abel|', '7|Ada|Weiß|1.3.1967'],
    ['two', 'a first name with other birthdates', '7|Ada|Abel|1.3.1967', '7|Ada|Weiß|1.3.1980'],
    ['two', 'a last name', '7|Ada|Abel|', '7|Emil|Abel|'],
  ])('of one number are %s, as those of the list, by %s', (count, _, one, other) => {
    expect(plan(NAMES, [one, other]).persons).toHaveLength(count === 'one' ? 1 : 2)
    const [holder, person] = [one, other].map((row) => plan(NAMES, [row]).persons[0]?.keys)
    if (!holder || !person) throw new Error('a row names nobody')
    expect(mayShareNumber(holder, person)).toBe(count === 'one')
  })

  it('leave a number to its first holder if another name has it', () => {
    const { persons, gaps } = plan(NAMES, [
      '7|Ada|Abel|1.3.1967',
      '7|Emil|Weiß|1.3.1980',
      '7|Ada|Abel-Weiß|1.3.1967',
    ])
    expect(persons.map(({ keys }) => [keys.name, keys.number])).toEqual([
      ['ada abel', '7'],
      ['emil weiss', null],
    ])
    expect(gaps).toEqual([{ row: 3, column: 0, cell: '7', code: 'number_held_twice', params: { row: 2 } }])
    expect(persons[0]?.contradictions).toEqual([
      {
        field: 'name.last_name',
        values: [
          [2, 'Abel'],
          [4, 'Abel-Weiß'],
        ],
      },
    ])
  })
})

describe('doubles under another number', () => {
  const rows = ['0107|Jörg|Groß|1.3.1967', '970|Joerg|Groß|1.3.1967', '980|JÖRG|Gross|1.3.1967']

  it('are one with the lower number, unless the answer says two, for all or for a pair', () => {
    const one = plan(NAMES, rows)
    expect(one.persons.map(({ keys, rows }) => [keys.number, rows])).toEqual([
      ['0107', [2, 4]],
      ['970', [3]],
    ])
    expect(one.persons[0]?.contradictions[0]).toEqual({
      field: 'membership_number',
      values: [
        [2, '0107'],
        [4, '980'],
      ],
    })
    const [question] = one.questions
    expect(question).toMatchObject({
      key: 'doubles',
      kind: 'doubles',
      count: 1,
      answer: 'one',
      isAnswered: false,
    })
    expect(question?.pairs).toMatchObject([{ key: 'doubles.2.4', rows: [2, 4], answer: 'one' }])
    for (const key of ['doubles', 'doubles.2.4'])
      expect(plan(NAMES, rows, { answers: { [key]: 'two' } }).persons).toHaveLength(3)
  })

  it('are neither twins nor father and son', () => {
    const family = plan({ ...NAMES, Str: 'address.street' }, [
      '1|Ada|Abel|1.3.1967|Weg 1',
      '2|Eva|Abel|1.3.1967|Weg 1',
      '3|Ada|Abel|1.3.1999|Weg 1',
    ])
    expect([family.persons.length, family.questions]).toEqual([3, []])
  })

  it('may be one name at one address, which is asked', () => {
    const planned = (second: string) =>
      plan({ ...NAMES, Str: 'address.street' }, ['1|Ada|Abel||Weg-Str. 1', second])
    const answers = (second: string) =>
      planned(second).questions.map(({ pairs }) => pairs?.map(({ answer }) => answer))
    expect(answers('2|Ada|Abel||wegstraße 1')).toEqual([['one']])
    expect(answers('2|Ada|Abel|1.3.1967|Wegstraße 1')).toEqual([['two']])
    expect(answers('2|Ada|Abel||Wegstraße 11')).toEqual([])
  })
})

describe('questions', () => {
  it('are asked once for their kind, with samples and what they become', () => {
    const { questions } = plan(
      NAMES,
      Array.from({ length: 9 }, (_, at) => `${at}|Ada|Abel${at}|${at + 1}.3.67`),
    )
    expect(questions).toEqual([
      {
        key: 'two_digit_year',
        kind: 'two_digit_year',
        column: null,
        count: 9,
        samples: Array.from({ length: 5 }, (_, at) => ({
          row: at + 2,
          cell: `${at + 1}.3.67`,
          becomes: `1967-03-0${at + 1}`,
        })),
        choices: ['accept', 'leave_out'],
        answer: 'accept',
        isAnswered: false,
      },
    ])
  })

  it('leave out what their answer says, and take no answer that they do not offer', () => {
    const left = plan(NAMES, ['1|Ada|Abel|1.3.67'], { answers: { two_digit_year: 'leave_out' } })
    expect(left.persons[0]?.input.birthdate).toBe(undefined)
    expect(left.gaps).toEqual([{ row: 2, column: 3, cell: '1.3.67', code: 'left_out' }])
    expect(left.questions[0]).toMatchObject({ answer: 'leave_out', isAnswered: true })
    const other = plan(NAMES, ['1|Ada|Abel|1.3.67'], { answers: { two_digit_year: 'constructor' } })
    expect(other.questions[0]).toMatchObject({ answer: 'accept', isAnswered: false })
  })

  it('ask for a year alone by column: a birthdate is left out, a date of joining is its first day', () => {
    const { persons, questions } = plan({ ...NAMES, seit: 'join_date' }, ['1|Ada|Abel|1967|2001'])
    expect(persons[0]?.input).toMatchObject({ join_date: '2001-01-01' })
    expect(questions.map(({ key, answer }) => [key, answer])).toEqual([
      ['year_only.3', 'leave_out'],
      ['year_only.4', 'first_day'],
    ])
  })

  it('ask for each unknown word: new, like another one, or left out', () => {
    const rows = ['1|Ada|Abel||judo, Boxen', '2|Emil|Weiß||Kanuu']
    const columns = { ...NAMES, Abt: 'sections' }
    const { persons, questions, addedValues } = plan(columns, rows)
    expect(questions.map(({ key, answer, choices, word }) => [key, answer, choices.length, word])).toEqual([
      ['unknown_word.4.boxen', 'new', 4, 'Boxen'],
      ['unknown_word.4.kanuu', 'as:Kanu', 4, 'Kanuu'],
    ])
    expect(persons.map(({ input }) => input.sections)).toEqual([['Judo', 'Boxen'], ['Kanu']])
    expect(addedValues).toEqual([{ key: 'sections', values: ['Boxen'] }])
    const left = plan(columns, rows, {
      answers: { 'unknown_word.4.boxen': 'leave_out', 'unknown_word.4.kanuu': 'as:Judo' },
    })
    expect(left.persons.map(({ input }) => input.sections)).toEqual([['Judo'], ['Judo']])
    expect(left.addedValues).toEqual([])
    expect(left.gaps).toMatchObject([{ cell: 'Boxen', code: 'left_out' }])
  })

  it('ask for many unknown words of a column together', () => {
    const rows = Array.from({ length: 40 }, (_, at) => `${at}|Ada|Abel${at}||PayPal ${at}`)
    const { questions } = plan({ ...NAMES, Zahlung: 'payment_method' }, rows)
    expect(questions).toHaveLength(9)
    expect(questions.find(({ key }) => key === 'payment_word.4.*')).toMatchObject({
      count: 32,
      answer: 'leave_out',
    })
  })

  it('read a number of thousands or of decimals as answered', () => {
    const read = (answer: string) =>
      inputs(
        plan({ ...NAMES, Betrag: 'new:number' }, ['1|Ada|Abel||1.234'], {
          answers: { amount_thousands: answer },
        }),
      )[0]?.['new:4']
    expect([read('thousands'), read('decimals'), read('leave_out')]).toEqual([1234, 1.234, undefined])
  })
})

describe('mandates and accounts', () => {
  const columns = {
    ...NAMES,
    seit: 'join_date',
    bis: 'leave_date',
    IBAN: 'bank_account.iban',
    Inhaber: 'bank_account.signatory',
    Mandat: 'sepa_mandate.reference',
    vom: 'sepa_mandate.signature_date',
    Art: 'payment_method',
  }
  const IBAN = 'DE89 3704 0044 0532 0130 00'

  it('ask for the date of a mandate that has none', () => {
    const rows = [`1|Ada|Abel||1.2.2001||${IBAN}|A|M_1 /x||LS`]
    expect(inputs(plan(columns, rows))[0]).toMatchObject({
      bank_account: { iban: 'DE89370400440532013000', signatory: 'A' },
      sepa_mandate: { reference: 'M_1 /x' },
    })
    const dated = plan(columns, rows, { answers: { mandate_without_date: 'join_date' } })
    expect(dated.persons[0]?.input.sepa_mandate).toEqual({
      reference: 'M_1 /x',
      signature_date: '2001-02-01',
    })
  })

  it('leave out what cannot stand alone', () => {
    const { persons, gaps } = plan(columns, ['1|Ada|Abel||||DE00 1234|A||1.1.2014|LS'])
    expect(persons[0]?.input).toEqual({
      membership_number: '1',
      name: { first_name: 'Ada', last_name: 'Abel' },
      payment_method: 'direct_debit',
    })
    expect(gaps.map(({ column, cell, code, params }) => [column, cell, code, params?.also])).toEqual([
      [6, 'DE00 1234', 'iban_wrong', 'A'],
      [9, '2014-01-01', 'mandate_without_reference', undefined],
    ])
    const without = plan(columns, [`1|Ada|Abel|||||A|${'M'.repeat(36)}|1.1.2014|LS`])
    expect(without.gaps.map(({ column, code }) => [column, code])).toEqual([
      [8, 'reference_wrong'],
      [7, 'account_without_iban'],
    ])
  })

  it('take the last use for those who paid by direct debit, were members that day and had signed', () => {
    if (!pathsOf('members', []).includes('sepa_mandate.last_used_on')) return
    const rows = [
      `1|Ada|Abel||1.2.2001||${IBAN}||M1|1.1.2014|LS`,
      `2|Bo|Abel||1.2.2026||${IBAN}||M2|1.1.2014|LS`,
      `3|Cy|Abel||1.2.2001||${IBAN}||M3|1.3.2026|LS`,
      `4|Di|Abel||1.2.2001|31.12.2020|${IBAN}||M4|1.1.2014|LS`,
      `5|Ed|Abel||1.2.2001||${IBAN}||M5|1.1.2014|Bar`,
    ]
    const { persons, questions } = plan(columns, rows, { answers: { last_used_on: '2026-01-15' } })
    expect(persons.map(({ input }) => Object(input.sepa_mandate).last_used_on)).toEqual([
      '2026-01-15',
      ...[undefined, undefined, undefined, undefined],
    ])
    expect(questions.find(({ kind }) => kind === 'last_used_on')).toMatchObject({
      count: 4,
      isAnswered: true,
    })
    const future = plan(columns, rows, { answers: { last_used_on: '2027-01-15' } })
    expect(future.questions.find(({ kind }) => kind === 'last_used_on')).toMatchObject({
      answer: 'none',
      isAnswered: false,
    })
  })

  it('take the last use for all who have one mandate, as families do', () => {
    const rows = [
      `1|Ada|Abel||1.2.2001||${IBAN}||M1|1.1.2014|LS`,
      `2|Bo|Abel||1.2.2026||${IBAN}||M1|1.1.2014|LS`,
      `3|Cy|Abel||1.2.2026||${IBAN}||M1|1.1.2015|LS`,
      `4|Di|Abel||1.2.2026||${IBAN}||M1|1.1.2014|Bar`,
      '5|Ed|Abel||1.2.2026||||M1|1.1.2014|LS',
    ]
    const { persons } = plan(columns, rows, { answers: { last_used_on: '2026-01-15' } })
    expect(persons.map(({ input }) => Object(input.sepa_mandate).last_used_on)).toEqual([
      ...['2026-01-15', '2026-01-15'],
      ...[undefined, undefined, undefined],
    ])
  })

  it('leave out why somebody left without the day, or dead in the future', () => {
    const columns = { Nr: 'membership_number', Aus: 'leave_date', Grund: 'leave_reason', Mehr: 'leave_note' }
    const rows = [
      '1|30.6.2026|verstorben|im Urlaub',
      '2||Umzug|Köln',
      '3|30.6.2027|verstorben|',
      '4|30.6.2027|Austritt|',
    ]
    const { gaps, ...planned } = plan(columns, rows)
    expect(inputs({ gaps, ...planned })).toMatchObject([
      { leave_date: '2026-06-30', leave_reason: 'deceased', leave_note: 'im Urlaub' },
      expect.not.objectContaining({ leave_reason: 'moved', leave_note: 'Köln' }),
      expect.not.objectContaining({ leave_reason: 'deceased' }),
      { leave_date: '2027-06-30', leave_reason: 'left' },
    ])
    expect(gaps.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 2, 'leave_reason_without_date'],
      [3, 3, 'leave_reason_without_date'],
      [4, 2, 'leave_reason_without_date'],
    ])
  })

  it('leave out a leaving before the joining, unless accepted', () => {
    const rows = ['1|Ada|Abel||1.2.2001|1.1.2000||||']
    expect(plan(columns, rows).gaps).toMatchObject([{ column: 5, code: 'leave_before_join' }])
    expect(inputs(plan(columns, rows, { answers: { leave_before_join: 'accept' } }))[0]?.leave_date).toBe(
      '2000-01-01',
    )
  })
})

it('joins a street and its number, texts of several columns, and values of yes columns', () => {
  const { persons } = plan(
    {
      ...NAMES,
      Str: 'address.street',
      HNr: 'address.house_number',
      A: 'col_l',
      B: 'col_l',
      Judo: 'value:sections:Judo',
      Kanu: 'value:sections:Kanu',
    },
    ['1|Ada|Abel||Weg|1 a|links|unten|x|nein'],
  )
  expect(persons[0]?.input).toMatchObject({
    address: { street: 'Weg 1 a' },
    col_l: 'links; unten',
    sections: ['Judo'],
  })
})

it('reads a postcode by the country of its row', () => {
  const { persons, questions } = plan({ ...NAMES, PLZ: 'address.postcode', Land: 'address.country_code' }, [
    '1|Ada|Abel||1010|Österreich',
    '2|Emil|Weiß||1067|D',
  ])
  expect(persons.map(({ input }) => input.address)).toMatchObject([
    { postcode: '1010', country_code: 'AT' },
    { postcode: '01067', country_code: 'DE' },
  ])
  expect(questions.map(({ key, count }) => [key, count])).toEqual([['postcode_zero', 1]])
})

it('keeps what is stored under empty cells, or clears it', () => {
  const columns = { ...NAMES, Mail: 'email', Spind: 'col_l', IBAN: 'bank_account.iban' }
  const rows = ['1|Ada|Abel|||', '1|Ada|Abel|||17']
  expect(inputs(plan(columns, rows.slice(0, 1)))[0]).not.toHaveProperty('email')
  expect(
    inputs(plan(columns, rows, { options: { empty: { 4: 'clear', 5: 'keep', 6: 'clear' } } }))[0],
  ).toMatchObject({
    email: null,
    bank_account: null,
  })
})

it('takes the new text of an edited cell', () => {
  const { persons } = plan(NAMES, ['1|Ada|Abel|irgendwann'], { edits: { '2.3': '1.3.1967' } })
  expect(persons[0]).toMatchObject({ input: { birthdate: '1967-03-01' }, gaps: [] })
})

it('skips sums, and lists what is of nobody', () => {
  const { persons, gaps, counts } = plan(NAMES, ['1|Ada|Abel|', '||| 1.3.1967', '|Summe: 1||'], {
    totals: [4],
  })
  expect(persons).toHaveLength(1)
  expect(gaps).toEqual([{ row: 3, column: 3, cell: ' 1.3.1967', code: 'nobody_named' }])
  expect(counts).toMatchObject({ rows: 2, totals: 1 })
})

it('takes the commonest spelling of the words of a new column', () => {
  const { persons, newColumns } = plan({ ...NAMES, Sparte: 'new:array', Art: 'new:choice' }, [
    '1|Ada|Abel||Fußball/Turnen|aktiv',
    '2|Emil|Weiß||Fussball|Aktiv',
    '3|Bo|Groß||Fußball|aktiv',
  ])
  expect(newColumns).toEqual([
    { column: 4, name: 'Sparte', type: 'array', allowed_values: ['Fußball', 'Turnen'] },
    { column: 5, name: 'Art', type: 'string', allowed_values: ['aktiv'] },
  ])
  expect(persons.map(({ input }) => [input['new:4'], input['new:5']])).toEqual([
    [['Fußball', 'Turnen'], 'aktiv'],
    [['Fußball'], 'aktiv'],
    [['Fußball'], 'aktiv'],
  ])
})

it.each([';', ','] as const)('takes our own file with %s as it is', (delimiter) => {
  const person: Record<string, unknown> = {
    id: 'per_1',
    external_id: ' crm 1',
    'name.first_name': '=Ada  Maria',
    'name.last_name': "'s Abel",
    email: 'Ada@Example.org',
    birthdate: '1967-03-01',
    phone_numbers: [{ label: null, number: '1' }],
    'address.postcode': '1067',
    'address.country_code': 'DE',
    membership_number: '0017',
    payment_method: 'cash',
    sections: ['Judo'],
    col_l: '1.234',
  }
  const columns = csvColumns('members', context.columns).filter(({ path }) => path in person)
  const cells = columns.map(({ path, cellType }) => writeCell(person[path], cellType, delimiter))
  const headers = columns.map(({ path }) => path)
  const mapping = Object.fromEntries(headers.map((path, index) => [index, path]))
  const settings = { mapping, options: DEFAULT_OPTIONS, answers: {}, edits: {} }
  const { persons, counts, questions } = parsedPlan([{ row: 2, cells }], headers, settings, {
    ...context,
    delimiter,
  })
  const {
    id,
    'name.first_name': first_name,
    'name.last_name': last_name,
    'address.postcode': postcode,
    'address.country_code': country_code,
    ...rest
  } = person
  expect(persons[0]?.keys.id).toBe(id)
  expect(persons[0]?.input).toEqual({
    ...rest,
    name: { first_name, last_name },
    address: { postcode, country_code },
  })
  expect([counts.as_is, questions]).toEqual([cells.length, []])
})

describe('whatever the cells are', () => {
  const TARGETS = [
    ...pathsOf('members', context.columns),
    'name',
    'address.house_number',
    'address.postcode_and_city',
    'new:string',
    'new:choice',
    'new:array',
    'new:boolean',
    'new:date',
    'new:number',
    'value:sections:Judo',
    'ignore',
    'unknown',
  ]
  const cell = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        '',
        'Ada',
        'Abel',
        '1',
        '2',
        '1.3.67',
        '1967',
        'x',
        'Judo',
        'Judo/Boxen',
        'ada(at)b.de',
        '1067',
        'LS',
        '=A1',
      ),
    },
    { weight: 1, arbitrary: anyText.map((text) => text.slice(0, 40)) },
  )
  const file = fc.uniqueArray(fc.constantFrom(...TARGETS), { minLength: 1, maxLength: 8 }).chain((targets) =>
    fc.record({
      targets: fc.constant(targets),
      rows: fc.array(fc.array(cell, { minLength: targets.length, maxLength: targets.length }), {
        maxLength: 6,
      }),
    }),
  )
  const settingsOf = (targets: string[]): ImportSettings => ({
    mapping: Object.fromEntries(targets.map((target, index) => [index, target])),
    options: DEFAULT_OPTIONS,
    answers: {},
    edits: {},
  })
  const planOf = (targets: string[], rows: string[][]) =>
    parsedPlan(
      rows.map((cells, at) => ({ row: at + 2, cells })),
      targets.map((_, at) => `H${at}`),
      settingsOf(targets),
      context,
    )

  it('never throws, counts every cell, and gives every row a person or a gap', () => {
    fc.assert(
      fc.property(file, ({ targets, rows }) => {
        const { persons, gaps, counts } = planOf(targets, rows)
        const filled = rows.flat().filter((text) => text.trim() !== '').length
        expect(counts.as_is + counts.tidied + counts.doubtful + counts.wrong + counts.ignored).toBe(filled)
        const numbers = persons.map(({ keys }) => keys.number).filter((number) => number !== null)
        expect(new Set(numbers).size).toBe(numbers.length)
        const named = new Set([...persons.flatMap((person) => person.rows), ...gaps.map(({ row }) => row)])
        for (const [at, cells] of rows.entries()) {
          const hasContent = cells.some(
            (text, index) => text.trim() !== '' && !['ignore', 'unknown'].includes(targets[index] ?? ''),
          )
          if (hasContent) expect(named.has(at + 2) || counts.tidied > 0).toBe(true)
        }
      }),
      runs(300),
    )
  })

  it('lets no word vanish: it is in a value, a contradiction or a gap', () => {
    const words = fc.constantFrom(
      '',
      'Anna',
      'Berta',
      'Judo',
      '12.3.1967',
      '4711',
      'a@b.de',
      'Straße 5',
      '0651 77777',
      'Quatsch!',
    )
    const free = TARGETS.filter((target) => !/^(?:ignore|unknown|value:|new:boolean|id$)/.test(target))
    const rowsOf = fc
      .uniqueArray(fc.constantFrom(...free), { minLength: 1, maxLength: 10 })
      .chain((targets) =>
        fc.record({
          targets: fc.constant(targets),
          rows: fc.array(fc.array(words, { minLength: targets.length, maxLength: targets.length }), {
            maxLength: 5,
          }),
        }),
      )
    // Dates, addresses and numbers are told by their letters and digits alone.
    const bare = (text: string) =>
      tidyText(text)
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '')
    fc.assert(
      fc.property(rowsOf, ({ targets, rows }) => {
        const { persons, gaps } = planOf(targets, rows)
        const kept = persons
          .map(({ input, contradictions, keys }) => JSON.stringify([input, contradictions, keys]))
          .join()
        const all = bare(kept + gaps.map(({ cell, params }) => JSON.stringify([cell, params])).join(' '))
        // A whole name and an address are parted at their blanks.
        for (const text of new Set(rows.flat().flatMap((cell) => cell.split(' ')))) {
          const asDate = text === '12.3.1967' ? '19670312' : bare(text)
          expect(all.includes(bare(text)) || all.includes(asDate), text).toBe(true)
        }
      }),
      runs(300),
    )
  })

  it('plans the same again', () => {
    fc.assert(
      fc.property(file, ({ targets, rows }) => {
        expect(planOf(targets, rows)).toEqual(planOf(targets, rows))
      }),
      runs(50),
    )
  })
})
