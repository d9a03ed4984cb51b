import type { Tools } from './tools.ts'

/** What `/health` of a deployment answers. */
export type Health = {
  status: string
  version: string | null
  databases: { name: string; status: string; migration: string | null }[]
  /** Absent from a version before moves. */
  moves_running?: number
  missing: string[]
  switched_off: Record<string, string>
}

/** How often a check is tried: a new deployment takes seconds to reach all locations. */
const TRIES = 20
const PAUSE_MILLISECONDS = 3000

/** Reads `/health` once. Returns what is wrong, as a text, if the service does not answer as it should. */
export async function readHealth(
  { fetch }: Tools,
  publicUrl: string,
  headers: Record<string, string> = {},
): Promise<Health | string> {
  try {
    const signal = AbortSignal.timeout(20_000)
    const response = await fetch(`${publicUrl}/health`, { headers, signal, redirect: 'manual' })
    const text = await response.text()
    const health = parsed(text)
    return Array.isArray(health?.databases)
      ? health
      : `answers ${response.status}, and not as this service does`
  } catch (error) {
    return `does not answer: ${error instanceof Error ? `${error.cause ?? error.message}` : error}`
  }
}

function parsed(text: string): Health | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The version that should answer, the migration that each database should have, and their bindings. */
export type Expected = { version: string; migration: string; databases: string[] }

/** What is wrong with an answer of `/health`; undefined if nothing is. */
export function healthProblem(
  health: Health | string,
  { version, migration, databases }: Expected,
): string | undefined {
  if (typeof health === 'string') return health
  if (health.version !== version) return `is still of the version ${health.version}, and not of ${version}`
  // After a rollback the database is ahead of the code. Names of migrations begin with their numbers.
  const behind = health.databases.find((database) => (database.migration ?? '') < migration)
  if (behind) return `has the migration ${behind.migration} in ${behind.name}, and not ${migration}`
  const unknown = databases.find((binding) => health.databases.every(({ name }) => name !== binding))
  if (unknown) return `does not know the database ${unknown}`
  if (health.status === 'ok') return undefined
  const states = health.databases.map(({ name, status }) => `${name} ${status}`)
  return `says ${health.status}: ${[...states, ...health.missing.map((name) => `${name} is missing`)].join(', ')}`
}

/** Reads `/health` until it says that a version is ready, for a minute. Returns what is wrong after that. */
export async function awaitHealth(
  tools: Tools,
  publicUrl: string,
  expected: Expected,
  headers: Record<string, string> = {},
): Promise<string | undefined> {
  let problem: string | undefined
  for (let tries = TRIES; tries > 0; tries--) {
    problem = healthProblem(await readHealth(tools, publicUrl, headers), expected)
    if (problem === undefined) return undefined
    if (tries > 1) await tools.sleep(PAUSE_MILLISECONDS)
  }
  return problem
}
