import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { endGroup, freePort } from './processes.ts'

export type Started = {
  origin: string
  key: string
  operator: string
  printed: () => string
  stop: () => Promise<void>
}

/**
 * Runs `npm start` of a version of the service, in its folder, on a state folder. It migrates, and fills an empty database. A busy
 * machine may take longer than it waits, so this is tried twice.
 */
export async function npmStart(version: string, state: string, tries = 2): Promise<Started> {
  const port = await freePort()
  const child: ChildProcess = spawn(
    process.execPath,
    ['src/dev/start.ts', '--port', `${port}`, '--persist-to', state],
    { cwd: version, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  const stop = () => endGroup(Number(child.pid))
  for (const end = Date.now() + 240_000; !printed.includes('curl '); await sleep(100))
    if (child.exitCode !== null || Date.now() > end) {
      await stop()
      if (tries > 1) return npmStart(version, state, tries - 1)
      throw new Error(`${printed}\nnpm start in ${version} did not get ready.`)
    }
  const told = (label: string) => new RegExp(`${label} +(\\S+)`).exec(printed)?.[1] ?? ''
  return {
    origin: told('API'),
    key: told('Demo key'),
    operator: told('Operator token'),
    printed: () => printed,
    stop,
  }
}
