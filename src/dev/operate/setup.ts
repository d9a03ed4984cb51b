import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bindingOf, PLACES } from '../../db/places.ts'
import { placeholderOf, suffixOf } from '../places.ts'
import { requireAccount } from './account.ts'
import { type Calls, callsOf, commandOf, inEnv, jsonOf, requireJson, saidBy } from './calls.ts'
import {
  type Config,
  databaseOf,
  isPlaceholder,
  LIMITS,
  mailDomain,
  mailFromProblem,
  namespaceTitle,
  publicUrlProblem,
  queuesOf,
  RETENTION_SECONDS,
  readConfig,
  requireEnv,
  SECRETS,
} from './config.ts'
import { headerOf, type Part, setInConfig, withDatabase, withVariable } from './edit-config.ts'
import { main, Stop, TOOLS, type Tools } from './tools.ts'

const JURISDICTIONS = ['eu', 'us', 'fedramp', 'none']

const USAGE = `Usage: npm run setup -- --jurisdiction ${JURISDICTIONS.join('|')} [--env staging]
  [--public-url https://members.your-domain.org] [--mail-from portal@members.your-domain.org] [--databases 1] [--dry-run]`

/** Up to how many GB a database takes new workspaces: half of what it can hold. */
const LIMIT_GB = '5'

export type Options = {
  env: string
  /** Where Cloudflare keeps the data; undefined for anywhere. */
  jurisdiction: string | undefined
  publicUrl?: string
  mailFrom?: string
  /** How many databases there should be at least. */
  databases?: number
  dryRun?: boolean
}

type Setup = { tools: Tools; calls: Calls; options: Options; config: () => Config; set: SetKey }
type SetKey = (part: Part, key: string, value: string) => void

/** The options of a command line. Throws {@link Stop} for those that are missing or wrong. */
export function optionsOf(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        jurisdiction: { type: 'string' },
        env: { type: 'string', default: '' },
        'public-url': { type: 'string' },
        'mail-from': { type: 'string' },
        databases: { type: 'string', default: '1' },
        'dry-run': { type: 'boolean', default: false },
      },
    })
    const { jurisdiction, env } = values
    const databases = Number(values.databases)
    if (!Number.isInteger(databases) || databases < 1 || databases > PLACES.length)
      throw new Error(`--databases takes a number from 1 to ${PLACES.length}.`)
    if (!jurisdiction || !JURISDICTIONS.includes(jurisdiction))
      throw new Error(
        'Choose where Cloudflare keeps the data: --jurisdiction eu, for instance. It can never be changed afterwards.',
      )
    return {
      env,
      jurisdiction: jurisdiction === 'none' ? undefined : jurisdiction,
      publicUrl: values['public-url'],
      mailFrom: values['mail-from'],
      databases,
      dryRun: values['dry-run'],
    }
  } catch (error) {
    throw new Stop(`${(error as Error).message}\n${USAGE}`)
  }
}

/**
 * Makes in the account what wrangler.toml names, writes the ids into it, and sets the secrets. What exists already stays, so the
 * command can be run again after a failure. Throws {@link Stop} with what to do.
 */
export async function setUp(tools: Tools, options: Options): Promise<void> {
  const { folder, print } = tools
  requireEnv(options.env, folder)
  let known = readConfig(options.env, folder)
  const config = () => known
  const set: SetKey = (part, key, value) => {
    print(
      `wrangler.toml: ${part.header && `${part.header} `}${key} = ${value}${options.dryRun ? '   (not written)' : ''}`,
    )
    if (options.dryRun) return
    setInConfig(folder, part, key, value)
    known = readConfig(options.env, folder)
  }
  const setup = { tools, calls: callsOf(tools, options), options, config, set }
  const isNew = isPlaceholder(databaseOf(config()).database_id)
  setVariables(setup)
  await requireAccount(setup.calls, config())
  addDatabases(tools, options)
  known = readConfig(options.env, folder)
  for (const database of wantedDatabases(known, options)) await makeDatabase(setup, database)
  await makeNamespaces(setup)
  await makeQueues(setup)
  await makeBuckets(setup)
  await enableMail(setup)
  await putSecrets(setup)
  const env = options.env ? ` --env ${options.env}` : ''
  print(`
Everything is set up. Next:
  git commit -m 'Set up ${options.env || 'production'}' wrangler.toml
  npm run release${isNew ? ` --${env} --first` : env && ` --${env}`}
  npm run doctor${env && ` --${env}`}`)
  if (existsSync(join(folder, '.wrangler/state/v3/d1')))
    print(
      'Local databases go by these ids, too: delete .wrangler/ before the next npm start on this machine.',
    )
}

