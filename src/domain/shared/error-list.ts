import type { z } from 'zod'
import { type DomainError, type Issues, invalid } from './errors'
import { messageOf, type Refusal } from './refusals'
import './validation-messages'

/** A path below a value, and what is wrong there. */
export type Issue = readonly [path: readonly string[], refused: string | Refusal]

/** The error for one value; `place` is added to its message. */
export const refusedAt = (path: string, refusal: Refusal, place = ''): DomainError =>
  invalid({ [path]: [`${messageOf(refusal)}${place}`] }, { [path]: [refusal] })

/** How many characters the paths and messages of the errors in one answer have at most. */
const MAX_CHARACTERS = 100_000

/** Paths cut longer keys. The keys of the contract are shorter. */
const MAX_KEY_CHARACTERS = 100

/** Errors by dotted path, until {@link MAX_CHARACTERS} are reached. */
export class ErrorList {
  private readonly messages = new Map<string, string[]>()
  private readonly refusals = new Map<string, Refusal[]>()
  private room = MAX_CHARACTERS

  get isEmpty(): boolean {
    return this.messages.size === 0 && !this.isFull
  }

  get isFull(): boolean {
    return this.room < 0
  }

  add(path: readonly PropertyKey[], refused: string | Refusal): void {
    const message = typeof refused === 'string' ? refused : messageOf(refused)
    const key = path.map(shortKey).join('.') || 'body'
    const messages = this.messages.get(key) ?? []
    if (messages.includes(message)) return
    this.room -= key.length + message.length
    if (this.isFull) return
    this.messages.set(key, messages)
    messages.push(message)
    if (typeof refused !== 'string') this.refusals.set(key, [...(this.refusals.get(key) ?? []), refused])
  }

  addAll(issues: Iterable<Issue>, below: string[] = []): void {
    for (const [path, refused] of issues) {
      if (this.isFull) return
      this.add([...below, ...path], refused)
    }
  }

  addIssues(issues: readonly z.core.$ZodIssue[], below: string[] = []): void {
    for (const issue of issues)
      for (const key of issue.code === 'unrecognized_keys' ? issue.keys : [undefined]) {
        if (this.isFull) return
        this.add([...below, ...issue.path, ...(key === undefined ? [] : [key])], issue.message)
      }
  }

  /** Parses a value. Gives undefined, and adds the errors, where it does not fit the schema. */
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
    const issues = Object.fromEntries(this.messages)
    return this.isFull ? { ...issues, body: [...(issues.body ?? []), MORE] } : issues
  }

  throwIfAny(): void {
    if (!this.isEmpty) throw invalid(this.toIssues(), Object.fromEntries(this.refusals))
  }
}

const MORE = 'has more errors than are named here; correct these first, or send fewer entries at once'

const shortKey = (key: PropertyKey): string => {
  const text = String(key)
  return text.length > MAX_KEY_CHARACTERS ? `${text.slice(0, MAX_KEY_CHARACTERS)}…` : text
}
