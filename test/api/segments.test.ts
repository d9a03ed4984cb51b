import { describe, expect, it } from 'vitest'
import { readBrowseQuery } from '../../src/domain/persons/browse-query'
import { saveSegment } from '../../src/domain/segments/save'
import type { Answer } from '../support/call'
import { clubOf, columns, fee, person, SHIRT } from '../support/club'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'

type Saved = { list?: string; name?: string; isShared?: boolean }

const save = async (
  club: Workspace,
  query: Record<string, string>,
  { list = 'members', name = 'Youth', isShared = true }: Saved = {},
): Promise<string> => {
  const principal = await principalOf(club, 'office')
  return (await saveSegment(principal, { list, name, query: readBrowseQuery(query), isShared })).id
}

const namesOf = ({ body }: Answer): string[] =>
  body.data.map(({ name }: { name: { first_name: string } }) => name.first_name)

const member = (first_name: string, fields: object = {}) =>
  person({
    ...{ external_id: first_name.toLowerCase(), name: { first_name }, email: `${first_name}@example.org` },
    ...fields,
  })

/** Three members with a fee each, of whom Ada and Ben wear M; Cleo has left. */
const threeMembers = () =>
  clubOf(
    columns([SHIRT]),
    member('Ada', { shirt: 'M' }),
    member('Ben', { shirt: 'M' }),
    member('Cleo', { shirt: 'M', leave_date: '2020-12-31' }),
    member('Dora', { shirt: 'S' }),
    ...['ada', 'ben', 'cleo', 'dora'].map((person_external_id, index) =>
      fee(index + 1, { person_external_id }),
    ),
  )

const WEARS_M = { 'filter[shirt][is]': 'M', sort: '-name', columns: 'email' }

describe('GET /lists/{list_id}/segments', () => {
  it('returns the shared segments of a list by name, and nobody’s own ones', async () => {
    const { club } = await threeMembers()
    const [medium, gone] = [
      await save(club, { ...WEARS_M, search: 'a' }, { name: 'Medium' }),
      await save(club, { status: 'former' }, { name: 'Gone' }),
    ]
    await save(club, {}, { name: 'Own', isShared: false })
    await save(club, {}, { name: 'Contacts', list: 'contacts' })
    const { status, body, cost } = await club.get('/lists/member/segments')
    expect([status, cost.trips]).toEqual([200, 1])
    expect(body.data).toEqual([
      {
        ...{ id: gone, list: 'members', name: 'Gone', status: 'former', search: null, conditions: [] },
        created_at: expect.any(String),
      },
      {
        ...{ id: medium, list: 'members', name: 'Medium', status: 'active', search: 'a' },
        conditions: [{ field: 'shirt', operator: 'is', value: 'M' }],
        created_at: expect.any(String),
      },
    ])
  })
})

describe('segment_id of GET /lists/{list_id}/persons', () => {
  it('finds whom the segment has, with other filters, page by page and as CSV', async () => {
    const { club } = await threeMembers()
    const id = await save(club, WEARS_M)
    const all = await club.get(`${PERSONS}?segment_id=${id}`)
    expect([namesOf(all), all.cost.trips]).toEqual([['Ada', 'Ben'], 2])
    expect(namesOf(await club.get(`${PERSONS}?segment_id=${id}&filter[external_id]=ben`))).toEqual(['Ben'])
    const first = await club.get(`${PERSONS}?segment_id=${id}&per_page=1`)
    const next = `${PERSONS}?segment_id=${id}&per_page=1&cursor=${first.body.meta.next_cursor}`
    expect([namesOf(first), namesOf(await club.get(next))]).toEqual([['Ada'], ['Ben']])
    const csv = await club.get(`${PERSONS}?segment_id=${id}`, { headers: { Accept: 'text/csv' } })
    expect(csv.text.trim().split('\n')).toHaveLength(3)
  })

  it('follows the segment: no 304, and no cursor from before it was changed', async () => {
    const { club } = await threeMembers()
    const id = await save(club, WEARS_M)
    const page = `${PERSONS}?segment_id=${id}&per_page=1`
    const first = await club.get(page)
    const headers = { 'If-None-Match': String(first.headers.get('ETag')) }
    expect((await club.get(page, { headers })).status).toBe(304)
    await rows("UPDATE segments SET query = 'filter%5Bshirt%5D%5Bis%5D=S' WHERE id = ?", id)
    const changed = await club.get(page, { headers })
    expect([changed.status, namesOf(changed)]).toEqual([200, ['Dora']])
    const { status, body } = await club.get(`${page}&cursor=${first.body.meta.next_cursor}`)
    expect([status, body.issues[0].code]).toEqual([422, 'cursor_foreign'])
  })

  it('refuses a segment that is gone, one’s own, of another list, or no longer meetable', async () => {
    const { club } = await threeMembers()
    const own = await save(club, {}, { isShared: false })
    const contacts = await save(club, {}, { list: 'contacts' })
    const stale = await save(club, WEARS_M)
    const ask = async (id: string, more = '') => {
      const { status, body } = await club.get(`${PERSONS}?segment_id=${id}${more}`)
      return [status, body.issues?.map(({ path, code }: Record<string, string>) => `${path} ${code}`)]
    }
    expect(await ask('seg_gone')).toEqual([422, ['segment_id segment_unknown']])
    expect(await ask(own)).toEqual([422, ['segment_id segment_unknown']])
    expect(await ask(contacts)).toEqual([422, ['segment_id segment_of_list']])
    expect(await ask(stale, '&area=applications')).toEqual([422, ['segment_id segment_of_regular']])
    await rows("UPDATE segments SET query = 'filter%5Bgone%5D%5Bis%5D=S' WHERE id = ?", stale)
    expect(await ask(stale)).toEqual([422, ['segment_id segment_unmet']])
  })

  it('needs the permission to read the list before it says anything of the segment', async () => {
    const { club } = await threeMembers()
    const key = await club.keyWith('contacts:read', 'fees:read')
    expect((await club.get(`${PERSONS}?segment_id=seg_gone`, { key })).status).toBe(403)
  })
})

