import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Answer, ORIGIN } from '../support/call'
import { interruptedBy } from '../support/fake-d1'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const MEMBERS = '/lists/members/persons'
const CONTACTS = '/lists/contacts/persons'
const LONG_AGO = '2001-02-03T04:05:06.789Z'
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const ADA = {
  external_id: 'crm-1815',
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  email: 'Ada.Lovelace@Example.org',
  birthdate: '1985-12-10',
  sex: 'f',
  phone_numbers: [
    { label: 'mobile', number: '+49 151 1815' },
    { label: null, number: '030 1815' },
  ],
  address: { street: 'Uferweg 12', postcode: '10115', city: 'Köln "am" Rhein', country_code: 'DE' },
  bank_account: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', signatory: 'A. Lovelace' },
  sepa_mandate: { reference: 'M-1815', signature_date: '2026-01-31', last_used_on: '2026-02-15' },
  payment_method: 'direct_debit',
  payer_id: null,
}
const MEMBER = {
  ...ADA,
  membership_number: '1815',
  join_date: '2020-02-29',
  leave_date: null,
  leave_reason: null,
  leave_note: null,
}

const NOTHING_SET = {
  external_id: null,
  name: { first_name: null, last_name: null },
  email: null,
  birthdate: null,
  sex: null,
  phone_numbers: null,
  address: null,
  bank_account: null,
  sepa_mandate: null,
  payment_method: null,
  payer_id: null,
}

const personAt = (segment: string, list = MEMBERS) => `${list}/${encodeURIComponent(segment)}`
const stored = (id: string) => rows('SELECT * FROM persons WHERE id = ?', id)
const count = async () => (await rows('SELECT id FROM persons')).length
const age = () => rows('UPDATE persons SET created_at = ?1, updated_at = ?1', LONG_AGO)
const errorPaths = (answer: Answer) => Object.keys(answer.body?.errors ?? {}).sort()
const numbers = (persons: { external_id: string }[]) => persons.map((person) => person.external_id)

async function created(club: Workspace, person: object, list = MEMBERS) {
  const answer = await club.post(list, person)
  expect(answer.status).toBe(201)
  return answer.body.data
}

/** Creates persons with the external ids 1, 2, 3… in this order. */
async function filled(club: Workspace, size: number, list = MEMBERS) {
  const data = Array.from({ length: size }, (_, index) => ({ external_id: String(index + 1) }))
  const answer = await club.put(list, { data })
  expect(answer.status).toBe(200)
  return answer.body.data
}

describe('every operation on persons', () => {
  type Way = [method: string, path: string, body: object | undefined]
  const WAYS: Way[] = [
    ['GET', MEMBERS, undefined],
    ['POST', MEMBERS, { email: 'x@example.org' }],
    ['PUT', MEMBERS, { data: [] }],
    ['GET', `${MEMBERS}/1`, undefined],
    ['PUT', `${MEMBERS}/1`, { email: 'x@example.org' }],
    ['DELETE', `${MEMBERS}/1`, undefined],
  ]

  const send = (club: Workspace, [method, path, body]: Way, key = club.key) => {
    if (method === 'GET') return club.get(path, { key })
    if (method === 'DELETE') return club.delete(path, { key })
    return method === 'POST' ? club.post(path, body, { key }) : club.put(path, body, { key })
  }

  it.each(WAYS)('%s %s returns 404 for an unknown list, 402 outside the subscription', async (...way) => {
    const club = await workspace({ subscription_variant: 'contacts' })
    const [method, path, body] = way
    const unknown = path.replace('members', 'friends')
    expect((await send(club, [method, unknown, body])).status).toBe(404)
    expect((await send(club, way)).status).toBe(402)
    expect((await send(club, way, await club.keyWith('fees:read'))).status).toBe(402)
  })

  it.each(WAYS)('%s %s returns 403 without permission and changes nothing', async (...way) => {
    const club = await workspace()
    await filled(club, 1)
    const before = await rows('SELECT * FROM persons')
    const lacking = way[0] === 'GET' ? 'members:write' : 'members:read'
    for (const key of [await club.keyWith(lacking), await club.keyWith('contacts:read', 'contacts:write')])
      expect((await send(club, way, key)).status).toBe(403)
    expect(await rows('SELECT * FROM persons')).toEqual(before)
  })

  it.each(WAYS.slice(3))(
    '%s %s returns 404 for unknown persons and for those of other lists and workspaces',
    async (method, path, body) => {
      const [club, other] = [await workspace(), await workspace()]
      const [foreign] = await filled(other, 1)
      const contact = await created(club, { external_id: '1' }, CONTACTS)
      const before = await rows('SELECT * FROM persons')
      for (const segment of ['1', foreign.id, contact.id, 'per_', 'per_000000000000000000000000', '%00']) {
        const answer = await send(club, [method, `${MEMBERS}/${segment}`, body])
        expect([segment, answer.status, answer.body.title]).toEqual([segment, 404, 'Not found'])
      }
      expect(await rows('SELECT * FROM persons')).toEqual(before)
      expect((await send(other, [method, path, body])).status).toBeLessThan(300)
    },
  )
})

