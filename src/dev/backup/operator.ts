import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { placeOf } from '../places.ts'

/** How often a request is sent while the service does not answer, and how long the pauses are at most. */
const TRIES = 6
const MAX_PAUSE_MS = 15_000

export type Operator = ReturnType<typeof operatorAt>

/** Requests to the operator API of a deployment, which are sent again when it is not available. */
export function operatorAt(url: string, token: string) {
  async function send(
    path: string,
    init: RequestInit = {},
    isAnswer = (response: Response) => response.ok,
  ): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(new URL(path, url), {
        ...init,
        headers: { Authorization: `Bearer ${token}`, ...init.headers },
      }).catch((error: unknown) => error as Error)
      if (!(response instanceof Error) && isAnswer(response)) return response
      const isTransient = response instanceof Error || response.status === 503 || response.status === 429
      if (!isTransient || attempt === TRIES) {
        if (response instanceof Error) throw new Error(`${url} does not answer: ${causeOf(response)}`)
        throw new Refused(response.status, `${path}: ${await explain(response)}`)
      }
      if (!(response instanceof Error)) await response.body?.cancel()
      await sleep(Math.min(MAX_PAUSE_MS, 250 * 2 ** attempt))
    }
  }
  return {
    download: (path: string) => send(path),
    /** The letters of the databases that the deployment has, also of those that do not answer. */
    async places(): Promise<string[]> {
      const response = await send('/health', {}, () => true)
      const health = (await response.json().catch(() => ({}))) as { databases?: { name: string }[] }
      const places = health.databases?.flatMap(({ name }) => placeOf(name) ?? []) ?? []
      if (places.length === 0) throw new Error(`${url}/health names no database.`)
      return places
    },
    data: async <Data>(path: string, init?: RequestInit): Promise<Data> =>
      ((await (await send(path, init)).json()) as { data: Data }).data,
  }
}

/** A path to what is asked of one database. Paths without a letter are of the first one. */
export const pathAt = (place: string, path: string): string =>
  place === 'a' ? path : `${path}${path.includes('?') ? '&' : '?'}database=${place}`

/** Where the files of a database are in the folder of a backup: those of the first one in the folder itself. */
export const folderAt = (place: string, folder: string): string =>
  place === 'a' ? folder : join(folder, place)

/** The service has answered, and not with what was asked for. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

async function explain(response: Response): Promise<string> {
  const problem = (await response.json().catch(() => ({}))) as { detail?: string; title?: string }
  return `${response.status} ${problem.detail ?? problem.title ?? ''}`.trim()
}

const causeOf = (error: Error): string => (error.cause instanceof Error ? error.cause.message : error.message)

/** The address and the token that a command was given. Throws what to set if one is missing. */
export function credentialsOf(url: string | undefined): { url: string; token: string } {
  const token = process.env.OPERATOR_TOKEN
  if (!url) throw new Error('Say which deployment it is: --url https://members.your-domain.org')
  if (!token) throw new Error('Set the environment variable OPERATOR_TOKEN to the secret of the deployment.')
  if (!/^https:|^http:\/\/localhost[:/]/.test(`${url}/`)) throw new Error('Use https: the token is a secret.')
  return { url, token }
}
