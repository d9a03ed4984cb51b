import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long a client waits between two writes, and before it repeats one: a key may send 600 requests a minute. */
const PAUSE_MILLISECONDS = 250

/** The problems after which a client sends a request again, with the same key. */
const PASSING = ['workspace_moving', 'still_running', 'busy', 'unavailable']

type Means = {
  origin: string
  keys: readonly string[]
  /** Waits until the service answers again. */
  isUp: () => Promise<void>
}

type Write = { method: string; path: string; key?: string; body: object }

export type Clients = ReturnType<typeof writeWith>

/**
 * Writes with each key until `end`: each client creates persons and their fees, and updates them, one request after the other. It
 * notes what was acknowledged, and repeats what was not. What is read meanwhile has to be answered.
 */
export function writeWith({ origin, keys, isUp }: Means) {
  /** The first name that each person was given last, by its external id. */
  const persons = new Map<string, string>()
  /** The ids of fees by their descriptions. */
  const fees = new Map<string, string>()
  const counts = { updates: 0, lost: 0, repeated: 0 }
  const refused = new Map<string, number>()
  const wrong: string[] = []
  let refusals: number[] = []
  let acknowledged: number[] = []
  let isOver = false

  const client = async (token: string, index: number) => {
    /** Sends a request until it is acknowledged, and gives what was answered. */
    const send = async (write: Write): Promise<{ id: string }> => {
      for (;;) {
        const answer = await request(token, write).catch(() => undefined)
        if (answer?.ok) {
          acknowledged.push(Date.now())
          return [answer.data].flat()[0]
        }
        if (answer) note(write, answer)
        else counts.lost += 1
        if (!answer) await isUp().catch(() => {})
        if (answer?.type === 'workspace_moving') await read(token)
        await sleep(PAUSE_MILLISECONDS)
      }
    }
    for (let number = 1; !isOver; number++) {
      const name = `client-${index}-${number}`
      const person = { external_id: name, name: { first_name: 'New', last_name: name } }
      const created = await send({ method: 'POST', path: PERSONS, key: name, body: person })
      persons.set(name, 'New')
      await sleep(PAUSE_MILLISECONDS)
      const body = { data: [{ person_external_id: name, amount: 100 + number, description: name }] }
      const claim = { method: 'POST', path: '/fees', key: `fee-${name}`, body }
      const fee = await send(claim)
      fees.set(name, fee.id)
      await sleep(PAUSE_MILLISECONDS)
      const changed = { name: { first_name: 'Changed', last_name: name } }
      await send({ method: 'PUT', path: `${PERSONS}/${created.id}`, body: changed })
      persons.set(name, 'Changed')
      counts.updates += 1
      await sleep(PAUSE_MILLISECONDS)
      // Whoever has lost an answer sends the same again, perhaps much later.
      if (number % 5 === 0) {
        counts.repeated += 1
        if ((await send(claim)).id !== fee.id) wrong.push(`${name} was claimed twice`)
        await sleep(PAUSE_MILLISECONDS)
      }
    }
  }

  const request = async (token: string, { method, path, key, body }: Write) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...(key && { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await response.text()
    const { data, type = '' } = JSON.parse(text)
    return {
      ok: response.ok,
      data,
      text,
      status: response.status,
      type: String(type).split('/').at(-1) ?? '',
      retryAfter: response.headers.get('Retry-After'),
    }
  }

  const note = (write: Write, answer: Awaited<ReturnType<typeof request>>) => {
    const { status, type, text, retryAfter } = answer
    refused.set(`${status} ${type}`, (refused.get(`${status} ${type}`) ?? 0) + 1)
    if (type === 'workspace_moving') refusals.push(Date.now())
    if (!PASSING.includes(type) || (type === 'workspace_moving' && retryAfter !== '60'))
      wrong.push(`${write.method} ${write.path}: ${status} ${text.slice(0, 300)}`)
  }

  /** Reads the workspace, which is answered as if it did not move. */
  const read = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` }
    const response = await fetch(`${origin}${PERSONS}?per_page=1`, { headers }).catch(() => undefined)
    if (response && !response.ok) wrong.push(`a read: ${response.status} ${await response.text()}`)
  }

  const clients = keys.map(client)
  return {
    persons,
    fees,
    counts,
    refused,
    /** Forgets when writes were refused. */
    begin() {
      refusals = []
      acknowledged = []
    },
    /** From the first write that was refused to the first one that was acknowledged after the last of these, in seconds. */
    refusedFor(): number {
      const last = refusals.at(-1) ?? assert.fail('no write was refused')
      const opened = acknowledged.find((at) => at >= last) ?? assert.fail('no write was acknowledged again')
      return (opened - (refusals[0] ?? 0)) / 1000
    },
    /** Waits until so many more writes were acknowledged. */
    async more(count: number) {
      const from = acknowledged.length
      for (const end = Date.now() + 120_000; acknowledged.length < from + count; await sleep(50))
        assert.ok(Date.now() < end, `no write was acknowledged: ${JSON.stringify([...refused])} ${wrong[0]}`)
    },
    /** Ends each client after the write that it is at. Fails if one of them was answered what it should not be. */
    async end() {
      isOver = true
      await Promise.all(clients)
      assert.deepEqual(wrong.slice(0, 5), [])
    },
  }
}

const PERSONS = '/lists/members/persons'
