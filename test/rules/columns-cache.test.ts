import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { mintToken, tokenHash } from '../../src/domain/access/tokens'
import { call } from '../support/call'
import { clubOf, columns, person, settings } from '../support/club'
import { interruptedBy } from '../support/fake-d1'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'

/** Creates a workspace with two members, whose key and columns the isolate has cached. */
async function workspaceWithCache(given: object = {}): Promise<Workspace> {
  const { club } = await clubOf(
    settings(given),
    columns([{ name: 'Shirt', type: 'string', external_id: 'shirt' }]),
    person({ external_id: 'ada', shirt: 'M' }),
    person({ external_id: 'bob' }),
  )
  await club.get(PERSONS)
  return club
}

const stored = () => rows('SELECT * FROM persons ORDER BY id')

/** The operations on members that use the columns cache. */
const REQUESTS: [string, (club: Workspace) => ReturnType<Workspace['get']>][] = [
  ['GET a page', (club) => club.get(PERSONS)],
  ['GET a person', (club) => club.get(`${PERSONS}/ada`)],
  ['POST', (club) => club.post(PERSONS, { external_id: 'eve' })],
  ['PUT one', (club) => club.put(`${PERSONS}/ada`, { birthdate: '1985-12-10' })],
  ['PUT all', (club) => club.put(PERSONS, { data: [{ external_id: 'ada', birthdate: '1985-12-10' }] })],
  ['DELETE', (club) => club.delete(`${PERSONS}/ada`)],
]

describe.each(REQUESTS)('%s, with a warm columns cache', (_, send) => {
  it('returns 401 once the key is revoked', async () => {
    const club = await workspaceWithCache()
    const before = await stored()
    const keys = `/operator/workspaces/${club.id}/api_keys`
    await operator('DELETE', `${keys}/${(await operator('GET', keys)).body.data[0].id}`)
    expect((await send(club)).status).toBe(401)
    expect(await stored()).toEqual(before)
  })

  it('returns 401 once the key has expired', async () => {
    const club = await workspaceWithCache()
    const before = await stored()
    await env.DB.prepare("UPDATE api_keys SET expires_at = '2020-01-01T00:00:00.000Z'").run()
    expect((await send(club)).status).toBe(401)
    expect(await stored()).toEqual(before)
  })

  it('returns 402 once the subscription leaves the list out, and succeeds once it includes it', async () => {
    const club = await workspaceWithCache()
    const before = await stored()
    const subscribe = (subscription_variant: string) =>
      operator('PATCH', `/operator/workspaces/${club.id}`, { subscription_variant })
    await subscribe('contacts')
    expect((await send(club)).status).toBe(402)
    expect(await stored()).toEqual(before)
    await subscribe('complete')
    expect((await send(club)).status).toBeLessThan(300)
  })

  it('returns a column that was added under another key', async () => {
    const club = await workspaceWithCache()
    await club.put(
      '/lists/members/custom_columns',
      { data: [{ name: 'Note', type: 'string', external_id: 'note' }] },
      { key: await club.keyWith() },
    )
    const { status, text } = await send(club)
    expect(status === 204 || text.includes('"note":null')).toBe(true)
  })
})

/** Changes the columns of a workspace as another isolate does, which leaves the cache of this one stale. */
async function elsewhere(club: Workspace, statement: string): Promise<void> {
  await rows(statement.replaceAll(':workspace', `'${club.id}'`))
  await rows('UPDATE workspaces SET columns_version = columns_version + 1 WHERE id = ?', club.id)
}

const ADD_NOTE = `
  INSERT INTO custom_columns (workspace_id, list_id, id, type, name, external_id, created_at)
  VALUES (:workspace, 'members', 'col_zzzzzzzzzzzzzzzzzzzzzzzz', 'string', 'Note', 'note', '2026-01-31T12:00:00.000Z')`

const shirtOf = async (externalId: string) => {
  const [{ shirt } = {}] = await rows<{ shirt?: string | null }>(
    `SELECT custom_values ->> ('$.' || c.id) AS shirt FROM persons, custom_columns AS c
    WHERE persons.external_id = ? AND c.name = 'Shirt'`,
    externalId,
  )
  return shirt
}

