import { once } from 'node:events'
import autocannon from 'autocannon'
import { type Busy, busy, ticksOfMachine } from './cpu.ts'
import type { Sent } from './scenarios.ts'

/** What one side did in one round. */
export type Round = { rate: number; p50: number; cpu: number; foreign: number }

let sent = 0

/** The number of the next request of the run, which makes it differ from the others. */
export const next = (): number => ++sent

/** Sends `amount` requests over `connections`, each as soon as the one before it is answered. */
export async function load(
  origin: string,
  request: (n: number) => Sent,
  status: number,
  { connections, amount }: { connections: number; amount: number },
): Promise<Round> {
  const times: number[] = []
  const wrong = new Map<number, number>()
  const before: Busy = busy()
  const start = performance.now()
  const options: autocannon.Options = {
    url: origin,
    connections,
    amount,
    timeout: 120,
    sampleInt: 20,
    requests: [{ setupRequest: (base) => ({ ...base, ...request(next()) }) as autocannon.Request }],
  }
  // With a callback autocannon returns the instance itself.
  const instance = autocannon(options, () => {})
  let [end, after, answers] = [start, before, 0]
  instance.on('response', (_client, code, _bytes, time) => {
    if (code === status) times.push(time)
    else wrong.set(code, (wrong.get(code) ?? 0) + 1)
    answers += 1
    if (answers === amount) [end, after] = [performance.now(), busy()]
  })
  const [result] = (await once(instance, 'done')) as [autocannon.Result]
  const seconds = (end - start) / 1000
  if (wrong.size > 0 || result.errors > 0 || times.length === 0)
    throw new Error(`Wanted ${status}, got ${JSON.stringify([...wrong])} and ${result.errors} errors.`)
  const machine = after.machine - before.machine
  return {
    rate: times.length / seconds,
    p50: median(times),
    cpu: ((after.server - before.server) * 10) / times.length,
    foreign:
      (machine - (after.server - before.server) - (after.self - before.self)) / ticksOfMachine(seconds),
  }
}

/** The middle of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half) - 1] ?? 0)) / 2
}
