import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { Answer } from '../support/call'
import { clubOf, columns } from '../support/club'
import { fakeD1, recordingValues } from '../support/fake-d1'
import { createLink, deliverMails, requestLink, setPortal, signIn } from '../support/portal'
import { memberId, seedMembers } from '../support/seed-members'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const COLUMNS = '/lists/members/custom_columns'

const x = (count: number) => 'x'.repeat(count)
const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const errors = ({ status, body }: Answer) => [status, Object.keys(body?.errors ?? {})]
const csv = (club: Workspace, raw: string) =>
  club.put(PERSONS, undefined, { raw, headers: { 'Content-Type': 'text/csv' } })

const count = async (table: string): Promise<number> =>
  Number((await rows(`SELECT count(*) AS n FROM ${table}`))[0]?.n)

/** An email address of this length. */
const email = (length: number) => `${x(60)}@${x(63)}.${x(63)}.${x(length - 60 - 1 - 64 - 64 - 4)}.org`

const phones = (length: number, phone: object = { label: null, number: '1' }) => Array(length).fill(phone)

describe('field of a person', () => {
  it.each<[string, (size: number) => unknown, number]>([
    ['external_id', x, 255],
    ['name.first_name', x, 255],
    ['name.last_name', x, 255],
    ['email', email, 254],
    ['membership_number', x, 64],
    ['phone_numbers', phones, 20],
    ['phone_numbers.0.label', (size) => phones(1, { label: x(size), number: '1' }), 64],
    ['phone_numbers.0.number', (size) => phones(1, { label: null, number: x(size) }), 64],
    ['address.street', x, 255],
    ['address.postcode', x, 32],
    ['address.city', x, 255],
    ['bank_account.signatory', x, 255],
    ['sepa_mandate.reference', x, 35],
    ['note', x, 5000],
    ['list', (size) => Array(size).fill('x'), 200],
    ['list.0', (size) => [x(size)], 255],
    ['site', (size) => `https://x.org/${x(size - 14)}`, 2000],
  ])('%s takes its limit and not one more', async (path, valueIn, limit) => {
    const club = await workspace()
    await club.put(COLUMNS, {
      data: [
        { name: 'Note', type: 'string', external_id: 'note' },
        { name: 'List', type: 'array', external_id: 'list' },
        { name: 'Site', type: 'url', external_id: 'site' },
      ],
    })
    const [key = '', part] = path.split('.')
    const needed: Record<string, object> = {
      bank_account: { iban: 'DE89370400440532013000', bic: null },
      address: { street: null, postcode: null, city: null, country_code: null },
      name: { first_name: null, last_name: null },
      sepa_mandate: { signature_date: null },
    }
    const personOf = (size: number) => {
      const value = valueIn(size)
      return {
        external_id: 'ada',
        [key]: part === undefined || Array.isArray(value) ? value : { ...needed[key], [part]: value },
      }
    }
    const over = await club.post(PERSONS, personOf(limit + 1))
    expect(errors(over)).toEqual([422, [path]])
    expect(await count('persons')).toBe(0)
    const { status, body } = await club.post(PERSONS, personOf(limit))
    expect(status).toBe(201)
    expect((await club.get(`${PERSONS}/${body.data.id}`)).body.data).toMatchObject(personOf(limit))
  })
})

