import { z } from 'zod'
import { type Faults, invalid } from './refusal'

/**
 * Gives the value as the schema understands it; throws an `invalid` refusal with all its faults at once, those of the
 * shape and what else is wrong with an object, by its `judge`.
 */
export function validate<S extends z.ZodType>(
  schema: S,
  value: unknown,
  judge: Judge = () => [],
): z.output<S> {
  const result = parse(schema, value)
  const judged = isObject(value) ? mostOf(judge(value)) : []
  if (result.success && judged.length === 0) return result.data
  const faults = faultsOf(result.error?.issues ?? [], judged)
  throw Object.keys(faults).length > MOST_FAULTS ? tooManyFaults() : invalid(faults)
}

function mostOf(judged: Iterable<Fault>): Fault[] {
  const faults: Fault[] = []
  for (const fault of judged) if (faults.push(fault) > MOST_FAULTS) break
  return faults
}

const MOST_FAULTS = 100_000

const tooManyFaults = () =>
  invalid({ body: ['has more faults than can be named; mend it and send fewer entries at once'] })

// zod spreads issues into calls, which the engine refuses from some hundred thousand on.
function parse<S extends z.ZodType>(schema: S, value: unknown) {
  try {
    return schema.safeParse(value)
  } catch (fault) {
    throw fault instanceof RangeError ? tooManyFaults() : fault
  }
}

type Fault = readonly [path: readonly string[], message: string]

/** What is wrong with an object beyond its shape, which it may not have: a path below it and a message for each fault. */
export type Judge = (value: Record<string, unknown>) => Iterable<Fault>

/** Judges every object in the list that a body has under a key, unless there are more than `most`. */
export const judgingEach = (key: string, most: number, judge: Judge): Judge =>
  function* (body) {
    const items = body[key]
    if (!Array.isArray(items) || items.length > most) return
    for (const [at, item] of items.entries())
      if (isObject(item)) for (const [path, message] of judge(item)) yield [[key, `${at}`, ...path], message]
  }

/** The objects among the first `most` entries that a body has in `data`, not yet validated. */
export const itemsIn = ({ data }: Record<string, unknown>, most: number): Record<string, unknown>[] =>
  Array.isArray(data) ? data.slice(0, most).filter(isObject) : []

/** Whether a value is an object, and neither a list nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The faults of zod's issues and of a judge, by dotted path; `body` where the whole body is meant. */
export function faultsOf(issues: readonly z.core.$ZodIssue[], judged: Iterable<Fault> = []): Faults {
  const faults = new Map<string, string[]>()
  const add = (path: readonly PropertyKey[], message: string) => {
    const key = path.map(String).join('.') || 'body'
    faults.set(key, [...(faults.get(key) ?? []), message])
  }
  for (const issue of issues) {
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    for (const path of paths) add(path, issue.message)
  }
  for (const [path, message] of judged) add(path, message)
  return Object.fromEntries(faults)
}

z.config({ customError: sayWhatToDo })

// The words for zod's issues; a schema's own message goes before them.
function sayWhatToDo(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'invalid_format':
      return formats[issue.format] ?? 'has the wrong form'
    case 'too_small':
      return bound(issue.origin, issue.inclusive ? 'at least' : 'more than', issue.minimum)
    case 'too_big':
      return bound(issue.origin, issue.inclusive ? 'at most' : 'less than', issue.maximum)
    case 'unrecognized_keys':
      return 'is not a known field; remove it'
    case 'invalid_union':
      return 'has none of the types that are possible here'
    default:
      return undefined
  }
}

const typeNames: Record<string, string> = {
  string: 'a string',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

const formats: Record<string, string> = {
  email: 'must be an e-mail address like name@example.org',
  date: 'must be a date that exists, as YYYY-MM-DD',
  datetime: 'must be an instant in UTC, as 2026-01-31T12:00:00Z',
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  if (origin === 'array') return `must have ${relation} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
  return `must be ${relation} ${limit}${origin === 'string' ? ' characters long' : ''}`
}