describe.each<[string, (club: Workspace, values: object) => ReturnType<Workspace['put']>]>([
  ['POST', (club, values) => club.post(PERSONS, { external_id: 'eve', ...values })],
  ['PUT one', (club, values) => club.put(`${PERSONS}/ada`, values)],
  ['PUT all', (club, values) => club.put(PERSONS, { data: [{ external_id: 'ada', ...values }] })],
])('%s, after another isolate changed a column', (method, send) => {
  const written = method === 'POST' ? 'eve' : 'ada'
  const before = method === 'POST' ? undefined : 'M'

  it('takes and stores a value of a column that was added', async () => {
    const club = await workspaceWithCache()
    await elsewhere(club, ADD_NOTE)
    const { status, text } = await send(club, { note: 'x' })
    expect([Math.floor(status / 100), text.includes('"note":"x"')]).toEqual([2, true])
    const [person] = await rows(
      "SELECT custom_values ->> '$.col_zzzzzzzzzzzzzzzzzzzzzzzz' AS note FROM persons WHERE external_id = ?",
      written,
    )
    expect(person).toEqual({ note: 'x' })
  })

  it('refuses the former key of a column and takes the present one', async () => {
    const club = await workspaceWithCache()
    await elsewhere(club, "UPDATE custom_columns SET external_id = 'size' WHERE external_id = 'shirt'")
    expect((await send(club, { shirt: 'L' })).status).toBe(422)
    expect(await shirtOf(written)).toBe(before)
    expect(Math.floor((await send(club, { size: 'L' })).status / 100)).toBe(2)
    expect(await shirtOf(written)).toBe('L')
  })

  it('refuses a value that is not among the choices that a column was given', async () => {
    const club = await workspaceWithCache()
    await elsewhere(
      club,
      `UPDATE custom_columns SET allowed_values = '["S","M"]' WHERE external_id = 'shirt'`,
    )
    expect((await send(club, { shirt: 'XXL' })).status).toBe(422)
    expect(await shirtOf(written)).toBe(before)
  })

  it('takes a value that a column was given as a choice', async () => {
    const club = await workspaceWithCache()
    await elsewhere(club, `UPDATE custom_columns SET allowed_values = '["M"]' WHERE external_id = 'shirt'`)
    await club.get(PERSONS)
    await elsewhere(
      club,
      `UPDATE custom_columns SET allowed_values = '["M","L"]' WHERE external_id = 'shirt'`,
    )
    expect(Math.floor((await send(club, { shirt: 'L' })).status / 100)).toBe(2)
    expect(await shirtOf(written)).toBe('L')
  })
})

it('answers 503 once, and never with the data of another workspace, where a key opens another one than before', async () => {
  const [club, other] = [await workspaceWithCache(), await workspace()]
  await rows('UPDATE api_keys SET workspace_id = ? WHERE workspace_id = ?', other.id, club.id)
  const answers = [await club.get(PERSONS), await club.get(PERSONS)]
  expect(answers.map(({ status }) => status)).toEqual([503, 200])
  expect(answers[0]?.text).not.toMatch(/\bada\b/)
  expect(answers[1]?.body.data).toEqual([])
})

it('writes to the workspace that a key opens now, not to the one that it opened before', async () => {
  const [club, other] = [await workspaceWithCache(), await workspace()]
  await rows('UPDATE api_keys SET workspace_id = ? WHERE workspace_id = ?', other.id, club.id)
  const { status } = await club.post(PERSONS, { external_id: 'eve' })
  expect(status).toBe(201)
  expect(await rows("SELECT workspace_id FROM persons WHERE external_id = 'eve'")).toEqual([
    { workspace_id: other.id },
  ])
})

it('keeps a custom column under the key that a later field has, and has no such field', async () => {
  const club = await workspaceWithCache()
  await elsewhere(club, "UPDATE custom_columns SET external_id = 'sex' WHERE external_id = 'shirt'")
  const { body } = await club.put(`${PERSONS}/ada`, { sex: 'L' })
  expect(body.data.sex).toBe('L')
  expect(await rows('SELECT DISTINCT sex FROM persons')).toEqual([{ sex: null }])
  const columns = (await club.get('/lists/members/custom_columns')).body.data
  expect(columns).toMatchObject([{ external_id: 'sex', name: 'Shirt' }])
})

