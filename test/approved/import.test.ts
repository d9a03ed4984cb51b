import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { inputValue } from '../support/html'
import { emptyStorage, storedTables } from '../support/storage'
import { rows, type Workspace, workspace } from '../support/workspace'
import { mainOf } from './outline'
import { stopClock, ticking, withoutChance } from './world'

const PERSONS = '/lists/members/persons'

const FULL = {
  external_id: 'a',
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  email: 'ada@example.org',
  birthdate: '1985-12-10',
  phone_numbers: [{ label: 'home', number: '+49 30 1815' }],
  address: { street: 'Uferweg 12', postcode: '01099', city: 'Köln', country_code: 'DE' },
  bank_account: { iban: 'DE89370400440532013000', bic: null, signatory: null },
  sepa_mandate: { reference: 'M-1', signature_date: '2026-01-31' },
  payment_method: 'direct_debit',
  membership_number: '007',
  join_date: '2020-01-01',
  leave_date: '2027-12-31',
  text: 'x',
  flag: true,
  teams: ['A', 'B'],
  count: 5,
  hours: 1234.5,
  since: '2024-02-29',
  mail: 'a@example.org',
  web: 'https://example.org/',
}

const COLUMNS = [
  { name: 'Text', type: 'string', external_id: 'text', allowed_values: ['x', 'y'] },
  { name: 'Flag', type: 'boolean', external_id: 'flag' },
  { name: 'Teams', type: 'array', external_id: 'teams', allowed_values: ['A', 'B', 'C'] },
  { name: 'Count', type: 'integer', external_id: 'count' },
  { name: 'Hours', type: 'number', external_id: 'hours' },
  { name: 'Since', type: 'date', external_id: 'since' },
  { name: 'Mail', type: 'email', external_id: 'mail' },
  { name: 'Web', type: 'url', external_id: 'web' },
]

/** Files that are taken, with `{a}` and so on for the ids of persons. */
const TAKEN: Record<string, string> = {
  'nothing but its head': 'external_id;text\n',
  'what is stored': 'external_id,text,flag,count\na,x,true,5\n',
  'every kind of change': [
    'id;external_id;name.first_name;email;birthdate;text;flag;teams;count;hours;since;mail;web;created_at',
    '{a};a2;Ada;;10.12.1985;y;WAHR;["C"];6;0,5;1.3.2024;b@example.org;https://example.org/b;2020-01-01',
    ';b;Ben;ben@example.org;;;;;;;;;;',
    '{c};;"Ce;ra";cera@example.org;1990-01-01;x;falsch;;;;;;;',
    ';new;New;;;;;;;;;;;',
    ';;Nobody;nobody@example.org;;;;;;;;;;',
  ].join('\n'),
  'whole objects': [
    'external_id,address.street,address.postcode,address.city,address.country_code,phone_numbers,name.last_name',
    'a,,,,,,Byron',
    `b,Weg 1,,Bonn,de,"[{""label"":null,""number"":""1""}]",`,
  ].join('\r\n'),
  'keys that change places': 'id,external_id\n{a},b\n{b},a\n',
  'accounts and mandates': [
    'external_id,bank_account.iban,bank_account.bic,bank_account.signatory,sepa_mandate.reference,sepa_mandate.signature_date',
    'a,DE02120300000000202051,,Ben,M-2,',
    'b,DE89370400440532013000,COBADEFFXXX,,M-1,2026-01-31',
    'c,,,,,',
  ].join('\n'),
  'an applicant': 'external_id,email\nz,zed@example.org\n',
  'many persons': `name.last_name,name.first_name\n${Array.from({ length: 101 }, (_, n) => `Last${n},\n`).join('')}`,
}

/** Files that are refused. */
const REFUSED: Record<string, string> = {
  nothing: '',
  'an empty head': '\na\n',
  'unknown and repeated columns': 'external_id,text,nonsense,text,"",id,id\na,x,1,x,,,\n',
  'a part of an object': 'external_id,address.city,bank_account.iban,phone_numbers.label\na,Bonn,x,y\n',
  'rows of other lengths': 'external_id,text\na\n\nb,x,\n;\nc,x\n',
  'an open quote': 'external_id,text\na,x\nb,"x\n',
  'a quote within a head': 'external_id,"text\na,x\n',
  'ids of no one': 'id,external_id\nper_unknown,\n{z},a\n{a},q\n{a},r\n',
  'keys that others have': 'id,external_id\n{a},z\n{b},c\n',
  'keys given twice': 'external_id,email\na,a@example.org\na,b@example.org\nnew,\nnew,\n',
  'persons without a name': 'text,external_id\nx,\ny,\n',
  'values of another kind': [
    'external_id;email;birthdate;phone_numbers;payment_method;leave_date;text;flag;teams;count;hours;since;mail;web;membership_number',
    'a;nomail;2020-02-30;[{}];gold;2019-01-01;z;maybe;["Z"];0,5;1.234;31.2.2024;nomail;ftp;',
    `b;;99.99.2020;"{""a""";;x;;;A;1e400;viel;heute;;javascript:x;${'9'.repeat(65)}`,
  ].join('\n'),
  'numbers of other forms':
    'external_id;count;hours\na;0x10;Infinity\nb; 5;1_000\nc;1.;.5\nd;+5;1,2,3\ne;1e;--1\nf;05;NaN\n',
  'objects of another kind': [
    'external_id,address.street,address.postcode,address.city,address.country_code,bank_account.iban,bank_account.bic,bank_account.signatory,sepa_mandate.reference,sepa_mandate.signature_date',
    'a,,,,D,DE00,,,,2020-01-01',
    'b,,,,DEU,DE89 3704 0044 0532 0130 00,X,,M-1,x',
  ].join('\n'),
  'more errors than are told': `external_id,count\n${Array.from({ length: 1500 }, (_, n) => `p${n},x\n`).join('')}`,
}

