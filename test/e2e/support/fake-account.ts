import { randomUUID } from 'node:crypto'
import type { Ended } from '../../../src/dev/operate/tools.ts'

type Kept = { id: string; jurisdiction?: string }
type Binding = { name: string; [key: string]: unknown }

/** What an account of Cloudflare has. */
export type State = {
  databases: Record<string, Kept>
  namespaces: Record<string, Kept>
  queues: Record<string, { jurisdiction?: string; retention: string; readers: string[]; isPaused?: boolean }>
  buckets: Record<string, string>
  mailDomains: string[]
  /** The versions of the Worker, each with its bindings. */
  versions: Record<string, Binding[]>
  deployment: { version_id: string; percentage: number }[]
  secrets: Record<string, string>
  /** How many migrations the first database has, those beside it by their bindings, and how many there are. */
  migrations: { applied: number; all: number; others?: Record<string, number> }
  /** What the next upload brings, and what the next `triggers deploy` sets. */
  code: { worker: string; bindings: Binding[]; consumed: string[] }
}

/** Where a call fails: before it has done its work, or after that, as when an answer is lost. */
export type Failure = { call: number; when: 'before' | 'after' }

type Asked = { name: string; options: Record<string, string>; input: string; state: State }

const ok = (stdout: unknown = ''): Ended => ({
  code: 0,
  stdout: typeof stdout === 'string' ? stdout : JSON.stringify(stdout, null, 2),
  stderr: '',
})
const no = (text: string): Ended => ({ code: 1, stdout: '', stderr: `\n✘ [ERROR] ${text}\n` })

/** The answers of wrangler 4.155, by command. */
const ANSWERS: Record<string, (asked: Asked) => Ended> = {
  whoami: () => ok({ loggedIn: true, accounts: [{ id: 'a1', name: 'Verein' }] }),
  'd1 list': ({ state }) =>
    ok(
      Object.entries(state.databases).map(([name, { id, jurisdiction }]) => ({
        uuid: id,
        name,
        jurisdiction,
      })),
    ),
  'd1 info': ({ state, name }) => {
    const [found] = Object.entries(state.databases).filter(
      ([known]) => isOfBinding(known, name) || known === name,
    )
    return found
      ? ok({ uuid: found[1].id, name: found[0], jurisdiction: found[1].jurisdiction, database_size: 5e9 })
      : no(`Couldn't find DB with name '${name}'`)
  },
  'd1 create': ({ state, name, options }) => {
    if (state.databases[name]) return no('A database with that name already exists')
    const id = randomUUID()
    state.databases[name] = { id, jurisdiction: options.jurisdiction }
    return ok(`✅ Successfully created DB '${name}'\n[[d1_databases]]\ndatabase_id = "${id}"`)
  },
  'd1 time-travel info': ({ name }) => ok({ bookmark: `0000-bookmark${name.slice(2)}` }),
  'd1 migrations list': ({ state: { migrations }, name }) =>
    appliedTo(migrations, name) === migrations.all
      ? ok('✅ No migrations to apply!')
      : ok('Migrations to be applied:'),
  'd1 migrations apply': ({ state: { migrations }, name }) => {
    if (name === 'DB') migrations.applied = migrations.all
    else migrations.others = { ...migrations.others, [name]: migrations.all }
    return ok()
  },
  'kv namespace list': ({ state }) =>
    ok(Object.entries(state.namespaces).map(([title, kept]) => ({ title, ...kept }))),
  'kv namespace create': ({ state, name, options }) => {
    if (state.namespaces[name]) return no(`A KV namespace with the title "${name}" already exists.`)
    state.namespaces[name] = { id: randomUUID().replaceAll('-', ''), jurisdiction: options.jurisdiction }
    return ok('✨ Success!')
  },
  'queues info': ({ state, name }) => {
    const queue = state.queues[name]
    if (!queue) return no(`Queue "${name}" does not exist. To create it, run: wrangler queues create ${name}`)
    const readers = queue.readers.map((reader) => `worker:${reader}`)
    return ok(
      [
        `Queue Name: ${name}`,
        ...(queue.jurisdiction ? [`Jurisdiction: ${queue.jurisdiction}`] : []),
        `Number of Consumers: ${readers.length}`,
        ...(readers.length > 0 ? [`Consumers: ${readers}`] : []),
      ].join('\n'),
    )
  },
  'queues create': ({ state, name, options }) => {
    if (state.queues[name]) return no('Queue name already taken')
    const retention = options['message-retention-period-secs'] ?? '345600'
    state.queues[name] = { jurisdiction: options.jurisdiction, retention, readers: [] }
    return ok(`✅ Created queue '${name}'`)
  },
  'queues update': ({ state, name, options }) => {
    const queue = state.queues[name]
    if (!queue) return no('There is no such queue')
    queue.retention = options['message-retention-period-secs'] ?? queue.retention
    return ok()
  },
  'queues pause-delivery': ({ state, name }) => setPaused(state, name, true),
  'queues resume-delivery': ({ state, name }) => setPaused(state, name, false),
  'r2 bucket info': ({ state, name, options }) =>
    name in state.buckets && state.buckets[name] === (options.jurisdiction ?? 'none')
      ? ok({ name })
      : no('The specified bucket does not exist. [code: 10006]'),
  'r2 bucket create': ({ state, name, options }) => {
    state.buckets[name] = options.jurisdiction ?? 'none'
    return ok()
  },
  'email sending settings': ({ state, name }) =>
    state.mailDomains.includes(name)
      ? ok(`Email Sending for ${name}:\n  Enabled:            true`)
      : no(`No sending subdomain found for \`${name}\`.`),
  'email sending enable': ({ state, name }) => {
    state.mailDomains.push(name)
    return ok()
  },
  'secret list': ({ state, options }) => {
    const names = secretsOf(state, options.env)
    return Object.keys(state.versions).length + names.length > 0
      ? ok(names.map((name) => ({ name, type: 'secret_text' })))
      : no('Worker "x" not found.')
  },
  'secret put': ({ state, name, input, options }) => {
    state.secrets[`${name}${options.env && `@${options.env}`}`] = input
    return ok()
  },
  'deployments status': ({ state }) =>
    state.deployment.length > 0 ? ok({ versions: state.deployment }) : no('The Worker has no deployments.'),
  'versions view': ({ state, name }) =>
    state.versions[name]
      ? ok({ id: name, resources: { bindings: state.versions[name] } })
      : no('No such version'),
  'versions upload': ({ state, options }) => ok(`Worker Version ID: ${upload(state, options.env)}`),
  'versions deploy': ({ state, options }) => {
    const shares = String(options.rest)
      .split(' ')
      .map((spec) => spec.split('@') as [string, string])
    if (shares.some(([id]) => !state.versions[id])) return no('No such version')
    state.deployment = shares.map(([version_id, share]) => ({
      version_id,
      percentage: Number.parseInt(share, 10),
    }))
    return ok()
  },
  'triggers deploy': ({ state }) => {
    setTriggers(state)
    return ok()
  },
  deploy: ({ state, options }) => {
    const version_id = upload(state, options.env)
    state.deployment = [{ version_id, percentage: 100 }]
    setTriggers(state)
    return ok(`Current Version ID: ${version_id}`)
  },
}