describe('GET /lists/{list_id}/persons', () => {
  it('returns all persons in the order of creation, 500 a page by default', async () => {
    const club = await workspace()
    await filled(club, 501)
    const first = await club.get(MEMBERS)
    expect(first.status).toBe(200)
    expect(numbers(first.body.data)).toEqual(Array.from({ length: 500 }, (_, index) => String(index + 1)))
    expect(first.body.meta).toEqual({
      path: `${ORIGIN}${MEMBERS}`,
      per_page: 500,
      next_cursor: expect.any(String),
      prev_cursor: null,
    })
    const second = await club.get(`${MEMBERS}?cursor=${first.body.meta.next_cursor}`)
    expect(numbers(second.body.data)).toEqual(['501'])
    expect(second.body.meta).toMatchObject({
      per_page: 500,
      next_cursor: null,
      prev_cursor: expect.any(String),
    })
  })

  it('returns no cursors when all persons fit in a page, or when there are none', async () => {
    const club = await workspace()
    const none = { path: `${ORIGIN}${MEMBERS}`, per_page: 500, next_cursor: null, prev_cursor: null }
    expect((await club.get(MEMBERS)).body).toEqual({ data: [], meta: none })
    await filled(club, 3)
    const full = await club.get(`${MEMBERS}?per_page=3`)
    expect(numbers(full.body.data)).toEqual(['1', '2', '3'])
    expect(full.body.meta).toEqual({ ...none, per_page: 3 })
  })

  it('pages through all persons forwards and backwards', async () => {
    const club = await workspace()
    await filled(club, 7)
    const walk = async (to: 'next_cursor' | 'prev_cursor', from: string | null) => {
      const seen: string[][] = []
      let [cursor, last] = [from, from]
      do {
        const answer = await club.get(`${MEMBERS}?per_page=3${cursor ? `&cursor=${cursor}` : ''}`)
        expect(answer.status).toBe(200)
        expect(answer.body.meta.per_page).toBe(3)
        seen.push(numbers(answer.body.data))
        last = to === 'next_cursor' ? answer.body.meta.prev_cursor : answer.body.meta.next_cursor
        cursor = answer.body.meta[to]
      } while (cursor !== null)
      return { seen, last }
    }
    const forwards = await walk('next_cursor', null)
    expect(forwards.seen).toEqual([['1', '2', '3'], ['4', '5', '6'], ['7']])
    const back = await walk('prev_cursor', forwards.last)
    expect(back.seen).toEqual([
      ['4', '5', '6'],
      ['1', '2', '3'],
    ])
    expect((await walk('next_cursor', back.last)).seen).toEqual([['4', '5', '6'], ['7']])
  })

  it('returns Link headers that keep the query', async () => {
    const club = await workspace()
    await filled(club, 5)
    const path = `${ORIGIN}${MEMBERS}`
    const first = await club.get(`${MEMBERS}?per_page=2`)
    const { next_cursor } = first.body.meta
    expect(first.headers.get('Link')).toBe(
      `<${path}?per_page=2>; rel="first", <${path}?per_page=2&cursor=${next_cursor}>; rel="next"`,
    )
    const second = await club.get(`${MEMBERS}?cursor=${next_cursor}&per_page=2&area=regular`)
    const links = second.headers.get('Link') ?? ''
    expect(links.match(/rel="\w+"/g)).toEqual(['rel="first"', 'rel="next"', 'rel="prev"'])
    for (const [, address, rel] of links.matchAll(/<([^>]+)>; rel="(\w+)"/g)) {
      const query = new URL(String(address)).searchParams
      expect([query.get('per_page'), query.get('area')]).toEqual(['2', 'regular'])
      const target = await club.get(String(address).slice(ORIGIN.length))
      expect(numbers(target.body.data)).toEqual(rel === 'next' ? ['5'] : ['1', '2'])
    }
  })

  it('builds links from PUBLIC_URL, never from a forwarded header', async () => {
    const club = await workspace()
    await filled(club, 1)
    const forged = {
      'X-Forwarded-Host': 'evil.test',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'host=evil.test',
    }
    const own = await club.get(MEMBERS, { headers: forged })
    expect(own.body.meta.path).toBe(`${ORIGIN}${MEMBERS}`)
    const set = await club.get(MEMBERS, { headers: forged, env: { PUBLIC_URL: 'https://club.example' } })
    expect(set.body.meta.path).toBe(`https://club.example${MEMBERS}`)
    expect(set.headers.get('Link')).toBe(`<https://club.example${MEMBERS}>; rel="first"`)
  })

  it.each([
    ['per_page=0', 'per_page'],
    ['per_page=501', 'per_page'],
    ['per_page=-1', 'per_page'],
    ['per_page=1.5', 'per_page'],
    ['per_page=1e2', 'per_page'],
    ['per_page=', 'per_page'],
    ['per_page=many', 'per_page'],
    ['per_page=1&per_page=2', 'per_page'],
    ['area=former', 'area'],
    ['area=', 'area'],
    ['page=2', 'page'],
    ['Cursor=x', 'Cursor'],
    ['cursor=', 'cursor'],
    ['cursor=x', 'cursor'],
    ['cursor=next-per_000000000000000000000000-0000000000000000', 'cursor'],
    ['cursor=%00', 'cursor'],
    [`cursor=${'x'.repeat(501)}`, 'cursor'],
  ])('refuses ?%s', async (query, path) => {
    const club = await workspace()
    const answer = await club.get(`${MEMBERS}?${query}`)
    expect([answer.status, errorPaths(answer)]).toEqual([422, [path]])
  })

  it('returns all errors of a query at once, after checking permissions', async () => {
    const club = await workspace()
    const answer = await club.get(`${MEMBERS}?per_page=0&area=x&page=1`)
    expect([answer.status, errorPaths(answer)]).toEqual([422, ['area', 'page', 'per_page']])
    const stranger = await club.get(`${MEMBERS}?page=1`, { key: await club.keyWith('contacts:read') })
    expect(stranger.status).toBe(403)
  })

  it('refuses a cursor of another list, area or workspace, and one that was tampered with', async () => {
    const [club, other] = [await workspace(), await workspace()]
    await filled(club, 2)
    await filled(club, 2, CONTACTS)
    await filled(other, 2)
    const { next_cursor: cursor } = (await club.get(`${MEMBERS}?per_page=1`)).body.meta
    const flipped = cursor.replace('next', 'prev')
    const tampered = `${cursor.slice(0, -1)}${cursor.endsWith('0') ? '1' : '0'}`
    expect((await club.get(`${MEMBERS}?cursor=${cursor}`)).status).toBe(200)
    for (const answer of [
      await club.get(`${CONTACTS}?cursor=${cursor}`),
      await club.get(`${MEMBERS}?area=applications&cursor=${cursor}`),
      await other.get(`${MEMBERS}?cursor=${cursor}`),
      await club.get(`${MEMBERS}?cursor=${flipped}`),
      await club.get(`${MEMBERS}?cursor=${tampered}`),
    ])
      expect([answer.status, errorPaths(answer)]).toEqual([422, ['cursor']])
  })

  it('continues when the persons at the border of a page are deleted or added', async () => {
    const club = await workspace()
    const persons = await filled(club, 6)
    const first = await club.get(`${MEMBERS}?per_page=2`)
    for (const index of [1, 2]) await club.delete(personAt(persons[index].id))
    await created(club, { external_id: '7' })
    const second = await club.get(`${MEMBERS}?per_page=2&cursor=${first.body.meta.next_cursor}`)
    expect(numbers(second.body.data)).toEqual(['4', '5'])
    await club.delete(personAt('4'))
    const back = await club.get(`${MEMBERS}?per_page=2&cursor=${second.body.meta.prev_cursor}`)
    expect(numbers(back.body.data)).toEqual(['1'])
    expect(back.body.meta.prev_cursor).toBeNull()
    const on = await club.get(`${MEMBERS}?per_page=2&cursor=${back.body.meta.next_cursor}`)
    expect(numbers(on.body.data)).toEqual(['5', '6'])
  })

  it('returns an empty page after the last person, with a cursor to go back', async () => {
    const club = await workspace()
    await filled(club, 4)
    const first = await club.get(`${MEMBERS}?per_page=2`)
    for (const externalId of ['3', '4']) await club.delete(personAt(externalId))
    const empty = await club.get(`${MEMBERS}?per_page=2&cursor=${first.body.meta.next_cursor}`)
    expect([empty.status, empty.body.data, empty.body.meta.next_cursor]).toEqual([200, [], null])
    const back = await club.get(`${MEMBERS}?per_page=2&cursor=${empty.body.meta.prev_cursor}`)
    expect(numbers(back.body.data)).toEqual(['1', '2'])
    expect(back.body.meta.prev_cursor).toBeNull()
  })

  it('returns an empty page before the first person, with a cursor to go on', async () => {
    const club = await workspace()
    await filled(club, 4)
    const { next_cursor } = (await club.get(`${MEMBERS}?per_page=2`)).body.meta
    const second = await club.get(`${MEMBERS}?per_page=2&cursor=${next_cursor}`)
    for (const externalId of ['1', '2']) await club.delete(personAt(externalId))
    const empty = await club.get(`${MEMBERS}?per_page=2&cursor=${second.body.meta.prev_cursor}`)
    expect([empty.status, empty.body.data, empty.body.meta.prev_cursor]).toEqual([200, [], null])
    const on = await club.get(`${MEMBERS}?per_page=2&cursor=${empty.body.meta.next_cursor}`)
    expect(numbers(on.body.data)).toEqual(['3', '4'])
  })

  it('pages applications apart from members', async () => {
    const club = await workspace()
    await filled(club, 1)
    for (const external_id of ['a', 'b', 'c'])
      await created(club, { external_id, creation_behaviour: 'unconfirmed' })
    await filled(club, 1, CONTACTS)
    expect(numbers((await club.get(MEMBERS)).body.data)).toEqual(['1'])
    expect(numbers((await club.get(`${MEMBERS}?area=regular`)).body.data)).toEqual(['1'])
    const first = await club.get(`${MEMBERS}?area=applications&per_page=2`)
    expect(numbers(first.body.data)).toEqual(['a', 'b'])
    const link = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? ''
    const second = await club.get(link.slice(ORIGIN.length))
    expect(numbers(second.body.data)).toEqual(['c'])
    expect(second.body.meta).toMatchObject({ next_cursor: null, prev_cursor: expect.any(String) })
    expect((await club.get(`${CONTACTS}?area=applications`)).status).toBe(422)
  })

  it('costs one trip and reads the rows of the page, not of the list', async () => {
    const club = await workspace()
    await filled(club, 300)
    const first = await club.get(`${MEMBERS}?per_page=5`)
    const second = await club.get(`${MEMBERS}?per_page=5&cursor=${first.body.meta.next_cursor}`)
    for (const { cost } of [first, second]) {
      expect(cost.trips).toBe(1)
      expect(cost.rowsRead).toBeLessThan(20)
    }
  })
})

