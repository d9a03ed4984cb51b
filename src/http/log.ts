import { SetupError } from '../db/client'
import { currentWork, type Work } from '../db/work'
import type { Bindings } from '../env'

/** The levels of lines. `LOG_LEVEL` is the lowest one that is written. */
const LEVELS = { info: 'log', warn: 'warn', error: 'error' } as const

export type Level = keyof typeof LEVELS

const SEVERITY: Record<Level, number> = { info: 0, warn: 1, error: 2 }

type Logging = Partial<Pick<Bindings, 'LOG_LEVEL' | 'VERSION'>>

/** Writes a line to the log as JSON, whose fields Workers Logs can filter by. Fields that are undefined are left out. */
export function writeLine({ LOG_LEVEL = 'info', VERSION }: Logging, level: Level, line: object): void {
  if (SEVERITY[level] < (SEVERITY[LOG_LEVEL as Level] ?? 0)) return
  console[LEVELS[level]](JSON.stringify({ level, ...line, version: VERSION?.id }))
}

/** Keeps an error for the line of the work that runs. The first one is the cause of those that follow. */
export function noteError(error: Error, hint?: string): void {
  const work = currentWork()
  if (work) keepError(work, error, hint)
}

/** Keeps an error for the line of a work, by its name and where it was thrown. */
export function keepError(work: Work, error: unknown, hint?: string): void {
  work.error ??= {
    error: nameOf(error),
    hint: error instanceof SetupError ? error.message : hint,
    stack: error instanceof Error ? framesOf(error) : [],
  }
}

/** What a line says of a work: what it cost, and what went wrong. */
export const costOf = ({ trips, databaseTime, conflicts, notes, error }: Work) => ({
  trips,
  db_ms: Math.round(databaseTime),
  conflicts,
  ...notes,
  ...error,
})

/** The level of the line of a work that was done. */
export const levelOf = ({ error, notes }: Work): Level => {
  if (error) return 'error'
  return Object.keys(notes).length > 0 ? 'warn' : 'info'
}

/**
 * How an error is named in the log: by the code of the mail service, as E_DAILY_LIMIT_EXCEEDED, else by its name. Messages stay
 * out of it: those of the database hold bound values.
 */
export function nameOf(error: unknown): string {
  const code = String(Object(error).code)
  if (/^E_[A-Z_]{1,60}$/.test(code)) return code
  return error instanceof Error ? error.name : 'unknown'
}

const framesOf = ({ stack = '', message }: Error): string[] =>
  stack.replace(message, '').match(/^ {4}at .+:\d+:\d+\)?$/gm) ?? []
