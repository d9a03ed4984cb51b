import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { bindingOf } from '../../db/places.ts'
import { pullErasures } from './erasures.ts'
import { readBackup } from './file.ts'
import { credentialsOf, folderAt, type Operator, operatorAt, pathAt, Refused } from './operator.ts'

const USAGE = `Usage: npm run backup:pull -- --url https://members.your-domain.org --out DIR [--fresh] [--from-bucket] [--database b]

Downloads the newest file of each workspace, the one of what workspaces share, and what was erased since, into DIR/DATE; those of
a second database into DIR/DATE/b. OPERATOR_TOKEN is the secret of the deployment. Run it again after a failure: it goes on with
what is missing. --fresh has each file made now. --database takes one database alone, by its letter. --from-bucket is for a lost
database: it takes all its files from the bucket, whatever the database has.`

/** How often a file is fetched until all its rows are of one instant. */
const TRIES = 3

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    out: { type: 'string' },
    fresh: { type: 'boolean' },
    'from-bucket': { type: 'boolean' },
    database: { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help) console.log(USAGE)
else
  await pull().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })

type Database = { workspace_ids: string[]; backed_up_ids: string[] }

async function pull(): Promise<void> {
  if (!values.out) throw new Error(USAGE)
  const { url, token } = credentialsOf(values.url)
  const operator = operatorAt(url, token)
  const folder = join(values.out, new Date().toISOString().slice(0, 10))
  const all = await operator.places()
  const places = chosenPlaces(all)
  const failed: string[] = []
  for (const place of places) {
    if (all.length > 1) console.log(`› Database ${bindingOf(place)}`)
    try {
      await pullDatabase(operator, place, folderAt(place, folder))
    } catch (error) {
      if (places.length === 1) throw error
      console.log(`✗ ${error instanceof Error ? error.message : error}`)
      failed.push(bindingOf(place))
    }
  }
  if (failed.length > 0) throw new Error(`Not all of ${failed.join(', ')} was pulled. Run the command again.`)
}

/** All databases, or the one that is asked for. One is lost, so the files of which one must be said. */
function chosenPlaces(all: string[]): string[] {
  const { database } = values
  if (database !== undefined && !all.includes(database))
    throw new Error(`The deployment has no database ${database}. It has: ${all.join(', ')}.`)
  if (database === undefined && values['from-bucket'] && all.length > 1)
    throw new Error(`Say which database is lost: --database ${all.join('|')}`)
  return database === undefined ? all : [database]
}

async function pullDatabase(operator: Operator, place: string, folder: string): Promise<void> {
  const began = Date.now()
  mkdirSync(folder, { recursive: true })
  // What a command that was killed has left.
  for (const name of readdirSync(folder)) if (name.endsWith('.part')) rmSync(join(folder, name))

  const isLost = values['from-bucket'] === true
  const database = await operator.data<Database>(pathAt(place, '/operator/restores/database'))
  const ids = isLost ? database.backed_up_ids : database.workspace_ids
  // A database that was just added has none.
  if (ids.length === 0 && (place === 'a' || isLost || database.backed_up_ids.length > 0))
    throw new Error(
      database.backed_up_ids.length > 0
        ? `The database has no workspaces. If it is lost, add --from-bucket: the bucket has ${database.backed_up_ids.length}.`
        : `There are no workspaces in the ${isLost ? 'bucket' : 'database'}.`,
    )
  console.log(`${ids.length} workspaces, into ${folder}`)
  const wanted = ids.map((id) => [id, `/operator/workspaces/${id}/backup`] as const)
  const failed: string[] = []
  const inconsistent: string[] = []
  let oldest = new Date(began).toISOString()
  let [bytes, rows, had] = [0, 0, 0]
  // Staff come last, and as they are now: whoever works for a workspace in its file is in theirs.
  for (const [id, path] of [...wanted, ['shared', pathAt(place, '/operator/backup')] as const]) {
    const file = join(folder, `${id}.ndjson.gz`)
    try {
      const isFresh = !isLost && (values.fresh || id === 'shared')
      if (!isFresh && (await isThere(file))) had += 1
      else await fetchFile(operator, path, file, { isFresh, isLost })
      const { manifest, end } = await readBackup(file)
      if (manifest.taken_at < oldest) oldest = manifest.taken_at
      if (!end.is_consistent) inconsistent.push(id)
      rows += Object.values(end.tables).reduce((sum, table) => sum + table.rows, 0)
      bytes += statSync(file).size
    } catch (error) {
      if (error instanceof Refused && error.status === 404 && id !== 'shared') {
        console.log(`- ${id} no longer exists`)
        continue
      }
      console.log(`✗ ${id} ${error instanceof Error ? error.message : error}`)
      failed.push(id)
    }
  }
  console.log(
    `${ids.length + 1 - failed.length} files, ${(bytes / 1e6).toFixed(1)} MB, ${rows} rows, ` +
      `${((Date.now() - began) / 1000).toFixed(1)} s${had > 0 ? `; ${had} were there already` : ''}`,
  )
  if (!isLost) {
    const erased = await pullErasures(operator, oldest, folder, place)
    console.log(`${erased} erasures since the oldest file, which npm run restore applies again`)
  }
  for (const id of inconsistent)
    console.log(
      `! ${id} was written to while it was read: its rows are not of one instant. Run this again with --fresh at a quiet hour.`,
    )
  if (failed.length > 0) throw new Error(`${failed.length} failed. Run the command again.`)
}

/** Whether a whole file is there whose rows are of one instant. */
async function isThere(file: string): Promise<boolean> {
  if (!existsSync(file)) return false
  const verified = await readBackup(file).catch(() => undefined)
  return verified?.end.is_consistent === true
}

/**
 * Downloads a file beside its place, verifies it and moves it there, so that no half of a file has its name. A stored file that is not
 * of one instant is made anew, unless the database is lost.
 */
async function fetchFile(
  operator: Operator,
  path: string,
  file: string,
  { isFresh, isLost }: { isFresh: boolean | undefined; isLost: boolean },
): Promise<void> {
  const part = `${file}.part`
  for (let attempt = 1; ; attempt++) {
    const query = isFresh || (attempt > 1 && !isLost) ? `${path.includes('?') ? '&' : '?'}fresh=true` : ''
    const response = await operator.download(`${path}${query}`)
    if (!response.body) throw new Error('The answer is empty.')
    await pipeline(Readable.fromWeb(response.body as never), createWriteStream(part))
    const verified = await readBackup(part).catch((error: unknown) => error as Error)
    if (verified instanceof Error) {
      if (attempt === TRIES) {
        rmSync(part, { force: true })
        throw verified
      }
    } else if (verified.end.is_consistent || attempt === TRIES) break
  }
  renameSync(part, file)
  console.log(`✓ ${file} ${statSync(file).size} bytes`)
}
