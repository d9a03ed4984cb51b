import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, call } from '../support/call'
import { openApi } from '../support/openapi'
import { emptyStorage } from '../support/storage'
import { rows, type Workspace, workspace } from '../support/workspace'

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

describe.each(WITH_BODY)('$method $path', ({ method, path, schema }) => {
  it('accepts or refuses any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyJson, { weight: 4, arbitrary: jsonFor(schema) }), async (raw) => {
        const world = await afresh()
        await holds(world, () => sendRaw(world, method, path, raw))
      }),
      { numRuns: 20 },
    )
  })

  it('accepts or refuses any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 40 }), broken(schema)), async (raw) => {
        const world = await afresh()
        await holds(world, () => sendRaw(world, method, path, raw))
      }),
      { numRuns: 8 },
    )
  })

  it('refuses values that are too long, too many or too deep at any path', async () => {
    const world = await afresh()
    for (const [at, place] of placesIn(schema).entries())
      for (const [nth, [what, text]] of Object.entries(HEAVY).entries()) {
        if (at > 2 && (at + nth) % 3 > 0) continue
        const hint = `${what} in ${place('…')}`
        const answer = await holds(world, () => sendRaw(world, method, path, place(text)), hint)
        expect(answer.status, hint).toBeGreaterThanOrEqual(400)
      }
  })
})

it('refuses ten thousand persons with an error in every field', async () => {
  const world = await afresh()
  const fields = Object.keys(written('PersonInput').properties ?? {})
  const wrong = {
    ...Object.fromEntries(fields.map((field) => [field, 0])),
    id: 0,
    created_at: 0,
    membership_status: 0,
  }
  const data = JSON.stringify({ data: Array(10_000).fill(wrong) })
  const answer = await holds(world, () => sendRaw(world, 'PUT', '/lists/{list_id}/persons', data))
  expect(answer.status).toBe(422)
})

it('refuses a person whose custom values are larger than a row, in one request or in several', async () => {
  const world = await settle()
  const columns = Array.from({ length: 20 }, (_, at) => ({
    name: 'Lots',
    type: 'array',
    external_id: `lots_${at}`,
  }))
  await world.club.put('/lists/members/custom_columns', { data: columns })
  const lots = Array(200).fill('😀'.repeat(255))
  const all = Object.fromEntries(columns.map(({ external_id }) => [external_id, lots]))
  const at = `/lists/members/persons`
  const whole = await holds(world, () => world.club.put(at, { data: [{ email: 'a@example.org', ...all }] }))
  expect(whole.status).toBe(422)
  for (const key of Object.keys(all))
    await holds(world, () => world.club.put(`${at}/${world.person}`, { [key]: lots }), key)
})

it('refuses a contact that only a custom column with the key of a field of members identifies', async () => {
  const { club } = await settle()
  for (const key of ['membership_number', 'join_date', 'leave_date', 'membership_status']) {
    const added = await club.put('/lists/contacts/custom_columns', {
      data: [{ name: 'Taken over', type: 'string', external_id: key }],
    })
    if (added.status !== 201) continue
    const { status } = await club.post('/lists/contacts/persons', { [key]: '1815' })
    expect(status, key).toBe(422)
  }
})

