type Json = Record<string, unknown>

/** The parts of an OpenAPI document that callers build on. */
export type ApiDocument = { paths: Record<string, Json>; components?: Json }

/** Whether callers send what a schema describes, or read it. */
type Direction = 'sent' | 'read'

/** Two documents, and the pairs of named schemas that are being compared, so that those that hold themselves end. */
type Pair = { before: ApiDocument; after: ApiDocument; open: Set<string> }

type Breaks = Generator<string, void, undefined>

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Lists what of an API document breaks callers who were written for an earlier one: nothing if it only adds. Additions are operations,
 * optional parameters and fields, fields of answers, statuses, values that are taken or of enums that are open, and wider limits.
 */
export function breaksBetween(before: ApiDocument, after: ApiDocument): string[] {
  const pair = { before, after, open: new Set<string>() }
  const operations = Object.entries(before.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => ({ path, method })),
  )
  const found = operations.flatMap(({ path, method }) => {
    const name = `${method.toUpperCase()} ${path}`
    return [...operationBreaks(pair, name, before.paths[path]?.[method], after.paths[path]?.[method])]
  })
  return [...new Set(found)]
}

function* operationBreaks(pair: Pair, name: string, one: unknown, other: unknown): Breaks {
  if (!other) return yield `${name} is gone`
  const [before, after] = bothOf(pair, one, other)
  if (before.operationId !== after.operationId) yield `${name} has another operationId`
  yield* parameterBreaks(pair, name, before, after)
  yield* bodyBreaks(pair, `${name}, body`, before.requestBody, after.requestBody)
  yield* responseBreaks(pair, name, objectOf(before.responses), objectOf(after.responses))
}

function* parameterBreaks(pair: Pair, name: string, before: Json, after: Json): Breaks {
  const byName = (operation: Json, document: ApiDocument) => {
    const parameters = arrayOf(operation.parameters).map((one) => resolve(one, document))
    return new Map(parameters.map((one) => [`${one.in} ${one.name}`, one]))
  }
  const [earlier, later] = [byName(before, pair.before), byName(after, pair.after)]
  for (const [key, parameter] of earlier) {
    const other = later.get(key)
    const place = `${name}, ${key}`
    if (!other) yield `${place} is gone`
    else {
      if (other.required && !parameter.required) yield `${place} is required now`
      yield* schemaBreaks(pair, place, [parameter.schema, other.schema], 'sent')
    }
  }
  for (const [key, { required }] of later)
    if (required && !earlier.has(key)) yield `${name}, ${key} is new and required`
}

function* bodyBreaks(pair: Pair, place: string, one: unknown, other: unknown): Breaks {
  const [before, after] = bothOf(pair, one, other)
  if (!one && after.required) yield `${place} is new and required`
  if (!one) return
  if (!other) return yield `${place} is gone`
  if (after.required && !before.required) yield `${place} is required now`
  yield* contentBreaks(pair, place, [before.content, after.content], 'sent')
}

function* responseBreaks(pair: Pair, name: string, before: Json, after: Json): Breaks {
  for (const [status, one] of Object.entries(before)) {
    const place = `${name}, ${status}`
    const other = after[status]
    if (!other) yield `${place} is gone`
    else {
      const [response, later] = bothOf(pair, one, other)
      for (const key of ['content', 'x-alternative-content'])
        yield* contentBreaks(pair, place, [response[key], later[key]], 'read')
      for (const header of Object.keys(objectOf(response.headers)))
        if (!objectOf(later.headers)[header]) yield `${place}, header ${header} is gone`
    }
  }
}

function* contentBreaks(
  pair: Pair,
  place: string,
  [one, other]: [unknown, unknown],
  direction: Direction,
): Breaks {
  const after = objectOf(other)
  for (const [type, media] of Object.entries(objectOf(one))) {
    const schemas: [unknown, unknown] = [objectOf(media).schema, objectOf(after[type]).schema]
    if (after[type]) yield* schemaBreaks(pair, place, schemas, direction)
    else yield `${place}, ${type} is gone`
  }
}

/** Each form that callers send must still be taken, and each that they read must be one that they know. */
function* schemaBreaks(
  pair: Pair,
  place: string,
  [one, other]: [unknown, unknown],
  direction: Direction,
): Breaks {
  const names = [nameOf(one), nameOf(other)]
  const key = `${direction} ${names}`
  if (names.every(Boolean) && pair.open.has(key)) return
  pair.open.add(key)
  const [before, after] = [formsOf(one, pair.before), formsOf(other, pair.after)]
  const [needed, offered] = direction === 'sent' ? [before, after] : [after, before]
  for (const form of needed) {
    const tried = offered.map((option) => {
      const forms: [Json, Json] = direction === 'sent' ? [form, option] : [option, form]
      return { option, breaks: [...formBreaks(pair, place, forms, direction)] }
    })
    if (tried.some(({ breaks }) => breaks.length === 0)) continue
    const alike = tried.filter(({ option }) => fits(form.type, option.type))
    const only = offered.length === 1 ? tried[0] : alike.length === 1 ? alike[0] : undefined
    if (only) yield* only.breaks
    else yield `${place} ${direction === 'sent' ? 'no longer takes' : 'may be'} ${describe(form)}`
  }
  pair.open.delete(key)
}

type Forms = [before: Json, after: Json]

