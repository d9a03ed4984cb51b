import { parseArgs } from 'node:util'
import { type Calls, callsOf, commandOf, inEnv, jsonOf, saidBy } from './calls.ts'
import {
  type Config,
  calledIn,
  configProblems,
  isPlaceholder,
  lastMigration,
  mailDomain,
  namespaceTitle,
  queuesOf,
  readConfig,
  requireEnv,
  SECRETS,
} from './config.ts'
import { healthProblem, readHealth } from './health.ts'
import { type Ended, main, Stop, TOOLS, type Tools } from './tools.ts'

const USAGE = 'Usage: npm run doctor -- [--env staging] [--jurisdiction eu|us|fedramp|none]'

/** D1 gives a database 10 GB, which cannot be raised. */
const MAX_BYTES = 10e9
const ALARM_PERCENT = 60

export type Options = { env: string; jurisdiction: string | undefined }

/** The result of a check: fine, wrong with what to do, left out though it is optional, or not visible from here. */
type Finding = { state: '✓' | '✗' | '!' | '?'; what: string }

type Doctor = { tools: Tools; calls: Calls; options: Options; config: Config; setup: string; release: string }

const fine = (what: string): Finding => ({ state: '✓', what })
const wrong = (what: string, remedy: string): Finding => ({ state: '✗', what: `${what}. ${remedy}` })
const leftOut = (what: string, effect: string): Finding => ({ state: '!', what: `${what}. ${effect}` })
const unseen = (what: string): Finding => ({ state: '?', what })

/** The options of a command line. Throws {@link Stop} for those that are wrong. */
export function optionsOf(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: { env: { type: 'string', default: '' }, jurisdiction: { type: 'string', default: 'eu' } },
    })
    return { env: values.env, jurisdiction: values.jurisdiction === 'none' ? undefined : values.jurisdiction }
  } catch (error) {
    throw new Stop(`${(error as Error).message}\n${USAGE}`)
  }
}

/** Compares what is deployed with what wrangler.toml and the code say. Changes nothing. Returns whether nothing is wrong. */
export async function examine(tools: Tools, options: Options): Promise<boolean> {
  const { folder, print } = tools
  requireEnv(options.env, folder)
  const config = readConfig(options.env, folder)
  const env = options.env && ` --env ${options.env}`
  const doctor: Doctor = {
    tools,
    calls: callsOf({ ...tools, print: () => {} }),
    options,
    config,
    setup: `Run npm run setup -- --jurisdiction ${options.jurisdiction ?? 'none'}${env}`,
    release: `Run npm run release${env && ` --${env}`}`,
  }
  const findings: Finding[] = []
  for (const check of CHECKS)
    for (const finding of await check(doctor)) {
      findings.push(finding)
      print(`${finding.state} ${finding.what}`)
    }
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  print(
    `\n${count('✓')} fine, ${count('✗')} wrong, ${count('!')} left out, ${count('?')} not visible from here`,
  )
  return count('✗') === 0
}

const CHECKS: ((doctor: Doctor) => Promise<Finding[]>)[] = [
  checkConfig,
  checkAccount,
  checkVersion,
  checkSecrets,
  checkDatabases,
  checkMigrations,
  checkNamespaces,
  checkQueues,
  checkBuckets,
  checkMail,
  checkHealth,
]

/** A call that failed, with the end of what it printed. */
const callFailed = (args: string[], ended: Ended, remedy = 'See what it says'): Finding =>
  wrong(`${commandOf(args)} failed`, `${remedy}:\n${saidBy(ended)}`)

async function checkConfig({ config, setup }: Doctor): Promise<Finding[]> {
  const problems = configProblems(config)
  return problems.length === 0
    ? [fine(`wrangler.toml has ids, PUBLIC_URL and MAIL_FROM of ${config.name}`)]
    : problems.map((problem) => wrong(`wrangler.toml: ${problem}`, setup))
}

async function checkAccount({ calls }: Doctor): Promise<Finding[]> {
  const ended = await calls.read('whoami', '--json')
  return ended.code === 0
    ? [fine('wrangler is signed in')]
    : [wrong('wrangler is not signed in', 'Run npx wrangler login, or set CLOUDFLARE_API_TOKEN')]
}

type Binding = { name: string; type: string; [key: string]: unknown }

/** The version that serves everyone. Undefined if there is none, or more than one. */
async function deployed({ calls, options }: Doctor): Promise<string | undefined> {
  const ended = await calls.read('deployments', 'status', '--json', ...inEnv(options.env))
  const versions = jsonOf<{ versions: { version_id: string; percentage: number }[] }>(ended)?.versions ?? []
  return versions.length === 1 ? versions[0]?.version_id : undefined
}

