import { setTimeout as sleep } from 'node:timers/promises'

/** How often a request is sent while the service does not answer, and how long the pauses are at most. */
const TRIES = 6
const MAX_PAUSE_MS = 15_000

export type Operator = ReturnType<typeof operatorAt>

/** Requests to the operator API of a deployment, which are sent again when it is not available. */
export function operatorAt(url: string, token: string) {
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(new URL(path, url), {
        ...init,
        headers: { Authorization: `Bearer ${token}`, ...init.headers },
      }).catch((error: unknown) => error as Error)
      const isTransient = response instanceof Error || response.status === 503 || response.status === 429
      if (!isTransient || attempt === TRIES) {
        if (response instanceof Error) throw new Error(`${url} does not answer: ${causeOf(response)}`)
        if (!response.ok) throw new Refused(response.status, `${path}: ${await explain(response)}`)
        return response
      }
      if (!(response instanceof Error)) await response.body?.cancel()
      await sleep(Math.min(MAX_PAUSE_MS, 250 * 2 ** attempt))
    }
  }
  return {
    download: send,
    data: async <Data>(path: string, init?: RequestInit): Promise<Data> =>
      ((await (await send(path, init)).json()) as { data: Data }).data,
  }
}

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
