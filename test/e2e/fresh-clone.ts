import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_KEY, SLUG } from '../../src/dev/seed.ts'
import { ROOT } from '../../src/dev/wrangler.ts'
import { SCALAR_FILE } from '../../src/docs/scalar.ts'
import { endGroup, freePort } from './support/processes.ts'

const folder = join(mkdtempSync(join(tmpdir(), 'membership-')), 'Mein Verein ü')
try {
  copyProject()
  await serveWithWrangler()
  nameMissingNode()
  console.log('A fresh clone serves with npx wrangler dev.')
} finally {
  rmSync(join(folder, '..'), { recursive: true })
}

/** Copies the files that git would clone, uncommitted changes included, with the packages that are installed here. */
function copyProject(): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = spawnSync('git', list, { cwd: ROOT, encoding: 'utf8' })
  const files = stdout.split('\0').filter((file) => file && existsSync(join(ROOT, file)))
  for (const file of files) cpSync(join(ROOT, file), join(folder, file))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

/** Runs `npx wrangler dev` without any preparation, and sends a request to every door. */
async function serveWithWrangler(): Promise<void> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const args = ['wrangler', 'dev', '--port', `${port}`]
  const npx = spawn('npx', args, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [npx.stdout, npx.stderr]) stream.on('data', (text) => (printed += text))
  const answers = async (path: string, key?: string) => {
    const response = await fetch(`${origin}${path}`, { headers: { Authorization: `Bearer ${key}` } })
    assert.equal(response.status, 200, `${path}: ${await response.text()}`)
  }
  try {
    for (const end = Date.now() + 60_000; !printed.includes('Ready on'); await sleep(50))
      assert.ok(npx.exitCode === null && Date.now() < end, 'wrangler dev does not serve')
    await answers('/me', DEMO_KEY)
    await answers(`/portal/${SLUG}`)
    await answers('/operator/workspaces', 'local-operator-token')
    await answers(`/docs/${SCALAR_FILE}`)
    assert.ok(!existsSync(join(folder, '.wrangler/state/v3/observability')), 'traces are kept')
  } catch (error) {
    console.error(printed)
    throw error
  } finally {
    await endGroup(Number(npx.pid))
  }
}

/** A Node without TypeScript, such as Node 20, prints what to run. */
function nameMissingNode(): void {
  const args = ['--no-experimental-strip-types', 'src/dev/require-node.js']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /^This is Node .* Run: npm rebuild/)
}
