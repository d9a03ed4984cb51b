import { inDays } from '../../../src/dev/demo/days.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  examples?: unknown[]
  format?: string
}
type Parameter = { $ref?: string; name: string; in: string; schema: Schema }
type Described = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema; examples?: Record<string, { value: unknown }> }> }
}
export type Document = {
  paths: Record<string, Record<string, Described>>
  components?: { schemas?: Record<string, Schema>; parameters?: Record<string, Parameter> }
}
export type Operation = Described & { method: string; path: string; document: Document }

/** The ids that answers named, by their prefix. */
export type Known = Map<string, string[]>

const PREFIXES: Record<string, string> = {
  account_id: 'acc',
  api_key_id: 'key',
  collection_id: 'run',
  cost_unit_id: 'cst',
  category_id: 'cat',
  custom_column_id: 'col',
  column_id: 'col',
  fee_id: 'fee',
  fee_ids: 'fee',
  item_id: 'dbt',
  item_ids: 'dbt',
  key_id: 'key',
  line_id: 'lin',
  line_ids: 'lin',
  mail_id: 'mai',
  payment_id: 'pay',
  payment_ids: 'pay',
  person_id: 'per',
  person_ids: 'per',
  staff_id: 'stf',
  statement_id: 'stm',
  voucher_id: 'vch',
  voucher_ids: 'vch',
  workspace_id: 'wsp',
}

/** Every operation of a description of the service. */
export const operationsOf = (document: Document): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      ...{ method: method.toUpperCase(), path, document },
    })),
  )

/** Keeps the ids that a text names, at most 200 of each prefix. */
export function learn(known: Known, text: string): void {
  for (const [id, prefix = ''] of text.matchAll(/\b([a-z]{3})_[\w-]{20,}/g))
    known.set(prefix, [...(known.get(prefix) ?? []).filter((other) => other !== id), id].slice(-200))
}

/** A random request of an operation: of its description, of one of its examples, or of one that is changed at a place. */
export function anyRequest(random: () => number, operation: Operation, known: Known) {
  const { document, method, path, parameters = [], requestBody } = operation
  const chance = (share: number) => random() < share
  const upTo = (max: number) => Math.floor(random() * max)
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length)] as T
  const idOf = (name: string) => {
    const ids = known.get(PREFIXES[name] ?? '')
    return ids?.length && chance(0.95) ? pick(ids) : undefined
  }
  const schemaOf = ({ $ref, ...schema }: Schema): Schema =>
    $ref ? schemaOf(document.components?.schemas?.[$ref.split('/').at(-1) ?? ''] ?? {}) : schema
  const parameterOf = (parameter: Parameter): Parameter =>
    parameter.$ref
      ? (document.components?.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] ?? parameter)
      : parameter

  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'list_id') return pick(['members', 'members', 'contacts'])
    if (name === 'year') return String(pick([2024, 2025, 2026]))
    return encodeURIComponent(idOf(name) ?? textFor(name, {}))
  })
  const queried = parameters
    .map(parameterOf)
    .filter((parameter) => parameter.in === 'query' && chance(0.25))
    .map(
      ({ name, schema }) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value(name, schema)))}`,
    )
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {})
  return {
    method,
    path: queried.length > 0 ? `${filled}?${queried.join('&')}` : filled,
    ...(type && content && { type, body: bodyOf(type, content) }),
  }

  function bodyOf(type: string, content: { schema: Schema; examples?: Record<string, { value: unknown }> }) {
    const examples = [
      ...Object.values(content.examples ?? {}).map((example) => example.value),
      ...(schemaOf(content.schema).examples ?? []),
    ]
    const body = examples.length > 0 && chance(0.6) ? own(pick(examples)) : value('', content.schema)
    return type.includes('json') ? JSON.stringify(body) : String(body)
  }

  /** An example with the ids of stored things, and sometimes another value at a place. */
  function own(example: unknown, name = ''): unknown {
    if (Array.isArray(example)) return example.map((item) => own(item, name))
    if (example && typeof example === 'object')
      return Object.fromEntries(
        Object.entries(example)
          .filter(() => chance(0.97))
          .map(([key, inner]) => [key, own(inner, key)]),
      )
    if (typeof example === 'string' && name in PREFIXES) return idOf(name) ?? example
    return chance(0.05) ? value(name, {}) : example
  }

  function value(name: string, schema: Schema, depth = 0): unknown {
    const { enum: choices, anyOf, oneOf, allOf, ...rest } = schemaOf(schema)
    if (chance(0.02)) return pick([null, '', 0, -1, [], {}, '\u0000', 1e21, 'x'.repeat(5000)])
    if ('const' in rest) return rest.const
    if (choices) return pick(choices)
    const [first, ...others] = anyOf ?? oneOf ?? allOf ?? []
    if (first) return value(name, pick([first, ...others]), depth)
    const [type = 'string'] = [rest.type ?? 'string'].flat()
    if (type === 'null') return null
    if (type === 'boolean') return chance(0.5)
    if (type === 'integer' || type === 'number') return pick([0, 1, 2, 100, 1200, 4500, upTo(100_000), -1])
    if (type === 'array')
      return depth > 5
        ? []
        : Array.from({ length: 1 + upTo(3) }, () => value(name, rest.items ?? {}, depth + 1))
    if (type === 'object')
      return Object.fromEntries(
        Object.entries(depth > 5 ? {} : (rest.properties ?? {}))
          .filter(([key]) => rest.required?.includes(key) || chance(0.4))
          .map(([key, inner]) => [key, value(key, inner, depth + 1)]),
      )
    return textFor(name, rest)
  }

  function textFor(name: string, { format, examples }: Schema): string {
    const id = idOf(name)
    if (id) return id
    if (examples && chance(0.5)) return String(pick(examples))
    if (format === 'date' || /_on$|date/.test(name)) return inDays(pick([-400, -30, -1, 0, 1, 14, 400]))
    if (format === 'date-time') return `${inDays(-upTo(30))}T12:00:00Z`
    if (format === 'email' || name === 'email') return `person.${upTo(500)}@example.org`
    return pick([
      'Ada',
      'Ütz & Söhne',
      'members',
      'ideal',
      '0',
      'x'.repeat(300),
      '<b>&"\'',
      'none',
      `n${upTo(1000)}`,
    ])
  }
}