function* formBreaks(pair: Pair, place: string, [before, after]: Forms, direction: Direction): Breaks {
  const [given, taken] = direction === 'sent' ? [before, after] : [after, before]
  if (!fits(given.type, taken.type)) return yield `${place} is ${describe(after)}, not ${describe(before)}`
  yield* valueBreaks(place, [before, after], direction)
  if (taken.format !== undefined && given.format !== taken.format)
    yield `${place} has another format: ${after.format ?? 'none'}`
  if (direction === 'sent') yield* limitBreaks(place, [before, after])
  yield* fieldBreaks(pair, place, [before, after], direction)
  if (before.items && after.items)
    yield* schemaBreaks(pair, `${place}[]`, [before.items, after.items], direction)
}

function* valueBreaks(place: string, [before, after]: Forms, direction: Direction): Breaks {
  const [earlier, later] = [valuesOf(before), valuesOf(after)]
  const isClosed = direction === 'read' && !before.isOpen
  if (earlier && later) {
    for (const value of earlier) if (!later.has(value)) yield `${place} has no value ${value} any more`
    for (const value of later) if (isClosed && !earlier.has(value)) yield `${place} may be ${value}`
    if (isClosed && after.isOpen) yield `${place} may be any text`
  } else if (earlier && isClosed) yield `${place} may be any value`
  else if (later && direction === 'sent' && !after.isOpen) yield `${place} takes certain values alone`
}

const [NONE, ALL] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

/** Limits of what is sent, with what their absence is: those that must not fall, and those that must not rise. */
const UPPER = { maxLength: ALL, maxItems: ALL, maxProperties: ALL, maximum: ALL, exclusiveMaximum: ALL }
const LOWER = { minLength: 0, minItems: 0, minProperties: 0, minimum: NONE, exclusiveMinimum: NONE }

function* limitBreaks(place: string, [before, after]: Forms): Breaks {
  const limitsOf = (limit: string, absent: number) =>
    [before, after].map((form) => Number(form[limit] ?? absent)) as [number, number]
  for (const [limit, absent] of Object.entries(UPPER)) {
    const [earlier, later] = limitsOf(limit, absent)
    if (later < earlier) yield `${place} has a lower ${limit}: ${later}`
  }
  for (const [limit, absent] of Object.entries(LOWER)) {
    const [earlier, later] = limitsOf(limit, absent)
    if (later > earlier) yield `${place} has a higher ${limit}: ${later}`
  }
  if (after.pattern !== undefined && after.pattern !== before.pattern)
    yield `${place} has another pattern: ${after.pattern}`
}

function* fieldBreaks(pair: Pair, place: string, [before, after]: Forms, direction: Direction): Breaks {
  const [earlier, later] = [objectOf(before.properties), objectOf(after.properties)]
  const [needed, needs] = [new Set(arrayOf(before.required)), new Set(arrayOf(after.required))]
  for (const [field, schema] of Object.entries(earlier)) {
    const path = `${place}.${field}`
    if (!(field in later)) yield `${path} is gone`
    else {
      if (direction === 'read' && needed.has(field) && !needs.has(field)) yield `${path} may be missing`
      if (direction === 'sent' && needs.has(field) && !needed.has(field)) yield `${path} is required now`
      yield* schemaBreaks(pair, path, [schema, later[field]], direction)
    }
  }
  if (direction === 'sent')
    for (const field of needs)
      if (!(String(field) in earlier) && !needed.has(field)) yield `${place}.${field} is new and required`
  const [others, othersLater] = [before.additionalProperties, after.additionalProperties]
  if (direction === 'sent' && before.type === 'object' && others !== false && othersLater === false)
    yield `${place} takes no other fields`
  if (isObject(others) && isObject(othersLater))
    yield* schemaBreaks(pair, `${place}.*`, [others, othersLater], direction)
}

/** The forms that a schema allows: those of its unions and of a list of types. An open enum is one form. */
function formsOf(schema: unknown, document: ApiDocument): Json[] {
  const resolved = resolve(schema, document)
  const union = arrayOf(resolved.anyOf ?? resolved.oneOf)
  if (isOpenEnum(union)) return [{ ...objectOf(union[0]), isOpen: true }]
  if (union.length > 0) return union.flatMap((one) => formsOf(one, document))
  if (Array.isArray(resolved.type)) return resolved.type.map((type) => ({ ...resolved, type }))
  return [resolved]
}

const isOpenEnum = (union: unknown[]): boolean =>
  union.length === 2 && 'enum' in objectOf(union[0]) && JSON.stringify(union[1]) === '{"type":"string"}'

const bothOf = ({ before, after }: Pair, one: unknown, other: unknown): [Json, Json] => [
  resolve(one, before),
  resolve(other, after),
]

/** What a part or a reference to it holds. */
function resolve(part: unknown, document: ApiDocument): Json {
  const name = nameOf(part)
  if (!name) return objectOf(part)
  const keys = name.slice('#/'.length).split('/')
  const found = keys.reduce<unknown>((at, key) => objectOf(at)[key], document)
  if (found === undefined) throw new Error(`${name} is not in the document.`)
  return resolve(found, document)
}

const nameOf = (part: unknown): string | undefined => {
  const { $ref } = objectOf(part)
  return typeof $ref === 'string' ? $ref : undefined
}

/** Whether a type is one that the other takes; none is any. */
const fits = (given: unknown, taken: unknown): boolean =>
  taken === undefined || given === taken || (given === 'integer' && taken === 'number')

function valuesOf(form: Json): Set<unknown> | undefined {
  if ('const' in form) return new Set([form.const])
  return Array.isArray(form.enum) ? new Set(form.enum) : undefined
}

const describe = (form: Json): string => {
  const values = valuesOf(form)
  return values ? [...values].join('|') : String(form.type ?? 'anything')
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectOf = (value: unknown): Json => (isObject(value) ? value : {})
const arrayOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
