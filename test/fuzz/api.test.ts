import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, call } from '../support/call'
import { createEverything, type Everything, filled } from '../support/everything'
import { openApi } from '../support/openapi'
import { inPart, runs } from '../support/runs'
import { type Snapshot, snapshot } from '../support/snapshot'
import { emptyStorage, everyRow } from '../support/storage'
import { workspace } from '../support/workspace'

type Schema = {
  $ref?: string
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}
type Endpoint = { method: string; path: string; schema?: Schema }

const { paths, components } = (await openApi()) as unknown as {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
  components: { schemas: Record<string, Schema> }
}
const ENDPOINTS: Endpoint[] = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, { requestBody }]) => {
    const schema = requestBody?.content['application/json']?.schema
    return { method: method.toUpperCase(), path, ...(schema && { schema }) }
  }),
)
const WITH_BODY = ENDPOINTS.filter(({ schema }) => schema) as Required<Endpoint>[]

describe.each(WITH_BODY)('$method $path', { meta: { sharesStorage: true } }, ({ method, path, schema }) => {
  it('accepts or refuses any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyJson, { weight: 4, arbitrary: jsonFor(schema) }), async (raw) => {
        const fixture = await unchangedFixture()
        await sendAndCheck(fixture, () => sendRaw(fixture, method, filled(path, fixture), raw))
      }),
      runs(4),
    )
  })

  it('accepts or refuses any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 40 }), brokenJson(schema)), async (raw) => {
        const fixture = await unchangedFixture()
        await sendAndCheck(fixture, () => sendRaw(fixture, method, filled(path, fixture), raw))
      }),
      runs(3),
    )
  })

  it('refuses values that are too long, too many or too deep at any path', async () => {
    const fixture = await unchangedFixture()
    for (const [index, place] of pathsIn(schema).entries())
      for (const [nth, [what, text]] of Object.entries(HEAVY).entries()) {
        if (index > inPart(2, 0) && (index + nth) % inPart(4, 12) > 0) continue
        const hint = `${what} in ${place('…')}`
        const answer = await sendAndCheck(
          fixture,
          () => sendRaw(fixture, method, filled(path, fixture), place(text)),
          hint,
        )
        expect(answer.status, hint).toBeGreaterThanOrEqual(400)
      }
  })
})

it('refuses ten thousand persons with an error in every field', async () => {
  const fixture = await unchangedFixture()
  const fields = Object.keys(written('PersonInput').properties ?? {})
  const wrong = {
    ...Object.fromEntries(fields.map((field) => [field, 0])),
    id: 0,
    created_at: 0,
    membership_status: 0,
  }
  const data = JSON.stringify({ data: Array(10_000).fill(wrong) })
  const answer = await sendAndCheck(fixture, () => sendRaw(fixture, 'PUT', '/lists/members/persons', data))
  expect(answer.status).toBe(422)
})

it('refuses a person whose custom values are larger than a row, in one request or in several', async () => {
  const fixture = await ownFixture()
  const columns = Array.from({ length: 20 }, (_, index) => ({
    name: 'Lots',
    type: 'array',
    external_id: `lots_${index}`,
  }))
  await fixture.club.put('/lists/members/custom_columns', { data: columns })
  const lots = Array(200).fill('😀'.repeat(255))
  const all = Object.fromEntries(columns.map(({ external_id }) => [external_id, lots]))
  const persons = `/lists/members/persons`
  const whole = await sendAndCheck(fixture, () =>
    fixture.club.put(persons, { data: [{ email: 'a@example.org', ...all }] }),
  )
  expect(whole.status).toBe(422)
  for (const key of Object.keys(all))
    await sendAndCheck(
      fixture,
      () => fixture.club.put(`${persons}/${fixture.members.person}`, { [key]: lots }),
      key,
    )
})

