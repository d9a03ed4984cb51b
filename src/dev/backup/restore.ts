import { createWriteStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { bindingOf, PLACES } from '../../db/places.ts'
import type { End } from '../../domain/workspaces/copy/format.ts'
import { applyErasures } from './erasures.ts'
import { readBackup, type Verified } from './file.ts'
import { credentialsOf, folderAt, type Operator, operatorAt, pathAt } from './operator.ts'

const USAGE = `Usage: npm run restore -- DIR --url https://members.your-domain.org [--database b]
  [--into-filled] [--while-serving]

Loads the files of a folder that npm run backup:pull has written into a database that is empty and of their migration, and
compares each with what was loaded. Run it again if it was interrupted: what is loaded stays. --into-filled allows other
workspaces to be in the database; --while-serving does not require that the service is paused. If the service is paused and has
no other workspace, the restore is then recorded, and what was erased after the files were made is erased again. Files of an
older migration: the command says when to apply the others, and is then run once more.
--database says which database is restored, by its letter; say it for each one that is lost, if the folder has several.`

const SHARED_FILE = 'shared.ndjson.gz'

/** What goes with one request. */
const PART_BYTES = 1_000_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    'into-filled': { type: 'boolean' },
    'while-serving': { type: 'boolean' },
    database: { type: 'string', multiple: true },
    help: { type: 'boolean' },
  },
})
const temporary = mkdtempSync(join(tmpdir(), 'membership-restore-'))

type Database = {
  migration: string
  is_migrated: boolean
  workspace_ids: string[]
  arriving_ids?: string[]
  is_paused: boolean
}
type File = Verified & { id: string; path: string }

async function restore(): Promise<void> {
  const [folder] = positionals
  if (!folder) throw new Error(USAGE)
  const { url, token } = credentialsOf(values.url)
  const operator = operatorAt(url, token)
  const places = chosenPlaces(folder)
  const failed: string[] = []
  for (const place of places) {
    if (places.length > 1) console.log(`› Database ${bindingOf(place)}`)
    try {
      await restoreDatabase({ operator, place, folder: folderAt(place, folder) })
    } catch (error) {
      if (places.length === 1) throw error
      console.error(error instanceof Error ? error.message : error)
      failed.push(bindingOf(place))
    }
  }
  if (failed.length > 0) throw new Error(`${failed.join(', ')} was not restored.`)
}

/** The databases that are lost. A restore is recorded, so none is taken for lost only because the folder has its files. */
function chosenPlaces(folder: string): string[] {
  const found = PLACES.filter((place) => existsSync(join(folderAt(place, folder), SHARED_FILE)))
  const { database: chosen = found } = values
  if (values.database === undefined && found.length > 1)
    throw new Error(
      `${folder} has files of several databases: say which one is lost, --database ${found.join('|')}.`,
    )
  const unknown = chosen.find((place) => !found.includes(place))
  if (unknown !== undefined || chosen.length === 0)
    throw new Error(`${folderAt(unknown ?? 'a', folder)} lacks ${SHARED_FILE}.`)
  return chosen
}

type Restoring = { operator: Operator; place: string; folder: string }

async function restoreDatabase(restoring: Restoring): Promise<void> {
  const { operator, place, folder } = restoring
  const began = Date.now()
  const all = await verifiedFiles(folder)
  const elsewhere = await workspacesElsewhere(restoring)
  for (const { id } of all) if (elsewhere.has(id)) console.log(`- ${id} has moved to another database since`)
  const files = all.filter(({ id }) => !elsewhere.has(id))
  const database = await operator.data<Database>(pathAt(place, '/operator/restores/database'))
  requireFit(files, database)
  const isOnlyThese = othersIn(database, files).length === 0
  const newest = files
    .map(({ manifest }) => manifest.taken_at)
    .reduce((one, other) => (one > other ? one : other))
  let rows = 0
  if (isOlder(files, database)) console.log('✓ All files were loaded, and the database was migrated since')
  else if (database.is_migrated && isOnlyThese && (await isRecorded(restoring, newest)))
    console.log('✓ All files were loaded, and the restore was recorded already')
  else rows = await loadAll(restoring, files, database)
  console.log(`${files.length} files, ${rows} rows, ${((Date.now() - began) / 1000).toFixed(1)} s`)
  if (!database.is_paused || !isOnlyThese)
    console.log(
      '! Neither is the restore recorded, nor are later erasures applied again: do that by the API, as .github/OPERATING.md says.',
    )
  else if (!database.is_migrated)
    console.log(
      `! The restore is not recorded yet: apply the other migrations (npx wrangler d1 migrations apply ${bindingOf(place)} --remote), and run this again.`,
    )
  else {
    await operator.data(pathAt(place, '/operator/restores'), inJson({ bookmark: newest }))
    console.log(`✓ The restore to ${newest} is recorded`)
    await eraseAgain(restoring, files)
  }
}