describe('text of blanks alone', () => {
  it.each(['', ' ', ' \u00a0\u3000 '])('is refused wherever a text is required: %j', async (blank) => {
    const club = await workspace()
    await seedMembers(club.id, 1)
    const fee = { amount: 1, description: 'Fee', person_external_id: 'e1' }
    const sent: [string, object, string][] = [
      [PERSONS, { name: { first_name: blank } }, 'name.first_name'],
      [PERSONS, { membership_number: blank }, 'membership_number'],
      ['/fees', { data: [{ ...fee, description: blank }] }, 'data.0.description'],
      ['/cost_units', { name: blank }, 'name'],
      ['/cost_units', { name: 'Youth', categories: [blank] }, 'categories.0'],
      ['/accounts', { name: blank, kind: 'cash', opening_on: '2026-01-01', opening_amount: 0 }, 'name'],
    ]
    for (const [path, body, expected] of sent)
      expect(errors(await club.post(path, body)), `${path} ${JSON.stringify(body)}`).toEqual([
        422,
        [expected],
      ])
    const column = { name: blank, type: 'string' }
    expect(errors(await club.put(COLUMNS, { data: [column] }))).toEqual([422, ['data.0.name']])
    for (const table of ['fees', 'cost_units', 'custom_columns', 'accounts'])
      expect(await rows(`SELECT 1 FROM ${table}`), table).toEqual([])
    expect(await count('persons')).toBe(1)
  })

  it('is taken in optional texts and external ids, and leaves the ends of others', async () => {
    const { club } = await clubOf(columns([{ name: 'Note', type: 'string', external_id: 'note' }]))
    const person = { external_id: ' ', note: ' ', name: { first_name: ' Ada ', last_name: null } }
    expect((await club.post(PERSONS, person)).body.data).toMatchObject({
      external_id: ' ',
      note: '',
      name: { first_name: 'Ada', last_name: null },
    })
  })
})

it('says the same about an entry once, however often it is wrong', async () => {
  const club = await workspace()
  const data = [{ name: 'List', type: 'array', external_id: 'list' }]
  await club.put(COLUMNS, { data })
  const { body } = await club.post('/mails', {
    list: 'members',
    kind: 'official',
    subject: '{{a}}{{a}}',
    body: 'x',
  })
  for (const messages of Object.values<string[]>(body.errors))
    expect(messages).toEqual([...new Set(messages)])
})

describe('external_id', () => {
  it('is found with 255 characters of two UTF-16 units each', async () => {
    const club = await workspace()
    const external_id = '🦄'.repeat(255)
    await club.put(PERSONS, { data: [{ external_id }] })
    const again = await club.put(PERSONS, { data: [{ external_id }] })
    expect([again.status, again.body.meta.unchanged]).toEqual([200, 1])
    const taken = await club.post(PERSONS, { external_id }, { key: await club.keyWith() })
    expect(errors(taken)).toEqual([422, ['external_id']])
    const fee = { amount: 1, description: 'Fee', person_external_id: external_id }
    expect((await club.post('/fees', { data: [fee] })).status).toBe(201)
    expect(await count('persons')).toBe(1)
  })
})

describe('stored persons that a synchronization names', () => {
  it('may be named by texts that are too long for one value of the database', async () => {
    const club = await workspace()
    const data = range(9000).map((n) => ({ id: `${n}`.padEnd(510, 'x') }))
    const { lengths, ...recorded } = recordingValues()
    const { status, body } = await club.put(PERSONS, { data }, recorded)
    expect([status, body.errors['data.0.id']]).toEqual([422, [expect.stringContaining('not the id')]])
    expect(Math.max(...lengths)).toBeLessThan(2_000_000)
  })

  it('have 16,777,216 bytes at most when they are more than 500', async () => {
    const club = await workspace()
    await seedMembers(club.id, 501)
    const first = (await club.get(PERSONS)).body
    const last = (await club.get(`${PERSONS}?cursor=${first.meta.next_cursor}`)).body
    const data = [...first.data, ...last.data]
    // The response has what is stored, except computed fields and columns that the list does not have.
    const shown = JSON.stringify(data).length - 1 - 501 - 501 * ',"membership_status":"active"}'.length
    const wanted = 16_777_216 - shown
    const fill = (bytes: number, which: string) =>
      rows(
        `UPDATE persons SET custom_values = '{"x":"' || printf('%.*c', ?, 'x') || '"}' WHERE ${which}`,
        bytes - 8,
      )
    const share = Math.floor(wanted / 501)
    await fill(share, "external_id <> 'e1'")
    const change = { data: range(501).map((n) => ({ external_id: `e${n + 1}`, payment_method: 'cash' })) }
    await fill(wanted - 500 * share + 1, "external_id = 'e1'")
    expect(errors(await club.put(PERSONS, change))).toEqual([422, ['data']])
    expect(await rows('SELECT id FROM persons WHERE payment_method IS NOT NULL')).toEqual([])
    await fill(wanted - 500 * share, "external_id = 'e1'")
    expect((await club.put(PERSONS, change)).body.meta).toMatchObject({ updated: 501 })
  })
})