async function checkVersion(doctor: Doctor): Promise<Finding[]> {
  const { calls, options, config, release } = doctor
  const version = await deployed(doctor)
  if (!version)
    return [
      wrong(
        'Not exactly one version is deployed',
        `See ${commandOf(['deployments', 'status', ...inEnv(options.env)])}. Then: ${release}`,
      ),
    ]
  const args = ['versions', 'view', version, '--json', ...inEnv(options.env)]
  const ended = await calls.read(...args)
  const bindings = jsonOf<{ resources?: { bindings?: Binding[] } }>(ended)?.resources?.bindings
  if (!bindings) return [callFailed(args, ended)]
  const missing = bindingsOf(config).flatMap(([name, id]) => {
    const found = bindings.find((binding) => binding.name === name)
    if (!found) return [wrong(`The deployed version has no binding ${name}`, release)]
    return id === undefined || Object.values(found).some((value) => textOf(value) === id)
      ? []
      : [wrong(`The deployed version has another ${name} than wrangler.toml (${id})`, release)]
  })
  return missing.length > 0
    ? missing
    : [
        fine(
          `The version ${version} has all ${bindingsOf(config).length} bindings and variables of wrangler.toml`,
        ),
      ]
}

/** The bindings and variables of a configuration, with the id or value that the deployed version must have. */
export function bindingsOf(config: Config): [string, string | undefined][] {
  return [
    ...config.d1_databases.map(({ binding, database_id }) => [binding, database_id] as const),
    ...config.kv_namespaces.map(({ binding, id }) => [binding, id] as const),
    ...config.r2_buckets.map(({ binding, bucket_name }) => [binding, bucket_name] as const),
    ...(config.queues.producers ?? []).map(({ binding, queue }) => [binding, queue] as const),
    ...config.ratelimits.map(({ name, namespace_id }) => [name, namespace_id] as const),
    ...config.send_email.map(({ name }) => [name, undefined] as const),
    ...Object.entries(config.vars).map(([name, value]) => [name, textOf(value)] as const),
    ...[config.assets?.binding, config.version_metadata?.binding].map((name) => [name, undefined] as const),
  ].filter((entry): entry is [string, string | undefined] => entry[0] !== undefined)
}

/** A value as a text, which is the same whatever order its keys are in. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value, Object.keys(value).sort())
    : String(value)

async function checkSecrets({ calls, options, setup }: Doctor): Promise<Finding[]> {
  const args = ['secret', 'list', '--format', 'json', ...inEnv(options.env)]
  const ended = await calls.read(...args)
  const secrets = jsonOf<{ name: string }[]>(ended)?.map(({ name }) => name)
  if (!secrets) return [callFailed(args, ended)]
  return SECRETS.map((name) =>
    secrets.includes(name)
      ? fine(`The secret ${name} is set`)
      : wrong(`The secret ${name} is missing`, setup),
  )
}

/** Whether something is where its data should be. */
function inJurisdiction(what: string, found: string | null | undefined, { options }: Doctor): Finding {
  const wanted = options.jurisdiction
  if ((found ?? undefined) === wanted) return fine(`${what} is in the jurisdiction ${wanted ?? 'none'}`)
  return wrong(
    `${what} is in the jurisdiction ${found ?? 'none'}, and not ${wanted ?? 'none'}`,
    'That is fixed at creation: move the data to a new one, or name the right --jurisdiction',
  )
}

async function checkDatabases(doctor: Doctor): Promise<Finding[]> {
  const { calls, config, options, setup } = doctor
  const findings: Finding[] = []
  for (const { binding } of madeDatabases(config)) {
    const args = ['d1', 'info', binding, '--json', ...inEnv(options.env)]
    const ended = await calls.read(...args)
    const info = jsonOf<{ uuid: string; jurisdiction?: string | null; database_size?: number }>(ended)
    if (!info) {
      findings.push(callFailed(args, ended, setup))
      continue
    }
    findings.push(
      inJurisdiction(`The database ${binding}`, info.jurisdiction, doctor),
      sizeFinding(binding, info.database_size),
    )
  }
  return findings
}

/** The databases that have an id. */
const madeDatabases = ({ d1_databases }: Config) =>
  d1_databases.filter(({ database_id }) => !isPlaceholder(database_id))

function sizeFinding(binding: string, bytes: number | undefined): Finding {
  if (bytes === undefined) return unseen(`How large the database ${binding} is`)
  const percent = Math.round((100 * bytes) / MAX_BYTES)
  const what = `The database ${binding} uses ${percent} % of 10 GB`
  return percent < ALARM_PERCENT
    ? fine(what)
    : wrong(what, 'Read "The database fills up" in .github/RUNBOOK.md')
}

async function checkMigrations({ calls, config, options, tools, release }: Doctor): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { binding } of madeDatabases(config)) {
    const args = ['d1', 'migrations', 'list', binding, '--remote', ...inEnv(options.env)]
    const ended = await calls.read(...args)
    const called = calledIn(config, binding)
    if (ended.code !== 0) findings.push(callFailed(args, ended))
    else if (/No migrations to apply/.test(ended.stdout))
      findings.push(fine(`${called} has the migrations up to ${lastMigration(tools.folder)}`))
    else findings.push(wrong(`${called} lacks migrations`, `${release}:\n${saidBy(ended)}`))
  }
  return findings
}

