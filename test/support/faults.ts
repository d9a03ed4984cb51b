import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import type { Answer, Options } from './call'
import { fakeD1 } from './fake-d1'
import { rows, type Workspace } from './workspace'

type Send = (options: Options) => Promise<Answer>

let tables: { name: string }[] | undefined

/** The rows of each table that holds something of a workspace. */
export async function everythingOf(club: Workspace): Promise<Record<string, unknown[]>> {
  tables ??= await rows<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%`workspace_id`%' ORDER BY name",
  )
  const select = ({ name }: { name: string }) =>
    env.DB.prepare(`SELECT * FROM ${name} WHERE workspace_id = ?`).bind(club.id)
  const results = await env.DB.batch(tables.map(select))
  return Object.fromEntries(tables.map(({ name }, index) => [name, results[index]?.results ?? []]))
}

/**
 * Sends a request again and again, while the database fails before another statement of another batch each time, and after
 * the last one of each. Every fault must be answered with a 500 that tells nothing, and leave every table as it was. Gives
 * the answer of the request once no fault is left to come, and how many there were.
 */
export async function failEverywhere(
  club: Workspace,
  send: Send,
): Promise<{ answer: Answer; faults: number; batches: number }> {
  const before = await everythingOf(club)
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  let faults = 0
  for (let batch = 1; ; batch++)
    for (let statement = 0, length = 1; statement <= length; statement++) {
      const database = failingAt(batch, statement)
      const answer = await send({ env: { DB: database.DB } })
      if (!database.hasFailed()) {
        expect(log).toHaveBeenCalledTimes(faults)
        log.mockRestore()
        return { answer, faults, batches: batch - 1 }
      }
      faults += 1
      length = database.length()
      expectOpaque(answer)
      expect(await everythingOf(club)).toEqual(before)
    }
}

/** A database that loses the answers to one of its batches after it has run it: also the second one, which a batch that reads gets. */
export function losingAnswer(batch: number): { DB: D1Database; hasFailed: () => boolean } {
  let batches = 0
  let lost: unknown
  const DB = fakeD1(async (statements) => {
    const results = await env.DB.batch(statements)
    if (statements !== lost) batches += 1
    if (batches === batch) lost = statements
    if (batches === batch) throw new Error('D1_ERROR: Network connection lost.')
    return results
  })
  return { DB, hasFailed: () => batches >= batch }
}

/** A database of which one batch fails, before its statement with this index. */
export function failingAt(batch: number, statement: number) {
  const fault = env.DB.prepare('SELECT abs(-9223372036854775808)')
  let batches = 0
  let length = 0
  const DB = fakeD1(async (statements) => {
    batches += 1
    if (batches !== batch) return env.DB.batch(statements)
    length = statements.length
    return env.DB.batch([...statements.slice(0, statement), fault, ...statements.slice(statement)])
  })
  return { DB, length: () => length, hasFailed: () => length > 0 }
}

/** Expects the problem of an error that the service does not know, without a word of its cause. */
export function expectOpaque({ status, body, headers }: Answer): void {
  expect([status, headers.get('Content-Type')]).toEqual([500, 'application/problem+json'])
  expect(body).toEqual({
    type: 'http://mas.test/problems/internal_error',
    title: 'Internal error',
    status: 500,
    detail: 'Something went wrong on our side. Try again, and tell us the request_id.',
    request_id: headers.get('X-Request-Id'),
  })
}

/** Expects the problem of an answer that the database lost, without a word of its cause. */
export function expectUnavailable({ status, body, headers, text }: Answer): void {
  expect([status, headers.get('Retry-After'), body.type]).toEqual([
    503,
    '5',
    'http://mas.test/problems/unavailable',
  ])
  expect(text).not.toContain('connection')
}
