import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { ROOT, wrangler } from '../../../src/dev/wrangler.ts'

/** Where everything that a run leaves is kept. */
export const FOLDER = join(ROOT, '.wrangler/bench')

/** What both sides write into their answers as the address of the service. */
const PUBLIC_URL = 'https://api.example.org'

const WORKERS = {
  service: 'test/bench/service.ts',
  limit: 'test/bench/limit.ts',
  bare: 'test/bench/bare.ts',
  metered: 'test/bench/metered.ts',
  schemas: 'test/bench/schemas.ts',
} as const
export type WorkerName = keyof typeof WORKERS

export type Server = Awaited<ReturnType<typeof serve>>

/**
 * Serves the service and what it is held against in one workerd, each on a socket of its own, over one empty database on
 * disk. All are bundled as they would be deployed.
 */
export async function serve(ending: AbortSignal, inspectorPort?: number) {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const names = Object.keys(WORKERS) as WorkerName[]
  for (const name of names) await bundle(ending, name)
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      resourcePersistencePath: join(FOLDER, 'state'),
      ...(inspectorPort && { inspectorPort }),
      workers: names.map((name) => ({
        name,
        modules: [{ type: 'ESModule', path: 'index.js', contents: readFileSync(bundleOf(name), 'utf8') }],
        compatibilityDate: '2026-10-20',
        compatibilityFlags: ['nodejs_compat'],
        bindings: { PUBLIC_URL, VERSION: { id: 'bench' } },
        d1Databases: { DB: 'bench' },
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
    close: () => miniflare.dispose(),
  }
}

type Statement = { bind(...values: unknown[]): Statement }

/** As much of the binding as seeding needs. */
export type Database = {
  prepare(sql: string): Statement
  batch(statements: Statement[]): Promise<{ meta: { size_after: number } }[]>
}

const bundleOf = (name: WorkerName): string =>
  join(FOLDER, name, WORKERS[name].replace(/^.*\//, '').replace('.ts', '.js'))

const bundle = (ending: AbortSignal, name: WorkerName): Promise<void> =>
  wrangler(ending, 'deploy', WORKERS[name], '--dry-run', '--outdir', join(FOLDER, name)).succeeded()
