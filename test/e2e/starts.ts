import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_KEY } from '../../src/dev/seed.ts'
import { earlyRequests } from './support/early-requests.ts'
import { endGroup, freePort, isGone } from './support/processes.ts'

// Starts the service on empty state folders, so many times, with requests from the first moment on.
const starts = Number(process.argv[2] ?? 20)
const LISTS = ['members/persons', 'contacts/persons'].map((list) => `/lists/${list}`)
const COUNTED = [...LISTS, '/fees', '/collections', '/vouchers', '/bank_lines', '/mails']

let first: number[] | undefined
for (let n = 1; n <= starts; n++) {
  const { counts, answered } = await startedUnderLoad()
  console.log(`${n} of ${starts}: ${answered} requests answered; ${counts.join(', ')}`)
  first ??= counts
  assert.deepEqual(counts, first, 'the demo is as full as after the first start')
}

/** Starts the service once, and counts what it has when it says that it is ready. */
async function startedUnderLoad() {
  const folder = mkdtempSync(join(tmpdir(), 'membership-starts-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const requests = earlyRequests(origin)
  const npm = spawn('npm', ['start', '--', '--port', `${port}`, '--persist-to', folder], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    await ready(npm)
    const answered = await requests.end()
    const counts: number[] = []
    for (const path of COUNTED) counts.push(await countOf(origin, path))
    const closed = once(npm, 'close')
    npm.kill('SIGINT')
    await closed
    assert.ok(await isGone(Number(npm.pid)), 'processes are left')
    return { counts, answered }
  } finally {
    await endGroup(Number(npm.pid))
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ready(npm: ChildProcess): Promise<void> {
  let printed = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  while (!printed.includes('Ready.')) {
    assert.equal(npm.exitCode, null, printed)
    await sleep(50)
  }
}

async function countOf(origin: string, path: string): Promise<number> {
  for (;;) {
    const headers = { Authorization: `Bearer ${DEMO_KEY}` }
    const response = await fetch(`${origin}${path}?per_page=100`, { headers })
    const text = await response.text()
    if (response.status === 200) return JSON.parse(text).data.length
    // The requests before may have used up this minute's allowance.
    assert.equal(response.status, 429, text)
    await sleep(1000)
  }
}
