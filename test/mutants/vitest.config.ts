import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import tests from '../vitest.config.ts'

/** Where the snapshots of a test file are: of one that loads another, those of the other one. */
function resolveSnapshotPath(path: string, extension: string): string {
  const loaded = path.includes('/mutants/runs/')
    ? /import\('([^?]+)\?/.exec(readFileSync(path, 'utf8'))?.[1]
    : undefined
  const file = loaded === undefined ? path : join(dirname(path), loaded)
  return join(dirname(file), '__snapshots__', `${basename(file)}${extension}`)
}

export default mergeConfig(
  tests,
  defineConfig({ test: { setupFiles: ['test/mutants/in-worker.ts'], resolveSnapshotPath } }),
)