describe('POST /lists/{list_id}/persons', () => {
  it('returns all fields of a member as they were sent', async () => {
    const club = await workspace()
    const answer = await club.post(MEMBERS, { ...MEMBER, creation_behaviour: 'default' })
    expect(answer.status).toBe(201)
    const { data } = answer.body
    expect(data).toEqual({
      ...MEMBER,
      sepa_mandate: { ...MEMBER.sepa_mandate, granted: 'paper' },
      id: expect.stringMatching(/^per_[0-9A-Za-z]{24}$/),
      guardian_id: null,
      membership_status: 'active',
      created_at: expect.stringMatching(INSTANT),
      updated_at: data.created_at,
    })
    expect((await club.get(personAt(data.id))).body).toEqual({ data })
    expect((await club.get(MEMBERS)).body.data).toEqual([data])
    expect(answer.cost.trips).toBe(2)
    expect(await stored(data.id)).toEqual([
      {
        workspace_id: club.id,
        list_id: 'members',
        area: 'regular',
        id: data.id,
        external_id: MEMBER.external_id,
        first_name: 'Ada',
        last_name: 'Lovelace',
        first_name_key: 'ada',
        last_name_key: 'lovelace',
        email: MEMBER.email,
        birthdate: MEMBER.birthdate,
        sex: MEMBER.sex,
        phone_numbers: JSON.stringify(MEMBER.phone_numbers),
        address: JSON.stringify(MEMBER.address),
        bank_account: JSON.stringify(MEMBER.bank_account),
        sepa_mandate: JSON.stringify(MEMBER.sepa_mandate),
        payer_id: null,
        payer_agreed_on: null,
        payer_lost_on: null,
        guardian_lost_on: null,
        guardian_id: null,
        application_id: null,
        hides_fees_from_payer: 0,
        payment_method: 'direct_debit',
        membership_number: '1815',
        join_date: '2020-02-29',
        leave_date: null,
        leave_reason: null,
        leave_note: null,
        custom_values: '{}',
        revision: 1,
        created_at: data.created_at,
        updated_at: data.created_at,
      },
    ])
  })

  it('returns all fields of a contact, without those of a membership', async () => {
    const club = await workspace()
    const data = await created(club, ADA, CONTACTS)
    const assigned = { id: data.id, created_at: data.created_at, updated_at: data.created_at }
    expect(data).toEqual({
      ...ADA,
      ...assigned,
      sepa_mandate: { ...ADA.sepa_mandate, granted: 'paper' },
    })
    expect((await club.get(CONTACTS)).body.data).toEqual([data])
    expect(await stored(data.id)).toMatchObject([{ list_id: 'contacts', membership_number: null }])
  })

  it('returns null for what is not set, parts of a field included', async () => {
    const club = await workspace()
    const bare = await created(club, { email: 'x@example.org' }, CONTACTS)
    expect(bare).toMatchObject({ ...NOTHING_SET, email: 'x@example.org' })
    const parts = await created(club, {
      name: { last_name: 'X' },
      phone_numbers: [{ number: '1' }],
      address: { city: 'Bonn' },
      bank_account: { iban: ADA.bank_account.iban },
      sepa_mandate: { reference: 'M' },
    })
    expect(parts).toMatchObject({
      name: { first_name: null, last_name: 'X' },
      phone_numbers: [{ label: null, number: '1' }],
      address: { street: null, postcode: null, city: 'Bonn', country_code: null },
      bank_account: { iban: ADA.bank_account.iban, bic: null, signatory: null },
      sepa_mandate: { reference: 'M', signature_date: null, last_used_on: null },
      membership_number: null,
      join_date: null,
      leave_date: null,
    })
    expect((await created(club, { email: 'y@example.org', phone_numbers: [] })).phone_numbers).toEqual([])
  })

  it.each([
    { name: { first_name: 'Ada' } },
    { name: { last_name: 'Lovelace', first_name: null } },
    { email: 'ada@example.org' },
    { membership_number: '1' },
    { external_id: 'x' },
  ])(
    'accepts one of name, email, membership number and external id as identification: %j',
    async (person) => {
      const club = await workspace()
      const { id } = await created(club, person)
      expect(await stored(id)).toHaveLength(1)
    },
  )

  it.each([
    {},
    { birthdate: '2000-01-01' },
    { name: {} },
    { name: { first_name: null, last_name: null } },
    { name: null, email: null, external_id: null, membership_number: null },
  ])('refuses a person without identification: %j', async (person) => {
    const club = await workspace()
    const answer = await club.post(MEMBERS, person)
    expect([answer.status, errorPaths(answer), await count()]).toEqual([422, ['name'], 0])
  })

  it.each<[object, string[]]>([
    [{ email: 'unknown' }, ['email']],
    [{ email: `${'x'.repeat(250)}@example.org` }, ['email']],
    [{ email: 7 }, ['email']],
    [{ name: 'Ada' }, ['name']],
    [{ name: { first_name: '' } }, ['name.first_name']],
    [{ name: { first_name: 'a\u0000b' } }, ['name.first_name']],
    [{ name: { last_name: 'x'.repeat(256) } }, ['name.last_name']],
    [{ name: { last_name: 'X', middle_name: 'Y' } }, ['name.middle_name']],
    [{ birthdate: '2026-02-30' }, ['birthdate']],
    [{ birthdate: '10.12.1985' }, ['birthdate']],
    [{ birthdate: '2026-01-01T00:00:00Z' }, ['birthdate']],
    [{ phone_numbers: '030' }, ['phone_numbers']],
    [{ phone_numbers: [{ label: 'x' }] }, ['phone_numbers.0.number']],
    [
      { phone_numbers: [{ number: '1' }, { number: 2, fax: '3' }] },
      ['phone_numbers.1.fax', 'phone_numbers.1.number'],
    ],
    [{ phone_numbers: [null] }, ['phone_numbers.0']],
    [{ address: 'Bonn' }, ['address']],
    [{ address: { country_code: 'd', planet: 'Earth' } }, ['address.country_code', 'address.planet']],
    [{ bank_account: {} }, ['bank_account.iban']],
    [{ bank_account: { iban: 'DE89370400440532013001' } }, ['bank_account.iban']],
    [{ bank_account: { iban: ADA.bank_account.iban, bic: 'x' } }, ['bank_account.bic']],
    [
      { sepa_mandate: { signature_date: '2026-13-01' } },
      ['sepa_mandate.reference', 'sepa_mandate.signature_date'],
    ],
    [{ payment_method: 'card' }, ['payment_method']],
    [{ membership_number: 1815 }, ['membership_number']],
    [{ join_date: 'today' }, ['join_date']],
    [{ leave_date: '2023-02-29' }, ['leave_date']],
    [{ creation_behaviour: 'confirmed' }, ['creation_behaviour']],
    [{ no_such_field: 'X', Email: 'x@example.org' }, ['Email', 'no_such_field']],
    [{ id: 'per_000000000000000000000000' }, ['id']],
    [
      { created_at: LONG_AGO, updated_at: LONG_AGO, membership_status: 'active' },
      ['created_at', 'membership_status', 'updated_at'],
    ],
  ])('refuses %j', async (person, paths) => {
    const club = await workspace()
    const answer = await club.post(MEMBERS, { external_id: 'x', ...person })
    expect([answer.status, errorPaths(answer), await count()]).toEqual([422, paths, 0])
  })

  it('returns all errors at once, each under its dotted path with what to do', async () => {
    const club = await workspace()
    await created(club, { external_id: 'taken' })
    const answer = await club.post(MEMBERS, {
      external_id: 'taken',
      id: 'x',
      email: 'x',
      birthdate: 'x',
      name: { first_name: 5, x: 1 },
      phone_numbers: [{}],
      x: 1,
      creation_behaviour: 'x',
    })
    expect(answer.status).toBe(422)
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
    expect(answer.body).toMatchObject({ status: 422, type: `${ORIGIN}/problems/invalid` })
    expect(answer.body.errors).toEqual({
      external_id: ['belongs to another person of the list'],
      id: ['is assigned by the service; leave it out'],
      email: ['must be an email address like name@example.org'],
      birthdate: ['must be a date that exists, as YYYY-MM-DD'],
      'name.first_name': ['must be a string'],
      'name.x': ['is not a known field; remove it'],
      'phone_numbers.0.number': ['is required'],
      x: ['is not a known field; remove it'],
      creation_behaviour: ['must be one of "default", "unconfirmed"'],
    })
    expect(await count()).toBe(1)
  })

  it.each(['membership_number', 'join_date', 'leave_date', 'membership_status'])(
    'refuses %s on contacts',
    async (key) => {
      const club = await workspace()
      const answer = await club.post(CONTACTS, { external_id: 'x', [key]: '2020-01-01' })
      expect([answer.status, errorPaths(answer), await count()]).toEqual([422, [key], 0])
    },
  )

  it.each(['__proto__', 'constructor', 'toString'])('refuses the unknown key %s', async (key) => {
    const club = await workspace()
    const headers = { 'Content-Type': 'application/json' }
    for (const [raw, path] of [
      [`{"external_id":"x","${key}":{"a":1}}`, key],
      [`{"name":{"first_name":"X","${key}":"a"}}`, `name.${key}`],
    ]) {
      const answer = await club.post(MEMBERS, undefined, { raw, headers })
      expect([answer.status, errorPaths(answer)]).toEqual([422, [path]])
    }
    expect(await count()).toBe(0)
  })

  it.each([[[]], ['text'], [7], [null], [true]])('refuses a body that is not an object: %j', async (body) => {
    const club = await workspace()
    const answer = await club.post(MEMBERS, body)
    expect([answer.status, errorPaths(answer)]).toEqual([422, ['body']])
  })

  it('refuses other media types, malformed JSON and large bodies', async () => {
    const club = await workspace()
    const json = { 'Content-Type': 'application/json' }
    const send = (raw: BodyInit, headers: Record<string, string>) =>
      club.post(MEMBERS, undefined, { raw, headers })
    expect((await send('{"external_id":"x"}', { 'Content-Type': 'text/plain' })).status).toBe(415)
    expect((await send('{"external_id":', json)).status).toBe(400)
    expect((await send(new Uint8Array([0x22, 0xff, 0x22]), json)).status).toBe(400)
    expect((await send(JSON.stringify({ external_id: 'x'.repeat(1_048_576) }), json)).status).toBe(413)
    expect(await count()).toBe(0)
  })

  it('adds an unconfirmed member to the applications', async () => {
    const club = await workspace()
    const data = await created(club, { ...MEMBER, creation_behaviour: 'unconfirmed' })
    expect(data).toMatchObject({ ...MEMBER, membership_status: 'applicant' })
    expect(data).not.toHaveProperty('creation_behaviour')
    expect(await stored(data.id)).toMatchObject([{ area: 'applications' }])
    expect((await club.get(MEMBERS)).body.data).toEqual([])
    expect((await club.get(`${MEMBERS}?area=applications`)).body.data).toEqual([data])
    expect((await club.get(personAt(data.id))).body).toEqual({ data })
  })

  it('refuses an unconfirmed contact', async () => {
    const club = await workspace()
    const answer = await club.post(CONTACTS, { ...ADA, creation_behaviour: 'unconfirmed' })
    expect([answer.status, errorPaths(answer), await count()]).toEqual([422, ['creation_behaviour'], 0])
    await created(club, { ...ADA, creation_behaviour: 'default' }, CONTACTS)
  })

  it.each<[unknown, string]>([
    ['', 'is empty'],
    ['x'.repeat(256), 'is longer than 255'],
    ['🦄'.repeat(256), 'is longer than 255 code points'],
    ['per_x', 'begins with per_'],
    ['a\nb', 'has a line feed'],
    ['a\u0000', 'has a NUL'],
    ['a\u0085', 'has a control character of C1'],
    ['\ud800', 'is no well-formed text'],
    [5, 'is a number'],
  ])('refuses the external id %j, which %s', async (external_id) => {
    const club = await workspace()
    const answer = await club.post(MEMBERS, { email: 'x@example.org', external_id })
    expect([answer.status, errorPaths(answer), await count()]).toEqual([422, ['external_id'], 0])
  })

  it('accepts an external id once in a list, applicants included, and again in other lists', async () => {
    const [club, other] = [await workspace(), await workspace()]
    await created(club, { external_id: 'x', creation_behaviour: 'unconfirmed' })
    const again = await club.post(MEMBERS, { external_id: 'x' })
    expect([again.status, errorPaths(again)]).toEqual([422, ['external_id']])
    await created(club, { external_id: 'X' })
    await created(club, { external_id: 'x ' })
    await created(club, { external_id: 'x' }, CONTACTS)
    await created(other, { external_id: 'x' })
    expect(await count()).toBe(5)
  })

  it('creates one of two persons with the same external id at once', async () => {
    const club = await workspace()
    const answers = await Promise.all([
      club.post(MEMBERS, { external_id: 'x', email: 'one@example.org' }),
      club.post(MEMBERS, { external_id: 'x', email: 'two@example.org' }),
    ])
    const [won, lost] = answers.toSorted((one, two) => one.status - two.status)
    expect([won?.status, lost?.status]).toEqual([201, 422])
    expect(lost?.body.errors).toEqual({ external_id: ['belongs to another person of the list'] })
    expect(await rows('SELECT id, email FROM persons')).toEqual([
      { id: won?.body.data.id, email: won?.body.data.email },
    ])
  })

  it('returns 422 when the external id is taken between reading and writing', async () => {
    const club = await workspace()
    const meanwhile = interruptedBy(() => created(club, { external_id: 'x', email: 'first@example.org' }))
    const late = await club.post(MEMBERS, { external_id: 'x', email: 'late@example.org' }, meanwhile)
    expect([late.status, errorPaths(late)]).toEqual([422, ['external_id']])
    expect(await rows('SELECT email FROM persons')).toEqual([{ email: 'first@example.org' }])
  })
})

