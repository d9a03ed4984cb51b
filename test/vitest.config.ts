import { existsSync, globSync, statfsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { readConfig } from '../src/dev/operate/config.ts'
import { copyReference } from '../src/dev/reference.ts'
import { slowestFiles } from './support/slowest-files.ts'
import { sourceBundle } from './support/source-bundle.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

await copyReference()
const MIGRATIONS = await readD1Migrations(fileURLToPath(new URL('../drizzle', import.meta.url)))
/** What wrangler.toml makes of each environment. */
const DEPLOYMENTS = JSON.parse(JSON.stringify({ production: readConfig(''), staging: readConfig('staging') }))
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

/** Whether the workspaces of tests are in the second of two databases: npm run test:second-database. */
const isInSecond = process.env.PLACE === 'b'
/** Tests that read the first database directly, or count the trips that look up an address there. */
const NEED_FIRST_DATABASE = [
  'test/mails/{daily-quota,exactly-once,sandbox-mails}.test.ts',
  'test/portal/{join,login,request-link,umbrella}.test.ts',
]

const isWatching = process.argv.includes('watch')
/** The plugin that bundles the source, with others. `npm run test:watch` has no bundle, so that it sees changes. */
const source = (name: string, ...plugins: Plugin[]): Plugin[] =>
  isWatching ? plugins : [sourceBundle(name, plugins)]

/** The proofs that take longest: random sequences, and tables with a row for each operation, page or act. */
const PROOFS = globSync(
  [
    'test/fuzz/*.test.ts',
    'test/operator/move/crashes.test.ts',
    'test/rules/{query-budget,dashboard-access,money-faults,direct-debit-lookups,tenancy}.test.ts',
  ],
  { cwd: ROOT },
)
// `npm run proofs` runs them, and so does a word that names one, as in `npm test -- query-budget`. The first argument is the
// command of Vitest.
const words = process.argv.slice(3).filter((word) => !word.startsWith('-'))
const runsProofs =
  process.env.PROOFS !== undefined || PROOFS.some((file) => words.some((word) => file.includes(word)))

export default defineConfig({
  root: ROOT,
  plugins: [
    cloudflareTest({
      wrangler: { configPath: './wrangler.toml' },
      miniflare: {
        // The tests of several databases bind them as DB_B and DB_C: test/support/databases.ts.
        d1Databases: { SECOND: 'second', THIRD: 'third' },
        bindings: {
          MIGRATIONS,
          DEPLOYMENTS,
          OPERATOR_TOKEN: 'operator-token-of-the-tests',
          WEBHOOK_KEY: 'webhook-key-of-the-tests-with-more-than-32-bytes',
          LOG_LEVEL: 'warn',
          OPERATOR_EMAIL: '',
          CANARY_WORKSPACE: '',
          PLACE: isInSecond ? 'b' : 'a',
          FUZZ_RUNS: process.env.FUZZ_RUNS ?? '',
          // With `part`, every proof runs, with the sequences and rows that npm test tries.
          PROOFS: process.env.PROOFS === 'part' ? '' : (process.env.PROOFS ?? ''),
        },
      },
    }),
  ],
  test: {
    projects: [
      {
        extends: true,
        plugins: source('source'),
        test: {
          name: 'service',
          include: [isInSecond ? 'test/{api,mails,portal,webhooks}/**/*.test.ts' : 'test/**/*.test.ts'],
          exclude: ['test/builds/**', ...PROOFS, ...(isInSecond ? NEED_FIRST_DATABASE : [])],
        },
      },
      ...(runsProofs
        ? [
            {
              extends: true as const,
              plugins: source('source'),
              test: { name: 'proofs', include: PROOFS },
            },
          ]
        : []),
      {
        extends: true,
        plugins: source('one-field-more', oneFieldMore),
        test: { name: 'one field more', include: ['test/builds/one-field-more/*.test.ts'] },
      },
    ],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Without the bundle: its imports leave out file extensions, which workerd does not resolve.
    deps: { optimizer: { ssr: { enabled: isWatching, include: ['@simplewebauthn/server'] } } },
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