it('refuses a contact that only a custom column with the key of a field of members identifies', async () => {
  const { club } = await ownFixture()
  for (const key of ['membership_number', 'join_date', 'leave_date', 'membership_status']) {
    const added = await club.put('/lists/contacts/custom_columns', {
      data: [{ name: 'Taken over', type: 'string', external_id: key }],
    })
    if (added.status !== 201) continue
    const { status } = await club.post('/lists/contacts/persons', { [key]: '1815' })
    expect(status, key).toBe(422)
  }
})

describe('paths', { meta: { sharesStorage: true } }, () => {
  it.each(ENDPOINTS.filter(({ path }) => path.includes('{')))(
    '$method $path accepts or refuses any segment',
    async (endpoint) => {
      const { method, path, schema } = endpoint
      const places = path.match(/\{\w+\}/g) ?? []
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...places), segment, async (place, text) => {
          const fixture = await unchangedFixture()
          const [start = '', end = ''] = path.split(place)
          const odd = `${filled(start, fixture)}${text}${filled(end, fixture)}`
          await sendAndCheck(fixture, () =>
            schema ? sendRaw(fixture, method, odd, '{}') : send(fixture, method, odd),
          )
        }),
        runs(4),
      )
    },
  )

  it.each(ENDPOINTS.filter(({ method }) => method === 'GET'))(
    '$method $path accepts or refuses any query',
    async ({ path }) => {
      const name = fc.oneof(
        fc.constantFrom('cursor', 'per_page', 'area', '__proto__', 'constructor', ''),
        fc.constantFrom('search', 'updated_since', 'created_since', 'since', 'reference', 'person_id'),
        fc.oneof(fc.constantFrom(...FILTERED), segment).map((field) => `filter[${field}]`),
        segment,
      )
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(name, segment), { maxLength: 3 }), async (parameters) => {
          const fixture = await unchangedFixture()
          const query = parameters.map(([name, value]) => `${name}=${value.replaceAll('#', '')}`).join('&')
          await sendAndCheck(fixture, () => send(fixture, 'GET', `${filled(path, fixture)}?${query}`))
        }),
        runs(4),
      )
    },
  )

  it.each(ENDPOINTS)('$method $path accepts or refuses any header', async ({ method, path, schema }) => {
    const name = fc.constantFrom('If-Match', 'If-None-Match', 'Idempotency-Key', 'X-D1-Bookmark')
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, headerText, { maxKeys: 2 }), async (headers) => {
        const fixture = await unchangedFixture()
        const json = schema && { raw: '{}', headers: { ...headers, 'Content-Type': 'application/json' } }
        await sendAndCheck(
          fixture,
          () => send(fixture, method, filled(path, fixture), json ?? { headers }),
          JSON.stringify(headers),
        )
      }),
      { ...runs(4), examples: [[{ 'If-None-Match': '*' }], [{ 'X-D1-Bookmark': 'x' }]] },
    )
  })
})

it('finds persons by every external_id that is accepted', async () => {
  const pieces = [
    '%',
    '%2F',
    '%25',
    '/',
    '?',
    '#',
    '.',
    '..',
    '\\',
    ' ',
    '+',
    '&',
    ';',
    ':',
    '@',
    "O'Neill",
    '"',
  ]
  const odd = [
    'é',
    'e\u0301',
    '😀',
    '\u202e',
    '\ufeff',
    '\u2028',
    '\ufffd',
    '\u00a0',
    'per',
    '_',
    'شكر',
    '\0',
    '\ud800',
  ]
  const text = fc.oneof(
    fc
      .array(fc.constantFrom(...pieces, ...odd), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join('')),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
  )
  const { club } = await ownFixture()
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom('members', 'contacts'), async (external_id, list) => {
      const created = await club.post(`/lists/${list}/persons`, { external_id })
      if (created.status === 422) return
      expect(created.status).toBe(201)
      expect(created.body.data.external_id).toBe(external_id)
      const path = `/lists/${list}/persons/${encodeURIComponent(external_id)}`
      expect((await club.get(path)).body.data).toEqual(created.body.data)
      const updated = await club.put(path, { email: 'new@example.org' })
      expect(updated.body.data).toMatchObject({ id: created.body.data.id, email: 'new@example.org' })
      expect((await club.delete(path)).status).toBe(204)
      expect((await club.get(path)).status).toBe(404)
    }),
    runs(40),
  )
})

