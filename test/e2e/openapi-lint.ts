import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestHarness } from 'wrangler'
import { WRANGLER_ENV } from '../../src/dev/wrangler.ts'

const REDOCLY = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')

const folder = mkdtempSync(join(tmpdir(), 'membership-openapi-'))
try {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(await servedDocument(), null, 2))
  process.exitCode = lint(folder)
} finally {
  rmSync(folder, { recursive: true })
}

/** The description that the Worker serves as /openapi.json. */
async function servedDocument(): Promise<unknown> {
  Object.assign(process.env, WRANGLER_ENV)
  const server = createTestHarness({
    workers: [{ configPath: new URL('../../wrangler.toml', import.meta.url) }],
  })
  try {
    await server.listen()
    const response = await server.fetch('/openapi.json')
    if (response.status !== 200) throw new Error(`/openapi.json answered ${response.status}`)
    return await response.json()
  } finally {
    await server.close()
  }
}

/** Checks Redocly's recommended rules in a folder without configuration; a warning counts as an error. */
function lint(cwd: string): number {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const args = [REDOCLY, 'lint', 'openapi.json', '--extends', 'recommended-strict', '--format', 'stylish']
  return spawnSync(process.execPath, args, { cwd, env, stdio: 'inherit' }).status ?? 1
}
