import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { fileOf } from '../../../src/dev/databases.ts'
import { databaseEntries } from '../../../src/dev/operate/edit-config.ts'
import { FakeAccount } from './fake-account.ts'

// Stands in for the program of wrangler in a clone: what only the platform has is in the account of the file that FAKE_ACCOUNT
// names, and the remote database is the local one in the folder that LOCAL_STATE names.
const args = process.argv.slice(2)
const file = process.env.FAKE_ACCOUNT ?? ''
const state = process.env.LOCAL_STATE ?? ''
const words = args.join(' ')

if (/^d1 migrations (list|apply) /.test(words)) migrate(words.startsWith('d1 migrations apply'))
else if (words.startsWith('d1 execute ')) executeLocally()
else await askAccount()

async function askAccount(): Promise<void> {
  const account = new FakeAccount()
  if (existsSync(file)) Object.assign(account, JSON.parse(readFileSync(file, 'utf8')))
  if (/^(deploy|versions upload|triggers deploy)\b/.test(words)) account.state.code = await codeOf()
  const { code, stdout, stderr } = await account.run(args, await text(process.stdin))
  writeFileSync(file, JSON.stringify({ calls: account.calls, state: account.state }))
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = code ?? 1
}

/** What an upload brings: wrangler.toml of the clone as wrangler itself understands it. */
async function codeOf(): Promise<FakeAccount['state']['code']> {
  const [{ readConfig }, { bindingsOf }] = await Promise.all([
    import('../../../src/dev/operate/config.ts'),
    import('../../../src/dev/operate/doctor.ts'),
  ])
  const config = readConfig('', process.cwd())
  return {
    worker: config.name,
    bindings: bindingsOf(config).map(([name, value]) => ({ name, type: 'any', value })),
    consumed: (config.queues.consumers ?? []).map(({ queue }) => queue),
  }
}

/** Applies the files of the folder that the configuration names, each in a transaction, as D1 does. */
function migrate(isApplied: boolean): void {
  const config = args[args.indexOf('--config') + 1]
  const toml = readFileSync(words.includes('--config') && config ? config : 'wrangler.toml', 'utf8')
  const folder = resolve(/^migrations_dir = "(.*)"$/m.exec(toml)?.[1] ?? '')
  const binding = args[3]
  const id = databaseEntries(toml, '').find((entry) => entry.binding === binding)?.id ?? ''
  const database = new DatabaseSync(fileOf(state, id))
  database.exec(`PRAGMA busy_timeout = 10000; CREATE TABLE IF NOT EXISTS d1_migrations (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`)
  const applied = new Set(namesIn(database))
  const waiting = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && !applied.has(name))
    .sort()
  console.log(
    waiting.length === 0 ? '✅ No migrations to apply!' : `Migrations to be applied: ${waiting.join(', ')}`,
  )
  if (isApplied)
    for (const name of waiting) {
      const sql = readFileSync(join(folder, name), 'utf8')
      database.exec(`BEGIN IMMEDIATE; ${sql};\nINSERT INTO d1_migrations (name) VALUES ('${name}'); COMMIT`)
    }
  database.close()
}

function namesIn(database: DatabaseSync): string[] {
  const rows = database.prepare('SELECT name FROM d1_migrations').all()
  return rows.map(({ name }) => String(name))
}

function executeLocally(): void {
  const bin = createRequire(import.meta.url)
    .resolve('wrangler/package.json')
    .replace(/package\.json$/, 'bin/wrangler.js')
  const local = args.map((arg) => (arg === '--remote' ? '--local' : arg))
  const { status } = spawnSync(process.execPath, [bin, ...local, '--persist-to', state], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