it('returns every tidy text of a person exactly as it was sent', async () => {
  // Texts are composed, and lose blanks at their ends and characters that no reader sees.
  const unseen = /\p{Default_Ignorable_Code_Point}|[\u2028\u2029\ufff9-\ufffb]/u
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 64 })
    .filter((one) => !unseen.test(one) && one === one.normalize('NFC').trim())
  const fields = fc.record({
    first: text,
    last: text,
    number: text,
    free: text,
    many: fc.array(text, { maxLength: 4 }),
  })
  const columns = { free: 'string', many: 'array', double: 'number', integer: 'integer' }
  const data = Object.entries(columns).map(([key, type]) => ({ name: key, type, external_id: key }))
  const { club } = await ownFixture()
  await club.put('/lists/members/custom_columns', { data })
  await fc.assert(
    fc.asyncProperty(
      fields,
      fc.double(),
      fc.integer(),
      async ({ first, last, number, free, many }, double, integer) => {
        const name = { first_name: first, last_name: last }
        const person = { name, membership_number: number, free, many, double, integer }
        const created = await club.post('/lists/members/persons', person)
        if (created.status === 422) return
        expect(created.body.data).toMatchObject(JSON.parse(JSON.stringify(person)))
        const { id } = created.body.data
        const again = await club.put(`/lists/members/persons/${id}`, created.body.data)
        expect(again.text).toBe(created.text)
        expect((await club.get(`/lists/members/persons/${id}`)).text).toBe(created.text)
        // The number is free for the next person.
        expect((await club.delete(`/lists/members/persons/${id}`)).status).toBe(204)
      },
    ),
    runs(25),
  )
})

type Fixture = Everything

/** A workspace with one of everything, of which each test that writes gets a copy. */
let original: { fixture: Fixture; taken: Snapshot } | undefined

/** The copy, which no request has changed, and the storage that it is in. */
let unchanged: { fixture: Fixture; storage: string } | undefined

beforeEach(({ task }) => {
  if (!task.meta.sharesStorage) unchanged = undefined
})

// Each request tells how many rows it wrote; this looks at them all.
afterEach(async () => {
  if (unchanged) expect(await readStorage()).toBe(unchanged.storage)
})

/** Returns a copy of the fixture. Makes a new one if a request has changed it. */
async function unchangedFixture(): Promise<Fixture> {
  if (unchanged) return unchanged.fixture
  await emptyStorage()
  if (!original) {
    original = await createOriginal()
    await emptyStorage()
  }
  const fixture = await original.taken.copy(original.fixture)
  unchanged = { fixture, storage: await readStorage() }
  return fixture
}

/** Returns a copy of the fixture for a test that changes it by itself. */
async function ownFixture(): Promise<Fixture> {
  const fixture = await unchangedFixture()
  unchanged = undefined
  return fixture
}

async function createOriginal() {
  const club = await workspace()
  const fixture = await createEverything(club)
  const columns = [
    { name: 'Motto', type: 'string', external_id: 'motto' },
    { name: 'Parts', type: 'array' },
  ]
  await club.put('/lists/members/custom_columns', { data: columns })
  await club.post('/lists/members/persons', {
    external_id: 'crm-1',
    email: 'ada@example.org',
    motto: '"col_":',
  })
  await club.post('/lists/members/persons', { external_id: 'crm-2', creation_behaviour: 'unconfirmed' })
  return { fixture, taken: await snapshot(club) }
}

