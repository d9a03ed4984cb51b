import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { Bindings } from '../../src/env'
import worker from '../../src/index'
import { type Cost, metered } from './meter'
import { mediaTypeOf, undocumented } from './openapi'

export const ORIGIN = 'http://mas.test'

export type Answer = {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the shape themselves
  body: any
  cost: Cost
}

export type Options = {
  key?: string
  /** Sent as JSON; use `raw` for anything else. */
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string>
  env?: Partial<Bindings>
}

const UNLIMITED = { KEY_RATE: { limit }, ADDRESS_RATE: { limit } }

/**
 * Queues that keep nothing. What a real one delivers after the last test of a file can make the run wait for ever: Vitest holds back
 * what a consumer logs then, and waits until it is printed.
 */
export const QUIET = Object.fromEntries(
  ['MAILS', 'MAILINGS', 'JOBS', 'WEBHOOKS'].map((queue) => [
    queue,
    { send: async () => {}, sendBatch: async () => {} },
  ]),
) as unknown as Pick<Bindings, 'MAILS' | 'MAILINGS' | 'JOBS' | 'WEBHOOKS'>

async function limit(): Promise<RateLimitOutcome> {
  return { success: true }
}

/** The other databases of an environment, counted together with the first one. */
const othersMetered = (bindings: Partial<Bindings> = {}, cost: Cost): Partial<Bindings> =>
  Object.fromEntries(
    Object.entries(bindings).flatMap(([name, d1]) =>
      name.startsWith('DB_') && d1 ? [[name, metered(d1 as D1Database, cost).db]] : [],
    ),
  )

/** Sends a request through the real worker, counts what it cost, and checks the response against /openapi.json. */
export async function call(method: string, path: string, options: Options = {}): Promise<Answer> {
  const { db, cost } = metered(env.DB)
  const headers = new Headers(options.headers)
  if (options.key !== undefined) headers.set('Authorization', `Bearer ${options.key}`)
  if (options.body !== undefined && !headers.has('Content-Type'))
    headers.set('Content-Type', 'application/json')
  const sentBody = options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body))
  const request = new Request(`${ORIGIN}${path}`, { method, headers, body: sentBody, redirect: 'manual' })
  const context = createExecutionContext()
  const response = await worker.fetch(
    request,
    { ...env, ...UNLIMITED, ...QUIET, DB: db, ...options.env, ...othersMetered(options.env, cost) },
    context,
  )
  const text = await response.text()
  await waitOnExecutionContext(context)
  const isJson = /[/+]json$/.test(mediaTypeOf(response.headers)) && text !== ''
  const body = isJson ? JSON.parse(text) : undefined
  const answer = { status: response.status, headers: response.headers, text, body, cost }
  const sent = { method, path: new URL(request.url).pathname }
  if (method !== 'HEAD') expect(await undocumented(sent, answer)).toEqual([])
  return answer
}
