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
export const QUIET = {
  ...(Object.fromEntries(
    ['MAILS', 'MAILINGS', 'JOBS', 'WEBHOOKS'].map((queue) => [
      queue,
      { send: async () => {}, sendBatch: async () => {} },
    ]),
  ) as unknown as Pick<Bindings, 'MAILS' | 'MAILINGS' | 'JOBS' | 'WEBHOOKS'>),
  // The database of the tests as the second of two, and new workspaces in it.
  ...(env.PLACE === 'b' && { DB: env.SECOND, DB_B: env.DB, DATABASE_LIMITS_GB: { DB: 0 } }),
}

async function limit(): Promise<RateLimitOutcome> {
  return { success: true }
}

const isDatabase = (name: string): boolean => /^DB(_[B-Z])?$/.test(name)

/** The databases of an environment, counted together; those that a test gives are in the place of that of the tests. */
function databasesOf(given: Partial<Bindings> = {}, cost: Cost): Partial<Bindings> {
  const { DB, ...bindings } = given
  const own = 'DB' in given && { [env.PLACE === 'b' ? 'DB_B' : 'DB']: DB }
  const databases = Object.entries({ DB: env.DB, ...QUIET, ...bindings, ...own })
  return Object.fromEntries(
    databases.flatMap(([name, d1]) =>
      isDatabase(name) ? [[name, d1 ? metered(d1 as D1Database, cost).db : undefined]] : [],
    ),
  )
}

const withoutDatabases = (bindings: Partial<Bindings> = {}): Partial<Bindings> =>
  Object.fromEntries(Object.entries(bindings).filter(([name]) => !isDatabase(name))) as Partial<Bindings>

/** Sends a request through the real worker, counts what it cost, and checks the response against /openapi.json. */
export async function call(method: string, path: string, options: Options = {}): Promise<Answer> {
  const cost: Cost = { trips: 0, rowsRead: 0, rowsWritten: 0 }
  const headers = new Headers(options.headers)
  if (options.key !== undefined) headers.set('Authorization', `Bearer ${options.key}`)
  if (options.body !== undefined && !headers.has('Content-Type'))
    headers.set('Content-Type', 'application/json')
  const sentBody = options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body))
  const request = new Request(`${ORIGIN}${path}`, { method, headers, body: sentBody, redirect: 'manual' })
  const context = createExecutionContext()
  const response = await worker.fetch(
    request,
    { ...env, ...UNLIMITED, ...QUIET, ...databasesOf(options.env, cost), ...withoutDatabases(options.env) },
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