/** The workspaces that other databases have, which were not restored. Those on their way there are still here. */
async function workspacesElsewhere({ operator, place }: Restoring): Promise<ReadonlySet<string>> {
  const others = (await operator.places()).filter((other) => other !== place)
  const found = await Promise.all(
    others.map((other) => operator.data<Database>(pathAt(other, '/operator/restores/database'))),
  )
  return new Set(
    found.flatMap(({ workspace_ids, arriving_ids = [] }) =>
      workspace_ids.filter((id) => !arriving_ids.includes(id)),
    ),
  )
}

/** Applies what was erased and what ended after the files were made. */
async function eraseAgain({ operator, folder, place }: Restoring, files: readonly File[]): Promise<void> {
  const taken = new Map(files.map(({ id, manifest }) => [id, manifest.taken_at]))
  const done = await applyErasures(operator, taken, folder, place)
  if (done === null) return console.log('✓ Nothing was erased or ended since')
  console.log(`✓ ${done.applied} persons erased again, ${done.unknown} were not there`)
  const { keys, staff, passkeys, mandates, news } = done.ended
  console.log(
    `✓ Ended again: ${keys} keys, ${staff} staff, ${passkeys} passkeys, ${mandates} mandates, ${news} subscriptions to news`,
  )
  for (const id of done.ownerless_workspace_ids) console.log(`! ${id} has no owner any more: add one.`)
  for (const id of done.suspended_workspace_ids)
    console.log(`! ${id} was erased, and is back. It is suspended: erase it again.`)
}

async function loadAll(restoring: Restoring, files: readonly File[], database: Database): Promise<number> {
  let rows = 0
  for (const file of files) {
    const isThere = database.workspace_ids.includes(file.id)
    // Staff of other workspaces are in the database as well, and accounts that it has stay as they are.
    const isAmongOthers = file.id === 'shared' && othersIn(database, files).length > 0
    if (isThere) await compare(restoring, file, 'is in the database, and is another one')
    else await load(restoring, file, { isCompared: !isAmongOthers })
    rows += Object.values(file.end.tables).reduce((sum, table) => sum + table.rows, 0)
    console.log(
      isAmongOthers
        ? `✓ ${file.id} loaded beside what other workspaces have`
        : `✓ ${file.id} ${isThere ? 'was loaded already' : 'loaded'}, every table has the hash of the file`,
    )
  }
  return rows
}

/** Whether a restore to a moment was recorded: then rows have been written since they were loaded. */
async function isRecorded({ operator, place }: Restoring, bookmark: string): Promise<boolean> {
  const restores = await operator.data<{ bookmark: string }[]>(pathAt(place, '/operator/restores'))
  return restores.some((restore) => restore.bookmark === bookmark)
}

function othersIn(database: Database, files: readonly File[]): string[] {
  return database.workspace_ids.filter((id) => !files.some((file) => file.id === id))
}

/** Whether files were loaded before later migrations were applied: each workspace exists, which its last row makes it do. */
function isOlder(files: readonly File[], { migration, workspace_ids }: Database): boolean {
  return files.every(
    ({ id, manifest }) => manifest.migration < migration && (id === 'shared' || workspace_ids.includes(id)),
  )
}

function inJson(body: object): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}

