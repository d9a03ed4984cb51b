import * as z from 'zod'
import { ErrorList, type Issue } from './error-list'
import type { Issues } from './errors'
import { arrayOf } from './text'
import { atOnce } from './turns'

/** Finds the issues of an object of any shape that its schema cannot know: a path below it and a message for each. */
export type Rule = (value: Record<string, unknown>) => Iterable<Issue>

/**
 * Parses a value. Throws `invalid` with the errors of the schema and of `rule`, as many as an {@link ErrorList}
 * holds. So one answer has the issues of the schema and those that only the database knows; @hono/zod-validator
 * cannot leave issues to a later step.
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown, rule: Rule = () => []): z.output<S> {
  const errors = new ErrorList()
  const result = errors.parse(schema, value)
  if (isObject(value)) errors.addAll(rule(value))
  errors.throwIfAny()
  return result as z.output<S>
}

/** The body `{ data: [...], ...options }`: the schema of its items, and of the rest with their number. */
export type Batch<S extends z.ZodType> = { item: S; envelope: z.ZodType; max: number }

/** A body of `min` to `max` items in `data`, and perhaps other options. */
export const batchOf = <S extends z.ZodType>(
  item: S,
  max: number,
  { min = 0, options = {} }: { min?: number; options?: z.ZodRawShape } = {},
): Batch<S> => ({
  item,
  envelope: z.strictObject({ ...options, data: arrayOf(z.unknown(), max, min) }),
  max,
})

type ItemRule = (item: Record<string, unknown>, index: number) => Iterable<Issue>

/**
 * Parses the items of a body one by one, each a step, and passes it to `accept`, as long as none before it has an issue. Throws
 * `invalid` as {@link validate} does. Parses no item where there are too many, and none after the list of errors is full.
 */
export function* forEachItem<S extends z.ZodType>(
  { item: schema, envelope, max }: Batch<S>,
  body: Record<string, unknown>,
  { ofItem, ofBody = () => [], itemIn = (entry) => entry }: ItemRules,
  accept: (item: z.output<S>, index: number) => void,
): Generator<void, void> {
  const errors = new ErrorList()
  errors.parse(envelope, body)
  errors.addAll(ofBody(body))
  const items = Array.isArray(body.data) && body.data.length <= max ? body.data : []
  for (const [index, entry] of items.entries()) {
    const item = itemIn(entry, index)
    const path = ['data', `${index}`]
    const output = errors.parse(schema, item, path)
    if (isObject(item)) errors.addAll(ofItem(item, index), path)
    if (errors.isFull) break
    if (errors.isEmpty) accept(output as z.output<S>, index)
    yield
  }
  errors.throwIfAny()
}

/** The rules of a batch; `itemIn` returns the item that an entry of the body stands for, once it is its turn. */
type ItemRules = { ofItem: ItemRule; ofBody?: Rule; itemIn?: (entry: unknown, index: number) => unknown }

/** Parses the items of a body; see {@link forEachItem}. */
export function validateItems<S extends z.ZodType>(
  batch: Batch<S>,
  body: Record<string, unknown>,
  ofItem: ItemRule,
  ofBody?: Rule,
): z.output<S>[] {
  const parsed: z.output<S>[] = []
  atOnce(forEachItem(batch, body, { ofItem, ...(ofBody && { ofBody }) }, (item) => parsed.push(item)))
  return parsed
}

/** The objects among the first `max` entries that a body has in `data`, not yet validated. */
export const itemsIn = ({ data }: Record<string, unknown>, max: number): Record<string, unknown>[] =>
  Array.isArray(data) ? data.slice(0, max).filter(isObject) : []

/** Whether an optional key has a value: `null` counts as absent. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** A number that is not validated yet; NaN for other values, of which `Number` could overflow the stack. */
export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)

/** Whether a value is an object, and neither a list nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The errors of zod's issues by dotted path; `body` if the whole body is meant. */
export function issuesOf(issues: readonly z.core.$ZodIssue[]): Issues {
  const errors = new ErrorList()
  errors.addIssues(issues)
  return errors.toIssues()
}

/** Throws `invalid` with these issues, if there are any, as many as an {@link ErrorList} holds. */
export function requireNoErrors(issues: Iterable<Issue>): void {
  const errors = new ErrorList()
  errors.addAll(issues)
  errors.throwIfAny()
}