describe('GET /lists/{list_id}/persons/{person_id}', () => {
  it('returns a person by id and by external id, in one trip and few rows', async () => {
    const club = await workspace()
    await filled(club, 100)
    const data = await created(club, MEMBER)
    for (const segment of [data.id, MEMBER.external_id]) {
      const answer = await club.get(personAt(segment))
      expect([answer.status, answer.body]).toEqual([200, { data }])
      expect(answer.cost.trips).toBe(1)
      expect(answer.cost.rowsRead).toBeLessThan(8)
    }
  })

  it.each([
    'a/b',
    '/',
    'a b',
    '+',
    'a?b#c',
    '100%',
    '%2F',
    '%252F',
    '%',
    '%zz',
    '%C3',
    'é',
    'e\u0301',
    '🦄',
    'مرحبا',
    '"quoted"',
    "it's",
    'a\\b',
    '...',
    'a;b=c',
    ':id',
    '*',
    '{x}',
    'a&b',
    'Per_x',
    ' ',
    '\u00a0',
    '🦄'.repeat(255),
    'persons',
    '<script>',
    '~',
    '@',
    '[]',
    '|',
    '^',
    '`',
    '\u2028',
  ])('finds the external id %j percent-encoded in the path', async (external_id) => {
    const club = await workspace()
    const { id } = await created(club, { external_id })
    const answer = await club.get(personAt(external_id))
    expect([answer.status, answer.body?.data?.id, answer.body?.data?.external_id]).toEqual([
      200,
      id,
      external_id,
    ])
    expect((await club.put(personAt(external_id), { email: 'x@example.org' })).status).toBe(200)
    expect((await club.delete(personAt(external_id))).status).toBe(204)
    expect(await count()).toBe(0)
  })

  it('finds any external id that it accepts', async () => {
    const club = await workspace()
    const text = fc
      .string({
        unit: fc.oneof(
          fc.constantFrom('%', '/', '2', 'F', '.', '+', '?', '#', '\\'),
          fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        ),
        minLength: 1,
        maxLength: 12,
      })
      .filter((id) => !/\p{Cc}/u.test(id) && !/^(\.{1,2}$|per_)/.test(id))
    await fc.assert(
      fc.asyncProperty(text, async (external_id) => {
        const { id } = await created(club, { external_id })
        expect((await club.get(personAt(external_id))).body.data).toMatchObject({ id, external_id })
        expect((await club.delete(personAt(external_id))).status).toBe(204)
      }),
      { numRuns: 100 },
    )
    expect(await count()).toBe(0)
  })

  it('matches external ids with regard to case', async () => {
    const club = await workspace()
    await created(club, { external_id: 'Abc' })
    for (const other of ['abc', 'ABC', 'Abc ', ' Abc', 'Ab', 'A%', '_bc', '1'])
      expect((await club.get(personAt(other))).status).toBe(404)
  })
})

