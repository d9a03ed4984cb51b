import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A port that is free on every address of this machine, and below those that systems give to outgoing connections. */
export async function freePort(): Promise<number> {
  for (let tries = 20; tries > 0; tries--) {
    const port = randomInt(20_000, 32_000)
    const server = createServer().listen(port)
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
  return assert.fail('no port')
}

/** Ends the rest of a process group that the caller started. */
export async function endGroup(group: number): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isRunning(group)) return
    process.kill(-group, signal)
    await isGone(group)
  }
}

/** Waits up to five seconds for the last process of a group to end. */
export async function isGone(group: number): Promise<boolean> {
  for (let tries = 100; tries > 0 && isRunning(group); tries--) await sleep(50)
  return !isRunning(group)
}

function isRunning(group: number): boolean {
  if (existsSync('/proc/self/stat')) return readdirSync('/proc').some((pid) => isLiving(pid, group))
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}

// A container without an init process keeps the dead ones (state Z) in their group.
function isLiving(pid: string, group: number): boolean {
  if (!/^\d+$/.test(pid)) return false
  try {
    const [state, , itsGroup] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .split(') ')
      .slice(-1)
      .join()
      .split(' ')
    return itsGroup === `${group}` && state !== 'Z' && state !== 'X'
  } catch {
    return false
  }
}