describe('paths', () => {
  it.each(ENDPOINTS.filter(({ path }) => path.includes('{')))(
    '$method $path accepts or refuses any segment',
    async (endpoint) => {
      const { method, path, schema } = endpoint
      const places = path.match(/\{\w+\}/g) ?? []
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...places), segment, async (place, text) => {
          const world = await afresh()
          const odd = path.replace(place, () => text)
          await holds(world, () => (schema ? sendRaw(world, method, odd, '{}') : send(world, method, odd)))
        }),
        { numRuns: 20 },
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
          const world = await afresh()
          const query = parameters.map(([name, value]) => `${name}=${value.replaceAll('#', '')}`).join('&')
          await holds(world, () => send(world, 'GET', `${path}?${query}`))
        }),
        { numRuns: 20 },
      )
    },
  )

  it.each(ENDPOINTS)('$method $path accepts or refuses any header', async ({ method, path, schema }) => {
    const name = fc.constantFrom('If-Match', 'If-None-Match', 'Idempotency-Key', 'X-D1-Bookmark')
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, headerText, { maxKeys: 2 }), async (headers) => {
        const world = await afresh()
        const json = schema && { raw: '{}', headers: { ...headers, 'Content-Type': 'application/json' } }
        await holds(world, () => send(world, method, path, json ?? { headers }), JSON.stringify(headers))
      }),
      { numRuns: 20, examples: [[{ 'If-None-Match': '*' }], [{ 'X-D1-Bookmark': 'x' }]] },
    )
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
    const { club } = await settle()
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('members', 'contacts'), async (external_id, list) => {
        const created = await club.post(`/lists/${list}/persons`, { external_id })
        if (created.status === 422) return
        expect(created.status).toBe(201)
        expect(created.body.data.external_id).toBe(external_id)
        const at = `/lists/${list}/persons/${encodeURIComponent(external_id)}`
        expect((await club.get(at)).body.data).toEqual(created.body.data)
        const updated = await club.put(at, { email: 'new@example.org' })
        expect(updated.body.data).toMatchObject({ id: created.body.data.id, email: 'new@example.org' })
        expect((await club.delete(at)).status).toBe(204)
        expect((await club.get(at)).status).toBe(404)
      }),
      { numRuns: 80 },
    )
  })
})

it('keeps a list equal to a model of it, in any order of creates, updates, deletions and synchronizations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 14 }), async (acts) => {
      const { club } = await settle()
      let model = [...(await allOf(club))]
      for (const act of acts) model = await perform(club, model, act)
      expect(await allOf(club)).toEqual(model.sort(byId))
    }),
    { numRuns: 25 },
  )
})

it('returns every text of a person exactly as it was sent', async () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 64 })
  const fields = fc.record({
    first: text,
    last: text,
    number: text,
    free: text,
    many: fc.array(text, { maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fields,
      fc.double(),
      fc.integer(),
      async ({ first, last, number, free, many }, double, integer) => {
        const { club } = await settle()
        const columns = { free: 'string', many: 'array', double: 'number', integer: 'integer' }
        const data = Object.entries(columns).map(([key, type]) => ({ name: key, type, external_id: key }))
        await club.put('/lists/members/custom_columns', { data })
        const name = { first_name: first, last_name: last }
        const person = { name, membership_number: number, free, many, double, integer }
        const created = await club.post('/lists/members/persons', person)
        if (created.status === 422) return
        expect(created.body.data).toMatchObject(JSON.parse(JSON.stringify(person)))
        const { id } = created.body.data
        const again = await club.put(`/lists/members/persons/${id}`, created.body.data)
        expect(again.text).toBe(created.text)
        expect((await club.get(`/lists/members/persons/${id}`)).text).toBe(created.text)
      },
    ),
    { numRuns: 25 },
  )
})

type World = { club: Workspace; person: string; unit: string; key: string; fee: string }

/** What {@link settle} left, for as long as no request has changed it. */
let unchanged: { world: World; dump: string } | undefined

beforeEach(() => {
  unchanged = undefined
})

/** Storage that holds one workspace alone, as {@link settle} leaves it. */
async function afresh(): Promise<World> {
  if (unchanged) return unchanged.world
  await emptyStorage()
  const world = await settle()
  unchanged = { world, dump: await dump() }
  return world
}

/** A workspace that has a person, an applicant, columns and a cost unit. */
async function settle(): Promise<World> {
  const club = await workspace()
  const persons = '/lists/members/persons'
  await club.put('/lists/members/custom_columns', {
    data: [
      { name: 'Motto', type: 'string', external_id: 'motto' },
      { name: 'Parts', type: 'array' },
    ],
  })
  const { body } = await club.post(persons, {
    external_id: 'crm-1',
    email: 'ada@example.org',
    motto: '"col_":',
  })
  await club.post(persons, { external_id: 'crm-2', creation_behaviour: 'unconfirmed' })
  const unit = await club.post('/cost_units', { name: 'Choir', categories: ['Notes'] })
  const fee = { amount: 4500, description: 'Annual fee', person_id: body.data.id }
  const fees = await club.post('/fees', { data: [fee] })
  const [key] = await rows<{ id: string }>('SELECT id FROM api_keys WHERE workspace_id = ?', club.id)
  return {
    club,
    person: body.data.id,
    unit: unit.body.data.id,
    key: String(key?.id),
    fee: fees.body.data[0].id,
  }
}