describe('page', () => {
  it.each([PERSONS, '/fees', '/lists/members/deleted_persons'])(
    'of %s has 500 rows at most',
    async (path) => {
      const club = await workspace()
      await seedMembers(club.id, 501)
      await claimed(club, 501)
      if (path.includes('deleted')) {
        await seedMembers(club.id, 1, 502)
        await club.put(PERSONS, { delete_omitted: true, data: [{ id: memberId(502) }] })
      }
      for (const query of ['', '?per_page=500']) {
        const { status, body } = await club.get(`${path}${query}`)
        expect([status, body.data.length, body.meta.per_page]).toEqual([200, 500, 500])
        expect(body.meta.next_cursor).not.toBeNull()
      }
      expect(errors(await club.get(`${path}?per_page=501`))).toEqual([422, ['per_page']])
    },
  )
})

describe('CSV body', () => {
  it('has 10 MiB at most', async () => {
    const club = await workspace()
    const sized = (bytes: number) => 'external_id\nada\n'.padEnd(bytes, '\n')
    // Empty rows would be counted, so one long cell fills the body.
    const cell = (bytes: number) => `external_id,name.first_name\nada,${x(bytes - 32)}`
    expect((await csv(club, cell(10_485_761))).status).toBe(413)
    expect(errors(await csv(club, cell(10_485_760)))).toEqual([422, ['row 2, name.first_name']])
    expect(await count('persons')).toBe(0)
    expect((await csv(club, sized(1000))).status).toBe(200)
  })

  it('names 10,000 persons at most', async () => {
    const club = await workspace()
    const sheet = (persons: number) => `external_id\n${range(persons).join('\n')}`
    expect(errors(await csv(club, sheet(10_001)))).toEqual([422, ['row 10002']])
    expect(await count('persons')).toBe(0)
    expect((await csv(club, sheet(10_000))).body.meta.created).toBe(10_000)
    expect(await count('persons')).toBe(10_000)
  })

  it('has 100,000 rows at most, those without a value included', async () => {
    const club = await workspace()
    const sheet = (lines: number) => `external_id\n${'\n'.repeat(lines - 2)}ada`
    expect(errors(await csv(club, sheet(100_001)))).toEqual([422, ['row 100001']])
    expect(await count('persons')).toBe(0)
    expect((await csv(club, sheet(100_000))).body.meta.created).toBe(1)
  })
})

