import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_KEY } from '../../../src/dev/seed.ts'

/** What an impatient browser and a program ask for, writes included, before the service is ready. */
const REQUESTS: [method: string, path: string, body?: object][] = [
  ['GET', '/me'],
  ['GET', '/lists/members/persons?per_page=500'],
  ['GET', '/bank_lines'],
  ['GET', '/dashboard/sign-in'],
  ['GET', '/portal/tsv-lindental'],
  ['POST', '/member_portal_sessions', { person_external_id: 'm-1001' }],
  ['PUT', '/lists/members/persons/m-1002', { phone_numbers: [] }],
  ['GET', '/fees?per_page=500'],
]
const CONNECTIONS = 4

/**
 * Sends requests to a service without pause until `end` is called, from before it listens. `end` fails if one was answered
 * with a server error, or met the demo before it was full, and returns how many were answered.
 */
export function earlyRequests(origin: string) {
  const wrong: string[] = []
  let answered = 0
  let isEnding = false
  const ask = async (n: number) => {
    const [method, path, body] = REQUESTS[n % REQUESTS.length] ?? assert.fail()
    const headers = { Authorization: `Bearer ${DEMO_KEY}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${origin}${path}`, { method, headers, body: body && JSON.stringify(body) })
    const text = await response.text()
    answered++
    // Over 600 requests a minute are refused.
    if (response.status >= 400 && response.status !== 429)
      wrong.push(`${method} ${path}: ${response.status} ${text}`)
  }
  const connections = Array.from({ length: CONNECTIONS }, async (_, connection) => {
    for (let n = connection; !isEnding; n++) {
      // The port is closed until the service listens.
      await ask(n).catch(() => sleep(5))
      await sleep(20)
    }
  })
  return {
    async end(): Promise<number> {
      isEnding = true
      await Promise.all(connections)
      assert.deepEqual(wrong, [])
      return answered
    },
  }
}
