import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Validator } from '@cfworker/json-schema'
import { z } from 'zod'
import worker from '../../src/index'

type Content = Record<string, { schema: object }>
type Operation = {
  operationId: string
  responses: Record<string, { headers: object; content?: Content; 'x-alternative-content'?: Content }>
}
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

let loaded: Promise<OpenApi> | undefined

/** The description that the service serves as /openapi.json. */
export function openApi(): Promise<OpenApi> {
  loaded ??= Promise.resolve(
    worker.fetch(new Request('http://mas.test/openapi.json'), env, createExecutionContext()),
  ).then((response) => response.json())
  return loaded
}

/** Headers that every response may have: those of HTTP itself, and those that secure all responses alike. */
const COMMON =
  /^(content-(type|length)|cache-control|referrer-policy|strict-transport-security|x-content-type-options|x-frame-options|cross-origin-.*)$/

type Sent = { method: string; path: string }
type Received = { status: number; headers: Headers; text: string; body: unknown }

/** Lists what the description does not allow in a response: nothing where it fits, or where no operation is described. */
export async function undocumented({ method, path }: Sent, { status, headers, text, body }: Received) {
  const operation = await operationOf(method, path)
  if (!operation || status === 405) return []
  const { operationId, responses } = operation
  const response = responses[status]
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
