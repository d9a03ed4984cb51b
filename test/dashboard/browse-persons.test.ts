import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBrowseQuery, writeBrowseQuery } from '../../src/domain/persons/browse-query'
import { OPERATORS } from '../../src/domain/persons/filter-fields'
import { nameKey } from '../../src/domain/persons/name-key'
import { viewPersons, viewScope } from '../../src/domain/persons/view-list'
import { writeCursor } from '../../src/domain/shared/paging'
import type { StaffPrincipal } from '../../src/domain/staff/principal'
import { errorsOf } from '../../src/http/issues'
import { clubOf, columns, person, SHIRT, settings } from '../support/club'
import { seedMembers } from '../support/seed-members'
import { principalOf } from '../support/staff-principal'
import { workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const IBAN = 'DE89370400440532013000'

const COLUMNS = columns([
  SHIRT,
  { name: 'Trainer', type: 'boolean', external_id: 'trainer' },
  { name: 'Teams', type: 'array', external_id: 'teams' },
  { name: 'Locker', type: 'number', external_id: 'locker' },
  { name: 'Trained', type: 'date', external_id: 'trained' },
  { name: 'Remark', type: 'string', external_id: 'remark' },
])

async function browse(principal: StaffPrincipal, query: Record<string, string> = {}, list = 'members') {
  return viewPersons(principal, { list, query: readBrowseQuery(query), extra: {} })
}

type Found = { persons: { external_id: string | null }[] }
const idsOf = ({ persons }: Found) => persons.map(({ external_id }) => external_id)

/** A workspace with the columns and these members. */
const clubWith = (persons: object[]) => clubOf(COLUMNS, ...persons.map((one) => person(one)))

describe('order', () => {
  it('is by last and first name, whatever their accents', async () => {
    const { club } = await clubWith(
      [
        ['Özil', 'Ada'],
        ['Olsen', 'Bo'],
        ['Zabel', 'Cy'],
        ['müller', 'Zoe'],
        ['Müller', 'anna'],
        ['Mueller', 'Max'],
        ['Ærø', 'Jo'],
      ].map(([last_name, first_name]) => ({
        external_id: `${last_name}-${first_name}`,
        name: { last_name, first_name },
      })),
    )
    expect(idsOf(await browse(await principalOf(club)))).toEqual([
      'Ærø-Jo',
      'Mueller-Max',
      'Müller-anna',
      'müller-Zoe',
      'Olsen-Bo',
      'Özil-Ada',
      'Zabel-Cy',
    ])
  })

  it.each([
    ['membership_number', ['c', 'a', 'b', 'd']],
    ['-membership_number', ['b', 'a', 'c', 'd']],
    ['join_date', ['b', 'a', 'c', 'd']],
    ['-join_date', ['c', 'a', 'b', 'd']],
    ['-name', ['d', 'c', 'b', 'a']],
    ['nonsense', ['a', 'b', 'c', 'd']],
  ])('is by %s, persons without it last', async (sort, expected) => {
    const { club } = await clubWith([
      { external_id: 'a', name: { last_name: 'A' }, membership_number: '99', join_date: '2020-01-02' },
      { external_id: 'b', name: { last_name: 'B' }, membership_number: '1004', join_date: '2020-01-01' },
      { external_id: 'c', name: { last_name: 'C' }, membership_number: '7', join_date: '2024-01-01' },
      { external_id: 'd', name: { last_name: 'D' } },
    ])
    const principal = await principalOf(club)
    expect(idsOf(await browse(principal, { sort }))).toEqual(expected)
    const pages: unknown[] = []
    let cursor = ''
    do {
      const page = await browse(principal, { sort, per_page: '1', cursor })
      pages.push(...idsOf(page))
      const back =
        page.cursors.prev && (await browse(principal, { sort, per_page: '1', cursor: page.cursors.prev }))
      if (back) expect(idsOf(back)).toEqual([pages.at(-2)])
      cursor = page.cursors.next ?? ''
    } while (cursor)
    expect(pages).toEqual(expected)
  })

  it('begins again where the person at the edge was deleted', async () => {
    const { club } = await clubWith(
      ['a', 'b', 'c'].map((id) => ({ external_id: id, name: { last_name: id } })),
    )
    const principal = await principalOf(club)
    const { cursors } = await browse(principal, { per_page: '1' })
    await club.delete(`${PERSONS}/a`)
    expect(idsOf(await browse(principal, { per_page: '1', cursor: String(cursors.next) }))).toEqual(['b'])
  })

  const SORTED = ['remark', 'trainer', 'locker', 'trained']

  it.each([
    ['remark', ['Äpfel', 'apfelmus', 'Birne']],
    ['trainer', [false, true]],
    ['locker', [-1, 2, 2.5, 10]],
    ['trained', ['2019-12-31', '2020-01-01']],
  ])('is by the custom column %s, persons without it last', async (key, values) => {
    const { club } = await clubWith([
      { external_id: 'without', name: { last_name: 'A' } },
      ...values.toReversed().map((value) => ({ external_id: String(value), [key]: value })),
    ])
    const principal = await principalOf(club)
    const ids = values.map(String)
    expect(idsOf(await browse(principal, { sort: key }))).toEqual([...ids, 'without'])
    expect(idsOf(await browse(principal, { sort: `-${key}` }))).toEqual([...ids.toReversed(), 'without'])
    expect(principal.cost.trips).toBe(2)
  })

  it('by a custom column pages through every person once, and back', async () => {
    const person = fc.record({
      name: fc.record({ last_name: fc.constantFrom('A', 'Ä', 'B') }),
      remark: fc.constantFrom(null, 'a', 'Ä', 'ab', '10', '9'),
      trainer: fc.constantFrom(null, true, false),
      locker: fc.constantFrom(null, -1, 0, 1.5, 2, 1e21),
      trained: fc.constantFrom(null, '2020-01-01', '2026-12-31'),
    })
    const sort = fc.constantFrom(...SORTED.flatMap((key) => [key, `-${key}`]))
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { maxLength: 12 }),
        sort,
        fc.integer({ min: 1, max: 5 }),
        async (people, sort, size) => {
          const { club } = await clubWith(people.map((one, index) => ({ external_id: `${index}`, ...one })))
          const principal = await principalOf(club)
          const whole = idsOf(await browse(principal, { sort }))
          expect([...whole].sort()).toEqual(people.map((_, index) => `${index}`).sort())
          const per_page = String(size)
          let page = await browse(principal, { sort, per_page })
          const forth = idsOf(page)
          while (page.cursors.next) {
            page = await browse(principal, { sort, per_page, cursor: page.cursors.next })
            forth.push(...idsOf(page))
          }
          expect(forth).toEqual(whole)
          const back = idsOf(page)
          while (page.cursors.prev) {
            page = await browse(principal, { sort, per_page, cursor: page.cursors.prev })
            back.unshift(...idsOf(page))
          }
          expect(back).toEqual(whole)
        },
      ),
      { numRuns: 12 },
    )
  })

  it.each(['gone', 'teams'])('is by name and says so where the list cannot be sorted by %s', async (sort) => {
    const { club } = await clubWith(
      ['b', 'a'].map((id) => ({ external_id: id, name: { last_name: id }, teams: [id] })),
    )
    const principal = await principalOf(club)
    const page = await browse(principal, { sort, per_page: '1' })
    expect([idsOf(page), page.sort]).toEqual([['a'], 'name'])
    const next = await browse(principal, { sort: 'name', per_page: '1', cursor: String(page.cursors.next) })
    expect(idsOf(next)).toEqual(['b'])
    const descending = await browse(principal, { sort: `-${sort}` })
    expect([idsOf(descending), descending.sort]).toEqual([['b', 'a'], '-name'])
    expect(principal.cost.trips).toBe(3)
  })

  it('begins again by name where the column went that the pages before were sorted by', async () => {
    const { club } = await clubWith(
      ['b', 'a'].map((id) => ({ external_id: id, name: { last_name: id }, remark: id })),
    )
    const principal = await principalOf(club)
    const { cursors } = await browse(principal, { sort: 'remark', per_page: '1' })
    await env.DB.batch([
      env.DB.prepare(`DELETE FROM custom_columns WHERE external_id = 'remark'`),
      env.DB.prepare('UPDATE workspaces SET columns_version = columns_version + 1'),
    ])
    const query = { sort: 'remark', per_page: '1', cursor: String(cursors.next), from: '2' }
    expect(await browse(principal, query)).toMatchObject({
      persons: [{ external_id: 'a' }],
      sort: 'name',
      from: 1,
    })
  })

  it('of contacts may be by a column with the key of a field of members', async () => {
    const { club } = await clubOf(
      columns([{ name: 'Joined', type: 'date', external_id: 'join_date' }], 'contacts'),
      ...['2020-01-01', '2019-01-01'].map((day) => person({ external_id: day, join_date: day }, 'contacts')),
    )
    const page = await browse(await principalOf(club), { sort: 'join_date' }, 'contacts')
    expect([idsOf(page), page.sort]).toEqual([['2019-01-01', '2020-01-01'], 'join_date'])
  })

  it('refuses a cursor of another query', async () => {
    const { club } = await clubWith(['a', 'b'].map((id) => ({ external_id: id })))
    const principal = await principalOf(club)
    const { cursors } = await browse(principal, { per_page: '1' })
    const other = browse(principal, { per_page: '1', sort: '-name', cursor: String(cursors.next) })
    await expect(other).rejects.toMatchObject({ reason: 'invalid' })
  })
})