describe('custom columns of a list', () => {
  const columns = (number: number) => ({ data: Array(number).fill({ name: 'Note', type: 'string' }) })

  it.each([
    [0, 200],
    [1, 199],
  ])('are 200 at most: %i and %i more', async (before, more) => {
    const club = await workspace()
    if (before > 0) await club.put(COLUMNS, columns(before))
    expect(errors(await club.put(COLUMNS, columns(more + 1)))).toEqual([422, ['data']])
    expect(await count('custom_columns')).toBe(before)
    expect((await club.put(COLUMNS, columns(more))).status).toBe(201)
    expect(await count('custom_columns')).toBe(200)
    expect(errors(await club.put(COLUMNS, columns(1)))).toEqual([422, ['data']])
    expect(await count('custom_columns')).toBe(200)
  })

  it.each<[string, (size: number) => object, string, number]>([
    ['characters of a name', (size) => ({ name: x(size) }), 'name', 64],
    ['characters of a key', (size) => ({ external_id: x(size) }), 'external_id', 64],
    ['allowed values', (size) => ({ allowed_values: range(size).map(String) }), 'allowed_values', 500],
    ['characters of a value', (size) => ({ allowed_values: [x(size)] }), 'allowed_values.0', 255],
  ])('have a limit of %s', async (_, columnOf, path, limit) => {
    const club = await workspace()
    const add = (size: number) =>
      club.put(COLUMNS, { data: [{ name: 'Note', type: 'string', ...columnOf(size) }] })
    expect(errors(await add(limit + 1))).toEqual([422, [`data.0.${path}`]])
    expect(await count('custom_columns')).toBe(0)
    const { status, body } = await add(limit)
    expect([status, body.data[0]]).toMatchObject([201, columnOf(limit)])
    expect((await club.get(COLUMNS)).body).toEqual(body)
  })

  /** A column whose allowed values have this many characters as JSON. */
  const choices = (characters: number) => {
    const number = Math.ceil((characters - 1) / 258)
    const length = (index: number) => Math.floor((characters - 1 + index) / number) - 3
    return {
      name: 'Choice',
      type: 'string',
      allowed_values: range(number).map((index) => `${index}`.padEnd(length(index), 'x')),
    }
  }

  it.each([
    ['at once', []],
    ['beside others', [[40_000], [60_000]]],
    ['beside others that were added at once', [[40_000, 60_000]]],
  ])('have allowed values of 200,000 characters at most: %s', async (_, before) => {
    const club = await workspace()
    for (const sizes of before)
      expect((await club.put(COLUMNS, { data: sizes.map((size) => choices(size)) })).status).toBe(201)
    const half = 100_000
    const sizes = before.length > 0 ? [half] : [half, half]
    const data = (more: number) => ({ data: [...sizes.slice(1), half + more].map((size) => choices(size)) })
    const stored = await count('custom_columns')
    expect(errors(await club.put(COLUMNS, data(1)))).toEqual([422, ['data']])
    expect(await count('custom_columns')).toBe(stored)
    const { status, body } = await club.put(COLUMNS, data(0))
    expect([status, body.data.at(-1)]).toMatchObject([201, choices(half)])
    const [{ characters } = {}] = await rows(
      'SELECT sum(length(allowed_values)) AS characters FROM custom_columns',
    )
    expect(characters).toBe(200_000)
    expect((await club.put(COLUMNS, { data: [{ name: 'Note', type: 'string' }] })).status).toBe(201)
  })

  it('accept another column when quotes in their allowed values take two characters each', async () => {
    const club = await workspace()
    const quoted = (length: number) => range(length).map((n) => `${n}`.padEnd(250, '"'))
    const add = (allowed_values?: string[]) =>
      club.put(COLUMNS, {
        data: [{ name: 'Choice', type: 'string', ...(allowed_values && { allowed_values }) }],
      })
    expect(errors(await add(quoted(450)))).toEqual([422, ['data']])
    expect((await add(quoted(390))).status).toBe(201)
    const more = await add()
    expect([more.status, more.cost.trips]).toEqual([201, 2])
  })
})

