import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { ROOT, wrangler } from '../../../src/dev/wrangler.ts'

/** Where everything that a run leaves is kept. */
export const FOLDER = join(ROOT, '.wrangler/bench')

const STATE = join(FOLDER, 'state')

/** What both sides write into their answers as the address of the service. */
const PUBLIC_URL = 'https://api.example.org'

/** The workers and their bundles. `cold` is `metered` again, in an isolate that no other request warms. */
const WORKERS = {
  service: 'service',
  limit: 'limit',
  bare: 'bare',
  metered: 'metered',
  cold: 'metered',
  schemas: 'schemas',
} as const
export type WorkerName = keyof typeof WORKERS

export type Server = Awaited<ReturnType<typeof serve>>

/**
 * Serves the service and what it is compared with in one workerd, each on its own socket, over one empty database on
 * disk. All are bundled as they would be deployed.
 */
export async function serve(
  ending: AbortSignal,
  { inspectorPort, databases }: { inspectorPort?: number | undefined; databases: number },
) {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const entry of new Set(Object.values(WORKERS))) await bundle(ending, entry)
  const names = Object.keys(WORKERS) as WorkerName[]
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      resourcePersistencePath: STATE,
      ...(inspectorPort && { inspectorPort }),
      workers: names.map((name) => ({
        name,
        modules: [{ type: 'ESModule', path: 'index.js', contents: bundled(WORKERS[name]) }],
        compatibilityDate: '2026-10-20',
        compatibilityFlags: ['nodejs_compat'],
        bindings: { PUBLIC_URL, VERSION: { id: 'bench' } },
        // All data is in the first one: what another database costs is the code that asks where to look.
        d1Databases: { DB: 'bench', ...(databases > 1 && { DB_B: 'bench-b' }) },
        kvNamespaces: { PORTAL_LINKS: 'bench' },
        unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
      })),
    }),
  )
  await miniflare.ready
  const origins = Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, (await miniflare.unsafeGetDirectURL(name)).origin] as const),
    ),
  ) as Record<WorkerName, string>
  return {
    origins,
    db: (await miniflare.getD1Database('DB', 'limit')) as unknown as Database,
    async close() {
      await miniflare.dispose()
      // Over 6 GB in a full run.
      rmSync(STATE, { recursive: true, force: true })
    },
  }
}

type Statement = { bind(...values: unknown[]): Statement }

/** As much of the binding as seeding needs. */
export type Database = {
  prepare(sql: string): Statement
  batch(statements: Statement[]): Promise<{ meta: { size_after: number } }[]>
}

const bundled = (entry: string): string => readFileSync(join(FOLDER, entry, `${entry}.js`), 'utf8')

const bundle = (ending: AbortSignal, entry: string): Promise<void> =>
  wrangler(
    ending,
    ...['deploy', `test/bench/${entry}.ts`, '--dry-run', '--outdir', join(FOLDER, entry)],
  ).succeeded()