describe('a letter', () => {
  const NAMES = ['', '1. FC', 'Ärmel', 'Bär', 'bast', 'Öz', 'Zabel']

  const clubOfNames = () =>
    clubWith(
      NAMES.map((last_name) => ({ external_id: last_name || '-', name: { last_name: last_name || null } })),
    )

  it.each([
    ['a', ['Ärmel', 'Bär'], 3],
    ['b', ['Bär', 'bast'], 4],
    ['c', ['Öz', 'Zabel'], 6],
    ['o', ['Öz', 'Zabel'], 6],
    ['z', ['Zabel'], 7],
    ['#', ['-', '1. FC'], 1],
  ])('%s begins the page at its names, in one trip', async (letter, expected, from) => {
    const principal = await principalOf((await clubOfNames()).club)
    const page = await browse(principal, { letter, per_page: '2' })
    expect([idsOf(page), page.from, page.count]).toEqual([expected, from, NAMES.length])
    expect(page.names).toEqual({ first: '', last: 'zabel' })
    expect(principal.cost.trips).toBe(1)
  })

  it('leads on to the pages before and behind', async () => {
    const principal = await principalOf((await clubOfNames()).club)
    const { cursors } = await browse(principal, { letter: 'b', per_page: '2' })
    const turn = async (cursor: string | null) =>
      idsOf(await browse(principal, { per_page: '2', cursor: String(cursor) }))
    expect(await turn(cursors.prev)).toEqual(['1. FC', 'Ärmel'])
    expect(await turn(cursors.next)).toEqual(['Öz', 'Zabel'])
  })

  it('behind all names, and in any other order, begins at the start', async () => {
    const principal = await principalOf(
      (await clubWith([{ external_id: 'a', name: { last_name: 'A' } }])).club,
    )
    for (const other of ['', 'search=a', 'sort=-name'])
      expect(
        await browse(principal, Object.fromEntries(new URLSearchParams(`letter=b&${other}`))),
      ).toMatchObject({
        persons: [{ external_id: 'a' }],
        from: 1,
        cursors: { prev: null },
      })
  })
})

