import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'

type Config = Record<string, unknown>

const { production, staging } = env.DEPLOYMENTS

/** The keys that name something of the account: staging has one of its own for each. */
const RESOURCES =
  /\.(database_name|database_id|id|queue|dead_letter_queue|bucket_name|namespace_id|service|dataset)$/

/** What each environment has for itself, or may lack. */
const OWN = /^\.(name|targetEnvironment|vars\.PUBLIC_URL|vars\.MAIL_FROM|workers_dev)$/
/** What each environment says for itself: how full its databases may get. */
const LIMIT = /^\.vars\.DATABASE_LIMITS_GB\./
/** What staging may lack, but not share: addresses, by which requests arrive. */
const ADDRESS = /^\.routes?(\.|$)/

/** What wrangler.toml has as long as nothing is set up. */
const PLACEHOLDER = /^[0-]+[b-z]?$/

/** The values of a configuration by their paths. An entry of a list goes by its binding, or by its place. */
function leavesOf(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]]
  return Object.entries(value).flatMap(([key, part]) => {
    const { binding, name } = Object(part) as { binding?: string; name?: string }
    return leavesOf(part, `${path}.${Array.isArray(value) ? (binding ?? name ?? key) : key}`)
  })
}

/** What staging lacks of production, shares with it, or sets otherwise. */
function differences(first: Config, second: Config): string[] {
  const theirs = new Map(leavesOf(second))
  const resources = new Map(
    [...theirs].filter(([path]) => RESOURCES.test(path)).map(([path, value]) => [value, path]),
  )
  return leavesOf(first).flatMap(([path, value]) => {
    if (OWN.test(path)) return []
    const own = theirs.get(path)
    if (ADDRESS.test(path)) return own === value && /\d$|pattern$/.test(path) ? [`shares ${path}`] : []
    if (own === undefined) return [`lacks ${path}`]
    if (LIMIT.test(path)) return []
    if (!RESOURCES.test(path)) return own === value ? [] : [`sets ${path} to ${own}`]
    const shared = PLACEHOLDER.test(value) ? undefined : resources.get(value)
    return shared ? [`shares ${path}`] : []
  })
}

it('has every binding, variable and setting of production, with databases, queues and counters of its own', () => {
  expect(leavesOf(production).length).toBeGreaterThan(50)
  expect(differences(production, staging)).toEqual([])
})

it.each<[string, (config: Config) => unknown, string]>([
  ['a binding', (config) => delete config.kv_namespaces, 'lacks .kv_namespaces.PORTAL_LINKS.binding'],
  ['a variable', (config) => delete config.vars, 'lacks .vars.OTHER'],
  [
    'a second database',
    (config) => (config.d1_databases as unknown[]).pop(),
    'lacks .d1_databases.DB_B.database_name',
  ],
  [
    'a second database of its own',
    (config) =>
      Object.assign((config.d1_databases as object[])[1] as object, { database_name: 'membership-b' }),
    'shares .d1_databases.DB_B.database_name',
  ],
  [
    'a limit of the second database',
    (config) => delete Object(config.vars).DATABASE_LIMITS_GB.DB_B,
    'lacks .vars.DATABASE_LIMITS_GB.DB_B',
  ],
  [
    'a consumer',
    (config) => (config.queues as { consumers: unknown[] }).consumers.pop(),
    'lacks .queues.consumers.5.queue',
  ],
  [
    'a queue of its own',
    (config) =>
      Object.assign((config.queues as { producers: object[] }).producers[0] as object, {
        queue: 'membership-mails',
      }),
    'shares .queues.producers.MAILS.queue',
  ],
  [
    'a counter of its own',
    (config) => Object.assign((config.ratelimits as object[])[0] as object, { namespace_id: '1002' }),
    'shares .ratelimits.ADDRESS_RATE.namespace_id',
  ],
  [
    'the crons',
    (config) => Object.assign(config, { triggers: { crons: ['17 * * * *'] } }),
    'lacks .triggers.crons.1',
  ],
  [
    'an address of its own',
    (config) => Object.assign(config, { routes: [{ pattern: 'm.verein.de', custom_domain: true }] }),
    'shares .routes.0.pattern',
  ],
  [
    'the retries',
    (config) =>
      Object.assign((config.queues as { consumers: object[] }).consumers[0] as object, { max_retries: 3 }),
    'sets .queues.consumers.0.max_retries to 3',
  ],
])('is refused without %s', (_, change, message) => {
  const [first, second] = withMore()
  expect(differences(first, second)).not.toContain(message)
  change(second)
  expect(differences(first, second)).toContain(message)
})

it('may have other limits of its databases', () => {
  const [first, second] = withMore()
  Object(second.vars).DATABASE_LIMITS_GB.DB_B = 1
  expect(differences(first, second)).toEqual([])
})

/** Both environments as those of a deployment with an address, one more variable and a second database. */
function withMore(): [Config, Config] {
  const [first, second] = ([production, staging] as Config[]).map((config, index): Config => {
    const vars = { ...Object(config.vars), OTHER: 'x', DATABASE_LIMITS_GB: { DB: 5, DB_B: 5 } }
    const [database] = config.d1_databases as object[]
    const name = index === 0 ? 'membership-b' : 'membership-staging-b'
    const more = { ...database, binding: 'DB_B', database_name: name, database_id: `${name}-id` }
    return structuredClone({ ...config, vars, d1_databases: [database, more] })
  })
  return [{ ...first, routes: [{ pattern: 'm.verein.de', custom_domain: true }] }, { ...second }]
}