/** No fault of the service, a problem where refused, a request id, and nothing changed by what was refused. */
async function holds(world: World, request: () => Promise<Answer>, hint = ''): Promise<Answer> {
  const known = unchanged
  const before = known?.dump ?? (await dump())
  unchanged = undefined
  const answer = await request()
  const after = await dump()
  if (after === before) unchanged = known
  const said = `${hint} ${answer.text.slice(0, 300)}`
  expect(answer.status, said).toBeLessThan(500)
  expect(answer.headers.get('X-Request-Id'), said).toBeTruthy()
  if (answer.status < 400) return answer
  expect(answer.headers.get('Content-Type'), said).toBe('application/problem+json')
  expect(answer.body, said).toMatchObject({
    status: answer.status,
    request_id: answer.headers.get('X-Request-Id'),
  })
  expect(after, said).toEqual(before)
  expect(answer.status, `the key of ${world.club.id} went lost`).not.toBe(401)
  return answer
}

const TABLES = [
  'workspaces',
  'api_keys',
  'custom_columns',
  'persons',
  'cost_units',
  'cost_unit_categories',
  'fees',
  'deleted_persons',
]

async function dump() {
  const statements = TABLES.map((table) => env.DB.prepare(`SELECT * FROM ${table}`))
  const [tables, links] = await Promise.all([env.DB.batch(statements), env.PORTAL_LINKS.list()])
  return JSON.stringify([tables.map(({ results }) => results), links.keys])
}

const sendRaw = (world: World, method: string, path: string, raw: BodyInit) =>
  send(world, method, path, { raw, headers: { 'Content-Type': 'application/json' } })

function send({ club, person, unit, key, fee }: World, method: string, path: string, options = {}) {
  const at = path
    .replace('{list_id}', 'members')
    .replace('{person_id}', person)
    .replace('{fee_id}', fee)
    .replace('{cost_unit_id}', unit)
    .replace('{workspace_id}', club.id)
    .replace('{key_id}', key)
  return call(method, at, { key: path.startsWith('/operator') ? env.OPERATOR_TOKEN : club.key, ...options })
}

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

/** JSON text that keeps to a schema here and there; keys may be left out, unknown or given twice. */
function jsonFor(schema: Schema): fc.Arbitrary<string> {
  return fc.oneof({ weight: 3, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anyJson })
}

function fitting(schema: Schema): fc.Arbitrary<string> {
  const { type, enum: values, anyOf, properties, items } = schema.$ref ? written(schema.$ref) : schema
  if (values) return fc.constantFrom(...values.map((value) => JSON.stringify(value)))
  if (anyOf) return fc.oneof(...anyOf.map(fitting))
  if (items) return fc.array(jsonFor(items), { maxLength: 3 }).map((texts) => `[${texts}]`)
  if (type === 'integer' || type === 'number') return fc.integer().map(String)
  if (type === 'boolean') return fc.boolean().map(String)
  if (!properties) return fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text))
  const known = Object.entries(properties).map(([key, of]) =>
    jsonFor(of).map((text) => `${JSON.stringify(key)}:${text}`),
  )
  const unknown = fc
    .tuple(fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'id', 'motto', 'col_', ''), anyJson)
    .map(([key, text]) => `${JSON.stringify(key)}:${text}`)
  const pair = fc.oneof(...known.map((arbitrary) => ({ weight: 6, arbitrary })), {
    weight: 1,
    arbitrary: unknown,
  })
  return fc.array(pair, { maxLength: 6 }).map((pairs) => `{${pairs}}`)
}