describe('search', () => {
  it.each([
    ['muller', ['m']],
    ['MÜLLER', ['m']],
    ['mueller', ['m']],
    ['grüße jü', ['g']],
    ['jurgen groß', ['g']],
    ['gross jurgen', ['g']],
    ['1815', ['m']],
    ['FAMILIE@example', ['g', 'm']],
    ['muller gross', []],
    ['%', []],
    ['  ', ['g', 'm', 'x']],
  ])('for %j finds %j', async (search, expected) => {
    const { club } = await clubWith([
      {
        external_id: 'm',
        name: { last_name: 'Müller' },
        membership_number: 'M-1815',
        email: 'Familie@example.org',
      },
      {
        external_id: 'g',
        name: { first_name: 'Jürgen', last_name: 'Große-Grüße' },
        email: 'familie@example.org',
      },
      { external_id: 'x', name: { last_name: 'Xu' } },
    ])
    const page = await browse(await principalOf(club), { search })
    expect([idsOf(page), page.count]).toEqual([expected, expected.length])
  })

  it('finds every name by any of its parts, in any case, without accents, and keeps the order of keys', async () => {
    const name = fc.string({ unit: fc.constantFrom(...'aäÄoöeéEsßłnñu-mZ'), minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 6 }), async (names) => {
        const { club } = await clubWith(
          names.map(([first_name, last_name], index) => ({
            external_id: `${index}`,
            name: { first_name, last_name },
          })),
        )
        const principal = await principalOf(club)
        const keys = names.map(([first, last]) => `${nameKey(last)} ${nameKey(first)}`)
        const { persons } = await browse(principal)
        expect(persons.map(({ external_id }) => keys[Number(external_id)])).toEqual([...keys].sort())
        const [[first, last] = ['', '']] = names
        for (const search of [first.toUpperCase(), `${nameKey(first)} ${last.normalize('NFD')}`])
          expect(idsOf(await browse(principal, { search })), search).toContain('0')
      }),
      { numRuns: 10 },
    )
  })
})