/** Sends a request that may be refused with a problem, which changes nothing, but never fails. */
async function sendAndCheck(fixture: Fixture, request: () => Promise<Answer>, hint = ''): Promise<Answer> {
  const kept = unchanged
  unchanged = undefined
  const answer = await request()
  const message = `${hint} ${answer.text.slice(0, 300)}`
  expect(answer.status, message).toBeLessThan(500)
  expect(answer.headers.get('X-Request-Id'), message).toBeTruthy()
  if (answer.status < 400) {
    if (answer.cost.rowsWritten === 0) unchanged = kept
    return answer
  }
  expect(answer.headers.get('Content-Type'), message).toBe('application/problem+json')
  expect(answer.body, message).toMatchObject({
    status: answer.status,
    request_id: answer.headers.get('X-Request-Id'),
  })
  // A key of a request that is refused is claimed and given back.
  if (answer.cost.rowsWritten > 0) expect(await readStorage(), message).toBe(kept?.storage)
  unchanged = kept
  expect(answer.status, `the key of ${fixture.club.id} is revoked`).not.toBe(401)
  return answer
}

const readStorage = async () => JSON.stringify(await everyRow())

const sendRaw = (fixture: Fixture, method: string, path: string, raw: BodyInit) =>
  send(fixture, method, path, { raw, headers: { 'Content-Type': 'application/json' } })

const send = (fixture: Fixture, method: string, path: string, options = {}) =>
  call(method, path, {
    key: path.startsWith('/operator') ? env.OPERATOR_TOKEN : fixture.club.key,
    ...options,
  })

const ODD_TEXTS = [
  '1e400',
  '-1e400',
  '1E-400',
  '-0',
  '9007199254740993',
  '9'.repeat(400),
  '0.1',
  '4500',
  'true',
  'null',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u202eABC \\u0634\\u0643\\u0631"',
  '"O\'Neill"',
  '"\'; DROP TABLE persons; --"',
  '"\\"col_000000000000000000000000\\":1"',
  '"col_000000000000000000000000"',
  '"😀"',
  '"crm-1"',
  '"crm-2"',
  '"ada@example.org"',
  '"2026-02-31"',
  '"2026-02-28"',
  '"+275760-09-13T00:00:00.000Z"',
  '"9999-12-31T23:59:59Z"',
  '"__proto__"',
  '{"__proto__":{"id":"x","first_name":"x"}}',
  '{"constructor":{"prototype":null}}',
  '{"toJSON":1,"length":1e9,"then":{}}',
  '[null]',
  '[[],{},""]',
]

const anyJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.json({ maxDepth: 3, stringUnit: 'binary' }),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => JSON.stringify(text)),
)

/** JSON that follows a schema in part; keys may be omitted, unknown or repeated. */
function jsonFor(schema: Schema): fc.Arbitrary<string> {
  return fc.oneof({ weight: 3, arbitrary: jsonMatching(schema) }, { weight: 1, arbitrary: anyJson })
}

function jsonMatching(schema: Schema): fc.Arbitrary<string> {
  const { type, enum: values, anyOf, properties, items } = schema.$ref ? written(schema.$ref) : schema
  if (values) return fc.constantFrom(...values.map((value) => JSON.stringify(value)))
  if (anyOf) return fc.oneof(...anyOf.map(jsonMatching))
  if (items) return fc.array(jsonFor(items), { maxLength: 3 }).map((texts) => `[${texts}]`)
  if (type === 'integer' || type === 'number') return fc.integer().map(String)
  if (type === 'boolean') return fc.boolean().map(String)
  if (!properties) return fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text))
  const fields = Object.entries(properties).map(([key, property]) =>
    jsonFor(property).map((text) => `${JSON.stringify(key)}:${text}`),
  )
  const unknown = fc
    .tuple(fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'id', 'motto', 'col_', ''), anyJson)
    .map(([key, text]) => `${JSON.stringify(key)}:${text}`)
  const pair = fc.oneof(...fields.map((arbitrary) => ({ weight: 6, arbitrary })), {
    weight: 1,
    arbitrary: unknown,
  })
  return fc.array(pair, { maxLength: 6 }).map((pairs) => `{${pairs}}`)
}

