import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { ROOT, wrangler } from '../../../src/dev/wrangler.ts'
import type { Ledger } from '../capacity/ledger.ts'
import type { Database } from './server.ts'

const FOLDER = join(ROOT, '.wrangler/capacity')
const STATE = join(FOLDER, 'state')

export const OPERATOR_TOKEN = 'operator-token-of-the-measurement'

export type LedgerServer = Awaited<ReturnType<typeof serveLedger>>

/** The service with bindings that count, over one empty database on disk. */
export async function serveLedger(ending: AbortSignal) {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  await wrangler(ending, ...['deploy', 'test/bench/ledger.ts', '--dry-run', '--outdir', FOLDER]).succeeded()
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      resourcePersistencePath: STATE,
      workers: [
        {
          name: 'ledger',
          modules: [
            {
              type: 'ESModule',
              path: 'index.js',
              contents: readFileSync(join(FOLDER, 'ledger.js'), 'utf8'),
            },
          ],
          compatibilityDate: '2026-10-20',
          compatibilityFlags: ['nodejs_compat'],
          bindings: {
            PUBLIC_URL: 'https://members.example.org',
            VERSION: { id: 'bench' },
            OPERATOR_TOKEN,
          },
          d1Databases: { DB: 'capacity' },
          kvNamespaces: { PORTAL_LINKS: 'capacity' },
          r2Buckets: { BACKUPS: 'capacity' },
          unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        },
      ],
    }),
  )
  await miniflare.ready
  const { origin } = await miniflare.unsafeGetDirectURL('ledger')
  const ask = async (path: string): Promise<Response> => {
    const response = await fetch(`${origin}/_ledger/${path}`)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    origin,
    db: (await miniflare.getD1Database('DB', 'ledger')) as unknown as ReadableDatabase,
    take: async () => (await (await ask('take')).json()) as Ledger,
    deliver: async () => void (await (await ask('deliver')).text()),
    cron: async (cron: string) => void (await (await ask(`cron?cron=${encodeURIComponent(cron)}`)).text()),
    stop: () => miniflare.dispose(),
    /** The file of the database, once the server has stopped. */
    file: () => {
      const files = globSync(join(STATE, '**/*.sqlite')).filter(
        (path) => path.includes('d1') && !path.includes('metadata'),
      )
      if (files.length !== 1) throw new Error(`one database was expected: ${files.join(', ')}`)
      return String(files[0])
    },
    clean: () => rmSync(FOLDER, { recursive: true, force: true }),
  }
}

export type ReadableDatabase = Omit<Database, 'batch'> & {
  batch(
    statements: ReturnType<Database['prepare']>[],
  ): Promise<{ results: Record<string, number | string>[]; meta: { size_after: number } }[]>
}