describe('custom values of a person', () => {
  // Six of 5,002 bytes with their quotes, 225 bytes for the keys and signs of seven, and one that fills up 32,768 bytes: a
  // quote takes two, an umlaut as well.
  const FULL = {
    t0: x(5000),
    t1: x(5000),
    t2: x(5000),
    t3: x(5000),
    t4: x(5000),
    t5: x(5000),
    t6: `"${'ü'.repeat(1263)}x`,
  }
  const OVER = { ...FULL, t6: `${FULL.t6}x` }

  async function createFixture(): Promise<Workspace> {
    const club = await workspace()
    const keys = Object.keys(FULL)
    await club.put(COLUMNS, { data: keys.map((key) => ({ name: key, type: 'string', external_id: key })) })
    await setPortal(club, {
      functions: ['view_data', 'edit_data'],
      fields: Object.fromEntries(keys.map((key) => [key, 'editable'])),
    })
    return club
  }

  const stored = async () => {
    const [row] = await rows<{ texts: string }>(`
      SELECT json_group_object(c.external_id, custom_values ->> ('$.' || c.id)) AS texts
      FROM persons JOIN custom_columns AS c USING (workspace_id, list_id)`)
    return JSON.parse(row?.texts ?? '')
  }

  const cell = (text: string | null) => (text === null ? '' : `"${text.replaceAll('"', '""')}"`)

  type Texts = Record<string, string | null>

  const WRITES: Record<string, (club: Workspace, texts: Texts) => Promise<Answer>> = {
    'an update in one trip': (club, texts) => club.put(`${PERSONS}/ada`, texts),
    'an update of an indexed field': (club, texts) =>
      club.put(`${PERSONS}/ada`, { ...texts, email: 'ada@example.org' }),
    'a synchronization': (club, texts) => club.put(PERSONS, { data: [{ external_id: 'ada', ...texts }] }),
    'a sheet': (club, texts) =>
      csv(club, `external_id,${Object.keys(texts)}\nada,${Object.values(texts).map(cell)}`),
    'the portal': async (club, texts) => {
      const session = await signIn(club, { person_external_id: 'ada' })
      const { data } = (await club.get(`${PERSONS}/ada`)).body
      const { id } = data
      const seen = Object.keys(texts).map((key): [string, string] => [`was.${key}`, data[key] ?? ''])
      const fields = Object.entries(texts).map(([key, text]): [string, string] => [key, text ?? ''])
      return session.submit(`/portal/persons/${id}/edit/more`, [...seen, ...fields])
    },
  }

  it('have 32,768 bytes at most in a create', async () => {
    const club = await createFixture()
    const over = await club.post(PERSONS, { external_id: 'ada', ...OVER })
    expect(errors(over)).toEqual([422, ['body']])
    expect(await count('persons')).toBe(0)
    expect((await club.post(PERSONS, { external_id: 'ada', ...FULL })).status).toBe(201)
    expect(await stored()).toEqual(FULL)
  })

  it.each(Object.entries(WRITES))('have 32,768 bytes at most with %s', async (_, write) => {
    const club = await createFixture()
    const { t5, t6, ...most } = FULL
    await club.post(PERSONS, { external_id: 'ada', ...most })
    const before = await stored()
    expect((await write(club, { t5, t6: OVER.t6 })).status).toBe(422)
    expect(await stored()).toEqual(before)
    expect((await write(club, { t5, t6 })).status).toBeLessThan(304)
    expect(await stored()).toEqual(FULL)
  })

  it.each(Object.entries(WRITES))('are counted without one that is cleared by %s', async (_, write) => {
    const club = await createFixture()
    const { t6, ...most } = FULL
    await club.post(PERSONS, { external_id: 'ada', ...most })
    expect((await write(club, { t0: null, t6: x(5000) })).status).toBeLessThan(304)
    expect(await stored()).toEqual({ ...most, t0: null, t6: x(5000) })
  })
})

