import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Calls, callsOf, commandOf, inEnv, jsonOf, requireJson, saidBy } from './calls.ts'
import { type Config, configProblems, lastMigration, readConfig, requireEnv } from './config.ts'
import { awaitHealth, type Expected, readHealth } from './health.ts'
import { movesProblem } from './moves.ts'
import { main, Stop, TOOLS, type Tools } from './tools.ts'

const USAGE = 'Usage: npm run release -- [--env staging] [--first] [--dry-run]'

/** The file that names the commit of the last release, which `npm run rehearse -- upgrade` begins with. */
export const RELEASED = 'test/e2e/released.json'

export type Options = { env: string; first?: boolean; dryRun?: boolean }

type Release = {
  tools: Tools
  calls: Calls
  options: Options
  config: Config
  publicUrl: string
  commit: string
  subject: string
}

/** The options of a command line. Throws {@link Stop} for those that are wrong. */
export function optionsOf(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        env: { type: 'string', default: '' },
        first: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    })
    return { env: values.env, first: values.first, dryRun: values['dry-run'] }
  } catch (error) {
    throw new Stop(`${(error as Error).message}\n${USAGE}`)
  }
}

/**
 * Releases the commit that is checked out: uploads it, migrates, tries it at 0 %, and then lets it serve everyone. Throws
 * {@link Stop} at the first step that fails, and says which version serves and what the database has.
 */
export async function release(tools: Tools, options: Options): Promise<void> {
  const { folder, print } = tools
  requireEnv(options.env, folder)
  const config = readConfig(options.env, folder)
  requireReady(tools, config, options)
  const release: Release = {
    tools,
    calls: callsOf(tools, options),
    options,
    config,
    publicUrl: String(config.vars.PUBLIC_URL),
    commit: tools.git('rev-parse', 'HEAD'),
    subject: tools.git('log', '-1', '--format=%s'),
  }
  print(`Releasing ${release.commit.slice(0, 12)} to ${release.publicUrl}: ${release.subject}`)
  const health = await readHealth(tools, release.publicUrl)
  if (options.first) await releaseFirst(release, typeof health !== 'string')
  else if (typeof health === 'string')
    throw new Stop(`${release.publicUrl} ${health}. Nothing was changed.
If this is the first release, add --first. If PUBLIC_URL is new, run ${commandOf(['triggers', 'deploy', ...inEnv(options.env)])} first.`)
  else {
    const problem = movesProblem(health)
    if (problem) throw new Stop(problem)
    await releaseNext(release)
  }
  if (options.dryRun) return print('\nThis was a dry run: nothing was changed.')
  if (options.env === '') record(release)
}

/** Refuses what is not set up, and what is no commit. */
function requireReady(tools: Tools, config: Config, { env }: Options): void {
  const problems = configProblems(config)
  if (problems.length > 0) {
    const setup = `npm run setup -- --jurisdiction eu${env && ` --env ${env}`}`
    throw new Stop(`wrangler.toml is not ready: ${problems.join('; ')}. Run ${setup}.`)
  }
  const changed = tools.git('status', '--porcelain')
  if (changed) throw new Stop(`A release is a commit, and these files differ from it:\n${changed}`)
  const unpushed = tools.git('branch', '--remotes', '--contains', 'HEAD') === ''
  if (unpushed)
    tools.print('Note: no remote branch has this commit. Push it, so that it is not on this machine alone.')
}

const annotations = ({ commit, subject }: Release): string[] => [
  ...['--tag', commit.slice(0, 12)],
  ...['--message', subject.slice(0, 100)],
]

async function releaseFirst(release: Release, answers: boolean): Promise<void> {
  const { tools, calls, options, publicUrl } = release
  if (answers) throw new Stop('The service answers already: leave --first out. Nothing was changed.')
  await migrate(release, 'No version of the service is deployed')
  const ended = await calls
    .change(['deploy', ...annotations(release), ...inEnv(options.env)])
    .catch(failed('The database is migrated, and no version of the service is deployed'))
  if (options.dryRun) return
  const version = versionIn(ended.stdout)
  const problem = await awaitHealth(tools, publicUrl, expectedOf(release, version))
  if (problem)
    throw new Stop(`${publicUrl} ${problem}. The version ${version} is deployed.
Addresses of your own take some minutes at first. Then run npm run doctor.`)
  tools.print(`\n✓ ${publicUrl} serves the version ${version}.`)
}