describe('conditions', () => {
  const PEOPLE = [
    {
      external_id: 'a',
      name: { last_name: 'Ärmel' },
      birthdate: '2015-06-01',
      join_date: '2024-01-31',
      address: { street: 'Uferweg 1', postcode: null, city: 'Köln', country_code: 'DE' },
      payment_method: 'cash',
      shirt: 'M',
      trainer: true,
      teams: ['Chor', 'Kinderchor'],
      locker: 12,
      trained: '2025-05-01',
      remark: 'Schlüssel',
    },
    {
      external_id: 'b',
      name: { last_name: 'Bär' },
      birthdate: '1960-06-01',
      join_date: '2020-01-01',
      phone_numbers: [{ label: null, number: '0221 1815' }],
      bank_account: { iban: IBAN, bic: null, signatory: null },
      shirt: 'S',
      trainer: false,
      teams: ['Kinderchor'],
      locker: 2.0,
      trained: '2024-05-01',
    },
    { external_id: 'c', name: { last_name: 'Cox' }, email: 'cox@example.org' },
  ]

  it.each([
    [{ 'filter[shirt]': 'M' }, ['a']],
    [{ 'filter[shirt][is_not]': 'M' }, ['b', 'c']],
    [{ 'filter[shirt][empty]': 'true' }, ['c']],
    [{ 'filter[shirt][empty]': 'false' }, ['a', 'b']],
    [{ 'filter[trainer][is]': 'false' }, ['b']],
    [{ 'filter[teams][is]': 'Chor' }, ['a']],
    [{ 'filter[teams][is_not]': 'Chor' }, ['b', 'c']],
    [{ 'filter[teams][contains]': 'chor' }, ['a', 'b']],
    [{ 'filter[teams][empty]': 'true' }, ['c']],
    [{ 'filter[locker][more]': '2' }, ['a']],
    [{ 'filter[locker][less]': '12.5' }, ['a', 'b']],
    [{ 'filter[locker][is]': '2' }, ['b']],
    [{ 'filter[trained][after]': '2024-05-01' }, ['a']],
    [{ 'filter[trained][before]': '2024-05-02' }, ['b']],
    [{ 'filter[remark][contains]': 'SCHLUSSEL' }, ['a']],
    [{ 'filter[address.city][contains]': 'koln' }, ['a']],
    [{ 'filter[address.city][is]': 'Köln' }, ['a']],
    [{ 'filter[address.city][empty]': 'true' }, ['b', 'c']],
    [{ 'filter[name.last_name][is]': 'bar' }, ['b']],
    [{ 'filter[name.last_name][is_not]': 'bar' }, ['a', 'c']],
    [{ 'filter[name.last_name][contains]': 'ARM' }, ['a']],
    [{ 'filter[email][is]': 'COX@example.org' }, ['c']],
    [{ 'filter[payment_method][is_not]': 'cash' }, ['b', 'c']],
    [{ 'filter[phone_numbers][contains]': '1815' }, ['b']],
    [{ 'filter[phone_numbers][empty]': 'true' }, ['a', 'c']],
    [{ 'filter[bank_account.iban][empty]': 'false' }, ['b']],
    [{ 'filter[join_date][after]': '2020-01-01' }, ['a']],
    [{ 'filter[join_date][before]': '2024-01-31' }, ['b']],
    [{ 'filter[join_date][is]': '2020-01-01' }, ['b']],
    [{ 'filter[birthdate.age][less]': '18' }, ['a']],
    [{ 'filter[birthdate.age][more]': '17' }, ['b']],
    [{ 'filter[birthdate.age][empty]': 'true' }, ['c']],
    [{ 'filter[join_date.years][is]': '3@2023-01-01' }, ['b']],
    [{ 'filter[join_date.years][less]': '1@2024-12-31' }, ['a']],
    [{ 'filter[created_at][after]': '2020-01-01' }, ['a', 'b', 'c']],
    [{ 'filter[join_date][after]': '2019-12-31', 'filter[join_date][before]': '2024-01-01' }, ['b']],
    [{ 'filter[shirt][empty]': 'false', search: 'armel' }, ['a']],
  ])('%j match %j', async (query, expected) => {
    const { club } = await clubWith(PEOPLE)
    const page = await browse(await principalOf(club), query as unknown as Record<string, string>)
    expect([page.issues, idsOf(page), page.count]).toEqual([{}, expected, expected.length])
  })

  it.each([
    ['filter[nonsense][is]', 'x', 'is not a field of this list'],
    ['filter[join_date][contains]', 'x', 'does not apply to this field'],
    ['filter[join_date][after]', '31.01.2026', 'must be a date that exists, as YYYY-MM-DD'],
    ['filter[locker][more]', 'many', 'must be a number, as 12 or 0.5'],
    ['filter[birthdate.age][more]', '17@31.12.2026', 'must be a date that exists, as YYYY-MM-DD'],
    ['filter[join_date.years][is]', '@2026-12-31', 'must be a number, as 12 or 0.5'],
    ['filter[shirt][is]', 'XXL', 'must be one of "S", "M"'],
    ['filter[trainer][is]', 'yes', 'must be one of "true", "false"'],
    ['filter[email][empty]', 'yes', 'must be one of "true", "false"'],
    ['filter[email][contains]', '', 'must not be empty'],
  ])('%s=%s is refused: %s', async (key, value, message) => {
    const page = await browse(await principalOf((await clubWith(PEOPLE)).club), { [key]: value })
    expect(page).toMatchObject({ persons: [], count: 0 })
    expect(errorsOf(page.issues)).toEqual({ [key]: [message] })
  })

  it('fit into one statement, as many as an address may hold', async () => {
    const principal = await principalOf((await clubWith(PEOPLE)).club)
    const keys = ['shirt', 'trainer', 'teams', 'locker', 'trained', 'remark'].flatMap((key) =>
      ['contains', 'is_not'].map((operator) => `filter[${key}][${operator}]`),
    )
    const query = Object.fromEntries(keys.map((key) => [key, 'x']))
    const { issues } = await browse(principal, { ...query, search: 'aue bue cue due eue fue gue hue' })
    expect(Object.keys(issues).length).toBeGreaterThan(0)
  })

  it('name ages by the day of birth', async () => {
    const { club } = await clubWith([])
    const principal = await principalOf(club)
    const { context } = await browse(principal)
    const [year = 0, month, day] = context.today.split('-').map(Number)
    const born = (years: number, plus: number) =>
      new Date(Date.UTC(year - years, Number(month) - 1, Number(day) + plus)).toISOString().slice(0, 10)
    await club.put(PERSONS, {
      data: [
        { external_id: 'today 18', birthdate: born(18, 0) },
        { external_id: 'tomorrow 18', birthdate: born(18, 1) },
        { external_id: 'yesterday 18', birthdate: born(18, -1) },
      ],
    })
    const found = async (operator: string) =>
      idsOf(await browse(principal, { [`filter[birthdate.age][${operator}]`]: '18' })).sort()
    expect(await found('is')).toEqual(['today 18', 'yesterday 18'])
    expect(await found('less')).toEqual(['tomorrow 18'])
    expect(await found('more')).toEqual([])
  })

  it('name ages and years of membership on a day, and these until the membership ended', async () => {
    const { club } = await clubWith([
      { external_id: 'young', birthdate: '2009-01-01', join_date: '2016-07-01' },
      { external_id: 'old', birthdate: '2008-12-31', join_date: '2016-07-02' },
      { external_id: 'left', join_date: '2010-01-01', leave_date: '2020-06-30' },
    ])
    const principal = await principalOf(club)
    const found = async (condition: string, value: string) =>
      idsOf(await browse(principal, { [`filter[${condition}]`]: value, status: 'all' })).sort()
    expect(await found('birthdate.age][is', '18@2026-12-31')).toEqual(['old'])
    expect(await found('birthdate.age][less', '18@2026-12-31')).toEqual(['young'])
    expect(await found('birthdate.age][more', '17@2027-01-01')).toEqual(['old', 'young'])
    expect(await found('join_date.years][is', '10@2026-07-01')).toEqual(['left', 'young'])
    expect(await found('join_date.years][more', '10')).toEqual([])
    expect(await found('join_date.years][is_not', '10@2026-07-01')).toEqual(['old'])
  })

  it('survive the address', () => {
    const condition = fc.record({
      field: fc.constantFrom('join_date', 'address.city', 'col_1'),
      operator: fc.constantFrom(...OPERATORS),
      value: fc.string(),
    })
    const query = fc.record({
      status: fc.constantFrom('active' as const, 'former' as const, 'all' as const),
      search: fc.constantFrom('', 'Müller & Söhne'),
      sort: fc.constantFrom('name' as const, '-join_date' as const),
      per_page: fc.constantFrom(100, 20),
      conditions: fc.uniqueArray(condition, {
        maxLength: 10,
        selector: ({ field, operator }) => field + operator,
      }),
      columns: fc.subarray(['email', 'col_1']),
    })
    fc.assert(
      fc.property(query, (given) => {
        const read = readBrowseQuery(Object.fromEntries(writeBrowseQuery({ ...given, cursor: undefined })))
        expect(read).toEqual(given)
      }),
    )
  })
})

