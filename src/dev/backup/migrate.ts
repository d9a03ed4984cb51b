import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bindingOf } from '../../db/places.ts'
import { ROOT, wrangler } from '../wrangler.ts'
import { readManifest } from './file.ts'
import { folderAt } from './operator.ts'

const USAGE = `Usage: npm run restore:migrate -- DIR [--remote] [--env staging] [--database b] [--persist-to .wrangler/state]

Applies the migrations to an empty database up to the one that the files of a folder name, so that npm run restore can load them.
With --database, to that one by its letter, and by its files in the folder.`

const CONFIG = join(ROOT, 'wrangler.toml')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    remote: { type: 'boolean' },
    env: { type: 'string', default: '' },
    database: { type: 'string', default: 'a' },
    'persist-to': { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help) console.log(USAGE)
else
  await migrate(positionals[0]).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })

async function migrate(folder: string | undefined): Promise<void> {
  if (!folder) throw new Error(USAGE)
  const last = await migrationOf(folderAt(values.database, folder))
  const all = readdirSync(join(ROOT, 'drizzle')).filter((name) => name.endsWith('.sql'))
  if (!all.includes(last)) throw new Error(`drizzle/ has no ${last}. Check out a commit that has it.`)
  const names = all.filter((name) => name <= last)
  const temporary = mkdtempSync(join(tmpdir(), 'membership-migrations-'))
  // wrangler applies all files of the folder that its configuration names.
  const config = `${CONFIG}.migrations.toml`
  try {
    for (const name of names) copyFileSync(join(ROOT, 'drizzle', name), join(temporary, name))
    const folderLine = `migrations_dir = ${JSON.stringify(temporary)}`
    writeFileSync(config, readFileSync(CONFIG, 'utf8').replaceAll(/^migrations_dir = .*$/gm, folderLine))
    await wrangler(
      new AbortController().signal,
      ...['d1', 'migrations', 'apply', bindingOf(values.database), '--config', config, `--env=${values.env}`],
      ...(values.remote ? ['--remote'] : ['--local']),
      ...(values['persist-to'] ? ['--persist-to', values['persist-to']] : []),
    ).succeeded()
  } finally {
    rmSync(temporary, { recursive: true, force: true })
    rmSync(config, { force: true })
  }
  const left = all.length - names.length
  console.log(`✓ ${names.length} migrations, up to ${last}; ${left} are left for after the restore`)
}

/** The migration that all files of a folder name. */
async function migrationOf(folder: string): Promise<string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ndjson.gz'))
  const manifests = await Promise.all(files.map((name) => readManifest(join(folder, name))))
  const [migration, ...others] = new Set(manifests.map((manifest) => manifest.migration))
  if (!migration) throw new Error(`${folder} has no files of a backup.`)
  if (others.length > 0)
    throw new Error(`The files are of several migrations: ${[migration, ...others].join(', ')}.`)
  return migration
}
