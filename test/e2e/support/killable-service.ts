import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { applyMigrations } from '../../../src/dev/local-state.ts'
import { ROOT, WRANGLER_ENV } from '../../../src/dev/wrangler.ts'
import { endGroup, freePort } from './processes.ts'

/** Runs the service on a folder in a process group of its own, which can be killed and started again. */
export async function serve(folder: string, operatorToken: string, beforeRestart = () => {}) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  await applyMigrations(new AbortController().signal, folder)
  const bin = createRequire(import.meta.url)
    .resolve('wrangler/package.json')
    .replace(/package\.json$/, 'bin/wrangler.js')
  let server: ChildProcess
  let up = Promise.resolve()
  const start = (): Promise<void> => {
    const flags = [
      'dev',
      '--port',
      `${port}`,
      '--inspector-port',
      '0',
      '--persist-to',
      folder,
      '--var',
      `OPERATOR_TOKEN:${operatorToken}`,
    ]
    const env = { ...process.env, ...WRANGLER_ENV }
    server = spawn(process.execPath, [bin, ...flags], { cwd: ROOT, env, detached: true, stdio: 'ignore' })
    return answering(origin)
  }
  const stop = () => endGroup(server.pid ?? assert.fail('the service has not started'))
  await start()
  return {
    origin,
    stop,
    isUp: () => up,
    killAndRestart(): Promise<void> {
      process.kill(-(server.pid ?? assert.fail()), 'SIGKILL')
      up = stop().then(() => {
        beforeRestart()
        return start()
      })
      return up
    },
  }
}

async function answering(origin: string): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100)) {
    const response = await fetch(`${origin}/docs`).catch(() => undefined)
    if (response?.ok) return
  }
  throw new Error('The service did not answer within two minutes.')
}