/** Writes the address of the service and that of its mails, if they are given. Throws {@link Stop} if they are missing. */
function setVariables({ options: { env, publicUrl, mailFrom, dryRun }, config, set }: Setup): void {
  const { vars, routes } = config()
  const url = publicUrl ?? String(vars.PUBLIC_URL ?? '')
  const from = mailFrom ?? String(vars.MAIL_FROM ?? '')
  const problems = [
    ['--public-url', publicUrlProblem(url)],
    ['--mail-from', mailFromProblem(from)],
  ].filter(([, problem]) => problem !== undefined)
  if (problems.length > 0)
    throw new Stop(`${problems.map((problem) => problem.join(' ')).join('\n  ')}\n${USAGE}`)
  const part = { header: headerOf(env, 'vars') }
  if (url !== vars.PUBLIC_URL) set(part, 'PUBLIC_URL', JSON.stringify(url))
  if (from !== vars.MAIL_FROM) set(part, 'MAIL_FROM', JSON.stringify(from))
  const { hostname } = new URL(url)
  const patterns = (routes ?? []).map((route) => (typeof route === 'string' ? route : route.pattern))
  const mayReplace =
    patterns.length === 0 || (patterns.length === 1 && vars.PUBLIC_URL === `https://${patterns[0]}`)
  // The subdomain of an account leads to the Worker without a route.
  if (mayReplace && patterns[0] !== hostname && !hostname.endsWith('.workers.dev'))
    set({ header: headerOf(env, '') }, 'routes', `[{ pattern = "${hostname}", custom_domain = true }]`)
  const written = dryRun ? url : config().vars.PUBLIC_URL
  if (written !== url)
    throw new Stop(`wrangler.toml does not take PUBLIC_URL in ${part.header}. Set it by hand.`)
}

const within = (jurisdiction: string | undefined): string[] =>
  jurisdiction ? [`--jurisdiction=${jurisdiction}`] : []

/** Why what exists is not where the data should be; undefined if it is. A jurisdiction is given at creation, and never again. */
function elsewhere(what: string, found: string | null | undefined, { jurisdiction }: Options) {
  if ((found ?? undefined) === jurisdiction) return undefined
  return `The ${what} exists ${found ? `in the jurisdiction ${found}` : 'without a jurisdiction'}, which cannot be changed.`
}

/** Refuses to replace an id: the account may be the wrong one. */
function requireUnset(what: string, id: string | undefined): void {
  if (!isPlaceholder(id))
    throw new Stop(
      `wrangler.toml has the id ${id} for the ${what}, which this account does not have.
Is it another account? To take the ${what} of this one, set the id to zeros first.`,
    )
}

type Database = { uuid: string; name: string; jurisdiction?: string | null }

type Wanted = Config['d1_databases'][number]

/** The databases of wrangler.toml, and those up to the wanted number that it lacks. */
function wantedDatabases(config: Config, { databases = 1 }: Options): Wanted[] {
  const { database_name: first } = databaseOf(config)
  const all = config.d1_databases
  const missing = PLACES.slice(0, databases).filter((place) =>
    all.every(({ binding }) => binding !== bindingOf(place)),
  )
  return [
    ...all,
    ...missing.map((place) => ({
      binding: bindingOf(place),
      database_name: `${first}${suffixOf(place)}`,
      database_id: placeholderOf(place),
    })),
  ]
}

/** Names the wanted databases in wrangler.toml, in each environment: a binding of production is one of staging, too. */
function addDatabases({ folder, print }: Tools, options: Options): void {
  const path = join(folder, 'wrangler.toml')
  let text = readFileSync(path, 'utf8')
  for (const env of ['', ...(readConfig('', folder).definedEnvironments ?? [])]) {
    const config = readConfig(env, folder)
    const missing = wantedDatabases(config, options).slice(config.d1_databases.length)
    for (const { binding, database_name = '', database_id = '' } of missing) {
      const header = headerOf(env, 'd1_databases')
      print(
        `wrangler.toml: ${header} ${binding} = ${database_name}${options.dryRun ? '   (not written)' : ''}`,
      )
      text = withDatabase(text, env, { binding, database_name, database_id })
    }
    if (missing.length > 0)
      for (const { binding } of [...config.d1_databases, ...missing])
        text = withVariable(text, env, LIMITS, binding, LIMIT_GB)
  }
  if (!options.dryRun) writeFileSync(path, text)
}

async function makeDatabase(setup: Setup, database: Wanted): Promise<void> {
  const { calls, options, set, tools } = setup
  const { binding, database_name: name = '', database_id: id } = database
  const list = async () => {
    const args = ['d1', 'list', '--json']
    return requireJson<Database[]>(args, await calls.read(...args)).find((one) => one.name === name)
  }
  const existing = await list()
  if (existing?.uuid !== id) requireUnset(`database ${name}`, id)
  if (existing) {
    const args = ['d1', 'info', name, '--json']
    const info = requireJson<Database>(args, await calls.read(...args))
    const problem = elsewhere(`database ${name}`, info.jurisdiction, options)
    if (problem)
      throw new Stop(`${problem}
If it is empty, delete it and run this again. Otherwise run this with --jurisdiction ${info.jurisdiction ?? 'none'}.`)
  } else await calls.change(['d1', 'create', name, ...within(options.jurisdiction)])
  const made = existing ?? (options.dryRun ? undefined : await list())
  if (!made && !options.dryRun)
    throw new Stop(`The database ${name} was made, and is not listed. Run this again.`)
  if (made && made.uuid !== id)
    set(
      { header: headerOf(options.env, 'd1_databases'), having: `binding = "${binding}"` },
      'database_id',
      `"${made.uuid}"`,
    )
  if (existing) tools.print(`✓ The database ${name} exists.`)
}