/** Bodies of a synchronization of persons `a`, `b`, `c` and the applicant `z`, all but the last of which change nothing. */
const BODIES: Record<string, (ids: Ids) => object> = {
  'no data': () => ({}),
  'data that are no list': () => ({ data: {}, delete_omitted: true }),
  'items that are no persons': () => ({ data: [null, 1, 'a', []] }),
  'an unknown field': () => ({ data: [{ external_id: 'a', nonsense: 1 }], nonsense: 2 }),
  'an id of no one': () => ({ data: [{ id: 'per_none', email: 'x@example.org' }] }),
  'a person twice': ({ a }) => ({ data: [{ id: a }, { external_id: 'a' }, { id: a, external_id: 'q' }] }),
  'a key twice': () => ({ data: [{ external_id: 'n' }, { external_id: 'n' }] }),
  'a key of another person': ({ a }) => ({ data: [{ id: a, external_id: 'b' }] }),
  'a key of an applicant': ({ a }) => ({ data: [{ id: a, external_id: 'z' }], delete_omitted: true }),
  'a key that its holder keeps': ({ a, b }) => ({
    data: [
      { id: a, external_id: 'b' },
      { id: b, external_id: 'b' },
    ],
  }),
  'nobody, to delete all': () => ({ data: [], delete_omitted: true }),
  'nobody, by other words': () => ({ data: [], delete_omitted: 'yes' }),
  'read-only fields that differ': ({ a }) => ({ data: [{ id: a, created_at: '2020-01-01T00:00:00.000Z' }] }),
  'what is stored': ({ a, b, c }) => ({
    data: [{ id: a, ...FULL }, { id: b }, { id: c, external_id: 'c' }],
    delete_omitted: true,
  }),
}

type Ids = Record<'a' | 'b' | 'c' | 'z', string>

/** A workspace with three members and an applicant. */
async function createList(settings: object) {
  await emptyStorage()
  stopClock()
  const club = ticking(await workspace(settings))
  await club.put('/lists/members/custom_columns', { data: COLUMNS })
  await club.put('/lists/contacts/custom_columns', { data: COLUMNS.slice(0, 1) })
  const add = async (fields: object) => {
    const { status, text, body } = await club.post(PERSONS, fields)
    expect(status, text).toBe(201)
    return body.data.id as string
  }
  return {
    club,
    ids: {
      a: await add(FULL),
      b: await add({ external_id: 'b', name: { first_name: 'Ben' } }),
      c: await add({ external_id: 'c', name: { last_name: 'Cera' }, sepa_mandate: { reference: 'M-9' } }),
      z: await add({ external_id: 'z', email: 'z@example.org', creation_behaviour: 'unconfirmed' }),
    },
  }
}

const withIds = (csv: string, ids: Ids): string => csv.replace(/\{(\w)\}/g, (_, name: keyof Ids) => ids[name])

const importCsv = (club: Workspace, csv: string, query = '') =>
  club.put(`${PERSONS}${query}`, undefined, { raw: csv, headers: { 'Content-Type': 'text/csv' } })

const upload = (
  staff: Staff,
  club: Workspace,
  csv: string,
  { list = 'members', path = '', mark = '' } = {},
) => staff.submit(`/dashboard/${club.id}/${list}/import${path}`, { csv, mark })

const shownAnswer = ({ status, body }: { status: number; body: object }): string => {
  const { request_id: _, ...rest } = body as { request_id?: string }
  return withoutChance(`${status}\n${JSON.stringify(rest, null, 1)}`)
}

const storedPersons = async () => {
  const tables = (await storedTables()).filter(({ name }) => /^(persons|tombstones|events)$/.test(name))
  return tables.flatMap(({ name, rows }) =>
    rows.map((row) =>
      withoutChance(`${name} ${JSON.stringify(row, (key, value) => (key === 'salt' ? '…' : value))}`),
    ),
  )
}