describe('cost units', () => {
  const units = (club: Workspace, number: number) =>
    rows(
      `INSERT INTO cost_units (workspace_id, id, name, created_at, updated_at)
       SELECT ?1, 'cst_' || value, 'Unit ' || value, '2026-01-31T12:00:00.000Z', '2026-01-31T12:00:00.000Z' FROM json_each(?2)`,
      club.id,
      JSON.stringify(range(number)),
    )
  const categories = (club: Workspace, number: number) =>
    rows(
      `INSERT INTO cost_unit_categories (workspace_id, cost_unit_id, id, name)
       SELECT ?1, 'cst_' || (value / 500), 'cat_' || value, 'Category ' || value FROM json_each(?2)`,
      club.id,
      JSON.stringify(range(number)),
    )

  it('are 500 at most in a workspace, which may still be renamed', async () => {
    const club = await workspace()
    await units(club, 499)
    await units(await workspace(), 500)
    expect((await club.post('/cost_units', { name: 'The last' })).status).toBe(201)
    expect(errors(await club.post('/cost_units', { name: 'One more' }))).toEqual([422, ['name']])
    expect((await club.put('/cost_units/cst_0', { name: 'Another' })).status).toBe(200)
    expect(await count('cost_units')).toBe(1000)
  })

  it('have 500 categories each at most', async () => {
    const club = await workspace()
    const names = range(501).map((n) => `Category ${n}`)
    const over = await club.post('/cost_units', { name: 'Youth', categories: names })
    expect(errors(over)).toEqual([422, ['categories']])
    expect([await count('cost_units'), await count('cost_unit_categories')]).toEqual([0, 0])
    const full = await club.post('/cost_units', { name: 'Youth', categories: names.slice(1) })
    expect([full.status, full.body.data.categories.length]).toEqual([201, 500])
    const other = await club.post('/cost_units', { name: 'Board', categories: names.slice(2) })
    const path = `/cost_units/${other.body.data.id}`
    expect(errors(await club.put(path, { categories: names.slice(0, 2) }))).toEqual([422, ['categories']])
    expect((await club.put(path, { categories: names.slice(1, 3) })).body.data.categories).toHaveLength(500)
    expect(await count('cost_unit_categories')).toBe(1000)
  })

  it('have 5,000 categories at most in a workspace', async () => {
    const club = await workspace()
    await units(club, 11)
    await categories(club, 4999)
    await units(await workspace(), 1)
    for (const send of [
      (names: string[]) => club.put('/cost_units/cst_10', { categories: names }),
      (names: string[]) => club.post('/cost_units', { name: 'Board', categories: names }),
    ]) {
      expect(errors(await send(['One', 'more']))).toEqual([422, ['categories']])
      expect([await count('cost_units'), await count('cost_unit_categories')]).toEqual([12, 4999])
    }
    expect((await club.put('/cost_units/cst_10', { categories: ['One'] })).status).toBe(200)
    const again = await club.put('/cost_units/cst_10', { categories: ['One'], archived: true })
    expect(again.status).toBe(200)
    expect((await club.post('/cost_units', { name: 'Board' })).status).toBe(201)
    expect(await count('cost_unit_categories')).toBe(5000)
  })

  it('have names of 255 characters, categories too', async () => {
    const club = await workspace()
    const over = await club.post('/cost_units', { name: x(256), categories: [x(256)] })
    expect(errors(over)).toEqual([422, ['name', 'categories.0']])
    expect(await count('cost_units')).toBe(0)
    const { status, body } = await club.post('/cost_units', { name: x(255), categories: [x(255)] })
    expect([status, body.data.name, body.data.categories[0].name]).toEqual([201, x(255), x(255)])
  })
})

describe('errors of a response', () => {
  // Each of these has 69 characters in its key and 31 in its message.
  const unknown = (number: number) =>
    Object.fromEntries(range(number).map((index) => [`${index}`.padStart(69, 'x'), 1]))

  it('have 100,000 characters at most', async () => {
    const club = await workspace()
    const send = (more: object) => club.post(PERSONS, { email: 'ada@example.org', ...unknown(999), ...more })
    const full = await send({ ['y'.repeat(69)]: 1 })
    expect(Object.keys(full.body.errors)).toHaveLength(1000)
    expect(full.body.errors['y'.repeat(69)]).toEqual(['is not a known field; remove it'])
    const over = await send({ ['y'.repeat(70)]: 1 })
    expect(Object.keys(over.body.errors)).toHaveLength(1000)
    expect(over.body.errors.body).toEqual([expect.stringContaining('more errors than are named here')])
  })

  it.each([
    [10, /^must be one of "0", .*"8", "9"$/],
    [11, /^must be one of "0", .*"8", "9" or 1 more$/],
  ])('name 10 of %i possible values', async (number, message) => {
    const club = await workspace()
    await club.put(COLUMNS, {
      data: [
        { name: 'Size', type: 'string', external_id: 'size', allowed_values: range(number).map(String) },
      ],
    })
    const { body } = await club.post(PERSONS, { external_id: 'ada', size: 'x' })
    expect(body.errors).toEqual({ size: [expect.stringMatching(message)] })
  })

  it('show 40 characters of a possible value, with its quotes', async () => {
    const club = await workspace()
    await club.put(COLUMNS, {
      data: [{ name: 'Size', type: 'string', external_id: 'size', allowed_values: [x(38), x(39)] }],
    })
    const { body } = await club.post(PERSONS, { external_id: 'ada', size: 'x' })
    expect(body.errors).toEqual({ size: [`must be one of "${x(38)}", "${x(39)}…`] })
  })

  it('have keys of 100 characters at most', async () => {
    const club = await workspace()
    const send = (key: string) => club.post(PERSONS, { email: 'ada@example.org', [key]: 1 })
    expect(errors(await send(x(100)))).toEqual([422, [x(100)]])
    expect(errors(await send(x(101)))).toEqual([422, [`${x(100)}…`]])
  })
})

