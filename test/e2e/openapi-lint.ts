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
  for (const [name, document] of Object.entries(await servedDocuments()))
    writeFileSync(join(folder, name), JSON.stringify(document, null, 2))
  process.exitCode = lint(folder)
} finally {
  rmSync(folder, { recursive: true })
}

/** The descriptions that the Worker serves, by the name of a file. */
async function servedDocuments(): Promise<Record<string, unknown>> {
  Object.assign(process.env, WRANGLER_ENV)
  const server = createTestHarness({
    workers: [{ configPath: new URL('../../wrangler.toml', import.meta.url) }],
  })
  try {
    await server.listen()
    const read = async (path: string): Promise<unknown> => {
      const response = await server.fetch(path)
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      return response.json()
    }
    return {
      'openapi.json': await read('/openapi.json'),
      'operator.json': await read('/docs/operator/openapi.json'),
    }
  } finally {
    await server.close()
  }
}

/** Checks Redocly's recommended rules in a folder without configuration; a warning counts as an error. */
function lint(cwd: string): number {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const documents = ['openapi.json', 'operator.json']
  const args = [REDOCLY, 'lint', ...documents, '--extends', 'recommended-strict', '--format', 'stylish']
  return spawnSync(process.execPath, args, { cwd, env, stdio: 'inherit' }).status ?? 1
}
