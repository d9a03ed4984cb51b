import type { z } from 'zod'
import { type DomainError, type Issues, invalid } from './errors'
import { messageOf, type Refusal } from './refusals'
import { shapeOf } from './shape-refusals'

/** A path below a value, and why that is refused. */
export type Issue = readonly [path: readonly string[], refusal: Refusal]

/** The error for one value. */
export const refusedAt = (path: string, refusal: Refusal): DomainError => invalid({ [path]: [refusal] })

/** Throws `invalid` if there are issues. */
export function throwIssues(issues: Iterable<Issue>): void {
  const errors = new ErrorList()
  errors.addAll(issues)
  errors.throwIfAny()
}

/** How many characters the paths and messages of the errors in one answer have at most. */
const MAX_CHARACTERS = 100_000

/** Paths cut longer keys. The keys of the contract are shorter. */
const MAX_KEY_CHARACTERS = 100

/**
 * Errors by dotted path, until {@link MAX_CHARACTERS} are reached. The items of a batch are validated one by one
 * until the list is full.
 */
export class ErrorList {
  private readonly refusals = new Map<string, Map<string, Refusal>>()
  private room = MAX_CHARACTERS

  get isEmpty(): boolean {
    return this.refusals.size === 0 && !this.isFull
  }

  get isFull(): boolean {
    return this.room < 0
  }

  add(path: readonly PropertyKey[], refusal: Refusal): void {
    const message = messageOf(refusal)
    const key = path.map(shortKey).join('.') || 'body'
    const ofPath = this.refusals.get(key) ?? new Map<string, Refusal>()
    if (ofPath.has(message)) return
    this.room -= key.length + message.length
    if (this.isFull) return
    this.refusals.set(key, ofPath.set(message, refusal))
  }

  addAll(issues: Iterable<Issue>, below: string[] = []): void {
    for (const [path, refusal] of issues) {
      if (this.isFull) return
      this.add([...below, ...path], refusal)
    }
  }

  addIssues(issues: readonly z.core.$ZodIssue[], below: string[] = []): void {
    for (const issue of issues)
      for (const key of issue.code === 'unrecognized_keys' ? issue.keys : [undefined]) {
        if (this.isFull) return
        this.add([...below, ...issue.path, ...(key === undefined ? [] : [key])], shapeOf(issue))
      }
  }

  /** Parses a value. Returns undefined, and adds the errors, where it does not fit the schema. */
  parse<S extends z.ZodType>(schema: S, value: unknown, below: string[] = []): z.output<S> | undefined {
    try {
      const result = schema.safeParse(value)
      if (result.success) return result.data
      this.addIssues(result.error.issues, below)
    } catch (error) {
      // zod spreads issues into a call, which the engine rejects above some hundred thousand of them.
      if (!(error instanceof RangeError)) throw error
      this.room = -1
    }
    return undefined
  }

  toIssues(): Issues {
    const issues: Issues = Object.fromEntries(
      [...this.refusals].map(([path, byMessage]) => [path, [...byMessage.values()]]),
    )
    return this.isFull ? { ...issues, body: [...(issues.body ?? []), { code: 'too_many_issues' }] } : issues
  }

  throwIfAny(): void {
    if (!this.isEmpty) throw invalid(this.toIssues())
  }
}

const shortKey = (key: PropertyKey): string => {
  const text = String(key)
  return text.length > MAX_KEY_CHARACTERS ? `${text.slice(0, MAX_KEY_CHARACTERS)}…` : text
}