describe('portal', () => {
  it('has links for 500 members at most', async () => {
    const club = await workspace()
    await seedMembers(club.id, 500)
    await rows("UPDATE persons SET email = 'all@example.org'")
    await createLink(club, { email: 'all@example.org' })
    const [key] = (await env.PORTAL_LINKS.list()).keys
    const link = JSON.parse(String(await env.PORTAL_LINKS.get(String(key?.name))))
    expect(link.person_ids[club.id]).toEqual(range(500).map((n) => memberId(n + 1)))
    await seedMembers(club.id, 1, 501)
    await rows("UPDATE persons SET email = 'all@example.org'")
    const over = await club.post('/member_portal_sessions', { email: 'all@example.org' })
    expect(errors(over)).toEqual([422, ['email']])
    expect((await env.PORTAL_LINKS.list()).keys).toHaveLength(1)
  })

  it('mails a link for 500 members', async () => {
    const club = await workspace({ member_portal: { slug: 'tsv' } })
    await seedMembers(club.id, 500)
    await rows("UPDATE persons SET email = 'all@example.org'")
    expect((await deliverMails((await requestLink('tsv', 'all@example.org')).queued)).sent).toHaveLength(1)
  })

  it('accepts 30 requests for a link from a caller in an hour', async () => {
    await workspace({ member_portal: { slug: 'tsv' } })
    const statuses = []
    for (const n of range(32)) {
      const headers = { 'CF-Connecting-IP': '192.0.2.1' }
      const { answer, queued } = await requestLink('tsv', `a${n}@example.org`, { headers })
      statuses.push([answer.status, queued.length])
    }
    expect(statuses).toEqual([...Array(30).fill([200, 1]), [429, 0], [429, 0]])
  })

  it('sends an address 20 links in an hour, 5 of them for one caller', async () => {
    const club = await workspace({ member_portal: { slug: 'tsv' } })
    await club.post(PERSONS, { email: 'ada@example.org' })
    const sent = []
    const callers = [...Array(5).fill(0), ...range(18)].map((n) => `192.0.2.${n}`)
    for (const caller of callers) {
      const headers = { 'CF-Connecting-IP': caller }
      const { answer, queued } = await requestLink('tsv', 'ada@example.org', { headers })
      sent.push([answer.status, (await deliverMails(queued)).sent.length])
    }
    const [taken, refused] = [Array(5).fill([200, 1]), [429, 0]]
    expect(sent.slice(0, 6)).toEqual([...taken, refused])
    expect(sent.slice(6)).toEqual([...Array(15).fill([200, 1]), refused, refused])
  })

  it('mails links to addresses of 254 characters', async () => {
    const club = await workspace({ member_portal: { slug: 'tsv' } })
    await club.post(PERSONS, { email: email(254) })
    expect((await deliverMails((await requestLink('tsv', email(254))).queued)).sent).toHaveLength(1)
    expect((await requestLink('tsv', email(255))).answer.status).toBe(422)
  })

  it('asks for 30 fees at once, the earliest first', async () => {
    const club = await workspace()
    await seedMembers(club.id, 1)
    await claimed(club, 30)
    const session = await signIn(club, { person_id: memberId(1) })
    const page = async () => (await session.get(`/portal/persons/${memberId(1)}/fees`)).text
    const shown = async () => [...(await page()).matchAll(/Fee \d+\b/g)].map(String)
    expect(await shown()).toEqual(range(30).map((n) => `Fee ${n + 1}`))
    expect(await page()).not.toContain('sobald diese bezahlt sind')
    await claimed(club, 1, 31)
    expect(await shown()).toEqual(range(30).map((n) => `Fee ${n + 1}`))
    expect(await page()).toContain('sobald diese bezahlt sind')
  })
})