const VIEWERS: [Role, string][] = [
  ['owner', 'de-DE'],
  ['office', 'en-GB'],
]

describe.each(VIEWERS)('an import by the %s in %s', { meta: { sharesStorage: true } }, (role, locale) => {
  let club: Workspace
  let ids: Ids
  let staff: Staff

  beforeAll(async () => {
    ;({ club, ids } = await createList({ locale }))
    staff = await staffOf(club, role)
  })
  beforeEach(() => stopClock())

  it.each(Object.entries(TAKEN))('is previewed as approved of %s', async (_, csv) => {
    const { status, text } = await upload(staff, club, withIds(csv, ids))
    expect(`${status}\n${withoutCsv(mainOf(text))}`).toMatchSnapshot()
  })

  it.each(Object.entries(REFUSED))('is refused as approved of %s', async (_, csv) => {
    const given = withIds(csv, ids)
    const page = await upload(staff, club, given)
    expect(`${page.status}\n${shortened(mainOf(page.text))}`).toMatchSnapshot('page')
    expect(shortened(shownAnswer(await importCsv(club, given)))).toMatchSnapshot('answer')
  })

  it('is refused of contacts in columns of members', async () => {
    const csv = 'external_id,text,flag,join_date,membership_status\na,z,true,2020-01-01,active\n'
    const { text } = await upload(staff, club, csv, { list: 'contacts' })
    expect(mainOf(text)).toMatchSnapshot()
  })

  it('is shown again as approved if the list has changed', async () => {
    const { status, text } = await upload(staff, club, 'external_id\nnew\n', {
      path: '/run',
      mark: 'another',
    })
    expect(`${status}\n${withoutCsv(mainOf(text))}`).toMatchSnapshot()
  })

  it('has an upload page as approved for each list', async () => {
    for (const list of ['members', 'contacts'])
      expect(mainOf((await staff.get(`/dashboard/${club.id}/${list}/import`)).text)).toMatchSnapshot(list)
  })

  it('has a file of all persons as approved', async () => {
    const { text } = await club.get(PERSONS, { headers: { Accept: 'text/csv' } })
    expect(withoutChance(text)).toMatchSnapshot('API')
    const page = await staff.submit(`/dashboard/${club.id}/members/bulk`, {
      action: 'export',
      scope: 'all',
      query: '',
    })
    expect(withoutChance(page.text)).toMatchSnapshot('dashboard')
  })
})

describe('a synchronization', { meta: { sharesStorage: true } }, () => {
  let club: Workspace
  let ids: Ids

  beforeAll(async () => {
    ;({ club, ids } = await createList({}))
  })
  beforeEach(() => stopClock())

  it.each(Object.entries(BODIES))('of %s is answered as approved, and changes nothing', async (_, bodyOf) => {
    const before = await rows('SELECT * FROM persons ORDER BY id')
    expect(shownAnswer(await club.put(PERSONS, bodyOf(ids)))).toMatchSnapshot()
    expect(await rows('SELECT * FROM persons ORDER BY id')).toEqual(before)
  })
})

describe('what a file changes', () => {
  it.each(Object.keys(TAKEN).slice(0, -1))('is stored as approved, by both doors, of %s', async (name) => {
    const stored: string[][] = []
    for (const door of ['API', 'dashboard']) {
      const { club, ids } = await createList({ locale: 'de-DE' })
      const csv = withIds(TAKEN[name] ?? '', ids)
      if (door === 'API') expect(shownAnswer(await importCsv(club, csv))).toMatchSnapshot('answer')
      else {
        const staff = await staffOf(club, 'owner')
        const mark = inputValue((await upload(staff, club, csv)).text, 'mark') ?? ''
        const { headers } = await upload(staff, club, csv, { path: '/run', mark })
        expect(withoutChance(leadsTo({ headers }))).toMatchSnapshot('location')
      }
      stored.push((await storedPersons()).filter((row) => row.startsWith('persons')))
      if (door === 'dashboard') expect(await storedPersons()).toMatchSnapshot('rows')
    }
    expect(stored[0]).toEqual(stored[1])
  })

  it('is stored as approved if omitted persons are deleted', async () => {
    const { club, ids } = await createList({})
    const csv = withIds('id,external_id\n{b},a\n,c2\n', ids)
    expect(shownAnswer(await importCsv(club, csv, '?delete_omitted=true'))).toMatchSnapshot()
    expect(await storedPersons()).toMatchSnapshot()
  })
})

/** An outline without the file that it carries. */
const withoutCsv = (outline: string): string =>
  outline
    .replace(/(\[textarea csv[^\]]*\])[\s\S]*?(?=\[button\]|$)/, '$1 … ')
    .replace(/(name="mark" value=")[^"]*/, '$1…')

/** The beginning of a long text. */
const shortened = (text: string): string =>
  text.length > 8000 ? `${text.slice(0, 2000)}…${text.slice(-500)}` : text