describe('one-trip write of a person', () => {
  it('takes three trips after another isolate changed a column', async () => {
    const club = await workspaceWithCache()
    await elsewhere(club, ADD_NOTE)
    const created = await club.post(PERSONS, { external_id: 'eve', note: '1' })
    expect([created.status, created.body.data.note, created.cost.trips]).toEqual([201, '1', 2])
    await elsewhere(club, "UPDATE custom_columns SET external_id = 'size' WHERE external_id = 'shirt'")
    const dated = await club.put(`${PERSONS}/ada`, { birthdate: '1985-12-10' })
    expect([dated.status, dated.body.data.size, dated.cost.trips]).toEqual([200, 'M', 3])
  })

  it('returns the status of today in the current time zone of the workspace', async () => {
    const club = await workspaceWithCache({ timezone: 'Pacific/Kiritimati' })
    const ahead = dateIn('Pacific/Kiritimati')
    const behind = dateIn('Pacific/Pago_Pago')
    expect(ahead > behind).toBe(true)
    await operator('PATCH', `/operator/workspaces/${club.id}`, { timezone: 'Pacific/Pago_Pago' })
    const { body } = await club.post(PERSONS, { external_id: 'eve', leave_date: behind })
    expect(body.data.membership_status).toBe('active')
    await operator('PATCH', `/operator/workspaces/${club.id}`, { timezone: 'Pacific/Kiritimati' })
    const updated = await club.put(`${PERSONS}/eve`, { birthdate: '1985-12-10' })
    expect(updated.body.data.membership_status).toBe('former')
  })

  it.each([
    ['a taken external_id', { external_id: 'bob' }, 'external_id'],
    ['a wrong value', { shirt: 5 }, 'shirt'],
    ['an unknown field', { no_such_field: 'x' }, 'no_such_field'],
    ['a read-only field', { created_at: '2020-01-01T00:00:00.000Z' }, 'created_at'],
    ['a column under both keys', { shirt: 'M', col: 'M' }, 'col'],
  ])('takes two trips when %s is refused by what is stored', async (_, fields, path) => {
    const club = await workspaceWithCache()
    const before = await stored()
    const { body } = await club.get('/lists/members/custom_columns')
    const input = Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [key === 'col' ? body.data[0].id : key, value]),
    )
    for (const answer of [
      await club.post(PERSONS, { external_id: 'eve', ...input }),
      await club.put(`${PERSONS}/ada`, input),
    ]) {
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.body.errors)).toEqual([path === 'col' ? body.data[0].id : path])
    }
    expect(await stored()).toEqual(before)
  })

  it('refuses to clear the last identification', async () => {
    const club = await workspaceWithCache()
    const { body } = await club.post(PERSONS, { name: { first_name: 'Ada' } })
    const answer = await club.put(`${PERSONS}/${body.data.id}`, { name: { first_name: null } })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['name']])
    expect((await club.get(`${PERSONS}/${body.data.id}`)).body).toEqual(body)
  })

  it('refuses custom values that are too long together', async () => {
    const club = await workspaceWithCache()
    const columns = Array.from({ length: 8 }, (_, index) => ({
      name: 'x',
      type: 'string',
      external_id: `long${index}`,
    }))
    await club.put('/lists/members/custom_columns', { data: columns })
    const long = (from: number, to: number) =>
      Object.fromEntries(columns.slice(from, to).map(({ external_id }) => [external_id, 'x'.repeat(5000)]))
    expect((await club.put(`${PERSONS}/ada`, long(0, 3))).status).toBe(200)
    const fits = await club.put(`${PERSONS}/ada`, long(3, 6))
    expect([fits.status, fits.cost.trips]).toEqual([200, 1])
    const before = await stored()
    expect((await club.put(`${PERSONS}/ada`, long(6, 8))).status).toBe(422)
    expect(await stored()).toEqual(before)
  })

  it('returns 404 for unknown persons', async () => {
    const club = await workspaceWithCache()
    expect((await club.put(`${PERSONS}/unknown`, { birthdate: '1985-12-10' })).status).toBe(404)
    expect((await club.put('/lists/nothing/persons/ada', { birthdate: '1985-12-10' })).status).toBe(404)
  })

  it('updates an applicant by id, with values cleared and set, and by external_id alike', async () => {
    const club = await workspaceWithCache()
    const { body } = await club.post(PERSONS, {
      creation_behaviour: 'unconfirmed',
      name: { first_name: 'Eve', last_name: 'Online' },
      address: { city: 'Ulm' },
      shirt: 'S',
      external_id: 'eve',
    })
    const change = { name: { last_name: null }, address: null, phone_numbers: [{ number: '1' }], shirt: null }
    const answer = await club.put(`${PERSONS}/${body.data.id}`, change)
    expect([answer.status, answer.cost.trips]).toEqual([200, 1])
    const { updated_at, ...rest } = answer.body.data
    expect(rest).toEqual({
      ...body.data,
      updated_at: undefined,
      name: { first_name: 'Eve', last_name: null },
      address: null,
      phone_numbers: [{ label: null, number: '1' }],
      shirt: null,
    })
    expect(updated_at > body.data.updated_at).toBe(true)
    const again = await club.put(`${PERSONS}/eve`, change)
    expect([again.body, again.cost.trips, again.cost.rowsWritten]).toEqual([answer.body, 1, 0])
    expect(again.headers.get('ETag')).toBe(answer.headers.get('ETag'))
  })
})