const written = (ref: string): Schema => components.schemas[ref.split('/').at(-1) ?? ''] ?? {}

/** JSON that was cut, or that has a byte too many. */
const broken = (schema: Schema) =>
  fc.tuple(jsonFor(schema), fc.nat(), fc.integer({ min: -1, max: 255 })).map(([text, at, byte]) => {
    const bytes = new TextEncoder().encode(text)
    const cut = at % (bytes.length + 1)
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
  'an object of 20,000 keys': `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":0`)}}`,
}

/** The places where a value can stand: as the whole, under each key, and under each key of an item or a part. */
function placesIn(schema: Schema): ((text: string) => string)[] {
  const { properties, items } = schema.$ref ? written(schema.$ref) : schema
  if (items) return [...placesIn(items)].map((place) => (text) => `[${place(text)}]`)
  const below = Object.entries(properties ?? {}).flatMap(([key, of]) =>
    [itself, ...placesIn(of).slice(1)].map(
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

/** What the model knows of a person. */
type Person = {
  id: string
  external_id: string | null
  name: { first_name: string | null; last_name: string | null }
  email: string | null
  membership_status: string
}
type Fields = { external_id?: string | null; email?: string | null; name?: Partial<Person['name']> | null }
type Item = { by: 'id' | 'external_id' | 'none'; whom: number; fields: Fields }
type Act =
  | { do: 'create'; fields: Fields; unconfirmed: boolean }
  | { do: 'update'; whom: number; fields: Fields }
  | { do: 'delete'; whom: number }
  | { do: 'synchronise'; items: Item[]; delete_omitted: boolean }

const externalId = fc.constantFrom(null, 'a', 'A', 'b', 'c', 'd')
const partOfName = fc.constantFrom(null, 'Ada', "O'Neill", 'شكر')
const fields: fc.Arbitrary<Fields> = fc.record(
  {
    external_id: externalId,
    email: fc.constantFrom(null, 'a@example.org', 'A@example.org'),
    name: fc.option(fc.record({ first_name: partOfName, last_name: partOfName }, { requiredKeys: [] })),
  },
  { requiredKeys: [] },
)
const item: fc.Arbitrary<Item> = fc.record({
  by: fc.constantFrom('id', 'id', 'external_id', 'none'),
  whom: fc.nat(9),
  fields,
})
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('create' as const), fields, unconfirmed: fc.boolean() }),
  fc.record({ do: fc.constant('update' as const), whom: fc.nat(9), fields }),
  fc.record({ do: fc.constant('delete' as const), whom: fc.nat(9) }),
  fc.record({
    do: fc.constant('synchronise' as const),
    items: fc.array(item, { minLength: 1, maxLength: 5 }),
    delete_omitted: fc.boolean(),
  }),
)

/** Does an act and gives the model as it is afterwards; the service must take exactly what the model takes. */
async function perform(club: Workspace, model: Person[], act: Act): Promise<Person[]> {
  const persons = '/lists/members/persons'
  const pick = (whom: number) => model[whom % model.length]
  if (act.do === 'create') {
    const { fields, unconfirmed } = act
    const answer = await club.post(persons, {
      ...fields,
      ...(unconfirmed && { creation_behaviour: 'unconfirmed' }),
    })
    const after = [
      ...model,
      merged({ ...NEWCOMER, membership_status: unconfirmed ? 'applicant' : 'active' }, fields),
    ]
    return expectTaken(answer, isSound(after), 201) ? named(after, [answer.body.data.id]) : model
  }
  if (act.do === 'synchronise') return synchronise(club, model, act)
  const target = pick(act.whom)
  if (!target) return model
  const rest = model.filter((person) => person !== target)
  if (act.do === 'delete') {
    expect((await club.delete(`${persons}/${target.id}`)).status).toBe(204)
    return rest
  }
  const at = encodeURIComponent(target.external_id ?? target.id)
  const answer = await club.put(`${persons}/${at}`, act.fields)
  const after = [...rest, merged(target, act.fields)]
  return expectTaken(answer, isSound(after), 200) ? after : model
}

async function synchronise(
  club: Workspace,
  model: Person[],
  act: Act & { do: 'synchronise' },
): Promise<Person[]> {
  const data = act.items.map(({ by, whom, fields }) => {
    const target = model[whom % model.length]
    if (by === 'id' && target) return { ...fields, id: target.id }
    if (by === 'external_id' && target?.external_id) return { ...fields, external_id: target.external_id }
    return fields
  })
  const targets = data.map((fields) => model.find((person) => isMeant(person, fields)))
  const found = targets.filter((target) => target !== undefined)
  const omitted = model.filter(
    (person) => act.delete_omitted && person.membership_status === 'active' && !found.includes(person),
  )
  const written = data.map((fields, at) => merged(targets[at] ?? NEWCOMER, fields))
  const others = model.filter((person) => !found.includes(person) && !omitted.includes(person))
  const after = [...others, ...written]
  const answer = await club.put('/lists/members/persons', { data, delete_omitted: act.delete_omitted })
  const regular = model.filter(({ membership_status }) => membership_status === 'active')
  const keepsOne = found.some((person) => regular.includes(person)) || regular.length === 0
  const isTaken = isSound(after) && new Set(found).size === found.length && (!act.delete_omitted || keepsOne)
  if (!expectTaken(answer, isTaken, 200)) return model
  const updated = written.filter((person, at) => JSON.stringify(person) !== JSON.stringify(targets[at]))
  const created = data.length - found.length
  expect(answer.body.meta).toEqual({
    created,
    updated: updated.length - created,
    unchanged: data.length - updated.length,
    deleted: omitted.length,
  })
  return [
    ...others,
    ...named(
      written,
      answer.body.data.map(({ id }: Person) => id),
      true,
    ),
  ]
}

const NEWCOMER: Person = {
  id: '',
  external_id: null,
  name: { first_name: null, last_name: null },
  email: null,
  membership_status: 'active',
}

const isMeant = (person: Person, fields: Fields & { id?: string }) =>
  fields.id === undefined
    ? fields.external_id != null && person.external_id === fields.external_id
    : person.id === fields.id

const merged = (person: Person, { name, external_id, email }: Fields): Person => ({
  ...person,
  external_id: external_id === undefined ? person.external_id : external_id,
  name: name === null ? NEWCOMER.name : { ...person.name, ...name },
  email: email === undefined ? person.email : email,
})

/** Whether everybody can be told from others and no external id is there twice. */
function isSound(persons: Person[]): boolean {
  const held = persons.map(({ external_id }) => external_id).filter((id) => id !== null)
  const isSomebody = ({ name, email, external_id }: Person) =>
    [name.first_name, name.last_name, email, external_id].some((value) => value !== null)
  return new Set(held).size === held.length && persons.every(isSomebody)
}

function expectTaken(answer: Answer, isTaken: boolean, status: number): boolean {
  expect(answer.status, answer.text).toBe(isTaken ? status : 422)
  return isTaken
}

/** The persons with the ids that the service gave to those who had none, at the end or in the order of all. */
const named = (persons: Person[], ids: string[], inOrder = false): Person[] =>
  persons.map((person, at) => (person.id ? person : { ...person, id: String(inOrder ? ids[at] : ids[0]) }))

/** Everybody in both areas, page by page, by what the model knows. */
async function allOf(club: Workspace): Promise<Person[]> {
  const found: Person[] = []
  for (const area of ['regular', 'applications']) {
    let cursor: string | null = ''
    while (cursor !== null) {
      const after = cursor && `&cursor=${cursor}`
      const { body } = await club.get(`/lists/members/persons?area=${area}&per_page=3${after}`)
      found.push(...body.data)
      cursor = body.meta.next_cursor
    }
  }
  return found
    .map(({ id, external_id, name, email, membership_status }) => ({
      id,
      external_id,
      name,
      email,
      membership_status,
    }))
    .sort(byId)
}

const byId = (one: Person, other: Person) => (one.id < other.id ? -1 : 1)
