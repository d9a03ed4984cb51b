import { trip } from '../db/client'
import { openHome } from '../db/databases'
import { note } from '../db/work'
import { mintCanaryKey } from '../domain/watch/canary-key'
import { clear, raise } from '../domain/watch/watches'
import type { Bindings } from '../env'
import { nameOf } from '../http/log'
import { locate } from '../http/open-database'
import { publicOrigin } from '../http/origin'
import { mailOperator } from './tell-operator'

/** Sends a request to the Worker, as the platform would. */
export type Ask = (path: string, init?: RequestInit) => Response | Promise<Response>

const PERSONS = '/lists/members/persons'
const ID = 'canary'

/**
 * Uses the service as a program and a browser would, in a workspace that is there for that: signs in with a key of its own, writes
 * a person, reads it back, opens a page, and mails the operator. Keeps whether that worked, and which step did not.
 */
export async function runCanary(env: Bindings, ask: Ask, now: Date): Promise<void> {
  const { CANARY_WORKSPACE: workspaceId } = env
  if (!workspaceId) return
  const db = openHome(env)
  const failed = await failedStep(env, ask, { workspaceId, now })
  if (failed !== undefined) note('canary_failed', failed)
  await trip(db, { outcome: failed === undefined ? clear('canary', now) : raise('canary', failed, now) })
}

/** The first step that fails, with what it met; undefined if all work. */
async function failedStep(
  env: Bindings,
  ask: Ask,
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<string | undefined> {
  const value = `canary-${now.getTime()}`
  let token: string | undefined
  const asJson = (init: RequestInit = {}): RequestInit => ({
    ...init,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  })
  const person = { external_id: ID, name: { last_name: 'Canary' }, membership_number: value }
  const body = JSON.stringify({ data: [person] })
  const STEPS: [string, () => Promise<string | undefined>][] = [
    [
      'sign in',
      async () => {
        token = await mintCanaryKey(await locate(env, workspaceId), { workspaceId, now: new Date() })
        return token === undefined ? 'no such workspace' : statusOf(await ask('/me', asJson()))
      },
    ],
    ['write', async () => statusOf(await ask(PERSONS, asJson({ method: 'PUT', body })))],
    [
      'read',
      async () => {
        const response = await ask(`${PERSONS}/${ID}`, asJson())
        if (!response.ok) return statusOf(response)
        const { data } = await response.json<{ data: { membership_number: unknown } }>()
        return data.membership_number === value ? undefined : 'an older value'
      },
    ],
    ['page', async () => statusOf(await ask('/dashboard/sign-in'))],
    [
      'mail',
      async () => {
        const health = publicOrigin(env)
        await mailOperator(
          env,
          `Canary: all works at ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
          [
            'The canary club has signed in, written, read and mailed. If this mail stays away, look at /health.',
            ...(health ? [`${health}/health`] : []),
          ],
        )
        return undefined
      },
    ],
  ]
  for (const [step, take] of STEPS)
    try {
      const met = await take()
      if (met !== undefined) return `${step}: ${met}`
    } catch (error) {
      return `${step}: ${nameOf(error)}`
    }
  return undefined
}

const statusOf = ({ ok, status }: Response): string | undefined => (ok ? undefined : `${status}`)
