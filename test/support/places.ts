import type { OpenApi } from './openapi'

type Schema = {
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}
type Operation = {
  parameters?: { in?: string; name?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** Names of parameters and of fields of bodies that name something which exists. */
const NAMES = /(^|_)ids?$|_external_id$|^(reference|cursor|costunit_name)$/
/** What is one's own to choose. */
const NO_NAMES = /^creditor_id$/

const isName = (name: string): boolean => NAMES.test(name) && !NO_NAMES.test(name)

/** Each place of the API in which a caller names something: an operation, and a parameter or a field of its body. */
export function placesIn({ paths, components }: OpenApi): string[] {
  const schemas = components.schemas as Record<string, Schema>
  const resolved = ({ $ref, ...schema }: Schema): Schema =>
    $ref ? (schemas[$ref.split('/').at(-1) ?? ''] ?? {}) : schema
  const fieldsOf = (schema: Schema, above: Schema[] = []): string[] => {
    const { anyOf = [], oneOf = [], items, properties = {} } = resolved(schema)
    if (above.length > 8) return []
    const parts = [...anyOf, ...oneOf, ...(items ? [items] : []), ...Object.values(properties)]
    return [...Object.keys(properties), ...parts.flatMap((part) => fieldsOf(part, [...above, schema]))]
  }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as unknown as Record<string, Operation>).flatMap(([method, operation]) => {
      const queries = (operation.parameters ?? []).flatMap((parameter) =>
        parameter.in === 'query' && parameter.name ? [parameter.name] : [],
      )
      const body = operation.requestBody?.content['application/json']?.schema
      const names = [...placesOfPath(path), ...queries, ...(body ? fieldsOf(body) : [])]
      return [...new Set(names.filter(isName))].map((name) => `${method.toUpperCase()} ${path} ${name}`)
    }),
  )
}

const placesOfPath = (path: string): string[] =>
  [...path.matchAll(/\{(\w+_id)\}/g)].map(([, name = '']) => name).filter((name) => name !== 'list_id')

/** The places of a request that hold one of these ids; the last part of a place is the name of the parameter or field. */
export function placesWith(
  ids: string[],
  { paths }: Pick<OpenApi, 'paths'>,
  { method, path, body }: { method: string; path: string; body?: unknown },
): string[] {
  const { pathname, searchParams } = new URL(path, 'http://mas.test')
  const segments = pathname.split('/')
  const templates = Object.entries(paths)
    .filter(([, operations]) => method.toLowerCase() in operations)
    .map(([template]) => template.split('/'))
  const parts = templates.find(
    (parts) =>
      parts.length === segments.length &&
      parts.every((part, index) => part.startsWith('{') || part === segments[index]),
  )
  const inPath = (parts ?? []).filter((_, index) => ids.includes(decodeURIComponent(segments[index] ?? '')))
  const inQuery = [...searchParams].filter(([, value]) => ids.includes(value)).map(([name]) => name)
  const names = [...inPath.map((part) => part.slice(1, -1)), ...inQuery, ...fieldsWith(ids, body)]
  return names.map((name) => `${method} ${parts?.join('/')} ${name}`)
}

function fieldsWith(ids: string[], value: unknown, name = ''): string[] {
  if (typeof value === 'string') return ids.includes(value) ? [name] : []
  if (Array.isArray(value)) return value.flatMap((item) => fieldsWith(ids, item, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => fieldsWith(ids, item, key))
}
