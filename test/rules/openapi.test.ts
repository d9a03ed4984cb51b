import { Validator } from '@cfworker/json-schema'
import { expect, it } from 'vitest'
import { app } from '../../src/app'
import { READ_ONLY } from '../../src/domain/person-fields/list-fields'
import { call, type Options, ORIGIN } from '../support/call'
import { workspace } from '../support/workspace'

/** The endpoints of the contract with the statuses that it names, per endpoint or in its table of errors. */
const CONTRACT: Record<string, number[]> = {
  'GET /lists/{list_id}/persons': [200, 402, 403, 404],
  'PUT /lists/{list_id}/persons': [402, 403, 404, 422],
  'POST /lists/{list_id}/persons': [201, 402, 403, 404, 422],
  'GET /lists/{list_id}/persons/{person_id}': [200, 402, 403, 404],
  'PUT /lists/{list_id}/persons/{person_id}': [200, 402, 403, 404, 422],
  'DELETE /lists/{list_id}/persons/{person_id}': [204, 402, 403, 404],
  'GET /lists/{list_id}/custom_columns': [200, 402, 403, 404],
  'PUT /lists/{list_id}/custom_columns': [201, 402, 403, 404, 422],
  'POST /fees': [201, 403, 422],
  'POST /member_portal_sessions': [201, 402, 403, 404, 422],
  'GET /me': [],
}

/** Routes for browsers and tools: pages, what they load, and the document itself. */
const UNDESCRIBED =
  /^\/($|docs($|\/)|problems($|\/)|portal($|\/)|join\/|unsubscribe\/|dashboard($|\/)|openapi\.json$|health$|favicon\.svg$|apple-touch-icon\.png$)/

type Schema = {
  $ref?: string
  type?: string
  pattern?: string
  format?: string
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | object
  examples?: unknown[]
}
type Media = { schema: Schema; example?: unknown; examples?: object }
type Response = {
  description?: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, Media>
  'x-alternative-content'?: Record<string, Media>
}
type Parameter = {
  in: string
  name: string
  required?: boolean
  description?: string
  example?: unknown
  schema?: Schema
}
type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
}

