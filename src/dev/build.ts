import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localDatabases } from './databases.ts'
import { applyMigrations, copyVars, DEFAULT_FOLDER, lock, seed } from './local-state.ts'
import { copyReference } from './reference.ts'
import { ROOT } from './wrangler.ts'

const WRANGLER_TOML = join(ROOT, 'wrangler.toml')

// wrangler runs this before each build. For `wrangler dev` without npm start it also prepares the local database.
await copyReference()
if (process.env.WRANGLER_COMMAND === 'dev' && !process.env.SKIP_LOCAL_DATABASE) {
  const reserved = lock(DEFAULT_FOLDER)
  if (reserved) {
    copyVars()
    await prepareDatabase()
    reserved.close()
  } else console.log(`An npm start runs on ${DEFAULT_FOLDER}. Serve from another folder: --persist-to DIR`)
}
if (process.env.WRANGLER_COMMAND === 'deploy' && !/^PUBLIC_URL\b/m.test(readFileSync(WRANGLER_TOML, 'utf8')))
  console.log('PUBLIC_URL is not set in wrangler.toml: the member portal will not mail any links.')

/** Applies the migrations and the seed once per set of databases and migrations, because every change of the source builds again. */
async function prepareDatabase(): Promise<void> {
  // Beside the database, so that both are deleted together.
  const marker = join(DEFAULT_FOLDER, 'v3/d1/applied-migrations')
  const databases = localDatabases()
  const migrations = [...databases.map(({ id }) => id), ...readdirSync(join(ROOT, 'drizzle'))].join('\n')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === migrations) return
  const { signal } = new AbortController()
  await applyMigrations(signal, DEFAULT_FOLDER, databases)
  await seed(signal, DEFAULT_FOLDER)
  writeFileSync(marker, migrations)
}
