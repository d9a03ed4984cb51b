import { describe, expect, it } from 'vitest'
import type { Answer } from '../support/call'
import { clubOf, columns, person, SHIRT, TEAMS } from '../support/club'
import { rows, type Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'

const named = (first_name: string, fields: object = {}) => person({ name: { first_name }, ...fields })

/** Members whose fields differ; Dora has none besides her name. */
const fourMembers = () =>
  clubOf(
    columns([
      SHIRT,
      TEAMS,
      { name: 'Points', type: 'number', external_id: 'points' },
      { name: 'Since', type: 'date', external_id: 'since' },
    ]),
    named('Ada', {
      ...{ birthdate: '1985-12-10', join_date: '2020-02-29', shirt: 'M', teams: ['A', 'B'], points: 12.5 },
      ...{ since: '2021-01-01', bank_account: { iban: 'DE89370400440532013000' } },
    }),
    named('Änne', { birthdate: '2015-06-01', join_date: '2024-01-01', shirt: 'S', teams: ['B'], points: 2 }),
    named('Cleo', { join_date: '2010-01-01', leave_date: '2020-12-31', since: '2022-02-02' }),
    named('Dora'),
  )

const ask = (club: Workspace, filters: string, more = '') => {
  const query = filters.replaceAll(/(^|&)([\w.]+)/g, '$1filter[$2]')
  return club.get(`${PERSONS}?${encodeURI(query)}${more}`)
}

const namesOf = ({ body }: Answer): string =>
  body.data.map(({ name }: { name: { first_name: string } }) => name.first_name).join(' ')

const codesOf = ({ status, body }: Answer) => [
  status,
  body.issues?.map(({ path, code }: Record<string, string>) => `${path} ${code}`),
]

describe('filter[<field>][<operator>]', () => {
  it.each([
    ['join_date[after]=2020-01-01', 'Ada Änne'],
    ['join_date[before]=2024-01-01', 'Ada Cleo'],
    ['join_date[after]=2020-01-01&join_date[before]=2024-01-01', 'Ada'],
    ['join_date[is]=2024-01-01', 'Änne'],
    ['join_date[empty]=true', 'Dora'],
    ['join_date[empty]=false', 'Ada Änne Cleo'],
    ['name.first_name[is]=anne', 'Änne'],
    ['name.first_name[contains]=D', 'Ada Dora'],
    ['name.first_name[is_not]=ada', 'Änne Cleo Dora'],
    ['birthdate.age[less]=18', 'Änne'],
    ['birthdate.age[more]=17@2024-01-01', 'Ada'],
    ['join_date.years[more]=9', 'Cleo'],
    ['shirt[is_not]=M', 'Änne Cleo Dora'],
    ['shirt[is]=M', 'Ada'],
    ['teams[is]=B', 'Ada Änne'],
    ['teams[empty]=true', 'Cleo Dora'],
    ['points[more]=2', 'Ada'],
    ['points[less]=12.5', 'Änne'],
    ['since[after]=2021-01-01', 'Cleo'],
    ['created_at[after]=2020-01-01', 'Ada Änne Cleo Dora'],
    ['created_at[before]=2020-01-01', ''],
    ['bank_account.iban[is]=DE89370400440532013000', 'Ada'],
    ['shirt=M&join_date[after]=2020-01-01', 'Ada'],
  ])('%s finds "%s" in one trip', async (filters, expected) => {
    const { club } = await fourMembers()
    const answer = await ask(club, filters)
    expect([answer.status, answer.body.issues]).toEqual([200, undefined])
    expect(namesOf(answer)).toBe(expected)
    expect(answer.cost.trips).toBe(1)
  })

  it.each([
    ['join_date[since]=2020-01-01', 'filter[join_date][since] not_allowed'],
    ['join_date[after]=yesterday', 'filter[join_date][after] invalid_format'],
    ['join_date[contains]=20', 'filter[join_date][contains] operator_not_of_field'],
    ['no_such[after]=1', 'filter[no_such][after] not_of_list'],
    ['membership_status[is]=former', 'filter[membership_status][is] not_of_list'],
    ['shirt[is]=XXL', 'filter[shirt][is] not_allowed'],
    ['points[more]=many', 'filter[points][more] invalid_format'],
    ['join_date[empty]=maybe', 'filter[join_date][empty] not_allowed'],
    ['join_date[empty]=true&join_date[empty]=true', 'filter[join_date][empty] given_twice'],
  ])('%s is refused', async (filters, issue) => {
    const { club } = await fourMembers()
    expect(codesOf(await ask(club, filters))).toEqual([422, [issue]])
  })

  it('counts conditions and filters together', async () => {
    const { club } = await fourMembers()
    const fields = ['email', 'external_id', 'sex', 'address.city', 'address.street', 'address.postcode']
    const empty = [...fields, 'bank_account.bic', 'birthdate', 'payment_method'].map(
      (f) => `${f}[empty]=true`,
    )
    expect((await ask(club, ['shirt=M', ...empty].join('&'))).status).toBe(200)
    expect(codesOf(await ask(club, ['shirt=M', 'shirt[is]=M', ...empty].join('&')))).toEqual([
      422,
      ['filter too_many_entries'],
    ])
  })

  it('binds cursors, ETags and CSV to the conditions', async () => {
    const { club } = await fourMembers()
    const first = await ask(club, 'join_date[after]=2020-01-01', '&per_page=1')
    const cursor = first.body.meta.next_cursor
    expect(namesOf(await ask(club, 'join_date[after]=2020-01-01', `&per_page=1&cursor=${cursor}`))).toBe(
      'Änne',
    )
    expect(codesOf(await ask(club, 'join_date[after]=2019-01-01', `&per_page=1&cursor=${cursor}`))).toEqual([
      422,
      ['cursor cursor_foreign'],
    ])
    const other = await ask(club, 'join_date[before]=2020-01-01', '&per_page=1')
    expect(other.headers.get('ETag')).not.toBe(first.headers.get('ETag'))
    const csv = await club.get(`${PERSONS}?${encodeURI('filter[join_date][after]=2020-01-01')}`, {
      headers: { Accept: 'text/csv' },
    })
    expect(csv.text.trim().split('\r\n')).toHaveLength(3)
  })
})

describe('filter of POST /mails', () => {
  const post = (club: Workspace, filter: object) =>
    club.post('/mails', { list: 'members', kind: 'official', subject: 'Hello', body: 'News', filter })

  it('takes operators', async () => {
    const { club } = await clubOf(
      person({ name: { first_name: 'Ada' }, email: 'ada@example.org', join_date: '2020-01-01' }),
      person({ name: { first_name: 'Ben' }, email: 'ben@example.org', join_date: '2024-01-01' }),
    )
    const { status, body, text } = await post(club, { join_date: { after: '2021-01-01' } })
    expect([status, body.data?.counts.total], text).toEqual([201, 1])
  })

  it('is refused with what would be left out', async () => {
    const { club } = await clubOf(person({ name: { first_name: 'Ada' }, email: 'ada@example.org' }))
    for (const filter of [
      { 'no such': 'x' },
      { 'shirt]': 'x' },
      { join_date: { since: '2021-01-01' } },
      { join_date: {}, email: { is: 'ben@example.org' } },
      Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`field_${n}`, 'x'])),
    ])
      expect((await post(club, filter)).status, JSON.stringify(filter)).toBe(422)
    expect(await rows('SELECT 1 FROM mails WHERE workspace_id = ?', club.id)).toEqual([])
  })
})
