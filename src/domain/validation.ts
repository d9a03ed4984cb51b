import { z } from 'zod'
import { type Faults, invalid } from './refusal'
import { arrayOf } from './text'

/** Checks an object beyond its shape, which it may not have: a path below it and a message for each error. */
export type Judge = (value: Record<string, unknown>) => Iterable<Fault>

type Fault = readonly [path: readonly string[], message: string]

/**
 * Parses a value. Throws `invalid` with the errors of the schema and those that `judge` finds, as many as
 * {@link MOST_CHARACTERS} hold.
 */
export function validate<S extends z.ZodType>(
  schema: S,
  value: unknown,
  judge: Judge = () => [],
): z.output<S> {
  const errors = new ErrorList()
  const result = errors.parse(schema, value)
  if (isObject(value)) errors.addAll(judge(value))
  errors.throwIfAny()
  return result as z.output<S>
}

/** The body `{ data: [...], ...options }`: the schema of its items, and of the rest with their number. */
export type Batch<S extends z.ZodType> = { item: S; envelope: z.ZodType; max: number }

/** A body of `min` to `max` items in `data`, and perhaps other options beside them. */
export const batchOf = <S extends z.ZodType>(
  item: S,
  max: number,
  { min = 0, options = {} }: { min?: number; options?: z.ZodRawShape } = {},
): Batch<S> => ({
  item,
  envelope: z.strictObject({ ...options, data: arrayOf(z.unknown(), max, min) }),
  max,
})

type ItemJudge = (item: Record<string, unknown>, index: number) => Iterable<Fault>

/**
 * Parses the items of a body one by one. Throws `invalid` as {@link validate} does; too many
 * items are refused by their number alone, and once the errors are full no further item is looked at.
 */
export function validateItems<S extends z.ZodType>(
  { item: schema, envelope, max }: Batch<S>,
  body: Record<string, unknown>,
  judgeItem: ItemJudge,
  judgeBody: Judge = () => [],
): z.output<S>[] {
  const errors = new ErrorList()
  const isComplete = errors.parse(envelope, body) !== undefined
  errors.addAll(judgeBody(body))
  const items = Array.isArray(body.data) && body.data.length <= max ? body.data : []
  const parsed: z.output<S>[] = []
  for (const [index, item] of items.entries()) {
    const path = ['data', `${index}`]
    const output = errors.parse(schema, item, path)
    if (isObject(item)) errors.addAll(judgeItem(item, index), path)
    if (errors.isFull) break
    if (isComplete && errors.isEmpty) parsed.push(output as z.output<S>)
  }
  errors.throwIfAny()
  return parsed
}

/** The objects among the first `most` entries that a body has in `data`, not yet validated. */
export const itemsIn = ({ data }: Record<string, unknown>, most: number): Record<string, unknown>[] =>
  Array.isArray(data) ? data.slice(0, most).filter(isObject) : []

/** Whether an optional key has a value: `null` counts as absent. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Whether a value is an object, and neither a list nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The errors of zod's issues by dotted path; `body` where the whole body is meant. */
export function faultsOf(issues: readonly z.core.$ZodIssue[]): Faults {
  const errors = new ErrorList()
  errors.addIssues(issues)
  return errors.toFaults()
}

/** Throws `invalid` with these errors, if there are any, as many as {@link MOST_CHARACTERS} hold. */
export function requireNoErrors(found: Iterable<Fault>): void {
  const errors = new ErrorList()
  errors.addAll(found)
  errors.throwIfAny()
}

/** How many characters the paths and messages of the errors in one answer have at most. */
const MOST_CHARACTERS = 100_000

/** Longer keys are cut in paths; the keys of the contract are shorter. */
const MOST_KEY_CHARACTERS = 100

/** Errors by dotted path, until {@link MOST_CHARACTERS} are reached. */
class ErrorList {
  private readonly messages = new Map<string, string[]>()
  private room = MOST_CHARACTERS

  get isEmpty(): boolean {
    return this.messages.size === 0 && !this.isFull
  }

  get isFull(): boolean {
    return this.room < 0
  }

  add(path: readonly PropertyKey[], message: string): void {
    const key = path.map(shortKey).join('.') || 'body'
    this.room -= key.length + message.length
    if (this.isFull) return
    const messages = this.messages.get(key) ?? []
    this.messages.set(key, messages)
    messages.push(message)
  }

  addAll(found: Iterable<Fault>, below: string[] = []): void {
    for (const [path, message] of found) {
      if (this.isFull) return
      this.add([...below, ...path], message)
    }
  }

  addIssues(issues: readonly z.core.$ZodIssue[], below: string[] = []): void {
    for (const issue of issues)
      for (const key of issue.code === 'unrecognized_keys' ? issue.keys : [undefined]) {
        if (this.isFull) return
        this.add([...below, ...issue.path, ...(key === undefined ? [] : [key])], issue.message)
      }
  }

  /** What the schema makes of a value; undefined, and its errors added, where it does not fit. */
  parse<S extends z.ZodType>(schema: S, value: unknown, below: string[] = []): z.output<S> | undefined {
    try {
      const result = schema.safeParse(value)
      if (result.success) return result.data
      this.addIssues(result.error.issues, below)
    } catch (error) {
      // zod spreads issues into calls, which the engine refuses from some hundred thousand on.
      if (!(error instanceof RangeError)) throw error
      this.room = -1
    }
    return undefined
  }

  toFaults(): Faults {
    const faults = Object.fromEntries(this.messages)
    return this.isFull ? { ...faults, body: [...(faults.body ?? []), MORE] } : faults
  }

  throwIfAny(): void {
    if (!this.isEmpty) throw invalid(this.toFaults())
  }
}

const MORE = 'has more errors than are named here; correct these first, or send fewer entries at once'

const shortKey = (key: PropertyKey): string => {
  const text = String(key)
  return text.length > MOST_KEY_CHARACTERS ? `${text.slice(0, MOST_KEY_CHARACTERS)}…` : text
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
      return `must be one of ${someOf(issue.values)}`
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

const MOST_VALUES_NAMED = 10
const MOST_VALUE_CHARACTERS = 40

/** The first few of the values that are possible, and how many more there are. */
function someOf(values: readonly unknown[]): string {
  const named = values.slice(0, MOST_VALUES_NAMED).map((value) => {
    const text = JSON.stringify(value) ?? String(value)
    return text.length > MOST_VALUE_CHARACTERS ? `${text.slice(0, MOST_VALUE_CHARACTERS)}…` : text
  })
  const more = values.length - named.length
  return more > 0 ? `${named.join(', ')} or ${more} more` : named.join(', ')
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