async function checkNamespaces(doctor: Doctor): Promise<Finding[]> {
  const { calls, config, setup } = doctor
  const args = ['kv', 'namespace', 'list']
  const ended = await calls.read(...args)
  const all = jsonOf<{ id: string; jurisdiction?: string | null }[]>(ended)
  if (!all) return [callFailed(args, ended)]
  return config.kv_namespaces.map(({ binding, id }) => {
    const found = all.find((one) => one.id === id)
    const title = namespaceTitle(config, binding)
    return found
      ? inJurisdiction(`The namespace ${title}`, found.jurisdiction, doctor)
      : wrong(`The namespace ${title} does not exist`, setup)
  })
}

async function checkQueues(doctor: Doctor): Promise<Finding[]> {
  const { calls, config, setup } = doctor
  const consumed = (config.queues.consumers ?? []).map(({ queue }) => queue)
  const findings: Finding[] = []
  for (const name of queuesOf(config)) {
    const args = ['queues', 'info', name]
    const ended = await calls.read(...args)
    if (ended.code !== 0) {
      findings.push(
        /does not exist/.test(saidBy(ended))
          ? wrong(`The queue ${name} does not exist`, setup)
          : callFailed(args, ended),
      )
      continue
    }
    const [, jurisdiction] = /^Jurisdiction: (\w+)/m.exec(ended.stdout) ?? []
    findings.push(inJurisdiction(`The queue ${name}`, jurisdiction, doctor))
    const [, consumers = ''] = /^Consumers: (.*)/m.exec(ended.stdout) ?? []
    const isConsumed = consumers.split(/[,\s]+/).includes(`worker:${config.name}`)
    if (consumed.includes(name))
      findings.push(
        isConsumed
          ? fine(`The queue ${name} is read by ${config.name}`)
          : wrong(
              `Nothing reads the queue ${name}`,
              `Run ${commandOf(['triggers', 'deploy', ...inEnv(doctor.options.env)])}`,
            ),
      )
  }
  return [
    ...findings,
    unseen(`How long queues keep messages, which wrangler does not show; ${setup} to set 14 days again`),
    unseen(
      `Which crons run, which wrangler does not show; ${commandOf(['triggers', 'deploy', ...inEnv(doctor.options.env)])} sets them again`,
    ),
  ]
}

async function checkBuckets({ calls, config, options, setup }: Doctor): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { bucket_name: name = '' } of config.r2_buckets) {
    // A bucket is found in its own jurisdiction alone.
    const within = options.jurisdiction ? [`--jurisdiction=${options.jurisdiction}`] : []
    const args = ['r2', 'bucket', 'info', name, '--json', ...within]
    const ended = await calls.read(...args)
    findings.push(
      ended.code === 0
        ? fine(`The bucket ${name} is in the jurisdiction ${options.jurisdiction ?? 'none'}`)
        : callFailed(args, ended, setup),
    )
  }
  return findings
}

async function checkMail({ calls, config, setup }: Doctor): Promise<Finding[]> {
  const domain = mailDomain(config)
  const args = ['email', 'sending', 'settings', domain]
  const ended = await calls.read(...args)
  if (ended.code !== 0) return [callFailed(args, ended, setup)]
  return /Enabled:\s+true/.test(ended.stdout)
    ? [fine(`Mails may be sent from ${domain}`)]
    : [wrong(`Mails may not be sent from ${domain}`, setup)]
}

/** What /health names as switched off, and no deployment can do without. */
const NEEDED = ['PUBLIC_URL', 'OPERATOR_TOKEN']

async function checkHealth(doctor: Doctor): Promise<Finding[]> {
  const { tools, config, release } = doctor
  const publicUrl = String(config.vars.PUBLIC_URL ?? '')
  if (!publicUrl) return []
  const [health, version] = [await readHealth(tools, publicUrl), await deployed(doctor)]
  const expected = {
    version: version ?? 'none',
    migration: lastMigration(tools.folder),
    databases: config.d1_databases.map(({ binding }) => binding),
  }
  const problem = healthProblem(health, expected)
  const off = typeof health === 'string' ? [] : Object.entries(health.switched_off)
  return [
    problem
      ? wrong(`${publicUrl}/health ${problem}`, release)
      : fine(
          `${publicUrl}/health says that the version and ${config.d1_databases.length === 1 ? 'the database' : 'all databases'} are ready`,
        ),
    ...off.map(([name, effect]) =>
      NEEDED.includes(name) ? wrong(`${name} is not set`, effect) : leftOut(`${name} is not set`, effect),
    ),
  ]
}

if (import.meta.main)
  await main(async () => {
    if (!(await examine(TOOLS, optionsOf(process.argv.slice(2))))) process.exitCode = 1
  })