describe('PUT /lists/{list_id}/persons/{person_id}', () => {
  it('keeps omitted fields, changes sent ones, and clears those that are null', async () => {
    const club = await workspace()
    const before = await created(club, MEMBER)
    await age()
    const change = {
      email: 'new@example.org',
      birthdate: null,
      sex: null,
      address: { city: 'Bonn' },
      phone_numbers: null,
    }
    const answer = await club.put(personAt(before.id), change)
    expect(answer.status).toBe(200)
    expect(answer.cost.trips).toBe(2)
    const { data } = answer.body
    expect(data).toEqual({
      ...before,
      ...change,
      address: { street: null, postcode: null, city: 'Bonn', country_code: null },
      created_at: LONG_AGO,
      updated_at: expect.stringMatching(INSTANT),
    })
    expect(data.updated_at).not.toBe(LONG_AGO)
    expect((await club.get(personAt(before.id))).body.data).toEqual(data)
    expect(await stored(before.id)).toMatchObject([
      {
        email: 'new@example.org',
        birthdate: null,
        sex: null,
        phone_numbers: null,
        first_name: 'Ada',
        bank_account: JSON.stringify(MEMBER.bank_account),
        created_at: LONG_AGO,
        updated_at: data.updated_at,
      },
    ])
  })

  it.each([
    [{ first_name: 'Augusta' }, { first_name: 'Augusta', last_name: 'Lovelace' }],
    [{ last_name: 'Byron' }, { first_name: 'Ada', last_name: 'Byron' }],
    [{ last_name: null }, { first_name: 'Ada', last_name: null }],
    [
      { first_name: null, last_name: 'Byron' },
      { first_name: null, last_name: 'Byron' },
    ],
    [null, { first_name: null, last_name: null }],
    [{}, { first_name: 'Ada', last_name: 'Lovelace' }],
  ])('merges the parts of a name: %j', async (name, expected) => {
    const club = await workspace()
    const { id } = await created(club, MEMBER)
    const answer = await club.put(personAt(id), { name })
    expect([answer.status, answer.body.data.name]).toEqual([200, expected])
    expect(await stored(id)).toMatchObject([expected])
  })

  it.each([
    ['members', MEMBERS, MEMBER],
    ['contacts', CONTACTS, ADA],
  ])('clears every field of %s with null, except the name', async (_, list, person) => {
    const club = await workspace()
    const { id } = await created(club, person, list)
    const { name, ...others } = person
    const nothing = Object.fromEntries(Object.keys(others).map((key) => [key, null]))
    const answer = await club.put(personAt(id, list), nothing)
    expect([answer.status, answer.body.data]).toEqual([200, expect.objectContaining({ ...nothing, name })])
    const [row] = await stored(id)
    expect(Object.values(row ?? {}).filter((value) => value !== null)).toHaveLength(13)
  })

  it.each([
    ['a member', MEMBERS, MEMBER],
    ['an applicant', MEMBERS, { ...MEMBER, creation_behaviour: 'unconfirmed' }],
    ['a contact', CONTACTS, ADA],
    ['a bare person', MEMBERS, { email: 'x@example.org' }],
  ])('changes nothing when %s is sent back as it was read', async (_, list, person) => {
    const club = await workspace()
    const { id } = await created(club, person, list)
    await age()
    const before = await stored(id)
    const { data } = (await club.get(personAt(id, list))).body
    for (const body of [data, {}, { email: data.email }, { id, updated_at: data.updated_at }]) {
      const answer = await club.put(personAt(id, list), body)
      expect([answer.status, answer.body]).toEqual([200, { data }])
      expect(answer.cost.rowsWritten).toBe(0)
    }
    expect(await stored(id)).toEqual(before)
  })

  it.each<[object, string[]]>([
    [{ id: 'per_000000000000000000000000' }, ['id']],
    [{ created_at: '2020-01-01T00:00:00.000Z' }, ['created_at']],
    [{ membership_status: 'former' }, ['membership_status']],
    [{ creation_behaviour: 'default' }, ['creation_behaviour']],
    [{ no_such_field: 'X' }, ['no_such_field']],
    [{ email: 'x', birthdate: 'y', name: { first_name: 1 } }, ['birthdate', 'email', 'name.first_name']],
    [{ name: null, email: null, external_id: null, membership_number: null }, ['name']],
    [{ external_id: 'taken' }, ['external_id']],
    [{ external_id: 'applicant' }, ['external_id']],
    [{ external_id: 'per_x' }, ['external_id']],
    [{ external_id: 'taken', email: 'x', id: 'y', z: 1 }, ['email', 'external_id', 'id', 'z']],
  ])('refuses %j and changes nothing', async (change, paths) => {
    const club = await workspace()
    const { id } = await created(club, MEMBER)
    await created(club, { external_id: 'taken' })
    await created(club, { external_id: 'applicant', creation_behaviour: 'unconfirmed' })
    const before = await stored(id)
    const answer = await club.put(personAt(id), { payment_method: 'cash', ...change })
    expect([answer.status, errorPaths(answer)]).toEqual([422, paths])
    expect(await stored(id)).toEqual(before)
  })

  it('refuses to clear the last identification, over several updates', async () => {
    const club = await workspace()
    const { id } = await created(club, { name: { first_name: 'A', last_name: 'B' }, email: 'x@example.org' })
    expect((await club.put(personAt(id), { name: { first_name: null } })).status).toBe(200)
    expect((await club.put(personAt(id), { email: null })).status).toBe(200)
    const last = await club.put(personAt(id), { name: { last_name: null } })
    expect([last.status, errorPaths(last)]).toEqual([422, ['name']])
    expect((await club.put(personAt(id), { name: null, membership_number: '1' })).status).toBe(200)
    expect(await stored(id)).toMatchObject([{ last_name: null, email: null, membership_number: '1' }])
  })

  it('frees the external id of a person that gets another one', async () => {
    const club = await workspace()
    const { id } = await created(club, { external_id: 'old', email: 'x@example.org' })
    const answer = await club.put(personAt('old'), { external_id: 'new' })
    expect([answer.status, answer.body.data.id, answer.body.data.external_id]).toEqual([200, id, 'new'])
    expect((await club.get(personAt('old'))).status).toBe(404)
    expect((await club.get(personAt('new'))).body.data.id).toBe(id)
    await created(club, { external_id: 'old' })
    expect((await club.put(personAt(id), { external_id: null })).body.data.external_id).toBeNull()
    expect(await rows('SELECT external_id FROM persons ORDER BY id')).toEqual([
      { external_id: null },
      { external_id: 'old' },
    ])
  })

  it('returns 404 for unknown persons before it validates the body', async () => {
    const club = await workspace()
    await filled(club, 1)
    const text = { raw: '{', headers: { 'Content-Type': 'text/plain' } }
    const json = { raw: '{', headers: { 'Content-Type': 'application/json' } }
    expect((await club.put(personAt('unknown'), undefined, text)).status).toBe(404)
    expect((await club.put(personAt('unknown'), undefined, json)).status).toBe(404)
    expect((await club.put(personAt('unknown'), { x: 1 })).status).toBe(404)
    expect((await club.put(personAt('1'), undefined, text)).status).toBe(415)
    expect((await club.put(personAt('1'), undefined, json)).status).toBe(400)
    const unread = await club.put(personAt('1'), undefined, {
      ...json,
      key: await club.keyWith('fees:read'),
    })
    expect(unread.status).toBe(403)
  })

  it('keeps both changes when two requests write different fields at once', async () => {
    const club = await workspace()
    const { id } = await created(club, MEMBER)
    const changes = [{ name: { first_name: 'Augusta' } }, { name: { last_name: 'Byron' } }, { email: null }]
    const answers = await Promise.all(changes.map((change) => club.put(personAt(id), change)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stored(id)).toMatchObject([{ first_name: 'Augusta', last_name: 'Byron', email: null }])
  })

  it('applies the update to the current person when it changes between reading and writing', async () => {
    const club = await workspace()
    const { id } = await created(club, { name: { last_name: 'X' }, email: 'x@example.org' })
    const other = await created(club, { email: 'other@example.org' })
    const nameless = await club.put(
      personAt(id),
      { email: null },
      interruptedBy(() => club.put(personAt(id), { name: null })),
    )
    expect([nameless.status, errorPaths(nameless)]).toEqual([422, ['name']])
    const taken = await club.put(
      personAt(id),
      { external_id: 'x' },
      interruptedBy(() => club.put(personAt(other.id), { external_id: 'x' })),
    )
    expect([taken.status, errorPaths(taken)]).toEqual([422, ['external_id']])
    const gone = await club.put(
      personAt(id),
      { email: 'new@example.org' },
      interruptedBy(() => club.delete(personAt(id))),
    )
    expect([gone.status, await stored(id)]).toEqual([404, []])
  })
})

describe('DELETE /lists/{list_id}/persons/{person_id}', () => {
  it('deletes the row, by id and by external id', async () => {
    const club = await workspace()
    const data = await created(club, MEMBER)
    const [, second] = await filled(club, 2)
    const byExternalId = await club.delete(personAt(MEMBER.external_id))
    const byId = await club.delete(personAt(second.id))
    for (const answer of [byExternalId, byId]) {
      expect([answer.status, answer.text, answer.headers.get('Content-Type')]).toEqual([204, '', null])
      expect(answer.cost.trips).toBe(2)
    }
    expect(await rows('SELECT external_id FROM persons')).toEqual([{ external_id: '1' }])
    for (const segment of [data.id, MEMBER.external_id, second.id]) {
      expect((await club.get(personAt(segment))).status).toBe(404)
      expect((await club.put(personAt(segment), { email: null })).status).toBe(404)
      expect((await club.delete(personAt(segment))).status).toBe(404)
    }
    expect(numbers((await club.get(MEMBERS)).body.data)).toEqual(['1'])
  })

  it('frees the external id for a new person with a new id', async () => {
    const club = await workspace()
    const before = await created(club, MEMBER)
    await club.delete(personAt('crm-1815'))
    const after = await created(club, { external_id: 'crm-1815' })
    expect(after.id).not.toBe(before.id)
    expect(after).toMatchObject({ ...NOTHING_SET, external_id: 'crm-1815' })
  })

  it('deletes applicants and contacts too', async () => {
    const club = await workspace()
    const applicant = await created(club, { ...MEMBER, creation_behaviour: 'unconfirmed' })
    const contact = await created(club, ADA, CONTACTS)
    expect((await club.delete(personAt(applicant.id))).status).toBe(204)
    expect((await club.delete(personAt(contact.id, CONTACTS))).status).toBe(204)
    expect(await count()).toBe(0)
  })

  it('returns 204 for one of two deletions at once', async () => {
    const club = await workspace()
    const { id } = await created(club, MEMBER)
    const answers = await Promise.all([club.delete(personAt(id)), club.delete(personAt(id))])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
  })
})

it.each(['POST', 'PUT', 'DELETE'])(
  '%s writes nothing when the key is revoked between reading and writing',
  async (method) => {
    const club = await workspace()
    await filled(club, 1)
    const before = await rows('SELECT * FROM persons')
    // With a key that the isolate has cached, there is a single trip.
    const key = await club.keyWith()
    const keys = `/operator/workspaces/${club.id}/api_keys`
    const { id } = (await operator('GET', keys)).body.data.at(-1)
    const revoked = { key, ...interruptedBy(() => operator('DELETE', `${keys}/${id}`)) }
    const sent = {
      POST: () => club.post(MEMBERS, { external_id: '2' }, revoked),
      PUT: () => club.put(personAt('1'), { email: 'x@example.org' }, revoked),
      DELETE: () => club.delete(personAt('1'), revoked),
    }[method]
    expect((await sent?.())?.status).toBe(401)
    expect(await rows('SELECT * FROM persons')).toEqual(before)
  },
)

describe('membership_status', () => {
  it.each([
    [null, 'active'],
    ['1999-12-31', 'former'],
    ['9999-12-31', 'active'],
  ])('with the leave date %s is %s', async (leave_date, status) => {
    const club = await workspace()
    const data = await created(club, { external_id: 'x', leave_date })
    expect(data.membership_status).toBe(status)
    expect((await club.get(MEMBERS)).body.data).toEqual([data])
  })

  it('follows the leave date in the response to an update', async () => {
    const club = await workspace()
    const { id } = await created(club, { external_id: 'x' })
    const put = async (leave_date: string | null) =>
      (await club.put(personAt(id), { leave_date })).body.data.membership_status
    expect([await put('1999-12-31'), await put('9999-12-31'), await put(null)]).toEqual([
      'former',
      'active',
      'active',
    ])
  })

  it('is applicant for applicants, whatever their leave date', async () => {
    const club = await workspace()
    const person = { external_id: 'x', leave_date: '1999-12-31', creation_behaviour: 'unconfirmed' }
    expect((await created(club, person)).membership_status).toBe('applicant')
  })

  it('changes with the day in the time zone of the workspace', async () => {
    const east = await workspace({ timezone: 'Pacific/Kiritimati' })
    const west = await workspace({ timezone: 'Pacific/Pago_Pago' })
    // Kiritimati is 25 hours ahead, so its yesterday is today or tomorrow in Pago Pago.
    const yesterday = new Date(Date.now() + (14 - 24) * 3_600_000).toISOString().slice(0, 10)
    const person = { external_id: 'x', leave_date: yesterday }
    expect((await created(east, person)).membership_status).toBe('former')
    expect((await created(west, person)).membership_status).toBe('active')
  })
})

describe('country_code', () => {
  it.each([
    ['POST', MEMBERS, (address: object) => ({ external_id: 'ada', address })],
    ['PUT', MEMBERS, (address: object) => ({ data: [{ external_id: 'ada', address }] })],
  ])('is accepted in any case and stored in capitals: %s %s', async (method, path, body) => {
    const club = await workspace()
    const send = (code: string) => {
      const sent = body({ city: 'Bonn', country_code: code })
      return method === 'POST' ? club.post(path, sent) : club.put(path, sent)
    }
    expect((await send('de')).status).toBeLessThan(300)
    expect(await rows("SELECT address ->> 'country_code' AS code FROM persons")).toEqual([{ code: 'DE' }])
    const person = `${MEMBERS}/ada`
    expect((await club.put(person, { address: { country_code: 'fR' } })).body.data.address.country_code).toBe(
      'FR',
    )
    expect((await club.get(`${MEMBERS}?filter[address.country_code]=fr`)).body.data).toHaveLength(1)
    const { headers } = await club.get(person)
    await club.put(person, { address: { street: null, postcode: null, city: null, country_code: 'fr' } })
    expect((await club.get(person)).headers.get('ETag')).toBe(headers.get('ETag'))
  })
})

describe('address without any part', () => {
  it.each([{}, { street: null, postcode: null, city: null, country_code: null }])(
    'is stored as none: %j',
    async (address) => {
      const club = await workspace()
      const { body } = await club.post(MEMBERS, { external_id: 'ada', address })
      expect(body.data.address).toBeNull()
      expect(await rows('SELECT address FROM persons')).toEqual([{ address: null }])
    },
  )
})

describe('custom values at the size limit', () => {
  it('may be replaced when null frees enough space', async () => {
    const club = await workspace()
    const columns = Array.from({ length: 7 }, (_, n) => ({ name: 'x', type: 'string', external_id: `c${n}` }))
    await club.put('/lists/members/custom_columns', { data: columns })
    const texts = (from: number, to: number) =>
      Object.fromEntries(columns.slice(from, to).map(({ external_id }) => [external_id, 'x'.repeat(5000)]))
    await club.post(MEMBERS, { external_id: 'ada', ...texts(0, 6) })
    const replaced = { c0: null, c1: null, ...texts(6, 7) }
    expect((await club.put(MEMBERS, { data: [{ external_id: 'ada', ...replaced }] })).status).toBe(200)
    expect((await club.put(`${MEMBERS}/ada`, { email: 'ada@example.org', ...texts(0, 2) })).status).toBe(422)
    expect((await club.put(`${MEMBERS}/ada`, { email: 'ada@example.org', ...texts(0, 1) })).status).toBe(200)
  })
})