const written = (ref: string): Schema => components.schemas[ref.split('/').at(-1) ?? ''] ?? {}

/** JSON that is cut off or has an extra byte. */
const brokenJson = (schema: Schema) =>
  fc.tuple(jsonFor(schema), fc.nat(), fc.integer({ min: -1, max: 255 })).map(([text, position, byte]) => {
    const bytes = new TextEncoder().encode(text)
    const cut = position % (bytes.length + 1)
    return byte < 0
      ? bytes.slice(0, cut)
      : Uint8Array.from([...bytes.slice(0, cut), byte, ...bytes.slice(cut)])
  })

const HEAVY = {
  'a text of 3 MB': `"${'x'.repeat(3_000_000)}"`,
  'a text of 900 KB': `"${'é'.repeat(450_000)}"`,
  '100,000 levels of arrays': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  '100,000 levels of objects': `${'{"name":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  'an array of 20,000 texts': `[${Array(20_000).fill('"x"')}]`,
  'an array of 20,000 objects': `[${Array(20_000).fill('{"":0}')}]`,
  'an array of 200,000 numbers': `[${Array(200_000).fill('0')}]`,
  'an object of 20,000 keys': `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":0`)}}`,
}

/** The positions of a value: as the whole, under each key, and under each key of an item or a part. */
function pathsIn(schema: Schema): ((text: string) => string)[] {
  const { properties, items } = schema.$ref ? written(schema.$ref) : schema
  if (items) return [...pathsIn(items)].map((place) => (text) => `[${place(text)}]`)
  const below = Object.entries(properties ?? {}).flatMap(([key, property]) =>
    [itself, ...pathsIn(property).slice(1)].map(
      (place) => (text: string) => `{${JSON.stringify(key)}:${place(text)}}`,
    ),
  )
  return [itself, ...below]
}

const itself = (text: string) => text

const segment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '..',
    '%2e%2e',
    '%',
    '%2',
    '%GG',
    '%00',
    '%0A',
    '%FF',
    '%E0%A4%A',
    '%ED%A0%80',
    '%F0%9F%98%80',
  ),
  fc.constantFrom(
    '%2F',
    '%2F..%2F',
    '%252F',
    '%5C',
    '\\',
    "'",
    '"',
    '*',
    ':',
    ';',
    '{person_id}',
    ' ',
    '\u202e',
    '\ud800',
  ),
  fc.constantFrom(
    'x'.repeat(16_000),
    '%C3%A9'.repeat(5_000),
    'per_'.repeat(100),
    'null',
    'undefined',
    '__proto__',
    '500',
  ),
  fc.constantFrom(
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999999Z',
    '2026-01-01T00:00:00Z',
    'next--0123456789abcdef',
    'prev-~-0123456789abcdef',
    'next-per_0~-',
    '0',
    '-1',
    '1e2',
    'applications',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => encodeURIComponent(text)),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc
    .array(fc.nat(255), { maxLength: 8 })
    .map((bytes) => bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
)

const FILTERED = [
  'id',
  'external_id',
  'email',
  'name',
  'name.first_name',
  'address.city',
  'phone_numbers',
  'birthdate',
  'membership_number',
  'membership_status',
  'created_at',
  'motto',
  'col_000000000000000000000000',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
]

const headerText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', '*', '"', '""', '"x"', 'W/', 'W/"x"', ',', ',,"x",', '"a,b"', 'x'.repeat(8_000)),
  fc.constantFrom('first-primary', 'first-unconstrained', 'null', '__proto__', "'; DROP TABLE persons; --"),
  fc.constantFrom(
    '00000000-00000000-00000000-00000000000000000000000000000000',
    'ffffffff-ffffffff-ffffffff-ffffffffffffffffffffffffffffffff',
    '0000000g-00000000-00000000-00000000000000000000000000000000',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
)
