import { expect, it } from 'vitest'
import { app } from '../src/app'
import { call, ORIGIN } from './support/call'

/** The endpoint table of the contract with the statuses that it names, by endpoint or in its table of errors. */
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

/** What a browser or a tool asks for: pages, what they load, and the document itself. */
const UNDESCRIBED = /^\/($|docs($|\/)|problems\/|portal($|\/)|dashboard($|\/)|openapi\.json$)/

type Schema = { $ref?: string; examples?: unknown[] }
type Media = { schema: Schema; example?: unknown; examples?: object }
type Operation = {
  operationId?: string
  summary?: string
  tags?: string[]
  security?: Record<string, unknown>[]
  parameters?: { in: string; name: string; required?: boolean; description?: string }[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, { description?: string; content?: Record<string, Media> }>
}

it('describes every route but pages and itself, and nothing that has no route', async () => {
  const served = app.routes
    .filter(({ method, path }) => method !== 'ALL' && !UNDESCRIBED.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(new Set(Object.keys(await operations()))).toEqual(new Set(served))
})

it.each(Object.entries(CONTRACT))(
  'declares %s with the statuses of the contract',
  async (endpoint, statuses) => {
    const declared = Object.keys((await operations())[endpoint]?.responses ?? {}).map(Number)
    expect(declared).toEqual(expect.arrayContaining(statuses))
    expect(declared.filter((status) => status < 300)).toHaveLength(1)
    expect(declared).toEqual(expect.arrayContaining([401, 500]))
  },
)

it.each([
  ['If-Match', '412'],
  ['If-None-Match', '304'],
  ['Idempotency-Key', '409'],
])('declares %s on exactly the operations that may answer %s', async (header, status) => {
  const all = Object.entries(await operations())
  const taking = all.filter(([, { parameters }]) => parameters?.some(({ name }) => name === header))
  const answering = all.filter(([, { responses }]) => status in responses)
  expect(taking.length).toBeGreaterThan(0)
  expect(taking.map(([endpoint]) => endpoint)).toEqual(answering.map(([endpoint]) => endpoint))
})

it('declares the limit of requests on every operation, and the bookmark on those of the API', async () => {
  for (const [endpoint, { parameters, responses }] of Object.entries(await operations())) {
    const isApi = !endpoint.includes('/operator/')
    expect(responses, endpoint).toHaveProperty('429')
    expect(parameters?.some(({ name }) => name === 'X-D1-Bookmark') ?? false, endpoint).toBe(isApi)
  }
})

it('declares what refuses a body wherever one is taken', async () => {
  for (const [endpoint, { requestBody, responses }] of Object.entries(await operations()))
    if (requestBody) {
      expect(requestBody.required, endpoint).toBe(true)
      expect(Object.keys(responses), endpoint).toEqual(expect.arrayContaining(['400', '413', '415', '422']))
    }
})

it('gives every operation an id of its own, a summary, a tag, a security scheme and its path parameters', async () => {
  const { tags, components } = await described()
  const all = Object.entries(await operations())
  expect(new Set(all.map(([, { operationId }]) => operationId)).size).toBe(all.length)
  for (const [endpoint, of] of all) {
    expect(of.operationId, endpoint).toMatch(/^[a-z][A-Za-z]+$/)
    expect(of.summary, endpoint).toMatch(/^[A-Z]/)
    expect(of.tags, endpoint).toHaveLength(1)
    expect(
      tags.map(({ name }) => name),
      endpoint,
    ).toContain(of.tags?.[0])
    const scheme = endpoint.includes('/operator/') ? 'operatorToken' : 'apiKey'
    expect(of.security, endpoint).toEqual([{ [scheme]: [] }])
    expect(components.securitySchemes).toHaveProperty(scheme)
    const named = [...endpoint.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const inPath = of.parameters?.filter((parameter) => parameter.in === 'path') ?? []
    expect(
      inPath.map(({ name }) => name),
      endpoint,
    ).toEqual(named)
    for (const parameter of of.parameters ?? []) expect(parameter.description, endpoint).toBeTruthy()
  }
})

it('shows an example of every request body', async () => {
  const { components } = await described()
  const hasExample = ({ schema, example, examples }: Media): boolean => {
    const target = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
    return example !== undefined || examples !== undefined || (target?.examples?.length ?? 0) > 0
  }
  const without = Object.entries(await operations())
    .filter(
      ([, { requestBody }]) => requestBody && !hasExample(requestBody.content['application/json'] as Media),
    )
    .map(([endpoint]) => endpoint)
  expect(without).toEqual([])
})

it('gives every refusal a problem with an example, and every success with a body a schema', async () => {
  for (const [endpoint, { responses }] of Object.entries(await operations()))
    for (const [status, { description, content }] of Object.entries(responses)) {
      expect(description, `${endpoint} ${status}`).toBeTruthy()
      if (status === '204' || status === '304') expect(content, endpoint).toBeUndefined()
      else if (Number(status) < 300) expect(content, endpoint).toHaveProperty(['application/json', 'schema'])
      else expect(content, endpoint).toHaveProperty(['application/problem+json', 'examples'])
    }
})

it('resolves every reference within the document', async () => {
  const { components } = await described()
  const { text } = await call('GET', '/openapi.json')
  for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
    expect(components.schemas).toHaveProperty([String(name)])
  expect(text.match(/"\$ref":"(?!#\/components\/schemas\/)/)).toBeNull()
})

it('loads the script and the style of /docs from this host alone', async () => {
  const page = await call('GET', '/docs')
  expect(page.status).toBe(200)
  expect(page.headers.get('Content-Type')).toMatch(/^text\/html/)
  expect(page.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'; script-src 'self'/)
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => String(address))
  expect(loaded.length).toBeGreaterThanOrEqual(3)
  for (const address of loaded.filter((address) => !address.startsWith('data:')))
    expect(new URL(address, ORIGIN).origin).toBe(ORIGIN)
  expect(page.text).not.toMatch(/https?:\/\/|["']\/\//)
})

it.each([
  ['/docs/swagger-ui-bundle.js', /^(text|application)\/javascript/, 100_000],
  ['/docs/swagger-ui.css', /^text\/css/, 10_000],
  ['/docs/open.js', /^(text|application)\/javascript/, 50],
])('serves %s itself', async (path, type, least) => {
  const page = await call('GET', '/docs')
  expect(page.text).toContain(`"${path}"`)
  const { status, headers, text } = await call('GET', path)
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toMatch(type)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('X-Request-Id')).toBeTruthy()
  expect(text.length).toBeGreaterThan(least)
})

it('explains every problem at the address of its type', async () => {
  const { body } = await call('GET', '/me')
  const { status, headers, text } = await call('GET', new URL(body.type).pathname)
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toMatch(/^text\/html/)
  expect(text).toContain(body.title)
})

type Described = {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: object }
}

const described = async (): Promise<Described> => (await call('GET', '/openapi.json')).body

async function operations(): Promise<Record<string, Operation>> {
  const { paths } = await described()
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, of]) => [`${method.toUpperCase()} ${path}`, of]),
    ),
  )
}
