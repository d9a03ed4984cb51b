import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Validator } from '@cfworker/json-schema'
import worker from '../../src/index'

type Content = Record<string, { schema: object }>
type Operation = {
  operationId: string
  responses: Record<string, { headers: object; content?: Content; 'x-alternative-content'?: Content }>
}
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: object
}

let loaded: Promise<Document> | undefined

/** The service's description of itself, as it serves it. */
export function document(): Promise<Document> {
  loaded ??= Promise.resolve(
    worker.fetch(new Request('http://mas.test/openapi.json'), env, createExecutionContext()),
  ).then((response) => response.json())
  return loaded
}

/** Headers that say nothing about an operation: those of HTTP itself, and those that secure every answer alike. */
const GENERAL =
  /^(content-(type|length)|cache-control|referrer-policy|strict-transport-security|x-content-type-options|x-frame-options|cross-origin-.*)$/

/** What of a response the description does not allow; nothing where it fits, or where nothing is described. */
export async function misfits(method: string, path: string, status: number, headers: Headers, text: string) {
  const described = operationOf(await document(), method, path)
  if (!described || status === 405) return []
  const { components } = await document()
  const response = described.responses[status]
  if (!response) return [`${described.operationId} does not declare ${status}`]
  const declared = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()))
  const undeclared = [...headers.keys()].filter((name) => !declared.has(name) && !GENERAL.test(name))
  if (undeclared.length > 0) return [`${described.operationId} ${status} does not declare ${undeclared}`]
  const type = mediaTypeOf(headers)
  const contents = { ...response.content, ...response['x-alternative-content'] }
  if (!response.content) return text === '' ? [] : [`${described.operationId} ${status} has a body`]
  const schema = contents[type]?.schema
  if (!schema) return [`${described.operationId} ${status} does not declare ${type}`]
  return validatorFor(schema, components)
    .validate(type.endsWith('json') ? JSON.parse(text) : text)
    .errors.map((error) => `${described.operationId} ${status} ${error.instanceLocation}: ${error.error}`)
}

const validators = new WeakMap<object, Validator>()

/** The validator of a schema, which is costly to make and so is made once. */
function validatorFor(schema: object, components: object): Validator {
  const validator = validators.get(schema) ?? new Validator({ allOf: [schema], components }, '2020-12', false)
  validators.set(schema, validator)
  return validator
}

/** The media type of a response, without parameters. */
export const mediaTypeOf = (headers: Headers): string => headers.get('Content-Type')?.split(';')[0] ?? ''

function operationOf({ paths }: Document, method: string, path: string): Operation | undefined {
  const segments = path.split('/')
  const found = Object.entries(paths).find(([template]) => {
    const parts = template.split('/')
    return (
      parts.length === segments.length &&
      parts.every((part, at) => part.startsWith('{') || part === segments[at])
    )
  })
  return found?.[1][method.toLowerCase()]
}