describe('what is shown', () => {
  it('are active members by default, former ones and all on request, and no applicants', async () => {
    const { club } = await clubWith([
      { external_id: 'active', leave_date: '2999-12-31' },
      { external_id: 'former', leave_date: '2020-12-31' },
    ])
    await club.post(PERSONS, { external_id: 'applicant', creation_behaviour: 'unconfirmed' })
    const principal = await principalOf(club)
    expect(idsOf(await browse(principal))).toEqual(['active'])
    expect(idsOf(await browse(principal, { status: 'former' }))).toEqual(['former'])
    expect(idsOf(await browse(principal, { status: 'all' })).sort()).toEqual(['active', 'former'])
  })

  it.each([
    ['owner', IBAN],
    ['treasurer', IBAN],
    ['office', '•••• 3000'],
  ] as const)('is the IBAN to %s as %s', async (role, iban) => {
    const { club } = await clubWith([{ external_id: 'a', bank_account: { iban: IBAN } }])
    const principal = await principalOf(club, role)
    const { persons } = await browse(principal)
    expect(persons).toMatchObject([{ bank_account: { iban } }])
    const key = 'filter[bank_account.iban][contains]'
    const { issues } = await browse(principal, { [key]: '0532' })
    expect(Object.keys(issues)).toEqual(role === 'office' ? [key] : [])
  })

  it('does not show by the trips of a page whether anyone has the IBAN of a condition', async () => {
    const names = ['a', 'b'].map((name) => ({ external_id: name, name: { last_name: name } }))
    const { club } = await clubWith(names.map((name) => ({ ...name, bank_account: { iban: IBAN } })))
    const principal = await principalOf(club, 'office')
    const { persons, credential } = await browse(principal)
    const tripsFor = async (digits: string) => {
      const given = { 'filter[bank_account.iban][contains]': digits }
      const scope = viewScope(credential, 'members', readBrowseQuery(given))
      const cursor = writeCursor({ direction: 'next', key: String(persons[0]?.id) }, scope, 0)
      principal.cost.trips = 0
      await browse(principal, { ...given, cursor })
      return principal.cost.trips
    }
    expect([await tripsFor('0532'), await tripsFor('9999')]).toEqual([1, 1])
  })

  it('are not persons of another workspace, nor any to an auditor', async () => {
    const { club } = await clubWith([{ external_id: 'a' }])
    const { club: other } = await clubWith([{ external_id: 'b' }])
    expect(idsOf(await browse(await principalOf(club)))).toEqual(['a'])
    expect(idsOf(await browse(await principalOf(other)))).toEqual(['b'])
    await expect(browse(await principalOf(club, 'auditor'))).rejects.toMatchObject({
      reason: 'permission_missing',
    })
    await expect(browse(await principalOf(club), {}, 'nonsense')).rejects.toMatchObject({
      reason: 'not_found',
    })
  })

  it('are contacts, which have no status', async () => {
    const { club } = await clubOf(person({ external_id: 'a' }, 'contacts'))
    expect(idsOf(await browse(await principalOf(club), { status: 'former' }, 'contacts'))).toEqual(['a'])
  })
})

