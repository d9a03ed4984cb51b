import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Validator } from '@cfworker/json-schema'
import { z } from 'zod'
import worker from '../../src/index'

type Content = Record<string, { schema: object }>
type Response = { headers: object; content?: Content; 'x-alternative-content'?: Content }
type Operation = { operationId: string; responses: Record<string, Response> }
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; responses: Record<string, Response> }
}

let loaded: Promise<OpenApi> | undefined

/** What the service describes: its API, and the routes of the operator. */
export function openApi(): Promise<OpenApi> {
  loaded ??= Promise.all(['/openapi.json', '/docs/operator/openapi.json'].map(fetchDocument)).then(
    ([api, operator]) => ({
      paths: { ...api?.paths, ...operator?.paths },
      components: {
        schemas: { ...api?.components.schemas, ...operator?.components.schemas },
        responses: { ...api?.components.responses },
      },
    }),
  )
  return loaded
}

async function fetchDocument(path: string): Promise<OpenApi> {
  const response = await worker.fetch(new Request(`http://mas.test${path}`), env, createExecutionContext())
  return closed(await response.json()) as OpenApi
}

/** A description whose objects and enums have nothing but what is described: callers must take new fields and values, the service must describe them. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]))
  if (isOpenEnum(parts)) return { ...parts, anyOf: [parts.anyOf[0]] }
  const isObject = 'type' in parts && parts.type === 'object' && 'properties' in parts
  return isObject ? { additionalProperties: false, ...parts } : parts
}

/** An enum that `openEnum` made: its values, or any other text. */
const isOpenEnum = (parts: Record<string, unknown>): parts is { anyOf: [object, object] } =>
  Array.isArray(parts.anyOf) &&
  parts.anyOf.length === 2 &&
  'enum' in parts.anyOf[0] &&
  JSON.stringify(parts.anyOf[1]) === '{"type":"string"}'

/** Headers that every response may have: those of HTTP itself, and those that secure all responses alike. */
const COMMON =
  /^(content-(type|length)|cache-control|referrer-policy|strict-transport-security|x-content-type-options|x-frame-options|cross-origin-.*)$/

/** The statuses of errors that every operation shares. */
const SHARED = new Set([401, 429, 500, 503])

type Sent = { method: string; path: string }
type Received = { status: number; headers: Headers; text: string; body: unknown }

/** Lists what the description does not allow in a response: nothing if it fits, or if no operation is described. */
export async function undocumented({ method, path }: Sent, { status, headers, text, body }: Received) {
  const operation = await operationOf(method, path)
  if (!operation || status === 405) return []
  const { operationId, responses } = operation
  const response = responses[status] ?? (SHARED.has(status) && (await openApi()).components.responses.Problem)
  if (!response) return [`${operationId} does not declare ${status}`]
  const declared = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()))
  const undeclared = [...headers.keys()].filter((name) => !declared.has(name) && !COMMON.test(name))
  if (undeclared.length > 0) return [`${operationId} ${status} does not declare ${undeclared}`]
  if (!response.content) return text === '' ? [] : [`${operationId} ${status} has a body`]
  const type = mediaTypeOf(headers)
  const schema = { ...response.content, ...response['x-alternative-content'] }[type]?.schema
  if (!schema) return [`${operationId} ${status} does not declare ${type}`]
  if (text.length > LARGE && (await parserOf(schema)).safeParse(body ?? text).success) return []
  const { errors } = (await validatorOf(schema)).validate(body ?? text)
  return errors.map((error) => `${operationId} ${status} ${error.instanceLocation}: ${error.error}`)
}

/** The media type of a response, without parameters. */
export const mediaTypeOf = (headers: Headers): string => headers.get('Content-Type')?.split(';')[0] ?? ''

let patterns: { pattern: RegExp; operations: Record<string, Operation> }[] | undefined

async function operationOf(method: string, path: string): Promise<Operation | undefined> {
  patterns ??= Object.entries((await openApi()).paths).map(([template, operations]) => ({
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]*')}$`),
    operations,
  }))
  return patterns.find(({ pattern }) => pattern.test(path))?.operations[method.toLowerCase()]
}

// The validator takes 0.3 ms for a person, where Zod's parser takes 0.006 ms. What the parser refuses, the validator decides.
const LARGE = 10_000

const parserOf = oncePerSchema((schema, { schemas }) => {
  const text = JSON.stringify({ ...schema, $defs: schemas })
  return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')))
})

const validatorOf = oncePerSchema(
  (schema, components) => new Validator({ allOf: [schema], components }, '2020-12', false),
)

/** Makes something of each schema once, because that walks all components. */
function oncePerSchema<Made>(make: (schema: object, components: OpenApi['components']) => Made) {
  const made = new WeakMap<object, Made>()
  return async (schema: object): Promise<Made> => {
    const result = made.get(schema) ?? make(schema, (await openApi()).components)
    made.set(schema, result)
    return result
  }
}