describe('columns cache', () => {
  /** Adds 195,000 characters of allowed values, and lets the isolate cache the list. */
  async function withChoices(): Promise<Workspace> {
    const club = await workspace()
    const allowed_values = Array.from({ length: 390 }, (_, index) => `${index}`.padEnd(250, 'x'))
    const column = { name: '', type: 'string', allowed_values }
    const { status } = await club.put('/lists/members/custom_columns', {
      data: [
        { ...column, name: 'One' },
        { ...column, name: 'Two' },
      ],
    })
    expect(status).toBe(201)
    await club.get(PERSONS)
    return club
  }

  const tripsOf = async (club: Workspace) => (await club.post(PERSONS, { email: 'a@example.org' })).cost.trips

  it('is limited to a million characters, and evicts the lists that it cached first', async () => {
    const clubs = []
    for (let n = 0; n < 6; n++) clubs.push(await withChoices())
    const [first, second, , , , last] = clubs as [Workspace, Workspace, never, never, never, Workspace]
    expect([await tripsOf(last), await tripsOf(second), await tripsOf(first)]).toEqual([1, 1, 2])
  })

  it('has room for other lists after a thousand lists', async () => {
    for (let n = 0; n < 5; n++) await withChoices()
    for (const key of await manyKeys(500))
      for (const list of ['members', 'contacts'])
        expect((await call('GET', `/lists/${list}/persons/unknown`, { key })).status).toBe(404)
    expect(await tripsOf(await withChoices())).toBe(1)
  })
})

/** Copies the existing workspace and its key a number of times. */
async function manyKeys(count: number): Promise<string[]> {
  const [workspaceRow, keyRow] = [
    (await rows('SELECT * FROM workspaces LIMIT 1'))[0],
    (await rows('SELECT * FROM api_keys LIMIT 1'))[0],
  ]
  const tokens = Array.from({ length: count }, () => mintToken('a'))
  const made = tokens.map((token, n) => ({ n, hash: tokenHash(token) }))
  const copy = (table: string, row: object | undefined, own: Record<string, string>) => {
    const names = Object.keys(row ?? {})
    return rows(
      `INSERT INTO ${table} (${names}) SELECT ${names.map((name) => own[name] ?? `old.${name}`)}
       FROM json_each(?) CROSS JOIN (SELECT * FROM ${table} LIMIT 1) AS old`,
      JSON.stringify(made),
    )
  }
  await copy('workspaces', workspaceRow, { id: "'wsp_' || (value ->> 'n')" })
  await copy('api_keys', keyRow, {
    id: "'key_' || (value ->> 'n')",
    workspace_id: "'wsp_' || (value ->> 'n')",
    token_hash: "value ->> 'hash'",
  })
  return tokens
}

