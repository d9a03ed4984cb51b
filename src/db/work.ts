import { AsyncLocalStorage } from 'node:async_hooks'

/** What a request, a message or a job has cost so far, for whom it was done, and what went wrong. For its line of the log. */
export type Work = {
  trips: number
  /** How long the trips took, in milliseconds. */
  databaseTime: number
  /** How many times an act ran again, since another request wrote first. */
  conflicts: number
  workspaceId?: string
  /** Whether the workspace has endpoints of webhooks, which hear of what is written. */
  hasWebhooks?: boolean
  /** The door through which somebody has proved who asks. */
  provedAt?: 'api' | 'portal' | 'dashboard' | 'operator' | 'service'
  error?: { error: string; hint?: string | undefined; stack?: string[] }
  /** Facts by name that an operator must know though the work was done; never a value of somebody. */
  notes: Record<string, string | number>
  /** What a run or a batch has done: its jobs by name, the messages that failed. */
  report: Record<string, unknown>
}

const current = new AsyncLocalStorage<Work>()

export const newWork = (): Work => ({ trips: 0, databaseTime: 0, conflicts: 0, notes: {}, report: {} })

/** Runs a function, whose trips and conflicts count as those of a work. */
export const workingOn = <T>(work: Work, act: () => T): T => current.run(work, act)

/** The work that runs, to be changed; undefined outside of any, as in a test that calls a verb. */
export const currentWork = (): Work | undefined => current.getStore()

/** Runs a trip, and counts it with its time. */
export async function counted<T>(run: () => Promise<T>): Promise<T> {
  const work = current.getStore()
  if (!work) return run()
  const started = performance.now()
  work.trips += 1
  try {
    return await run()
  } finally {
    work.databaseTime += performance.now() - started
  }
}

/** Notes a fact for the line of the work; a number is added to the one that was noted before. */
export function note(name: string, fact: string | number): void {
  const notes = current.getStore()?.notes
  if (!notes) return
  const before = notes[name]
  notes[name] = typeof fact === 'number' && typeof before === 'number' ? before + fact : fact
}

/** Adds what a run or a batch has done to the line of the work. */
export function report(facts: Record<string, unknown>): void {
  Object.assign(current.getStore()?.report ?? {}, facts)
}