describe('segment_id of GET /fees', () => {
  const amounts = ({ body }: Answer) => body.data.map(({ amount }: { amount: number }) => amount)

  it('finds the fees of whom the segment has, with other parameters, page by page and as CSV', async () => {
    const { club } = await threeMembers()
    const id = await save(club, WEARS_M)
    const all = await club.get(`/fees?segment_id=${id}`)
    expect([amounts(all), all.cost.trips]).toEqual([[1, 2], 2])
    expect(amounts(await club.get(`/fees?segment_id=${id}&status=open&status=returned`))).toEqual([1, 2])
    expect(amounts(await club.get(`/fees?segment_id=${id}&person_external_id=ben`))).toEqual([2])
    expect(amounts(await club.get(`/fees?segment_id=${id}&status=paid`))).toEqual([])
    const first = await club.get(`/fees?segment_id=${id}&per_page=1`)
    const next = `/fees?segment_id=${id}&per_page=1&cursor=${first.body.meta.next_cursor}`
    expect([amounts(first), amounts(await club.get(next))]).toEqual([[1], [2]])
    const csv = await club.get(`/fees?segment_id=${id}&format=csv`)
    expect(csv.text.trim().split('\n')).toHaveLength(3)
    await rows("UPDATE segments SET query = '' WHERE id = ?", id)
    expect((await club.get(next)).body.issues[0].code).toBe('cursor_foreign')
  })

  it('needs the permission to read the list of the segment', async () => {
    const { club } = await threeMembers()
    const id = await save(club, WEARS_M)
    const [fees, both, list] = [
      await club.keyWith('fees:read', 'contacts:read'),
      await club.keyWith('fees:read', 'members:read'),
      await club.keyWith('members:read'),
    ]
    const ask = async (key: string, segment = id) =>
      (await club.get(`/fees?segment_id=${segment}`, { key })).status
    expect([await ask(fees), await ask(both), await ask(list)]).toEqual([403, 200, 403])
    expect([await ask(both, 'seg_gone'), await ask(list, 'seg_gone')]).toEqual([422, 403])
    await rows("UPDATE segments SET query = 'filter%5Bgone%5D%5Bis%5D=S' WHERE id = ?", id)
    expect((await club.get(`/fees?segment_id=${id}`)).body.issues[0].code).toBe('segment_unmet')
  })
})

describe('segment_id of POST /mails', () => {
  const post = (club: Workspace, fields: object, options = {}) =>
    club.post(
      '/mails',
      { list: 'members', kind: 'official', subject: 'Hello', body: 'News', ...fields },
      options,
    )

  const codes = ({ status, body }: Answer) => [
    status,
    body.issues?.map(({ path, code }: Record<string, string>) => `${path} ${code}`),
  ]

  it('mails whom the segment has', async () => {
    const { club, ids } = await threeMembers()
    const id = await save(club, WEARS_M)
    const { status, body, text } = await post(club, { segment_id: id })
    expect([status, body.data?.counts.total], text).toEqual([201, 2])
    const recipients = await rows<{ person_id: string }>(
      'SELECT person_id FROM mail_recipients WHERE workspace_id = ? ORDER BY person_id',
      club.id,
    )
    expect(recipients.map(({ person_id }) => person_id)).toEqual(ids.slice(0, 2).toSorted())
  })

  it('refuses a segment that is gone or of another list, and two audiences', async () => {
    const { club } = await threeMembers()
    const contacts = await save(club, {}, { list: 'contacts' })
    const stale = await save(club, WEARS_M)
    expect(codes(await post(club, { segment_id: 'seg_gone' }))).toEqual([422, ['segment_id segment_unknown']])
    expect(codes(await post(club, { segment_id: contacts }))).toEqual([422, ['segment_id segment_of_list']])
    expect(codes(await post(club, { segment_id: stale, filter: {} }))).toEqual([
      422,
      ['person_ids not_one_audience'],
    ])
    await rows("UPDATE segments SET query = 'filter%5Bgone%5D%5Bis%5D=S' WHERE id = ?", stale)
    const unmet = codes(await post(club, { segment_id: stale }))
    expect([unmet[0], unmet[1]?.[0]]).toEqual([422, 'segment_id segment_unmet'])
    expect(await rows('SELECT 1 FROM mails WHERE workspace_id = ?', club.id)).toEqual([])
  })

  it('is answered again under its key when the segment is gone', async () => {
    const { club } = await threeMembers()
    const id = await save(club, WEARS_M)
    const once = { headers: { 'Idempotency-Key': 'meeting' } }
    const first = await post(club, { segment_id: id }, once)
    expect(first.status, first.text).toBe(201)
    await rows('DELETE FROM segments')
    const again = await post(club, { segment_id: id }, once)
    expect([again.status, again.body]).toEqual([201, first.body])
  })
})