describe('unchanged page', () => {
  const tagOf = async (club: Workspace, path = PERSONS) => (await club.get(path)).headers.get('ETag') ?? ''
  const unless = (tag: string) => ({ headers: { 'If-None-Match': tag } })

  it.each<[string, (club: Workspace) => Promise<unknown>]>([
    ['a person is added', (club) => club.post(PERSONS, { external_id: 'eve' })],
    ['a person is changed', (club) => club.put(`${PERSONS}/ada`, { birthdate: '1985-12-10' })],
    ['a person is deleted', (club) => club.delete(`${PERSONS}/ada`)],
    [
      'all are deleted but one',
      (club) => club.put(PERSONS, { delete_omitted: true, data: [{ external_id: 'ada' }] }),
    ],
    [
      'a column is added',
      (club) => club.put('/lists/members/custom_columns', { data: [{ name: 'x', type: 'date' }] }),
    ],
    [
      'the workspace moves to where it is another day',
      (club) => operator('PATCH', `/operator/workspaces/${club.id}`, { timezone: 'Pacific/Pago_Pago' }),
    ],
  ])('returns 200 after %s', async (_, act) => {
    const club = await workspaceWithCache({ timezone: 'Pacific/Kiritimati' })
    const tag = await tagOf(club)
    expect((await club.get(PERSONS, unless(tag))).status).toBe(304)
    await act(club)
    const answer = await club.get(PERSONS, unless(tag))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('ETag')).not.toBe(tag)
    expect(answer.text).toBe((await club.get(PERSONS)).text)
  })

  it.each<[string, (club: Workspace) => Promise<unknown>]>([
    ['changed', (club) => club.put(`${PERSONS}/eve`, { birthdate: '1985-12-10' })],
    ['deleted', (club) => club.delete(`${PERSONS}/eve`)],
    ['added', (club) => club.post(PERSONS, { external_id: 'zoe', creation_behaviour: 'unconfirmed' })],
    ['confirmed', (club) => club.post(`${PERSONS}/eve/confirmation`, undefined)],
  ])('of applications returns 200 after an applicant is %s', async (_, act) => {
    const club = await workspaceWithCache()
    await club.post(PERSONS, { external_id: 'eve', creation_behaviour: 'unconfirmed' })
    const page = `${PERSONS}?area=applications`
    const tag = await tagOf(club, page)
    expect((await club.get(page, unless(tag))).status).toBe(304)
    await act(club)
    const answer = await club.get(page, unless(tag))
    expect([answer.status, answer.headers.get('ETag') === tag]).toEqual([200, false])
    expect(answer.text).toBe((await club.get(page)).text)
  })

  it('of members returns 304 after an applicant changes', async () => {
    const club = await workspaceWithCache()
    await club.post(PERSONS, { external_id: 'eve', creation_behaviour: 'unconfirmed' })
    const tag = await tagOf(club)
    await club.put(`${PERSONS}/eve`, { birthdate: '1985-12-10' })
    expect((await club.get(PERSONS, unless(tag))).status).toBe(304)
  })

  it('is matched among other tags, in weak form and by *', async () => {
    const club = await workspaceWithCache()
    const tag = await tagOf(club)
    expect((await club.get(PERSONS, unless(`"x", W/${tag}, "y|z|${'0'.repeat(16)}"`))).status).toBe(304)
    expect((await club.get(PERSONS, unless('*'))).status).toBe(304)
  })

  it.each([
    ['"x" TAG', 200],
    ['TAG-gzip', 200],
    ['w/TAG', 200],
    ['xTAG', 200],
    ['TAG"', 200],
    ['"x",TAG', 304],
    ['W/TAG , "x"', 304],
    [`${'"x",'.repeat(2000)}TAG`, 304],
  ])('with If-None-Match: %s is returned as a whole or not at all', async (header, status) => {
    const club = await workspaceWithCache()
    const whole = await club.get(PERSONS)
    const tag = whole.headers.get('ETag') ?? ''
    const answer = await club.get(PERSONS, unless(header.replace('TAG', tag)))
    expect([answer.status, answer.text]).toEqual([status, status === 200 ? whole.text : ''])
  })

  it.each([
    ['no number', 'x'],
    ['another notation of its number', '0COLUMNS'],
    ['a number that is too large', '9'.repeat(400)],
  ])('with a tag whose columns version is %s is returned as a whole', async (_, columns) => {
    const club = await workspaceWithCache()
    const whole = await club.get(PERSONS)
    const parts = whole.headers.get('ETag')?.split('|') ?? []
    parts[2] = columns.replace('COLUMNS', String(parts[2]))
    const answer = await club.get(PERSONS, unless(parts.join('|')))
    expect([answer.status, answer.text]).toEqual([200, whole.text])
  })

  it('returns 304 without links of its own', async () => {
    const club = await workspaceWithCache()
    const page = `${PERSONS}?per_page=1`
    const answer = await club.get(page, unless(await tagOf(club, page)))
    expect([answer.status, answer.headers.get('Link')]).toEqual([304, null])
  })

  it.each([
    ['another page size', `${PERSONS}?per_page=1`],
    ['a filter', `${PERSONS}?filter[external_id]=ada`],
    ['another area', `${PERSONS}?area=applications`],
    ['another list', '/lists/contacts/persons'],
  ])('returns 200 for the tag of %s', async (_, path) => {
    const club = await workspaceWithCache()
    const answer = await club.get(path, unless(await tagOf(club)))
    expect(answer.status).toBe(200)
    expect(answer.text).toBe((await club.get(path)).text)
  })

  it('differs from the page of another workspace with the same timestamps, and of another deployment', async () => {
    const [one, other] = [await workspaceWithCache(), await workspaceWithCache()]
    await env.DB.prepare("UPDATE persons SET updated_at = '2026-01-01T00:00:00.000Z'").run()
    const tag = await tagOf(one)
    expect((await one.get(PERSONS, unless(tag))).status).toBe(304)
    expect((await other.get(PERSONS, unless(tag))).status).toBe(200)
    const VERSION = { id: 'the next', tag: '', timestamp: '' }
    expect((await one.get(PERSONS, { ...unless(tag), env: { VERSION } })).status).toBe(200)
  })

  it('returns 200 after a person was written or deleted in the same millisecond, or earlier by the clock', async () => {
    const club = await workspaceWithCache()
    const future = '2100-01-01T00:00:00.000Z'
    await env.DB.prepare('UPDATE persons SET updated_at = ?').bind(future).run()
    for (const act of [
      () => club.put(`${PERSONS}/ada`, { birthdate: '1985-12-10' }),
      () => club.put(`${PERSONS}/ada`, { email: 'ada@example.org' }),
      () => club.post(PERSONS, { external_id: 'eve' }),
      () => club.put(PERSONS, { data: [{ external_id: 'bob', birthdate: '1985-12-10' }] }),
      () => club.delete(`${PERSONS}/eve`),
    ]) {
      const tag = await tagOf(club)
      expect((await act()).status).toBeLessThan(300)
      await env.DB.prepare('UPDATE deleted_persons SET deleted_at = ?').bind(future).run()
      expect((await club.get(PERSONS, unless(tag))).status).toBe(200)
    }
    const tag = await tagOf(club)
    await club.delete(`${PERSONS}/bob`)
    expect((await club.get(PERSONS, unless(tag))).status).toBe(200)
    const stamps = await rows<{ deleted_at: string }>(
      'SELECT deleted_at FROM deleted_persons ORDER BY deleted_at',
    )
    expect(stamps.map(({ deleted_at }) => deleted_at)).toEqual([future, '2100-01-01T00:00:00.001Z'])
  })
})

it('lets a write succeed when its list gets a column between its two trips', async () => {
  const club = await workspaceWithCache()
  const added = () => club.put('/lists/members/custom_columns', { data: [{ name: 'x', type: 'date' }] })
  const { status, body } = await club.put(`${PERSONS}/ada`, { email: 'a@example.org' }, interruptedBy(added))
  expect([status, body.data.email]).toEqual([200, 'a@example.org'])
})

const dateIn = (timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
