import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { placeOf } from '../places.ts'
import { ROOT } from '../wrangler.ts'
import { Stop } from './tools.ts'

/** What the commands read of wrangler.toml. */
export type Config = {
  name: string
  account_id?: string
  definedEnvironments?: string[]
  vars: Record<string, unknown>
  routes?: (string | { pattern: string })[]
  d1_databases: { binding: string; database_name?: string; database_id?: string }[]
  kv_namespaces: { binding: string; id?: string }[]
  r2_buckets: { binding: string; bucket_name?: string; jurisdiction?: string }[]
  queues: {
    producers?: { binding: string; queue: string }[]
    consumers?: { queue: string; dead_letter_queue?: string }[]
  }
  ratelimits: { name: string; namespace_id: string }[]
  send_email: { name: string }[]
  assets?: { binding?: string }
  version_metadata?: { binding: string }
}

/** The secrets that a deployment has, beside the variables of wrangler.toml. */
export const SECRETS = ['OPERATOR_TOKEN', 'WEBHOOK_KEY']

/** Cloudflare keeps messages for four days unless a queue says otherwise, and for fourteen at most. */
export const RETENTION_SECONDS = 1_209_600

/** wrangler.toml as wrangler understands it in an environment; `''` is production. */
export const readConfig = (env: string, folder = ROOT): Config =>
  unstable_readConfig({ config: join(folder, 'wrangler.toml'), env }, { hideWarnings: true })

/** Throws {@link Stop} unless wrangler.toml has an environment. */
export function requireEnv(env: string, folder: string): void {
  const known = readConfig('', folder).definedEnvironments ?? []
  if (env !== '' && !known.includes(env))
    throw new Stop(
      `wrangler.toml has no environment ${env}. It has: ${known.join(', ') || 'production alone'}.`,
    )
}

/** The names of all queues that are written to, read from, or take what failed. */
export function queuesOf({ queues }: Config): string[] {
  const names = [
    ...(queues.producers ?? []).map(({ queue }) => queue),
    ...(queues.consumers ?? []).flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue]),
  ]
  return [...new Set(names.filter((name) => name !== undefined))]
}

/** The name of a namespace of keys: that of the database, and of the binding. */
export const namespaceTitle = (config: Config, binding: string): string =>
  `${databaseOf(config).database_name}-${binding.toLowerCase().replaceAll('_', '-')}`

/** The first database of the service. */
export function databaseOf({ d1_databases }: Config) {
  const database = d1_databases.find(({ binding }) => binding === 'DB')
  if (!database?.database_name) throw new Stop('wrangler.toml names no database DB.')
  return database
}

/** How a text calls a database: by its binding, if there are several. */
export const calledIn = ({ d1_databases }: Config, binding: string): string =>
  d1_databases.length === 1 ? 'The database' : `The database ${binding}`

/** The variable that says how many GB each database takes before new workspaces go to others. */
export const LIMITS = 'DATABASE_LIMITS_GB'

/** The domain that mails come from. */
export const mailDomain = ({ vars }: Config): string => String(vars.MAIL_FROM ?? '').split('@')[1] ?? ''

/** The last migration of this code, without its ending. */
export const lastMigration = (folder: string): string =>
  readdirSync(join(folder, 'drizzle'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1)
    ?.replace(/\.sql$/, '') ?? ''

/** Whether an id is that of a clone, which nothing was set up for. */
export const isPlaceholder = (id: string | undefined): boolean => !id || /^[0-]+[b-z]?$/.test(id)
const isExample = (host: string): boolean => /(^|\.)example(\.(org|com|net))?$|^localhost$|^$/.test(host)

/** Why an address cannot be that of the service; undefined if it can. */
export function publicUrlProblem(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol !== 'https:' || url.origin !== value)
    return 'must be an address like https://members.your-domain.org, without a path'
  return isExample(url.hostname) ? `must be an address of your own, and not ${value}` : undefined
}

/** Why mails cannot come from an address; undefined if they can. */
export function mailFromProblem(value: string): string | undefined {
  const [, domain] = /^[^@\s<>"]+@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i.exec(value) ?? []
  if (!domain) return 'must be an address like portal@members.your-domain.org'
  return isExample(domain) ? `must be on a domain of your own, and not ${domain}` : undefined
}

/** What wrangler.toml still lacks before it can be deployed. */
export function configProblems(config: Config): string[] {
  const url = publicUrlProblem(String(config.vars.PUBLIC_URL ?? ''))
  const from = mailFromProblem(String(config.vars.MAIL_FROM ?? ''))
  return [
    ...config.d1_databases
      .filter(({ database_id }) => isPlaceholder(database_id))
      .map(({ binding }) => `the database ${binding} has no id`),
    ...config.kv_namespaces
      .filter(({ id }) => isPlaceholder(id))
      .map(({ binding }) => `the namespace ${binding} has no id`),
    ...databaseProblems(config),
    ...(url ? [`PUBLIC_URL ${url}`] : []),
    ...(from ? [`MAIL_FROM ${from}`] : []),
  ]
}

/** What is wrong with databases that exist, and with their limits. */
function databaseProblems({ d1_databases, vars }: Config): string[] {
  const limits = Object.entries((vars[LIMITS] ?? {}) as Record<string, unknown>)
  const made = d1_databases.filter(({ database_id }) => !isPlaceholder(database_id))
  const isBound = (name: string) => d1_databases.some(({ binding }) => binding === name)
  return [
    ...d1_databases
      .filter(({ binding }) => placeOf(binding) === undefined)
      .map(({ binding }) => `a database is called ${binding}, and not DB, DB_B … DB_Z`),
    ...made
      .filter(({ database_id }, index) => made.findIndex((one) => one.database_id === database_id) < index)
      .map(({ binding }) => `the database ${binding} has the id of another one`),
    ...limits
      .filter(([name]) => !isBound(name))
      .map(([name]) => `${LIMITS} names ${name}, and there is no such database`),
    ...limits
      .filter(([, limit]) => typeof limit !== 'number' || limit < 0 || limit > 10)
      .map(([name]) => `${LIMITS} must give ${name} a number of GB from 0 to 10`),
  ]
}