it('describes every route except pages, /health and itself, and nothing else', async () => {
  const served = app.routes
    .filter(({ method, path }) => method !== 'ALL' && !UNDESCRIBED.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(new Set(Object.keys(await operations()))).toEqual(new Set(served))
})

it('says of no value that it is null by default', async () => {
  expect((await call('GET', '/openapi.json')).text).not.toContain('"default":null')
})

it.each(Object.entries(CONTRACT))(
  'declares %s with the statuses of the contract',
  async (endpoint, statuses) => {
    const responses = Object.keys((await operations())[endpoint]?.responses ?? {})
    // 401 and 500 among them.
    expect(responses).toContain('default')
    const declared = responses.map(Number)
    expect(declared).toEqual(expect.arrayContaining(statuses))
    expect(declared.filter((status) => status < 300)).toHaveLength(1)
  },
)

it.each([
  ['If-Match', '412'],
  ['If-None-Match', '304'],
  ['Idempotency-Key', '409'],
])('declares %s on exactly the operations that may return %s', async (header, status) => {
  // The operator is also told 409 of a workspace that cannot leave or come back yet.
  const all = Object.entries(await operations()).filter(([endpoint]) => !endpoint.includes('/operator/'))
  const taking = all.filter(([, { parameters }]) => parameters?.some(({ name }) => name === header))
  const answering = all.filter(([, { responses }]) => status in responses)
  expect(taking.length).toBeGreaterThan(0)
  expect(taking.map(([endpoint]) => endpoint)).toEqual(answering.map(([endpoint]) => endpoint))
})

it('describes the errors that all operations share once, and the bookmark on those of the API', async () => {
  for (const [endpoint, { parameters, responses }] of Object.entries(await operations())) {
    const isApi = !endpoint.includes('/operator/')
    expect(responses.default, endpoint).toEqual({ $ref: '#/components/responses/Problem' })
    for (const status of ['401', '429', '500', '503']) expect(responses, endpoint).not.toHaveProperty(status)
    expect(parameters?.some(({ name }) => name === 'X-D1-Bookmark') ?? false, endpoint).toBe(isApi)
  }
  const { Problem } = (await described()).components.responses
  for (const error of ['401', '429', '500', '503']) expect(Problem?.description).toContain(error)
  expect(Object.keys(Problem?.headers ?? {})).toEqual(
    expect.arrayContaining(['WWW-Authenticate', 'Retry-After', 'RateLimit-Policy']),
  )
})

/** The one operation whose body may be left out, as clients from before it had one do. */
const OPTIONAL_BODIES = [
  'POST /lists/{list_id}/persons/{person_id}/confirmation',
  'POST /years/{year}/closing',
]

it('declares the errors of a body on every operation that accepts one', async () => {
  for (const [endpoint, { requestBody, responses }] of Object.entries(await operations()))
    if (requestBody) {
      expect(requestBody.required, endpoint).toBe(!OPTIONAL_BODIES.includes(endpoint))
      const ofJson = 'application/json' in requestBody.content ? ['400'] : []
      expect(Object.keys(responses), endpoint).toEqual(
        expect.arrayContaining([...ofJson, '413', '415', '422']),
      )
    }
})

it('gives every operation an id, a summary, a description, a tag, a security scheme and its path parameters', async () => {
  const documents = [await described(), await describedForOperator()]
  const tags = documents.flatMap((document) => document.tags)
  const schemes = documents.flatMap(({ components }) => Object.keys(components.securitySchemes))
  const all = Object.entries(await operations())
  expect(new Set(all.map(([, { operationId }]) => operationId)).size).toBe(all.length)
  for (const [endpoint, operation] of all) {
    expect(operation.operationId, endpoint).toMatch(/^[a-z][A-Za-z]+$/)
    expect(operation.summary, endpoint).toMatch(/^[A-Z]/)
    expect(operation.description, endpoint).toMatch(/^[A-Z`].*\.$/)
    expect(operation.tags, endpoint).toHaveLength(1)
    expect(
      tags.map(({ name }) => name),
      endpoint,
    ).toContain(operation.tags?.[0])
    const scheme = endpoint.includes('/operator/') ? 'operatorToken' : 'apiKey'
    expect(operation.security, endpoint).toEqual([{ [scheme]: [] }])
    expect(schemes).toContain(scheme)
    const named = [...endpoint.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const inPath = operation.parameters?.filter((parameter) => parameter.in === 'path') ?? []
    expect(
      inPath.map(({ name }) => name),
      endpoint,
    ).toEqual(named)
    for (const { name, example } of inPath) expect(example, `${endpoint} ${name}`).toMatch(/^[a-z\d]/)
    for (const parameter of operation.parameters ?? []) expect(parameter.description, endpoint).toBeTruthy()
  }
})

it('shows an example of every request body', async () => {
  const { components } = await described()
  const hasExample = ({ schema, example, examples }: Media): boolean => {
    const target = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
    return example !== undefined || examples !== undefined || (target?.examples?.length ?? 0) > 0
  }
  const without = Object.entries(await operations())
    .filter(([, { requestBody }]) => {
      const [media] = Object.values(requestBody?.content ?? {})
      return media && !hasExample(media)
    })
    .map(([endpoint]) => endpoint)
  expect(without).toEqual([])
})

it('shows no pattern that is longer than a reader reads, and none beside a format', async () => {
  const { text } = await call('GET', '/openapi.json')
  const patterns = [...text.matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(([, pattern]) => String(pattern))
  expect(patterns.filter((pattern) => pattern.length > 40)).toEqual([])
  for (const { properties = {} } of await schemas())
    for (const [name, { format, pattern }] of Object.entries(properties))
      if (format) expect(pattern, name).toBeUndefined()
})

it('gives a pattern to texts alone', async () => {
  for (const [endpoint, { parameters = [] }] of Object.entries(await operations()))
    for (const { name, schema } of parameters)
      if (schema?.pattern !== undefined)
        expect([schema.type, endpoint, name]).toEqual(['string', endpoint, name])
})

it('describes the routes of the operator in a document of their own', async () => {
  const [{ paths }, operator] = [await described(), await describedForOperator()]
  expect(Object.keys(paths).filter((path) => path.startsWith('/operator'))).toEqual([])
  expect(Object.keys(operator.paths).filter((path) => !path.startsWith('/operator'))).toEqual([])
  expect(Object.keys(operator.components.securitySchemes)).toEqual(['operatorToken'])
})

it('gives every error a problem with an example, and every success with a body a schema', async () => {
  for (const [endpoint, { responses }] of Object.entries(await operations()))
    for (const [status, { description, content }] of Object.entries(responses)) {
      if (status === 'default') continue
      expect(description, `${endpoint} ${status}`).toBeTruthy()
      if (status === '204' || status === '304') expect(content, endpoint).toBeUndefined()
      else if (Number(status) < 300)
        expect(Object.values(content ?? {})[0], endpoint).toHaveProperty('schema')
      else expect(content, endpoint).toHaveProperty(['application/problem+json', 'examples'])
    }
})

it('lets answers gain fields, actors, doors and codes', async () => {
  const { body } = await call('GET', '/openapi.json')
  const { Event, Issue, NameInput } = body.components.schemas
  expect(Event).not.toHaveProperty('additionalProperties')
  expect(Issue).not.toHaveProperty('additionalProperties')
  for (const of of [Event.properties.door, Event.properties.actor.properties.kind, Issue.properties.code])
    expect(of.anyOf).toEqual([{ type: 'string', enum: expect.any(Array) }, { type: 'string' }])
  expect(NameInput).toHaveProperty('additionalProperties', false)
})

it('resolves every reference within the document', async () => {
  const { components } = await described()
  const { text } = await call('GET', '/openapi.json')
  for (const [, kind, name] of text.matchAll(/"\$ref":"#\/components\/([^/"]+)\/([^"]+)"/g))
    expect(components).toHaveProperty([String(kind), String(name)])
  expect(text.match(/"\$ref":"(?!#\/components\/(schemas|headers|responses)\/)/)).toBeNull()
})

it('omits the type of additional properties beside properties, which it would contradict', async () => {
  const open = (await schemas()).filter(
    ({ properties, additionalProperties }) => properties && typeof additionalProperties === 'object',
  )
  expect(open.length).toBeGreaterThan(3)
  for (const { additionalProperties } of open)
    expect(Object.keys(Object(additionalProperties))).toEqual(['description'])
})

it('accepts the id and the other read-only fields of a person without requiring them', async () => {
  const { PersonInput } = (await described()).components.schemas
  expect(Object.keys(PersonInput?.properties ?? {})).toEqual(expect.arrayContaining([...READ_ONLY.members]))
  expect(PersonInput?.required).toBeUndefined()
})

it.each([
  ['Name', 'first_name'],
  ['Address', 'street'],
  ['PhoneNumber', 'number'],
  ['BankAccount', 'signatory'],
  ['SepaMandate', 'signature_date'],
])('describes %s once as it is returned and once as it is sent', async (name, part) => {
  const { components } = await described()
  const parts = Object.keys(components.schemas[name]?.properties ?? {})
  expect(parts).toContain(part)
  const holding = (await schemas()).filter(
    ({ properties = {} }) =>
      parts.every((key) => key in properties) && Object.keys(properties).length === parts.length,
  )
  expect(holding).toEqual([components.schemas[name], components.schemas[`${name}Input`]])
})

it('limits no integer to the range of doubles', async () => {
  const { text } = await call('GET', '/openapi.json')
  expect(text).not.toContain(`${Number.MAX_SAFE_INTEGER}`)
})

it('describes every instant as a date-time', async () => {
  const instants = (await schemas()).flatMap(({ properties = {} }) =>
    Object.entries(properties).filter(([name]) => name.endsWith('_at')),
  )
  expect(instants.length).toBeGreaterThan(10)
  for (const [name, { format, anyOf }] of instants)
    expect(anyOf?.[0]?.format ?? format, name).toBe('date-time')
})

it.each<[string, object[], object[]]>([
  [
    'POST /fees',
    [
      { data: [{ amount: 1, description: 'x', person_id: 'per_1' }] },
      { data: [{ amount: 1, description: 'x', person_id: 'per_1', person_external_id: null }] },
    ],
    [
      { data: [{ amount: 1, description: 'x' }] },
      { data: [{ amount: 1, description: 'x', person_id: 'per_1', person_external_id: 'ada' }] },
    ],
  ],
  [
    'POST /member_portal_sessions',
    [{ person_id: 'per_1' }, { email: 'ada@example.org' }, { membership_number: '1' }],
    [{}, { email: null }, { person_id: 'per_1', email: 'ada@example.org' }],
  ],
  [
    'PATCH /operator/workspaces/{workspace_id}',
    [{ member_portal: { colour: '#1A2B3C' } }, { member_portal: { colour: '#1a2b3c' } }],
    [{ member_portal: { colour: '#1a2b3g' } }],
  ],
])('describes the body of %s as strictly as the service validates it', async (endpoint, taken, refused) => {
  const { components } = await described()
  const schema = (await operations())[endpoint]?.requestBody?.content['application/json']?.schema
  const validator = new Validator({ allOf: [Object(schema)], components }, '2020-12')
  for (const body of taken) expect(validator.validate(body).errors).toEqual([])
  for (const body of refused) expect(validator.validate(body).valid, JSON.stringify(body)).toBe(false)
})

it('names this deployment as its server, a contact, and what HEAD does', async () => {
  const { servers, info } = await described()
  expect(servers).toEqual([{ url: ORIGIN, description: 'This deployment' }])
  expect(info.contact).toEqual({ name: expect.any(String) })
  expect(info.description).toMatch(/HEAD is answered wherever GET is/)
  const { body } = await call('GET', '/openapi.json', { env: { PUBLIC_URL: 'https://api.example.org/' } })
  expect(body.servers[0].url).toBe('https://api.example.org')
})

it('describes persons as JSON only, and names CSV beside it', async () => {
  const all = await operations()
  const { content, ...page } = all['GET /lists/{list_id}/persons']?.responses[200] ?? {}
  expect(Object.keys(content ?? {})).toEqual(['application/json'])
  expect(Object.keys(page['x-alternative-content'] ?? {})).toEqual(['text/csv'])
  const written = all['PUT /lists/{list_id}/persons']?.requestBody?.content
  expect(Object.keys(written ?? {})).toEqual(['application/json', 'text/csv'])
})

it('accepts the example of CSV that it shows', async () => {
  const club = await workspace()
  const endpoint = 'PUT /lists/{list_id}/persons'
  const { example } = (await operations())[endpoint]?.requestBody?.content['text/csv'] ?? {}
  const headers = { 'Content-Type': 'text/csv' }
  const { body } = await call('PUT', '/lists/members/persons', {
    key: club.key,
    raw: String(example),
    headers,
  })
  expect(body.meta).toEqual({ created: 1, updated: 0, unchanged: 0, deleted: 0 })
})

const refusing = { limit: async () => ({ success: false }) }

// `call` checks that the headers of a response are described.
it.each<[string, string, string, Options]>([
  ['X-Request-Id', 'GET', '/me', {}],
  ['X-D1-Bookmark', 'GET', '/me', {}],
  ['ETag', 'GET', '/lists/members/persons', {}],
  ['ETag', 'POST', '/lists/members/persons', { body: { external_id: 'ada' } }],
  ['Link', 'GET', '/lists/members/persons', {}],
  ['Link', 'GET', '/fees', {}],
  ['Content-Disposition', 'GET', '/lists/members/persons', { headers: { Accept: 'text/csv' } }],
  ['WWW-Authenticate', 'GET', '/me', { key: 'mas_unknown' }],
  ['Retry-After', 'GET', '/me', { env: { KEY_RATE: refusing } }],
  ['RateLimit-Policy', 'GET', '/me', { env: { KEY_RATE: refusing } }],
])('describes the header %s, which %s %s returns', async (header, method, path, options) => {
  const { key } = await workspace()
  const { headers } = await call(method, path, { key, ...options })
  expect(headers.get(header)).toBeTruthy()
  expect((await described()).components.headers).toHaveProperty([header, 'description'])
})

it('describes Idempotent-Replayed, which the second response has', async () => {
  const club = await workspace()
  const create = () =>
    club.post('/lists/members/persons', { external_id: 'ada' }, { headers: { 'Idempotency-Key': 'k' } })
  await create()
  expect((await create()).headers.get('Idempotent-Replayed')).toBe('true')
  expect((await described()).components.headers).toHaveProperty('Idempotent-Replayed')
})

type Described = {
  servers: object[]
  info: { description: string; contact?: object }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    headers: object
    responses: Record<string, Response>
    securitySchemes: object
  }
}

const described = async (): Promise<Described> => (await call('GET', '/openapi.json')).body

const describedForOperator = async (): Promise<Described> =>
  (await call('GET', '/docs/operator/openapi.json')).body

/** The operations of both documents. */
async function operations(): Promise<Record<string, Operation>> {
  const documents = [await described(), await describedForOperator()]
  return Object.fromEntries(
    documents
      .flatMap(({ paths }) => Object.entries(paths))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
      ),
  )
}

/** All schemas of the document, nested ones included. */
async function schemas(): Promise<Schema[]> {
  const objectSchemas: Schema[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('properties' in value) objectSchemas.push(value as Schema)
    for (const inner of Object.values(value)) visit(inner)
  }
  const { components, paths } = await described()
  visit([components.schemas, paths])
  return objectSchemas
}