/** Every file of the folder, read to its end before anything is written. Staff come first: workspaces name them. */
async function verifiedFiles(folder: string): Promise<File[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ndjson.gz'))
  const files: File[] = []
  for (const name of names) {
    const path = join(folder, name)
    const id = name.replace('.ndjson.gz', '')
    const verified = await readBackup(path)
    if ((verified.manifest.workspace_id ?? 'shared') !== id)
      throw new Error(`${path} is the file of ${verified.manifest.workspace_id ?? 'shared'}.`)
    if (!verified.end.is_consistent) console.log(`! ${path} has rows of more than one instant.`)
    files.push({ ...verified, id, path })
  }
  return files.sort((one, other) => Number(other.id === 'shared') - Number(one.id === 'shared'))
}

function requireFit(files: readonly File[], database: Database): void {
  const migrations = [...new Set(files.map(({ manifest }) => manifest.migration))]
  if (migrations.length > 1) throw new Error(`The files are of several migrations: ${migrations.join(', ')}.`)
  const [migration = ''] = migrations
  if (migration !== database.migration && !isOlder(files, database))
    throw new Error(
      `The files are of ${migration}, and the database of ${database.migration || 'none'}. Rows are loaded into the schema that ` +
        'they are of: make an empty database, and run npm run restore:migrate before this. .github/OPERATING.md has the order.',
    )
  if (!database.is_paused && !values['while-serving'])
    throw new Error('The service is not paused. Set PAUSED first, or give --while-serving for a rehearsal.')
  const others = othersIn(database, files)
  if (others.length > 0 && !values['into-filled'])
    throw new Error(
      `The database has ${others.length} other workspaces. Give --into-filled if that is meant.`,
    )
}

/** Loads a file, compares what was loaded with it, and then adds the row by which the workspace exists. */
async function load(
  restoring: Restoring,
  file: File,
  { isCompared }: { isCompared: boolean },
): Promise<void> {
  const { operator, place } = restoring
  const { id, path, manifest } = file
  const migration = encodeURIComponent(manifest.migration)
  const address = pathAt(place, `/operator/restores/${id}/rows?migration=${migration}`)
  if (id !== 'shared') while (!(await clear(operator, address)));
  const send = (lines: string[]) =>
    operator.data(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: lines.join('\n'),
    })
  let part: string[] = []
  let bytes = 0
  let head = ''
  const flush = async () => {
    if (part.length > 1) await send(part)
    part = [head]
    bytes = 0
  }
  const last: string[] = []
  await readBackup(path, async ({ table, line, isHead }) => {
    if (table === 'workspaces') last.push(line)
    else if (isHead) {
      await flush()
      head = line
      part = [head]
    } else {
      if (bytes + line.length > PART_BYTES) await flush()
      part.push(line)
      bytes += line.length
    }
  })
  await flush()
  if (isCompared) await compare(restoring, file, 'was loaded otherwise than its file says', 'workspaces')
  if (last.length > 0) await send(last)
}

async function clear(operator: Operator, address: string): Promise<boolean> {
  return (await operator.data<{ is_complete: boolean }>(address, { method: 'DELETE' })).is_complete
}

/** Compares each table of a file, but for one, with what the database has. */
async function compare(
  { operator, place }: Restoring,
  file: File,
  otherwise: string,
  but?: string,
): Promise<void> {
  const response = await operator.download(pathAt(place, `/operator/restores/${file.id}/rows`))
  const path = join(temporary, file.id)
  await pipeline(Readable.fromWeb(response.body as never), createWriteStream(path))
  const { end } = await readBackup(path)
  const different = differences(file.end, end).filter((name) => name !== but)
  rmSync(path)
  if (different.length > 0) throw new Error(`${file.id} ${otherwise}: ${different.join(', ')}`)
}

function differences(one: End, other: End): string[] {
  const names = new Set([...Object.keys(one.tables), ...Object.keys(other.tables)])
  return [...names].filter((name) => one.tables[name]?.sha256 !== other.tables[name]?.sha256)
}

// What it runs is defined above.
if (values.help) console.log(USAGE)
else
  await restore()
    .catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = 1
    })
    .finally(() => rmSync(temporary, { recursive: true, force: true }))