it('takes one trip, and beside the count reads its own rows alone', async () => {
  const reads: number[] = []
  for (const size of [600, 3000]) {
    const club = await workspace()
    await seedMembers(club.id, size)
    const principal = await principalOf(club)
    const first = await browse(principal)
    expect([principal.cost.trips, principal.cost.rowsWritten, first.count]).toEqual([1, 0, size])
    const before = principal.cost.rowsRead
    await browse(principal, { cursor: String(first.cursors.next) })
    const second = principal.cost.rowsRead
    expect(await browse(principal, { letter: 'l' })).toMatchObject({ count: size, from: 1 })
    reads.push(before - size, second - before - size, principal.cost.rowsRead - second - size)
  }
  expect(Math.max(...reads)).toBeLessThanOrEqual(130)
})

it('takes the date of the workspace, in one trip once the isolate knows its time zone', async () => {
  const { club } = await clubOf(
    settings({ timezone: 'Pacific/Kiritimati' }),
    person({ external_id: 'a', leave_date: '2026-01-31' }),
  )
  const principal = Object.assign(await principalOf(club), { now: new Date('2026-01-31T12:00:00Z') })
  for (const trips of [2, 3]) {
    expect(idsOf(await browse(principal))).toEqual([])
    expect(principal.cost.trips).toBe(trips)
  }
})
