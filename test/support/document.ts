import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Validator } from '@cfworker/json-schema'
import worker from '../../src/index'

type Content = Record<string, { schema: object }>
type Operation = {
  operationId: string
  responses: Record<string, { content?: Content }>
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

/** What of a response the description does not allow; nothing where it fits, or where nothing is described. */
export async function misfits(method: string, path: string, status: number, type: string, text: string) {
  const described = operationOf(await document(), method, path)
  if (!described || status === 405) return []
  const { components } = await document()
  const response = described.responses[status]
  if (!response) return [`${described.operationId} does not declare ${status}`]
  if (!response.content) return text === '' ? [] : [`${described.operationId} ${status} has a body`]
  const schema = response.content[type]?.schema
  if (!schema) return [`${described.operationId} ${status} does not declare ${type}`]
  const validator = new Validator({ allOf: [schema], components }, '2020-12', false)
  return validator
    .validate(type.endsWith('json') ? JSON.parse(text) : text)
    .errors.map((error) => `${described.operationId} ${status} ${error.instanceLocation}: ${error.error}`)
}

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