async function releaseNext(release: Release): Promise<void> {
  const { tools, calls, options, publicUrl } = release
  const at = inEnv(options.env)
  const old = await deployedVersion(release)
  const serves = `The version ${old} still serves everyone`

  const uploaded = await calls
    .change(['versions', 'upload', ...annotations(release), ...at])
    .catch(failed(`${serves}. Nothing was changed`))
  const version = options.dryRun ? 'NEW' : versionIn(uploaded.stdout)
  const bookmarks = await migrate(release, serves)
  const migrated = `${serves}, on the new schema`

  await calls
    .change(['versions', 'deploy', `${version}@0%`, `${old}@100%`, '-y', ...at])
    .catch(failed(migrated))
  const takeOut = `To take the new version out again: ${commandOf(['versions', 'deploy', `${old}@100%`, '-y', ...at])}`
  await smoke(release, version, `${migrated}. The version ${version} is deployed at 0 %.\n${takeOut}`)

  await calls
    .change(['versions', 'deploy', `${version}@100%`, '-y', ...at])
    .catch(
      failed(
        `Either the version ${old} or ${version} serves everyone: ${commandOf(['deployments', 'status', ...at])} says which`,
      ),
    )
  const back = [
    'To roll back the code, which works on the new schema:',
    `  ${commandOf(['rollback', old, '-y', ...at])}`,
    'To roll back the data as well, which loses all that was written since. Read "Restore" in .github/OPERATING.md before:',
    ...bookmarks.map(
      ([binding, bookmark]) =>
        `  ${commandOf(['d1', 'time-travel', 'restore', binding, '--bookmark', bookmark, ...at])}`,
    ),
  ].join('\n')
  await calls
    .change(['triggers', 'deploy', ...at])
    .catch(
      failed(
        `The version ${version} serves everyone, with the crons, queues and addresses of the last release.\n${back}`,
      ),
    )
  if (options.dryRun) return tools.print(`$ GET ${publicUrl}/health`)
  const problem = await awaitHealth(tools, publicUrl, expectedOf(release, version))
  if (problem) throw new Stop(`${publicUrl} ${problem}. The version ${version} serves everyone.\n${back}`)
  tools.print(`\n✓ ${publicUrl} serves the version ${version}.\n${back}`)
}

const expectedOf = ({ tools, config }: Release, version: string): Expected => ({
  version,
  migration: lastMigration(tools.folder),
  databases: config.d1_databases.map(({ binding }) => binding),
})

/** Adds to a failure what state things are in. */
const failed = (state: string) => (error: unknown) => {
  throw error instanceof Stop ? new Stop(`${error.message}\n${state}.`) : error
}

/** The version that serves everyone. Throws {@link Stop} if there are two, or none. */
async function deployedVersion({ calls, options }: Release): Promise<string> {
  const args = ['deployments', 'status', '--json', ...inEnv(options.env)]
  const status = requireJson<{ versions: { version_id: string; percentage: number }[] }>(
    args,
    await calls.read(...args),
  )
  const serving = status.versions.filter(({ percentage }) => percentage > 0)
  const [one] = serving
  if (one && serving.length === 1) return one.version_id
  throw new Stop(`${serving.length} versions are deployed. Nothing was changed.
Choose one that serves everyone: ${commandOf(['versions', 'deploy', 'VERSION@100%', '-y', ...inEnv(options.env)])}`)
}

function versionIn(printed: string): string {
  const [, version] = /Version ID: ([\w-]+)/.exec(printed) ?? []
  if (!version) throw new Stop('wrangler printed no version.')
  return version
}

/**
 * Notes a bookmark of each database, and applies the migrations that it lacks: all databases have them before any code needs them.
 * Returns the bookmarks by binding.
 */
async function migrate({ calls, options, config }: Release, state: string): Promise<[string, string][]> {
  const at = inEnv(options.env)
  const bookmarks: [string, string][] = []
  const waiting: string[] = []
  const untouched =
    config.d1_databases.length === 1 ? 'the database is as it was' : 'all databases are as they were'
  for (const { binding } of config.d1_databases) {
    const info = ['d1', 'time-travel', 'info', binding, '--json', ...at]
    const noted = jsonOf<{ bookmark: string }>(await calls.read(...info))
    if (!noted) throw new Stop(`${commandOf(info)} failed. ${state}, and ${untouched}.`)
    bookmarks.push([binding, noted.bookmark])
    const list = ['d1', 'migrations', 'list', binding, '--remote', ...at]
    const listed = await calls.read(...list)
    if (listed.code !== 0)
      throw new Stop(`${commandOf(list)} failed.\n${saidBy(listed)}\n${state}, and ${untouched}.`)
    if (!/No migrations to apply/.test(listed.stdout)) waiting.push(binding)
  }
  for (const binding of waiting)
    await calls
      .change(['d1', 'migrations', 'apply', binding, '--remote', ...at])
      .catch(
        failed(
          `${state}. The migration of ${binding} that failed is undone, and those before it stay. The bookmarks from before: ${bookmarks
            .map(([name, bookmark]) => `${name} ${bookmark}`)
            .join(', ')}`,
        ),
      )
  return bookmarks
}

/** Asks the new version for its health, while another one serves everyone. */
async function smoke(release: Release, version: string, state: string): Promise<void> {
  const { tools, options, publicUrl, config } = release
  const headers = { 'Cloudflare-Workers-Version-Overrides': `${config.name}="${version}"` }
  tools.print(`$ GET ${publicUrl}/health   (${Object.entries(headers).flat().join(': ')})`)
  if (options.dryRun) return
  const problem = await awaitHealth(tools, publicUrl, expectedOf(release, version), headers)
  if (problem) throw new Stop(`The new version at ${publicUrl} ${problem}.\n${state}`)
}

/** Keeps which commit was released, for the next rehearsal of an upgrade. */
function record({ tools, commit }: Release): void {
  writeFileSync(join(tools.folder, RELEASED), `{ "commit": "${commit}" }\n`)
  tools.print(`
Keep what was released, for the rehearsal of the next upgrade:
  npm run clients -- --release && git commit -am 'Release ${commit.slice(0, 12)}'`)
}

if (import.meta.main) await main(() => release(TOOLS, optionsOf(process.argv.slice(2))))