type Namespace = { id: string; title: string; jurisdiction?: string | null }

async function makeNamespaces({ calls, options, config, set, tools }: Setup): Promise<void> {
  const args = ['kv', 'namespace', 'list']
  const list = async () => requireJson<Namespace[]>(args, await calls.read(...args))
  for (const { binding, id } of config().kv_namespaces) {
    const title = namespaceTitle(config(), binding)
    const found = (all: Namespace[]) =>
      all.find((one) => one.id === id) ?? all.find((one) => one.title === title)
    const existing = found(await list())
    const problem = existing && elsewhere(`namespace ${title}`, existing.jurisdiction, options)
    if (problem)
      tools.print(`! ${problem} Its links live for 14 days at most: a new one takes over after that.`)
    if (existing?.id !== id) requireUnset(`namespace ${title}`, id)
    if (!existing) await calls.change(['kv', 'namespace', 'create', title, ...within(options.jurisdiction)])
    const made = existing ?? (options.dryRun ? undefined : found(await list()))
    if (!made && !options.dryRun)
      throw new Stop(`The namespace ${title} was made, and is not listed. Run this again.`)
    if (made && made.id !== id)
      set(
        { header: headerOf(options.env, 'kv_namespaces'), having: `binding = "${binding}"` },
        'id',
        `"${made.id}"`,
      )
    if (existing && !problem) tools.print(`✓ The namespace ${title} exists.`)
  }
}

async function makeQueues({ calls, options, config, tools }: Setup): Promise<void> {
  const keep = ['--message-retention-period-secs', `${RETENTION_SECONDS}`]
  for (const name of queuesOf(config())) {
    const args = ['queues', 'info', name]
    const info = await calls.read(...args)
    if (info.code === 0) {
      const [, found] = /^Jurisdiction: (\w+)/m.exec(info.stdout) ?? []
      const problem = elsewhere(`queue ${name}`, found, options)
      tools.print(problem ? `! ${problem} Replace it while it is empty.` : `✓ The queue ${name} exists.`)
      await calls.change(['queues', 'update', name, ...keep])
    } else if (/does not exist/.test(saidBy(info)))
      await calls.change(['queues', 'create', name, ...within(options.jurisdiction), ...keep])
    else throw new Stop(`${commandOf(args)} failed.\n${saidBy(info)}`)
  }
}

async function makeBuckets({ calls, options, config, set, tools }: Setup): Promise<void> {
  for (const { binding, bucket_name: name, jurisdiction } of config().r2_buckets) {
    if (!name) throw new Stop(`The bucket ${binding} has no name in wrangler.toml.`)
    if (jurisdiction !== options.jurisdiction && options.jurisdiction)
      set(
        { header: headerOf(options.env, 'r2_buckets'), having: `binding = "${binding}"` },
        'jurisdiction',
        `"${options.jurisdiction}"`,
      )
    const args = ['r2', 'bucket', 'info', name, '--json', ...within(options.jurisdiction)]
    const info = await calls.read(...args)
    if (info.code === 0) tools.print(`✓ The bucket ${name} exists.`)
    else if (/10006|not (be )?found|does not exist/i.test(saidBy(info)))
      await calls.change(['r2', 'bucket', 'create', name, ...within(options.jurisdiction)])
    else throw new Stop(`${commandOf(args)} failed.\n${saidBy(info)}`)
  }
}

async function enableMail({ calls, config, options, tools }: Setup): Promise<void> {
  const domain = options.mailFrom?.split('@')[1] ?? mailDomain(config())
  const settings = await calls.read('email', 'sending', 'settings', domain)
  if (settings.code === 0 && /Enabled:\s+true/.test(settings.stdout))
    return tools.print(`✓ Mails may be sent from ${domain}.`)
  await calls.change(['email', 'sending', 'enable', domain])
  tools.print(`  The DNS records of ${domain}: ${commandOf(['email', 'sending', 'dns', 'get', domain])}`)
}

async function putSecrets({ calls, options, tools }: Setup): Promise<void> {
  const list = await calls.read('secret', 'list', '--format', 'json', ...inEnv(options.env))
  const existing = jsonOf<{ name: string }[]>(list)
  if (!existing && !/not found/.test(saidBy(list)))
    throw new Stop(`The secrets cannot be listed.\n${saidBy(list)}`)
  for (const name of SECRETS) {
    if (existing?.some((secret) => secret.name === name)) {
      tools.print(`✓ The secret ${name} is set, and stays.`)
      continue
    }
    const value = randomBytes(32).toString('base64url')
    await calls.change(['secret', 'put', name, ...inEnv(options.env)], { input: value })
    if (!options.dryRun)
      tools.print(`\n  ${name}: ${value}\n  Keep it in a safe place: it is shown this once.\n`)
  }
}

if (import.meta.main) await main(() => setUp(TOOLS, optionsOf(process.argv.slice(2))))
