import { existsSync, statfsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { copyReference } from '../src/dev/reference.ts'
import { slowestFiles } from './support/slowest-files.ts'

await copyReference()
const MIGRATIONS = await readD1Migrations(fileURLToPath(new URL('../drizzle', import.meta.url)))
useMemory('/dev/shm')

// Builds the service with the fields of test/builds/one-field-more in place of its own.
const oneFieldMore: Plugin = {
  name: 'one-field-more',
  enforce: 'pre',
  resolveId: (source, importer = '') =>
    importer.includes('/src/') &&
    /person-fields\/fields$/.test(new URL(source, `file://${importer}`).pathname)
      ? fileURLToPath(new URL('builds/one-field-more/fields.ts', import.meta.url))
      : undefined,
}

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [
    cloudflareTest({
      wrangler: { configPath: './wrangler.toml' },
      miniflare: {
        bindings: {
          MIGRATIONS,
          OPERATOR_TOKEN: 'operator-token-of-the-tests',
          FUZZ_RUNS: process.env.FUZZ_RUNS ?? '',
          PROOFS: process.env.PROOFS ?? '',
        },
      },
    }),
  ],
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'service', include: ['test/**/*.test.ts'], exclude: ['test/builds/**'] },
      },
      {
        extends: true,
        plugins: [oneFieldMore],
        test: { name: 'one field more', include: ['test/builds/one-field-more/*.test.ts'] },
      },
    ],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Its imports leave out file extensions, which workerd does not resolve.
    deps: { optimizer: { ssr: { enabled: true, include: ['@simplewebauthn/server'] } } },
    maxWorkers: '100%',
    reporters: ['default', slowestFiles],
    isolate: false,
  },
})

/** Keeps the databases of the tests in memory, if this machine has a folder for it that is large enough. */
function useMemory(folder: string): void {
  if (!existsSync(folder)) return
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize > 1_000_000_000) process.env.TMPDIR ??= folder
}