/** Creates a number of fees, each for another seeded member. */
async function claimed(club: Workspace, number: number, first = 1): Promise<void> {
  const data = range(number).map((n) => ({
    amount: 1,
    description: `Fee ${n + first}`,
    person_external_id: 'e1',
  }))
  expect((await club.post('/fees', { data })).status).toBe(201)
}

describe('write that conflicts with others', () => {
  /** The real database, in which the first `losses` writes of a two-trip request conflict with others. */
  function losing(losses: number) {
    let trips = 0
    const DB = fakeD1(async (statements) => {
      trips += 1
      if (trips % 2 === 0 && trips <= 2 * losses) throw new Error('UNIQUE constraint failed: persons.id')
      return env.DB.batch(statements)
    })
    return { env: { DB }, trips: () => trips }
  }

  it.each([
    [24, 201, 50],
    [25, 503, 50],
  ])('of %i attempts returns %i', async (losses, status, trips) => {
    const club = await workspace()
    const wait = vi.spyOn(scheduler, 'wait').mockResolvedValue()
    const random = vi.spyOn(Math, 'random').mockReturnValue(1)
    const database = losing(losses)
    const answer = await club.post(PERSONS, { external_id: 'ada' }, { env: database.env })
    const pauses = wait.mock.calls.map(([milliseconds]) => milliseconds)
    wait.mockRestore()
    random.mockRestore()
    expect([answer.status, database.trips()]).toEqual([status, trips])
    if (status === 503) expect(answer.body.type).toMatch(/\/busy$/)
    expect(await count('persons')).toBe(status === 201 ? 1 : 0)
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, ...Array(17).fill(800)])
  })
})

describe('Idempotency-Key', () => {
  it('is taken over from an attempt that began more than 60 seconds ago, and not before', async () => {
    const club = await workspace()
    const send = (act?: () => void) => {
      const DB = fakeD1(async (statements) => {
        act?.()
        return env.DB.batch(statements)
      })
      const headers = { 'Idempotency-Key': 'k' }
      return club.post(PERSONS, { external_id: 'ada' }, { headers, env: { DB } })
    }
    let trips = 0
    const died = await send(() => {
      trips += 1
      if (trips > 1) throw new Error('the isolate died')
    })
    expect([died.status, await count('persons')]).toEqual([500, 0])
    const age = (by: string) =>
      rows("UPDATE idempotent_requests SET started_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?)", by)
    await age('-50 seconds')
    expect([(await send()).status, await count('persons')]).toEqual([409, 0])
    await age('-60.1 seconds')
    expect([(await send()).status, await count('persons')]).toEqual([201, 1])
  })
})

describe('settings of a workspace', () => {
  it.each<[string, (size: number) => object, string, number]>([
    ['name', (size) => ({ name: x(size) }), 'name', 255],
    ['slug', (size) => ({ member_portal: { slug: x(size) } }), 'member_portal.slug', 63],
    ['sender', (size) => ({ member_portal: { sender_name: x(size) } }), 'member_portal.sender_name', 100],
  ])('have a %s of limited length', async (_, settings, path, limit) => {
    const club = await workspace()
    const change = (size: number) => operator('PATCH', `/operator/workspaces/${club.id}`, settings(size))
    const before = await rows('SELECT * FROM workspaces')
    expect(errors(await change(limit + 1))).toEqual([422, [path]])
    expect(await rows('SELECT * FROM workspaces')).toEqual(before)
    const { status, body } = await change(limit)
    expect(status).toBe(200)
    expect(body.data).toMatchObject(settings(limit))
  })
})