/** Whether a database is that of a binding: the name of each but the first ends with its letter. */
function isOfBinding(database: string, binding: string): boolean {
  const [, letter] = /^DB(_[B-Z])?$/.exec(binding) ?? [undefined, 'none']
  return letter === undefined
    ? !/-[b-z]$/.test(database)
    : database.endsWith(letter.toLowerCase().replace('_', '-'))
}

/** How many migrations the database of a binding has. */
export const appliedTo = ({ applied, others }: State['migrations'], binding: string): number =>
  binding === 'DB' ? applied : (others?.[binding] ?? 0)

function setPaused({ queues }: State, name: string, isPaused: boolean): Ended {
  const queue = queues[name]
  if (!queue) return no(`Queue "${name}" does not exist.`)
  queue.isPaused = isPaused
  return ok()
}

function upload(state: State, env: string | undefined): string {
  const id = randomUUID()
  const secrets = secretsOf(state, env).map((name) => ({ name, type: 'secret_text' }))
  state.versions[id] = [...state.code.bindings, ...secrets]
  return id
}

/** The names of the secrets of an environment: those of staging end with it. */
const secretsOf = ({ secrets }: State, env = ''): string[] =>
  Object.keys(secrets).flatMap((key) => {
    const [name = '', of = ''] = key.split('@')
    return of === env ? [name] : []
  })

function setTriggers({ queues, code }: State): void {
  for (const name of code.consumed) {
    const queue = queues[name]
    if (queue && !queue.readers.includes(code.worker)) queue.readers.push(code.worker)
  }
}

/** An account that answers the calls of wrangler, and keeps them. One of them fails, if that is set. */
export class FakeAccount {
  calls: { args: string[]; input: string }[] = []
  failure: Failure | undefined
  isSignedIn = true
  state: State = {
    databases: {},
    namespaces: {},
    queues: {},
    buckets: {},
    mailDomains: [],
    versions: {},
    deployment: [],
    secrets: {},
    migrations: { applied: 0, all: 3 },
    code: { worker: '', bindings: [], consumed: [] },
  }

  run = async (args: string[], input = ''): Promise<Ended> => {
    this.calls.push({ args, input })
    const fails = this.failure?.call === this.calls.length ? this.failure.when : undefined
    if (fails === 'before') return no('It fails.')
    if (!this.isSignedIn) return no('You are not logged in.')
    const command = Object.keys(ANSWERS).find((known) => args.join(' ').startsWith(known))
    const answer = command && ANSWERS[command]
    if (!command || !answer) throw new Error(`wrangler is not called like this: ${args.join(' ')}`)
    const ended = answer({ ...asked(args.slice(command.split(' ').length)), input, state: this.state })
    return fails === 'after' ? no('The answer is lost.') : ended
  }

  /** The calls without those that only read, each as one text. */
  changes = (): string[] =>
    this.calls
      .map(({ args }) => args.join(' '))
      .filter(
        (text) =>
          !/^whoami|^\S+ (list|info|status|view)|^(kv|d1|r2|email) \S+ (list|info|settings)/.test(text),
      )
}

/** The name that a call is about, and its options. `rest` has all names. */
function asked(args: string[]): { name: string; options: Record<string, string> } {
  const options: Record<string, string> = {}
  const names: string[] = []
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? ''
    const [, option, value] = /^--([\w-]+)(?:=(.*))?$/.exec(arg) ?? []
    if (option && (value !== undefined || ['json', 'remote'].includes(option)))
      options[option] = value ?? 'true'
    else if (option) options[option] = args[++index] ?? ''
    else if (!arg.startsWith('-')) names.push(arg)
  }
  return { name: names[0] ?? '', options: { ...options, rest: names.join(' ') } }
}
